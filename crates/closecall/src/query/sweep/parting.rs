//! The end of contact at the start, for sweeps that do not count it.
//!
//! Contact is followed from the start on, so that nothing is passed over: it lasts while
//!
//! * two triangles touch at both ends of a stretch on which B goes straight: the translations at
//!   which two convex bodies touch, or are within a clearance, are a convex set;
//! * or two triangles are in each other deeper than B moves (`grip`);
//! * or something touches at times between which B moves by no more than a *step*: the tolerance,
//!   or 10⁻⁶ of B's size if that is less.
//!
//! Of solids, what is inside stays in contact until surfaces touch, and is followed from there on.
//!
//! The last of the three is slow, so there is a limit to it: then it is not known how long contact
//! lasts. Every look at two triangles, and at how far B moves, is a test of the budget.

use super::Doubt;
use super::drive::Scratch;
use super::grip::grip;
use super::sweeper::{Question, last_time};
use crate::Answer;
use crate::geom::exact::within;
use crate::geom::{Interval, Pose, Triangle};
use crate::path::{Path, Travel};

/// The greatest number of steps.
const MOST_STEPS: usize = 1 << 18;

/// All contacts are looked at for the one that is deepest once in this many steps.
const STEPS_BETWEEN_LOOKS: usize = 64;

/// When bodies part.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parting {
    /// Contact lasts to the first time, where there is any, and they are apart at the second; B
    /// moves by no more than a step between the two.
    Between(f64, f64),
    /// They touch all along; at the start these triangles, or one is inside the other.
    Never(Option<(u32, u32)>),
    /// It is not known whether contact lasts.
    Unknown(Doubt),
}

impl Question<'_> {
    /// When do bodies part that touch at the start?
    pub(super) fn parting(&self, path: &dyn Path, scratch: &mut Scratch) -> Parting {
        let end = path.legs() as f64;
        let first = self.touching(&path.pose(0.0), scratch);
        let (mut touching, mut apart, mut pair, mut steps) = (0.0, 0.0, first, 0);
        loop {
            if let Some(pair) = pair {
                match self.follow(path, apart, pair, &mut steps, scratch) {
                    Some(Parting::Between(last, next)) => (touching, apart) = (last, next),
                    Some(other) => return other,
                    None => return Parting::Never(first),
                }
            }
            scratch.meter.spend_slow(1);
            if scratch.is_over() {
                return Parting::Unknown(Doubt::unfinished(apart, end));
            }
            if !(self.is_inside)(&path.pose(apart)) {
                return Parting::Between(touching, apart);
            }
            // What is inside stays there until surfaces touch.
            let times = [touching, apart, last_time(path, apart, end)];
            match self.drive_apart(path, times, scratch) {
                Answer::Clear => return Parting::Never(first),
                Answer::Touching(hit) => (apart, pair) = (hit.time.hi, hit.triangles),
                Answer::Undecided(doubt) => return Parting::Unknown(doubt),
            }
        }
    }

    /// Follows contact of surfaces that is there at a time, until it ends. None if to the end.
    /// `steps` counts those that were made.
    fn follow(
        &self,
        path: &dyn Path,
        time: f64,
        pair: (u32, u32),
        steps: &mut usize,
        scratch: &mut Scratch,
    ) -> Option<Parting> {
        let next_look = *steps;
        let end = last_time(path, time, path.legs() as f64);
        let mut watch = Watch { question: self, path, scratch, time, end, pair, steps, next_look };
        (time as usize..path.legs()).find_map(|leg| watch.leg(leg))
    }
}

/// Bodies that are watched.
struct Watch<'q> {
    question: &'q Question<'q>,
    path: &'q dyn Path,
    scratch: &'q mut Scratch,
    /// Contact lasts up to this time, and these triangles touch then.
    time: f64,
    pair: (u32, u32),
    /// Contact that lasts up to this time lasts for ever.
    end: f64,
    /// The number of steps that were made.
    steps: &'q mut usize,
    /// All contacts are looked at again after this many.
    next_look: usize,
}

