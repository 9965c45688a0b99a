//! The least distances of bodies on an edge.
//!
//! Pairs are asked in the order in which they may be nearest, by their boxes; a pair is first swept
//! with what the nearest pair so far has as its clearance, which most pairs are free with.

use super::broad::Broad;
use super::ways::Ways;
use super::{Edge, Sweeps};
use crate::geom::Interval;
use crate::parallel;
use crate::query::sweep::{Approach, Scratch, ball};
use crate::world::{Handle, WorldError};

/// The least distance of the bodies that are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeApproach {
    /// The least distance, and its time.
    pub approach: Approach,
    /// The two bodies, the lower handle first.
    pub bodies: [Handle; 2],
}

impl Sweeps<'_> {
    /// The least distance of any two bodies on this edge. None if no two are looked at. Clearances
    /// and paddings play no part.
    ///
    /// # Errors
    /// As [`Sweeps::ask`]; and if a body has an exact shape.
    pub fn approach(&self, edge: &dyn Edge) -> Result<Option<EdgeApproach>, WorldError> {
        self.approach_with(edge, &mut Scratch::default())
    }

    /// The same for many edges, on all cores, in their order.
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn approach_all<E: Edge>(
        &self,
        edges: &[E],
    ) -> Result<Vec<Option<EdgeApproach>>, WorldError> {
        let ask = |scratch: &mut Scratch, edge: &E| self.approach_with(edge, scratch);
        parallel::map(edges, 1, Scratch::default, ask).into_iter().collect()
    }

    fn approach_with(
        &self,
        edge: &dyn Edge,
        scratch: &mut Scratch,
    ) -> Result<Option<EdgeApproach>, WorldError> {
        scratch.meter = self.options.budget.start();
        let ways = Ways::new(self.world, &self.order, edge)?;
        let scene = &self.world.scene;
        if let Some(slot) = scene.any_shaped() {
            let name = scene.node(slot).name.clone();
            return Err(WorldError::ExactShape { name, question: "nearest approaches are" });
        }
        let bodies = |pair: [u32; 2]| pair.map(|slot| scene.handle(slot));
        let broad = Broad::new(self, &ways);
        if self.has_solids()
            && let Some(pair) = self.inside(&ways, &broad.close(&broad.near()))?
        {
            return Ok(Some(EdgeApproach { approach: Approach::INSIDE, bodies: bodies(pair) }));
        }
        let mut best = None::<(Approach, [u32; 2])>;
        for (gap, pair) in broad.gaps() {
            let limit = best.map(|(best, _)| best.distance.hi);
            if limit.is_some_and(|limit| gap >= limit) {
                break;
            }
            let Some(found) = self.pair_approach(&ways, pair, limit, scratch)? else { continue };
            best = Some(match best {
                None => (found, pair),
                Some((old, of)) => {
                    let lo = old.distance.lo.min(found.distance.lo);
                    let (nearer, of) =
                        if found.distance.hi < old.distance.hi { (found, pair) } else { (old, of) };
                    (Approach { distance: Interval { lo, ..nearer.distance }, ..nearer }, of)
                }
            });
            if best.is_some_and(|(best, _)| best.distance.hi <= 0.0) {
                break;
            }
        }
        Ok(best.map(|(approach, pair)| EdgeApproach { approach, bodies: bodies(pair) }))
    }

    /// The least distance of two bodies, if it is within a limit. It is looked at from the larger
    /// one: the other way about its far ends would move far, and time be divided as often.
    fn pair_approach(
        &self,
        ways: &Ways,
        [a, b]: [u32; 2],
        limit: Option<f64>,
        scratch: &mut Scratch,
    ) -> Result<Option<Approach>, WorldError> {
        let radius = |slot: u32| ball(&self.world.scene.geometry(slot).model).radius;
        let is_swapped = radius(b) > radius(a);
        let pair = if is_swapped { [b, a] } else { [a, b] };
        let path = self.path(ways, pair, None)?;
        let found = self.question(pair).approach(&path, limit, scratch);
        Ok(found.map(|found| match found.triangles {
            Some((i, j)) if is_swapped => Approach { triangles: Some((j, i)), ..found },
            _ => found,
        }))
    }
}
