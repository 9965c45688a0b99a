//! The path of the tool's tip in a block.

use super::number::flushed;
use super::tilt::Tilt;
use closecall::engine::rounding::mill::{ARC_POINT, CHORD_UP};
use glam::{DVec2, DVec3};

/// One move of the tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The path of the tip, in the part's frame and the program's unit.
    pub path: ToolPath,
    /// Whether it is a rapid (G0).
    pub rapid: bool,
    /// The rotary axes A, B, C in degrees at its beginning and its end.
    pub angles: [[f64; 3]; 2],
    /// The coordinates that the path is in.
    pub frame: MoveFrame,
}

/// The coordinates of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MoveFrame {
    /// The part's frame: the path is the tip's. With [`Rotary::Table`](super::Rotary::Table) they
    /// are the machine's.
    #[default]
    Part,
    /// The frame of a plane of the part (G68.2): the path is the tip's.
    Tilted(Tilt),
    /// The frame of a machine with tip control off: the path is where the tip would be with A, B
    /// and C at 0 and all slides as they are.
    Machine {
        /// From the tool's tip to the spindle's nose.
        length: f64,
    },
}

impl Move {
    /// A move in the coordinates of the part.
    #[must_use]
    pub fn new(path: ToolPath, rapid: bool, angles: [[f64; 3]; 2]) -> Self {
        Self { path, rapid, angles, frame: MoveFrame::Part }
    }

    /// Whether the tool stands upright all the way, and the path is the tip's in the part's frame.
    #[must_use]
    pub fn is_upright(&self) -> bool {
        self.angles == [[0.0; 3]; 2] && !matches!(self.frame, MoveFrame::Tilted(_))
    }

    /// The rotary axes a share of the way along, in radians. Whole turns before it are left out, which
    /// is exact: radians of many turns would be rounded too much.
    #[must_use]
    pub(crate) fn angles_at(&self, share: f64) -> DVec3 {
        let [from, to] = self.angles.map(DVec3::from_array);
        (from % 360.0 + (to - from) * share).map(f64::to_radians)
    }

    /// By how much the rotary axes turn between two shares of the way, in radians.
    pub(crate) fn turn(&self, from: f64, to: f64) -> DVec3 {
        (self.angles_at(1.0) - self.angles_at(0.0)).abs() * (to - from)
    }
}

/// The way of the tip.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolPath {
    /// Straight from one point to another.
    Line([[f64; 3]; 2]),
    /// A circle's arc, a helix or a spiral.
    Arc(Arc),
    /// A cubic curve.
    Spline(Spline),
}

/// A cubic curve of Bézier's, by its four points.
#[derive(Clone, Debug, PartialEq)]
pub struct Spline {
    points: [DVec3; 4],
}

impl Spline {
    /// The cubic curve of four points.
    pub(super) fn cubic(points: [DVec3; 4]) -> Self {
        Self { points }
    }

    /// The quadratic curve of three points, as a cubic one.
    pub(super) fn quadratic([from, middle, to]: [DVec3; 3]) -> Self {
        let third = |end: DVec3| end + (middle - end) * (2.0 / 3.0);
        Self { points: [from, third(from), third(to), to] }
    }

    /// Its points: the first and the last are its ends.
    #[must_use]
    pub fn points(&self) -> [[f64; 3]; 4] {
        self.points.map(|point| point.to_array())
    }

    /// The point at a `share` of the parameter, up to rounding.
    #[must_use]
    pub fn at(&self, share: f64) -> [f64; 3] {
        self.point(share).to_array()
    }

    /// The same as a vector.
    pub(crate) fn point(&self, share: f64) -> DVec3 {
        let [a, b, c, d] = self.points;
        if share <= 0.0 {
            return a;
        }
        if share >= 1.0 {
            return d;
        }
        let [ab, bc, cd] = [a.lerp(b, share), b.lerp(c, share), c.lerp(d, share)];
        let point = ab.lerp(bc, share).lerp(bc.lerp(cd, share), share);
        // A mean of equal numbers may be rounded away from them: a level curve stays level.
        let stays = a.cmpeq(b) & b.cmpeq(c) & c.cmpeq(d);
        DVec3::select(stays, a, point.map(flushed))
    }

