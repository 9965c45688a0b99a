//! The point of up to four points' hull that is nearest to the origin, and the points it takes to
//! span it.

use crate::geom::DVec3;
use crate::rounding::shape::SIMPLEX_DEPTH;

/// Up to four points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simplex {
    points: [DVec3; 4],
    count: usize,
}

/// The point that is nearest to the origin.
pub(super) enum NearestToOrigin {
    /// This point of the hull, for which these corners are enough.
    Point(DVec3, Simplex),
    /// The origin is inside, this far from all four faces.
    Inside(f64),
}

impl Simplex {
    pub(super) fn new(points: &[DVec3]) -> Self {
        let mut simplex = Self { points: [DVec3::ZERO; 4], count: 0 };
        points.iter().for_each(|&p| simplex.push(p));
        simplex
    }

    pub(super) fn push(&mut self, p: DVec3) {
        self.points[self.count] = p;
        self.count += 1;
    }

    pub(super) fn points(&self) -> &[DVec3] {
        &self.points[..self.count]
    }

    pub(super) fn nearest(&self) -> NearestToOrigin {
        let [a, b, c, d] = self.points;
        match self.count {
            1 => NearestToOrigin::Point(a, *self),
            2 => on_segment(a, b).nearest(),
            3 => on_triangle([a, b, c]).nearest(),
            _ => {
                let depth = depth([a, b, c, d]);
                if depth > 0.0 {
                    return NearestToOrigin::Inside(depth);
                }
                let faces = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]].map(on_triangle);
                let nearer = |best: SimplexPoint, next: SimplexPoint| {
                    if next.point.length_squared() < best.point.length_squared() {
                        next
                    } else {
                        best
                    }
                };
                faces.into_iter().reduce(nearer).expect("four faces").nearest()
            }
        }
    }
}

/// A point, and the corners it lies between.
#[derive(Clone, Copy)]
struct SimplexPoint {
    point: DVec3,
    corners: Simplex,
}

impl SimplexPoint {
    fn nearest(self) -> NearestToOrigin {
        NearestToOrigin::Point(self.point, self.corners)
    }
}

fn on_segment(a: DVec3, b: DVec3) -> SimplexPoint {
    let along = b - a;
    let (place, length) = (-a.dot(along), along.length_squared());
    if place <= 0.0 || length <= 0.0 {
        SimplexPoint { point: a, corners: Simplex::new(&[a]) }
    } else if place >= length {
        SimplexPoint { point: b, corners: Simplex::new(&[b]) }
    } else {
        SimplexPoint { point: a + along * (place / length), corners: Simplex::new(&[a, b]) }
    }
}

/// The best of the three edges, and the face if the origin is over it.
fn on_triangle([a, b, c]: [DVec3; 3]) -> SimplexPoint {
    let edges = [on_segment(a, b), on_segment(b, c), on_segment(c, a)];
    let nearer = |best: SimplexPoint, next: SimplexPoint| {
        if next.point.length_squared() < best.point.length_squared() { next } else { best }
    };
    let best = edges.into_iter().reduce(nearer).expect("three edges");
    let normal = (b - a).cross(c - a);
    let squared = normal.length_squared();
    let [to_c, to_a, to_b] =
        [(a, b), (b, c), (c, a)].map(|(p, q)| p.cross(q).dot(normal) / squared);
    // Also false where the triangle has no area.
    if !(to_a >= 0.0 && to_b >= 0.0 && to_c >= 0.0) {
        return best;
    }
    let sum = to_a + to_b + to_c;
    let face = SimplexPoint {
        point: (a * to_a + b * to_b + c * to_c) / sum,
        corners: Simplex::new(&[a, b, c]),
    };
    nearer(best, face)
}

/// The depth of the origin in a tetrahedron, at least; not positive if that is not certain.
///
/// A face's normal e×f is off by 8u·|e||f|/|e×f| of itself, u = 2⁻⁵³, and a height above the face
/// by as much of the lengths: thin faces tell little. Inside means: over every face on the side of
/// the opposite corner, and not as far as that.
fn depth(corners: [DVec3; 4]) -> f64 {
    let reach = corners.iter().map(|p| p.length()).fold(0.0, f64::max);
    let mut least = f64::INFINITY;
    for i in 0..4 {
        let [p, q, r] = [1, 2, 3].map(|k| corners[(i + k) % 4]);
        let (e, f) = (q - p, r - p);
        let normal = e.cross(f);
        let off = SIMPLEX_DEPTH * reach * (1.0 + e.length() * f.length() / normal.length());
        let unit = normal.normalize_or_zero();
        let (opposite, origin) = (unit.dot(corners[i] - p), unit.dot(-p));
        let over = if opposite > 0.0 { origin } else { -origin };
        let inside = over.min(opposite.abs() - over) - off;
        // A face without area has no number here.
        least = if inside.is_nan() { f64::NEG_INFINITY } else { least.min(inside) };
    }
    least
}
