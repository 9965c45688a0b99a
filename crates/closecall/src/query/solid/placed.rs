//! A solid at a pose, seen from A's frame: its carried triangles are all that exact questions look
//! at.

use super::Solid;
use crate::geom::exact::germ::Germ;
use crate::geom::exact::{TriangleDistance, distance_up_to, meet};
use crate::geom::{DVec3, Pose, Triangle};

/// A solid and its pose.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'s> {
    pub(crate) solid: &'s Solid,
    pub(crate) pose: &'s Pose,
}

impl Placed<'_> {
    /// A triangle, carried.
    pub(crate) fn triangle(&self, t: u32) -> Triangle {
        self.pose.carried_triangle(&self.solid.mesh().triangle_at(t as usize))
    }

    /// Tells of every triangle that may reach into a box.
    pub(crate) fn visit(&self, low: DVec3, high: DVec3, visitor: impl FnMut(u32)) {
        self.solid.boxes().visit(self.pose, low, high, visitor);
    }

    /// The winding number of the surface about a germ.
    pub(crate) fn winding(&self, germ: &Germ) -> i64 {
        let (low, high) = germ.ray_box();
        let mut sum = 0;
        self.visit(low, high, |t| sum += germ.crossing(&self.triangle(t)));
        sum
    }

    /// The triangle that is nearest to a point, and its distance; none if it is nearer than
    /// `least`.
    pub(crate) fn nearest_beyond(
        &self,
        point: DVec3,
        least: f64,
    ) -> Option<(u32, TriangleDistance)> {
        let mut best: Option<(u32, TriangleDistance)> = None;
        self.solid.boxes().approach(self.pose, point, f64::INFINITY, |t| {
            let most = best.map_or(f64::INFINITY, |(_, found)| found.distance.hi);
            if let Some(found) = distance_up_to(&[point; 3], &self.triangle(t), most)
                && best.is_none_or(|(known, best)| {
                    (found.distance.lo, found.distance.hi, t)
                        < (best.distance.lo, best.distance.hi, known)
                })
            {
                best = Some((t, found));
            }
            match best {
                Some((_, found)) if found.distance.hi < least => f64::NEG_INFINITY,
                Some((_, found)) => found.distance.hi,
                None => f64::INFINITY,
            }
        });
        best.filter(|(_, found)| found.distance.hi >= least)
    }

    /// A triangle that the point lies on, if there is one.
    pub(crate) fn triangle_at(&self, point: DVec3) -> Option<u32> {
        let mut found = None;
        self.visit(point, point, |t| {
            if found.is_none() && meet(&[point; 3], &self.triangle(t)).meets {
                found = Some(t);
            }
        });
        found
    }
}
