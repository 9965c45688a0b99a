//! Random numbers that are the same everywhere: SplitMix64 (Steele, Lea, Flood 2014, fig. 16).

use crate::geom::DVec3;

/// A seeded source of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The numbers of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A whole number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// A point of the unit ball.
    pub fn in_ball(&mut self) -> DVec3 {
        loop {
            let point = DVec3::from_array([(); 3].map(|()| self.between(-1.0, 1.0)));
            if point.length_squared() <= 1.0 {
                return point;
            }
        }
    }

    /// A unit quaternion (w, x, y, z), every rotation as likely as any other.
    pub fn quaternion(&mut self) -> [f64; 4] {
        loop {
            let q = [(); 4].map(|()| self.between(-1.0, 1.0));
            let squared = q.iter().map(|x| x * x).sum::<f64>();
            if (1e-3..=1.0).contains(&squared) {
                return q.map(|x| x / squared.sqrt());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_sequence_comes_out() {
        let mut rng = Rng::new(1_234_567);
        let first = [(); 3].map(|()| rng.bits());
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn numbers_stay_in_their_bounds_and_fill_them() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[rng.below(7)] += 1;
            assert!((2.0..=3.0).contains(&rng.between(2.0, 3.0)));
            assert!(rng.in_ball().length() <= 1.0);
            let norm = rng.quaternion().iter().map(|x| x * x).sum::<f64>();
            assert!((norm - 1.0).abs() < 1e-12);
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
    }
}
