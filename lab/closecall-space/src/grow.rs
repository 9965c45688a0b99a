//! Trees of cells that are divided time and again: the 3-d tree, the octree and the BSP differ by
//! their [`Rule`] alone.
//!
//! They grow level by level, so that a tree that becomes too large is cut short evenly.

use closecall::engine::geom::{Aabb, GlamMesh as _, Triangle};
use std::collections::VecDeque;
use std::ops::Range;

use closecall::Mesh;

use crate::limits::Room;
use crate::workspace::Workspace;
use crate::{IndexFigures, Limits, SpaceError};

/// The obstacles that a tree is grown of, in the coordinates of the workspace.
pub(crate) struct Obstacles {
    pub workspace: Workspace,
    pub triangles: Vec<Triangle>,
    pub limits: Limits,
}

impl Obstacles {
    pub fn new(mesh: &Mesh, limits: Limits) -> Result<Self, SpaceError> {
        if limits.tau == 0 {
            return Err(SpaceError::NoTau);
        }
        let workspace = Workspace::around(mesh);
        let triangles = mesh.iter().map(|triangle| workspace.local_triangle(&triangle)).collect();
        Ok(Self { workspace, triangles, limits })
    }
}

/// How cells are divided.
pub(crate) trait Rule {
    /// A cell and what is in it.
    type Cell;
    /// The part that a node keeps of how its cell was divided.
    type Cut;

    /// The cell that has everything in it.
    fn whole(&self, obstacles: &Obstacles) -> Self::Cell;

    /// The triangles of a cell.
    fn items(cell: &Self::Cell) -> impl ExactSizeIterator<Item = u32>;

    /// How a cell is divided, if it is. It has more than τ triangles.
    fn divide(&self, obstacles: &Obstacles, cell: &Self::Cell, way: Way) -> Option<Division<Self>>;

    /// The cut with the list of what stays at the node, for rules that leave something there.
    fn with_list(cut: Self::Cut, _: Range<u32>) -> Self::Cut {
        cut
    }
}

/// How a cell was come to from the root.
#[derive(Clone, Copy, Default)]
pub(crate) struct Way {
    pub depth: usize,
    /// How often a division on the way gained nothing.
    pub without_gain: u32,
}

/// A cell, divided.
pub(crate) struct Division<R: Rule + ?Sized> {
    pub cut: R::Cut,
    /// The obstacles that are in none of the parts.
    pub stays: Vec<u32>,
    /// The parts, and whether each was a gain.
    pub parts: Vec<(R::Cell, bool)>,
}

/// A box and the triangles that reach into it.
pub(crate) struct BoxCell {
    pub bounds: Aabb,
    pub items: Vec<u32>,
}

impl BoxCell {
    pub fn whole(obstacles: &Obstacles) -> Self {
        let items = (0..obstacles.triangles.len() as u32).collect();
        Self { bounds: obstacles.workspace.cell(), items }
    }

    /// A part of this cell, and whether it has less in it.
    pub fn part(&self, bounds: Aabb, items: Vec<u32>) -> (Self, bool) {
        let gains = items.len() < self.items.len();
        (Self { bounds, items }, gains)
    }
}

/// A node of a tree.
#[derive(Debug)]
pub(crate) enum Node<C> {
    /// The children are `first` and those behind it.
    Divided {
        cut: C,
        first: u32,
    },
    Leaf {
        start: u32,
        end: u32,
    },
}

/// A tree. The root is node 0.
#[derive(Debug)]
pub(crate) struct Grown<C> {
    pub workspace: Workspace,
    pub nodes: Vec<Node<C>>,
    items: Vec<u32>,
    height: usize,
    cut_short: bool,
}

impl<C> Grown<C> {
    /// Grows the tree of a mesh.
    pub fn new<R: Rule<Cut = C>>(
        mesh: &Mesh,
        rule: &R,
        limits: Limits,
    ) -> Result<Self, SpaceError> {
        let obstacles = Obstacles::new(mesh, limits)?;
        let mut room = Room::for_triangles(obstacles.triangles.len());
        let mut tree = Self {
            workspace: obstacles.workspace,
            nodes: vec![Node::Leaf { start: 0, end: 0 }],
            items: vec![],
            height: 0,
            cut_short: false,
        };
        let mut waiting = VecDeque::from([(0, rule.whole(&obstacles), Way::default())]);
        while let Some((node, cell, way)) = waiting.pop_front() {
            tree.height = tree.height.max(way.depth);
            let count = R::items(&cell).len();
            let division =
                if count > limits.tau { rule.divide(&obstacles, &cell, way) } else { None };
            match division {
                Some(division) if room.grants(count, division.stored()) => {
                    waiting.extend(tree.divide(node, division, way));
                }
                _ => {
                    let Range { start, end } = tree.list(R::items(&cell));
                    tree.nodes[node] = Node::Leaf { start, end };
                }
            }
        }
        tree.cut_short = room.cut_short;
        Ok(tree)
    }

    /// Makes a node of parts; they may be divided in turn.
    fn divide<R: Rule<Cut = C>>(
        &mut self,
        node: usize,
        division: Division<R>,
        way: Way,
    ) -> impl Iterator<Item = (usize, R::Cell, Way)> {
        let first = self.nodes.len();
        self.nodes.extend(division.parts.iter().map(|_| Node::Leaf { start: 0, end: 0 }));
        let stays = self.list(division.stays.into_iter());
        let cut = R::with_list(division.cut, stays);
        self.nodes[node] = Node::Divided { cut, first: first as u32 };
        (first..).zip(division.parts).map(move |(node, (cell, gains))| {
            let without_gain = way.without_gain + u32::from(!gains);
            (node, cell, Way { depth: way.depth + 1, without_gain })
        })
    }

    fn list(&mut self, ids: impl Iterator<Item = u32>) -> Range<u32> {
        let start = self.items.len() as u32;
        self.items.extend(ids);
        start..self.items.len() as u32
    }

    /// A list of triangles.
    #[inline]
    pub fn items(&self, start: u32, end: u32) -> &[u32] {
        &self.items[start as usize..end as usize]
    }

    /// How large it became.
    pub fn figures(&self) -> IndexFigures {
        let leaves = self.nodes.iter().filter(|node| matches!(node, Node::Leaf { .. })).count();
        IndexFigures {
            stored: self.items.len(),
            cells: leaves,
            height: self.height,
            bytes: size_of_val(&*self.nodes) + size_of_val(&*self.items),
            cut_short: self.cut_short,
        }
    }
}

impl<R: Rule> Division<R> {
    fn stored(&self) -> usize {
        let parts = self.parts.iter().map(|(cell, _)| R::items(cell).len());
        self.stays.len() + parts.sum::<usize>()
    }
}
