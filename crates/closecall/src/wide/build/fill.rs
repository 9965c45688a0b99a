//! Blocks and nodes written into their places, bottom up: every range of triangles owns its slice
//! of the tree.

use super::super::frame::Frame;
use super::super::tree::{Block, Child, Node, Slot, Tree};
use super::fit::{self, Sample};
use super::plan::BuildPlan;
use super::split::{greater, lesser};
use super::summary::Summary;
use super::{Quality, SEQUENTIAL};
use crate::geom::{DMat3, DVec3, Triangle};
use crate::mesh::Mesh;
use crate::parallel;
use crate::rounding::outward::to_f32_above;
use crate::rounding::tree::{BOX_MARGIN, PROJECTION};
use glam::Vec3;

/// A node's boxes are aligned with the frame if the oriented ones have more than this share of
/// their surface: the test of aligned boxes takes a third fewer instructions.
const ALIGNED: f32 = 0.97;

/// The data that all ranges need.
struct Job<'b> {
    mesh: &'b Mesh,
    frame: Frame,
    quality: Quality,
}

/// A range of the tree under construction: its plan, its triangles, its slices, and where those
/// begin.
struct TreePart<'b> {
    plan: &'b BuildPlan,
    ids: &'b [u32],
    nodes: &'b mut [Node],
    blocks: &'b mut [Block],
    first_node: usize,
    first_block: usize,
}

pub(super) fn unused_blocks(count: usize) -> Vec<Block> {
    vec![Block::empty(); count]
}

/// Fills in everything that depends on where the triangles are, but the frame.
pub(super) fn fill(tree: &mut Tree, plan: &BuildPlan, ids: &[u32], mesh: &Mesh) {
    let job = Job { mesh, frame: tree.frame, quality: tree.quality };
    let (root, nodes) = tree.nodes.split_first_mut().expect("the root has a node to itself");
    let part =
        TreePart { plan, ids, nodes, blocks: &mut tree.blocks, first_node: 1, first_block: 0 };
    let (_, slot) = job.fill_and_fit(part);
    root.set(0, &slot);
    tree.longest_edge = longest_edge(&tree.frame, mesh);
    tree.reach = reach(tree);
}

/// Fills the nodes and blocks from these on, which were made for a plan, and gives the box over
/// them; aligned with the frame, or as fits best.
pub(super) fn fill_from(
    tree: &mut Tree,
    (first_node, first_block): (usize, usize),
    (plan, ids): (&BuildPlan, &[u32]),
    mesh: &Mesh,
    aligned: bool,
) -> Slot {
    let job = Job { mesh, frame: tree.frame, quality: tree.quality };
    let (nodes, blocks) = (&mut tree.nodes[first_node..], &mut tree.blocks[first_block..]);
    let (summary, slot) =
        job.fill_and_fit(TreePart { plan, ids, nodes, blocks, first_node, first_block });
    if aligned { job.aligned(&summary, slot.child) } else { slot }
}

/// The box of one block, of which this many lanes are used.
pub(super) fn fit_block(
    tree: &Tree,
    index: usize,
    used: usize,
    mesh: &Mesh,
    aligned: bool,
) -> Slot {
    let job = Job { mesh, frame: tree.frame, quality: tree.quality };
    let (summary, child) = (Summary::of_block(&tree.blocks[index], used), Child::block(index));
    if aligned {
        job.aligned(&summary, child)
    } else {
        job.oriented(&summary, &tree.blocks[index..=index], child)
    }
}

/// Makes a box of a node large enough for a triangle, given in local coordinates, if it is not.
pub(super) fn enlarge(node: &mut Node, lane: usize, corners: &Triangle, radius: f64) {
    let at = |rows: &[[f32; 8]; 3]| DVec3::from_array(rows.map(|row| f64::from(row[lane])));
    let (center, half, axes) = (at(&node.center), at(&node.half), node.axes.each_ref().map(at));
    let along = corners.map(|corner| DVec3::from_array(axes.map(|axis| axis.dot(corner - center))));
    let pad = PROJECTION * radius + f64::MIN_POSITIVE;
    let low = along[0].min(along[1]).min(along[2]) - pad;
    let high = along[0].max(along[1]).max(along[2]) + pad;
    // What is stored has its margin already; what is new needs one, and the others' grows with it.
    if (high.max(-low) + BOX_MARGIN * half.element_sum()).cmple(half).all() {
        return;
    }
    let (low, high) = (low.min(-half), high.max(half));
    let middle = (low + high) * 0.5;
    let moved = (center + axes[0] * middle.x + axes[1] * middle.y + axes[2] * middle.z).as_vec3();
    let place = DVec3::from_array(axes.map(|axis| axis.dot(moved.as_dvec3() - center)));
    let grown = (high - place).max(place - low);
    let grown = grown + BOX_MARGIN * grown.element_sum();
    for k in 0..3 {
        node.half[k][lane] = to_f32_above(grown[k]);
        node.center[k][lane] = moved[k];
    }
}

