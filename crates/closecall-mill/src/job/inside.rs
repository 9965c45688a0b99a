//! A cutter or a shank that meets no surface may still lie wholly inside the part, with only what is
//! above it sticking out.

use super::chord::{Checker, Found};
use super::event::EventKind;
use crate::gcode::BlockStep;

impl Checker<'_> {
    /// Adds what is inside the part all along a block. It meets no surface, so that one of its
    /// points tells for all of it.
    pub(super) fn inside(&self, step: &BlockStep, found: &mut Found) {
        let Some(last) = step.way.checks().last() else { return };
        let cuts = [EventKind::Gouge, EventKind::Rapid];
        let cut = if last.rapid { EventKind::Rapid } else { EventKind::Gouge };
        let kinds: [(&[EventKind], EventKind); 2] =
            [(&cuts, cut), (&[EventKind::Shank], EventKind::Shank)];
        let (tip, axis) = self.settings.tool_on(last, 1.0);
        for (place, (met, kind)) in kinds.into_iter().enumerate() {
            let is_met = met.iter().any(|&kind| found.by_kind[kind as usize].is_some());
            let below = found.below[place].filter(|_| !is_met);
            let (Some(below), Some(middle)) = (below, self.tool.middles[place]) else { continue };
            if self.bodies.part.holds(tip + axis * middle) {
                found.add(kind, &below);
            }
        }
    }
}
