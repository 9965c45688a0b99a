//! A tree of boxes over the triangles of a mesh, asked at a pose: which triangles may reach into a
//! box of A's frame?
//!
//! The bounds of a carried box need no slack. [`Pose::carry`] is a sequence of products and sums,
//! each rounded to nearest, and rounding is monotone: the same operations on the ends of an
//! interval give bounds of what they give inside.

use crate::geom::{DVec3, Pose, Triangle};
use crate::mesh::Mesh;
use crate::rounding::factor::DOWN_8;

/// The number of triangles a leaf has at most.
const LEAF: usize = 4;

/// The tree; the root is node 0.
#[derive(Clone, Debug)]
pub(crate) struct Boxes {
    nodes: Vec<BoxNode>,
    triangles: Vec<u32>,
}

/// A box and what is in it: two nodes from `first`, or `count` triangles from there.
#[derive(Clone, Copy, Debug)]
struct BoxNode {
    low: DVec3,
    high: DVec3,
    first: u32,
    count: u32,
}

impl Boxes {
    /// Halves the triangles along the longest side of their box, until few are left.
    pub(crate) fn of(mesh: &Mesh) -> Self {
        let mut triangles: Vec<u32> = (0..mesh.triangle_count() as u32).collect();
        let mut nodes = vec![BoxNode::around(mesh, &triangles, 0)];
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            let BoxNode { low, high, first, count } = nodes[node];
            if count as usize <= LEAF {
                continue;
            }
            let range = first as usize..(first + count) as usize;
            let middle = halve(mesh, &mut triangles[range.clone()], high - low);
            nodes[node] = BoxNode { first: nodes.len() as u32, count: 0, ..nodes[node] };
            for part in [range.start..range.start + middle, range.start + middle..range.end] {
                open.push(nodes.len());
                nodes.push(BoxNode::around(mesh, &triangles[part.clone()], part.start));
            }
        }
        Self { nodes, triangles }
    }

    /// Tells of every triangle whose node, carried, reaches into the box.
    pub(crate) fn visit(&self, pose: &Pose, low: DVec3, high: DVec3, mut visitor: impl FnMut(u32)) {
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            let node = &self.nodes[node as usize];
            let (node_low, node_high) = carried(pose, node.low, node.high);
            if node_low.cmpgt(high).any() || node_high.cmplt(low).any() {
                continue;
            }
            if node.count == 0 {
                open.extend([node.first, node.first + 1]);
            } else {
                let range = node.first as usize..(node.first + node.count) as usize;
                self.triangles[range].iter().for_each(|&t| visitor(t));
            }
        }
    }

    /// Calls `visitor` with triangles, near boxes first, as long as their carried boxes may be
    /// nearer to a point than `most`. `visitor` returns the distance beyond which no triangle
    /// matters any more.
    pub(crate) fn approach(
        &self,
        pose: &Pose,
        point: DVec3,
        mut most: f64,
        mut visitor: impl FnMut(u32) -> f64,
    ) {
        let bound = |node: u32| {
            let node = &self.nodes[node as usize];
            let (low, high) = carried(pose, node.low, node.high);
            lower_bound(point, low, high)
        };
        let mut open = vec![(bound(0), 0)];
        while let Some((least, node)) = open.pop() {
            if least > most {
                continue;
            }
            let node = &self.nodes[node as usize];
            if node.count == 0 {
                let [p, q] = [node.first, node.first + 1].map(|child| (bound(child), child));
                open.extend(if p.0 > q.0 { [p, q] } else { [q, p] });
            } else {
                let range = node.first as usize..(node.first + node.count) as usize;
                self.triangles[range].iter().for_each(|&t| most = most.min(visitor(t)));
            }
        }
    }

    /// The box around everything, carried.
    pub(crate) fn extent(&self, pose: &Pose) -> (DVec3, DVec3) {
        carried(pose, self.nodes[0].low, self.nodes[0].high)
    }
}

impl BoxNode {
    fn around(mesh: &Mesh, triangles: &[u32], first: usize) -> Self {
        let empty = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let corners = triangles.iter().flat_map(|&t| mesh.triangle_at(t as usize));
        let (low, high) = corners.fold(empty, |(low, high), p| (low.min(p), high.max(p)));
        Self { low, high, first: first as u32, count: triangles.len() as u32 }
    }
}

/// Orders the triangles so that the lower half comes first; how many that are.
fn halve(mesh: &Mesh, triangles: &mut [u32], size: DVec3) -> usize {
    let axis = size.max_position();
    let middle = triangles.len() / 2;
    let place = |&t: &u32| {
        let [a, b, c]: Triangle = mesh.triangle_at(t as usize);
        a[axis] + b[axis] + c[axis]
    };
    triangles.select_nth_unstable_by(middle, |s, t| place(s).total_cmp(&place(t)).then(s.cmp(t)));
    middle
}

/// Not above the distance of a point from a box. What underflows is far below the distances that
/// occur.
fn lower_bound(point: DVec3, low: DVec3, high: DVec3) -> f64 {
    (low - point).max(point - high).max(DVec3::ZERO).length() * DOWN_8
}

/// Bounds of all points of a box, carried.
fn carried(pose: &Pose, low: DVec3, high: DVec3) -> (DVec3, DVec3) {
    let rotation = pose.matrix();
    let columns = [rotation.x_axis, rotation.y_axis, rotation.z_axis];
    let [x, y, z] = [0, 1, 2].map(|i| {
        let (p, q) = (columns[i] * low[i], columns[i] * high[i]);
        (p.min(q), p.max(q))
    });
    let sum = |x: DVec3, y: DVec3, z: DVec3| Pose::flushed(((x + y) + z) + pose.shift());
    (sum(x.0, y.0, z.0), sum(x.1, y.1, z.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::{Rng, icosphere};

    #[test]
    fn every_triangle_in_a_box_is_told_of_at_any_pose() {
        let mesh = icosphere(1.0, 3);
        let boxes = Boxes::of(&mesh);
        let mut random = Rng::new(7);
        for _ in 0..40 {
            let pose =
                Pose::from_quaternion(random.in_ball().to_array(), random.quaternion()).unwrap();
            let (p, q) = (random.in_ball(), random.in_ball());
            let (low, high) = (p.min(q), p.max(q));
            let mut told = Vec::new();
            boxes.visit(&pose, low, high, |t| told.push(t));
            for (t, corners) in (0..).zip(mesh.iter().map(|t| pose.carried_triangle(&t))) {
                let reaches = corners.iter().any(|c| c.cmpge(low).all() && c.cmple(high).all());
                assert!(!reaches || told.contains(&t));
            }
            assert!(told.len() < mesh.triangle_count());
        }
    }
}
