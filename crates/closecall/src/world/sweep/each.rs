//! Every pair that touches on an edge, each with a first contact of its own.

use super::broad::{Broad, Close};
use super::first::First;
use super::ways::Ways;
use super::{Edge, EdgeDoubt, EdgeHit, Sweeps};
use crate::Answer;
use crate::query::sweep::{Doubt, Hit, Start};
use crate::world::{Handle, WorldError};
use std::collections::BTreeMap;

/// Two bodies that touch on an edge, or may: the lower handle first, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairOnEdge {
    /// The bodies.
    pub bodies: [Handle; 2],
    /// When they first touch, or what is known of that; it is never clear.
    pub answer: Answer<Hit, Doubt>,
}

impl Sweeps<'_> {
    /// Every two bodies that touch on this edge, or of which that stays undecided, sorted by handles,
    /// each as if there were no others. They share the budget.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::{Chain, Factor};
    /// use closecall::world::sweep::{Moves, Sweeps};
    /// use closecall::{Ask, Body, Model, Pose, World};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut world = World::new();
    /// for (name, x) in [("first", 3.0), ("second", 6.0)] {
    ///     world.insert(Body::new(name, &cube).at(Pose::from_translation([x, 0.5, 0.5])?).fixed())?;
    /// }
    /// let tool = world.insert(Body::new("tool", &cube))?;
    /// let [from, to] = [[0.0; 3], [10.0, 0.0, 0.0]];
    /// let edge = Moves(vec![(tool, Chain::new(vec![Factor::Slide { from, to }])?)]);
    /// let found = Sweeps::new(&world, &Ask::new()).each(&edge)?;
    /// let times: Vec<f64> = found.iter().map(|pair| pair.answer.touching().unwrap().time.hi).collect();
    /// assert!((times[0] - 0.2).abs() < 1e-6 && (times[1] - 0.5).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn each(&self, edge: &dyn Edge) -> Result<Vec<PairOnEdge>, WorldError> {
        let (scene, scratch) = (&self.world.scene, &mut self.scratch());
        let ways = Ways::new(self.world, &self.order, edge)?;
        let broad = Broad::new(self, &ways);
        let mut of_pairs: BTreeMap<[u32; 2], Vec<Close>> = BTreeMap::new();
        for close in broad.close(&broad.near()) {
            of_pairs.entry(close.pair).or_default().push(close);
        }
        self.check_start()?;
        let mut found = Vec::new();
        for (pair, close) in of_pairs {
            let mut first = First::new();
            for row in &close {
                if first.end > 0.0 && row.from <= first.end {
                    first.take(pair, self.ask_row(&ways, row, first.end, scratch)?);
                }
            }
            if first.end > 0.0
                && self.options.start == Start::Counts
                && self.inside(&ways, &close)?.is_some()
            {
                first.take(pair, Answer::Touching(Hit::at(0.0, None)));
            }
            let bodies = pair.map(|slot| scene.handle(slot));
            match first.answer(|slot| scene.handle(slot)) {
                Answer::Clear => {}
                Answer::Touching(EdgeHit { hit, .. }) => {
                    found.push(PairOnEdge { bodies, answer: Answer::Touching(hit) });
                }
                Answer::Undecided(EdgeDoubt { doubt, .. }) => {
                    found.push(PairOnEdge { bodies, answer: Answer::Undecided(doubt) });
                }
            }
        }
        Ok(found)
    }
}
