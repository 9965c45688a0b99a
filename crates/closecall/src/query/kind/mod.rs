//! In what way do two bodies meet? Decided exactly, with evidence.
//!
//! The surfaces of two solids cut space into regions, and each lies inside A only, inside B only,
//! inside both, or inside neither. Which of the first three exist says it all: none is inside both
//! where the solids are apart or just touch; else they cross, one contains the other, or they are
//! identical. Every region has a piece of surface at its border, so it is enough to look at both
//! sides of every piece. `cells` finds a point of each piece of a triangle that others touch, in
//! exact arithmetic; `patches` joins the triangles that nothing touches, one point for each lot.

mod cells;
mod explore;
mod flat;
mod patches;
mod regions;
pub(super) mod steps;
mod surfaces;

use super::pair::{GO_ON, Watch};
use super::{Ask, Model, Pair, Solid};
use crate::geom::Pose;
use crate::mesh::UnitsDiffer;
use regions::Regions;
use std::ops::ControlFlow;
use steps::Steps;

/// The way in which two bodies meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// They share no point.
    Apart,
    /// They share points, but the inside of one shares none with the inside of the other.
    Touching,
    /// Their insides overlap, and each has some of its inside outside the other.
    Crossing,
    /// The inside of one lies in the other; it may touch its surface from within.
    Contained,
    /// They are the same set of points, but for surfaces inside of them.
    Identical,
}

/// The reading of the bodies: solids or surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// Solids: what lies inside counts.
    Solids,
    /// Surfaces, because one of the meshes is not closed: *crossing* means that the insides of two
    /// triangles cross, *identical* that both have the same triangles, and *touching* is every
    /// other contact.
    Surfaces,
}

/// A point close to a region that exists: the region begins right beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Witness {
    /// The point, rounded.
    pub point: [f64; 3],
    /// The winding number of A's surface about the region.
    pub winding_a: i64,
    /// The winding number of B's surface about it.
    pub winding_b: i64,
}

/// The relation of two bodies, and the evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// In what way.
    pub kind: Kind,
    /// The reading of the bodies: solids or surfaces.
    pub meaning: Meaning,
    /// Two triangles, of A and of B, that share a point, if there are any.
    pub contact: Option<(u32, u32)>,
    /// A point inside of both bodies, if they share some inside.
    pub both: Option<Witness>,
    /// A point that is only inside of A, if there is one.
    pub a_only: Option<Witness>,
    /// A point that is only inside of B, if there is one.
    pub b_only: Option<Witness>,
}

/// One of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

impl Kind {
    /// `apart`, `touching`, …
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Touching => "touching",
            Self::Crossing => "crossing",
            Self::Contained => "contained",
            Self::Identical => "identical",
        }
    }
}

impl Meeting {
    /// Of a solid contained in another, the inner one.
    #[must_use]
    pub fn inner(&self) -> Option<Side> {
        let inner = if self.b_only.is_none() { Side::B } else { Side::A };
        (self.kind == Kind::Contained).then_some(inner)
    }

    fn of_solids(regions: &Regions, contact: Option<(u32, u32)>) -> Self {
        let Regions { both, a_only, b_only } = *regions;
        let kind = match (both, a_only, b_only) {
            (None, ..) => Kind::Touching,
            (_, Some(_), Some(_)) => Kind::Crossing,
            (_, None, None) => Kind::Identical,
            _ => Kind::Contained,
        };
        Self { kind, meaning: Meaning::Solids, contact, both, a_only, b_only }
    }

    fn without_evidence(kind: Kind, meaning: Meaning, contact: Option<(u32, u32)>) -> Self {
        Self { kind, meaning, contact, both: None, a_only: None, b_only: None }
    }
}

