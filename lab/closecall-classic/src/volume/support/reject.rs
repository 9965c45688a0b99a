//! The rejection: two regions and a plane of each. (Vogiannou et al. 2010, theorem 3.2, in the form
//! of [`super`])

use super::{Plane, SupportRegion};
use crate::volume::{Rigid, Separation};
use closecall::engine::geom::DVec3;

/// Are contents apart that two regions hold and that lie below one plane each, all in A's frame?
/// The axis is a plane's normal, from A to B.
#[inline]
#[must_use]
pub fn apart(
    (a, a_plane): (&impl SupportRegion, &Plane),
    (b, b_plane): (&impl SupportRegion, &Plane),
    rigid: &Rigid,
) -> Option<Separation<DVec3>> {
    let case_1 =
        beyond(a, a_plane, b_plane, rigid).map(|gap| Separation { axis: -b_plane.normal, gap });
    case_1.or_else(|| {
        beyond(b, b_plane, a_plane, rigid).map(|gap| Separation { axis: a_plane.normal, gap })
    })
}

/// How far the part of a region below its own plane lies beyond the plane of the other body, if it
/// does.
///
/// # Why the slack is enough
///
/// With the centre c, own plane (n, p), other plane (n′, p′), multiplier m and L = n′ + m·n,
/// contents y of the own and x of the other body have
///
/// ```text
/// n′·(y − x) = n′·(c − p′) + m·n·(c − p) + L·(y − c) − m·n·(y − p) − n′·(x − p′)
/// ```
///
/// The first three terms are worked out, the third as −reach(L); the last two are never negative
/// but for roundings. Of A that holds in exact arithmetic. Off by roundings, with S and u as in
/// [`Rigid::new`], are:
///
/// 1. n·(z − q) for a carried corner z and the plane (n, q) of B: both carries √3·8uS, the carried
///    normal 7u times a distance of 2S, under 42uS; and R that is orthogonal only up to δ: nᵀ(RᵀR −
///    I)(z − q) ≤ 3δ·diameter(B), since q is a corner of B;
/// 2. n′·(c − p′) and n·(c − p): 40uS each;
/// 3. L, 2(1 + m)u a component, times 2S: 7(1 + m)uS; and its reach: 80uS·|L| for a box, 40uS·|L|
///    for a ball;
/// 4. axes of a box that are orthonormal up to 16u an entry: 192uS·|L|. R's deviation does not
///    show: y − c is a sum of the axes as they were carried;
/// 5. the carries of B's corners and centre in L·(y − c): 28uS·|L|.
///
/// |L| ≤ 1 + m, and 1 and 2 count once plainly and once times m: under (1 + m)·(430uS + 3δ·diameter(B)) in all, and so under (1 + m) times what
/// [`Rigid::rounding`] holds. The clearance counts once, since it is n′ that separates.
#[inline]
#[must_use]
pub fn beyond(
    region: &impl SupportRegion,
    own: &Plane,
    other: &Plane,
    rigid: &Rigid,
) -> Option<f64> {
    let center = region.center();
    let depth = own.normal.dot(own.point - center);
    let least = region.least(other.normal, own.normal, depth);
    let distance = other.normal.dot(center - other.point) + least.bound;
    let beyond = distance - (rigid.slack + least.multiplier * rigid.rounding);
    (beyond > 0.0).then(|| beyond / rigid.stretch)
}
