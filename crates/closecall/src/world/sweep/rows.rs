//! The table of parts (`world::pair`) on an edge: which code answers for two bodies that move.

use super::anywhere::Anywhere;
use super::broad::Close;
use super::intervals::once;
use super::ways::Ways;
use super::{Sweeps, WorldError};
use crate::Answer;
use crate::query::sweep::{ContactIntervals, Doubt, Hit, Scratch};
use crate::world::pair::Row;

impl Sweeps<'_> {
    /// Do two bodies meet by this row, up to a time?
    pub(super) fn ask_row(
        &self,
        ways: &Ways,
        &Close { row, pair, from, to }: &Close,
        end: f64,
        scratch: &mut Scratch,
    ) -> Result<Answer<Hit, Doubt>, WorldError> {
        match row {
            Row::Meshes => self.ask_meshes(ways, pair, [from, to.min(end)], scratch),
            Row::Shapes => self.ask_shaped(ways, pair, end, &mut scratch.meter),
        }
    }

    /// Returns the contacts of two bodies by this row; of shapes only the first is known.
    pub(super) fn intervals_row(
        &self,
        ways: &Ways,
        &Close { row, pair, from, to }: &Close,
        scratch: &mut Scratch,
    ) -> Result<ContactIntervals, WorldError> {
        match row {
            Row::Meshes => self.intervals_of(ways, pair, [from, to], scratch),
            Row::Shapes => Ok(once(self.ask_shaped(ways, pair, 1.0, &mut scratch.meter)?)),
        }
    }

    /// Are two bodies apart by this row, wherever between its ends each part of the motion is?
    pub(super) fn anywhere_row(
        &self,
        ways: &Ways,
        (row, pair): (Row, [u32; 2]),
        scratch: &mut Scratch,
    ) -> Result<Anywhere, WorldError> {
        match row {
            Row::Meshes => self.anywhere_meshes(ways, pair, scratch),
            Row::Shapes => self.anywhere_shaped(ways, pair),
        }
    }

    /// Returns all pairs that are looked at and have parts of this row, the lower slot first,
    /// sorted.
    pub(super) fn pairs_of(&self, row: Row) -> Vec<[u32; 2]> {
        let (scene, filter) = (&self.world.scene, &self.world.filter);
        let any = row.any(scene).into_iter().flat_map(|_| scene.slots());
        let bodies: Vec<u32> = any.filter(|&slot| scene.node(slot).is_body()).collect();
        let pairs = bodies
            .iter()
            .enumerate()
            .flat_map(|(place, &a)| bodies[place + 1..].iter().map(move |&b| [a, b]));
        pairs.filter(|&[a, b]| row.is_of(scene, [a, b]) && filter.passes(scene, a, b)).collect()
    }
}
