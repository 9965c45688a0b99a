//! The promises of [`super::tree`], checked one by one.

use super::tree::{BOX_MARGIN, Block, Child, Place, Tree};
use crate::geom::DVec3;
use crate::mesh::Mesh;

/// Panics unless the tree is sound for this mesh.
pub(super) fn check(tree: &Tree, mesh: &Mesh) {
    let mut seen = vec![false; mesh.triangle_count()];
    assert_eq!(tree.triangles, seen.len(), "the tree is of another mesh");
    visit(tree, mesh, tree.arrays().place(0), &mut seen);
    let missing = seen.iter().position(|seen| !seen);
    assert_eq!(missing, None, "a triangle is in no block");
}

/// Checks a place and everything below it; the triangles found.
fn visit(tree: &Tree, mesh: &Mesh, place: Place, seen: &mut [bool]) -> Vec<u32> {
    let mut ids = Vec::new();
    if place.child().is_block() {
        let block = &tree.blocks[place.child().index()];
        ids.extend(block.ids.iter().take_while(|&&id| id != Block::UNUSED));
        for &id in &ids {
            assert!(!std::mem::replace(&mut seen[id as usize], true), "triangle {id} is in two blocks");
        }
    } else {
        let first = place.child().index() as u32 * 8;
        let below = (first..first + 8).map(|number| tree.arrays().place(number));
        let used = below.filter(|below| below.child().0 != Child::NONE);
        ids.extend(used.flat_map(|below| visit(tree, mesh, below, seen)));
    }
    ids.iter().for_each(|&id| contains(tree, mesh, place, id));
    ids
}

/// In f64, whose rounding is far below the margin.
fn contains(tree: &Tree, mesh: &Mesh, Place { node, lane }: Place, id: u32) {
    let at = |rows: &[[f32; 8]; 3]| DVec3::from_array(rows.map(|row| f64::from(row[lane])));
    let (center, half) = (at(&node.center), at(&node.half));
    let margin = BOX_MARGIN * 0.99 * half.element_sum();
    assert!(center.length() <= f64::from(tree.reach));
    for corner in mesh.triangle(id as usize) {
        let from_center = tree.frame.local(corner) - center;
        for i in 0..3 {
            let along = at(&node.axes[i]).dot(from_center).abs();
            assert!(along + margin <= half[i], "triangle {id} leaves its box: {along} + {margin} > {}", half[i]);
        }
    }
}
