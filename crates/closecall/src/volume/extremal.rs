//! The points that reach furthest in the 26 directions of a cube's faces, edges and corners: few enough to be looked at
//! many times, and within about a percent of what all points would say.

use super::kdop::directions::project;
use crate::geom::DVec3;

/// Slabs of the largest k-DOP.
const SLABS: usize = 13;

/// At most 26 points, those that are least or greatest along a direction, each once.
pub fn extremal(points: impl Iterator<Item = DVec3>) -> Vec<DVec3> {
    let mut least = [(f64::INFINITY, DVec3::ZERO); SLABS];
    let mut greatest = [(f64::NEG_INFINITY, DVec3::ZERO); SLABS];
    for p in points {
        for (slab, place) in project::<SLABS>(p).into_iter().enumerate() {
            if place < least[slab].0 {
                least[slab] = (place, p);
            }
            if place > greatest[slab].0 {
                greatest[slab] = (place, p);
            }
        }
    }
    let mut found: Vec<DVec3> = Vec::with_capacity(2 * SLABS);
    for (_, p) in least.into_iter().chain(greatest) {
        if !found.contains(&p) {
            found.push(p);
        }
    }
    found
}
