//! The triangles that must be looked at, and the triangles that cut them into pieces.
//!
//! A triangle is cut by those of the other body that touch it, and by those of its own that it
//! meets beyond common corners and edges. Triangles that nothing cuts, joined by edges that only
//! two of them have, form a patch: nothing else comes near the inside of such an edge, so either
//! side of a patch borders on one region only, and one of its triangles is enough.

use super::Side;
use super::steps::Steps;
use crate::geom::exact::{Class, Shared, classify, collinear, meet_beyond, shared};
use crate::geom::{Pose, Triangle};
use crate::parallel;
use crate::query::solid::placed::Placed;

/// A triangle to look at, and what cuts it.
#[derive(Clone, Debug)]
pub(super) struct PatchTask {
    side: Side,
    triangle: u32,
    own_cutters: Vec<u32>,
    other_cutters: Vec<u32>,
}

impl PatchTask {
    /// The triangle and its cutters, carried.
    pub(super) fn triangles(&self, bodies: &[Placed; 2]) -> (Triangle, Vec<Triangle>) {
        let (own, other) = sides(bodies, self.side);
        let own_cutters = self.own_cutters.iter().map(|&t| own.triangle(t));
        let cutters =
            own_cutters.chain(self.other_cutters.iter().map(|&t| other.triangle(t))).collect();
        (own.triangle(self.triangle), cutters)
    }

    fn with_own_cutters(self, bodies: &[Placed; 2]) -> Self {
        let own_cutters = own_cutters(sides(bodies, self.side).0, self.triangle);
        Self { own_cutters, ..self }
    }
}

/// Pairs of triangles that touch, as each body sees them: a lot for every triangle that is touched.
pub(super) struct TouchedLots {
    pairs: Vec<(Side, u32, u32)>,
    /// By body and triangle: is it touched?
    is_touched: [Vec<bool>; 2],
}

/// The number of lots that become tasks together.
const LOTS: usize = 1024;

impl TouchedLots {
    /// From all pairs of triangles that touch.
    pub(super) fn new(bodies: &[Placed; 2], contacts: &[(u32, u32)]) -> Self {
        let mut is_touched = bodies.map(|body| vec![false; body.solid.mesh().triangle_count()]);
        let mut pairs: Vec<(Side, u32, u32)> = Vec::with_capacity(2 * contacts.len());
        for &(a, b) in contacts {
            is_touched[0][a as usize] = true;
            is_touched[1][b as usize] = true;
            pairs.extend([(Side::A, a, b), (Side::B, b, a)]);
        }
        pairs.sort_unstable_by_key(|&(side, own, other)| (side == Side::B, own, other));
        Self { pairs, is_touched }
    }

    /// The tasks for the triangles with area that are touched, in portions. In each, those that
    /// cross come first: they tell most.
    pub(super) fn tasks<'q>(
        &'q self,
        bodies: &'q [Placed<'q>; 2],
        steps: &'q Steps,
    ) -> impl Iterator<Item = Vec<PatchTask>> + 'q {
        let lots: Vec<_> = self.pairs.chunk_by(|p, q| (p.0, p.1) == (q.0, q.1)).collect();
        let portions = lots.len().div_ceil(LOTS);
        (0..portions).map(move |portion| {
            // Triangles of all parts of both bodies: every so manieth.
            let own: Vec<_> = lots.iter().skip(portion).step_by(portions).copied().collect();
            let task = |i: usize| steps.step().and_then(|()| touched_task(bodies, own[i]));
            let mut tasks = parallel::filter_map(own.len(), 1, task);
            tasks.sort_by_key(|(crosses, task)| (!crosses, task.other_cutters.len()));
            tasks.into_iter().map(|(_, task)| task).collect()
        })
    }

    /// The triangles of a body that nothing touches, connected ones together.
    pub(super) fn untouched(&self, body: &Placed, side: Side) -> Vec<Vec<u32>> {
        let is_touched = &self.is_touched[usize::from(side == Side::B)];
        let mut groups = Patches::new(is_touched.len());
        let is_open = |t: u32| !is_touched[t as usize] && has_area(&body.triangle(t));
        (0..is_touched.len() as u32).filter(|&t| is_open(t)).for_each(|t| groups.admit(t));
        body.solid.closed().neighbours.iter().for_each(|&[s, t]| groups.join(s, t));
        groups.lists()
    }
}

/// The tasks for the triangles of a body that the other does not touch: those that their own body
/// cuts, and one of each patch. None if the question is broken off.
pub(super) fn untouched_tasks(
    body: &Placed,
    side: Side,
    triangles: &[u32],
    steps: &Steps,
) -> Option<Vec<PatchTask>> {
    let kept = kept_cutters(body, steps)?;
    let cutters = |i: usize| match kept {
        Some(kept) => Some((triangles[i], kept[triangles[i] as usize].clone())),
        None => steps.step().map(|()| (triangles[i], own_cutters(body, triangles[i]))),
    };
    let looked_at: Vec<(u32, Vec<u32>)> = parallel::filter_map(triangles.len(), 1, cutters);
    if looked_at.len() < triangles.len() {
        return None;
    }
    let mut patches = Patches::new(body.solid.mesh().triangle_count());
    let uncut = looked_at.iter().filter(|(_, cutters)| cutters.is_empty());
    uncut.for_each(|&(t, _)| patches.admit(t));
    body.solid.closed().neighbours.iter().for_each(|&[s, t]| patches.join(s, t));
    let needed = |(t, cutters): &(u32, Vec<u32>)| !cutters.is_empty() || patches.is_first(*t);
    let task = |(triangle, own_cutters)| PatchTask {
        side,
        triangle,
        own_cutters,
        other_cutters: Vec::new(),
    };
    Some(looked_at.into_iter().filter(needed).map(task).collect())
}

