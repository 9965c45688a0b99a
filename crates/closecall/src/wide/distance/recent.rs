//! The memory that two bodies have of their distances, for the next query.
//!
//! The last nearest pair of triangles is looked at first. And a *view*: a search that looked
//! further than the distance by a margin leaves all pairs within that, each with a lower bound.
//! Everything else was `beyond`, and while no point of B has moved further than s since then, by
//! [`Ball::motion`] and the rounding of carried corners, it is still further away than `beyond` −
//! s. So if some pair of the view is no further apart than that, the view has the answer, and only
//! those of its pairs are worked out whose lower bound, less s, is not above it.
//!
//! How far is looked depends on how far bodies go from query to query; views that did not serve are
//! followed by a rest, longer each time.

use super::settle::{BestPair, BothMeshes, Bounded};
use super::{Distance, DistanceAsked, distance_and_beyond};
use crate::geom::vectors::vector;
use crate::geom::{Ball, DVec3, Pose};
use crate::rounding::factor::{DOWN_2, DOWN_4, UP_8, UP_16};
use crate::rounding::motion::AXIS_END;
use crate::wide::relation::scales;
use crate::wide::simd::{Hardware, Task};
use crate::wide::{Level, Scratch, TreeAndMesh};

/// No view looks further than by this share of the distance: pairs would be too many.
const FURTHEST: f64 = 0.125;

/// A view has to last for this many queries at least, as far as can be told.
const LEAST: f64 = 2.0;

/// At first, and at most, a view looks as far as bodies go in this many queries.
const FIRST: f64 = 8.0;
const MOST: f64 = 128.0;

/// A view with more pairs looks too far; one with less may look further.
const MANY: usize = 192;
const FEW: usize = 64;

/// With more pairs to work out a search is as quick.
const TOO_MANY: usize = 48;

/// The longest rest.
const REST: u32 = 64;

/// The parts that were near in the last query. It belongs to two bodies, and has to be made anew if
/// one of them is replaced.
#[derive(Clone, Debug)]
pub struct Recent {
    nearest: Option<Distance>,
    last: Option<Pose>,
    view: Option<View>,
    /// The number of queries a view should last for.
    lasts: f64,
    /// The number of queries to ask without one, and the number of views in a row that did not
    /// serve.
    rest: u32,
    failed: u32,
}

impl Default for Recent {
    fn default() -> Self {
        Self { nearest: None, last: None, view: None, lasts: FIRST, rest: 0, failed: 0 }
    }
}

/// All that is near at a pose.
#[derive(Clone, Debug)]
struct View {
    pose: Pose,
    /// Every other pair of triangles is further apart than this.
    beyond: f64,
    /// The triangles of A and of B.
    triangles: [Vec<u32>; 2],
    /// Pairs of those, and lower bounds of their distances, the lowest first.
    pairs: Vec<(f64, u32, u32)>,
    /// The number of queries it answered.
    served: u32,
    /// The ends of the triangles along an axis in the query under way; no number where that is not
    /// known.
    ends: [Vec<f64>; 2],
}

/// The answer of a view.
enum ViewAnswer {
    Answer(Option<Distance>),
    Nothing,
}

impl Recent {
    /// The distance of two bodies, unless it is above the limit.
    pub fn distance(
        &mut self,
        a: TreeAndMesh,
        b: TreeAndMesh,
        a_from_b: &Pose,
        limit: f64,
        scratch: &mut Scratch,
    ) -> Option<Distance> {
        let ball = b.0.frame.ball();
        let step = self.last.replace(*a_from_b).map(|last| ball.motion(&last, a_from_b));
        if let Some(view) = &mut self.view {
            let question = ViewLook {
                view,
                meshes: [a, b],
                ball,
                a_from_b,
                limit,
                nearest: self.nearest,
                scratch,
            };
            if let ViewAnswer::Answer(found) = Level::best().run(question) {
                view.served += 1;
                self.nearest = found.or(self.nearest);
                return found;
            }
        }
        self.search([a, b], a_from_b, limit, step, scratch)
    }

