//! Many points on all cores: near ones one after the other, so that the memory of [`Points`] helps
//! from one to the next.
//!
//! The points are taken in the order of a curve that fills space (Morton 1966), in lots. Answers
//! are in the order of the points, and each is the same as for the point alone.

use super::{Near, Points, SignedError};
use crate::geom::DVec3;
use crate::geom::range::{PointError, check_point};
use crate::geom::vectors::vectors;
use crate::parallel;

/// The number of points a thread takes at a time, at least.
const STRIDE: usize = 64;

/// Cells of the curve on a side of the box around all points: 2¹⁰.
const CELLS: f64 = 1024.0;

impl Points<'_> {
    /// [`Points::nearest`] of every point, on all cores, in their order.
    ///
    /// # Errors
    /// At the first point that is out of range.
    pub fn nearest_batch(
        &self,
        points: &[impl Into<[f64; 3]> + Copy + Sync],
    ) -> Result<Vec<Near>, PointError> {
        let points = vectors(points.iter().copied());
        points.iter().try_for_each(|&point| check_point(point))?;
        Ok(self.along_curve(&points, Self::nearest_in_range))
    }

    /// [`Points::signed`] of every point, on all cores, in their order.
    ///
    /// # Errors
    /// If the mesh is not closed, or at the first point that is out of range.
    pub fn signed_batch(
        &self,
        points: &[impl Into<[f64; 3]> + Copy + Sync],
    ) -> Result<Vec<Near>, SignedError> {
        let points = vectors(points.iter().copied());
        self.model.check_closed()?;
        points.iter().try_for_each(|&point| check_point(point))?;
        Ok(self.along_curve(&points, Self::signed_in_range))
    }

    /// Answers for all points, in their order; near points are asked about one after the other.
    fn along_curve(
        &self,
        points: &[DVec3],
        answer: impl Fn(&mut Self, DVec3) -> Near + Sync,
    ) -> Vec<Near> {
        let order = curve(points);
        let answer = |own: &mut Self, &number: &u32| answer(own, points[number as usize]);
        let found = parallel::map(&order, STRIDE, || self.clone(), answer);
        let mut all = found.clone();
        for (&number, near) in order.iter().zip(found) {
            all[number as usize] = near;
        }
        all
    }
}

/// The numbers of the points, in the order of a curve through the box around them.
fn curve(points: &[DVec3]) -> Vec<u32> {
    let low = points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let high = points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
    let per_cell = DVec3::splat(CELLS) / (high - low);
    let key = |(number, &point): (usize, &DVec3)| {
        // A box without width has no cells; that is no number, and becomes 0.
        let cell = ((point - low) * per_cell).to_array().map(|x| spread(x as u32));
        u64::from(cell[0] | cell[1] << 1 | cell[2] << 2) << 32 | number as u64
    };
    let mut keys: Vec<u64> = points.iter().enumerate().map(key).collect();
    keys.sort_unstable();
    keys.into_iter().map(|key| key as u32).collect()
}

/// The ten low bits, with two bits free between them.
fn spread(x: u32) -> u32 {
    let x = x.min(1023);
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_spread_and_every_point_comes_once() {
        for x in 0..1024u32 {
            let slow = (0..10).fold(0, |sum, bit| sum | (x >> bit & 1) << (3 * bit));
            assert_eq!(spread(x), slow);
        }
        let points: Vec<DVec3> = (0..100)
            .map(|i| DVec3::new(f64::from(i * 37 % 100), 0.0, f64::from(i % 7) * 1e100))
            .collect();
        let mut order = curve(&points);
        order.sort_unstable();
        assert!(order.into_iter().eq(0..100));
        assert!(curve(&[]).is_empty());
    }
}
