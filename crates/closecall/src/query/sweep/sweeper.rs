//! A question about two models on a path.

use super::drive::{Drive, Found, Planes, Scratch};
use super::parting::Parting;
use super::{Doubt, Hit, Start};
use crate::Answer;
use crate::geom::range::MIN_COORDINATE;
use crate::geom::{Ball, Clearance, DVec3, Pose};
use crate::path::Path;
#[cfg(doc)]
use crate::path::Travel;
use crate::query::{Ask, Model};
use crate::wide;

/// Bodies that have parted are looked at in stages, each this many times as long as the one before,
/// and of the motion in it this share is the limit below which it is not divided; the tolerance,
/// where that is less.
const GROWTH: f64 = 8.0;
const FINE: f64 = 1.0 / (1u64 << 16) as f64;

/// The tolerance for paths of a model.
pub(crate) fn tolerance(b: &Model, options: &Ask) -> f64 {
    let least = 1e-12 * ball(b).radius;
    options.tolerance.unwrap_or_else(|| 1e-6 * diagonal(b)).max(least)
}

/// The ball around a model, in its frame.
pub(crate) fn ball(model: &Model) -> Ball {
    wide::sweep::ball(model.body())
}

/// A question about two models.
#[derive(Clone, Copy)]
pub(crate) struct Question<'q> {
    pub(super) models: [&'q Model; 2],
    pub(super) balls: [Ball; 2],
    pub(crate) options: Ask,
    pub(super) tolerance: f64,
    /// Of bodies whose surfaces share no point at a pose, does one lie inside the other, a solid?
    pub(super) is_inside: &'q dyn Fn(&Pose) -> bool,
}

