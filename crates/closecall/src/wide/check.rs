//! The promises of [`super::tree`] and what [`super::relation`] builds on, checked one by one.

use super::build::{longest_edge, reach};
use super::frame::Frame;
use super::tree::{Block, Child, ChildPlace, Tree};
use crate::geom::DVec3;
use crate::mesh::Mesh;
use crate::parallel;
use crate::rounding::tree::{BOX_MARGIN, STORED_AXES};
use std::ops::Range;

/// The fault in the tree of this mesh, if it has one. Its nodes and blocks must be in the order
/// they are built in.
pub(super) fn sound(tree: &Tree, mesh: &Mesh) -> Result<(), String> {
    every_triangle_once(tree, mesh)?;
    bounds_hold(tree, mesh)?;
    first_flaw(tree.blocks.len(), |index| {
        let block = &tree.blocks[index];
        (*block != stored(block, &tree.frame, mesh))
            .then(|| format!("block {index} is of another mesh"))
    })?;
    let below = blocks_below(tree);
    first_flaw(tree.nodes.len() * 8, |number| {
        let place = tree.arrays().place(number as u32);
        if place.child().0 == Child::NONE { None } else { holds(tree, mesh, place, &below).err() }
    })
}

/// The number of things that are looked at on one thread sooner than others wake up.
const SEQUENTIAL: usize = 4096;

/// The first flaw there is among this many things.
pub(super) fn first_flaw<E: Send>(
    count: usize,
    flaw: impl Fn(usize) -> Option<E> + Sync,
) -> Result<(), E> {
    let found = if count < SEQUENTIAL {
        (0..count).find_map(&flaw)
    } else {
        parallel::filter_map(count, SEQUENTIAL / 4, &flaw).into_iter().next()
    };
    found.map_or(Ok(()), Err)
}

fn every_triangle_once(tree: &Tree, mesh: &Mesh) -> Result<(), String> {
    let mut seen = vec![false; mesh.triangle_count()];
    if tree.triangles != seen.len() {
        return Err(format!("it has {} triangles, but the mesh {}", tree.triangles, seen.len()));
    }
    for &id in tree.blocks.iter().flat_map(used) {
        if std::mem::replace(&mut seen[id as usize], true) {
            return Err(format!("triangle {id} is in two blocks"));
        }
    }
    let missing = seen.iter().position(|seen| !seen);
    missing.map_or(Ok(()), |id| Err(format!("triangle {id} is in no block")))
}

fn used(block: &Block) -> impl Iterator<Item = &u32> {
    block.ids.iter().take_while(|&&id| id != Block::UNUSED)
}

/// The bounds that the slack of queries is worked out from.
fn bounds_hold(tree: &Tree, mesh: &Mesh) -> Result<(), String> {
    let Frame { radius, .. } = tree.frame.reaching_over(mesh);
    let farthest = mesh
        .iter()
        .flatten()
        .map(|corner| tree.frame.local(corner).abs().max_element())
        .fold(0.0, f64::max);
    if !tree.frame.fits(farthest) {
        let scale = tree.frame.scale;
        return Err(format!(
            "its frame, of scale {scale:e}, does not fit: the farthest coordinate is {farthest:e}"
        ));
    }
    let claims = [
        ("coordinate", farthest, 1.0),
        ("radius", radius, tree.frame.radius),
        ("reach", reach(tree).into(), tree.reach.into()),
        ("longest edge", longest_edge(&tree.frame, mesh).into(), tree.longest_edge.into()),
    ];
    let broken = claims.into_iter().find(|&(_, is, claimed)| is > claimed);
    broken
        .map_or(Ok(()), |(what, is, claimed)| Err(format!("the {what} is {is}, beyond {claimed}")))
}

/// The expected content of a block with these triangles.
fn stored(block: &Block, frame: &Frame, mesh: &Mesh) -> Block {
    let mut stored = Block { ids: block.ids, ..*block };
    for lane in 0..8 {
        let id = if block.ids[lane] == Block::UNUSED { block.ids[0] } else { block.ids[lane] };
        stored.set(lane, frame.local_triangle(mesh.triangle_at(id as usize)));
    }
    stored
}

/// The blocks below every node: they follow one another.
fn blocks_below(tree: &Tree) -> Vec<Range<usize>> {
    let mut below = vec![0..0; tree.nodes.len()];
    // Children come after their parents.
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let of_child = |&child: &u32| blocks_of(Child(child), &below);
        let used = || node.child.iter().filter(|&&child| child != Child::NONE);
        let (first, last) = (used().next().map(of_child), used().next_back().map(of_child));
        below[index] = first.map_or(0, |first| first.start)..last.map_or(0, |last| last.end);
    }
    below
}

fn blocks_of(child: Child, below: &[Range<usize>]) -> Range<usize> {
    if child.is_block() { child.index()..child.index() + 1 } else { below[child.index()].clone() }
}

/// A box must have sound axes, and hold what is below it with room to spare.
fn holds(
    tree: &Tree,
    mesh: &Mesh,
    place: ChildPlace,
    below: &[Range<usize>],
) -> Result<(), String> {
    let ChildPlace { node, lane } = place;
    let at = |rows: &[[f32; 8]; 3]| DVec3::from_array(rows.map(|row| f64::from(row[lane])));
    let (center, half, axes) = (at(&node.center), at(&node.half), node.axes.each_ref().map(at));
    orthonormal(&axes)?;
    let margin = BOX_MARGIN * 0.99 * half.element_sum();
    let child = place.child();
    if !child.is_block() && child.is_aligned() && !is_aligned(tree, child) {
        return Err(format!("node {} is said to be aligned", child.index()));
    }
    for &id in tree.blocks[blocks_of(child, below)].iter().flat_map(used) {
        for corner in mesh.triangle_at(id as usize) {
            // In f64, whose rounding is far below the margin.
            let from_center = tree.frame.local(corner) - center;
            let outside = (0..3).find(|&i| axes[i].dot(from_center).abs() + margin > half[i]);
            if let Some(i) = outside {
                let along = axes[i].dot(from_center).abs();
                return Err(format!(
                    "triangle {id} leaves a box above it: {along} + {margin} > {}",
                    half[i]
                ));
            }
        }
    }
    Ok(())
}

/// As far as f32 allows.
fn orthonormal(axes: &[DVec3; 3]) -> Result<(), String> {
    let off = |i: usize, j: usize| (axes[i].dot(axes[j]) - f64::from(u8::from(i == j))).abs();
    let most = (0..9).map(|n| off(n / 3, n % 3)).fold(0.0, f64::max);
    if most <= STORED_AXES { Ok(()) } else { Err(format!("the axes of a box are off by {most}")) }
}

/// Are all boxes of a node aligned with the frame?
fn is_aligned(tree: &Tree, child: Child) -> bool {
    let axes = &tree.nodes[child.index()].axes;
    (0..9).all(|n| axes[n / 3][n % 3] == [f32::from(u8::from(n / 3 == n % 3)); 8])
}
