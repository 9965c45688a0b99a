//! The least distance of two bodies on a path: a certified interval.
//!
//! A time at which they are near comes from distances at samples, and from a search for the least
//! about the nearest; it proves `hi`. A sweep with a clearance just below `hi` then proves `lo`, or
//! finds a time at which they are nearer, and the search goes on from there. Every second time the
//! sweep asks for half way between what is proved from both sides, so that the interval shrinks in
//! any case.

use super::drive::Scratch;
use super::sweeper::{Question, last_time};
use super::{Doubt, Hit};
use crate::Answer;
use crate::geom::{Clearance, Interval};
use crate::path::Path;
use crate::query::Model;
use crate::wide::{self, DistanceAsked, Level};

/// This many samples to begin with, and this many steps of a search about one.
const SAMPLES: usize = 16;
const STEPS: usize = 24;

/// Half of them halve the interval: more would not change an f64.
const MOST_ROUNDS: usize = 256;

/// Widths of the interval, in tolerances: at the first attempt, and four times as much after each
/// that was too close to call.
const WIDTH: f64 = 4.0;

/// The least distance of two bodies, all along the path: for the real motion, and at f64 poses not
/// nearer than `lo`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// The distance: they are never nearer than `lo`, and at `time` no further apart than `hi`,
    /// which is 0 if they touch by the exact test at its f64 pose. It is 4 tolerances above `lo`,
    /// more where rounding or a budget does not allow that.
    pub distance: Interval,
    /// When.
    pub time: f64,
    /// The triangles of A and of B that are so near; none if one body is inside the other, a solid.
    pub triangles: Option<(u32, u32)>,
}

impl Question<'_> {
    /// The least distance on this path. None if not within a limit.
    pub(crate) fn approach(
        &self,
        path: &dyn Path,
        limit: Option<f64>,
        scratch: &mut Scratch,
    ) -> Option<Approach> {
        scratch.begin(path);
        let end = last_time(path, 0.0, path.legs() as f64);
        let mut search = Search { question: self, path, end, scratch, best: Approach::FAR };
        let mut from = 0.0;
        match limit {
            None => search.sample(),
            Some(limit) => match search.sweep(limit, from) {
                Answer::Clear => return None,
                answer => from = search.take(answer)?,
            },
        }
        search.close_in(from);
        Some(search.best)
    }
}

impl Approach {
    /// One body is inside the other, a solid, at the start.
    pub(crate) const INSIDE: Self =
        Self { distance: Interval { lo: 0.0, hi: 0.0 }, time: 0.0, triangles: None };

    const FAR: Self =
        Self { distance: Interval { lo: 0.0, hi: f64::INFINITY }, time: 0.0, triangles: None };
}

struct Search<'q> {
    question: &'q Question<'q>,
    path: &'q dyn Path,
    end: f64,
    scratch: &'q mut Scratch,
    best: Approach,
}

impl Search<'_> {
    /// Raises `lo` until it is near `hi`. Everything before `from` is further apart than `hi`.
    fn close_in(&mut self, mut from: f64) {
        let mut width = WIDTH * self.question.tolerance;
        for round in 0..MOST_ROUNDS {
            let Approach { distance: Interval { lo, hi }, time, .. } = self.best;
            width = width.max(64.0 * self.off(time));
            if !(hi - lo > width) || hi <= 0.0 {
                return;
            }
            let goal = if round % 2 == 0 { hi - width } else { lo + (hi - lo) * 0.5 };
            match self.sweep(goal, from) {
                Answer::Clear => self.best.distance.lo = clearance(goal).distance(),
                Answer::Undecided(Doubt { gap: None, .. }) => return,
                Answer::Undecided(doubt) => {
                    self.take(Answer::Undecided(doubt));
                    width *= 4.0;
                }
                answer => from = self.take(answer).unwrap_or(from),
            }
        }
    }

    fn sweep(&mut self, distance: f64, from: f64) -> Answer<Hit, Doubt> {
        let question = self.question.with_clearance(clearance(distance));
        question.ask_more(self.path, [from, self.end], self.scratch)
    }

    /// Looks where they came near, and gives the time before which they did not. None if nothing is
    /// known.
    fn take(&mut self, answer: Answer<Hit, Doubt>) -> Option<f64> {
        let (from, time) = match answer {
            Answer::Clear => return None,
            Answer::Touching(hit) => (hit.time.lo, hit.time.hi),
            Answer::Undecided(doubt) => (doubt.time.lo, doubt.time.lo),
        };
        self.measure(time);
        self.descend(time);
        Some(from)
    }

    /// Distances all over the path.
    fn sample(&mut self) {
        for number in 0..=SAMPLES {
            self.measure(self.end * number as f64 / SAMPLES as f64);
        }
        self.descend(self.best.time);
    }

    /// Measures the distance at a time, and keeps it if it is the least so far.
    fn measure(&mut self, time: f64) -> f64 {
        if self.best.distance.hi.is_finite() && self.scratch.meter.is_over() {
            return f64::INFINITY;
        }
        let [a, b] = self.question.models.map(Model::body);
        let (pose, start) = (self.path.pose(time), self.best.triangles);
        let Scratch { contact, meter, .. } = &mut *self.scratch;
        let found = if meter.is_endless() {
            let asked = DistanceAsked { start, ..DistanceAsked::default() };
            wide::distance(a, b, &pose, &asked, contact).expect("there was no limit")
        } else {
            wide::distance_timed([a, b], &pose, Level::best(), meter, contact)
        };
        // The real motion may be that much further away.
        let hi = if found.distance.hi > 0.0 { found.distance.hi + self.off(time) } else { 0.0 };
        if hi < self.best.distance.hi {
            let triangles = Some((found.a, found.b));
            let distance = Interval { lo: self.best.distance.lo.min(hi), hi };
            self.best = Approach { distance, time, triangles };
        }
        found.distance.hi
    }

    /// The error bound of f64 poses at a time.
    fn off(&self, time: f64) -> f64 {
        let leg = (time as usize).min(self.path.legs() - 1);
        let travel = self.path.travel(leg, time, time, &self.question.balls[1]);
        if travel.is_finite() { travel.off } else { f64::INFINITY }
    }

    /// Golden section about a time.
    fn descend(&mut self, time: f64) {
        let ratio = (5f64.sqrt() - 1.0) * 0.5;
        let width = self.end / SAMPLES as f64;
        let (mut low, mut high) = ((time - width).max(0.0), (time + width).min(self.end));
        let inner = |low: f64, high: f64| [high - (high - low) * ratio, low + (high - low) * ratio];
        let [mut x, mut y] = inner(low, high);
        let (mut at_x, mut at_y) = (self.measure(x), self.measure(y));
        for _ in 0..STEPS {
            if self.best.distance.hi == 0.0 {
                return;
            }
            if at_x <= at_y {
                (high, y, at_y) = (y, x, at_x);
                x = inner(low, high)[0];
                at_x = self.measure(x);
            } else {
                (low, x, at_x) = (x, y, at_y);
                y = inner(low, high)[1];
                at_y = self.measure(y);
            }
        }
    }
}

/// A distance as a clearance, rounded down to one that can be asked for.
fn clearance(distance: f64) -> Clearance {
    Clearance::new(distance.max(0.0)).unwrap_or_default()
}
