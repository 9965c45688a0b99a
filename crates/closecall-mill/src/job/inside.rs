//! A cutter that meets no surface may still lie wholly inside the part, with only shank or holder
//! sticking out: a gouge.

use super::chord::{Checker, Found};
use super::event::EventKind;
use crate::gcode::BlockStep;

impl Checker<'_> {
    /// Adds the gouge of a cutter that is inside the part all along a block. It meets no surface,
    /// so that one of its points tells for all of it.
    pub(super) fn inside(&self, step: &BlockStep, found: &mut Found) {
        let cuts = [EventKind::Gouge, EventKind::Rapid]
            .iter()
            .any(|&kind| found.by_kind[kind as usize].is_some());
        let (Some(below), Some(height)) = (found.below, self.tool.cutter_height) else { return };
        let Some(last) = step.moves.last().filter(|_| !cuts) else { return };
        let (tip, axis) = self.settings.tool_at(last, 1.0);
        if self.bodies.part.holds(tip + axis * (0.5 * height)) {
            let kind = if last.rapid { EventKind::Rapid } else { EventKind::Gouge };
            found.add(kind, &below);
        }
    }
}
