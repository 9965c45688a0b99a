//! Bodies in trees of one volume, ready to be paired: built once, with any support planes.

use std::ops::ControlFlow;
use std::sync::Arc;

use closecall::geom::Clearance;
use closecall::{Mesh, Pose};
use closecall_classic::query::Checker;
use closecall_classic::query::building::build;
use closecall_classic::query::classic::{Classic, ClassicBody, ClassicScratch, query};
use closecall_classic::query::configure::{Options, Rule, SupportPlanes};
use closecall_classic::tree::split::SplitAt;
use closecall_classic::volume::aabb::Tight;
use closecall_classic::volume::kdop::Tumbling;
use closecall_classic::volume::obb::Orientation;
use closecall_classic::volume::sphere::Small;
use closecall_classic::volume::{Aabb, Centers, Fit, Kdop, Obb, Recall, Sat6, Slabs, Volume};
use closecall_classic::walk::{AnyDescent, Below, LockStep, NodePair, Sink, Uncounted};

/// Some bodies, by number.
pub trait Stable {
    /// The paper's name of the volume.
    fn name(&self) -> &'static str;

    /// The same bodies with other support planes.
    fn with_planes(&self, planes: SupportPlanes) -> Box<dyn Stable>;

    /// Two of them, ready to be asked.
    fn checker(&self, a: usize, b: usize) -> Box<dyn Checker>;

    /// Are two of them proved apart by nodes less than `levels` under the roots, both opened at a
    /// time?
    fn is_apart_on(&mut self, levels: usize, pair: (usize, usize), a_from_b: &Pose) -> bool;

    /// How many nodes of a body each level of planes has, how many bytes those take, and how many
    /// bytes the tree.
    fn plane_bytes(&self, body: usize) -> (Vec<PlaneLevel>, usize);
}

/// The mappings on one level.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlaneLevel {
    /// The number of nodes.
    pub nodes: usize,
    /// Their bytes.
    pub bytes: usize,
}

/// The volumes of the paper, and last the 18-DOP; each is built when it is asked for.
pub fn volumes(meshes: &[Arc<Mesh>]) -> impl Iterator<Item = Box<dyn Stable>> {
    type Make = fn(&[Arc<Mesh>]) -> Box<dyn Stable>;
    let makers: [Make; 4] = [
        |meshes| Box::new(Of::new("Sphere", meshes, &Small, Centers)),
        |meshes| Box::new(Of::<Aabb, _>::new("AABB", meshes, &Tight, Sat6)),
        |meshes| Box::new(Of::<Obb, _>::new("OBB", meshes, &Orientation::Best, Sat6)),
        |meshes| {
            Box::new(Of::<Kdop<9>, _>::new(
                "18-DOP",
                meshes,
                &Tumbling::Flying { hull_levels: 1 },
                Slabs,
            ))
        },
    ];
    makers.into_iter().map(|make| make(meshes))
}

/// The paper's trees have twelve levels under the root.
const LEVELS: usize = 12;

/// Halved across the longest side, until there are twelve levels.
fn halved() -> Options {
    Options { rule: Rule::Longest, split_at: SplitAt::Median, ..Options::default() }
}

struct Of<V: Volume, T> {
    name: &'static str,
    test: T,
    bodies: Vec<Arc<ClassicBody<V>>>,
    depths: Arc<[Vec<usize>]>,
    scratch: ClassicScratch<V>,
}

impl<V: Volume, T> Of<V, T> {
    fn new(name: &'static str, meshes: &[Arc<Mesh>], fit: &impl Fit<V>, test: T) -> Self {
        let body = |mesh: &Arc<Mesh>| {
            let leaf_size = mesh.triangle_count().div_ceil(1 << LEVELS);
            Arc::new(ClassicBody::new(mesh.clone(), build(mesh, fit, leaf_size, &halved())))
        };
        let bodies: Vec<_> = meshes.iter().map(body).collect();
        let depths = bodies.iter().map(|body| body.tree().depths()).collect();
        Self { name, test, bodies, depths, scratch: ClassicScratch::default() }
    }
}

impl<V: Volume, T: Recall<V> + Copy + Send + 'static> Stable for Of<V, T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn with_planes(&self, planes: SupportPlanes) -> Box<dyn Stable> {
        let SupportPlanes { levels, recipe } = planes;
        let bodies = self
            .bodies
            .iter()
            .map(|body| Arc::new((**body).clone().with_planes(levels, recipe)))
            .collect();
        Box::new(Self {
            bodies,
            depths: self.depths.clone(),
            scratch: ClassicScratch::default(),
            ..*self
        })
    }

    fn checker(&self, a: usize, b: usize) -> Box<dyn Checker> {
        let how = (self.test, AnyDescent::LargerFirst);
        Box::new(Classic::new(self.bodies[a].clone(), self.bodies[b].clone(), how, Clearance::NONE))
    }

    fn is_apart_on(&mut self, levels: usize, (a, b): (usize, usize), a_from_b: &Pose) -> bool {
        let mut top = Top { depths: (&self.depths[a], &self.depths[b]), levels, is_apart: true };
        let (bodies, how) = ((&*self.bodies[a], &*self.bodies[b]), (self.test, &mut LockStep));
        query(bodies, a_from_b, how, Clearance::NONE, &mut self.scratch, &mut top, Uncounted);
        top.is_apart
    }

    fn plane_bytes(&self, body: usize) -> (Vec<PlaneLevel>, usize) {
        let (body, depths) = (&self.bodies[body], &self.depths[body]);
        let mut levels: Vec<PlaneLevel> = Vec::new();
        for (node, &depth) in (0..).zip(depths) {
            if let Some(mapping) = body.planes().and_then(|planes| planes.of(node)) {
                levels.resize(levels.len().max(depth + 1), PlaneLevel::default());
                levels[depth].nodes += 1;
                levels[depth].bytes += mapping.bytes();
            }
        }
        (levels, body.tree().bytes())
    }
}

/// Hears whether the first levels leave anything undecided.
struct Top<'a> {
    depths: (&'a [usize], &'a [usize]),
    levels: usize,
    is_apart: bool,
}

impl<A> Sink<A> for Top<'_> {
    fn overlapping(&mut self, (a, b): NodePair, leaves: bool) -> Below {
        let deepest = self.depths.0[a as usize].max(self.depths.1[b as usize]);
        if self.is_apart && !leaves && deepest + 1 < self.levels {
            return Below::Open;
        }
        self.is_apart = false;
        Below::Leave
    }

    fn touching(&mut self, _: u32, _: u32) -> ControlFlow<()> {
        unreachable!("leaves are left")
    }
}
