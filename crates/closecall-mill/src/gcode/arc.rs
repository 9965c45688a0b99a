//! Arcs from their words: the centre by I, J, K or the radius by R.

use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::path::Arc;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// The words of an arc, in the program's unit.
pub(super) struct ArcWords {
    /// The plane's two axes and the third.
    pub(super) axes: [usize; 3],
    pub(super) clockwise: bool,
    /// The centre's offsets along the plane's axes, with what they are measured from.
    pub(super) center: [Option<f64>; 2],
    pub(super) center_absolute: bool,
    pub(super) radius: Option<f64>,
    pub(super) turns: u32,
    /// One millimetre in the program's unit.
    pub(super) millimetre: f64,
    pub(super) dialect: Dialect,
}

/// More turns than this in one block are taken as a mistake.
pub(super) const MOST_TURNS: f64 = 10_000.0;

impl ArcWords {
    pub(super) fn arc(&self, ends: [DVec3; 2]) -> Result<Arc, GcodeProblem> {
        let [i, j, k] = self.axes;
        let flat = |p: DVec3| DVec2::new(p[i], p[j]);
        let (from, to) = (flat(ends[0]), flat(ends[1]));
        let center = match self.radius {
            Some(radius) => self.center_by_radius(from, to, radius)?,
            None => self.center_by_offsets(from)?,
        };
        let (spoke, last) = (from - center, to - center);
        let radius = [spoke.length(), last.length()];
        self.check_radii(radius)?;
        let angle = |v: DVec2| v.y.atan2(v.x);
        let mut sweep = (angle(last) - angle(spoke)).rem_euclid(TAU);
        if self.is_same(from, to) || sweep == 0.0 {
            sweep = TAU;
        }
        if self.clockwise {
            sweep = if sweep == TAU { -TAU } else { sweep - TAU };
        }
        sweep += f64::from(self.turns - 1) * TAU * sweep.signum();
        let height = [ends[0][k], ends[1][k]];
        let (start, center) = (angle(spoke), center.to_array());
        let ends = ends.map(|end| end.to_array());
        Ok(Arc { axes: self.axes, center, radius, start, sweep, height, ends })
    }

    fn center_by_offsets(&self, from: DVec2) -> Result<DVec2, GcodeProblem> {
        let names = [["I", "J", "K"][self.axes[0]], ["I", "J", "K"][self.axes[1]]];
        if self.center == [None, None] {
            return Err(GcodeProblem::Arc(format!(
                "neither {} nor {} nor R is given",
                names[0], names[1]
            )));
        }
        if self.center_absolute {
            let [Some(x), Some(y)] = self.center else {
                return Err(GcodeProblem::Arc(format!(
                    "with G90.1 both {} and {} are needed",
                    names[0], names[1]
                )));
            };
            return Ok(DVec2::new(x, y));
        }
        Ok(from + DVec2::new(self.center[0].unwrap_or(0.0), self.center[1].unwrap_or(0.0)))
    }

    fn center_by_radius(&self, from: DVec2, to: DVec2, radius: f64) -> Result<DVec2, GcodeProblem> {
        if self.center != [None, None] {
            return Err(GcodeProblem::Arc("both R and a centre are given".to_string()));
        }
        let half = 0.5 * (to - from);
        let length = half.length();
        if self.is_same(from, to) {
            return Err(GcodeProblem::Arc("with R the end must differ from the start".to_string()));
        }
        let off = radius * radius - length * length;
        if off < 0.0 && length - radius.abs() > self.radius_slack(radius.abs()) {
            return Err(GcodeProblem::Arc(format!(
                "R {} is less than half the distance {}",
                radius.abs(),
                2.0 * length
            )));
        }
        // The centre lies left of the way for a short counterclockwise arc, right for a long or a
        // clockwise one.
        let side = if (radius > 0.0) == self.clockwise { -1.0 } else { 1.0 };
        Ok(from + half + half.perp() * (side * off.max(0.0).sqrt() / length))
    }

    /// Whether an arc ends where it begins, and so is a full circle. Sums of increments and changes
    /// of unit are rounded: less than a nanometre is no way.
    fn is_same(&self, from: DVec2, to: DVec2) -> bool {
        (to - from).length() < 1e-6 * self.millimetre
    }

    /// The difference that the radii at both ends may have: a hundredth of a millimetre or a
    /// thousandth of the radius, but not half a millimetre, as in LinuxCNC.
    fn slack(&self, radius: f64) -> f64 {
        (0.0127 * self.millimetre).max((0.001 * radius).min(0.5 * self.millimetre))
    }

    /// By how much half the way to the end may be longer than the radius. On LinuxCNC it is a setting, by default 1.27
    /// micrometres; Fanuc's controls have a parameter for it, and what a centre may be off by is allowed.
    fn radius_slack(&self, radius: f64) -> f64 {
        match self.dialect.is_fanuc() {
            true => self.slack(radius),
            false => 0.00127 * self.millimetre,
        }
    }

    fn check_radii(&self, [start, end]: [f64; 2]) -> Result<(), GcodeProblem> {
        if !(start > 0.0 && start <= 1e9 && end <= 2e9) {
            return Err(GcodeProblem::Arc(format!("its radius is {start}")));
        }
        match (start - end).abs() <= self.slack(start) {
            true => Ok(()),
            false => Err(GcodeProblem::Arc(format!(
                "the start is {start} from the centre, the end {end}"
            ))),
        }
    }
}