/// The length of the longest edge of all, in local units, rounded up.
pub(in crate::wide) fn longest_edge(frame: &Frame, mesh: &Mesh) -> f32 {
    let longest = |corners: Triangle| {
        let [p, q, r] = frame.local_triangle(corners);
        p.distance_squared(q).max(q.distance_squared(r)).max(r.distance_squared(p))
    };
    to_f32_above(mesh.iter().map(longest).fold(0.0, f64::max).sqrt())
}

/// The distance from the frame's centre to the furthest vertex or centre of a box, rounded up.
pub(in crate::wide) fn reach(tree: &Tree) -> f32 {
    to_f32_above(tree.nodes.iter().flat_map(center_norms).fold(tree.frame.radius, f64::max))
}

/// The distances of the centres of a node's boxes from the frame's centre.
pub(super) fn center_norms(node: &Node) -> impl Iterator<Item = f64> {
    let used = (0..8).filter(|&lane| node.child[lane] != Child::NONE);
    used.map(|lane| DVec3::from_array(node.center.map(|row| f64::from(row[lane]))).length())
}

impl Job<'_> {
    fn fill(&self, part: TreePart) -> (Summary, Child) {
        if part.plan.parts.is_empty() { self.fill_block(part) } else { self.fill_node(part) }
    }

    fn fill_block(&self, part: TreePart) -> (Summary, Child) {
        let block = &mut part.blocks[0];
        for lane in 0..8 {
            let id = *part.ids.get(lane).unwrap_or(&part.ids[0]);
            block.set(lane, self.frame.local_triangle(self.mesh.triangle_at(id as usize)));
        }
        block.ids[..part.ids.len()].copy_from_slice(part.ids);
        (Summary::of_block(block, part.ids.len()), Child::block(part.first_block))
    }

    fn fill_node(&self, part: TreePart) -> (Summary, Child) {
        let TreePart { plan, ids, nodes, blocks, first_node, first_block } = part;
        let (node, nodes) = nodes.split_first_mut().expect("the plan counted this node");
        let below = TreePart { plan, ids, nodes, blocks, first_node: first_node + 1, first_block };
        let work = |part: TreePart| self.fill_and_fit(part);
        let children: Vec<(Summary, Slot)> = if plan.len < SEQUENTIAL {
            parts(below).into_iter().map(work).collect()
        } else {
            parallel::each(parts(below), work)
        };
        let aligned = self.aligned_if_as_good(&children);
        for (lane, (_, oriented)) in children.iter().enumerate() {
            node.set(lane, aligned.as_ref().map_or(oriented, |slots| &slots[lane]));
        }
        let mut summary = children[0].0;
        children[1..].iter().for_each(|(other, _)| summary.merge(other));
        (summary, Child::node(first_node, aligned.is_some()))
    }

    fn fill_and_fit(&self, part: TreePart) -> (Summary, Slot) {
        let TreePart { plan, ids, nodes, blocks, first_node, first_block } = part;
        let inner = TreePart { plan, ids, nodes, blocks: &mut *blocks, first_node, first_block };
        let (summary, child) = self.fill(inner);
        let slot = self.oriented(&summary, blocks, child);
        (summary, slot)
    }

    /// The oriented box of some blocks.
    fn oriented(&self, summary: &Summary, blocks: &[Block], child: Child) -> Slot {
        let sample = match blocks {
            [block] => Sample::new((0..8).flat_map(|lane| block.triangle(lane))),
            _ => Sample::new(summary.points()),
        };
        let axes = fit::axes(summary, &sample, self.quality);
        if axes == DMat3::IDENTITY {
            return self.aligned(summary, child);
        }
        let axes = [axes.x_axis, axes.y_axis, axes.z_axis].map(|axis| axis.as_vec3().to_array());
        self.slot(axes, extent(blocks, &axes), child)
    }

    /// The box along the frame's axes.
    fn aligned(&self, summary: &Summary, child: Child) -> Slot {
        self.slot([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], summary.aligned(), child)
    }

    fn aligned_if_as_good(&self, children: &[(Summary, Slot)]) -> Option<Vec<Slot>> {
        let aligned: Vec<_> =
            children.iter().map(|(summary, slot)| self.aligned(summary, slot.child)).collect();
        let oriented_area: f32 = children.iter().map(|(_, slot)| area(slot)).sum();
        let aligned_area: f32 = aligned.iter().map(area).sum();
        (oriented_area >= ALIGNED * aligned_area).then_some(aligned)
    }

    /// The box with given axes, around contents that reach from `low` to `high` along them.
    fn slot(&self, axes: [[f32; 3]; 3], (low, high): ([f32; 3], [f32; 3]), child: Child) -> Slot {
        let [x, y, z] =
            [Vec3::from_array(axes[0]), Vec3::from_array(axes[1]), Vec3::from_array(axes[2])];
        let exact = [x.as_dvec3(), y.as_dvec3(), z.as_dvec3()];
        let (low, high) = (Vec3::from_array(low).as_dvec3(), Vec3::from_array(high).as_dvec3());
        let middle = (low + high) * 0.5;
        let center = (exact[0] * middle.x + exact[1] * middle.y + exact[2] * middle.z).as_vec3();
        let from_center = center.as_dvec3();
        let place = DVec3::new(
            exact[0].dot(from_center),
            exact[1].dot(from_center),
            exact[2].dot(from_center),
        );
        let half =
            (high - place).max(place - low) + (PROJECTION * self.frame.radius + f64::MIN_POSITIVE);
        let half = half + BOX_MARGIN * half.element_sum();
        Slot {
            axes,
            half: [to_f32_above(half.x), to_f32_above(half.y), to_f32_above(half.z)],
            center: center.to_array(),
            child,
        }
    }
}

