//! Convex sets that can say of a point whether they hold it: what follows for the points around it.
//!
//! A *heart* is a ball inside of a convex set K. If K holds the point q = c + k(p − c), c and ρ the
//! centre and radius of the heart and k > 1, then it holds the hull of q and the heart, and so all
//! points within ρ(k − 1)/k of p. So an exact predicate for points decides, on the safe side, about
//! all points within a rounding of p, too.

use crate::geom::exact::orient3d;
use crate::geom::range::{MIN_COORDINATE, check_point};
use crate::geom::{DVec3, Interval, Triangle};
use crate::mesh::Mesh;
use crate::rounding::factor::{DOWN_2, UP_4, UP_8};

/// k − 1, by which points are moved out from the heart.
const STRETCH: f64 = 1.0 / (1u64 << 36) as f64;
/// (k − 1)/k is not below this.
const STRETCH_SHARE: f64 = STRETCH / 2.0;

/// Shares of the way to the heart that a point near the set is moved, the least first: 2⁻⁵² to 2⁻²⁰.
const MOVES: [i32; 9] = [-52, -48, -44, -40, -36, -32, -28, -24, -20];

/// Meshes of more triangles have no kernel here: a point is compared with all of them.
const MOST_FACETS: usize = 2000;

/// A ball inside of a convex set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heart {
    center: DVec3,
    radius: f64,
}

impl Heart {
    /// Looks for a ball about a point, smaller than `size`; none if the set does not hold the point.
    /// If it holds the six points at m or more along the axes, it holds the ball of radius m/√3,
    /// and so that of m/2.
    pub fn about(center: DVec3, size: f64, has: impl Fn(DVec3) -> bool) -> Option<Self> {
        let center = in_range(center)?;
        has(center).then_some(())?;
        let sizes = std::iter::successors(Some(size), |size| Some(size * 0.5)).take(64);
        sizes.into_iter().find_map(|size| {
            let tips =
                DVec3::AXES.iter().flat_map(|&axis| [-size, size].map(|x| center + axis * x));
            let mut least = f64::INFINITY;
            for tip in tips {
                least = least.min((tip - center).abs().max_element() * DOWN_2);
                (check_point(tip).is_ok() && has(tip)).then_some(())?;
            }
            (least > 0.0).then_some(Self { center, radius: least * 0.5 })
        })
    }

    /// Does the set hold all points within `off` of p? A no may be for lack of precision.
    pub fn holds_around(&self, p: DVec3, off: f64, has: impl Fn(DVec3) -> bool) -> bool {
        if off == 0.0 {
            return has(p);
        }
        let k = Interval::exactly(1.0 + STRETCH);
        let (mut moved, mut doubt) = (DVec3::ZERO, off);
        for i in 0..3 {
            let (p, c) = (Interval::exactly(p[i]), Interval::exactly(self.center[i]));
            let exact = c + (p - c) * k;
            moved[i] = exact.middle();
            doubt += exact.width().next_up();
        }
        doubt * UP_8 <= self.radius * STRETCH_SHARE && in_range(moved).is_some_and(has)
    }

    /// The distance at which a point may be from the set, which it is near to; none if it is not.
    pub fn nearly(&self, p: DVec3, has: impl Fn(DVec3) -> bool) -> Option<f64> {
        let moves = MOVES.iter().map(|&power| 2.0f64.powi(power));
        let held = moves.filter_map(|share| {
            let moved = in_range(p + (self.center - p) * share)?;
            has(moved).then_some(moved)
        });
        held.map(|moved| p.distance(moved) * UP_8).next()
    }
}

/// A point in the range of coordinates, with what is below it set to 0: the heart and the ways to it
/// are ours to choose.
fn in_range(p: DVec3) -> Option<DVec3> {
    let p = DVec3::select(p.abs().cmplt(DVec3::splat(MIN_COORDINATE)), DVec3::ZERO, p);
    check_point(p).is_ok().then_some(p)
}

/// The part of a solid from which all of its surface is seen: the points on the inner side of all
/// triangles. It is convex; of a convex solid it is all.
///
/// The surface winds about such a point, unless it is on the plane of every triangle, as the angles
/// under which the triangles are seen all have one sign. And a kernel with a heart is the closure of
/// its inside.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    facets: Vec<Triangle>,
    heart: Heart,
}

impl Kernel {
    /// Of a closed mesh; none if the mean of its vertices is not well inside, or if it has many
    /// triangles.
    pub fn of(mesh: &Mesh) -> Option<Self> {
        if mesh.triangle_count() > MOST_FACETS {
            return None;
        }
        let points = mesh.points();
        let mean = points.iter().fold(DVec3::ZERO, |sum, &p| sum + p / points.len() as f64);
        let center = in_range(mean)?;
        let side = |&[a, b, c]: &Triangle| orient3d(a, b, c, center);
        let is_outward = mesh.iter().find_map(|t| (side(&t) != 0.0).then(|| side(&t) < 0.0))?;
        let turned = |[a, b, c]: Triangle| if is_outward { [a, b, c] } else { [a, c, b] };
        let facets: Vec<Triangle> = mesh.iter().map(turned).collect();
        let size = points.iter().map(|p| p.distance(center)).fold(0.0, f64::max);
        let heart = Heart::about(center, size, |p| is_inside(&facets, p))?;
        Some(Self { facets, heart })
    }

    /// No point within `off` of p is further from it than this.
    pub fn reach(&self, p: DVec3, off: f64) -> Option<f64> {
        let has = |p: DVec3| is_inside(&self.facets, p);
        if self.heart.holds_around(p, off, has) {
            return Some(0.0);
        }
        self.heart.nearly(p, has).map(|far| (far + off) * UP_4)
    }
}

fn is_inside(facets: &[Triangle], p: DVec3) -> bool {
    facets.iter().all(|&[a, b, c]| orient3d(a, b, c, p) <= 0.0)
}
