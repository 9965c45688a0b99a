//! The lift for a polyhedral piece. With U the points whose hull the piece is, all differences w −
//! u of a corner of W and a point of U have a convex hull, D, and the lift is the height at which
//! the axis leaves D.
//!
//! ```text
//!          z|  ___ D
//!      lift + /   \      a portal: three differences, seen along the axis around it;
//!           |/     \     their plane gives a lower bound, the plane moved out to D's
//!           |       |    furthest point in its direction an upper bound
//! ```
//!
//! The axis misses D if some direction across it has all of D on one side: the tool passes at the
//! side. Else a portal is found, and moved up to the furthest point until that is on it (portal
//! refinement; Snethen, *XenoCollide*, 2008). All of this is guessed in f64. What is certified are
//! the two bounds and the side, with intervals.

use super::prism::Corner;
use super::{Lift, LiftQuestion, Prism};
use closecall::engine::rounding::{
    factor::UP_4,
    mill::{DEPTH, PORTAL_STEEP_UP},
};
use closecall::geom::Interval;
use glam::{DVec2, DVec3};

/// Steps of either search, at most. Each finds another difference.
const STEPS: usize = 200;

/// The lift of the hull of `points` and all that is above it.
pub(super) fn lift(points: &[DVec3], prism: &Prism, question: &LiftQuestion) -> Lift {
    let tool = Tool { points, prism, question };
    let portal = match tool.first_portal() {
        Ok(portal) => portal,
        Err(direction) if tool.passes(direction) || tool.away().is_some_and(|d| tool.passes(d)) => {
            return Lift::NONE;
        }
        Err(_) => return tool.answer(&[], DVec2::ZERO),
    };
    if tool.touches_rim(&portal) {
        return Lift::NONE;
    }
    let (portal, slope) = tool.refined(portal);
    tool.answer(&portal, slope)
}

/// The point of a segment that is next to the origin.
fn next_to_origin([a, b]: [DVec2; 2]) -> DVec2 {
    let side = b - a;
    let share = -a.dot(side) / side.length_squared();
    if share > 0.0 { a + side * share.min(1.0) } else { a }
}

/// Not below the slope of the plane through three points, `area` being twice that of their triangle
/// as seen along the axis: however thin or steep the triangle is.
fn steepness([p, q, r]: [&[Interval; 3]; 3], area: Interval) -> f64 {
    let [e, f] = [q, r].map(|to| [to[0] - p[0], to[1] - p[1], to[2] - p[2]]);
    let across = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2]];
    // By two roundings more, for the product that follows and its sum.
    (across[0].square() + across[1].square()).sqrt().over(area).hi * UP_4
}

/// Whether the origin lies within a triangle, and not on its rim.
fn inside([a, b, c]: [DVec2; 3]) -> bool {
    let turns = [a.perp_dot(b), b.perp_dot(c), c.perp_dot(a)];
    turns.iter().all(|t| *t > 0.0) || turns.iter().all(|t| *t < 0.0)
}

/// A difference: which corner of W, which point of U, and about their difference.
#[derive(Clone, Copy)]
struct Difference {
    corner: usize,
    point: usize,
    at: DVec3,
}

struct Tool<'q> {
    points: &'q [DVec3],
    prism: &'q Prism,
    question: &'q LiftQuestion,
}

