//! A space-filling curve: points with numbers near each other are near each other.

use closecall::engine::geom::DVec3;

/// Places along an axis, as a number of bits; three axes fill most of 64 bits.
const BITS: u32 = 19;

/// The number of bits a number along the curve has.
pub(super) const LENGTH: u32 = 3 * BITS;

/// Hilbert's curve through a box.
pub(super) struct Curve {
    low: DVec3,
    scale: DVec3,
}

impl Curve {
    /// Through the box around these points.
    pub(super) fn around(points: &[DVec3]) -> Self {
        let low = points.iter().fold(DVec3::INFINITY, |low, p| low.min(*p));
        let high = points.iter().fold(DVec3::NEG_INFINITY, |high, p| high.max(*p));
        let size = (high - low).max_element();
        let scale = if size > 0.0 { f64::from((1 << BITS) - 1) / size } else { 0.0 };
        Self { low, scale: DVec3::splat(scale) }
    }

    /// The place of a point of the box on the curve. (Skilling 2004: the bits of the coordinates,
    /// from the highest, are turned and swapped into those of the place.)
    pub(super) fn place(&self, p: DVec3) -> u64 {
        let mut x = ((p - self.low) * self.scale).to_array().map(|x| x as u32);
        for bit in (1..BITS).rev().map(|i| 1 << i) {
            let below = bit - 1;
            for i in 0..3 {
                if x[i] & bit != 0 {
                    x[0] ^= below;
                } else {
                    let swapped = (x[0] ^ x[i]) & below;
                    x[0] ^= swapped;
                    x[i] ^= swapped;
                }
            }
        }
        x[1] ^= x[0];
        x[2] ^= x[1];
        let turned = (1..BITS).rev().map(|i| 1 << i);
        let turn =
            turned.fold(0, |turn, bit| if x[2] & bit != 0 { turn ^ (bit - 1) } else { turn });
        let x = x.map(|x| spread(x ^ turn));
        x[0] << 2 | x[1] << 1 | x[2]
    }
}

/// The bits of a number, two places between each and the next.
fn spread(x: u32) -> u64 {
    let x = u64::from(x);
    let x = (x | x << 32) & 0x001f_0000_0000_ffff;
    let x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    let x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    let x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_place_on_the_curve_is_the_next_cell() {
        // The curve through all cells of a small grid, scaled to the first cells of the large one.
        let side = 8;
        let curve = Curve { low: DVec3::ZERO, scale: DVec3::ONE };
        let at = |i: i32| DVec3::new((i % side) as f64, (i / side % side) as f64, (i / 64) as f64);
        let mut cells: Vec<_> = (0..512).map(|i| (curve.place(at(i)), at(i))).collect();
        cells.sort_by_key(|cell| cell.0);
        for pair in cells.windows(2) {
            assert_eq!((pair[0].1 - pair[1].1).length(), 1.0, "{pair:?}");
            assert_eq!(pair[0].0 + 1, pair[1].0);
        }
    }
}
