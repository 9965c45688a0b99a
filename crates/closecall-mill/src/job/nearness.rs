//! Whether a program comes near the part at all. One that does not was most likely read in another
//! unit than the part, or the part lies elsewhere: nothing was proved of it that is of use.
//!
//! Near is within four diameters of the tool, holder included. The tool is taken to go up without
//! end, as a box around every piece of its way.

use super::settings::JobSettings;
use crate::gcode::{Move, ToolPath};
use crate::part::Target;
use glam::DVec3;

/// A distance of at most this many diameters of the tool is near.
const DIAMETERS: f64 = 4.0;

/// A part that is smaller than this share of the tool's radius is hardly in the program's unit:
/// nothing comes near it in any way that would be of use.
const SPECK: f64 = 0.1;

/// Two sizes further apart than this do not fit.
const ODD_RATIO: f64 = 20.0;

/// The extent of a program, seen from the part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The corners of the box around all places of the tip.
    pub tips: [[f64; 3]; 2],
    /// The corners of the box around the part.
    pub part: [[f64; 3]; 2],
    /// Whether the tool comes near the part.
    pub is_near: bool,
}

impl Extent {
    /// The factor that fits the part to the program, if it is a usual factor between units.
    #[must_use]
    pub fn factor(&self) -> Option<f64> {
        let [tips, part] = [self.tips, self.part].map(size_of_box);
        let ratio = tips / part;
        let usual = [1000.0, 25.4, 10.0, 0.1, 1.0 / 25.4, 0.001];
        let off = |factor: &f64| (ratio / factor).ln().abs();
        let best = usual.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)))?;
        // Of the same size, or of none.
        let fits = ratio.is_finite() && off(&best) < 3f64.ln() && ratio.ln().abs() > 5f64.ln();
        fits.then_some(best)
    }

    /// Whether the two differ so much in size that one of them may be in another unit.
    #[must_use]
    pub fn is_of_another_size(&self) -> bool {
        let ratio = size_of_box(self.tips) / size_of_box(self.part);
        !(1.0 / ODD_RATIO..=ODD_RATIO).contains(&ratio)
    }
}

/// The longest side of a box.
fn size_of_box(corners: [[f64; 3]; 2]) -> f64 {
    size(corners.map(DVec3::from_array))
}

fn size([low, high]: [DVec3; 2]) -> f64 {
    (high - low).max_element()
}

/// The tool on its way, so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    tips: [DVec3; 2],
    /// The box around all of the tool.
    tool: [DVec3; 2],
    /// The distance of the tool's axis from the part's box, at least, less what is near.
    gap: f64,
}

impl Reach {
    pub(super) const NONE: Self = Self {
        tips: [DVec3::INFINITY, DVec3::NEG_INFINITY],
        tool: [DVec3::INFINITY, DVec3::NEG_INFINITY],
        gap: f64::INFINITY,
    };

    /// Adds a move of a tool of this radius.
    pub(super) fn add(&mut self, one: &Move, settings: &JobSettings, part: &Target, radius: f64) {
        let bends = !matches!(one.path, ToolPath::Line(_)) || one.angles[0] != one.angles[1];
        let pieces = if bends { 16 } else { 1 };
        let place = |i: u32| settings.tool_on(one, f64::from(i) / f64::from(pieces));
        let mut last = place(0);
        for i in 1..=pieces {
            let next = place(i);
            let way = grown(
                [last.0, last.1 * part.furthest(last.0)],
                [next.0, next.1 * part.furthest(next.0)],
            );
            self.tips = joined(self.tips, [last.0.min(next.0), last.0.max(next.0)]);
            self.tool = joined(self.tool, way);
            let near = (2.0 * DIAMETERS + 1.0) * radius;
            self.gap = self.gap.min(distance(way, part.corners_of_box()) - near);
            last = next;
        }
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.tips = joined(self.tips, other.tips);
        self.tool = joined(self.tool, other.tool);
        self.gap = self.gap.min(other.gap);
    }

    /// The extent of the program; None if nothing moved.
    pub(super) fn extent(&self, part: &Target, radius: f64) -> Option<Extent> {
        if self.gap == f64::INFINITY {
            return None;
        }
        let near = (2.0 * DIAMETERS + 1.0) * radius;
        let is_speck = size(part.corners_of_box()) < SPECK * radius;
        let is_near = !is_speck && self.gap <= 0.0 && part.is_within(self.tool, near);
        let tips = self.tips.map(|corner| corner.to_array());
        Some(Extent { tips, part: part.bounds(), is_near })
    }
}

/// The box around a tool that stands at two places: a tip, and from it to the tool's end, each.
fn grown(one: [DVec3; 2], other: [DVec3; 2]) -> [DVec3; 2] {
    let ends = [one[0], one[0] + one[1], other[0], other[0] + other[1]];
    ends.iter().fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |so_far, &p| joined(so_far, [p, p]))
}

fn joined(a: [DVec3; 2], b: [DVec3; 2]) -> [DVec3; 2] {
    [a[0].min(b[0]), a[1].max(b[1])]
}

fn distance(a: [DVec3; 2], b: [DVec3; 2]) -> f64 {
    (a[0] - b[1]).max(b[0] - a[1]).max(DVec3::ZERO).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_between_units_is_named() {
        let extent = |tips: f64, part: f64| {
            let sized = |size: f64| [[0.0; 3], [size, 0.5 * size, 0.1 * size]];
            Extent { tips: sized(tips), part: sized(part), is_near: false }
        };
        for (tips, part, factor) in [
            (200.0, 0.26, Some(1000.0)),
            (0.26, 200.0, Some(0.001)),
            (100.0, 4.0, Some(25.4)),
            (4.0, 100.0, Some(1.0 / 25.4)),
            (100.0, 90.0, None),
            (1.0, 1e9, None),
            (0.0, 5.0, None),
        ] {
            assert_eq!(extent(tips, part).factor(), factor, "{tips} and {part}");
        }
        assert!(extent(100.0, 4.0).is_of_another_size());
        assert!(!extent(100.0, 90.0).is_of_another_size());
    }
}