    /// The distance of the curve from the chord between two of its points, at most, both taken at
    /// the same share.
    ///
    /// The second derivative of a cubic is linear, so that it is largest at an end: 6·(a − 2b + c)
    /// or 6·(b − 2c + d); see [`Arc::sagitta`]. Three rounds of interpolation are off by less than
    /// [`ARC_POINT`] of four times the largest coordinate each.
    #[must_use]
    pub fn sagitta(&self, from: f64, to: f64) -> f64 {
        let [a, b, c, d] = self.points;
        let second = |p: DVec3, q: DVec3, r: DVec3| 6.0 * (p - 2.0 * q + r).length();
        let largest = second(a, b, c).max(second(b, c, d));
        let size = 12.0 * self.points.iter().map(|p| p.length()).fold(0.0, f64::max);
        let step = to - from;
        step * step / 8.0 * largest * CHORD_UP + ARC_POINT * size
    }
}

/// An arc: from the angle `start` on by `sweep` around `center`, while the radius goes from
/// `radius[0]` to `radius[1]` and the third coordinate from `height[0]` to `height[1]`, all evenly.
#[derive(Clone, Debug, PartialEq)]
pub struct Arc {
    /// The axes: two of the plane, in the sense of rotation, and the third.
    pub axes: [usize; 3],
    /// The centre, in the plane.
    pub center: [f64; 2],
    /// The radius at the beginning and the end; they differ by the rounding of the program's
    /// numbers.
    pub radius: [f64; 2],
    /// The angle at the beginning, in radians.
    pub start: f64,
    /// The angle it goes on by; negative is clockwise.
    pub sweep: f64,
    /// The third coordinate at the beginning and the end.
    pub height: [f64; 2],
    /// Its ends as the program has them.
    pub ends: [[f64; 3]; 2],
}

impl Arc {
    /// The point a `share` of the way, up to rounding.
    #[must_use]
    pub fn at(&self, share: f64) -> [f64; 3] {
        if share <= 0.0 {
            return self.ends[0];
        }
        if share >= 1.0 {
            return self.ends[1];
        }
        let angle = self.start + share * self.sweep;
        let radius = self.radius[0] + share * (self.radius[1] - self.radius[0]);
        let flat = self.middle() + DVec2::from_angle(angle) * radius;
        let mut point = [0.0; 3];
        point[self.axes[0]] = flat.x;
        point[self.axes[1]] = flat.y;
        point[self.axes[2]] = self.height[0] + share * (self.height[1] - self.height[0]);
        point.map(flushed)
    }

    /// The same as a vector.
    pub(crate) fn point(&self, share: f64) -> DVec3 {
        DVec3::from_array(self.at(share))
    }

    /// The centre as a vector.
    pub(crate) fn middle(&self) -> DVec2 {
        DVec2::from_array(self.center)
    }

    /// The distance of the arc from the chord between two of its points, at most, both taken at the
    /// same share.
    ///
    /// A curve f lies within h²/8·max|f''| of its chord over a parameter step h. With the angle as
    /// the parameter,
    /// |f''| ≤ ρ + 2·|dρ/dφ| for a radius ρ that changes evenly; the third coordinate changes evenly and adds nothing.
    /// The computed ends of the chord are off by less than [`ARC_POINT`] of the sizes involved, and
    /// of the heights where these change.
    #[must_use]
    pub fn sagitta(&self, from: f64, to: f64) -> f64 {
        let step = (to - from) * self.sweep.abs();
        let largest = self.radius[0].max(self.radius[1]);
        let drift = (self.radius[1] - self.radius[0]).abs() / self.sweep.abs().max(1e-9);
        let size = self.middle().length() + largest * (1.0 + self.start.abs() + self.sweep.abs());
        step * step / 8.0 * (largest + 2.0 * drift) * CHORD_UP
            + ARC_POINT * size
            + self.height_off()
    }

    /// The error of the third coordinate of a point: not at all where it stays.
    #[must_use]
    pub fn height_off(&self) -> f64 {
        let [from, to] = self.height;
        if from == to { 0.0 } else { ARC_POINT * (from.abs() + to.abs()) }
    }
}

