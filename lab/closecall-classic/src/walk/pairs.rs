//! Two trees at one relative pose, seen as one tree of pairs.

use super::{Count, Evidence, FoundEvidence, NodePair, PlanesOfBoth, Sink};
use crate::tree::BinaryTree;
use crate::volume::{Rigid, Separation, Test, Volume};
use closecall::engine::geom::{GlamMesh as _, GlamPose as _, Triangle, exact};
use closecall::geom::{Clearance, Pose};
use closecall::mesh::Mesh;
use std::ops::ControlFlow;

/// The volumes of B that were moved for the current query: one stamped slot per node, so that
/// nothing is cleared between queries and no volume is moved twice ("tumbled", Klosowski 1998,
/// §4.2).
#[derive(Clone, Debug)]
pub struct Moved<V: Volume> {
    slots: Vec<(u32, Option<V::Moved>)>,
    /// The trail that moving each node left for the next query.
    trails: Vec<V::Trail>,
    stamp: u32,
}

impl<V: Volume> Default for Moved<V> {
    fn default() -> Self {
        Self { slots: Vec::new(), trails: Vec::new(), stamp: 0 }
    }
}

impl<V: Volume> Moved<V> {
    /// Forgets the last query and makes room for a tree.
    pub fn start(&mut self, tree: &BinaryTree<V>) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.slots.clear();
            self.stamp = 1;
        }
        if self.slots.len() < tree.nodes().len() {
            self.slots.resize(tree.nodes().len(), (0, None));
            self.trails.resize(tree.nodes().len(), V::Trail::default());
        }
    }

    /// The moved volume of a node.
    #[inline]
    fn of(
        &mut self,
        node: u32,
        tree: &BinaryTree<V>,
        rigid: &Rigid,
        count: &mut impl Count,
    ) -> &V::Moved {
        let (stamp, slot) = &mut self.slots[node as usize];
        if *stamp != self.stamp {
            *stamp = self.stamp;
            *slot = None;
        }
        slot.get_or_insert_with(|| {
            count.update();
            let trail = &mut self.trails[node as usize];
            tree.node(node).volume.moved_on(tree.extra(node), rigid, trail)
        })
    }
}

/// Two trees and their meshes at one relative pose.
#[derive(Debug)]
pub struct Pairs<'a, V: Volume, T, C> {
    /// The tree that stays.
    pub a: &'a BinaryTree<V>,
    /// The tree that is moved.
    pub b: &'a BinaryTree<V>,
    /// Their meshes.
    pub meshes: (&'a Mesh, &'a Mesh),
    /// B's pose as the triangles feel it.
    pub a_from_b: &'a Pose,
    /// B's pose as the volumes feel it, with the clearance in its slack.
    pub rigid: Rigid,
    /// How close triangles must come to count.
    pub clearance: Clearance,
    /// How volumes are told apart.
    pub test: T,
    /// The support planes of both, if they have some.
    pub planes: Option<PlanesOfBoth<'a>>,
    /// B's moved volumes.
    pub moved: &'a mut Moved<V>,
    /// The counter.
    pub count: C,
}

impl<V: Volume, T: Test<V>, C: Count> Pairs<'_, V, T, C> {
    /// Are the contents of two nodes apart by more than the clearance?
    #[inline]
    pub fn apart(&mut self, pair: NodePair) -> Option<FoundEvidence<V, T>> {
        self.apart_perhaps_along(pair, None)
    }

    /// The same; the axis `hint` is tried first. Where volumes overlap, support planes may still
    /// tell the contents apart.
    #[inline]
    pub fn apart_perhaps_along(
        &mut self,
        (a, b): NodePair,
        hint: Option<T::Axis>,
    ) -> Option<FoundEvidence<V, T>> {
        self.count.volume_test();
        let moved = self.moved.of(b, self.b, &self.rigid, &mut self.count);
        let volume = &self.a.node(a).volume;
        if let Some(Separation { axis, gap }) = self.test.apart(volume, moved, &self.rigid, hint) {
            return Some(Separation { axis: Evidence::Axis(axis), gap });
        }
        let Separation { axis, gap } =
            self.planes?.apart((a, b), (volume, moved), &self.rigid, &mut self.count)?;
        Some(Separation { axis: Evidence::Plane(axis), gap })
    }

    /// Has neither node children?
    #[inline]
    pub fn are_leaves(&self, (a, b): NodePair) -> bool {
        self.a.node(a).is_leaf() && self.b.node(b).is_leaf()
    }

    /// Tests every triangle of leaf `a` with every triangle of leaf `b`, each of those carried
    /// once.
    #[inline]
    pub fn test_triangles(
        &mut self,
        (a, b): NodePair,
        sink: &mut impl Sink<Evidence<T::Axis>>,
    ) -> ControlFlow<()> {
        let (a_mesh, b_mesh) = self.meshes;
        for &b_item in self.b.items(b) {
            let carried: Triangle =
                self.a_from_b.carried_triangle(&b_mesh.triangle_at(b_item as usize));
            for &a_item in self.a.items(a) {
                self.count.triangle_test();
                let verdict =
                    exact::within(&a_mesh.triangle_at(a_item as usize), &carried, self.clearance);
                if verdict.exact {
                    self.count.exact_test();
                }
                if verdict.meets {
                    sink.touching(a_item, b_item)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
