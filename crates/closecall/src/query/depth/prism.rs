//! The translations at which two triangles touch: a convex body with few faces.
//!
//! Two closed triangles touch after a translation t of the second if and only if t is in their
//! Minkowski difference {p − q}. Its faces are across the normals of both, and the products of an
//! edge of each: at most eleven pairs of parallel planes. Of two triangles in parallel planes the
//! body is flat, and all these products are across it: its sides are along the edges. All numbers
//! here are rounded: they propose, and exact tests decide.

use crate::geom::{DVec3, Triangle};

/// Products of edges that are shorter than this share of what the edges would give at a right angle
/// have no direction.
const NO_DIRECTION: f64 = 1e-12;

/// Planes `normal · t = low` and `normal · t = high`; the body is between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slab {
    pub(super) normal: DVec3,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// A face of the body: it is where `normal · t` is at most `height`. The normal is no unit vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Face {
    pub(super) normal: DVec3,
    pub(super) height: f64,
}

/// The body, as the slabs that it is the common part of.
#[derive(Clone, Debug)]
pub(super) struct Prism {
    slabs: [Slab; 11],
    count: usize,
}

impl Prism {
    /// The translations of `b` at which it touches `a`.
    pub(super) fn of([a, b]: &[Triangle; 2]) -> Self {
        let edges = |t: &Triangle| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
        let (of_a, of_b) = (edges(a), edges(b));
        let none = Slab { normal: DVec3::ZERO, low: 0.0, high: 0.0 };
        let mut prism = Self { slabs: [none; 11], count: 0 };
        let mut add = |e: DVec3, f: DVec3| {
            let normal = e.cross(f);
            let least = NO_DIRECTION * NO_DIRECTION * e.length_squared() * f.length_squared();
            if normal.length_squared() > least {
                let [[low_a, high_a], [low_b, high_b]] = [a, b].map(|t| spread(t, normal));
                let (low, high) = (low_a - high_b, high_a - low_b);
                prism.slabs[prism.count] = Slab { normal, low, high };
                prism.count += 1;
            }
        };
        add(of_a[0], of_a[1]);
        add(of_b[0], of_b[1]);
        if let Some(normal) = flat(&of_a, &of_b) {
            of_a.into_iter().chain(of_b).for_each(|edge| add(normal, edge));
        } else {
            for e in of_a {
                for f in of_b {
                    add(e, f);
                }
            }
        }
        prism
    }

    pub(super) fn slabs(&self) -> &[Slab] {
        &self.slabs[..self.count]
    }

    /// The length of a ray from the origin inside the body, and the face through which it leaves.
    pub(super) fn exit(&self, way: DVec3) -> (f64, Face) {
        let mut last = (f64::INFINITY, Face { normal: DVec3::ZERO, height: 0.0 });
        for slab in self.slabs() {
            let rate = slab.normal.dot(way);
            let face = slab.face(rate > 0.0);
            let end = face.height / rate.abs();
            if end < last.0 {
                last = (end, face);
            }
        }
        last
    }
}

impl Slab {
    /// The upper face, or the lower.
    pub(super) fn face(&self, upper: bool) -> Face {
        if upper {
            Face { normal: self.normal, height: self.high }
        } else {
            Face { normal: -self.normal, height: -self.low }
        }
    }
}

/// The normal of two triangles whose edges all lie across it, up to rounding; none if there is no
/// such normal, or if both have no area.
fn flat(of_a: &[DVec3; 3], of_b: &[DVec3; 3]) -> Option<DVec3> {
    let [a, b] = [of_a, of_b].map(|edges| edges[0].cross(edges[1]));
    let (normal, others) =
        if a.length_squared() >= b.length_squared() { (a, of_b) } else { (b, of_a) };
    let is_across = |edge: &DVec3| {
        let most = NO_DIRECTION * NO_DIRECTION * normal.length_squared() * edge.length_squared();
        normal.dot(*edge).powi(2) <= most
    };
    (normal != DVec3::ZERO && others.iter().all(is_across)).then_some(normal)
}

fn spread(t: &Triangle, normal: DVec3) -> [f64; 2] {
    let [x, y, z] = t.map(|corner| normal.dot(corner));
    [x.min(y).min(z), x.max(y).max(z)]
}
