//! The questions: how deep, how deep along a direction, and a quick way out.

use super::DepthMemory;
use super::cell::Cell;
use super::prove::Evidence;
use super::scene::Scene;
use super::search::{Best, Goal};
use super::slide::Free;
use crate::geom::exact::distance;
use crate::geom::ray::{Ray, RayError};
use crate::geom::{DVec3, Interval, Pose};
use crate::mesh::UnitsDiffer;
use crate::query::{Ask, Kind, Solid};

/// The accuracy of a depth, as a share of it, where none is asked for.
pub const ACCURACY: f64 = 1e-3;

/// A proof along a direction that gains less than this share of what is missing is the last.
const LEAST_GAIN: f64 = 0.02;

/// The cone around a direction is wider than rounding by this factor.
const AMPLE: f64 = 2000.0;

/// A translation of B that parts two solids: the exact test says that they are apart then, or only
/// touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Parting {
    /// B after the translation.
    pub pose: Pose,
    /// The translation, in A's frame.
    pub translation: [f64; 3],
    /// Its direction, from A to B; 0 if B need not move.
    pub normal: [f64; 3],
    /// Its length, rounded up.
    pub length: f64,
    /// Triangles, of A and of B, that are the last to let go on the way there.
    pub held_by: Vec<(u32, u32)>,
    /// A point where they hold, after the translation, in A's frame, rounded; none if nothing does.
    pub place: Option<[f64; 3]>,
}

/// The depth of two solids in each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Penetration {
    /// The length of the shortest translation of B that parts the two: none shorter than `lo` does,
    /// and `parting`, of length `hi`, does.
    pub depth: Interval,
    /// A translation that parts them.
    pub parting: Parting,
}

