//! Does anything touch while bodies of a world move? Certified, as [`crate::query::sweep`] is for
//! two.
//!
//! An edge says how bodies move on their parents, in one unit of time. Of two bodies the relative
//! motion is the [`Chain`] from the one to the other through what they both hang on. What is
//! promised of f64 poses is promised of those that [`Query`] asks at: every pose composed down from
//! the world, as [`World`] composes it.
//!
//! Read in this order: `ways` (how bodies move), `broad` (which come near each other), and here.

mod anywhere;
mod approach;
mod broad;
mod shaped;
mod ways;

pub use anywhere::{Anywhere, NearPairs};
pub use approach::EdgeApproach;

use super::pair::one_is_inside;
use super::{Handle, World, WorldError};
use crate::geom::{Clearance, Pose};
use crate::parallel;
use crate::path::{Chain, Path};
use crate::query::Ask;
use crate::query::sweep::{Answer, Doubt, Hit, Question, Scratch, Start, ball, extent, tolerance};
use broad::{Broad, Close, Extent};
use ways::{PairPath, Ways};

#[cfg(doc)]
use super::Query;

/// How bodies move on their parents, in one unit of time.
pub trait Edge: Sync {
    /// The bodies that move, each in its parent's frame; all others stay.
    fn moves(&self) -> &[(Handle, Chain)];

    /// Where they are at a time from 0 to 1, as f64 poses that [`Query::set_pose`] takes.
    fn poses(&self, time: f64) -> Vec<(Handle, Pose)>;

    /// By how many radians an f64 pose may be turned from the chain's, beside rounding that the
    /// chain knows.
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
/// use closecall::Ask;
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
/// match Sweeps::new(&world, &Ask::new()).ask(&edge)? {
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
    options: Ask,
    /// All slots, what others hang on first.
    order: Vec<u32>,
    bodies: Vec<Extent>,
    /// Of every body, by slot.
    tolerances: Vec<f64>,
}

impl<'w> Sweeps<'w> {
    /// For edges in this world.
    #[must_use]
    pub fn new(world: &'w World, options: &Ask) -> Self {
        let mut order: Vec<u32> = world.scene.slots().collect();
        let mut tolerances = vec![f64::INFINITY; order.last().map_or(0, |&last| last as usize + 1)];
        let mut bodies = Vec::new();
        for &slot in &order {
            let node = world.scene.node(slot);
            let Some(geometry) = &node.mesh else { continue };
            tolerances[slot as usize] = tolerance(&geometry.model, options);
            let ball = ball(&geometry.model);
            let growth = node.growth.max(options.clearance.distance() * 0.5);
            let corners = extent(&geometry.model);
            bodies.push(Extent::new(slot, node.mobility, ball, corners, growth));
        }
        order.sort_by_key(|&slot| world.scene.node(slot).depth);
        Self { world, options: *options, order, bodies, tolerances }
    }

    /// What touches first on this edge, if anything does?
    ///
    /// # Errors
    /// If a body is not here, or something would be out of range; and of exact shapes, if two that
    /// move without end are looked at, or contact at the start is to be ignored.
    pub fn ask(&self, edge: &dyn Edge) -> Result<EdgeAnswer, WorldError> {
        self.ask_with(edge, &mut Scratch::default())
    }

    /// The answers for many edges, on all cores, in their order.
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn ask_all<E: Edge>(&self, edges: &[E]) -> Result<Vec<EdgeAnswer>, WorldError> {
        let ask = |scratch: &mut Scratch, edge: &E| self.ask_with(edge, scratch);
        parallel::map(edges, 1, Scratch::default, ask).into_iter().collect()
    }

