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
    a: Model,
    b: Model,
    options: SweepOptions,
    tolerance: f64,
    balls: [Ball; 2],
    scratch: Scratch,
}

impl Sweeper {
    /// For paths of `b` in the frame of `a`.
    #[must_use]
    pub fn new(a: &Model, b: &Model, options: &SweepOptions) -> Self {
        let tolerance = options.tolerance.unwrap_or(1e-6 * diagonal(b)).max(1e-12 * diagonal(b));
        let balls = [a, b].map(|model| wide::sweep::ball(model.body()));
        let (a, b, scratch) = (a.clone(), b.clone(), Scratch::default());
        Self { a, b, options: *options, tolerance, balls, scratch }
    }

    /// The tolerance in use.
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// When do they first meet on this path, if they do?
    pub fn ask(&mut self, path: &dyn Path) -> Answer {
        self.ask_until(path, path.legs() as f64)
    }

    /// [`Sweeper::ask`] about the beginning of a path, up to this time.
    pub fn ask_until(&mut self, path: &dyn Path, end: f64) -> Answer {
        let deadline = self.options.budget.map(|budget| Instant::now() + budget);
        let start = match self.options.start {
            Start::Counts => Some(0.0),
            Start::Ignored => self.first_apart(path, end),
        };
        let Some(start) = start else {
            let triangles = self.touching(&path.pose(0.0)).expect("the start was found to touch");
            return Answer::Hits(Hit { from: 0.0, to: 0.0, triangles });
        };
        let mut drive = Drive {
            bodies: [self.a.body(), self.b.body()],
            balls: self.balls,
            path,
            clearance: self.options.clearance,
            limit: self.tolerance,
            deadline,
            found: None,
            doubt: None,
            scratch: &mut self.scratch,
        };
        let in_time = drive.go(start, end);
        let (found, doubt) = (drive.found, drive.doubt);
        self.answer(path, (start, end), found, doubt, in_time)
    }

    fn answer(
        &mut self,
        path: &dyn Path,
        (start, end): (f64, f64),
        found: Option<Found>,
        doubt: Option<Doubt>,
        in_time: Result<(), f64>,
    ) -> Answer {
        let free_until = doubt.map(|doubt| doubt.free_until);
        let from = free_until.or(in_time.err()).or(found.map(|found| found.from));
        if from == Some(start)
            && let Some(triangles) = self.touching(&path.pose(start))
        {
            return Answer::Hits(Hit { from: start, to: start, triangles });
        }
        match (found, doubt, in_time) {
            (Some(Found { time, triangles, .. }), ..) => {
                Answer::Hits(Hit { from: from.unwrap_or(time), to: time, triangles })
            }
            (None, Some(doubt), _) => Answer::Undecided(doubt),
            (None, None, Err(free_until)) => {
                Answer::Undecided(Doubt { free_until, until: end, gap: None, triangles: None })
            }
            (None, None, Ok(())) => Answer::Free,
        }
    }

    /// The first time at which they are found apart.
    fn first_apart(&mut self, path: &dyn Path, end: f64) -> Option<f64> {
        if self.touching(&path.pose(0.0)).is_none() {
            return Some(0.0);
        }
        let ball = self.balls[1];
        let first_leg = end.min(1.0);
        let reach = 2.0 * path.travel(0, 0.0, first_leg, &ball).reach(ball.radius);
        let mut time = (self.tolerance / reach.max(f64::MIN_POSITIVE)).clamp(1e-15, 1.0) * first_leg;
        while time < end {
            if self.touching(&path.pose(time)).is_none() {
                return Some(time);
            }
            time *= 2.0;
        }
        None
    }

    /// Triangles that touch at a pose.
    fn touching(&mut self, pose: &Pose) -> Option<(u32, u32)> {
        let bodies = [self.a.body(), self.b.body()];
        self.scratch.touching(bodies, pose, self.options.clearance)
    }
}

/// The diagonal of a model's box.
fn diagonal(model: &Model) -> f64 {
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let corners = model.mesh().iter().flatten();
    let (low, high) = corners.fold(start, |(low, high), p| (low.min(p), high.max(p)));
    (high - low).length()
}
