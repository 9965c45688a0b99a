//! Balls inside solids: the coarse evidence that two solids overlap.
//!
//! If a ball around p with the radius σ is inside A, and one around q with the radius ρ inside B,
//! then the insides overlap after every translation t of B with |q + t − p| < σ + ρ. So two balls
//! prove a whole ball of translations, around p − q.

use super::scene::Scene;
use crate::geom::exact::germ::Germ;
use crate::geom::exact::nearest::nearest;
use crate::geom::exact::{Shared, near, shared};
use crate::geom::{DVec3, Pose, Triangle};
use crate::query::Solid;
use crate::query::solid::placed::Placed;
use crate::rounding::depth::TURNED_DOWN;
use crate::rounding::factor::DOWN_4;

/// The number of triangles that have a ball laid under them.
const SAMPLES: usize = 96;

/// Where on a triangle: the middle, and more where there are few triangles.
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

/// The radius of a ball inside a solid of many triangles need not be the largest: this share will
/// do, and is found sooner.
const ROUGHLY: f64 = 0.97;

/// This number of triangles counts as many.
const MANY: usize = 500;

/// A ball shrinks this many times until it is inside.
const SHRINKS: usize = 8;

/// A ball that is this large, as a share of where it was begun, need not shrink.
const AS_LARGE: f64 = 1.0 - 1e-9;

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
}

/// How deep a point is inside a solid: not above its distance from the surface, and the nearest
/// point there.
#[derive(Clone, Copy, Debug)]
struct Inside {
    depth: f64,
    surface: DVec3,
}

/// A point inside both solids after a translation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    pub(super) point: DVec3,
    of_a: Inside,
    of_b: Inside,
}

impl Common {
    /// By how much B can move anywhere and still overlap, up to the margin.
    pub(super) fn depth(&self) -> f64 {
        self.of_a.depth + self.of_b.depth
    }

    /// Ways on which B may get out soon.
    pub(super) fn ways(&self) -> [DVec3; 3] {
        let (a, b) = (self.of_a.surface - self.point, self.point - self.of_b.surface);
        [a, b, a.normalize_or_zero() + b.normalize_or_zero()]
    }
}

