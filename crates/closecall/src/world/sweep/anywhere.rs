//! Is everything apart, wherever between its ends each part of a motion is?
//!
//! An edge is read as a box: every factor of every chain is anywhere between its two ends, whatever
//! the others are. From the middle of the box a straight way leads to each of its points, on which
//! every factor goes at most half of its way; so no point of B, seen from A, is further from where
//! it is in the middle than half of the speed that `Bounds` gives, and bodies that are further
//! apart than that in the middle are apart in all of the box.

use super::ways::Ways;
use super::{Edge, Sweeps};
use crate::path::Path;
use crate::query::sweep::{Scratch, ball};
use crate::world::{Handle, WorldError};

/// What is known of a box of motions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anywhere {
    /// Nothing touches in it: a proof.
    Free,
    /// These touch in its middle.
    Touches([Handle; 2]),
    /// Nothing touches in its middle, but these are too near to tell.
    Unknown([Handle; 2]),
}

impl Sweeps<'_> {
    /// Is everything apart, wherever between its ends each turn and slide of the edge is?
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn anywhere(&self, edge: &dyn Edge) -> Result<Anywhere, WorldError> {
        let ways = Ways::new(self.world, &self.order, edge)?;
        let (scene, filter) = (&self.world.scene, &self.world.filter);
        let scratch = &mut Scratch::default();
        let mut near = None;
        let loose = self.bodies.iter().filter(|body| body.is_loose(&ways));
        for one in loose {
            for other in &self.bodies {
                let pair = [one.slot.min(other.slot), one.slot.max(other.slot)];
                let twice = other.is_loose(&ways) && other.slot <= one.slot;
                if twice || !filter.passes(scene, pair[0], pair[1]) {
                    continue;
                }
                let path = self.path(&ways, pair, None)?;
                let question = self.question(pair);
                let pose = path.pose(0.5);
                let ball = ball(&scene.geometry(pair[0]).model);
                let is_moved = pair.iter().any(|&slot| ways.is_moved(slot));
                let spread = if is_moved { path.spread(Some(&ball)) } else { 0.0 };
                if !question.is_within(&pose, spread, scratch) {
                    continue;
                }
                let handles = pair.map(|slot| scene.handle(slot));
                if question.is_within(&pose, 0.0, scratch) {
                    return Ok(Anywhere::Touches(handles));
                }
                near = near.or(Some(handles));
            }
        }
        for pair in self.shaped_pairs() {
            match self.anywhere_shaped(&ways, pair)? {
                Anywhere::Free => {}
                Anywhere::Touches(handles) => return Ok(Anywhere::Touches(handles)),
                Anywhere::Unknown(handles) => near = near.or(Some(handles)),
            }
        }
        Ok(near.map_or(Anywhere::Free, Anywhere::Unknown))
    }
}
