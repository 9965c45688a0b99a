//! The promises of [`super::tree`], checked one by one.

use super::tree::{BOX_MARGIN, Block, Child, Slot, Tree};
use crate::geom::DVec3;
use crate::mesh::Mesh;

/// Panics unless the tree is sound for this mesh.
pub(super) fn check(tree: &Tree, mesh: &Mesh) {
    let mut seen = vec![false; mesh.triangle_count()];
    assert_eq!(tree.triangles, seen.len(), "the tree is of another mesh");
    assert_eq!(tree.slots.len(), tree.nodes.len() + 1);
    visit(tree, mesh, tree.slot(0), &mut seen);
    let missing = seen.iter().position(|seen| !seen);
    assert_eq!(missing, None, "a triangle is in no block");
}

/// Checks a slot and everything below it; the triangles found.
fn visit(tree: &Tree, mesh: &Mesh, slot: &Slot, seen: &mut [bool]) -> Vec<u32> {
    let mut ids = Vec::new();
    if slot.child.is_block() {
        let block = &tree.blocks[slot.child.index()];
        ids.extend(block.ids.iter().take_while(|&&id| id != Block::UNUSED));
        for &id in &ids {
            assert!(!std::mem::replace(&mut seen[id as usize], true), "triangle {id} is in two blocks");
        }
    } else {
        let (node, base) = (&tree.nodes[slot.child.index()], Tree::first_slot(slot.child));
        for lane in 0..8 {
            let below = tree.slot(base + lane as u32);
            assert_eq!(node.child[lane], below.child.0);
            if below.child.0 != Child::NONE {
                let mirrored = [0, 1, 2].map(|i| node.half[i][lane]);
                assert_eq!(mirrored, [0, 1, 2].map(|i| below.sides[i][3]));
                ids.extend(visit(tree, mesh, below, seen));
            }
        }
    }
    ids.iter().for_each(|&id| contains(tree, mesh, slot, id));
    ids
}

/// In f64, whose rounding is far below the margin.
fn contains(tree: &Tree, mesh: &Mesh, slot: &Slot, id: u32) {
    let center = DVec3::from_array(slot.center.map(f64::from));
    let halves = slot.sides.map(|side| f64::from(side[3]));
    let margin = BOX_MARGIN * 0.99 * halves.iter().sum::<f64>();
    assert!(center.length() <= f64::from(tree.reach));
    for corner in mesh.triangle(id as usize) {
        let local = tree.frame.local(corner);
        for (side, half) in slot.sides.iter().zip(halves) {
            let axis = DVec3::new(f64::from(side[0]), f64::from(side[1]), f64::from(side[2]));
            let along = axis.dot(local - center).abs();
            assert!(along + margin <= half, "triangle {id} leaves its box: {along} + {margin} > {half}");
        }
    }
}
