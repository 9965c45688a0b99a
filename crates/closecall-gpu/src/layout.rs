//! A tree as the device walks it: one kind of node, down to boxes around single triangles.
//!
//! The library's nodes have eight boxes each, and its blocks eight triangles. Here a block is a
//! node too: of eight thin boxes, each around one triangle. So there is one kind of work. A box has
//! 48 bytes: of its axes two are stored, and the third is their product as the device computes it,
//! `third_axis`, with the same roundings.
//!
//! **The margin.** ε = 2⁻²⁴, H is the sum of a box's half sides, X's node is tested against a box
//! of Y that is moved into X's frame. The claim: if the contents of two boxes share a point, no gap
//! is found on any of the six axes.
//!
//! *Axes.* Two stored axes were orthonormal before they were rounded, so each is off by ε at most.
//! The product of two such is off by 2ε, and computing it adds ε for the product that is rounded
//! and ε for the result: 4ε from the true third, with second-order terms 4.1ε. So AAᵀ = I + E
//! with |E| ≤ 2ε between the first two, 5.1ε between one of them and the third, 8.2ε for the third
//! itself. A point of the box is c + Σ yᵢdᵢ with |yᵢ| ≤ hᵢ and dᵢ = aᵢ − Σⱼ Eⱼᵢaⱼ; the columns of E
//! sum up to 18.4ε at most. Along a unit axis L a box therefore reaches Σ hᵢ(|aᵢ·L| + 18.5ε).
//!
//! *Moved axes.* The first two are off by 7ε, as the library derives. Their product is off by 14.1ε
//! for that, 2ε for its own roundings, and 2ε for those of the product that the box was made for:
//! 18.1ε.
//!
//! *Along an axis of X* a computed product aᵢ·b′ⱼ is off by 18.1ε and 3.1ε, the reach of Y by 18.5ε
//! more: 39.8ε·H_Y. The sum of reaches is rounded by 3.1ε(H_X + H_Y), the distance of the centres
//! by 4.1ε(H_X + H_Y), Y's half sides by ε: in all 7.2ε·H_X + 48ε·H_Y.
//!
//! *Along an axis of Y* the box of Y reaches 18.1ε·H_Y further than its half side, that of X by
//! (18.5 + 3.2)ε·H_X further than computed; with the same roundings 28.9ε·H_X + 26.3ε·H_Y.
//!
//! A half side that is longer by 66ε·H pays for each: along its own axes a box gets that in full,
//! along others (1 − 40ε) of it at least, since the magnitudes of a unit vector's coordinates sum
//! up to 1 or more. The library's boxes have 48ε·H to spare along their stored axes. The computed
//! third axis is within 5.1ε of the stored one, which takes 5.1ε·H of that. So [`DEVICE_MORE`] = 24 more
//! leave 66.9ε·H, and thin boxes, which are made for the computed axes, get [`DEVICE_THIN`] = 72.

use closecall::engine::{
    geom::{DVec3, GlamMesh as _, Triangle},
    rounding::{
        outward::TO_F32_UP,
        tree::{DEVICE_MORE, DEVICE_STORED_UP, DEVICE_THIN},
    },
    tree::{BoxContent, PlainTree, plain_tree},
};
use closecall::{Mesh, Model};

/// The kind of a child, as the kernels read it.
const NONE: u32 = u32::MAX;
const LEAF: u32 = 1 << 31;

/// Nodes are numbered with three bits to spare.
const MOST_NODES: usize = 1 << 28;

/// The arrays of one tree.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Three rows of eight boxes a node: centre and first half side; the others and the start of
    /// the first axis; the rest.
    pub rows: Vec<[f32; 4]>,
    /// Eight a node.
    pub children: Vec<u32>,
    /// Nine numbers a slot, and one that is not used.
    pub corners: Vec<[f64; 10]>,
    /// The triangle of a slot.
    pub ids: Vec<u32>,
    pub facts: Facts,
}

/// The constants, the same for all poses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) center: DVec3,
    pub scale: f64,
    pub radius: f64,
    /// No centre of a box is further from the frame's; rounded up.
    pub reach: f64,
    /// The contents of the root's box, and its squared half diagonal.
    pub root: u32,
    pub root_size: f64,
}