/// Why a depth along a direction is not known.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AlongError {
    /// The direction is none.
    #[error(transparent)]
    Direction(#[from] RayError),
    /// The bodies state different units.
    #[error(transparent)]
    Units(#[from] UnitsDiffer),
}

impl Solid {
    /// The depth of the two in each other, `other` being at the pose `a_from_b` in this solid's
    /// frame: the length of the shortest translation that parts them. Touching counts as parted.
    /// None if they share no point.
    ///
    /// [`Ask::accuracy`] says how close the bounds should be, as a share of the depth
    /// ([`ACCURACY`] if it is 0), and [`Ask::tolerance`] as a length; the first that is reached ends
    /// the search. So does the budget: then the interval is what is known.
    ///
    /// ```
    /// use closecall::{Ask, Kind, Model, Pose, mesh::shapes::cuboid};
    /// let cube = Model::new(cuboid([0.0; 3], [1.0; 3])).solid()?;
    /// let pose = Pose::from_translation([0.75, 0.25, 0.5])?;
    /// let found = cube.penetration(&cube, &pose, Ask::new())?.expect("they overlap");
    /// assert!(found.depth.contains(0.25) && found.depth.width() < 1e-3);
    /// assert_eq!(found.parting.normal, [1.0, 0.0, 0.0]);
    /// let parted = cube.meeting(&cube, &found.parting.pose)?.kind;
    /// assert!(parted == Kind::Apart || parted == Kind::Touching);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they state different units: [`crate::Model::unit`].
    pub fn penetration(
        &self,
        other: &Self,
        a_from_b: &Pose,
        ask: impl Into<Ask>,
    ) -> Result<Option<Penetration>, UnitsDiffer> {
        self.model().check_units(other.model())?;
        Ok(self.penetration_from(other, a_from_b, &mut DepthMemory::default(), &ask.into()))
    }

    /// [`Solid::penetration`] of solids whose units agree, which begins with what the last search left.
    pub(crate) fn penetration_from(
        &self,
        other: &Self,
        a_from_b: &Pose,
        memory: &mut DepthMemory,
        ask: &Ask,
    ) -> Option<Penetration> {
        self.meets(other, a_from_b).then_some(())?;
        let mut scene = Scene::new(self, other, a_from_b, ask);
        let accuracy = if ask.accuracy > 0.0 { ask.accuracy } else { ACCURACY };
        let goal = Goal { accuracy, tolerance: ask.tolerance.unwrap_or(0.0) };
        let found = scene.search(goal, memory);
        if found.low <= 0.0 && self.only_touches(other, a_from_b) {
            return Some(Penetration::of_touching(a_from_b));
        }
        Some(Penetration { depth: found.depth(), parting: scene.parting(found.best) })
    }

    /// The way that B has to go along a direction until the two are parted for the first time; it
    /// may enter again later. The length of the direction does not matter. None if they share no
    /// point.
    ///
    /// ```
    /// use closecall::{Ask, Model, Pose, mesh::shapes::cuboid};
    /// let cube = Model::new(cuboid([0.0; 3], [1.0; 3])).solid()?;
    /// let pose = Pose::from_translation([0.75, 0.25, 0.5])?;
    /// let up = cube.penetration_along(&cube, &pose, [0.0, 0.0, 2.0], Ask::new())?.expect("overlap");
    /// assert!(up.depth.contains(0.5) && up.depth.width() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the direction is 0, a component is out of range, or the units differ.
    pub fn penetration_along(
        &self,
        other: &Self,
        a_from_b: &Pose,
        direction: [f64; 3],
        ask: impl Into<Ask>,
    ) -> Result<Option<Penetration>, AlongError> {
        let way = unit(direction)?;
        self.model().check_units(other.model())?;
        if !self.meets(other, a_from_b) {
            return Ok(None);
        }
        if self.only_touches(other, a_from_b) {
            return Ok(Some(Penetration::of_touching(a_from_b)));
        }
        let mut scene = Scene::new(self, other, a_from_b, &ask.into());
        let (proved, mut evidence) = scene.begin();
        let best = scene.leave_for_sure(way, proved);
        let margin = scene.margin();
        let mut cell = Cell::around(way, (AMPLE * margin / proved).min(0.01), proved);
        scene.advance(&mut cell, &mut evidence, best.high, LEAST_GAIN);
        let depth = Interval { lo: cell.bound.min(best.high), hi: best.high };
        Ok(Some(Penetration { depth, parting: scene.parting(best) }))
    }

    /// A translation that parts the two, near a direction, such as that of the last answer: found by
    /// going downhill from there, so that no small change makes it shorter. It is an upper bound of
    /// the depth, and quick. None if they share no point, or if the budget ended before.
    ///
    /// ```
    /// use closecall::{Ask, Model, Pose, mesh::shapes::cuboid};
    /// let cube = Model::new(cuboid([0.0; 3], [1.0; 3])).solid()?;
    /// let pose = Pose::from_translation([0.75, 0.25, 0.5])?;
    /// let near = cube.parting_near(&cube, &pose, [0.1, 0.0, 1.0], Ask::new())?.expect("overlap");
    /// assert!((near.length - 0.5).abs() < 1e-9); // up: the shortest way out is 0.25 along x
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the direction is 0, a component is out of range, or the units differ.
    pub fn parting_near(
        &self,
        other: &Self,
        a_from_b: &Pose,
        direction: [f64; 3],
        ask: impl Into<Ask>,
    ) -> Result<Option<Parting>, AlongError> {
        let way = unit(direction)?;
        self.model().check_units(other.model())?;
        if !self.meets(other, a_from_b) {
            return Ok(None);
        }
        let mut scene = Scene::new(self, other, a_from_b, &ask.into());
        let found = scene.slide(way, 0.0, f64::INFINITY);
        Ok(found.map(|free| scene.parting(scene.best(free))))
    }

    fn only_touches(&self, other: &Self, a_from_b: &Pose) -> bool {
        self.meeting(other, a_from_b).is_ok_and(|meeting| meeting.kind == Kind::Touching)
    }

    /// Do solids whose units agree share a point?
    fn meets(&self, other: &Self, a_from_b: &Pose) -> bool {
        self.collides(other, a_from_b).unwrap_or(false)
    }
}

impl Scene<'_> {
    /// The translations that are proved without a search: all shorter than a length, and balls.
    fn begin(&mut self) -> (f64, Evidence) {
        let pairs = self.touching(DVec3::ZERO);
        let mut evidence = Evidence::new(self.proved_balls(f64::INFINITY), Vec::new());
        let mut proved = evidence.around_zero();
        if let Some(common) = self.common_anywhere(DVec3::ZERO, &pairs) {
            proved = proved.max(evidence.keep(self, &common).around_zero());
        }
        (proved, evidence)
    }

    fn parting(&mut self, best: Best) -> Parting {
        let Best { free, pose, high } = best;
        // Faces that the way reaches only shortly before the end hold, too.
        let mut held_by = self.holders(free.translation);
        held_by.extend(free.held.iter().map(|held| held.1));
        held_by.sort_unstable();
        held_by.dedup();
        let normal = free.translation.normalize_or_zero().to_array();
        let translation = free.translation.to_array();
        let place = self.place(&pose, &held_by);
        Parting { pose, translation, normal, length: high, held_by, place }
    }

    /// The point of A where two of these triangles are nearest, B being at a pose.
    fn place(&self, pose: &Pose, pairs: &[(u32, u32)]) -> Option<[f64; 3]> {
        let [a, b] = [self.a, self.b].map(Solid::mesh);
        let places = pairs.iter().map(|&(i, j)| {
            let other = pose.carried_triangle(&b.triangle_at(j as usize));
            distance(&a.triangle_at(i as usize), &other)
        });
        let nearest = places.min_by(|p, q| p.distance.lo.total_cmp(&q.distance.lo));
        nearest.map(|place| place.point_a.to_array())
    }

    /// The first free place on a way; where the boxes are apart, if none was found before.
    fn leave_for_sure(&mut self, way: DVec3, from: f64) -> Best {
        let far = self.out_of_box(way);
        let beyond = Free { translation: way * far, length: far, held: Vec::new() };
        let free = self.leave(way, from, far).unwrap_or(beyond);
        self.best(free)
    }
}

impl Penetration {
    /// Of solids that only touch.
    fn of_touching(pose: &Pose) -> Self {
        let (translation, normal) = ([0.0; 3], [0.0; 3]);
        let parting =
            Parting { pose: *pose, translation, normal, length: 0.0, held_by: vec![], place: None };
        Self { depth: Interval::exactly(0.0), parting }
    }
}

fn unit(direction: [f64; 3]) -> Result<DVec3, RayError> {
    let direction = DVec3::from_array(direction);
    Ray::new(DVec3::ZERO, direction)?;
    Ok((direction / direction.abs().max_element()).normalize())
}
