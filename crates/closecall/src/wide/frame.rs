//! The frame a tree is written in: about the mesh's centre, scaled by a power of two, so that every vertex has
//! coordinates of at most 1. Small parts far from the origin keep their digits in f32, and nothing overflows.

use crate::geom::{Ball, DVec3, Triangle};
use crate::mesh::Mesh;

/// `local = (point − center) · scale`, with |local| ≤ 1 in every coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub center: DVec3,
    /// A power of two between 2⁻¹⁰⁰ and 2²⁵³: half the extent of a mesh is 0 or between 2⁻²⁵³ and 2¹⁰⁰.
    pub scale: f64,
    /// No vertex is further than this from the centre, in local units; at most √3, and rounded up.
    pub radius: f64,
}

impl Frame {
    /// The frame of a mesh: only vertices that triangles use count.
    pub(super) fn around(mesh: &Mesh) -> Self {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for corner in mesh.iter().flatten() {
            low = low.min(corner);
            high = high.max(corner);
        }
        let center = low * 0.5 + high * 0.5;
        let half = (high - center).max(center - low).max_element();
        let scale = power_of_two_over(half).recip();
        Self { center, scale, radius: 0.0 }.reaching_over(mesh)
    }

    /// With the radius that this mesh asks for.
    pub(super) fn reaching_over(self, mesh: &Mesh) -> Self {
        let square = mesh.iter().flatten().map(|corner| self.local(corner).length_squared()).fold(0.0, f64::max);
        Self { radius: square.sqrt() * (1.0 + 1e-15) + f64::MIN_POSITIVE, ..self }
    }

    /// The ball around the mesh.
    pub(super) fn ball(&self) -> Ball {
        Ball { center: self.center, radius: self.radius / self.scale }
    }

    /// A point of the mesh in local coordinates; off by at most one rounding, 2⁻⁵³ of itself.
    #[inline]
    pub(super) fn local(&self, point: DVec3) -> DVec3 {
        (point - self.center) * self.scale
    }

    /// The corners of a triangle in local coordinates.
    #[inline]
    pub(super) fn local_triangle(&self, [p, q, r]: Triangle) -> Triangle {
        [self.local(p), self.local(q), self.local(r)]
    }
}

/// The smallest power of two above `x`; 2⁻²⁵³, below every extent there is, for 0.
fn power_of_two_over(x: f64) -> f64 {
    let smallest = f64::from_bits((1023 - 253) << 52);
    let exponent = x.max(smallest).to_bits() >> 52;
    f64::from_bits((exponent + u64::from(x >= smallest)) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_at_most_one_and_at_least_a_quarter_somewhere() {
        for scale in [1e-50, 3e-7, 1.0, 5.0, 1e25] {
            let corners = [[1.0, 2.0, 3.0], [1.5, 2.0, 3.0], [1.0, 2.25, 3.0]].map(|v| DVec3::from_array(v) * scale);
            let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
            let frame = Frame::around(&mesh);
            let largest = corners.map(|v| frame.local(v).abs().max_element()).into_iter().fold(0.0, f64::max);
            assert!((0.25..=1.0).contains(&largest), "{scale}: {largest}");
            assert!(corners.iter().all(|&v| frame.local(v).length() <= frame.radius));
        }
    }

    #[test]
    fn a_single_point_has_a_frame() {
        let mesh = Mesh::new(vec![DVec3::splat(7.0)], vec![[0, 0, 0]]).unwrap();
        let frame = Frame::around(&mesh);
        assert_eq!(frame.local(DVec3::splat(7.0)), DVec3::ZERO);
        assert_eq!(frame.scale, 2f64.powi(253));
    }
}
