//! Whether the axes of a machine stay within their limits on a move. A slide that goes along a curve is
//! bounded on each piece by its ends and by how far it is from the chord.

use super::Machine;
use crate::gcode::Move;
use closecall::geom::Interval;

/// A limit counts as passed beyond this: a nanometre, or a billionth of a radian.
const BEYOND: f64 = 1e-9;

/// A piece of a move that is not halved.
const SHORTEST: f64 = 1e-7;

/// Pieces of a move that are looked at for one slide, at most.
const MOST: usize = 4096;

/// An axis beyond its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overtravel {
    /// The axis, by its place in [`Machine::axes`].
    pub axis: usize,
    /// The interval beyond, from and to: in the program's unit or in degrees.
    pub beyond: Interval,
    /// Whether it is proved; if not, rounding or the time given left it open.
    pub is_certain: bool,
    /// The share of the move at which it is furthest, as far as is known.
    pub at: f64,
}

/// The reach of the axes of a machine, each from and to: metres or radians.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reached(pub Vec<[f64; 2]>);

impl Reached {
    /// Adds others.
    pub fn join(&mut self, other: &Self) {
        if self.0.is_empty() {
            self.0.clone_from(&other.0);
            return;
        }
        for ([low, high], [a, b]) in self.0.iter_mut().zip(&other.0) {
            (*low, *high) = (low.min(*a), high.max(*b));
        }
    }
}

/// The reach of an axis on a move: what its points reach, and what nothing exceeds.
#[derive(Clone, Copy)]
struct Span {
    least: [f64; 2],
    most: [f64; 2],
    /// The shares of the lowest and the highest point.
    at: [f64; 2],
}

impl Machine {
    /// The limits that a move passes, and how far all axes go.
    #[must_use]
    pub fn travel(&self, one: &Move, length: f64) -> (Vec<Overtravel>, Reached) {
        let mut reached = Reached::default();
        let mut found = Vec::new();
        for (number, axis) in self.axes.iter().enumerate() {
            let [low, high] = axis.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
            let span = match axis.is_rotary() {
                true => self.rotary(one, number),
                false => self.slide(one, number, [low, high], length),
            };
            reached.0.push(span.most);
            let beyond = |reach: [f64; 2]| (low - reach[0]).max(reach[1] - high);
            if beyond(span.most) <= BEYOND {
                continue;
            }
            let scale = if axis.is_rotary() { 1f64.to_radians() } else { self.kinematics.metres };
            let is_low = low - span.most[0] > span.most[1] - high;
            found.push(Overtravel {
                axis: number,
                beyond: Interval {
                    lo: beyond(span.least).max(0.0) / scale,
                    hi: beyond(span.most) / scale,
                },
                is_certain: beyond(span.least) > BEYOND,
                at: span.at[usize::from(!is_low)],
            });
        }
        (found, reached)
    }

    /// Angles grow evenly.
    fn rotary(&self, one: &Move, number: usize) -> Span {
        let place = "ABC".find(self.axes[number].letter).unwrap_or(0);
        let [from, to] = one.angles.map(|angles| angles[place].to_radians());
        let reach = [from.min(to), from.max(to)];
        let at = if from <= to { [0.0, 1.0] } else { [1.0, 0.0] };
        Span { least: reach, most: reach, at }
    }

    /// A slide, in pieces that are halved where it is open whether they pass a limit.
    fn slide(&self, one: &Move, number: usize, [low, high]: [f64; 2], length: f64) -> Span {
        let place = "XYZ".find(self.axes[number].letter).unwrap_or(0);
        let kinematics = &self.kinematics;
        let at = |share: f64| kinematics.slides_at(one, share, length)[place];
        let size = self.size_of(one, length);
        let off = kinematics.rounding(one, size);
        let ends = [at(0.0), at(1.0)];
        let mut span =
            Span { least: [f64::INFINITY, f64::NEG_INFINITY], most: [0.0; 2], at: [0.0; 2] };
        let mut most = [f64::INFINITY, f64::NEG_INFINITY];
        let mut waiting = vec![([0.0, 1.0], ends)];
        let mut left = MOST;
        while let Some(([from, to], [a, b])) = waiting.pop() {
            for (share, x) in [(from, a), (to, b)] {
                if x < span.least[0] {
                    (span.least[0], span.at[0]) = (x, share);
                }
                if x > span.least[1] {
                    (span.least[1], span.at[1]) = (x, share);
                }
            }
            let astray = kinematics.slides_astray(one, [from, to], length) + off;
            let (lowest, highest) = (a.min(b) - astray, a.max(b) + astray);
            let beyond = (low - lowest).max(highest - high);
            let known = (low - span.least[0]).max(span.least[1] - high);
            // Certainly within, or known closely enough.
            let is_open = beyond > BEYOND && beyond > known + BEYOND.max(1e-3 * known.abs());
            if is_open && left > 0 && to - from > SHORTEST && astray > 2.0 * off {
                left -= 1;
                let middle = 0.5 * (from + to);
                let x = at(middle);
                waiting.extend([([from, middle], [a, x]), ([middle, to], [x, b])]);
                continue;
            }
            most = [most[0].min(lowest), most[1].max(highest)];
        }
        // Points are off by rounding, too.
        span.least = [span.least[0] + off, span.least[1] - off];
        span.most = most;
        span
    }

    /// The distance from the base of points of the part or of the tool on a move, at most, in
    /// metres.
    pub(super) fn size_of(&self, one: &Move, length: f64) -> f64 {
        let arms = self.kinematics.table.length() + self.kinematics.head.length();
        2.0 * (arms + length * self.kinematics.metres + self.kinematics.furthest(one))
    }
}