/// The largest balls that were found under the triangles of a solid.
pub(crate) fn inner_balls(solid: &Solid) -> Vec<Inner> {
    let placed = Placed { solid, pose: &Pose::IDENTITY };
    let triangles = solid.mesh().triangle_count();
    let step = triangles.div_ceil(SAMPLES);
    let spots = (SAMPLES / triangles).clamp(1, SPOTS.len());
    let places =
        (0..triangles).step_by(step).flat_map(|t| SPOTS[..spots].iter().map(move |s| (t, s)));
    let mut found: Vec<Inner> =
        places.filter_map(|(t, spot)| under(&placed, t as u32, spot)).collect();
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
fn under(placed: &Placed, triangle: u32, spot: &[f64; 3]) -> Option<Inner> {
    let [a, b, c] = placed.triangle(triangle);
    let share = if placed.solid.mesh().triangle_count() > MANY { ROUGHLY } else { 1.0 };
    let middle = a * spot[0] + b * spot[1] + c * spot[2];
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let (low, high) = placed.solid.boxes().extent(placed.pose);
    [-normal, normal].into_iter().find_map(|inward| {
        let mut radius = (high - low).length();
        for _ in 0..SHRINKS {
            let center = middle + inward * radius;
            let Inside { depth: distance, surface } = lowest(placed, center, share)?;
            if distance >= radius * share * share * AS_LARGE {
                break;
            }
            let away = surface - middle;
            let next = away.length_squared() / (2.0 * inward.dot(away));
            if !(next > 0.0 && next < radius) {
                break;
            }
            radius = next;
        }
        let found = inside(placed, middle + inward * (radius * 0.999), share)?;
        Some(Inner { center: middle + inward * (radius * 0.999), radius: found.depth })
    })
}

/// How deep a point is inside a solid; none if it is not inside.
fn inside(placed: &Placed, point: DVec3, share: f64) -> Option<Inside> {
    let found = lowest(placed, point, share)?;
    let is_inside = found.depth > 0.0 && placed.winding(&Germ::beside(point)) != 0;
    is_inside.then_some(found)
}

/// Not above the distance of a point from the surface, and not below this share of it, but for
/// rounding; and the nearest point, rounded. With a share below 1, triangles that are about as near
/// as the nearest are not all looked at.
fn lowest(placed: &Placed, point: DVec3, share: f64) -> Option<Inside> {
    let (mut least, mut highest, mut best) = (f64::INFINITY, f64::INFINITY, None);
    placed.solid.boxes().approach(placed.pose, point, f64::INFINITY, |t| {
        let bounds = near(point, &placed.triangle(t));
        least = least.min(bounds.lo);
        if bounds.hi < highest {
            (highest, best) = (bounds.hi, Some(t));
        }
        highest * share
    });
    let surface = nearest(&[point; 3], &placed.triangle(best?)).b;
    let depth = if share < 1.0 { least.min(highest * share * DOWN_4) } else { least };
    Some(Inside { depth, surface })
}

impl Scene<'_> {
    /// Balls of translations that are proved by balls inside the two, and reach nearer to 0 than
    /// `most`.
    pub(super) fn proved_balls(&self, most: f64) -> Vec<Proved> {
        let margin = self.margin();
        let [of_a, of_b] = [self.a, self.b].map(Solid::inner_balls);
        let pairs = of_a.iter().flat_map(|p| of_b.iter().map(move |q| (p, q)));
        let proved = pairs.map(|(p, q)| Proved {
            center: p.center - self.pose.carried(q.center),
            radius: p.radius + q.radius * TURNED_DOWN - margin,
        });
        proved.filter(|ball| ball.center.length() - ball.radius < most).collect()
    }

    /// A point that is inside both after a translation, and how deep.
    pub(super) fn common(&mut self, translation: DVec3, point: DVec3) -> Option<Common> {
        self.meter.spend_slow(64);
        let pose = self.at(translation);
        let of_a = inside(&self.placed_a(), point, 1.0)?;
        let of_b = inside(&Placed { solid: self.b, pose: &pose }, point, 1.0)?;
        Some(Common { point, of_a, of_b })
    }

    /// A deeper common point, found uphill.
    pub(super) fn deepen(&mut self, translation: DVec3, mut best: Common) -> Common {
        let mut step = 0.5 * best.depth();
        for _ in 0..CLIMB {
            let [of_a, of_b] = [best.of_a, best.of_b]
                .map(|inside| (best.point - inside.surface).normalize_or_zero());
            let uphill = of_a + of_b;
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
        let step = pairs.len().div_ceil(12).max(1);
        for &pair in pairs.iter().step_by(step) {
            points.extend(self.points_beside(translation, pair));
        }
        let mut found: Vec<Common> =
            points.into_iter().filter_map(|point| self.common(translation, point)).collect();
        found.sort_by(|p, q| q.depth().total_cmp(&p.depth()));
        found.truncate(3);
        let deepest = found.into_iter().map(|start| self.deepen(translation, start));
        deepest.max_by(|p, q| p.depth().total_cmp(&q.depth()))
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

    /// Points beside the place where two triangles cross, inside of both by their normals.
    fn points_beside(&self, translation: DVec3, pair: (u32, u32)) -> Vec<DVec3> {
        let [a, b] = self.triangles(pair);
        let b = b.map(|corner| Pose::flushed(corner + translation));
        let place = match shared(&a, &b) {
            Shared::None => return Vec::new(),
            Shared::Point(point) => point,
            Shared::Segment([p, q]) => p.midpoint(q),
            Shared::Polygon(_) => a[0].midpoint(b[0]),
        };
        let normal = |t: &Triangle| (t[1] - t[0]).cross(t[2] - t[0]).normalize_or_zero();
        let inward = (-normal(&a) - normal(&b)).normalize_or_zero();
        let height = |t: &Triangle| {
            let longest = (t[1] - t[0]).length().max((t[2] - t[1]).length());
            (t[1] - t[0]).cross(t[2] - t[0]).length() / longest
        };
        let size = height(&a).min(height(&b));
        [0.3, 0.05, 1e-3, 1e-5].map(|share| place + inward * (size * share)).to_vec()
    }
}