    /// Searches, and takes a new view if that is likely to pay.
    fn search(
        &mut self,
        bodies: [TreeAndMesh; 2],
        a_from_b: &Pose,
        limit: f64,
        step: Option<f64>,
        scratch: &mut Scratch,
    ) -> Option<Distance> {
        self.judge();
        let margin = self.margin(step, limit);
        let start = self.nearest.map(|nearest| (nearest.a, nearest.b));
        let asked = DistanceAsked { limit, start, ..DistanceAsked::default() };
        let (found, beyond) = distance_and_beyond(bodies, a_from_b, &asked, margin, scratch);
        let known = found.map_or(limit, |found| found.distance.hi);
        if margin > 0.0 && known > 0.0 {
            // A search that met with too many pairs gives its margin up.
            if beyond > known + 0.5 * margin {
                let (scale, ..) = scales(bodies[0].0.frame.scale, bodies[1].0.frame.scale);
                let candidates =
                    scratch.search.as_ref().map_or(&[][..], |scratch| &scratch.candidates);
                self.view = Some(View::new(a_from_b, beyond, candidates, scale));
            } else {
                self.lasts = (0.5 * self.lasts).max(LEAST);
                self.rest = REST;
            }
        }
        self.nearest = found.or(self.nearest);
        found
    }

    /// Puts the old view aside, and sees whether it was worth its while.
    fn judge(&mut self) {
        self.rest = self.rest.saturating_sub(1);
        let Some(view) = self.view.take() else { return };
        if view.served == 0 {
            self.failed = (self.failed + 1).min(6);
            self.rest = REST.min(1 << self.failed);
        } else {
            self.failed = 0;
        }
        if view.pairs.len() > MANY {
            if self.lasts <= LEAST {
                self.rest = REST;
            }
            self.lasts = (0.5 * self.lasts).max(LEAST);
        } else if view.pairs.len() < FEW && f64::from(view.served) > 0.25 * self.lasts {
            self.lasts = (2.0 * self.lasts).min(MOST);
        }
    }

    /// The distance to look beyond the nearest pair.
    fn margin(&self, step: Option<f64>, limit: f64) -> f64 {
        let Some(step) = step.filter(|step| self.rest == 0 && *step > 0.0) else { return 0.0 };
        let distance = self.nearest.map_or(limit, |nearest| nearest.distance.hi.min(limit));
        let margin = (self.lasts * step).min(FURTHEST * distance);
        if margin.is_finite() && margin >= LEAST * step { margin } else { 0.0 }
    }

    /// The number of pairs it keeps.
    pub(crate) fn entries(&self) -> usize {
        self.view.as_ref().map_or(0, |view| view.pairs.len())
    }

    /// The number of bytes it holds on to.
    pub(crate) fn bytes(&self) -> usize {
        self.view.as_ref().map_or(0, |view| {
            let of_triangles = size_of::<u32>() + size_of::<f64>();
            let triangles: usize = view.triangles.iter().map(Vec::capacity).sum();
            view.pairs.capacity() * size_of::<(f64, u32, u32)>() + triangles * of_triangles
        })
    }
}

impl View {
    fn new(pose: &Pose, beyond: f64, candidates: &[(f32, u32, u32)], scale: f64) -> Self {
        let sorted = |ids: Vec<u32>| {
            let mut ids = ids;
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        let a = sorted(candidates.iter().map(|&(_, a, _)| a).collect());
        let b = sorted(candidates.iter().map(|&(_, _, b)| b).collect());
        let place =
            |ids: &[u32], id: u32| ids.binary_search(&id).expect("it is one of them") as u32;
        let pair =
            |&(low, i, j): &(f32, u32, u32)| (f64::from(low) / scale, place(&a, i), place(&b, j));
        let mut pairs: Vec<_> = candidates.iter().map(pair).collect();
        pairs.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        let ends = [vec![f64::NAN; a.len()], vec![f64::NAN; b.len()]];
        Self { pose: *pose, beyond, triangles: [a, b], pairs, served: 0, ends }
    }

    fn ids(&self, &(_, i, j): &(f64, u32, u32)) -> (u32, u32) {
        (self.triangles[0][i as usize], self.triangles[1][j as usize])
    }

    /// Is a pair no nearer than the best, by the gap along the line between that one's points?
    fn is_beside(
        &mut self,
        pairs: &BothMeshes,
        axis: &KnownAxis,
        &(_, i, j): &(f64, u32, u32),
    ) -> bool {
        let (i, j) = (i as usize, j as usize);
        let ids = (self.triangles[0][i], self.triangles[1][j]);
        if self.ends[0][i].is_nan() || self.ends[1][j].is_nan() {
            let (a, b) = pairs.triangles(ids);
            self.ends[0][i] = axis.end(&a);
            self.ends[1][j] = -axis.reversed().end(&b);
        }
        (self.ends[1][j] - self.ends[0][i]) * DOWN_4 >= axis.gap
    }
}

/// A direction, and the gap along it that is enough.
struct KnownAxis {
    n: DVec3,
    gap: f64,
}

impl KnownAxis {
    /// From the best pair's point of A to that of B.
    fn new(best: &Distance) -> Self {
        let n = vector(best.point_b) - vector(best.point_a);
        Self { n, gap: best.distance.lo * n.length() * UP_16 }
    }

