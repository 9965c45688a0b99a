//! A tool on its way, as a target is asked about it.

use crate::lift::ToolFrame;
use crate::tool::Undersides;
use glam::DVec3;

/// A tool on its way.
#[derive(Clone, Copy)]
pub struct PartSweep<'t> {
    /// From where to where the tip goes.
    pub ends: [DVec3; 2],
    /// The frame of the tool.
    pub frame: &'t ToolFrame,
    /// The undersides of the tool.
    pub undersides: &'t Undersides,
    /// The distance that the tool may lie beside the line, and be wider.
    pub beside: f64,
    /// Lifts up to this do not count.
    pub above: f64,
}
