//! The points that reach furthest in the 26 directions of a cube's faces, edges and corners: few
//! enough to be looked at many times, and within about a percent of what all points would say.

use super::kdop::directions::project;
use closecall::engine::geom::DVec3;

const SLABS: usize = 13;

/// The number of points at most.
pub(super) const MOST: usize = 2 * SLABS;

/// A few points, kept in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extremal {
    points: [DVec3; MOST],
    count: usize,
}

impl Extremal {
    /// The points that are least or greatest along a direction, each once.
    pub(super) fn of(points: impl Iterator<Item = DVec3>) -> Self {
        let mut places = [f64::NEG_INFINITY; MOST];
        let mut found = [(0u32, DVec3::ZERO); MOST];
        for (number, p) in (0..).zip(points) {
            for (slab, place) in project::<SLABS>(p).into_iter().enumerate() {
                for (side, place) in [(slab, place), (SLABS + slab, -place)] {
                    if place > places[side] {
                        places[side] = place;
                        found[side] = (number, p);
                    }
                }
            }
        }
        let mut few = Self { points: [DVec3::ZERO; MOST], count: 0 };
        let mut numbers = [0; MOST];
        for (number, p) in found {
            if !numbers[..few.count].contains(&number) {
                numbers[few.count] = number;
                few.points[few.count] = p;
                few.count += 1;
            }
        }
        few
    }

    /// All of a few points.
    pub(super) fn all(points: impl Iterator<Item = DVec3>) -> Self {
        let mut few = Self { points: [DVec3::ZERO; MOST], count: 0 };
        for (slot, p) in few.points.iter_mut().zip(points) {
            *slot = p;
            few.count += 1;
        }
        few
    }

    pub(super) fn as_slice(&self) -> &[DVec3] {
        &self.points[..self.count]
    }
}
