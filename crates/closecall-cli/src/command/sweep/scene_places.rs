//! The places and times at which bodies of a scene touch, in words and for programs.

use closecall::Answer;
use closecall::engine::geom::GlamPose as _;
use closecall::world::Handle;
use closecall::world::sweep::{Edge, EdgeContact, EdgeDoubt, EdgeHit};
use closecall_flight::numbers::digits;
use closecall_robot::Scene;

use super::scene::place;
use super::{before, point_of};
use crate::answer::{ContactAnswer, FirstAnswer};
use crate::escaped::escaped;
use crate::failure::Failure;
use crate::moments::Moments;
use crate::outcome::Ending;
use crate::patches::points;
use crate::scene::NOTHING_CHECKED;

/// The places of a scene.
pub struct Places<'s> {
    /// The scene.
    pub scene: &'s Scene,
    /// Its steps.
    pub moments: &'s Moments,
}

/// Two triangles that touch at a time, counted in steps.
pub struct Met {
    /// The two bodies.
    pub bodies: [Handle; 2],
    /// Their triangles; none where an exact shape touches or one lies inside the other.
    pub triangles: Option<(u32, u32)>,
    /// The time.
    pub time: f64,
}

impl Met {
    fn of(EdgeContact { bodies, contact, .. }: &EdgeContact) -> Self {
        Self { bodies: *bodies, triangles: contact.triangles, time: contact.begins.hi }
    }
}

impl Places<'_> {
    /// Two bodies in contact, in words.
    pub fn line(&self, found: &EdgeContact) -> Result<String, Failure> {
        let EdgeContact { bodies, contact, .. } = found;
        let [a, b] = bodies.map(|body| escaped(self.name(body)));
        let from = self.moments.words(contact.begins.hi);
        let to = match contact.ends.lo >= (self.scene.steps.len() - 1) as f64 {
            true => "the end".to_owned(),
            false => self.moments.words(contact.ends.hi),
        };
        let place = point_of(self.points(&Met::of(found))?.as_deref());
        Ok(format!("{a} and {b}: from {from} to {to}{place}"))
    }

    /// Two bodies in contact, for programs.
    pub fn contact(&self, found: &EdgeContact) -> Result<ContactAnswer<String>, Failure> {
        let EdgeContact { bodies, contact, .. } = found;
        let [a, b] = bodies.map(|body| Some(self.name(body).to_owned()));
        Ok(ContactAnswer {
            begins: [contact.begins.lo, contact.begins.hi],
            ends: [contact.ends.lo, contact.ends.hi],
            begins_at: self.moments.told(contact.begins.hi),
            ends_at: self.moments.told(contact.ends.hi),
            a,
            b,
            triangles: contact.triangles,
            points: self.points(&Met::of(found))?,
        })
    }

    /// The verdict, in words and for programs.
    pub fn told(
        &self,
        first: &Answer<EdgeHit, EdgeDoubt>,
    ) -> Result<(Ending, String, FirstAnswer<String>), Failure> {
        let shown = |body: Handle| escaped(self.name(body));
        let owned = |body: Handle| Some(self.name(body).to_owned());
        Ok(match first {
            Answer::Clear if !self.scene.world.looks_at_any_pair() => {
                let said = format!("undecided: {NOTHING_CHECKED}");
                (Ending::Undecided, said, FirstAnswer::of("undecided"))
            }
            Answer::Clear => {
                let [start, end] = [0, self.scene.steps.len() - 1];
                let [start, end] = [start, end].map(|step| self.moments.words(step as f64));
                let said = format!("clear: nothing touches from {start} to {end}");
                (Ending::Clear, said, FirstAnswer::clear())
            }
            Answer::Touching(EdgeHit { hit, bodies, .. }) => {
                let time = hit.time.hi;
                let met = Met { bodies: *bodies, triangles: hit.triangles, time };
                let points = self.points(&met)?;
                let [a, b] = bodies.map(shown);
                let (when, place) = (self.moments.words(time), point_of(points.as_deref()));
                let before = before(hit.time, self.moments);
                let said = format!("touching: {a} and {b} at {when}{place}; {before}");
                let [a, b] = bodies.map(owned);
                let first = FirstAnswer {
                    from: Some(hit.time.lo),
                    to: Some(time),
                    moment: self.moments.told(time),
                    a,
                    b,
                    points: Some(points.unwrap_or_default()),
                    ..FirstAnswer::of("touching")
                };
                (Ending::Collision, said, first)
            }
            Answer::Undecided(doubt) => self.undecided(doubt),
        })
    }

    fn undecided(
        &self,
        EdgeDoubt { doubt, bodies, .. }: &EdgeDoubt,
    ) -> (Ending, String, FirstAnswer<String>) {
        let who = bodies.map(|pair| pair.map(|body| escaped(self.name(body))));
        let who = who.map_or_else(String::new, |[a, b]| format!(" of {a} and {b}"));
        let why = match doubt.gap {
            Some(gap) => format!("a gap{who} below {}", digits(gap)),
            None => "the budget or the limit of work ended".to_owned(),
        };
        let until = self.moments.words(doubt.time.lo);
        let said = format!("undecided: clear until {until}, then {why}");
        let owned = |body| Some(self.name(body).to_owned());
        let [a, b] = bodies.map_or([None, None], |pair| pair.map(owned));
        let first = FirstAnswer {
            from: Some(doubt.time.lo),
            to: Some(doubt.time.hi),
            clear_until: Some(doubt.time.lo),
            gap: doubt.gap,
            a,
            b,
            ..FirstAnswer::of("undecided")
        };
        (Ending::Undecided, said, first)
    }

    /// The points that two triangles share, or the nearest two; in the world.
    fn points(&self, met: &Met) -> Result<Option<Vec<[f64; 3]>>, Failure> {
        let Some(triangles) = met.triangles else { return Ok(None) };
        let (step, time) = place(self.scene, met.time);
        let mut query = self.scene.world.query();
        let poses = self.scene.edge(step).map_err(Failure::of_fault)?.poses(time);
        query.set_poses(&poses).map_err(Failure::of_fault)?;
        let world_from = |handle| query.world_from_body(handle).map_err(Failure::of_fault);
        let [a, b] = met.bodies;
        let (from_a, from_b) = (world_from(a)?, world_from(b)?);
        let a_from_b = from_a.relative(&from_b).map_err(Failure::of_fault)?;
        let model = |handle| self.scene.world.model(handle).ok().flatten();
        let Some((a, b)) = model(a).zip(model(b)) else { return Ok(None) };
        let in_a = points([a.mesh(), b.mesh()], &a_from_b, triangles);
        let carried = in_a.into_iter().map(|point| from_a.carried(point.into()).to_array());
        Ok(Some(carried.collect()))
    }

    fn name(&self, body: Handle) -> &str {
        self.scene.world.name(body).expect("what touches is in the world")
    }
}
