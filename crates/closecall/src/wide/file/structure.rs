//! The structure that a tree from a file must have for a query to end and not to fail, however wrong its
//! answer may be.
//!
//! The walk follows numbers of nodes, blocks, triangles: they must exist. It descends in every
//! step: nodes must form a tree, for in a web of nodes with several parents it might not end in any
//! lifetime. Saving and refitting go down by recursion: the tree must not be deeper than trees are
//! built. And a walk must not meet an unused lane, which no box reaches if all numbers are in
//! range.

use super::error::{Section, TreeFileProblem as Problem};
use super::header::LONGEST;
use crate::wide::build::MAX_DEPTH;
use crate::wide::check::first_flaw;
use crate::wide::tree::{Arrays, Block, Child, Node, Tree};

pub(super) fn check(tree: &Tree) -> Result<(), Problem> {
    let Arrays { nodes, blocks } = tree.arrays();
    order(nodes, blocks.len())?;
    first_flaw(nodes.len(), |at| {
        let reason = || format!("node {at} has a box that is out of range");
        (!in_range(&nodes[at])).then(|| damaged(Section::Nodes, reason()))
    })?;
    first_flaw(blocks.len(), |at| {
        let reason = || format!("block {at} has a triangle that is out of range");
        (!is_filled(&blocks[at], tree.triangles)).then(|| damaged(Section::Blocks, reason()))
    })
}

fn damaged(section: Section, reason: String) -> Problem {
    Problem::Damaged { section, reason }
}

/// Walks the tree: it must meet every node and every block once, in the order of their numbers.
fn order(nodes: &[Node], blocks: usize) -> Result<(), Problem> {
    let Some(root) = nodes.first() else {
        return Err(damaged(Section::Nodes, "there is none".to_owned()));
    };
    if root.child[0] == Child::NONE || root.child[1..].iter().any(|&child| child != Child::NONE) {
        return Err(damaged(Section::Nodes, "node 0 does not hold the root alone".to_owned()));
    }
    let (mut next_node, mut next_block) = (1, 0);
    let mut waiting = vec![(Child(root.child[0]), 1)];
    while let Some((child, depth)) = waiting.pop() {
        let (next, there_are) = if child.is_block() {
            (&mut next_block, blocks)
        } else {
            (&mut next_node, nodes.len())
        };
        if child.index() != *next || *next >= there_are {
            let kind = if child.is_block() { "block" } else { "node" };
            let reason = format!("found {kind} {} of {there_are}, expected {next}", child.index());
            return Err(damaged(Section::Nodes, reason));
        }
        *next += 1;
        if !child.is_block() {
            if depth > MAX_DEPTH {
                let reason = format!(
                    "node {} has {MAX_DEPTH} above it: no tree is built so deep",
                    child.index()
                );
                return Err(damaged(Section::Nodes, reason));
            }
            waiting.extend(children(&nodes[child.index()]).rev().map(|child| (child, depth + 1)));
        }
    }
    match (nodes.len() - next_node, blocks - next_block) {
        (0, 0) => Ok(()),
        (nodes, blocks) => {
            Err(damaged(Section::Nodes, format!("hanging nowhere: nodes {nodes}, blocks {blocks}")))
        }
    }
}

fn children(node: &Node) -> impl DoubleEndedIterator<Item = Child> + '_ {
    node.child.iter().filter(|&&child| child != Child::NONE).map(|&child| Child(child))
}

/// Boxes of bounded size at bounded places; unused lanes as they were made, far away.
fn in_range(node: &Node) -> bool {
    let empty = Node::empty();
    (0..8).all(|lane| {
        let numbers = numbers(node, lane);
        if node.child[lane] == Child::NONE {
            return numbers.map(f32::to_bits) == self::numbers(&empty, lane).map(f32::to_bits);
        }
        let half = [0, 1, 2].map(|i| node.half[i][lane]);
        numbers.into_iter().all(|x| x.abs() <= LONGEST) && half.into_iter().all(|half| half >= 0.0)
    })
}

/// All numbers of a lane.
fn numbers(node: &Node, lane: usize) -> [f32; 15] {
    let rows = node.center.iter().chain(&node.half).chain(node.axes.iter().flatten());
    let mut out = [0.0; 15];
    out.iter_mut().zip(rows).for_each(|(out, row)| *out = row[lane]);
    out
}

/// One triangle or more, in the first lanes, that exist.
fn is_filled(block: &Block, triangles: usize) -> bool {
    let used = block.ids.iter().take_while(|&&id| id != Block::UNUSED).count();
    let exist = block.ids[..used].iter().all(|&id| (id as usize) < triangles);
    let rest = block.ids[used..].iter().all(|&id| id == Block::UNUSED);
    let corners = block.corners.as_flattened().as_flattened();
    used > 0 && exist && rest && corners.iter().all(|x| x.abs() <= LONGEST)
}
