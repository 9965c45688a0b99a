//! The classic engine: two binary trees of any volume, walked pair by pair.

use super::warm::{Remembering, Strategy, WarmClassic};
use crate::tree::{BinaryTree, Planes};
use crate::volume::support::Recipe;
use crate::volume::{Extent, Recall, Rigid, Test, Volume};
use crate::walk::{
    Agenda, All, AnyDescent, Cost, Count, Descent, Evidence, First, Moved, Once, Pairs,
    PlanesOfBoth, Reported, Sink, Uncounted, walk,
};
use closecall::engine::geom::GlamMesh as _;
use closecall::geom::{Clearance, Pose};
use closecall::mesh::Mesh;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A mesh and a tree over its triangles.
#[derive(Clone, Debug)]
pub struct ClassicBody<V: Volume> {
    mesh: Arc<Mesh>,
    tree: BinaryTree<V>,
    extent: Extent,
    planes: Option<Planes>,
}

impl<V: Volume> ClassicBody<V> {
    /// Joins a mesh and a tree that was built over its triangles.
    #[must_use]
    pub fn new(mesh: Arc<Mesh>, tree: BinaryTree<V>) -> Self {
        let extent = Extent::of(mesh.iter().flatten());
        Self { mesh, tree, extent, planes: None }
    }

    /// The same body with support planes on this many levels of its tree; with none on no level.
    #[must_use]
    pub fn with_planes(self, levels: usize, recipe: Recipe) -> Self {
        let planes = (levels > 0).then(|| Planes::new(&self.tree, &self.mesh, levels, recipe));
        Self { planes, ..self }
    }

    /// Its support planes, if it has some.
    #[must_use]
    pub fn planes(&self) -> Option<&Planes> {
        self.planes.as_ref()
    }

    /// The number of bytes its tree takes, and its planes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.planes.as_ref().map_or(0, Planes::bytes)
    }

    /// Its mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Its tree.
    #[must_use]
    pub fn tree(&self) -> &BinaryTree<V> {
        &self.tree
    }
}

/// Two bodies at one pose, as a walk sees them.
pub fn pairs<'a, V: Volume, T, C>(
    (a, b): (&'a ClassicBody<V>, &'a ClassicBody<V>),
    a_from_b: &'a Pose,
    (test, clearance): (T, Clearance),
    moved: &'a mut Moved<V>,
    count: C,
) -> Pairs<'a, V, T, C> {
    moved.start(&b.tree);
    let rigid = Rigid::new(a_from_b, a.extent, b.extent).with_clearance(clearance);
    let planes = a.planes.as_ref().zip(b.planes.as_ref()).map(|(a, b)| PlanesOfBoth(a, b));
    Pairs {
        a: &a.tree,
        b: &b.tree,
        meshes: (&a.mesh, &b.mesh),
        a_from_b,
        rigid,
        clearance,
        test,
        planes,
        moved,
        count,
    }
}

/// The memory that a query needs and the next can use again, so that queries allocate nothing.
#[derive(Clone, Debug)]
pub struct ClassicScratch<V: Volume> {
    agenda: Agenda,
    moved: Moved<V>,
    reported: Reported,
}

impl<V: Volume> Default for ClassicScratch<V> {
    fn default() -> Self {
        Self { agenda: Agenda::new(), moved: Moved::default(), reported: Reported::default() }
    }
}

/// Walks two bodies at one pose from their roots, and tells `sink` of every pair of triangles
/// within the clearance.
pub fn query<V: Volume, T: Test<V>, C: Count>(
    (a, b): (&ClassicBody<V>, &ClassicBody<V>),
    a_from_b: &Pose,
    (test, descent): (T, &mut impl Descent<V>),
    clearance: Clearance,
    scratch: &mut ClassicScratch<V>,
    sink: &mut impl Sink<Evidence<T::Axis>>,
    count: C,
) -> C {
    descent.start(b.tree.nodes().len());
    scratch.agenda.clear();
    scratch.agenda.push((BinaryTree::<V>::ROOT, BinaryTree::<V>::ROOT));
    let mut pairs = pairs((a, b), a_from_b, (test, clearance), &mut scratch.moved, count);
    // A sink that breaks off has its answer; either way it holds all there is to know.
    let _ = if a.tree.has_pieces() || b.tree.has_pieces() {
        let mut once = Once::new(sink, &mut scratch.reported);
        walk(&mut pairs, descent, &mut scratch.agenda, &mut once)
    } else {
        walk(&mut pairs, descent, &mut scratch.agenda, sink)
    };
    pairs.count
}

