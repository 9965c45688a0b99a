//! The normals of the k-DOPs: the axes, the corners and the edges of a cube. (Klosowski 1998,
//! §3.4.5, §6.3.1)
//!
//! | k | slabs | axes | corners | edges |
//! |---|---|---|---|---|
//! | 6 | 3 | ✓ | | |
//! | 8 | 4 | | ✓ | |
//! | 12 | 6 | | | ✓ |
//! | 14 | 7 | ✓ | ✓ | |
//! | 18 | 9 | ✓ | | ✓ |
//! | 20 | 10 | | ✓ | ✓ |
//! | 26 | 13 | ✓ | ✓ | ✓ |
//!
//! The number of slabs names the set. The normals are not unit vectors: they are 1, √2 and √3 long,
//! so that projecting takes additions only, and a length is a projection divided by [`norms`].

use crate::geom::DVec3;
use crate::rounding::exact::KDOP_AXIS;

/// A normal with components −1, 0 and 1.
pub type Direction = [i8; 3];

const AXES: [Direction; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const CORNERS: [Direction; 4] = [[1, 1, 1], [1, 1, -1], [1, -1, 1], [1, -1, -1]];
const EDGES: [Direction; 6] = [[1, 1, 0], [1, -1, 0], [1, 0, 1], [1, 0, -1], [0, 1, 1], [0, 1, -1]];

/// √2 and √3, rounded up by a little more than the rounding of a difference and of a division by
/// them, so that a gap divided by them is never too long.
const ROOTS: [f64; 4] = [0.0, KDOP_AXIS, 1.414_213_562_373_097_6, 1.732_050_807_568_880_3];

/// The families of directions in a set of slabs.
#[derive(Clone, Copy)]
pub(super) struct Families {
    pub(super) axes: bool,
    pub(super) corners: bool,
    pub(super) edges: bool,
}

/// The families of the set with `slabs` directions; there are sets of 3, 4, 6, 7, 9, 10 and 13.
pub(super) const fn families(slabs: usize) -> Families {
    match slabs {
        3 => Families { axes: true, corners: false, edges: false },
        4 => Families { axes: false, corners: true, edges: false },
        6 => Families { axes: false, corners: false, edges: true },
        7 => Families { axes: true, corners: true, edges: false },
        9 => Families { axes: true, corners: false, edges: true },
        10 => Families { axes: false, corners: true, edges: true },
        13 => Families { axes: true, corners: true, edges: true },
        _ => panic!("there are k-DOPs with 3, 4, 6, 7, 9, 10 and 13 slabs only"),
    }
}

/// The directions of the `S` slabs, in the order of [`project`].
#[must_use]
pub const fn directions<const S: usize>() -> [Direction; S] {
    let families = families(S);
    let mut all = [[0; 3]; S];
    let (mut slab, mut i) = (0, 0);
    while families.axes && i < AXES.len() {
        all[slab] = AXES[i];
        (slab, i) = (slab + 1, i + 1);
    }
    i = 0;
    while families.corners && i < CORNERS.len() {
        all[slab] = CORNERS[i];
        (slab, i) = (slab + 1, i + 1);
    }
    i = 0;
    while families.edges && i < EDGES.len() {
        all[slab] = EDGES[i];
        (slab, i) = (slab + 1, i + 1);
    }
    all
}

/// The lengths of the directions, rounded up.
#[must_use]
pub const fn norms<const S: usize>() -> [f64; S] {
    let directions = directions::<S>();
    let mut norms = [0.0; S];
    let mut slab = 0;
    while slab < S {
        let [x, y, z] = directions[slab];
        norms[slab] = ROOTS[(x * x + y * y + z * z) as usize];
        slab += 1;
    }
    norms
}

/// A direction as a vector.
#[must_use]
pub fn vector([x, y, z]: Direction) -> DVec3 {
    DVec3::new(f64::from(x), f64::from(y), f64::from(z))
}

/// The coordinates of a point along the directions: at most two additions each.
#[inline(always)]
#[must_use]
pub fn project<const S: usize>(p: DVec3) -> [f64; S] {
    let Families { axes, corners, edges } = const { families(S) };
    let (sum, difference) = (p.x + p.y, p.x - p.y);
    let mut places = [0.0; S];
    let mut slab = 0;
    if axes {
        places[..3].copy_from_slice(&[p.x, p.y, p.z]);
        slab += 3;
    }
    if corners {
        let all = [sum + p.z, sum - p.z, difference + p.z, difference - p.z];
        places[slab..slab + 4].copy_from_slice(&all);
        slab += 4;
    }
    if edges {
        let all = [sum, difference, p.x + p.z, p.x - p.z, p.y + p.z, p.y - p.z];
        places[slab..slab + 6].copy_from_slice(&all);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree<const S: usize>() {
        let p = DVec3::new(1.0, 10.0, 100.0);
        let expected = directions::<S>().map(|d| vector(d).dot(p));
        assert_eq!(project::<S>(p), expected);
        for (norm, direction) in norms::<S>().into_iter().zip(directions::<S>()) {
            let exact = vector(direction).length();
            assert!(
                norm > exact * (1.0 + 4.0 * f64::EPSILON) && norm < exact * (1.0 + 1e-14),
                "{norm} {exact}"
            );
        }
    }

    #[test]
    fn projections_norms_and_directions_agree() {
        agree::<3>();
        agree::<4>();
        agree::<6>();
        agree::<7>();
        agree::<9>();
        agree::<10>();
        agree::<13>();
    }
}