impl Solid {
    /// In what way do the two solids meet, `other` being at the pose `a_from_b` in this one's
    /// frame?
    ///
    /// ```
    /// use closecall::{Kind, Model, Pose, mesh::shapes::cuboid};
    /// let cube = Model::new(cuboid([0.0; 3], [1.0; 3])).solid()?;
    /// let at = |x| cube.meeting(&cube, &Pose::from_translation([x, 0.0, 0.0]).unwrap()).unwrap().kind;
    /// assert_eq!([at(0.0), at(0.5), at(1.0), at(1.5)], [Kind::Identical, Kind::Crossing, Kind::Touching, Kind::Apart]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn meeting(&self, other: &Self, a_from_b: &Pose) -> Result<Meeting, UnitsDiffer> {
        let found = self.meeting_watched(other, a_from_b, &GO_ON)?;
        Ok(found.expect("nobody breaks it off"))
    }

    /// [`Solid::meeting`], which `watch` may break off: it hears how many steps are done, each of a
    /// triangle, a pair of them or a point, from any thread. None if it broke off before all was
    /// known.
    ///
    /// # Errors
    /// As [`Solid::meeting`].
    pub fn meeting_watched(
        &self,
        other: &Self,
        a_from_b: &Pose,
        watch: &Watch,
    ) -> Result<Option<Meeting>, UnitsDiffer> {
        if self.collision(other, a_from_b)?.is_none() {
            return Ok(Some(Meeting::without_evidence(Kind::Apart, Meaning::Solids, None)));
        }
        Ok(self.meeting_of_touching(other, a_from_b, &Steps::new(watch)))
    }

    /// The same of solids that share a point.
    fn meeting_of_touching(&self, other: &Self, a_from_b: &Pose, steps: &Steps) -> Option<Meeting> {
        let bodies = [self.placed(&Pose::IDENTITY), other.placed(a_from_b)];
        if explore::are_same(&bodies) {
            let contact = self.model().contact(other.model(), a_from_b);
            return Some(Meeting::of_solids(&explore::regions_of_one(&bodies, steps)?, contact));
        }
        let contacts = contacts(self.model(), other.model(), a_from_b, steps)?;
        let regions = explore::regions(&bodies, &contacts, steps)?;
        Some(Meeting::of_solids(&regions, contacts.first().copied()))
    }
}

/// All pairs that touch, sorted; none if the question is broken off.
fn contacts(a: &Model, b: &Model, a_from_b: &Pose, steps: &Steps) -> Option<Vec<(u32, u32)>> {
    let mut pairs = Vec::new();
    Pair::cold(a, b, Ask::new()).visit_contacts(a_from_b, |i, j| {
        pairs.push((i, j));
        steps.step().map_or(ControlFlow::Break(()), ControlFlow::Continue)
    });
    pairs.sort_unstable();
    (!steps.is_over()).then_some(pairs)
}

impl Model {
    /// In what way do the two meet, as solids if both meshes are closed, else as surfaces?
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn meeting(&self, other: &Self, a_from_b: &Pose) -> Result<Meeting, UnitsDiffer> {
        let found = self.meeting_watched(other, a_from_b, &GO_ON)?;
        Ok(found.expect("nobody breaks it off"))
    }

    /// [`Model::meeting`], which `watch` may break off, as [`Solid::meeting_watched`].
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn meeting_watched(
        &self,
        other: &Self,
        a_from_b: &Pose,
        watch: &Watch,
    ) -> Result<Option<Meeting>, UnitsDiffer> {
        match (self.solid(), other.solid()) {
            (Ok(a), Ok(b)) => a.meeting_watched(&b, a_from_b, watch),
            _ => self.surface_meeting_watched(other, a_from_b, watch),
        }
    }

    /// In what way do the surfaces meet?
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn surface_meeting(&self, other: &Self, a_from_b: &Pose) -> Result<Meeting, UnitsDiffer> {
        let found = self.surface_meeting_watched(other, a_from_b, &GO_ON)?;
        Ok(found.expect("nobody breaks it off"))
    }

    /// [`Model::surface_meeting`], which `watch` may break off, as [`Solid::meeting_watched`].
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn surface_meeting_watched(
        &self,
        other: &Self,
        a_from_b: &Pose,
        watch: &Watch,
    ) -> Result<Option<Meeting>, UnitsDiffer> {
        self.check_units(other)?;
        Ok(surfaces::meeting([self, other], a_from_b, &Steps::new(watch)))
    }

    /// Two triangles that touch, if any do.
    fn contact(&self, other: &Self, a_from_b: &Pose) -> Option<(u32, u32)> {
        Pair::cold(self, other, Ask::new()).first_contact(a_from_b)
    }
}