/// Divides a node's slices among its parts.
fn parts(below: TreePart) -> Vec<TreePart> {
    let TreePart { plan, mut ids, mut nodes, mut blocks, mut first_node, mut first_block } = below;
    let mut out = Vec::with_capacity(8);
    for plan in &plan.parts {
        let (own_ids, rest_ids) = ids.split_at(plan.len);
        let (own_nodes, rest_nodes) = nodes.split_at_mut(plan.nodes);
        let (own_blocks, rest_blocks) = blocks.split_at_mut(plan.blocks);
        out.push(TreePart {
            plan,
            ids: own_ids,
            nodes: own_nodes,
            blocks: own_blocks,
            first_node,
            first_block,
        });
        (ids, nodes, blocks) = (rest_ids, rest_nodes, rest_blocks);
        first_node += plan.nodes;
        first_block += plan.blocks;
    }
    out
}

/// The reach of the corners of some blocks along three axes.
fn extent(blocks: &[Block], axes: &[[f32; 3]; 3]) -> ([f32; 3], [f32; 3]) {
    let (mut low, mut high) = ([[f32::MAX; 8]; 3], [[f32::MIN; 8]; 3]);
    for [x, y, z] in blocks.iter().flat_map(|block| &block.corners) {
        for (i, axis) in axes.iter().enumerate() {
            for lane in 0..8 {
                let along = x[lane] * axis[0] + y[lane] * axis[1] + z[lane] * axis[2];
                low[i][lane] = lesser(along, low[i][lane]);
                high[i][lane] = greater(along, high[i][lane]);
            }
        }
    }
    let least = |row: [f32; 8]| row.into_iter().fold(f32::MAX, lesser);
    let most = |row: [f32; 8]| row.into_iter().fold(f32::MIN, greater);
    ([least(low[0]), least(low[1]), least(low[2])], [most(high[0]), most(high[1]), most(high[2])])
}

fn area(slot: &Slot) -> f32 {
    let [x, y, z] = slot.half;
    x * y + y * z + z * x
}
