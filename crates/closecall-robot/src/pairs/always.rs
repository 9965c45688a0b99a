//! Proof that two links touch everywhere in a box of joints.
//!
//! Let an edge of one link pierce a triangle of the other in the middle of the box. On a straight way
//! from the middle to any other point of the box no point of B gets further than the spread δ, seen
//! from A. If the ends of the edge stay further than δ from the triangle, and the sides of the
//! triangle further than δ from the edge, then on the way the edge's ends never meet the triangle and
//! its sides never meet the edge: the number of crossings stays what it was, which is odd, and the two
//! touch at the end of the way, too.

use closecall::Ask;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Triangle, exact};
use std::ops::ControlFlow;

use super::part::Part;
use crate::error::RobotError;

/// The number of pairs of touching triangles that are looked at.
const CONTACTS: usize = 256;

/// Do the two links certainly touch wherever in the box?
pub(super) fn holds(part: &Part, low: &[f64], high: &[f64]) -> Result<bool, RobotError> {
    let robot = part.placed.robot();
    let [a, b] = part.links.map(|link| &robot.links()[link].model);
    let (Some(a), Some(b)) = (a, b) else { return Ok(false) };
    let middle: Vec<f64> =
        low.iter().zip(high).map(|(low, high)| low + (high - low) * 0.5).collect();
    let poses = robot.root_from_links(&middle)?;
    let [root_from_a, root_from_b] = part.links.map(|link| poses[link]);
    let Ok(a_from_b) = root_from_a.relative(&root_from_b) else { return Ok(false) };
    let spread = part.spread(low, high);
    let (mut found, mut seen) = (false, 0);
    let Ok(mut pair) = a.ask(b, Ask::new()) else { return Ok(false) };
    pair.visit_contacts(&a_from_b, |i, j| {
        let one = a.mesh().triangle_at(i as usize);
        let other = a_from_b.carried_triangle(&b.mesh().triangle_at(j as usize));
        found = pierces(&one, &other, spread) || pierces(&other, &one, spread);
        seen += 1;
        if found || seen == CONTACTS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Ok(found)
}

/// Does an edge of one triangle pierce the other, and still do so if both are moved by no more than
/// the spread against each other?
fn pierces(one: &Triangle, other: &Triangle, spread: f64) -> bool {
    // A point within the triangle is no further from its sides than their lengths.
    if sides(other).iter().any(|[p, q]| p.distance(*q) <= spread) {
        return false;
    }
    sides(one).iter().any(|&[p, q]| {
        p.distance(q) > 2.0 * spread
            && exact::meet(&[p, q, q], other).meets
            && [p, q].iter().all(|&end| is_beyond(&[end; 3], other, spread))
            && sides(other).iter().all(|&[r, s]| is_beyond(&[p, q, q], &[r, s, s], spread))
    })
}

fn sides(&[a, b, c]: &Triangle) -> [[DVec3; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

fn is_beyond(a: &Triangle, b: &Triangle, distance: f64) -> bool {
    exact::distance(a, b).distance.lo > distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deep_crossing_is_a_proof_and_a_shallow_one_is_none() {
        let flat =
            [DVec3::new(-3.0, -3.0, 0.0), DVec3::new(3.0, -3.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];
        let blade = |z: f64| {
            [DVec3::new(0.0, 0.0, z), DVec3::new(0.0, 0.0, z - 2.0), DVec3::new(9.0, 9.0, z)]
        };
        assert!(pierces(&blade(1.0), &flat, 0.9));
        assert!(!pierces(&blade(1.0), &flat, 1.1)); // its ends would come through
        assert!(!pierces(&blade(0.1), &flat, 0.2));
        assert!(!pierces(&blade(-0.1), &flat, 0.01)); // it does not touch
        let aside = blade(1.0).map(|p| p + DVec3::new(0.0, -2.9, 0.0));
        assert!(pierces(&aside, &flat, 0.05) && !pierces(&aside, &flat, 0.2)); // a side is near
        let within = [DVec3::ZERO, DVec3::new(0.5, 0.0, 0.0), DVec3::new(0.0, 0.5, 0.0)];
        assert!(!pierces(&within, &flat, 0.001)); // in the plane
    }
}
