//! Is everything apart, wherever between its ends each part of a motion is?
//!
//! An edge is read as a box: every factor of every chain is anywhere between its two ends, whatever
//! the others are. From the middle of the box a straight way leads to each of its points, on which
//! every factor goes at most half of its way; so no point of B, seen from A, is further from where
//! it is in the middle than half of the speed that `Bounds` gives, and bodies that are further
//! apart than that in the middle are apart in all of the box. Surfaces that stay apart on every way
//! from the middle keep a body inside a solid, or outside: so that is asked in the middle, too.
//!
//! Bodies that are proved apart in a box are apart in every part of it. To divide a box is to ask its parts
//! about the pairs that are left ([`NearPairs`]).

use super::ways::Ways;
use super::{Edge, Sweeps};
use crate::Answer;
use crate::parallel;
use crate::path::Path;
use crate::query::solid::one_is_inside;
use crate::query::sweep::{Scratch, ball};
use crate::world::pair::Row;
use crate::world::{Handle, WorldError};

/// Two bodies, the lower handle first: they touch in the middle of a box of motions, or are too
/// near to tell.
pub(super) type Anywhere = Answer<[Handle; 2], [Handle; 2]>;

/// Pairs of bodies that are not yet proved apart in a box of motions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearPairs {
    /// The pairs, row after row; the lower slot first.
    rows: Vec<(Row, [u32; 2])>,
}

impl NearPairs {
    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Sweeps<'_> {
    /// Is everything apart, wherever between its ends each turn and slide of the edge is?
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn anywhere(&self, edge: &dyn Edge) -> Result<Anywhere, WorldError> {
        Ok(self.anywhere_among(edge, &self.all_pairs())?.0)
    }

    /// All pairs that are looked at.
    #[must_use]
    pub fn all_pairs(&self) -> NearPairs {
        let of = |row: Row| self.pairs_of(row).into_iter().map(move |pair| (row, pair));
        NearPairs { rows: Row::ALL.into_iter().flat_map(of).collect() }
    }

    /// The same as [`Sweeps::anywhere`], about some pairs: those that are left of a box that holds
    /// this one. With it come the pairs that are left of this one.
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn anywhere_among(
        &self,
        edge: &dyn Edge,
        pairs: &NearPairs,
    ) -> Result<(Anywhere, NearPairs), WorldError> {
        self.anywhere_with(edge, pairs, &mut Scratch::default())
    }

    /// Asks pair by pair, until one touches.
    fn anywhere_with(
        &self,
        edge: &dyn Edge,
        pairs: &NearPairs,
        scratch: &mut Scratch,
    ) -> Result<(Anywhere, NearPairs), WorldError> {
        let ways = Ways::new(self.world, &self.order, edge)?;
        let (mut left, mut answer) = (Vec::new(), Answer::Clear);
        for (place, &(row, pair)) in pairs.rows.iter().enumerate() {
            match self.anywhere_row(&ways, (row, pair), scratch)? {
                Answer::Clear => continue,
                touches @ Answer::Touching(_) => {
                    // The parts of the box will ask it first, of its row.
                    let first = left.iter().position(|(of, _)| *of == row);
                    left.insert(first.unwrap_or(left.len()), (row, pair));
                    left.extend(&pairs.rows[place + 1..]);
                    return Ok((touches, NearPairs { rows: left }));
                }
                open if answer == Answer::Clear => answer = open,
                Answer::Undecided(_) => {}
            }
            left.push((row, pair));
        }
        Ok((answer, NearPairs { rows: left }))
    }

    /// The same for many edges, each about its own pairs, on all cores, in their order.
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn anywhere_all<E: Edge>(
        &self,
        asked: &[(E, &NearPairs)],
    ) -> Result<Vec<(Anywhere, NearPairs)>, WorldError> {
        let ask = |scratch: &mut Scratch, (edge, pairs): &(E, &NearPairs)| {
            self.anywhere_with(edge, pairs, scratch)
        };
        parallel::map(asked, 1, Scratch::default, ask).into_iter().collect()
    }

    /// The same of two meshes.
    pub(super) fn anywhere_meshes(
        &self,
        ways: &Ways,
        pair: [u32; 2],
        scratch: &mut Scratch,
    ) -> Result<Anywhere, WorldError> {
        let scene = &self.world.scene;
        let path = self.path(ways, pair, None)?;
        let (question, pose) = (self.question(pair), path.pose(0.5));
        let geometries = pair.map(|slot| scene.geometry(slot).filled());
        let is_moved = pair.iter().any(|&slot| ways.is_moved(slot));
        let spread = if is_moved { path.spread(Some(&ball(geometries[0].0))) } else { 0.0 };
        let may_touch = question.is_within(&pose, spread, scratch);
        let handles = pair.map(|slot| scene.handle(slot));
        if (may_touch && question.is_within(&pose, 0.0, scratch))
            || one_is_inside(geometries, &pose)
        {
            return Ok(Answer::Touching(handles));
        }
        Ok(if may_touch { Answer::Undecided(handles) } else { Answer::Clear })
    }
}
