//! The regions that exist, as far as the answer needs them.
//!
//! First the triangles that the other body touches. Then those that it does not touch, connected
//! ones together: the other's surface does not come near, so such a part lies inside of the other
//! as a whole, or outside, and one of its points tells which. That leaves few regions that it can
//! border on; a part whose regions are all found already need not be looked at.

use super::Side;
use super::patches::{TouchedLots, sides, some_tasks, untouched_tasks};
use super::regions::{RegionName, Regions};
use super::steps::Steps;
use crate::geom::DVec3;
use crate::geom::exact::germ::Germ;
use crate::query::solid::placed::Placed;

/// The number of triangles of a part that are looked at before all of them are.
const FEW: usize = 16;

/// The regions that exist; none if the question is broken off.
pub(super) fn regions(
    bodies: &[Placed; 2],
    contacts: &[(u32, u32)],
    steps: &Steps,
) -> Option<Regions> {
    let mut regions = Regions::default();
    let touched = TouchedLots::new(bodies, contacts);
    for tasks in touched.tasks(bodies, steps) {
        regions.explore(bodies, &tasks, &RegionName::ALL, steps)?;
        if regions.have(&RegionName::ALL) {
            return Some(regions);
        }
        if steps.is_over() {
            return None;
        }
    }
    for side in [Side::A, Side::B] {
        let (own, other) = sides(bodies, side);
        for part in touched.untouched(own, side) {
            steps.step()?;
            let wanted = wanted(side, is_inside(own, part[0], other));
            if !regions.have(wanted) {
                explore_part(&mut regions, bodies, (side, &part), wanted, steps)?;
            }
        }
    }
    Some(regions)
}

/// The regions not touched by the other body that a part can border on.
fn wanted(side: Side, is_inside: bool) -> &'static [RegionName] {
    match (side, is_inside) {
        (Side::A, false) => &[RegionName::AOnly],
        (Side::A, true) => &[RegionName::Both, RegionName::BOnly],
        (Side::B, false) => &[RegionName::BOnly],
        (Side::B, true) => &[RegionName::Both, RegionName::AOnly],
    }
}

/// Does a triangle that the other body does not touch lie inside of it?
fn is_inside(own: &Placed, triangle: u32, other: &Placed) -> bool {
    let [corner, ..] = own.triangle(triangle);
    let (low, high) = other.solid.boxes().extent(other.pose);
    let near = corner.cmpge(low).all() && corner.cmple(high).all();
    near && other.winding(&Germ::beside(corner)) != 0
}

fn explore_part(
    regions: &mut Regions,
    bodies: &[Placed; 2],
    (side, part): (Side, &[u32]),
    wanted: &[RegionName],
    steps: &Steps,
) -> Option<()> {
    let own = sides(bodies, side).0;
    let few = some_tasks(own, side, &part[..part.len().min(FEW)]);
    regions.explore(bodies, &few, wanted, steps)?;
    if regions.have(wanted) || part.len() <= FEW {
        return Some(());
    }
    regions.explore(bodies, &untouched_tasks(own, side, part, steps)?, wanted, steps)
}

/// Do both bodies have the same triangles, as often and turned the same way? Then both wind about
/// every point as often.
pub(super) fn are_same([a, b]: &[Placed; 2]) -> bool {
    let count = |body: &Placed| body.solid.mesh().triangle_count();
    count(a) == count(b)
        && a.solid.boxes().extent(a.pose) == b.solid.boxes().extent(b.pose)
        && turned_triangles(a) == turned_triangles(b)
}

/// The corners of all triangles, the least first in each, sorted.
fn turned_triangles(body: &Placed) -> Vec<[[u64; 3]; 3]> {
    // Both zeros have the bits of +0.
    let bits = |point: DVec3| point.to_array().map(|x| (x + 0.0).to_bits());
    let triangle = |t: u32| {
        let mut corners = body.triangle(t).map(bits);
        let least = (0..3).min_by_key(|&k| corners[k]).unwrap_or(0);
        corners.rotate_left(least);
        corners
    };
    let mut all: Vec<_> = (0..body.solid.mesh().triangle_count() as u32).map(triangle).collect();
    all.sort_unstable();
    all
}

/// The regions of two bodies that wind about every point as often.
pub(super) fn regions_of_one(bodies: &[Placed; 2], steps: &Steps) -> Option<Regions> {
    let mut regions = Regions::default();
    let all: Vec<u32> = (0..bodies[0].solid.mesh().triangle_count() as u32).collect();
    for lot in all.chunks(FEW) {
        if regions.have(&[RegionName::Both]) {
            break;
        }
        let tasks = some_tasks(&bodies[0], Side::A, lot);
        regions.explore(bodies, &tasks, &[RegionName::Both], steps)?;
        steps.step()?;
    }
    Some(regions)
}