impl Watch<'_> {
    /// Follows contact to the end of a leg; none if it lasts.
    fn leg(&mut self, leg: usize) -> Option<Parting> {
        let end = self.end.min(leg as f64 + 1.0);
        let is_straight = self.path.is_straight(leg);
        if !self.travel(leg, self.time, end).is_finite() {
            return Some(self.unknown());
        }
        while self.time < end {
            self.time = if is_straight { self.straight(leg, end) } else { self.gripped(leg, end) };
            if self.time >= end {
                break;
            }
            let next = self.step(leg, end);
            *self.steps += 1;
            let touching = self.touching(next);
            if self.scratch.meter.is_over() || *self.steps > MOST_STEPS {
                return Some(self.unknown());
            }
            match touching {
                Some(pair) => (self.time, self.pair) = (next, pair),
                None => return Some(Parting::Between(self.time, next)),
            }
        }
        None
    }

    /// Up to when the two triangles touch, if B goes straight; up to a step.
    fn straight(&mut self, leg: usize, end: f64) -> f64 {
        if self.still_touch(end) {
            return end;
        }
        let (mut low, mut high) = (self.time, end);
        let mut motion = self.motion(leg, low, high);
        while motion > self.question.finest() {
            let (middle, _) = Travel::halves(low, high);
            if !(low < middle && middle < high) || self.scratch.meter.is_over() {
                break;
            }
            *(if self.still_touch(middle) { &mut low } else { &mut high }) = middle;
            motion *= 0.5;
        }
        low
    }

    /// Up to when two triangles certainly touch because they are in each other so deep.
    fn gripped(&mut self, leg: usize, end: f64) -> f64 {
        let (step, clearance) = (self.question.finest(), self.question.options.clearance);
        let pose = self.path.pose(self.time);
        self.scratch.meter.spend_slow(1);
        let mut depth = grip(&self.triangles(self.pair, &pose), clearance);
        if depth <= step && *self.steps >= self.next_look {
            self.next_look = *self.steps + STEPS_BETWEEN_LOOKS;
            for pair in self.question.some_touching(&pose, self.scratch) {
                self.scratch.meter.spend_slow(1);
                let of_pair = grip(&self.triangles(pair, &pose), clearance);
                if of_pair > depth {
                    (self.pair, depth) = (pair, of_pair);
                }
            }
        }
        let mut to = end;
        while depth > step && to > self.time && !self.scratch.meter.is_over() {
            let travel = self.travel(leg, self.time, to);
            let motion = 2.0 * travel.reach(self.question.balls[1].radius);
            let left = depth - 2.0 * travel.off;
            if motion <= left {
                return to;
            }
            // Rounding alone may cost the grip, or a step gets as far.
            if !(left > 0.0 && motion > step) {
                break;
            }
            // In a share of the time B moves by no more than that share.
            to = self.time + (to - self.time) * (0.99 * left / motion).min(0.5);
        }
        self.time
    }

    /// A later time up to which B moves by no more than a step, if rounding leaves one.
    fn step(&mut self, leg: usize, end: f64) -> f64 {
        let most = self.question.finest();
        let all = self.motion(leg, self.time, end);
        let mut length = (end - self.time) * (most / all.max(f64::MIN_POSITIVE)).min(1.0);
        let least = f64::EPSILON * end;
        // A motion that is no number is not known to be short.
        while length > least && !(self.motion(leg, self.time, self.time + length) <= most) {
            length *= 0.5;
        }
        (self.time + length.max(least)).min(end)
    }

    /// The motion of points of B between two times, at most.
    fn motion(&mut self, leg: usize, from: f64, to: f64) -> f64 {
        2.0 * self.travel(leg, from, to).reach(self.question.balls[1].radius)
    }

    fn travel(&mut self, leg: usize, from: f64, to: f64) -> Travel {
        self.scratch.meter.spend_slow(1);
        self.path.travel(leg, from, to, &self.question.balls[1])
    }

    /// Triangles that touch at a time: those that touched last, or others.
    fn touching(&mut self, time: f64) -> Option<(u32, u32)> {
        if self.still_touch(time) {
            return Some(self.pair);
        }
        self.question.touching(&self.path.pose(time), self.scratch)
    }

    fn still_touch(&mut self, time: f64) -> bool {
        self.scratch.meter.spend_slow(1);
        let [a, b] = self.triangles(self.pair, &self.path.pose(time));
        within(&a, &b, self.question.options.clearance).meets
    }

    /// A triangle of A and one of B at a pose.
    fn triangles(&self, (i, j): (u32, u32), pose: &Pose) -> [Triangle; 2] {
        let [a, b] = self.question.models.map(|model| model.mesh());
        [a.triangle_at(i as usize), pose.carried_triangle(&b.triangle_at(j as usize))]
    }

    fn unknown(&self) -> Parting {
        let gap = self.question.options.clearance.distance();
        let is_over = self.scratch.meter.is_over();
        Parting::Unknown(Doubt {
            time: Interval { lo: self.time, hi: self.path.legs() as f64 },
            gap: (!is_over).then_some(gap),
            triangles: (!is_over).then_some(self.pair),
        })
    }
}
