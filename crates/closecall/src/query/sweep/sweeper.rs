//! Two models, ready to be asked about paths.

use super::drive::{Drive, Found, Scratch};
use super::{Answer, Approach, Doubt, Hit, Start, SweepOptions};
use crate::geom::range::MIN_COORDINATE;
use crate::geom::{Ball, Clearance, DVec3, Pose};
use crate::path::Path;
use crate::query::Model;
use crate::wide;

/// Two models and what can be worked out before the path is known; its stacks are kept from
/// question to question.
#[derive(Clone, Debug)]
pub struct Sweeper {
    models: [Model; 2],
    options: SweepOptions,
    tolerance: f64,
    scratch: Scratch,
}

impl Sweeper {
    /// For paths of `b` in the frame of `a`.
    #[must_use]
    pub fn new(a: &Model, b: &Model, options: &SweepOptions) -> Self {
        let tolerance = tolerance(b, options);
        let models = [a.clone(), b.clone()];
        Self { models, options: *options, tolerance, scratch: Scratch::default() }
    }

    /// The tolerance in use.
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// When do they first meet on this path, if they do?
    pub fn ask(&mut self, path: &dyn Path) -> Answer {
        let Self { models: [a, b], options, tolerance, scratch } = self;
        scratch.meter = options.budget.start();
        let question = Question::new([a, b], options, *tolerance);
        question.ask(path, [0.0, path.legs() as f64], scratch)
    }

    /// How near do they come to each other on this path? Clearance and [`Start`] play no part.
    pub fn approach(&mut self, path: &dyn Path) -> Approach {
        let Self { models: [a, b], options, tolerance, scratch } = self;
        scratch.meter = options.budget.start();
        let question = Question::new([a, b], options, *tolerance);
        question.approach(path, None, scratch).expect("there was no limit")
    }
}

/// The tolerance for paths of a model.
pub(crate) fn tolerance(b: &Model, options: &SweepOptions) -> f64 {
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
    options: SweepOptions,
    pub(super) tolerance: f64,
}

impl<'q> Question<'q> {
    pub(crate) fn new(models: [&'q Model; 2], options: &SweepOptions, tolerance: f64) -> Self {
        let balls = models.map(ball);
        Self { models, balls, options: *options, tolerance }
    }

    /// The same with another clearance, and contact at the start counts.
    pub(super) fn with_clearance(&self, clearance: Clearance) -> Self {
        let options = SweepOptions { clearance, start: Start::Counts, ..self.options };
        Self { options, ..*self }
    }

    /// When do they first meet on this path, between two times?
    pub(crate) fn ask(
        &self,
        path: &dyn Path,
        [start, end]: [f64; 2],
        scratch: &mut Scratch,
    ) -> Answer {
        let start = match self.options.start {
            Start::Counts => Some(start),
            Start::Ignored => self.first_apart(path, end, scratch),
        };
        let Some(start) = start else {
            let touching = self.touching(&path.pose(0.0), scratch);
            return Answer::Hits(Hit { from: 0.0, to: 0.0, triangles: touching });
        };
        let mut drive = Drive {
            bodies: self.models.map(Model::body),
            balls: self.balls,
            path,
            clearance: self.options.clearance,
            limit: self.tolerance,
            found: None,
            doubt: None,
            scratch,
        };
        let in_time = drive.go(start, end);
        let (found, doubt) = (drive.found, drive.doubt);
        let free_until = doubt.map(|doubt| doubt.free_until);
        let from = free_until.or(in_time.err()).or(found.map(|found| found.from));
        let looks = from == Some(start) && !scratch.meter.is_over();
        if looks && let touching @ Some(_) = self.touching(&path.pose(start), scratch) {
            return Answer::Hits(Hit { from: start, to: start, triangles: touching });
        }
        match (found, doubt, in_time) {
            (Some(Found { time, triangles, .. }), ..) => {
                let (from, triangles) = (from.unwrap_or(time), Some(triangles));
                Answer::Hits(Hit { from, to: time, triangles })
            }
            (None, Some(doubt), _) => Answer::Undecided(doubt),
            (None, None, Err(free_until)) => {
                Answer::Undecided(Doubt { free_until, until: end, gap: None, triangles: None })
            }
            (None, None, Ok(())) => Answer::Free,
        }
    }

    /// The first time before the end at which they are found apart: looked for on every leg after
    /// 1, 2, 4, … tolerances of motion, and where it ends.
    fn first_apart(&self, path: &dyn Path, end: f64, scratch: &mut Scratch) -> Option<f64> {
        let mut apart = |time: f64| self.touching(&path.pose(time), scratch).is_none();
        if apart(0.0) {
            return Some(0.0);
        }
        let ball = self.balls[1];
        for leg in 0..path.legs() {
            let (from, to) = (leg as f64, end.min(leg as f64 + 1.0));
            if from >= to {
                break;
            }
            let reach = 2.0 * path.travel(leg, from, to, &ball).reach(ball.radius);
            let mut share = (self.tolerance / reach.max(f64::MIN_POSITIVE)).clamp(1e-15, 1.0);
            loop {
                let time = (from + share * (to - from)).min(to);
                if time < end && apart(time) {
                    return Some(time);
                }
                if time >= to {
                    break;
                }
                share *= 2.0;
            }
        }
        None
    }

    /// May they be as near as the clearance and this much more at a pose? "No" is a proof.
    pub(crate) fn is_within(&self, pose: &Pose, more: f64, scratch: &mut Scratch) -> bool {
        let sum = self.options.clearance.distance() + more;
        let sum = if more > 0.0 { sum.next_up().max(MIN_COORDINATE) } else { sum };
        let Ok(clearance) = Clearance::new(sum) else { return true };
        scratch.touching(self.models.map(Model::body), pose, clearance).is_some()
    }

    /// Triangles that touch at a pose.
    fn touching(&self, pose: &Pose, scratch: &mut Scratch) -> Option<(u32, u32)> {
        scratch.touching(self.models.map(Model::body), pose, self.options.clearance)
    }
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
