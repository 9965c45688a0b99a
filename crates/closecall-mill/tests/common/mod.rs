//! Random numbers that are the same in every run.

pub mod sweeping;

use glam::DVec3;

/// splitmix64
pub struct Random(pub u64);

impl Random {
    /// Between −`size` and `size`.
    pub fn within(&mut self, size: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (2.0 * ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64 - 1.0) * size
    }

    /// With such coordinates.
    pub fn point(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.within(size), self.within(size), self.within(size))
    }
}