/// The first triangles of a body, as if nothing else touched them.
pub(super) fn some_tasks(body: &Placed, side: Side, triangles: &[u32]) -> Vec<PatchTask> {
    parallel::filter_map(triangles.len(), 1, |i| {
        let (triangle, own_cutters) = (triangles[i], own_cutters(body, triangles[i]));
        Some(PatchTask { side, triangle, own_cutters, other_cutters: Vec::new() })
    })
}

pub(super) fn sides<'b, 's>(
    bodies: &'b [Placed<'s>; 2],
    side: Side,
) -> (&'b Placed<'s>, &'b Placed<'s>) {
    match side {
        Side::A => (&bodies[0], &bodies[1]),
        Side::B => (&bodies[1], &bodies[0]),
    }
}

/// The task of a triangle and the triangles of the other body that touch it, and whether one of
/// those crosses it.
fn touched_task(bodies: &[Placed; 2], lot: &[(Side, u32, u32)]) -> Option<(bool, PatchTask)> {
    let (side, triangle, _) = lot[0];
    let (own, other) = sides(bodies, side);
    let corners = own.triangle(triangle);
    if !has_area(&corners) {
        return None;
    }
    let crosses =
        lot.iter().any(|l| classify(&corners, &other.triangle(l.2)) == Some(Class::Crossing));
    let cuts = |t: &u32| {
        let cutter = other.triangle(*t);
        has_area(&cutter) && reaches_inside(&corners, &cutter)
    };
    let other_cutters = lot.iter().map(|l| l.2).filter(cuts).collect();
    let task = PatchTask { side, triangle, own_cutters: Vec::new(), other_cutters };
    Some((crosses, task.with_own_cutters(bodies)))
}

/// May a triangle that touches another reach its inside? Not where they share no more than equal
/// corners and the edge between these, nor where they share one point.
fn reaches_inside(corners: &Triangle, cutter: &Triangle) -> bool {
    if corners.iter().any(|corner| cutter.contains(corner)) {
        return meet_beyond(corners, cutter);
    }
    !matches!(shared(corners, cutter), Shared::Point(_))
}

/// The triangles with area of the same body that meet this one beyond what they have in common.
fn own_cutters(body: &Placed, triangle: u32) -> Vec<u32> {
    let corners = body.triangle(triangle);
    let [a, b, c] = corners;
    let mut cutters = Vec::new();
    body.visit(a.min(b).min(c), a.max(b).max(c), |t| {
        let other = body.triangle(t);
        if t != triangle && meet_beyond(&corners, &other) && has_area(&other) {
            cutters.push(t);
        }
    });
    cutters.sort_unstable();
    cutters
}

/// Of every triangle of a body that stands where its mesh is, its own cutters: they are kept with
/// the mesh. Elsewhere the carried triangles are others, by roundings. None if the question is
/// broken off.
fn kept_cutters<'s>(body: &Placed<'s>, steps: &Steps) -> Option<Option<&'s [Vec<u32>]>> {
    if *body.pose != Pose::IDENTITY {
        return Some(None);
    }
    let count = body.solid.mesh().triangle_count();
    let find = |t: usize| steps.step().map(|()| own_cutters(body, t as u32));
    let find = || Some(parallel::filter_map(count, 1, find)).filter(|all| all.len() == count);
    body.solid.cutters(find).map(Some)
}

fn has_area(&[a, b, c]: &Triangle) -> bool {
    !collinear(a, b, c)
}

/// Lots of triangles, by union and find.
struct Patches {
    parent: Vec<u32>,
    admitted: Vec<bool>,
}

impl Patches {
    fn new(count: usize) -> Self {
        Self { parent: (0..count as u32).collect(), admitted: vec![false; count] }
    }

    fn admit(&mut self, t: u32) {
        self.admitted[t as usize] = true;
    }

    /// Joins two, if both are admitted.
    fn join(&mut self, s: u32, t: u32) {
        if self.admitted[s as usize] && self.admitted[t as usize] {
            let (s, t) = (self.root(s), self.root(t));
            self.parent[s.max(t) as usize] = s.min(t);
        }
    }

    fn root(&mut self, mut t: u32) -> u32 {
        while self.parent[t as usize] != t {
            self.parent[t as usize] = self.parent[self.parent[t as usize] as usize];
            t = self.parent[t as usize];
        }
        t
    }

    /// The lots, each in the order of its triangles.
    fn lists(mut self) -> Vec<Vec<u32>> {
        let mut lists: Vec<Vec<u32>> = Vec::new();
        let mut number = vec![u32::MAX; self.parent.len()];
        for t in 0..self.parent.len() as u32 {
            if !self.admitted[t as usize] {
                continue;
            }
            let root = self.root(t);
            let own = &mut number[root as usize];
            if *own == u32::MAX {
                *own = lists.len() as u32;
                lists.push(Vec::new());
            }
            lists[*own as usize].push(t);
        }
        lists
    }

    /// Is it the first of its lot?
    fn is_first(&self, t: u32) -> bool {
        self.parent[t as usize] == t
    }
}
