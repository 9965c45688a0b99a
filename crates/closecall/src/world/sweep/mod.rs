//! Contact of bodies of a world that move, certified as [`crate::query::sweep`] is for two.
//!
//! An edge says how bodies move on their parents, in one unit of time. Of two bodies the relative
//! motion is the [`Chain`] from the one to the other through what they both are attached to. The
//! promise about f64 poses holds for those that [`Query`] asks at: every pose composed down from
//! the world, as [`World`] composes it.
//!
//! Read in this order: `ways` (how bodies move), `broad` (which come near each other), `rows` (which
//! code answers for two), here (how two meshes are asked) and `first` (what touches first).

mod anywhere;
mod approach;
mod broad;
mod each;
mod first;
mod intervals;
mod pair_path;
mod rows;
mod shaped;
pub(crate) mod trusted;
mod ways;

pub use anywhere::NearPairs;
pub use approach::EdgeApproach;
pub use each::PairOnEdge;
pub use intervals::{EdgeContact, EdgeContacts};

use super::clearance::larger;
use super::{Handle, World, WorldError};
use crate::Answer;
use crate::geom::{Clearance, Pose};
use crate::parallel;
use crate::path::{Chain, Path};
use crate::query::Ask;
use crate::query::solid::one_is_inside;
use crate::query::sweep::{Doubt, Hit, Question, Scratch, Start, ball, tolerance};
use crate::world::broad::key;
use crate::world::pair::Row;
use broad::{Broad, Close, Extent};
use first::First;
use pair_path::PairPath;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use trusted::Trusted;
use ways::Ways;

#[cfg(doc)]
use super::Query;

/// The motion of bodies on their parents, in one unit of time: [`Moves`], or the edge of a robot or
/// a scene. A wrong edge would break a proof, so that no other crate can make one.
pub trait Edge: Sync + Trusted {
    /// The bodies that move, each in its parent's frame; all others stay.
    fn moves(&self) -> &[(Handle, Chain)];

    /// The poses at a time from 0 to 1, as f64 poses that [`Query::set_pose`] takes.
    fn poses(&self, time: f64) -> Vec<(Handle, Pose)>;

    /// The pose of one of [`Edge::moves`] at a time, by its place there: the same pose as in
    /// [`Edge::poses`].
    fn pose(&self, place: usize, time: f64) -> Pose {
        let handle = self.moves()[place].0;
        let poses = self.poses(time);
        poses.iter().rfind(|pose| pose.0 == handle).expect("every body that moves has a pose").1
    }

    /// By how many radians an f64 pose may be turned from the chain's, beside rounding that the
    /// chain knows.
    fn blur(&self) -> f64 {
        0.0
    }
}

/// Bodies that move as chains say.
#[derive(Clone, Debug)]
pub struct Moves(pub Vec<(Handle, Chain)>);

impl Trusted for Moves {}

impl Edge for Moves {
    fn moves(&self) -> &[(Handle, Chain)] {
        &self.0
    }

    fn poses(&self, time: f64) -> Vec<(Handle, Pose)> {
        self.0.iter().map(|(handle, chain)| (*handle, chain.pose(time))).collect()
    }

    fn pose(&self, place: usize, time: f64) -> Pose {
        self.0[place].1.pose(time)
    }
}

/// The first contact of bodies on an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeHit {
    /// When, and which triangles. Nothing in the world touches before the time's `lo`.
    pub hit: Hit,
    /// The two bodies, the lower handle first.
    pub bodies: [Handle; 2],
}

/// The facts known about an edge on which contact stayed undecided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeDoubt {
    /// When, and how near.
    pub doubt: Doubt,
    /// The two bodies, if the budget did not end.
    pub bodies: Option<[Handle; 2]>,
}