impl<'q> Question<'q> {
    pub(crate) fn new(models: [&'q Model; 2], options: &Ask, tolerance: f64) -> Self {
        let balls = models.map(ball);
        Self { models, balls, options: *options, tolerance, is_inside: &|_| false }
    }

    /// The same of bodies that touch, too, where one is inside the other.
    pub(crate) fn with_solids(self, is_inside: &'q dyn Fn(&Pose) -> bool) -> Self {
        Self { is_inside, ..self }
    }

    /// The same with another clearance, and contact at the start counts.
    pub(super) fn with_clearance(&self, clearance: Clearance) -> Self {
        let options = Ask { clearance, start: Start::Counts, ..self.options };
        Self { options, ..*self }
    }

    /// When do they first meet on this path, between two times? If contact at the start is ignored
    /// the first of them is 0.
    pub(crate) fn ask(
        &self,
        path: &dyn Path,
        times: [f64; 2],
        scratch: &mut Scratch,
    ) -> Answer<Hit, Doubt> {
        scratch.begin(path);
        self.ask_more(path, times, scratch)
    }

    /// The same as a part of a question that has begun.
    pub(super) fn ask_more(
        &self,
        path: &dyn Path,
        [start, end]: [f64; 2],
        scratch: &mut Scratch,
    ) -> Answer<Hit, Doubt> {
        let answer = match self.options.start {
            Start::Counts => {
                let times = [start, last_time(path, start, end)];
                self.drive(path, times, self.tolerance, scratch)
            }
            Start::Ignored => self.ask_apart(path, end, scratch),
        };
        match answer {
            Answer::Undecided(doubt) if doubt.gap.is_none() => Answer::Undecided(doubt.until(end)),
            answer => answer,
        }
    }

    /// Do they meet, if neither moves?
    pub(crate) fn ask_still(&self, pose: &Pose, scratch: &mut Scratch) -> Answer<Hit, Doubt> {
        let triangles = self.touching(pose, scratch);
        if triangles.is_some() || (self.is_inside)(pose) {
            Answer::Touching(Hit::at(0.0, triangles))
        } else if scratch.meter.is_over() {
            Answer::Undecided(Doubt::unfinished(0.0, 1.0))
        } else {
            Answer::Clear
        }
    }

    /// When do they first meet, once contact at the start is over?
    fn ask_apart(&self, path: &dyn Path, end: f64, scratch: &mut Scratch) -> Answer<Hit, Doubt> {
        let (touching, apart) = match self.parting(path, scratch) {
            Parting::Never(triangles) => return Answer::Touching(Hit::at(0.0, triangles)),
            Parting::Unknown(doubt) => return Answer::Undecided(doubt),
            Parting::Between(_, apart) if apart > end => return Answer::Clear,
            Parting::Between(touching, apart) => (touching, apart),
        };
        self.drive_apart(path, [touching, apart, last_time(path, apart, end)], scratch)
    }

    /// When do surfaces first meet that touched at a first time, are apart at a second, and are
    /// watched from there to a third? They are near each other to begin with, so the motion is
    /// divided further there.
    pub(super) fn drive_apart(
        &self,
        path: &dyn Path,
        [touching, apart, end]: [f64; 3],
        scratch: &mut Scratch,
    ) -> Answer<Hit, Doubt> {
        let mut stage = Stage { from: apart, length: apart - touching, motion: self.finest() };
        let mut doubt = None::<Doubt>;
        loop {
            let limit = if stage.length > 0.0 { FINE * stage.motion } else { self.tolerance };
            let is_last = limit >= self.tolerance || stage.from + stage.length >= end;
            let to = if is_last { end } else { stage.from + stage.length };
            match self.drive(path, [stage.from, to], limit.min(self.tolerance), scratch) {
                Answer::Clear => {}
                Answer::Touching(hit) => {
                    let from = doubt.map_or(hit.time.lo, |doubt| doubt.time.lo);
                    return Answer::Touching(hit.apart_until(from));
                }
                Answer::Undecided(found) => {
                    let until = if found.gap.is_none() { end } else { found.time.hi };
                    doubt = doubt.or(Some(found.until(until)));
                }
            }
            if is_last {
                return doubt.map_or(Answer::Clear, Answer::Undecided);
            }
            let Stage { length, motion, .. } = stage;
            stage = Stage { from: to, length: length * GROWTH, motion: motion * GROWTH };
        }
    }

    /// The motion by which contact at the start is followed.
    pub(super) fn finest(&self) -> f64 {
        self.tolerance.min(2e-6 * self.balls[1].radius)
    }

    /// When do they first meet between two times, if the motion is not divided below a limit?
    fn drive(
        &self,
        path: &dyn Path,
        [start, end]: [f64; 2],
        limit: f64,
        scratch: &mut Scratch,
    ) -> Answer<Hit, Doubt> {
        let mut drive = Drive {
            bodies: self.models.map(Model::body),
            balls: self.balls,
            path,
            clearance: self.options.clearance,
            limit,
            found: None,
            doubt: None,
            planes: Planes::default(),
            scratch,
        };
        let in_time = drive.go(start, end);
        let (found, doubt) = (drive.found, drive.doubt);
        let clear_until = doubt.map(|doubt| doubt.time.lo);
        let from = clear_until.or(in_time.err()).or(found.map(|found| found.from));
        let looks = from == Some(start) && !scratch.meter.is_over();
        if looks && let touching @ Some(_) = self.touching(&path.pose(start), scratch) {
            return Answer::Touching(Hit::at(start, touching));
        }
        match (found, doubt, in_time) {
            (Some(Found { time, triangles, .. }), ..) => {
                Answer::Touching(Hit::at(time, Some(triangles)).apart_until(from.unwrap_or(time)))
            }
            (None, Some(doubt), _) => Answer::Undecided(doubt),
            (None, None, Err(clear_until)) => {
                Answer::Undecided(Doubt::unfinished(clear_until, end))
            }
            (None, None, Ok(())) => Answer::Clear,
        }
    }

    /// May they be as near as the clearance and this much more at a pose? "No" is a proof.
    pub(crate) fn is_within(&self, pose: &Pose, more: f64, scratch: &mut Scratch) -> bool {
        let sum = self.options.clearance.distance() + more;
        let sum = if more > 0.0 { sum.next_up().max(MIN_COORDINATE) } else { sum };
        let Ok(clearance) = Clearance::new(sum) else { return true };
        scratch.touching(self.models.map(Model::body), pose, clearance).is_some()
    }

    /// Triangles that touch at a pose.
    pub(crate) fn touching(&self, pose: &Pose, scratch: &mut Scratch) -> Option<(u32, u32)> {
        scratch.touching(self.models.map(Model::body), pose, self.options.clearance)
    }

    /// Some of the triangles that touch at a pose.
    pub(super) fn some_touching(&self, pose: &Pose, scratch: &mut Scratch) -> Vec<(u32, u32)> {
        scratch.some_touching(self.models.map(Model::body), pose, self.options.clearance)
    }
}

/// The time up to which a motion must be watched from a first time on: to the end or, where it
/// repeats itself, for one period. What is proved of one period holds for all: [`Travel::off`] is
/// the same in each, so f64 poses are covered too.
pub(crate) fn last_time(path: &dyn Path, from: f64, end: f64) -> f64 {
    path.period().map_or(end, |period| end.min((from + period).next_up()))
}

/// A stage: its begin, its length, and a bound or estimate of how far points of B move in it.
struct Stage {
    from: f64,
    length: f64,
    motion: f64,
}

/// The diagonal of a model's box.
fn diagonal(model: &Model) -> f64 {
    let [low, high] = extent(model);
    (high - low).length()
}

/// The lowest and the highest corner of a model's box.
pub(crate) fn extent(model: &Model) -> [DVec3; 2] {
    let start = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    let corners = model.mesh().iter().flatten();
    corners.fold(start, |[low, high], p| [low.min(p), high.max(p)])
}