impl Tool<'_> {
    /// The furthest difference in a direction.
    fn furthest(&self, direction: DVec3) -> Difference {
        let about = self.prism.about();
        let largest =
            |i: &usize, j: &usize| about[*i].dot(direction).total_cmp(&about[*j].dot(direction));
        let least = |i: &usize, j: &usize| {
            self.points[*i].dot(direction).total_cmp(&self.points[*j].dot(direction))
        };
        let corner = (0..6).max_by(largest).unwrap_or(0);
        let point = (0..self.points.len()).min_by(least).unwrap_or(0);
        Difference { corner, point, at: about[corner] - self.points[point] }
    }

    /// Three differences around the axis, or a direction that has all of them on one side, about.
    fn first_portal(&self) -> Result<[Difference; 3], DVec2> {
        let cross = |a: &Difference, b: &Difference| a.at.truncate().perp_dot(b.at.truncate());
        let across = |d: DVec2| self.furthest(d.extend(0.0));
        let mut a = across(DVec2::X);
        let mut way = -a.at.truncate();
        let mut b = across(way);
        if b.at.truncate().dot(way) <= 0.0 {
            return Err(way);
        }
        for _ in 0..STEPS {
            // Beyond the line from a to b, on the axis' side.
            let side = (b.at - a.at).truncate().perp();
            way = if side.dot(a.at.truncate()) > 0.0 { -side } else { side };
            let c = across(way);
            if c.at.truncate().dot(way) <= 0.0 {
                return Err(way);
            }
            // In which of the triangle's sides' outsides is the axis? Else it is inside.
            let sign = (b.at - a.at).truncate().perp_dot((c.at - a.at).truncate()).signum();
            if cross(&b, &c) * sign < 0.0 {
                a = c;
            } else if cross(&c, &a) * sign < 0.0 {
                b = c;
            } else {
                return Ok(if sign < 0.0 { [a, c, b] } else { [a, b, c] });
            }
        }
        Err(way)
    }

    /// The direction from the nearest difference to the axis, seen along it, about: the one that
    /// has all of D furthest on one side. None if the axis goes through D. (Gilbert, Johnson and
    /// Keerthi 1988, in the plane.)
    fn away(&self) -> Option<DVec2> {
        let across = |d: DVec2| self.furthest(d.extend(0.0)).at.truncate();
        let mut ends = [across(DVec2::X); 2];
        for _ in 0..STEPS {
            let nearest = next_to_origin(ends);
            let next = across(-nearest);
            if nearest == DVec2::ZERO || inside([ends[0], ends[1], next]) {
                return None;
            }
            let gain = nearest.length_squared() - nearest.dot(next);
            if gain <= 1e-14 * nearest.length() * (nearest.length() + next.length()) {
                return Some(-nearest);
            }
            let sides = [[ends[0], next], [ends[1], next]];
            let [a, b] = sides.map(|side| next_to_origin(side).length_squared());
            ends = if a < b { sides[0] } else { sides[1] };
        }
        Some(-next_to_origin(ends))
    }

    /// Whether the axis goes through a side or a corner of the portal with all of D on one side of
    /// it: the tool then touches at most, and that is certain.
    fn touches_rim(&self, portal: &[Difference; 3]) -> bool {
        let [a, b, c] = portal.map(|d| d.at.truncate());
        [(a, b, c), (b, c, a), (c, a, b)].into_iter().any(|(from, to, other)| {
            let on_side = from.perp_dot(to).abs() <= 1e-12 * (from.length() + to.length()).powi(2);
            let at_corner = from.length() <= 1e-12 * (to.length() + other.length());
            (on_side && self.passes(-(to - from).perp()))
                || (at_corner && self.passes(-(to + other)))
        })
    }

    /// The portal through which the axis leaves D, and its slope.
    fn refined(&self, [mut a, mut b, mut c]: [Difference; 3]) -> ([Difference; 3], DVec2) {
        let mut slope = DVec2::ZERO;
        for _ in 0..STEPS {
            let normal = (b.at - a.at).cross(c.at - a.at);
            if !(normal.z > 0.0 && normal.is_finite()) {
                break;
            }
            slope = -normal.truncate() / normal.z;
            let d = self.furthest(normal);
            let size = normal.dot(a.at).abs().max(normal.dot(d.at).abs());
            if normal.dot(d.at - a.at) <= 4.0 * f64::EPSILON * size
                || [a, b, c].iter().any(|k| k.at == d.at)
            {
                break;
            }
            // Of the three triangles with d the one around the axis.
            let cross = |p: &Difference| d.at.truncate().perp_dot(p.at.truncate());
            let [to_a, to_b, to_c] = [cross(&a), cross(&b), cross(&c)];
            match () {
                () if to_a >= 0.0 && to_b <= 0.0 => c = d,
                () if to_b >= 0.0 && to_c <= 0.0 => a = d,
                () => b = d,
            }
            // Keep the order: a, b, c counterclockwise around the axis.
            if (b.at - a.at).truncate().perp_dot((c.at - a.at).truncate()) < 0.0 {
                std::mem::swap(&mut b, &mut c);
            }
        }
        ([a, b, c], slope)
    }

    /// Whether all of D lies on the far side of the axis: certified.
    fn passes(&self, direction: DVec2) -> bool {
        let Some(n) = (direction / direction.abs().max_element()).try_normalize() else {
            return false;
        };
        // Exact along the axes of the frame.
        let n =
            if n.x == 0.0 || n.y == 0.0 { n } else { direction / direction.abs().max_element() };
        let (x, y) = (Interval::exactly(n.x), Interval::exactly(n.y));
        let along = |w: &Corner| (x * w.x + y * w.y).hi;
        let most = self.prism.corners().iter().map(along).fold(f64::NEG_INFINITY, f64::max);
        let place = |p: &DVec3| (x * Interval::exactly(p.x) + y * Interval::exactly(p.y)).lo;
        let least = self.points.iter().map(place).fold(f64::INFINITY, f64::min);
        let beside =
            Interval::exactly(self.question.astray) + Interval::exactly(self.question.wider);
        let length = (x.square() + y.square()).sqrt();
        let furthest = (Interval::exactly(most) - Interval::exactly(least) + beside * length).hi;
        if self.question.touch { furthest < 0.0 } else { furthest <= 0.0 }
    }

    /// The bounds that a portal and slopes give.
    fn answer(&self, portal: &[Difference], slope: DVec2) -> Lift {
        let hi =
            [slope, DVec2::ZERO].into_iter().map(|q| self.upper(q)).fold(f64::INFINITY, f64::min);
        let (lo, at) = self.lower(portal).unwrap_or((f64::NEG_INFINITY, DVec3::ZERO));
        Lift { lo: lo.min(hi), hi, at }
    }

    /// An upper bound: max of w_z − q·w over W, and max of q·u − u_z over U.
    fn upper(&self, q: DVec2) -> f64 {
        if !q.is_finite() {
            return f64::INFINITY;
        }
        let (x, y) = (Interval::exactly(q.x), Interval::exactly(q.y));
        let height = |w: &Corner| (w.z - (x * w.x + y * w.y)).hi;
        let highest = self.prism.corners().iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        // In f64 first: only points near the best count.
        let depth = |p: &DVec3| q.x * p.x + q.y * p.y - p.z;
        let best = self.points.iter().map(depth).fold(f64::NEG_INFINITY, f64::max);
        let exact = |p: &DVec3| {
            (x * Interval::exactly(p.x) + y * Interval::exactly(p.y) - Interval::exactly(p.z)).hi
        };
        let off = |p: &DVec3| DEPTH * ((q.x * p.x).abs() + (q.y * p.y).abs() + p.z.abs());
        let near = self.points.iter().filter(|p| depth(p) + 2.0 * off(p) >= best - 2.0 * off(p));
        let deepest = near.map(exact).fold(best, f64::max);
        let beside =
            Interval::exactly(self.question.astray) + Interval::exactly(self.question.wider);
        let room =
            (x.square() + y.square()).sqrt() * beside + Interval::exactly(self.question.afloat);
        (Interval::exactly(highest) + Interval::exactly(deepest) + room).hi
    }

    /// A lower bound: the height of the portal over the axis, and the place on W there. The axis
    /// must go through it, wherever the tool may be beside the line.
    fn lower(&self, portal: &[Difference]) -> Option<(f64, DVec3)> {
        let [a, b, c] = portal else { return None };
        let place = |d: &Difference| {
            let (w, u) = (self.prism.corners()[d.corner], self.points[d.point]);
            [
                w.x - Interval::exactly(u.x),
                w.y - Interval::exactly(u.y),
                w.z - Interval::exactly(u.z),
            ]
        };
        let [p, q, r] = [place(a), place(b), place(c)];
        let astray = Interval::exactly(self.question.astray);
        let mut shares = [Interval::exactly(0.0); 3];
        for (share, (from, to)) in shares.iter_mut().zip([(&q, &r), (&r, &p), (&p, &q)]) {
            let cross = from[0] * to[1] - from[1] * to[0];
            let side = ((to[0] - from[0]).square() + (to[1] - from[1]).square()).sqrt();
            let room = (cross - side * astray).lo;
            // On the very rim the tool only touches.
            if room < 0.0 || (room == 0.0 && !self.question.touch && self.question.astray > 0.0) {
                return None;
            }
            *share = Interval { lo: cross.lo.max(0.0), hi: cross.hi };
        }
        let area = shares[0] + shares[1] + shares[2];
        if area.lo <= 0.0 {
            return None;
        }
        let height = (shares[0] * p[2] + shares[1] * q[2] + shares[2] * r[2]).over(area);
        let normal = (b.at - a.at).cross(c.at - a.at);
        let guess = (normal.truncate() / normal.z).length() * PORTAL_STEEP_UP;
        let give = if self.question.astray > 0.0 {
            steepness([&p, &q, &r], area).max(guess) * self.question.astray
        } else {
            0.0
        } + self.question.afloat;
        let lo = (height - Interval::exactly(give)).lo;
        let middle = |i: Interval| 0.5 * (i.lo + i.hi) / area.lo;
        let about = self.prism.about();
        let at = about[a.corner] * middle(shares[0])
            + about[b.corner] * middle(shares[1])
            + about[c.corner] * middle(shares[2]);
        lo.is_finite().then_some((lo, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen along the axis these triangles are next to nothing, so that plain f64 has their slopes
    /// wrong by more than a millionth. The exact area is that of integers.
    #[test]
    fn a_steep_portal_is_not_taken_for_a_flatter_one() {
        let (unit, mut too_flat) = (1i64 << 27, 0);
        for (s, t) in (0..20).flat_map(|s| (0..20).map(move |t| (s, t))) {
            let [a, b, c, d] = [900 + s, 1000 + t, 800 - t, 900 - s].map(|k| k + unit);
            let place = |x: i64, y: i64, z: f64| DVec3::new(x as f64, y as f64, z);
            let [e, f] = [place(a, b, 0.0), place(c, d, 1.0)];
            let area = i128::from(a) * i128::from(d) - i128::from(b) * i128::from(c);
            let slope = f64::hypot(a as f64, b as f64) / area as f64;
            let [p, q, r] = [DVec3::ZERO, e, f].map(|v| v.to_array().map(Interval::exactly));
            let seen = q[0] * r[1] - q[1] * r[0];
            let certified = steepness([&p, &q, &r], seen);
            assert!(certified >= slope * (1.0 - 1e-12), "{s} {t}: {certified} {slope}");
            let normal = e.cross(f);
            let guess = (normal.truncate() / normal.z).length() * PORTAL_STEEP_UP;
            too_flat += usize::from(guess < slope * (1.0 - 1e-12));
        }
        assert!(too_flat > 0);
    }
}