/// Two bodies, ready to be checked at any pose.
pub trait Checker: Send {
    /// The first touching pair of triangles that turns up.
    fn first(&mut self, a_from_b: &Pose) -> Option<(u32, u32)>;

    /// Tells `visitor` of every touching pair, once each, in no particular order, until it breaks
    /// off.
    fn visit_contacts(
        &mut self,
        a_from_b: &Pose,
        visitor: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    );

    /// As [`Checker::first`], and adds to `cost` what it took.
    fn first_counted(&mut self, a_from_b: &Pose, cost: &mut Cost) -> Option<(u32, u32)>;

    /// As [`Checker::visit_contacts`], and adds to `cost` what it took.
    fn visit_contacts_counted(
        &mut self,
        a_from_b: &Pose,
        cost: &mut Cost,
        visitor: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    );

    /// Another checker of the same bodies, for another thread.
    fn fork(&self) -> Box<dyn Checker>;

    /// Another checker of the same bodies, whose queries learn from those before them.
    fn remembering(&self, strategy: Strategy) -> Box<dyn Remembering>;

    /// The number of bytes the two trees take, with their support planes.
    fn tree_bytes(&self) -> (usize, usize);

    /// The cost of [`Checker::first`] at this pose.
    fn cost_of_first(&mut self, a_from_b: &Pose) -> Cost {
        let mut cost = Cost::default();
        self.first_counted(a_from_b, &mut cost);
        cost
    }

    /// The cost of [`Checker::visit_contacts`] at this pose when nothing breaks it off.
    fn cost_of_contacts(&mut self, a_from_b: &Pose) -> Cost {
        let mut cost = Cost::default();
        self.visit_contacts_counted(a_from_b, &mut cost, &mut |_, _| ControlFlow::Continue(()));
        cost
    }

    /// Do the bodies touch?
    fn collides(&mut self, a_from_b: &Pose) -> bool {
        self.first(a_from_b).is_some()
    }

    /// Every touching pair, sorted.
    fn contacts(&mut self, a_from_b: &Pose) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.visit_contacts(a_from_b, &mut |a, b| {
            found.push((a, b));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }
}

/// The classic engine with one volume and one test.
#[derive(Clone, Debug)]
pub struct Classic<V: Volume, T> {
    a: Arc<ClassicBody<V>>,
    b: Arc<ClassicBody<V>>,
    test: T,
    descent: AnyDescent,
    clearance: Clearance,
    scratch: ClassicScratch<V>,
}

impl<V: Volume, T: Test<V> + Copy> Classic<V, T> {
    /// Readies two bodies.
    pub fn new(
        a: Arc<ClassicBody<V>>,
        b: Arc<ClassicBody<V>>,
        (test, descent): (T, AnyDescent),
        clearance: Clearance,
    ) -> Self {
        Self { a, b, test, descent, clearance, scratch: ClassicScratch::default() }
    }

    fn ask<C: Count>(
        &mut self,
        a_from_b: &Pose,
        sink: &mut impl Sink<Evidence<T::Axis>>,
        count: C,
    ) -> C {
        let how = (self.test, &mut self.descent);
        query((&self.a, &self.b), a_from_b, how, self.clearance, &mut self.scratch, sink, count)
    }
}

impl<V: Volume, T: Recall<V> + Copy + Send + 'static> Checker for Classic<V, T> {
    fn first(&mut self, a_from_b: &Pose) -> Option<(u32, u32)> {
        let mut first = First::default();
        self.ask(a_from_b, &mut first, Uncounted);
        first.0
    }

    fn visit_contacts(
        &mut self,
        a_from_b: &Pose,
        visitor: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        self.ask(a_from_b, &mut All(visitor), Uncounted);
    }

    fn first_counted(&mut self, a_from_b: &Pose, cost: &mut Cost) -> Option<(u32, u32)> {
        let mut first = First::default();
        self.ask(a_from_b, &mut first, cost);
        first.0
    }

    fn visit_contacts_counted(
        &mut self,
        a_from_b: &Pose,
        cost: &mut Cost,
        visitor: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        self.ask(a_from_b, &mut All(visitor), cost);
    }

    fn fork(&self) -> Box<dyn Checker> {
        let how = (self.test, self.descent.clone());
        Box::new(Self::new(self.a.clone(), self.b.clone(), how, self.clearance))
    }

    fn remembering(&self, strategy: Strategy) -> Box<dyn Remembering> {
        let how = (self.test, self.descent.clone());
        Box::new(WarmClassic::new(self.a.clone(), self.b.clone(), how, self.clearance, strategy))
    }

    fn tree_bytes(&self) -> (usize, usize) {
        (self.a.bytes(), self.b.bytes())
    }
}
