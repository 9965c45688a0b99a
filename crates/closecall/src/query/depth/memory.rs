//! The memory that a search for a depth leaves for the next one of the same bodies, at any pose.

use super::ball::Inner;
use crate::geom::DVec3;

/// The last way out, and balls inside the two that proved much: they are where they are in their
/// bodies' frames, so that each two of them prove translations at any pose.
#[derive(Clone, Debug, Default)]
pub(crate) struct DepthMemory {
    pub(super) way: Option<DVec3>,
    pub(super) balls: Vec<[Inner; 2]>,
}

impl DepthMemory {
    /// Forgets all.
    pub(crate) fn forget(&mut self) {
        self.way = None;
        self.balls.clear();
    }
}
