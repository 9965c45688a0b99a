//! Means and covariances, of points and of surfaces.

use closecall::engine::geom::{DMat3, DVec3, Triangle};

/// Weighted sums over points or triangles, relative to an origin near them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    origin: DVec3,
    weight: f64,
    first: DVec3,
    /// Of Σxxᵀ the entries xx, yy, zz.
    squares: DVec3,
    /// And yz, zx, xy.
    products: DVec3,
}

impl Moments {
    fn none(origin: DVec3) -> Self {
        Self {
            origin,
            weight: 0.0,
            first: DVec3::ZERO,
            squares: DVec3::ZERO,
            products: DVec3::ZERO,
        }
    }

    #[inline]
    fn add_square(&mut self, v: DVec3, weight: f64) {
        self.squares += v * v * weight;
        self.products += DVec3::new(v.y * v.z, v.z * v.x, v.x * v.y) * weight;
    }

    /// Of points, all alike.
    pub(super) fn of_points(points: impl Iterator<Item = DVec3>) -> Self {
        let mut points = points.peekable();
        let mut sums = Self::none(points.peek().copied().unwrap_or(DVec3::ZERO));
        for p in points {
            let p = p - sums.origin;
            sums.weight += 1.0;
            sums.first += p;
            sums.add_square(p, 1.0);
        }
        sums
    }

    /// Of the surface of triangles, and the sum of their normals, twice their areas long.
    /// Weightless without any area.
    pub(super) fn of_surface(triangles: impl Iterator<Item = Triangle>) -> (Self, DVec3) {
        let mut triangles = triangles.peekable();
        let mut sums = Self::none(triangles.peek().map_or(DVec3::ZERO, |t| t[0]));
        let mut normals = DVec3::ZERO;
        for t in triangles {
            let normal = (t[1] - t[0]).cross(t[2] - t[0]);
            let weight = normal.length();
            let corners = t.map(|corner| corner - sums.origin);
            let sum = corners[0] + corners[1] + corners[2];
            normals += normal;
            sums.weight += weight;
            sums.first += sum * (weight / 3.0);
            // ∫xxᵀ over a triangle of area w is w/12 (ssᵀ + Σ ccᵀ) with s the sum of its corners.
            for v in [sum, corners[0], corners[1], corners[2]] {
                sums.add_square(v, weight / 12.0);
            }
        }
        (sums, normals)
    }

    /// The sum of the weights.
    pub(super) fn weight(&self) -> f64 {
        self.weight
    }

    /// The covariance, if anything had weight.
    pub(super) fn covariance(&self) -> Option<DMat3> {
        let scale = 1.0 / self.weight;
        if !(scale > 0.0 && scale.is_finite()) {
            return None;
        }
        let mean = self.first * scale;
        let diagonal = self.squares * scale - mean * mean;
        let off =
            self.products * scale - DVec3::new(mean.y * mean.z, mean.z * mean.x, mean.x * mean.y);
        Some(DMat3::from_cols(
            DVec3::new(diagonal.x, off.z, off.y),
            DVec3::new(off.z, diagonal.y, off.x),
            DVec3::new(off.y, off.x, diagonal.z),
        ))
    }
}