/// A world, ready to be asked about edges. Of a clearance of the options, the one that the world is
/// asked with ([`World::set`]) and that of two bodies in the world the largest counts.
///
/// ```
/// use closecall::mesh::shapes;
/// use closecall::path::{Chain, Factor};
/// use closecall::world::sweep::{Moves, Sweeps};
/// use closecall::world::{Body, World};
/// use closecall::{Answer, Ask, Model, Pose};
/// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
/// let mut world = World::new();
/// let wall = world.insert(Body::new("wall", &cube).fixed())?;
/// let cart = world.insert(Body::frame("cart"))?;
/// let load = world.insert(Body::new("load", &cube).on(cart))?;
/// let [from, to] = [[-10.0, 0.5, 0.0], [10.0, 0.5, 0.0]];
/// let edge = Moves(vec![(cart, Chain::new(vec![Factor::Slide { from, to }])?)]);
/// let answer = Sweeps::new(&world, &Ask::new()).ask(&edge)?;
/// let Answer::Touching(first) = answer else { panic!("{answer:?}") };
/// assert_eq!(first.bodies, [wall, load]);
/// assert!((first.hit.time.hi - 0.45).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sweeps<'w> {
    world: &'w World,
    options: Ask,
    /// All slots, what others are attached to first.
    order: Vec<u32>,
    /// Of meshes, by slot, and of bodies with exact shapes.
    meshes: Vec<Option<Extent>>,
    shaped: Vec<Extent>,
    /// Of every body, by slot.
    tolerances: Vec<f64>,
    /// Pairs that are near each other while nothing moves.
    resting: OnceLock<Vec<[u32; 2]>>,
    /// The two bodies that [`Sweeps::any`] found touching last, as one number.
    last_hit: AtomicU64,
}

impl<'w> Sweeps<'w> {
    /// For edges in this world.
    #[must_use]
    pub fn new(world: &'w World, options: &Ask) -> Self {
        let clearance = larger(options.clearance, world.asks.clearance);
        let options = Ask { clearance, ..*options };
        let mut order: Vec<u32> = world.scene.slots().collect();
        let slots = order.last().map_or(0, |&last| last as usize + 1);
        let (mut tolerances, mut meshes) = (vec![f64::INFINITY; slots], vec![None; slots]);
        let mut shaped = Vec::new();
        for &slot in &order {
            let node = world.scene.node(slot);
            let growth = node.growth.max(options.clearance.distance() * 0.5);
            meshes[slot as usize] = Extent::of_mesh(slot, node, growth);
            shaped.extend(Extent::of_shapes(slot, node, growth));
            if let Some(mesh) = &node.mesh {
                tolerances[slot as usize] = tolerance(&mesh.model, &options);
            }
        }
        order.sort_by_key(|&slot| world.scene.node(slot).depth);
        let (resting, last_hit) = (OnceLock::new(), AtomicU64::new(u64::MAX));
        Self { world, options, order, meshes, shaped, tolerances, resting, last_hit }
    }

    /// The extents of all bodies with bounds, those of one body one after the other.
    fn extents(&self) -> impl Iterator<Item = &Extent> {
        let mut shaped = self.shaped.iter().peekable();
        let slots = (0..).zip(&self.meshes);
        slots.flat_map(move |(slot, mesh)| {
            mesh.iter().chain(shaped.next_if(|extent| extent.slot == slot))
        })
    }

    /// The first contact on this edge, if there is one.
    ///
    /// # Errors
    /// If a body is not here, or something would be out of range; and of exact shapes, if two that
    /// move without end are looked at, or contact at the start is to be ignored.
    pub fn ask(&self, edge: &dyn Edge) -> Result<Answer<EdgeHit, EdgeDoubt>, WorldError> {
        self.ask_with(edge, &mut self.scratch())
    }

    /// Does anything touch on this edge? As [`Sweeps::ask`], but any contact will do, the first or
    /// not: an edge that is not clear is found out much sooner. Of a hit, `time.lo` is 0, and at
    /// `time.hi` the bodies touch.
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn any(&self, edge: &dyn Edge) -> Result<Answer<EdgeHit, EdgeDoubt>, WorldError> {
        let mut scratch = self.scratch();
        scratch.any = true;
        self.ask_with(edge, &mut scratch)
    }

    /// Puts the two bodies first that touched on the edge before.
    fn likely_first(&self, close: &mut [Close]) {
        let last = self.last_hit.load(Ordering::Relaxed);
        if let Some(place) = close.iter().position(|row| key(row.pair[0], row.pair[1]) == last) {
            close[..=place].rotate_right(1);
        }
    }

