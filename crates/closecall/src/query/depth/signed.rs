//! One number for two solids: how far apart they are, or how deep in each other.

use super::penetration::Penetration;
use crate::geom::exact::distance;
use crate::geom::{DVec3, Interval, Pose};
use crate::mesh::UnitsDiffer;
use crate::query::{Ask, Distance, Solid};

/// The distance of two solids: positive apart, 0 where they touch, and less than 0 by their depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedDistance {
    /// The number.
    pub distance: Interval,
    /// A unit vector from A to B. The distance changes by this times a small translation of B, but
    /// where several places are as near, or several ways out as short. 0 if the solids only touch.
    pub gradient: [f64; 3],
    /// The nearest point of A, or the one that B leaves last.
    pub point_a: [f64; 3],
    /// The nearest point of B, or the one that leaves A last, where B is now.
    pub point_b: [f64; 3],
}

impl Solid {
    /// How far apart the two are, `other` being at the pose `a_from_b`, or how deep in each other:
    /// [`Solid::penetration`]. The options are those of a distance and of a depth.
    ///
    /// ```
    /// use closecall::{Ask, Model, Pose, geom::DVec3, mesh::shapes::cuboid};
    /// let cube = Model::new(cuboid(DVec3::ZERO, DVec3::ONE)).solid()?;
    /// for x in [0.75, 1.0, 1.25] {
    ///     let signed = cube.signed_distance(&cube, &Pose::from_translation([x, 0.25, 0.0])?, Ask::new())?;
    ///     assert!((signed.distance.middle() - (x - 1.0)).abs() < 1e-9);
    ///     assert!(x == 1.0 || signed.gradient == [1.0, 0.0, 0.0]);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they state different units: [`crate::Model::unit`].
    pub fn signed_distance(
        &self,
        other: &Self,
        a_from_b: &Pose,
        ask: impl Into<Ask>,
    ) -> Result<SignedDistance, UnitsDiffer> {
        let distance = self.model().distance(other.model(), a_from_b)?;
        Ok(match self.penetration_from(other, a_from_b, None, &ask.into()) {
            Some(found) => SignedDistance::of_depth([self, other], a_from_b, &found),
            None => SignedDistance::of_distance(&distance),
        })
    }
}

impl SignedDistance {
    fn of_distance(found: &Distance) -> Self {
        let (a, b) = (found.point_a, found.point_b);
        Self {
            distance: found.distance,
            gradient: (b - a).normalize_or_zero().to_array(),
            point_a: a.to_array(),
            point_b: b.to_array(),
        }
    }

    pub(crate) fn of_depth(solids: [&Solid; 2], a_from_b: &Pose, found: &Penetration) -> Self {
        let [a, b] = solids.map(Solid::mesh);
        let pose = &found.parting.pose;
        let back = DVec3::from_array(found.parting.translation);
        let places = found.parting.held_by.iter().map(|&(i, j)| {
            let last = pose.carried_triangle(&b.triangle_at(j as usize));
            distance(&a.triangle_at(i as usize), &last)
        });
        let place = places.min_by(|p, q| p.distance.lo.total_cmp(&q.distance.lo));
        let (point_a, point_b) = place.map_or_else(
            || (a_from_b.shift(), a_from_b.shift()),
            |place| (place.point_a, place.point_b - back),
        );
        Self {
            distance: -found.depth,
            gradient: found.parting.normal,
            point_a: point_a.to_array(),
            point_b: point_b.to_array(),
        }
    }
}
