//! In what way do two bodies meet? Decided exactly, with evidence.
//!
//! The surfaces of two solids cut space into regions, and each lies inside A only, inside B only,
//! inside both, or inside neither. Which of the first three exist says it all: none is inside both
//! where the solids are apart or just touch; else they cross, one contains the other, or they are
//! identical. Every region has a piece of surface at its border, so it is enough to look at both
//! sides of every piece. `cells` finds a point of each piece of a triangle that others touch, in
//! exact arithmetic; `patches` joins the triangles that nothing touches, one point for each lot.

mod cells;
mod flat;
mod patches;
mod regions;

use super::solid::placed::Placed;
use super::{Model, Solid};
use crate::geom::exact::{Class, classify};
use crate::geom::{DVec3, Pose};
use patches::Tasks;
use regions::Regions;

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

/// What the bodies were taken for.
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
    pub point: DVec3,
    /// How often A's surface winds about the region.
    pub winding_a: i64,
    /// How often B's surface winds about it.
    pub winding_b: i64,
}

/// How two bodies meet, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// In what way.
    pub kind: Kind,
    /// What the bodies were taken for.
    pub meaning: Meaning,
    /// Two triangles, of A and of B, that share a point, if there are any.
    pub contact: Option<(u32, u32)>,
    /// Where the insides of both are.
    pub both: Option<Witness>,
    /// Where only the inside of A is.
    pub a_only: Option<Witness>,
    /// Where only the inside of B is.
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
    /// use closecall::{Kind, Model, Pose, geom::DVec3, mesh::shapes::cuboid};
    /// let cube = Model::new(cuboid(DVec3::ZERO, DVec3::ONE)).solid()?;
    /// let at = |x| cube.meeting(&cube, &Pose::from_translation([x, 0.0, 0.0]).unwrap()).kind;
    /// assert_eq!([at(0.0), at(0.5), at(1.0), at(1.5)], [Kind::Identical, Kind::Crossing, Kind::Touching, Kind::Apart]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn meeting(&self, other: &Self, a_from_b: &Pose) -> Meeting {
        let contacts = self.model().contacts(other.model(), a_from_b);
        if contacts.is_empty() && self.collision(other, a_from_b).is_none() {
            return Meeting::without_evidence(Kind::Apart, Meaning::Solids, None);
        }
        let bodies = [self.placed(&Pose::IDENTITY), other.placed(a_from_b)];
        let regions = regions(&bodies, &contacts);
        Meeting::of_solids(&regions, contacts.first().copied())
    }
}

impl Model {
    /// In what way do the two meet, as solids if both meshes are closed, else as surfaces?
    #[must_use]
    pub fn meeting(&self, other: &Self, a_from_b: &Pose) -> Meeting {
        match (self.solid(), other.solid()) {
            (Ok(a), Ok(b)) => a.meeting(&b, a_from_b),
            _ => self.surface_meeting(other, a_from_b),
        }
    }

    /// In what way do the surfaces meet?
    #[must_use]
    pub fn surface_meeting(&self, other: &Self, a_from_b: &Pose) -> Meeting {
        let contacts = self.contacts(other, a_from_b);
        if !contacts.is_empty() && corners(self, &Pose::IDENTITY) == corners(other, a_from_b) {
            return Meeting::without_evidence(
                Kind::Identical,
                Meaning::Surfaces,
                contacts.first().copied(),
            );
        }
        let crosses = |&(a, b): &(u32, u32)| {
            let (a, b) = (self.mesh().triangle(a as usize), other.mesh().triangle(b as usize));
            classify(&a, &a_from_b.carry_triangle(&b)) == Some(Class::Crossing)
        };
        let (kind, contact) = match (contacts.iter().copied().find(crosses), contacts.first()) {
            (Some(pair), _) => (Kind::Crossing, Some(pair)),
            (None, Some(&pair)) => (Kind::Touching, Some(pair)),
            (None, None) => (Kind::Apart, None),
        };
        Meeting::without_evidence(kind, Meaning::Surfaces, contact)
    }
}

/// The corners of all triangles at a pose, without regard to order, orientation and repetition.
fn corners(model: &Model, pose: &Pose) -> Vec<[[u64; 3]; 3]> {
    // Both zeros have the bits of +0.
    let bits = |point: DVec3| point.to_array().map(|x| (x + 0.0).to_bits());
    let triangle = |number: usize| {
        let mut corners = pose.carry_triangle(&model.mesh().triangle(number)).map(bits);
        corners.sort_unstable();
        corners
    };
    let mut all: Vec<_> = (0..model.mesh().triangle_count()).map(triangle).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The regions that exist, as far as the answer needs them.
fn regions(bodies: &[Placed; 2], contacts: &[(u32, u32)]) -> Regions {
    let mut regions = Regions::default();
    let touched = Tasks::touched(bodies, contacts);
    regions.explore(bodies, touched.tasks());
    if !regions.are_all_found() {
        regions.explore(bodies, &touched.rest(bodies));
    }
    regions
}
