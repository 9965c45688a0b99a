//! The two phases of a query, the same for every index that lists triangles by cells. (Klosowski
//! 1998, §2.3)
//!
//! Phase I searches with the box of the flying body and ends at the first obstacle whose box
//! overlaps it. Phase II searches with each triangle of the body; an obstacle that lies in several
//! cells is looked at once for each of them.

use closecall::engine::geom::{Aabb, GlamMesh as _, Triangle, exact::meet};
use std::ops::ControlFlow;
use std::sync::Arc;

use closecall::Mesh;

use crate::{Flying, IndexFigures, SpaceIndex, SpaceWork, Visitor};

/// The probe of a search in an index: a box, and the triangle that it is around in phase II.
pub(crate) struct Probe<'t> {
    pub bounds: Aabb,
    pub triangle: Option<&'t Triangle>,
}

/// An index whose cells list triangles.
pub(crate) trait Cells: Send + Sync + 'static {
    /// The name.
    const NAME: &'static str;

    /// How large it became, without the boxes of the triangles.
    fn figures(&self) -> IndexFigures;

    /// Tells of lists of triangles, until told to stop. Every triangle that shares a point with the
    /// probe is in one of them at least.
    fn search(
        &self,
        probe: &Probe<'_>,
        stack: &mut Vec<u32>,
        work: &mut SpaceWork,
        found: &mut impl FnMut(&[u32], &mut SpaceWork) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

/// Obstacles, an index of them, and the memory that queries use.
#[derive(Debug)]
pub(crate) struct Search<C> {
    obstacles: Arc<Mesh>,
    cells: Arc<C>,
    boxes: Arc<[Aabb]>,
    bounds: Aabb,
    seen: Seen,
    stack: Vec<u32>,
}

impl<C: Cells> Search<C> {
    pub fn new(obstacles: Arc<Mesh>, cells: C) -> Self {
        let boxes: Arc<[Aabb]> = obstacles.iter().map(Aabb::around).collect();
        let bounds = Aabb::around(boxes.iter().flat_map(|b| [b.low, b.high]));
        let seen = Seen::new(boxes.len());
        Self { obstacles, cells: Arc::new(cells), boxes, bounds, seen, stack: Vec::new() }
    }

    /// Phase I: does the box of an obstacle overlap the body's?
    fn may_touch(&mut self, bounds: Aabb, work: &mut SpaceWork) -> bool {
        let probe = Probe { bounds, triangle: None };
        let found = &mut |list: &[u32], work: &mut SpaceWork| {
            work.box_tests += list.len() as u64;
            let overlaps = |&id: &u32| overlap(&self.boxes[id as usize], &bounds);
            if list.iter().any(overlaps) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        self.cells.search(&probe, &mut self.stack, work, found).is_break()
    }

    /// Phase II for one triangle of the body.
    fn visit_triangle(
        &mut self,
        number: u32,
        triangle: &Triangle,
        work: &mut SpaceWork,
        visitor: &mut Visitor<'_>,
    ) -> ControlFlow<()> {
        let bounds = Aabb::around(*triangle);
        if !overlap(&bounds, &self.bounds) {
            return ControlFlow::Continue(());
        }
        self.seen.start();
        let Self { obstacles, boxes, seen, .. } = self;
        let found = &mut |list: &[u32], work: &mut SpaceWork| {
            for &id in list {
                if !seen.is_new(id) {
                    continue;
                }
                work.box_tests += 1;
                if !overlap(&boxes[id as usize], &bounds) {
                    continue;
                }
                let verdict = meet(&obstacles.triangle_at(id as usize), triangle);
                work.triangle_tests += 1;
                work.exact_tests += u64::from(verdict.exact);
                if verdict.meets {
                    visitor(id, number)?;
                }
            }
            ControlFlow::Continue(())
        };
        let probe = Probe { bounds, triangle: Some(triangle) };
        self.cells.search(&probe, &mut self.stack, work, found)
    }
}

impl<C: Cells> SpaceIndex for Search<C> {
    fn name(&self) -> &'static str {
        C::NAME
    }

    fn obstacles(&self) -> &Mesh {
        &self.obstacles
    }

    fn figures(&self) -> IndexFigures {
        let figures = self.cells.figures();
        IndexFigures { bytes: figures.bytes + size_of_val(&*self.boxes), ..figures }
    }

    fn visit_placed(
        &mut self,
        flying: &mut Flying,
        work: &mut SpaceWork,
        visitor: &mut Visitor<'_>,
    ) {
        let bounds = flying.bounds();
        if !overlap(&bounds, &self.bounds) || !self.may_touch(bounds, work) {
            return;
        }
        work.full_checks += 1;
        flying.carry();
        for number in 0..flying.mesh().triangle_count() {
            let triangle = flying.triangle(number);
            if self.visit_triangle(number as u32, &triangle, work, visitor).is_break() {
                return;
            }
        }
    }

    fn fork(&self) -> Box<dyn SpaceIndex> {
        Box::new(Self {
            obstacles: self.obstacles.clone(),
            cells: self.cells.clone(),
            boxes: self.boxes.clone(),
            bounds: self.bounds,
            seen: Seen::new(self.boxes.len()),
            stack: Vec::new(),
        })
    }
}

/// Which obstacles a search has come across already.
#[derive(Debug)]
struct Seen {
    in_search: Vec<u32>,
    search: u32,
}

impl Seen {
    fn new(obstacles: usize) -> Self {
        Self { in_search: vec![0; obstacles], search: 0 }
    }

    /// Nothing has been seen.
    #[inline]
    fn start(&mut self) {
        if self.search == u32::MAX {
            self.in_search.fill(0);
            self.search = 0;
        }
        self.search += 1;
    }

    #[inline]
    fn is_new(&mut self, obstacle: u32) -> bool {
        let before = std::mem::replace(&mut self.in_search[obstacle as usize], self.search);
        before != self.search
    }
}

/// Do two closed boxes share a point? Comparisons do not round.
#[inline]
pub(crate) fn overlap(a: &Aabb, b: &Aabb) -> bool {
    a.low.cmple(b.high).all() && b.low.cmple(a.high).all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_forgotten_at_every_start_however_many_there_are() {
        let mut seen = Seen { in_search: vec![0; 2], search: u32::MAX - 2 };
        for _ in 0..5 {
            seen.start();
            assert!(seen.is_new(1) && !seen.is_new(1) && seen.is_new(0));
        }
    }
}