    /// The answers for many edges, on all cores, in their order.
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn ask_all<E: Edge>(
        &self,
        edges: &[E],
    ) -> Result<Vec<Answer<EdgeHit, EdgeDoubt>>, WorldError> {
        let ask = |scratch: &mut Scratch, edge: &E| {
            scratch.meter = self.options.budget.start();
            self.ask_with(edge, scratch)
        };
        parallel::map(edges, 1, Scratch::default, ask).into_iter().collect()
    }

    /// The first contact on an edge, as far as the meter goes.
    fn ask_with(
        &self,
        edge: &dyn Edge,
        scratch: &mut Scratch,
    ) -> Result<Answer<EdgeHit, EdgeDoubt>, WorldError> {
        let World { scene, .. } = self.world;
        let ways = Ways::new(self.world, &self.order, edge)?;
        let broad = Broad::new(self, &ways);
        let mut close = broad.close(&broad.near());
        self.check_start()?;
        let mut first = First::new();
        if scratch.any {
            self.likely_first(&mut close);
        }
        for row in &close {
            if first.end > 0.0 && row.from <= first.end {
                first.take(row.pair, self.ask_row(&ways, row, first.end, scratch)?);
            }
            if scratch.any && first.is_hit() {
                self.last_hit.store(key(row.pair[0], row.pair[1]), Ordering::Relaxed);
                return Ok(first.any(|slot| scene.handle(slot)));
            }
        }
        if first.end > 0.0
            && self.options.start == Start::Counts
            && self.has_solids()
            && let Some(pair) = self.inside(&ways, &close)?
        {
            first.take(pair, Answer::Touching(Hit::at(0.0, None)));
        }
        Ok(first.answer(|slot| scene.handle(slot)))
    }

    /// Do the meshes of two bodies meet in a part of the time?
    fn ask_meshes(
        &self,
        ways: &Ways,
        pair: [u32; 2],
        [from, to]: [f64; 2],
        scratch: &mut Scratch,
    ) -> Result<Answer<Hit, Doubt>, WorldError> {
        let path = self.path(ways, pair, Some(self.clearance(pair).distance()))?;
        // Contact at the start is ignored while it lasts, so the start must be looked at.
        let from = if self.options.start == Start::Ignored { 0.0 } else { from };
        let geometries = pair.map(|slot| self.world.scene.geometry(slot).filled());
        let is_inside = |pose: &Pose| one_is_inside(geometries, pose);
        let question = self.question(pair).with_solids(&is_inside);
        Ok(match pair.iter().any(|&slot| ways.is_moved(slot)) {
            true => question.ask(&path, [from, to], scratch),
            false => question.ask_still(&path.pose(0.0), scratch),
        })
    }

    /// The motion of the one of two bodies in the frame of the other; see [`Ways::between`] for
    /// `near`.
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
        larger(self.world.clearances.of(&self.world.scene, a, b), self.options.clearance)
    }

    /// The question about two bodies.
    fn question(&self, pair: [u32; 2]) -> Question<'_> {
        let [a, b] = pair;
        let scene = &self.world.scene;
        let options = Ask { clearance: self.clearance(pair), ..self.options };
        let tolerance = self.tolerances[b as usize].min(self.tolerances[a as usize]);
        Question::new(pair.map(|slot| &scene.geometry(slot).model), &options, tolerance)
    }

    fn has_solids(&self) -> bool {
        let solid = |slot: u32| self.world.scene.geometry(slot).solid.is_some();
        self.meshes.iter().flatten().any(|extent| solid(extent.slot))
    }

    /// Two bodies of which one is a solid, with the other inside at the start. Boxes of such bodies
    /// overlap then.
    fn inside(&self, ways: &Ways, close: &[Close]) -> Result<Option<[u32; 2]>, WorldError> {
        let solid = |slot: u32| self.world.scene.geometry(slot).solid.is_some();
        for &Close { pair, from, .. } in close.iter().filter(|close| close.row == Row::Meshes) {
            let geometries = pair.map(|slot| self.world.scene.geometry(slot).filled());
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
