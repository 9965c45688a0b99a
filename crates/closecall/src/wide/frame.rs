//! The frame a tree is written in: about the mesh's centre, scaled by a power of two, so that every
//! vertex has coordinates of at most 1. Small parts far from the origin keep their digits in f32,
//! and nothing overflows.

use crate::geom::{Ball, DVec3, Triangle};
use crate::mesh::Mesh;
use crate::rounding::factor::UP_10;

/// `local = (point − center) · scale`, with |local| ≤ 1 in every coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub center: DVec3,
    /// A power of two between [`LEAST_SCALE`] and [`MOST_SCALE`].
    pub scale: f64,
    /// No vertex is further than this from the centre, in local units; at most √3, and rounded up.
    pub radius: f64,
}

/// The scale of a mesh that reaches ±2¹⁰⁰, the end of the range: 2⁻¹⁰¹. In a frame of this scale,
/// whatever its centre, every coordinate is at most 1.
pub(super) const LEAST_SCALE: f64 = f64::from_bits((1023 - 101) << 52);

/// The scale of a single point: 2²⁵³. Half the extent of any other mesh is 2⁻²⁵³ or more.
pub(super) const MOST_SCALE: f64 = f64::from_bits((1023 + 253) << 52);

/// A frame fits its mesh if some coordinate is this large, rounded to f32: 2⁻⁸. See
/// [`Frame::fits`].
const FAR: f32 = 1.0 / 256.0;

/// Does a triangle, given in local coordinates, reach far enough for the frame to fit the mesh?
#[inline]
pub(super) fn is_far(corners: &[[f32; 3]; 3]) -> bool {
    corners.as_flattened().iter().any(|x| x.abs() >= FAR)
}

/// A ball around a mesh; its centre is that of its box.
pub(crate) fn ball_around(mesh: &Mesh) -> Ball {
    Frame::around(mesh).ball()
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
        let square = mesh
            .iter()
            .flatten()
            .map(|corner| self.local(corner).length_squared())
            .fold(0.0, f64::max);
        Self { radius: square.sqrt() * UP_10 + f64::MIN_POSITIVE, ..self }
    }

    /// Does the frame fit a mesh whose farthest coordinate is this, in local units?
    ///
    /// Queries take roots of sums of squares in f32. A sum loses up to 3·2⁻¹²⁶ where squares are
    /// below the range of f32, so the root is off by up to 2⁻⁶². The slack that covers what else is
    /// rounded ([`super::relation`]) is at least 12·2⁻²⁴ of the farthest coordinate: beyond 2⁻²⁹ if
    /// that is 2⁻⁸, and 2⁻⁶² is nothing beside it. Of a mesh far smaller than its unit the slack
    /// would be lost in what squares lose. [`Frame::around`] makes the farthest coordinate 1/2 or
    /// more, and a frame with room to grow 1/4. A single point has no extent: its coordinates are
    /// 0, and its scale says so.
    #[cfg(any(feature = "lab", feature = "tree-file"))]
    pub(super) fn fits(&self, farthest: f64) -> bool {
        farthest as f32 >= FAR || (farthest == 0.0 && self.is_of_a_point())
    }

    /// Is this the frame of a single point, perhaps with room to grow? All that is not at its
    /// centre is 1 or more from it.
    pub(super) fn is_of_a_point(&self) -> bool {
        self.scale >= MOST_SCALE / 2.0
    }

    /// The ball around the mesh.
    #[inline]
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
    use crate::geom::range::MAX_COORDINATE;

    #[test]
    fn coordinates_are_at_most_one_and_at_least_a_quarter_somewhere() {
        for scale in [1e-50, 3e-7, 1.0, 5.0, 1e25] {
            let corners = [[1.0, 2.0, 3.0], [1.5, 2.0, 3.0], [1.0, 2.25, 3.0]]
                .map(|v| DVec3::from_array(v) * scale);
            let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
            let frame = Frame::around(&mesh);
            let largest =
                corners.map(|v| frame.local(v).abs().max_element()).into_iter().fold(0.0, f64::max);
            assert!((0.25..=1.0).contains(&largest), "{scale}: {largest}");
            assert!(corners.iter().all(|&v| frame.local(v).length() <= frame.radius));
        }
    }

    #[test]
    fn scales_end_where_meshes_do() {
        assert_eq!((LEAST_SCALE, MOST_SCALE), (2f64.powi(-101), 2f64.powi(253)));
        let [low, high] = [-MAX_COORDINATE, MAX_COORDINATE].map(DVec3::splat);
        let largest = Frame::around(&Mesh::new(vec![low, high], vec![[0, 1, 1]]).unwrap());
        assert_eq!((largest.scale, largest.local(high)), (LEAST_SCALE, DVec3::splat(0.5)));
    }

    #[test]
    fn a_frame_fits_what_is_about_its_size() {
        let frame = Frame { center: DVec3::ZERO, scale: 1.0, radius: 1.0 };
        for (farthest, fits) in
            [(1.0, true), (1.0 / 256.0, true), (0.0039, false), (1e-30, false), (0.0, false)]
        {
            assert_eq!(frame.fits(farthest), fits, "{farthest}");
        }
        assert!(Frame { scale: MOST_SCALE, ..frame }.fits(0.0));
    }

    #[test]
    fn a_single_point_has_a_frame() {
        let mesh = Mesh::new(vec![DVec3::splat(7.0)], vec![[0, 0, 0]]).unwrap();
        let frame = Frame::around(&mesh);
        assert_eq!(frame.local(DVec3::splat(7.0)), DVec3::ZERO);
        assert_eq!(frame.scale, MOST_SCALE);
    }
}
