//! Two models, ready to be asked about paths.

use super::drive::{Drive, Found, Scratch};
use super::{Answer, Doubt, Hit, Start, SweepOptions};
use crate::geom::{Ball, DVec3, Pose};
use crate::path::Path;
use crate::query::Model;
use crate::wide;
use std::time::Instant;

/// Two models and what can be worked out before the path is known; its stacks are kept from question
/// to question.
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
        let deadline = options.budget.map(|budget| Instant::now() + budget);
        let question = Question::new([a, b], options, *tolerance, deadline);
        question.ask(path, path.legs() as f64, scratch)
    }
}

/// The tolerance for paths of a model.
pub(crate) fn tolerance(b: &Model, options: &SweepOptions) -> f64 {
    let least = 1e-12 * wide::sweep::ball(b.body()).radius;
    options.tolerance.unwrap_or_else(|| 1e-6 * diagonal(b)).max(least)
}

/// A question about two models.
pub(crate) struct Question<'q> {
    models: [&'q Model; 2],
    balls: [Ball; 2],
    options: SweepOptions,
    tolerance: f64,
    deadline: Option<Instant>,
}

impl<'q> Question<'q> {
    pub(crate) fn new(
        models: [&'q Model; 2],
        options: &SweepOptions,
        tolerance: f64,
        deadline: Option<Instant>,
    ) -> Self {
        let balls = models.map(|model| wide::sweep::ball(model.body()));
        Self { models, balls, options: *options, tolerance, deadline }
    }

    /// When do they first meet on this path, up to this time?
    pub(crate) fn ask(&self, path: &dyn Path, end: f64, scratch: &mut Scratch) -> Answer {
        let start = match self.options.start {
            Start::Counts => Some(0.0),
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
            deadline: self.deadline,
            found: None,
            doubt: None,
            scratch,
        };
        let in_time = drive.go(start, end);
        let (found, doubt) = (drive.found, drive.doubt);
        let free_until = doubt.map(|doubt| doubt.free_until);
        let from = free_until.or(in_time.err()).or(found.map(|found| found.from));
        if from == Some(start)
            && let touching @ Some(_) = self.touching(&path.pose(start), scratch)
        {
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

    /// The first time at which they are found apart.
    fn first_apart(&self, path: &dyn Path, end: f64, scratch: &mut Scratch) -> Option<f64> {
        if self.touching(&path.pose(0.0), scratch).is_none() {
            return Some(0.0);
        }
        let ball = self.balls[1];
        let first_leg = end.min(1.0);
        let reach = 2.0 * path.travel(0, 0.0, first_leg, &ball).reach(ball.radius);
        let share = (self.tolerance / reach.max(f64::MIN_POSITIVE)).clamp(1e-15, 1.0);
        let mut time = share * first_leg;
        while time < end {
            if self.touching(&path.pose(time), scratch).is_none() {
                return Some(time);
            }
            time *= 2.0;
        }
        None
    }

    /// Triangles that touch at a pose.
    fn touching(&self, pose: &Pose, scratch: &mut Scratch) -> Option<(u32, u32)> {
        scratch.touching(self.models.map(Model::body), pose, self.options.clearance)
    }
}

/// The diagonal of a model's box.
fn diagonal(model: &Model) -> f64 {
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let corners = model.mesh().iter().flatten();
    let (low, high) = corners.fold(start, |(low, high), p| (low.min(p), high.max(p)));
    (high - low).length()
}
