//! The evidence that two nodes are apart: their volumes, or where those overlap the support planes of their
//! contents.

use super::{Count, NodePair};
use crate::tree::Planes;
use crate::volume::support::apart;
use crate::volume::{Rigid, Separation, Test, Volume};
use closecall::engine::geom::DVec3;

/// Along what two nodes are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence<A> {
    /// An axis of the volume test.
    Axis(A),
    /// The normal of a support plane, in A's frame and from A to B.
    Plane(DVec3),
}

/// A separation, by a test of volumes or by planes.
pub type FoundEvidence<V, T> = Separation<Evidence<<T as Test<V>>::Axis>>;

/// The support planes of two trees, those of A and those of B.
#[derive(Clone, Copy, Debug)]
pub struct PlanesOfBoth<'a>(pub &'a Planes, pub &'a Planes);

impl PlanesOfBoth<'_> {
    /// Do planes tell the contents of two nodes apart, whose volumes do not? They cannot if one of
    /// the nodes has none, or if the volumes have one centre and so face nowhere.
    #[inline]
    pub(super) fn apart<V: Volume>(
        &self,
        (a_node, b_node): NodePair,
        (a, b): (&V, &V::Moved),
        rigid: &Rigid,
        count: &mut impl Count,
    ) -> Option<Separation<DVec3>> {
        let (a_planes, b_planes) = (self.0.of(a_node)?, self.1.of(b_node)?);
        let [a_way, b_way] = a.ways(b);
        if a_way == DVec3::ZERO || b_way == DVec3::ZERO {
            return None;
        }
        count.plane_test();
        let a_plane = a_planes.plane(a_way);
        let b_plane = b_planes.plane(rigid.rotation.transpose() * b_way).moved(rigid);
        let found = apart((a, &a_plane), (b, &b_plane), rigid)?;
        count.plane_rejection();
        Some(found)
    }
}