/// A box as it is stored.
struct Stored {
    center: [f32; 3],
    half: [f32; 3],
    axes: [[f32; 3]; 2],
    child: u32,
}

impl Layout {
    /// None if the tree is too large to be numbered, or empty.
    pub(crate) fn of(model: &Model) -> Option<Self> {
        let (tree, mesh) = (plain_tree(model), model.mesh());
        let (nodes, blocks) = (tree.node_count(), tree.block_count());
        if nodes + blocks >= MOST_NODES || tree.child(0, 0).below == BoxContent::Nothing {
            return None;
        }
        let root = tree.child(0, 0);
        let facts = Facts {
            center: tree.center,
            scale: tree.scale,
            radius: tree.radius,
            reach: f64::from(tree.reach),
            root: number(root.below, nodes),
            root_size: root.half.iter().map(|&h| f64::from(h) * f64::from(h)).sum(),
        };
        let mut layout = Self {
            rows: vec![[0.0; 4]; (nodes + blocks) * 24],
            children: vec![NONE; (nodes + blocks) * 8],
            corners: vec![[0.0; 10]; blocks * 8],
            ids: vec![NONE; blocks * 8],
            facts,
        };
        layout.put_nodes(&tree);
        layout.put_blocks(&tree, mesh);
        layout.facts.reach *= TO_F32_UP;
        Some(layout)
    }

    fn put_nodes(&mut self, tree: &PlainTree) {
        let nodes = tree.node_count();
        for node in 0..nodes {
            for lane in 0..8 {
                let given = tree.child(node, lane);
                let sum: f64 = given.half.iter().map(|&h| f64::from(h)).sum();
                let [first, second, _] = given.axes;
                let half = given.half.map(|h| upward(f64::from(h) + DEVICE_MORE * sum));
                let child = number(given.below, nodes);
                self.put(
                    node * 8 + lane,
                    &Stored { center: given.center, half, axes: [first, second], child },
                );
            }
        }
    }

    fn put_blocks(&mut self, tree: &PlainTree, mesh: &Mesh) {
        for block in 0..tree.block_count() {
            for (lane, id) in tree.triangles(block).into_iter().enumerate() {
                let (slot, place) = (block * 8 + lane, (tree.node_count() + block) * 8 + lane);
                let Some(id) = id else {
                    self.put(place, &FAR_AWAY);
                    continue;
                };
                let corners = mesh.triangle_at(id as usize);
                self.ids[slot] = id;
                for (to, from) in
                    self.corners[slot].iter_mut().zip(corners.iter().flat_map(|v| v.to_array()))
                {
                    *to = from;
                }
                let thin =
                    thin_box(corners.map(|v| (v - tree.center) * tree.scale), LEAF | slot as u32);
                let reach = DVec3::from_array(thin.center.map(f64::from)).length();
                self.facts.reach = self.facts.reach.max(reach);
                self.put(place, &thin);
            }
        }
    }

    fn put(&mut self, place: usize, stored: &Stored) {
        let ([x, y, z], [h, i, j], [a, b]) = (stored.center, stored.half, stored.axes);
        let at = (place >> 3) * 24 + (place & 7);
        self.rows[at] = [x, y, z, h];
        self.rows[at + 8] = [i, j, a[0], a[1]];
        self.rows[at + 16] = [a[2], b[0], b[1], b[2]];
        self.children[place] = stored.child;
    }
}

/// An unused lane: far beyond all contents, and no product of the tests overflows.
const FAR_AWAY: Stored = Stored {
    center: [1e18; 3],
    half: [0.0; 3],
    axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
    child: NONE,
};

/// The number of a node on the device: blocks follow the nodes.
fn number(below: BoxContent, nodes: usize) -> u32 {
    match below {
        BoxContent::Nothing => NONE,
        BoxContent::Node(node) => node as u32,
        BoxContent::Block(block) => (nodes + block) as u32,
    }
}

/// The third axis, as the device computes it.
fn third_axis([a, b]: [[f32; 3]; 2]) -> [f32; 3] {
    [
        a[1].mul_add(b[2], -(a[2] * b[1])),
        a[2].mul_add(b[0], -(a[0] * b[2])),
        a[0].mul_add(b[1], -(a[1] * b[0])),
    ]
}

