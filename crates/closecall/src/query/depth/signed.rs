//! One number for two solids: how far apart they are, or how deep in each other.

use super::DepthMemory;
use super::hold::{holds, moment};
use super::penetration::Penetration;
use crate::geom::{DVec3, Interval, Pose};
use crate::mesh::UnitsDiffer;
use crate::query::{Ask, Distance, Model, Scratch, Solid};
use crate::rounding::U;
use crate::wide::DistanceAsked;

/// Two nearest points are off by less than this, times the largest coordinate of the corners.
const POINTS_OFF: f64 = 8.0 * U;

/// A gradient that may be off by this is rough.
const ROUGH: f64 = 1e-6;

/// The distance of two solids: positive apart, 0 where they touch, and less than 0 by their depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedDistance {
    /// The number.
    pub distance: Interval,
    /// A unit vector from A to B. The distance changes by this times a small translation of B, but
    /// where several places are as near, or several ways out as short. 0 if the solids only touch.
    pub gradient: [f64; 3],
    /// How the distance changes with a small turn of B: by this times the turn, a vector along the
    /// axis through the origin of A's frame, in radians. Where one place is nearest, or one place
    /// holds the two in each other, it is the product of that point and the gradient. In each other,
    /// both belong to the way out that was found: no small change makes it shorter, though another way
    /// may be, within the interval.
    pub moment: [f64; 3],
    /// Are the gradient and the moment only rough? They are where the solids only touch or nearly do,
    /// and where the search ended at a way out that a small change still makes shorter.
    pub is_rough: bool,
    /// The nearest point of A, or the one that B leaves last.
    pub point_a: [f64; 3],
    /// The nearest point of B, or the one that leaves A last, where B is now.
    pub point_b: [f64; 3],
}

impl Solid {
    /// The distance of the two, `other` being at the pose `a_from_b`, or their depth in each other:
    /// [`Solid::penetration`]. The options are those of a distance and of a depth.
    ///
    /// ```
    /// use closecall::{Ask, Model, Pose, mesh::shapes::cuboid};
    /// let cube = Model::new(cuboid([0.0; 3], [1.0; 3])).solid()?;
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
        self.model().check_units(other.model())?;
        let ask = Ask { limit: f64::INFINITY, ..ask.into() };
        let found = self.signed_within(other, a_from_b, &ask, &mut Scratch::default());
        Ok(found.expect("there is no limit"))
    }

    /// [`Solid::signed_distance`] of solids whose units agree; none if they are further apart than
    /// the limit.
    pub(crate) fn signed_within(
        &self,
        other: &Self,
        a_from_b: &Pose,
        ask: &Ask,
        scratch: &mut Scratch,
    ) -> Option<SignedDistance> {
        if let Some(found) =
            self.penetration_from(other, a_from_b, &mut DepthMemory::default(), ask)
        {
            return Some(SignedDistance::of_depth([self, other], a_from_b, &found));
        }
        let asked = DistanceAsked { limit: ask.limit, ..DistanceAsked::default() };
        let found = self.model().distance_asked(other.model(), a_from_b, &asked, scratch)?;
        Some(SignedDistance::of_distance([self, other].map(Solid::model), a_from_b, &found))
    }
}

impl SignedDistance {
    /// Of bodies that are apart, or mere surfaces.
    pub(crate) fn of_distance(models: [&Model; 2], a_from_b: &Pose, found: &Distance) -> Self {
        let [a, b] = [found.point_a, found.point_b].map(DVec3::from);
        let corners = [
            models[0].mesh().triangle_at(found.a as usize),
            a_from_b.carried_triangle(&models[1].mesh().triangle_at(found.b as usize)),
        ];
        let largest = corners
            .as_flattened()
            .iter()
            .fold(0.0, |most: f64, corner| most.max(corner.abs().max_element()));
        let apart = if found.distance.hi > 0.0 { b - a } else { DVec3::ZERO };
        let gradient = apart.normalize_or_zero();
        Self {
            distance: found.distance,
            gradient: gradient.to_array(),
            moment: b.cross(gradient).to_array(),
            is_rough: POINTS_OFF * largest >= ROUGH * found.distance.lo,
            point_a: a.to_array(),
            point_b: b.to_array(),
        }
    }

    pub(crate) fn of_depth(solids: [&Solid; 2], a_from_b: &Pose, found: &Penetration) -> Self {
        let holds = holds(solids, a_from_b, found);
        let way = DVec3::from_array(found.parting.normal);
        let at = a_from_b.shift();
        let (point_a, point_b) =
            holds.first().map_or((at, at), |hold| (hold.point_a, hold.point_b));
        let moment = moment(&holds, way);
        Self {
            distance: -found.depth,
            gradient: way.to_array(),
            moment: moment.unwrap_or_else(|| point_b.cross(way)).to_array(),
            is_rough: moment.is_none(),
            point_a: point_a.to_array(),
            point_b: point_b.to_array(),
        }
    }
}