    fn ask_with(&self, edge: &dyn Edge, scratch: &mut Scratch) -> Result<EdgeAnswer, WorldError> {
        scratch.meter = self.options.budget.start();
        let ways = Ways::new(self.world, &self.order, edge)?;
        let (mut end, mut hit, mut doubt) = (1.0, None, None::<(Doubt, [u32; 2])>);
        let mut free_until = f64::INFINITY;
        for Close { pair, from, to } in self.close(&ways) {
            if from > end {
                break;
            }
            let path = self.path(&ways, pair, Some(self.clearance(pair).distance()))?;
            // Contact at the start is ignored while it lasts, so the start must be looked at.
            let from = if self.options.start == Start::Ignored { 0.0 } else { from };
            let geometries = pair.map(|slot| self.world.scene.geometry(slot));
            let is_inside = |pose: &Pose| one_is_inside(geometries, pose);
            let question = self.question(pair).with_solids(&is_inside);
            let asked = match pair.iter().any(|&slot| ways.is_moved(slot)) {
                true => question.ask(&path, [from, to.min(end)], scratch),
                false => question.ask_still(&path.pose(0.0), scratch),
            };
            match asked {
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
        for pair in self.shaped_pairs() {
            if end == 0.0 {
                break;
            }
            match self.ask_shaped(&ways, pair, end, &mut scratch.meter)? {
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
        }
        if end > 0.0
            && self.options.start == Start::Counts
            && let Some(pair) = self.inside(&ways)?
        {
            let found = Hit { from: 0.0, to: 0.0, triangles: None };
            (hit, free_until) = (Some((found, pair)), 0.0);
        }
        let handles = |pair: [u32; 2]| pair.map(|slot| self.world.scene.handle(slot));
        Ok(match (hit, doubt) {
            (Some((hit, pair)), _) => {
                EdgeAnswer::Hits(Hit { from: free_until.min(hit.to), ..hit }, handles(pair))
            }
            (None, Some((doubt, pair))) => {
                let pair = doubt.gap.is_some().then(|| handles(pair));
                EdgeAnswer::Undecided(doubt, pair)
            }
            (None, None) => EdgeAnswer::Free,
        })
    }

    /// The pairs that come near each other, and when.
    fn close(&self, ways: &Ways) -> Vec<Close> {
        let World { scene, filter, .. } = self.world;
        Broad::new(&self.bodies, ways).pairs(|a, b| filter.passes(scene, a, b))
    }

    /// How the one of two bodies moves in the frame of the other; see [`Ways::between`] for `near`.
    fn path<'p, 'q>(
        &self,
        ways: &'p Ways<'q>,
        [a, b]: [u32; 2],
        near: Option<f64>,
    ) -> Result<PairPath<'p, 'q>, WorldError> {
        let balls = [a, b].map(|slot| ball(&self.world.scene.geometry(slot).model));
        ways.between([a, b], balls, near)
    }

    /// The larger of what the options ask for and what two bodies have.
    fn clearance(&self, [a, b]: [u32; 2]) -> Clearance {
        let own = self.world.clearances.of(&self.world.scene, a, b);
        if own > self.options.clearance { own } else { self.options.clearance }
    }

    /// How two bodies are asked.
    fn question(&self, pair: [u32; 2]) -> Question<'_> {
        let [a, b] = pair;
        let scene = &self.world.scene;
        let options = Ask { clearance: self.clearance(pair), ..self.options };
        let tolerance = self.tolerances[b as usize].min(self.tolerances[a as usize]);
        Question::new(pair.map(|slot| &scene.geometry(slot).model), &options, tolerance)
    }

    /// Two bodies of which one is a solid, with the other inside at the start. Boxes of such bodies
    /// overlap then.
    fn inside(&self, ways: &Ways) -> Result<Option<[u32; 2]>, WorldError> {
        let solid = |slot: u32| self.world.scene.geometry(slot).solid.is_some();
        if !self.bodies.iter().any(|body| solid(body.slot)) {
            return Ok(None);
        }
        for Close { pair, from, .. } in self.close(ways) {
            let geometries = pair.map(|slot| self.world.scene.geometry(slot));
            if from == 0.0
                && pair.into_iter().any(solid)
                && one_is_inside(geometries, &self.path(ways, pair, None)?.pose(0.0))
            {
                return Ok(Some(pair));
            }
        }
        Ok(None)
    }
}
