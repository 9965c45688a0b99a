//! Balls inside solids: the coarse evidence that two solids overlap.
//!
//! If a ball around p with the radius σ is inside A, and one around q with the radius ρ inside B,
//! then the insides overlap after every translation t of B with |q + t − p| < σ + ρ. So two balls
//! prove a whole ball of translations, around p − q.

use super::scene::Scene;
use crate::geom::exact::{Shared, shared};
use crate::geom::{DVec3, Pose, Triangle};
use crate::query::{Points, Solid};
use crate::rounding::depth::TURNED_DOWN;
use crate::rounding::factor::DOWN_16;

/// The number of triangles that have a ball laid under them.
const SAMPLES: usize = 96;

/// The starting points on a triangle: the middle, and more where there are few triangles.
const SPOTS: [[f64; 3]; 7] = [
    [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0],
    [0.8, 0.1, 0.1],
    [0.1, 0.8, 0.1],
    [0.1, 0.1, 0.8],
    [0.45, 0.45, 0.1],
    [0.45, 0.1, 0.45],
    [0.1, 0.45, 0.45],
];

/// The number of balls that are kept.
const KEPT: usize = 20;

/// A ball shrinks this many times until it is inside.
const SHRINKS: usize = 8;

/// A ball that is this large, as a share of where it was begun, need not shrink.
const AS_LARGE: f64 = 1.0 - 1e-9;

/// The quarter inside both by their normals, and the others: those of shells that are turned inside
/// out.
const INWARD: &[[f64; 2]] = &[[-1.0, -1.0]];
const OUTWARD: &[[f64; 2]] = &[[1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];

/// The points beside crossings at which common points are searched for, until some are found.
const BESIDE: [(f64, &[[f64; 2]]); 8] = [
    (0.3, INWARD),
    (0.05, INWARD),
    (0.3, OUTWARD),
    (0.05, OUTWARD),
    (1e-3, INWARD),
    (1e-3, OUTWARD),
    (1e-5, INWARD),
    (1e-5, OUTWARD),
];

/// A point that is deeper by less than this factor is not worth a step.
const DEEPER: f64 = 1.001;

/// The number of steps that lead to a deeper point.
const CLIMB: usize = 14;

/// A ball inside a solid, in the solid's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inner {
    center: DVec3,
    radius: f64,
}

/// Translations that are proved: a ball of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proved {
    pub(super) center: DVec3,
    pub(super) radius: f64,
    /// The balls inside A and B that prove it.
    pub(super) of: [Inner; 2],
}

impl Inner {
    pub(super) fn center(&self) -> DVec3 {
        self.center
    }
}

impl Proved {
    /// All translations shorter than this are proved; it may be negative.
    pub(super) fn around_zero(&self) -> f64 {
        (self.radius - self.center.length()) * DOWN_16
    }
}

/// A ball inside a solid, and the point of the surface that is nearest to its middle, rounded; in the
/// solid's frame.
#[derive(Clone, Copy, Debug)]
struct Inside {
    ball: Inner,
    surface: DVec3,
}

/// A point inside both solids after a translation, up to rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    pub(super) point: DVec3,
    of_a: Inside,
    of_b: Inside,
}

impl Inside {
    /// From the nearest point of the surface to the middle.
    fn inward(&self) -> DVec3 {
        self.ball.center - self.surface
    }
}

impl Common {
    pub(super) fn balls(&self) -> [Inner; 2] {
        [self.of_a.ball, self.of_b.ball]
    }

    /// By how much B can move anywhere and still overlap, up to the margin.
    pub(super) fn depth(&self) -> f64 {
        self.of_a.ball.radius + self.of_b.ball.radius * TURNED_DOWN
    }
}

/// The largest balls that were found under the triangles of a solid.
pub(crate) fn inner_balls(solid: &Solid) -> Vec<Inner> {
    let (mut points, mesh) = (solid.model().points(), solid.mesh());
    let triangles = mesh.triangle_count();
    let step = triangles.div_ceil(SAMPLES);
    let spots = (SAMPLES / triangles).clamp(1, SPOTS.len());
    let places =
        (0..triangles).step_by(step).flat_map(|t| SPOTS[..spots].iter().map(move |s| (t, s)));
    let mut found: Vec<Inner> =
        places.filter_map(|(t, spot)| under(&mut points, &mesh.triangle_at(t), spot)).collect();
    found.sort_by(|p, q| q.radius.total_cmp(&p.radius));
    let mut kept: Vec<Inner> = Vec::new();
    for ball in found {
        let is_new = |known: &Inner| known.center.distance(ball.center) > 0.5 * known.radius;
        if kept.len() < KEPT && kept.iter().all(is_new) {
            kept.push(ball);
        }
    }
    kept
}

