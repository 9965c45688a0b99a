//! A binary R-tree: the triangles of a node are parted in half at the median of their centroids,
//! along the axis for which the larger of the two boxes is smallest. (Klosowski 1998, §2.3.3)
//!
//! Invariant: the box of a node is around all its triangles, corner by corner, so nothing rounds. A
//! triangle stands in one leaf.

use closecall::engine::geom::{Aabb, DVec3, GlamMesh as _};
use std::ops::ControlFlow;

use closecall::Mesh;

use crate::search::{Cells, Probe, overlap};
use crate::{IndexFigures, SpaceError, SpaceWork};

#[derive(Clone, Debug)]
struct Node {
    bounds: Aabb,
    /// Of a leaf, its first triangle in `items`; else its first child, beside which is the other.
    first: u32,
    /// The number of triangles it has; 0 if it is no leaf.
    count: u32,
}

/// An R-tree.
#[derive(Debug)]
pub(crate) struct RTree {
    nodes: Vec<Node>,
    items: Vec<u32>,
    height: usize,
}

/// The triangles to be parted: their boxes and centroids, by number.
struct Soup {
    boxes: Vec<Aabb>,
    centroids: Vec<DVec3>,
}

impl RTree {
    /// With at most τ triangles in a leaf.
    pub fn new(obstacles: &Mesh, tau: usize) -> Result<Self, SpaceError> {
        if tau == 0 {
            return Err(SpaceError::NoTau);
        }
        let soup = Soup {
            boxes: obstacles.iter().map(Aabb::around).collect(),
            centroids: obstacles.iter().map(|[a, b, c]| (a + b + c) / 3.0).collect(),
        };
        let mut items: Vec<u32> = (0..soup.boxes.len() as u32).collect();
        let mut tree = Self { nodes: vec![soup.node(&items, 0)], items: vec![], height: 0 };
        let mut waiting = vec![(0, 0..items.len(), 0)];
        while let Some((node, range, depth)) = waiting.pop() {
            tree.height = tree.height.max(depth);
            if range.len() <= tau {
                continue;
            }
            let middle = range.start + range.len() / 2;
            soup.part(&mut items[range.clone()]);
            let first = tree.nodes.len();
            tree.nodes[node] = Node { first: first as u32, count: 0, ..tree.nodes[node].clone() };
            for (child, part) in [range.start..middle, middle..range.end].into_iter().enumerate() {
                tree.nodes.push(soup.node(&items[part.clone()], part.start));
                waiting.push((first + child, part, depth + 1));
            }
        }
        tree.items = items;
        Ok(tree)
    }
}

impl Soup {
    fn around(&self, items: &[u32]) -> Aabb {
        Aabb::around(items.iter().flat_map(|&id| {
            let Aabb { low, high } = self.boxes[id as usize];
            [low, high]
        }))
    }

    /// A leaf.
    fn node(&self, items: &[u32], first: usize) -> Node {
        Node { bounds: self.around(items), first: first as u32, count: items.len() as u32 }
    }

    /// Brings the lower half in front, along the best axis.
    fn part(&self, items: &mut [u32]) {
        let middle = items.len() / 2;
        let mut best: Option<(Size, Vec<u32>)> = None;
        for axis in 0..3 {
            let centroid = |&id: &u32| self.centroids[id as usize][axis];
            items.select_nth_unstable_by(middle, |p, q| {
                centroid(p).total_cmp(&centroid(q)).then(p.cmp(q))
            });
            let (low, high) = items.split_at(middle);
            let size = Size::of(&self.around(low)).max(Size::of(&self.around(high)));
            if best.as_ref().is_none_or(|(least, _)| size.is_less(least)) {
                best = Some((size, items.to_vec()));
            }
        }
        if let Some((_, order)) = best {
            items.copy_from_slice(&order);
        }
    }
}

/// The volume of a box, and where that does not tell two apart (flat boxes have none), its area and
/// its longest side.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Size([f64; 3]);

impl Size {
    fn of(bounds: &Aabb) -> Self {
        let DVec3 { x, y, z } = bounds.high - bounds.low;
        Self([x * y * z, x * y + y * z + z * x, x.max(y).max(z)])
    }

    fn is_less(&self, other: &Self) -> bool {
        self < other
    }

    fn max(self, other: Self) -> Self {
        if self.is_less(&other) { other } else { self }
    }
}

impl Cells for RTree {
    const NAME: &'static str = "r-tree";

    fn figures(&self) -> IndexFigures {
        IndexFigures {
            stored: self.items.len(),
            cells: self.nodes.len().div_ceil(2),
            height: self.height,
            bytes: size_of_val(&*self.nodes) + size_of_val(&*self.items),
            cut_short: false,
        }
    }

    fn search(
        &self,
        probe: &Probe<'_>,
        stack: &mut Vec<u32>,
        work: &mut SpaceWork,
        found: &mut impl FnMut(&[u32], &mut SpaceWork) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        stack.clear();
        stack.push(0);
        while let Some(node) = stack.pop() {
            work.cells += 1;
            let Node { bounds, first, count } = &self.nodes[node as usize];
            if !overlap(bounds, &probe.bounds) {
                continue;
            }
            if *count == 0 {
                stack.extend([first + 1, *first]);
            } else {
                found(&self.items[*first as usize..(first + count) as usize], work)?;
            }
        }
        ControlFlow::Continue(())
    }
}