/// The box around a triangle in local coordinates: along its longest edge, across it in its plane,
/// and along its normal.
///
/// Its half sides are taken with the stored numbers, in f64: wrong by 2⁻⁵⁰, which [`DEVICE_POSITION`](closecall::engine::rounding::tree::DEVICE_POSITION)
/// has room for.
fn thin_box(corners: Triangle, child: u32) -> Stored {
    let [x, y, z] = axes_of(corners);
    let middle = |axis: DVec3| {
        let along = corners.map(|v| axis.dot(v));
        (along.into_iter().fold(f64::MAX, f64::min) + along.into_iter().fold(f64::MIN, f64::max))
            * 0.5
    };
    let center = (x * middle(x) + y * middle(y) + z * middle(z)).as_vec3();
    let axes = [x.as_vec3().to_array(), y.as_vec3().to_array()];
    let half = [axes[0], axes[1], third_axis(axes)].map(|axis| {
        let axis = DVec3::from_array(axis.map(f64::from));
        corners.map(|v| axis.dot(v - center.as_dvec3()).abs()).into_iter().fold(0.0, f64::max)
    });
    let sum: f64 = half.iter().sum();
    Stored {
        center: center.to_array(),
        half: half.map(|h| upward(h + DEVICE_THIN * sum)),
        axes,
        child,
    }
}

/// Three orthonormal axes, up to a few roundings of f64, whatever the triangle.
fn axes_of([p, q, r]: Triangle) -> [DVec3; 3] {
    let edges = [(q - p, r - p), (r - q, p - q), (p - r, q - r)];
    let longest = edges.into_iter().fold(edges[0], |best, edge| {
        if edge.0.length_squared() > best.0.length_squared() { edge } else { best }
    });
    let x = longest.0.try_normalize().unwrap_or(DVec3::X);
    // Of a needle the product is mostly rounding: what of it runs along x is taken away again.
    let normal = x.cross(longest.1).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector());
    let z =
        (normal - x * x.dot(normal)).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector());
    let z = (z - x * x.dot(z)).normalize();
    [x, z.cross(x), z]
}

/// To f32, and not below.
pub(crate) fn upward(x: f64) -> f32 {
    (x * DEVICE_STORED_UP) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::rounding::F32_U;

    fn orthonormal(axes: [DVec3; 3]) -> bool {
        (0..3).all(|i| (0..3).all(|j| (axes[i].dot(axes[j]) - f64::from(i == j)).abs() < 1e-14))
    }

    #[test]
    fn axes_are_orthonormal_for_needles_and_points_too() {
        let v = DVec3::new;
        for (height, length) in
            [(1.0, 1.0), (1e-12, 1.0), (1e-16, 0.3), (1e-300, 0.7), (0.0, 1.0), (0.0, 0.0)]
        {
            let triangle = [
                v(0.1, 0.2, 0.3),
                v(0.1 + length, 0.2, 0.3),
                v(0.1 + 0.7 * length, 0.2 + height, 0.3),
            ];
            assert!(orthonormal(axes_of(triangle)), "{height} {length}");
        }
    }

    #[test]
    fn every_corner_is_inside_its_box_with_the_margin() {
        let v = DVec3::new;
        for size in [1.0, 1e-3, 1e-9] {
            let corners = [
                v(0.3, -0.2, 0.9),
                v(0.3 + size, -0.2, 0.9 - size),
                v(0.3, -0.2 + 0.1 * size, 0.9),
            ];
            let stored = thin_box(corners, 0);
            let axes = [stored.axes[0], stored.axes[1], third_axis(stored.axes)];
            let center = DVec3::from_array(stored.center.map(f64::from));
            let sum: f64 = stored.half.iter().map(|&h| f64::from(h)).sum();
            for (axis, half) in axes.iter().zip(stored.half) {
                let axis = DVec3::from_array(axis.map(f64::from));
                for corner in corners {
                    assert!(
                        axis.dot(corner - center).abs() + 66.9 * F32_U * sum <= f64::from(half),
                        "{size}"
                    );
                }
            }
        }
    }
}
