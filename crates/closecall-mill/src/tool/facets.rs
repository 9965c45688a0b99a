//! Polyhedral tools: the convex hull of a mesh, and all that is above it.
//!
//! The mesh stands with its tip at the origin and its axis along z. It must be convex but for
//! rounding: what is checked is the hull of its vertices, and a vertex that lies beyond the plane
//! of a triangle by more than `FLAT` of the size is refused.

use super::piece::{Piece, PieceRole};
use super::profile::Profile;
use super::shape::ToolShapeError;
use closecall::Mesh;
use closecall::engine::{
    geom::GlamMesh as _,
    rounding::{factor::UP_10, mill::UNDERSIDE_DROP},
};
use glam::DVec3;

/// The distance of a vertex beyond the plane of a triangle that is allowed, in sizes of the mesh.
const FLAT: f64 = 1e-6;

/// The vertices of a convex mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Facets {
    mesh: Mesh,
    points: Vec<DVec3>,
    height: f64,
    radius: f64,
}

/// The undersides of a polyhedral piece: the points whose hull it is, and those of its top, upside
/// down.
#[derive(Clone, Debug, PartialEq)]
pub struct Hulls {
    /// The points from below.
    pub(crate) lower: Vec<DVec3>,
    /// The points of the top, mirrored in the tip's plane. Without it the piece goes up without
    /// end.
    pub(crate) upper: Option<Vec<DVec3>>,
}

impl Hulls {
    /// The points from below.
    pub fn lower(&self) -> impl ExactSizeIterator<Item = [f64; 3]> {
        self.lower.iter().map(|point| point.to_array())
    }

    /// The points of the top, mirrored in the tip's plane. Without it the piece goes up without
    /// end.
    #[must_use]
    pub fn upper(&self) -> Option<impl ExactSizeIterator<Item = [f64; 3]>> {
        Some(self.upper.as_ref()?.iter().map(|point| point.to_array()))
    }
}

impl Facets {
    /// The tool of a mesh.
    pub fn new(mesh: &Mesh) -> Result<Self, ToolShapeError> {
        let odd = |text: String| Err(ToolShapeError::Odd(text));
        let mut points: Vec<DVec3> = mesh.iter().flatten().collect();
        points.sort_by(|a, b| {
            a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z))
        });
        points.dedup();
        let size = points.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
        let lowest = points.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
        let height = points.iter().map(|p| p.z).fold(f64::NEG_INFINITY, f64::max);
        if !(size <= 1e9 && height > FLAT * size) {
            return odd(format!(
                "a tool's mesh must be at most 1e9 large and higher than its tip, not {height}"
            ));
        }
        if lowest.abs() > FLAT * size {
            return odd(format!(
                "the tip of a tool's mesh must be at z = 0: its lowest vertex is at {lowest}"
            ));
        }
        for (number, [a, b, c]) in mesh.iter().enumerate() {
            let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
            let beyond = |p: &&DVec3| normal.dot(**p - a) > FLAT * size;
            let (above, below) = (
                points.iter().filter(beyond).count(),
                points.iter().any(|p| normal.dot(*p - a) < -FLAT * size),
            );
            if above > 0 && below {
                return odd(format!(
                    "a tool's mesh must be convex: {above} of its vertices lie beyond the plane of triangle {number}"
                ));
            }
        }
        let radius = points.iter().map(|p| p.x.hypot(p.y)).fold(0.0, f64::max);
        if radius <= FLAT * size {
            return odd("a tool's mesh has no width".to_string());
        }
        Ok(Self { mesh: mesh.clone(), points, height, radius })
    }

    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The height of the mesh.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.height
    }

    /// The largest distance of a vertex from the axis.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The tool as a cutter, up to `top` or without end.
    #[must_use]
    pub fn piece(&self, top: Option<f64>) -> Piece {
        let upper = top.map(|z| self.points.iter().map(|p| p.with_z(-z)).collect());
        let lower = self.around();
        let cap = top.map(|z| Profile::polyline(&[(0.0, -z), (lower.radius(), -z)]));
        let facets = Some(Hulls { lower: self.points.clone(), upper });
        Piece { role: PieceRole::Cutter, lower, upper: cap, facets, seam: None }
    }

    /// The underside of a solid of revolution that holds it: the lower hull of its points'
    /// distances and heights, where it does not fall.
    fn around(&self) -> Profile {
        // Outward by more than the rounding of a distance.
        let flat = |p: &DVec3| (p.x.hypot(p.y) * UP_10, p.z);
        let mut points: Vec<(f64, f64)> = self.points.iter().map(flat).collect();
        let lowest = points.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
        points.push((0.0, lowest));
        points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut hull: Vec<(f64, f64)> = Vec::new();
        for p in points {
            if hull.last().is_some_and(|last| last.0 == p.0) {
                continue;
            }
            let turns_down = |h: &[(f64, f64)]| {
                let [a, b] = [h[h.len() - 2], h[h.len() - 1]];
                (b.0 - a.0) * (p.1 - a.1) <= (b.1 - a.1) * (p.0 - a.0)
            };
            while hull.len() > 1 && turns_down(&hull) {
                hull.pop();
            }
            hull.push(p);
        }
        // A little lower than rounding can have put a corner above a point that was left out: once
        // for each, since what a point is left out for may be left out itself.
        let drop = UNDERSIDE_DROP * self.points.len() as f64 * (self.height + self.radius);
        hull.iter_mut().for_each(|p| p.1 -= drop);
        Profile::polyline(&hull)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::geom::Interval;

    /// Each corner is so little below the line to the next that rounding has it on that line; the roundings
    /// of many such add up.
    #[test]
    fn no_corner_is_below_the_underside() {
        let count = 20_000;
        let mut points = vec![DVec3::ZERO, DVec3::new(0.5, 0.0, 0.5)];
        for k in 1..=count {
            let last = points[points.len() - 1];
            let x = 0.5 + 0.5 * f64::from(k) / f64::from(count);
            // The highest z that has the last corner left out.
            let is_left_out = |z: f64| last.x * UP_10 * z <= last.z * (x * UP_10);
            let mut z = last.z / last.x * x * (1.0 - 1e-15);
            while is_left_out(z.next_up()) {
                z = z.next_up();
            }
            points.push(DVec3::new(x, 0.0, z));
        }
        let mesh = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Z], vec![[0, 1, 2]]).unwrap();
        let facets = Facets { mesh, points, height: 1.0, radius: 1.0 };
        let profile = facets.around();
        assert_eq!(profile.radius(), UP_10);
        for p in &facets.points {
            let height = profile.height(Interval::exactly(p.x)).unwrap();
            assert!(height.lo <= p.z, "{} above {}", height.lo, p.z);
        }
        // So far above the first corner the underside was before it was lowered.
        let height = profile.height(Interval::exactly(0.5)).unwrap();
        let drop = UNDERSIDE_DROP * facets.points.len() as f64 * 2.0;
        assert!(height.lo + drop - 0.5 > 2.0 * UNDERSIDE_DROP * 2.0);
    }
}