/// The ball that touches a triangle from inside at a spot, and shrinks until it is inside.
/// (Ma, Bae and Choi 2012)
fn under(points: &mut Points, [a, b, c]: &Triangle, spot: &[f64; 3]) -> Option<Inner> {
    let middle = *a * spot[0] + *b * spot[1] + *c * spot[2];
    let normal = (b - a).cross(c - a).normalize_or_zero();
    [-normal, normal].into_iter().find_map(|inward| {
        let mut radius = 2.0 * points.model().tree().ball().radius;
        for _ in 0..SHRINKS {
            let near = points.nearest(Pose::flushed(middle + inward * radius)).ok()?;
            if near.distance.lo >= radius * AS_LARGE {
                break;
            }
            let away = DVec3::from_array(near.point) - middle;
            let next = away.length_squared() / (2.0 * inward.dot(away));
            if !(next > 0.0 && next < radius) {
                break;
            }
            radius = next;
        }
        inside(points, middle + inward * (radius * 0.999)).map(|found| found.ball)
    })
}

/// The ball around a point inside a solid; none if it is not inside.
fn inside(points: &mut Points, point: DVec3) -> Option<Inside> {
    let center = Pose::flushed(point);
    let near = points.signed(center).ok()?;
    let ball = Inner { center, radius: -near.distance.hi };
    (ball.radius > 0.0).then_some(Inside { ball, surface: near.point.into() })
}

impl Scene<'_> {
    /// Balls of translations that are proved by balls inside the two, and reach nearer to 0 than
    /// `most`.
    pub(super) fn proved_balls(&self, most: f64) -> Vec<Proved> {
        let [of_a, of_b] = [self.a, self.b].map(Solid::inner_balls);
        let pairs = of_a.iter().flat_map(|p| of_b.iter().map(move |q| [*p, *q]));
        let proved = pairs.map(|balls| self.proved_by(balls));
        proved.filter(|ball| ball.center.length() - ball.radius < most).collect()
    }

    /// A point that is inside both after a translation, and how deep.
    pub(super) fn common(&mut self, translation: DVec3, point: DVec3) -> Option<Common> {
        self.meter.spend_slow(64);
        let back = self.pose.matrix().transpose();
        let of_b = back * (point - (self.pose.shift() + translation));
        let [a, b] = &mut self.points;
        Some(Common { point, of_a: inside(a, point)?, of_b: inside(b, of_b)? })
    }

    /// The translations that a ball inside A and one inside B prove.
    pub(super) fn proved_by(&self, of: [Inner; 2]) -> Proved {
        let [p, q] = &of;
        let center = p.center - self.pose.carried(q.center);
        Proved { center, radius: p.radius + q.radius * TURNED_DOWN - self.margin(), of }
    }

    /// Ways on which B may get out soon.
    pub(super) fn ways(&self, common: &Common) -> [DVec3; 3] {
        let (a, b) = (-common.of_a.inward(), self.pose.matrix() * common.of_b.inward());
        [a, b, a.normalize_or_zero() + b.normalize_or_zero()]
    }

    /// A deeper common point, found uphill.
    pub(super) fn deepen(&mut self, translation: DVec3, mut best: Common) -> Common {
        let mut step = 0.5 * best.depth();
        for _ in 0..CLIMB {
            let of_b = self.pose.matrix() * best.of_b.inward();
            let uphill = best.of_a.inward().normalize_or_zero() + of_b.normalize_or_zero();
            if !(uphill.length() > 1e-6) || self.meter.is_over() {
                break;
            }
            match self.common(translation, best.point + uphill.normalize() * step) {
                Some(found) if found.depth() > best.depth() * DEEPER => best = found,
                _ => step *= 0.35,
            }
        }
        best
    }

    /// A deep common point after a translation: from those of balls, and beside triangles that
    /// touch.
    pub(super) fn common_anywhere(
        &mut self,
        translation: DVec3,
        pairs: &[(u32, u32)],
    ) -> Option<Common> {
        let mut points = self.points_of_balls(translation);
        // Of two of which one lies inside the other, the middles of the inner one's balls are common.
        points.extend(self.middles(translation, if pairs.is_empty() { KEPT } else { 1 }));
        let mut found = self.commons(translation, points);
        let step = pairs.len().div_ceil(12).max(1);
        let places: Vec<Crossing> = pairs
            .iter()
            .step_by(step)
            .filter_map(|&pair| self.crossing(translation, pair))
            .collect();
        for (share, quarters) in BESIDE {
            let points = places.iter().flat_map(|place| place.beside(share, quarters)).collect();
            let beside = self.commons(translation, points);
            let is_found = !beside.is_empty();
            found.extend(beside);
            if is_found {
                break;
            }
        }
        found.sort_by(|p, q| q.depth().total_cmp(&p.depth()));
        found.truncate(3);
        let deepest = found.into_iter().map(|start| self.deepen(translation, start));
        deepest.max_by(|p, q| p.depth().total_cmp(&q.depth()))
    }

    fn commons(&mut self, translation: DVec3, points: Vec<DVec3>) -> Vec<Common> {
        points.into_iter().filter_map(|point| self.common(translation, point)).collect()
    }

    /// The middles of the largest balls of either solid, after a translation.
    fn middles(&self, translation: DVec3, most: usize) -> Vec<DVec3> {
        let of_a = self.a.inner_balls().iter().map(|ball| ball.center);
        let of_b = self.b.inner_balls().iter();
        let of_b = of_b.map(|ball| self.pose.carried(ball.center) + translation);
        of_a.take(most).chain(of_b.take(most)).collect()
    }

    /// Points between balls of the two that overlap, or nearly do.
    fn points_of_balls(&self, translation: DVec3) -> Vec<DVec3> {
        let [of_a, of_b] = [self.a, self.b].map(Solid::inner_balls);
        let mut pairs: Vec<(f64, DVec3)> = Vec::new();
        for p in of_a {
            for q in of_b {
                let center = self.pose.carried(q.center) + translation;
                let gap = p.center.distance(center) - p.radius - q.radius;
                let share = (p.radius - q.radius + p.center.distance(center)) * 0.5;
                let way = (center - p.center).normalize_or_zero();
                let inner = share.clamp(0.0, p.center.distance(center));
                pairs.push((gap, p.center + way * inner));
            }
        }
        pairs.sort_by(|p, q| p.0.total_cmp(&q.0));
        pairs.into_iter().take(4).map(|(_, point)| point).collect()
    }

    /// The place where two triangles cross after a translation.
    fn crossing(&self, translation: DVec3, pair: (u32, u32)) -> Option<Crossing> {
        let [a, b] = self.triangles(pair);
        let b = b.map(|corner| Pose::flushed(corner + translation));
        let normals = [&a, &b].map(|t| (t[1] - t[0]).cross(t[2] - t[0]));
        let place = middle_of_crossing([&a, &b], normals).or_else(|| match shared(&a, &b) {
            Shared::None => None,
            Shared::Point(point) => Some(point),
            Shared::Segment([p, q]) => Some(p.midpoint(q)),
            Shared::Polygon(_) => Some(a[0].midpoint(b[0])),
        })?;
        let height = |t: &Triangle, normal: DVec3| {
            normal.length() / (t[1] - t[0]).length().max((t[2] - t[1]).length())
        };
        let size = height(&a, normals[0]).min(height(&b, normals[1]));
        Some(Crossing { place, normals: normals.map(DVec3::normalize_or_zero), size })
    }
}