    fn reversed(&self) -> Self {
        Self { n: -self.n, gap: self.gap }
    }

    /// The reach of a triangle along it, at least as far as it goes.
    fn end(&self, triangle: &[DVec3; 3]) -> f64 {
        let [p, q, r] = triangle;
        let reach = p.abs().max(q.abs()).max(r.abs()).max_element();
        let end = self.n.dot(*p).max(self.n.dot(*q)).max(self.n.dot(*r));
        end + AXIS_END * self.n.abs().element_sum() * reach
    }
}

/// A look at a view.
struct ViewLook<'q> {
    view: &'q mut View,
    meshes: [TreeAndMesh<'q>; 2],
    ball: Ball,
    a_from_b: &'q Pose,
    limit: f64,
    nearest: Option<Distance>,
    scratch: &'q mut Scratch,
}

impl Task for ViewLook<'_> {
    type Output = ViewAnswer;

    #[inline(always)]
    fn run<H: Hardware>(self) -> ViewAnswer {
        let Self { view, meshes: [a, b], ball, a_from_b, limit, nearest, scratch } = self;
        let rounding = ball.carry_error(&view.pose) + ball.carry_error(a_from_b);
        let moved = (ball.motion(&view.pose, a_from_b) + rounding) * UP_8;
        let beyond = (view.beyond - moved) * DOWN_4;
        if view.pairs.is_empty() {
            return if limit <= beyond { ViewAnswer::Answer(None) } else { ViewAnswer::Nothing };
        }
        let Some(nearest) = nearest.filter(|_| beyond > 0.0) else { return ViewAnswer::Nothing };
        let pairs = BothMeshes { meshes: [a.1.indexed(), b.1.indexed()], a_from_b };
        let found = pairs.distance(nearest.a, nearest.b);
        if found.distance.hi == 0.0 {
            return ViewAnswer::Answer(Some(found));
        }
        if found.distance.hi.min(limit) > beyond {
            return ViewAnswer::Nothing;
        }
        match of_view::<H>(view, &pairs, found, moved, scratch) {
            Some(found) => {
                ViewAnswer::Answer(Some(found).filter(|found| found.distance.lo <= limit))
            }
            None => ViewAnswer::Nothing,
        }
    }
}

/// The nearest of all pairs of a view, one of them being known; none if too many would have to be
/// worked out.
#[inline(always)]
fn of_view<H: Hardware>(
    view: &mut View,
    pairs: &BothMeshes,
    found: Distance,
    moved: f64,
    scratch: &mut Scratch,
) -> Option<Distance> {
    let left: &mut Vec<Bounded> = &mut scratch.search.get_or_insert_default().left;
    left.clear();
    let axis = KnownAxis::new(&found);
    let best: BestPair = pairs.best(found);
    view.ends.iter_mut().for_each(|ends| ends.fill(f64::NAN));
    for x in 0..view.pairs.len() {
        let pair = view.pairs[x];
        // Rounded down: a difference of positive numbers.
        if (pair.0 - moved) * DOWN_2 > found.distance.hi {
            break;
        }
        let ids = view.ids(&pair);
        let known = ids == (found.a, found.b) || view.is_beside(pairs, &axis, &pair);
        if !known && !pairs.is_no_nearer(&best, ids) {
            if left.len() == TOO_MANY {
                return None;
            }
            left.push(Bounded::unknown(ids));
        }
    }
    Some(if left.is_empty() { found } else { pairs.nearest_left::<H>(left, best) })
}
