//! A ray on its way through a tree: candidates from the walk, decided exactly.

use super::{Crossings, RayHit};
use crate::geom::exact::{Crossing, Sooner, cross, pierce};
use crate::geom::{Ray, Triangle};
use crate::mesh::Corners;
use crate::query::Scratch;
use crate::wide::RayWalk;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A source of triangles: a mesh, or a mesh at a pose.
pub(crate) trait Triangles {
    fn triangle(&self, number: u32) -> Triangle;
}

impl Triangles for Corners<'_> {
    #[inline(always)]
    fn triangle(&self, number: u32) -> Triangle {
        Corners::triangle(self, number as usize)
    }
}

/// A ray, the walk that finds its candidates, and the triangles in the ray's frame.
pub(crate) struct Cast<'q, T> {
    pub(crate) walk: RayWalk<'q>,
    pub(crate) ray: &'q Ray,
    pub(crate) triangles: T,
}

impl<T: Triangles> Cast<'_, T> {
    /// The first triangle, and where it is.
    pub(crate) fn first(&self, scratch: &mut Scratch) -> Option<(RayHit, Triangle)> {
        let best = self.first_hit(scratch)?;
        Some((best, self.triangles.triangle(best.triangle)))
    }

    /// The first triangle.
    #[inline(always)]
    pub(crate) fn first_hit(&self, scratch: &mut Scratch) -> Option<RayHit> {
        let mut best = None;
        self.walk
            .nearest_first(scratch, |number| nearer(self.ray, number, &self.triangles, &mut best));
        best
    }

    /// Does it meet anything?
    pub(crate) fn any(&self, scratch: &mut Scratch) -> bool {
        let mut met = false;
        self.walk.nearest_first(scratch, |number| {
            met = met || pierce(self.ray, &self.triangles.triangle(number)).is_some();
            if met { -1.0 } else { f64::INFINITY }
        });
        met
    }

    /// Everything it meets, in order.
    pub(crate) fn all(&self, scratch: &mut Scratch) -> Vec<RayHit> {
        self.all_met(scratch).into_iter().map(|(hit, _)| hit).collect()
    }

    /// Everything it meets and where that is, in order.
    pub(crate) fn all_met(&self, scratch: &mut Scratch) -> Vec<(RayHit, Triangle)> {
        let mut found = Vec::new();
        self.walk.candidates(scratch, &mut |number| {
            let corners = self.triangles.triangle(number);
            found.extend(
                pierce(self.ray, &corners).map(|t| (RayHit { triangle: number, t }, corners)),
            );
            ControlFlow::Continue(())
        });
        found.sort_unstable_by(|a, b| order(self.ray, a, b));
        found
    }

    /// The number of times it goes through.
    pub(crate) fn crossings(&self, scratch: &mut Scratch) -> Crossings {
        let mut found = Vec::new();
        self.walk.candidates(scratch, &mut |number| {
            let corners = self.triangles.triangle(number);
            found.extend(cross(self.ray, &corners).map(|crossing| (crossing, corners)));
            ControlFlow::Continue(())
        });
        passages(self.ray, &mut found)
    }
}

/// Takes a triangle for the first if it is; the largest parameter that is of interest then.
#[inline(always)]
pub(super) fn nearer(
    ray: &Ray,
    number: u32,
    triangles: &impl Triangles,
    best: &mut Option<RayHit>,
) -> f64 {
    if let Some(t) = pierce(ray, &triangles.triangle(number)) {
        let next = RayHit { triangle: number, t };
        match best {
            Some(best) if best.t.hi < t.lo => {}
            Some(best) if t.hi >= best.t.lo && !is_sooner(ray, triangles, &next, best) => {}
            _ => *best = Some(next),
        }
    }
    best.map_or(f64::INFINITY, |hit| hit.t.hi)
}

/// Of two hits whose intervals overlap: does the first come first?
#[cold]
#[inline(never)]
fn is_sooner(ray: &Ray, triangles: &impl Triangles, a: &RayHit, b: &RayHit) -> bool {
    let [a, b] = [a, b].map(|hit| (*hit, triangles.triangle(hit.triangle)));
    order(ray, &a, &b) == Ordering::Less
}

/// By parameter, exactly, then by number.
fn order(
    ray: &Ray,
    (a, a_corners): &(RayHit, Triangle),
    (b, b_corners): &(RayHit, Triangle),
) -> Ordering {
    Sooner(ray).compare((a.t, a_corners), (b.t, b_corners)).then(a.triangle.cmp(&b.triangle))
}

/// The passages that remain when those at the same parameter cancel each other.
pub(super) fn passages(ray: &Ray, found: &mut [(Crossing, Triangle)]) -> Crossings {
    let compare = |a: &(Crossing, Triangle), b: &(Crossing, Triangle)| {
        Sooner(ray).compare((a.0.t, &a.1), (b.0.t, &b.1))
    };
    found.sort_unstable_by(compare);
    let mut sum = Crossings::default();
    for together in found.chunk_by(|a, b| compare(a, b) == Ordering::Equal) {
        let net: i64 =
            together.iter().map(|(crossing, _)| if crossing.leaving { 1 } else { -1 }).sum();
        sum.count += net.unsigned_abs();
        sum.winding += net;
    }
    sum
}