/// A crossing of two triangles: a point, their unit normals, and the height of the smaller one.
struct Crossing {
    place: DVec3,
    normals: [DVec3; 2],
    size: f64,
}

impl Crossing {
    /// Points in quarters that the planes leave, at a share of the size from where they cross.
    fn beside(&self, share: f64, quarters: &[[f64; 2]]) -> Vec<DVec3> {
        let [a, b] = self.normals;
        let point = |[p, q]: &[f64; 2]| {
            self.place + (a * *p + b * *q).normalize_or_zero() * (self.size * share)
        };
        quarters.iter().map(point).collect()
    }
}

/// The middle of the segment that two triangles share, in plain floating point; none if a corner is
/// in the plane of the other.
fn middle_of_crossing([a, b]: [&Triangle; 2], [of_a, of_b]: [DVec3; 2]) -> Option<DVec3> {
    let along = of_a.cross(of_b);
    let cut = |t: &Triangle, normal: DVec3, place: DVec3| {
        let heights = t.map(|corner| normal.dot(corner - place));
        let crossed = |i: usize| {
            let (h, k) = (heights[i], heights[(i + 1) % 3]);
            (h * k < 0.0).then(|| t[i].lerp(t[(i + 1) % 3], h / (h - k)))
        };
        let mut ends = [0, 1, 2].into_iter().filter_map(crossed);
        let [p, q] = [ends.next()?, ends.next()?];
        Some(if along.dot(p) <= along.dot(q) { [p, q] } else { [q, p] })
    };
    let ([p, q], [r, s]) = (cut(a, of_b, b[0])?, cut(b, of_a, a[0])?);
    let low = if along.dot(p) >= along.dot(r) { p } else { r };
    let high = if along.dot(q) <= along.dot(s) { q } else { s };
    Some(low.midpoint(high))
}
