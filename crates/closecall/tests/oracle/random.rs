//! A small generator with a named seed (SplitMix64).

use closecall::engine::geom::DVec3;

pub struct Random(u64);

impl Random {
    pub fn seeded(name: &str) -> Self {
        // FNV-1a: every family its own numbers.
        Self(name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// One of low, low + 1, … high.
    pub fn integer(&mut self, low: i32, high: i32) -> i32 {
        low + (self.bits() % (high - low + 1) as u64) as i32
    }

    /// Uniform in −1 … 1.
    pub fn number(&mut self) -> f64 {
        self.bits() as f64 / 2f64.powi(63) - 1.0
    }

    /// Once in `n` times.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.bits().is_multiple_of(n)
    }

    /// One of a few.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.bits() % from.len() as u64) as usize]
    }

    /// A point of the integer grid low … high.
    pub fn on_grid(&mut self, low: i32, high: i32) -> DVec3 {
        DVec3::new(
            self.integer(low, high).into(),
            self.integer(low, high).into(),
            self.integer(low, high).into(),
        )
    }

    /// A point of the cube −1 … 1.
    pub fn in_cube(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
}
