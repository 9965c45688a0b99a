//! Does anything touch while bodies of a world move? Certified, as [`crate::query::sweep`] is for two.
//!
//! An edge says how bodies move on their parents, in one unit of time. Of two bodies the relative
//! motion is the [`Chain`] from the one to the other through what they both hang on. What is
//! promised of f64 poses is promised of those that [`Query`] asks at: every pose composed down from the
//! world, as [`World`] composes it.
//!
//! **Rounding.** A chain leaves room for its own f64 pose. That of the world is composed from the root, so
//! it is off by at most 8η, η = 2⁻⁴⁸, of the longer way for each pose on it (`outline` derives
//! it), and 16η of both bodies' reach from the world's origin for each covers it.

mod ways;

use super::solids::one_is_inside;
use super::{Handle, World, WorldError};
use crate::geom::Pose;
use crate::parallel::prelude::*;
use crate::path::{Chain, Path};
use crate::query::sweep::{Answer, Doubt, Hit, Question, Scratch, Start, SweepOptions, tolerance};
use std::collections::HashMap;
use std::time::Instant;
use ways::{PairPath, Ways};

#[cfg(doc)]
use super::Query;

/// How bodies move on their parents, in one unit of time.
pub trait Edge: Sync {
    /// The bodies that move, each in its parent's frame; all others stay.
    fn moves(&self) -> &[(Handle, Chain)];

    /// Where they are at a time from 0 to 1, as f64 poses that [`Query::set_pose`] takes.
    fn poses(&self, time: f64) -> Vec<(Handle, Pose)>;

    /// By how many radians an f64 pose may be turned from the chain's, beside rounding that the chain knows.
    fn blur(&self) -> f64 {
        0.0
    }
}

/// Bodies that move as chains say.
#[derive(Clone, Debug)]
pub struct Moves(pub Vec<(Handle, Chain)>);

impl Edge for Moves {
    fn moves(&self) -> &[(Handle, Chain)] {
        &self.0
    }

    fn poses(&self, time: f64) -> Vec<(Handle, Pose)> {
        self.0.iter().map(|(handle, chain)| (*handle, chain.pose(time))).collect()
    }
}

/// Does anything touch?
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EdgeAnswer {
    /// Nothing: a proof.
    Free,
    /// Two bodies, the lower handle first. Nothing touches before [`Hit::from`].
    Hits(Hit, [Handle; 2]),
    /// Neither was proved; of which bodies, if the budget did not end.
    Undecided(Doubt, Option<[Handle; 2]>),
}

/// A world, ready to be asked about edges. A clearance of the options and that of two bodies in the
/// world: the larger counts.
///
/// ```
/// use closecall::mesh::shapes;
/// use closecall::path::{Chain, Factor};
/// use closecall::query::sweep::SweepOptions;
/// use closecall::world::sweep::{EdgeAnswer, Moves, Sweeps};
/// use closecall::world::{Body, World};
/// use closecall::{Model, Pose, geom::DVec3};
/// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
/// let mut world = World::new();
/// let wall = world.insert(Body::new("wall", &cube).fixed())?;
/// let cart = world.insert(Body::frame("cart"))?;
/// let load = world.insert(Body::new("load", &cube).on(cart))?;
/// let [from, to] = [DVec3::new(-10.0, 0.5, 0.0), DVec3::new(10.0, 0.5, 0.0)];
/// let edge = Moves(vec![(cart, Chain::new(vec![Factor::Slide { from, to }])?)]);
/// match Sweeps::new(&world, &SweepOptions::default()).ask(&edge)? {
///     EdgeAnswer::Hits(hit, [a, b]) => {
///         assert_eq!([a, b], [wall, load]);
///         assert!((hit.to - 0.45).abs() < 1e-6);
///     }
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sweeps<'w> {
    world: &'w World,
    options: SweepOptions,
    /// Of every body, by slot.
    tolerances: HashMap<u32, f64>,
}