impl ToolPath {
    /// Straight from one point to another.
    pub(crate) fn line(ends: [DVec3; 2]) -> Self {
        Self::Line(ends.map(|end| end.to_array()))
    }

    /// The point a share of the way along, up to rounding.
    #[must_use]
    pub fn at(&self, share: f64) -> [f64; 3] {
        self.point(share).to_array()
    }

    /// The same as a vector.
    pub(crate) fn point(&self, share: f64) -> DVec3 {
        match self {
            Self::Line(ends) => {
                let [from, to] = ends.map(DVec3::from_array);
                from.lerp(to, share)
            }
            Self::Arc(arc) => arc.point(share),
            Self::Spline(spline) => spline.point(share),
        }
    }

    /// The distance of the path from the chord between two of its points, at most, both taken at
    /// the same share.
    #[must_use]
    pub fn sagitta(&self, from: f64, to: f64) -> f64 {
        match self {
            Self::Line(_) => 0.0,
            Self::Arc(arc) => arc.sagitta(from, to),
            Self::Spline(spline) => spline.sagitta(from, to),
        }
    }

    /// The distance of its points from the zero, at most.
    pub(crate) fn reach(&self) -> f64 {
        match self {
            Self::Line(ends) => {
                let [from, to] = ends.map(|end| DVec3::from_array(end).length());
                from.max(to)
            }
            Self::Arc(arc) => {
                let radius = arc.radius[0].max(arc.radius[1]);
                let height = arc.height[0].abs().max(arc.height[1].abs());
                arc.middle().length() + radius + height
            }
            Self::Spline(spline) => spline.points.iter().map(|p| p.length()).fold(0.0, f64::max),
        }
    }

    /// Its start.
    #[must_use]
    pub fn start(&self) -> [f64; 3] {
        match self {
            Self::Line([from, _]) => *from,
            Self::Arc(arc) => arc.ends[0],
            Self::Spline(spline) => spline.points[0].to_array(),
        }
    }

    /// Its end.
    #[must_use]
    pub fn end(&self) -> [f64; 3] {
        match self {
            Self::Line([_, to]) => *to,
            Self::Arc(arc) => arc.ends[1],
            Self::Spline(spline) => spline.points[3].to_array(),
        }
    }

    /// Its start and its end as vectors.
    pub(crate) fn ends(&self) -> [DVec3; 2] {
        [self.start(), self.end()].map(DVec3::from_array)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The height at a share, of heights that are multiples of 2⁻²⁰ and shares of 2⁻¹⁰, in units of 2⁻³⁰.
    fn exact([from, to]: [i64; 2], share: i64) -> i128 {
        i128::from(from) * 1024 + i128::from(share) * i128::from(to - from)
    }

    /// A small helix far up: its points' heights are rounded by more than its radius would pay for.
    #[test]
    fn the_heights_of_a_helix_are_paid_for() {
        let unit = |x: i64| x as f64 / f64::from(1u32 << 20);
        let mut most = 0.0f64;
        for k in 0..200 {
            let heights = [(1i64 << 46) + 12_345_677 * k, (1i64 << 46) + 7_654_321 * k + 3];
            let arc = Arc {
                axes: [0, 1, 2],
                center: [0.0; 2],
                radius: [1.0; 2],
                start: 0.0,
                sweep: 6.0,
                height: heights.map(unit),
                ends: [[0.0; 3]; 2],
            };
            for share in 1..1024 {
                let height = arc.at(share as f64 / 1024.0)[2];
                let off = (height * f64::from(1u32 << 30)) as i128 - exact(heights, share);
                let off = off.unsigned_abs() as f64 / f64::from(1u32 << 30);
                assert!(off <= arc.height_off() && off <= arc.sagitta(0.0, 1e-6), "{off}");
                most = most.max(off);
            }
        }
        assert!(most > ARC_POINT * 8.0, "{most}");
    }

    #[test]
    fn a_level_spline_stays_level() {
        let z = -1.1;
        let points = [[0.0, 0.0], [1.0, 2.0], [3.0, 2.0], [4.0, 0.0]];
        let spline = Spline::cubic(points.map(|[x, y]| DVec3::new(x, y, z)));
        assert!((0..=1000).all(|share| spline.point(f64::from(share) / 1000.0).z == z));
    }
}
