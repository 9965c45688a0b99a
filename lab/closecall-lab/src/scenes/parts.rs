//! Many closed bodies in one mesh, most of them skins drawn over rings.
//!
//! Every body brings its own vertices, shared by its triangles and by no other body; triangles are
//! counterclockwise seen from outside.

use closecall::Mesh;
use closecall::engine::geom::{DVec3, GlamMesh as _};

/// A mesh in the making.
#[derive(Default)]
pub(super) struct Parts {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

/// A point of a curve and the unit direction in which the curve passes it.
#[derive(Clone, Copy)]
pub(super) struct Station {
    pub point: DVec3,
    pub along: DVec3,
}

impl Parts {
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// A copy of a mesh, its vertices placed by `place`.
    pub fn add(&mut self, mesh: &Mesh, place: impl Fn(DVec3) -> DVec3) {
        self.add_placed(mesh, mesh.points().iter().map(|&v| place(v)));
    }

    /// A copy of a mesh, with other places for its vertices.
    pub fn add_placed(&mut self, mesh: &Mesh, vertices: impl Iterator<Item = DVec3>) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(vertices);
        self.triangles.extend(mesh.triangles().iter().map(|t| t.map(|v| first + v)));
    }

    /// A skin over rings of equally many points, closed by fans around a point before the first
    /// ring and one after the last: 2 · rings · points triangles. Points run counterclockwise about
    /// the direction from ring to ring.
    pub fn skin(&mut self, rings: &[Vec<DVec3>], [before, after]: [DVec3; 2]) {
        let sides = rings[0].len() as u32;
        let first = self.vertices.len() as u32;
        let number = |ring: u32, side: u32| first + ring * sides + side % sides;
        self.vertices.extend(rings.iter().flatten());
        let last = rings.len() as u32 - 1;
        let tips = [self.vertices.len() as u32, self.vertices.len() as u32 + 1];
        self.vertices.extend([before, after]);
        for side in 0..sides {
            self.triangles.push([tips[0], number(0, side + 1), number(0, side)]);
            for ring in 0..last {
                let [a, b] = [number(ring, side), number(ring, side + 1)];
                let [c, d] = [number(ring + 1, side + 1), number(ring + 1, side)];
                self.triangles.extend([[a, b, c], [a, c, d]]);
            }
            self.triangles.push([tips[1], number(last, side), number(last, side + 1)]);
        }
    }

    /// A round bar along a curve, closed flat at both ends.
    pub fn tube(&mut self, curve: &[Station], radius: f64, sides: u32) {
        let mut u = curve[0].along.any_orthonormal_vector();
        let mut rings = Vec::with_capacity(curve.len());
        for station in curve {
            // Carried from ring to ring with the least turn, so that the bar does not twist.
            u = (u - station.along * u.dot(station.along)).normalize();
            rings.push(oval(station.point, u * radius, station.along.cross(u) * radius, sides));
        }
        self.skin(&rings, [curve[0].point, curve[curve.len() - 1].point]);
    }

    /// The mesh.
    pub fn mesh(self) -> Mesh {
        Mesh::new(self.vertices, self.triangles)
            .expect("generated bodies have triangles, and coordinates near 1")
    }
}

/// Points on the ellipse with the half axes `u` and `v`, from `u` towards `v`.
pub(super) fn oval(centre: DVec3, u: DVec3, v: DVec3, sides: u32) -> Vec<DVec3> {
    let angle = |side: u32| std::f64::consts::TAU * f64::from(side) / f64::from(sides);
    (0..sides)
        .map(|side| centre + u * libm::cos(angle(side)) + v * libm::sin(angle(side)))
        .collect()
}

/// The corners of the rectangle with the half axes `u` and `v`.
pub(super) fn rectangle(centre: DVec3, u: DVec3, v: DVec3) -> Vec<DVec3> {
    [u + v, v - u, -u - v, u - v].map(|corner| centre + corner).to_vec()
}

/// The mesh moved and scaled so that its box is centred at the origin and has this longest edge.
pub(crate) fn fitted(mesh: &Mesh, longest_edge: f64) -> Mesh {
    let (low, high) = extent(mesh);
    let scale = longest_edge / (high - low).max_element();
    let mut parts = Parts::default();
    parts.add(mesh, |v| (v - (low + high) * 0.5) * scale);
    parts.mesh()
}

/// The lowest and the highest coordinates.
pub(super) fn extent(mesh: &Mesh) -> (DVec3, DVec3) {
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    mesh.points().iter().fold(start, |(low, high), &v| (low.min(v), high.max(v)))
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn skins_and_tubes_are_closed_and_look_outward() {
        let mut parts = Parts::default();
        let corner = |height: f64| rectangle(DVec3::Z * height, DVec3::X, DVec3::Y * 2.0);
        parts.skin(&[corner(0.0), corner(3.0)], [DVec3::ZERO, DVec3::Z * 3.0]);
        let bend = |k: i32| {
            let angle = f64::from(k) * std::f64::consts::FRAC_PI_2 / 6.0;
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            Station {
                point: DVec3::new(9.0 + 3.0 * sin, 3.0 - 3.0 * cos, 1.0),
                along: DVec3::new(cos, sin, 0.0),
            }
        };
        parts.tube(&(0..=6).map(bend).collect::<Vec<_>>(), 0.5, 24);
        let mesh = parts.mesh();
        assert_eq!(mesh.triangle_count(), 2 * 2 * 4 + 2 * 7 * 24);
        let volumes = check::volumes_of_closed_parts(&mesh);
        let quarter_ring = std::f64::consts::PI * 0.25 * (3.0 * std::f64::consts::FRAC_PI_2);
        assert!((volumes[0] - 24.0).abs() < 1e-12, "{volumes:?}");
        assert!(
            (volumes[1] / quarter_ring - 1.0).abs() < 0.03,
            "{volumes:?} is not near {quarter_ring}"
        );
    }

    #[test]
    fn a_fitted_mesh_is_centred_and_has_its_size() {
        let mut parts = Parts::default();
        parts.skin(
            &[oval(DVec3::splat(7.0), DVec3::X, DVec3::Y, 5)],
            [DVec3::splat(7.0), DVec3::splat(9.0)],
        );
        let (low, high) = extent(&fitted(&parts.mesh(), 0.5));
        assert!((low + high).length() < 1e-15);
        assert!(((high - low).max_element() - 0.5).abs() < 1e-15);
    }
}