impl<'w> Sweeps<'w> {
    /// For edges in this world.
    #[must_use]
    pub fn new(world: &'w World, options: &SweepOptions) -> Self {
        let bodies = world.scene.slots().filter(|&slot| world.scene.node(slot).mesh.is_some());
        let tolerance = |slot| tolerance(&world.scene.geometry(slot).model, options);
        let tolerances = bodies.map(|slot| (slot, tolerance(slot))).collect();
        Self { world, options: *options, tolerances }
    }

    /// What touches first on this edge, if anything does?
    ///
    /// # Errors
    /// If a body is not here, or something would be out of range.
    pub fn ask(&self, edge: &dyn Edge) -> Result<EdgeAnswer, WorldError> {
        self.ask_with(edge, &mut Scratch::default())
    }

    /// The answers for many edges, on all cores, in their order.
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn ask_all<E: Edge>(&self, edges: &[E]) -> Result<Vec<EdgeAnswer>, WorldError> {
        let ask = |scratch: &mut Scratch, edge: &E| self.ask_with(edge, scratch);
        edges.par_iter().map_init(Scratch::default, ask).collect()
    }

    fn ask_with(&self, edge: &dyn Edge, scratch: &mut Scratch) -> Result<EdgeAnswer, WorldError> {
        let deadline = self.options.budget.map(|budget| Instant::now() + budget);
        let ways = Ways::new(self.world, edge)?;
        let (mut end, mut hit, mut doubt) = (1.0, None, None::<(Doubt, [u32; 2])>);
        let mut free_until = f64::INFINITY;
        for pair @ [a, b] in ways.pairs() {
            let models = pair.map(|slot| &self.world.scene.geometry(slot).model);
            let tolerance = self.tolerances[&b].min(self.tolerances[&a]);
            let path = ways.between(a, b)?;
            let own = self.world.clearances.of(&self.world.scene, a, b);
            let clearance = if own > self.options.clearance { own } else { self.options.clearance };
            let options = SweepOptions { clearance, ..self.options };
            let question = Question::new(models, &options, tolerance, deadline);
            match self.or_inside(question.ask(&path, end, scratch), &path) {
                Answer::Free => {}
                Answer::Hits(found) => {
                    (end, hit) = (found.to, Some((found, pair)));
                    free_until = free_until.min(found.from);
                }
                Answer::Undecided(found) => {
                    free_until = free_until.min(found.free_until);
                    if doubt.is_none_or(|(first, _)| found.free_until < first.free_until) {
                        doubt = Some((found, pair));
                    }
                }
            }
            if end == 0.0 {
                break;
            }
        }
        let handles = |pair: [u32; 2]| pair.map(|slot| self.world.scene.handle(slot));
        Ok(match (hit, doubt) {
            (Some((hit, pair)), _) => EdgeAnswer::Hits(Hit { from: free_until.min(hit.to), ..hit }, handles(pair)),
            (None, Some((doubt, pair))) => {
                let pair = doubt.gap.is_some().then(|| handles(pair));
                EdgeAnswer::Undecided(doubt, pair)
            }
            (None, None) => EdgeAnswer::Free,
        })
    }
}

impl Sweeps<'_> {
    /// The answer for two bodies, or a hit at the start if one of them is a solid with the other inside.
    fn or_inside(&self, answer: Answer, path: &PairPath) -> Answer {
        let geometries = path.slots.map(|slot| self.world.scene.geometry(slot));
        let touches = matches!(answer, Answer::Hits(Hit { to: 0.0, .. }));
        let is_solid = geometries.iter().any(|geometry| geometry.solid.is_some());
        let counts = self.options.start == Start::Counts;
        if is_solid && counts && !touches && one_is_inside(geometries, &path.pose(0.0)) {
            return Answer::Hits(Hit { from: 0.0, to: 0.0, triangles: None });
        }
        answer
    }
}
