//! Is everything apart, wherever between its ends each part of a motion is?
//!
//! An edge is read as a box: every factor of every chain is anywhere between its two ends, whatever
//! the others are. From the middle of the box a straight way leads to each of its points, on which
//! every factor goes at most half of its way; so no point of B, seen from A, is further from where
//! it is in the middle than half of the speed that `Bounds` gives, and bodies that are further
//! apart than that in the middle are apart in all of the box. Surfaces that stay apart on every way
//! from the middle keep a body inside a solid, or outside: so that is asked in the middle, too.
//!
//! What is proved apart in a box is apart in every part of it. Who divides a box asks its parts
//! about the pairs that are left ([`NearPairs`]).

use super::ways::Ways;
use super::{Edge, Sweeps};
use crate::Answer;
use crate::parallel;
use crate::path::Path;
use crate::query::solid::one_is_inside;
use crate::query::sweep::{Scratch, ball};
use crate::world::{Handle, WorldError};

/// Two bodies, the lower handle first: those that touch in the middle of a box of motions, or those
/// that are too near to tell.
type Anywhere = Answer<[Handle; 2], [Handle; 2]>;

/// Pairs of bodies that are not yet proved apart in a box of motions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearPairs {
    /// Of two meshes, the lower slot first.
    meshes: Vec<[u32; 2]>,
    /// Of which one has exact shapes.
    shaped: Vec<[u32; 2]>,
}

impl NearPairs {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.meshes.len() + self.shaped.len()
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
        let (scene, filter) = (&self.world.scene, &self.world.filter);
        let slots: Vec<u32> = self.meshes.iter().flatten().map(|extent| extent.slot).collect();
        let mut meshes = Vec::new();
        for (place, &a) in slots.iter().enumerate() {
            let passing = slots[place + 1..].iter().filter(|&&b| filter.passes(scene, a, b));
            meshes.extend(passing.map(|&b| [a, b]));
        }
        NearPairs { meshes, shaped: self.shaped_pairs() }
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

    fn anywhere_with(
        &self,
        edge: &dyn Edge,
        pairs: &NearPairs,
        scratch: &mut Scratch,
    ) -> Result<(Anywhere, NearPairs), WorldError> {
        let ways = Ways::new(self.world, &self.order, edge)?;
        let mut left = NearPairs { meshes: Vec::new(), shaped: Vec::new() };
        let ask = |pair| self.anywhere_meshes(&ways, pair, scratch);
        let meshes = among(&pairs.meshes, &mut left.meshes, ask)?;
        if let Answer::Touching(_) = meshes {
            left.shaped.clone_from(&pairs.shaped);
            return Ok((meshes, left));
        }
        let ask = |pair| self.anywhere_shaped(&ways, pair);
        let shaped = among(&pairs.shaped, &mut left.shaped, ask)?;
        let touches = matches!(shaped, Answer::Touching(_));
        Ok((if touches || meshes == Answer::Clear { shaped } else { meshes }, left))
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
    fn anywhere_meshes(
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

/// Asks about pairs one by one, until one touches; those that are not free are left, the one that
/// touches first: the parts of the box will ask it first.
fn among(
    pairs: &[[u32; 2]],
    left: &mut Vec<[u32; 2]>,
    mut ask: impl FnMut([u32; 2]) -> Result<Anywhere, WorldError>,
) -> Result<Anywhere, WorldError> {
    let mut answer = Answer::Clear;
    for (place, &pair) in pairs.iter().enumerate() {
        match ask(pair)? {
            Answer::Clear => continue,
            touches @ Answer::Touching(_) => {
                left.insert(0, pair);
                left.extend(&pairs[place + 1..]);
                return Ok(touches);
            }
            unknown if answer == Answer::Clear => answer = unknown,
            Answer::Undecided(_) => {}
        }
        left.push(pair);
    }
    Ok(answer)
}
