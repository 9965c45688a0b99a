//! The moving boxes that the broad phases of other libraries are timed on, number for number.

use closecall_classic::volume::Kdop;

/// Boxes that bounce in the unit cube.
pub(super) struct Boxes {
    center: Vec<[f64; 3]>,
    half: Vec<[f64; 3]>,
    velocity: Vec<[f64; 3]>,
}

/// The seed of the other libraries' run.
const SEED: u32 = 7;

impl Boxes {
    /// This many, with half sides of 0.5 to 1.5 times `size`, that move up to 0.005 times `speed` in
    /// a step.
    pub(super) fn new(bodies: usize, size: f64, speed: f64) -> Self {
        let mut twister = Twister::new(SEED);
        let mut boxes = Self { center: Vec::new(), half: Vec::new(), velocity: Vec::new() };
        for _ in 0..bodies {
            boxes.center.push([(); 3].map(|()| twister.unit()));
            boxes.half.push([(); 3].map(|()| size * (0.5 + twister.unit())));
            boxes.velocity.push([(); 3].map(|()| 0.01 * speed * (twister.unit() - 0.5)));
        }
        boxes
    }

    pub(super) fn len(&self) -> usize {
        self.center.len()
    }

    pub(super) fn volume(&self, body: usize) -> Kdop<3> {
        let (c, h) = (&self.center[body], &self.half[body]);
        Kdop {
            low: [c[0] - h[0], c[1] - h[1], c[2] - h[2]],
            high: [c[0] + h[0], c[1] + h[1], c[2] + h[2]],
        }
    }

    pub(super) fn step(&mut self) {
        for (x, v) in
            self.center.as_flattened_mut().iter_mut().zip(self.velocity.as_flattened_mut())
        {
            *x += *v;
            if !(0.0..=1.0).contains(x) {
                *v = -*v;
                *x += 2.0 * *v;
            }
        }
    }
}

/// The Mersenne twister MT19937 (Matsumoto and Nishimura 1998), as in the C++ standard library.
struct Twister {
    state: [u32; 624],
    next: usize,
}

impl Twister {
    fn new(seed: u32) -> Self {
        let mut state = [seed; 624];
        for i in 1..624 {
            state[i] = (state[i - 1] ^ state[i - 1] >> 30)
                .wrapping_mul(1_812_433_253)
                .wrapping_add(i as u32);
        }
        Self { state, next: 624 }
    }

    fn bits(&mut self) -> u32 {
        if self.next == 624 {
            self.twist();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9D2C_5680;
        y ^= y << 15 & 0xEFC6_0000;
        y ^ y >> 18
    }

    fn twist(&mut self) {
        for i in 0..624 {
            let y = self.state[i] & 0x8000_0000 | self.state[(i + 1) % 624] & 0x7FFF_FFFF;
            self.state[i] = self.state[(i + 397) % 624] ^ (y >> 1) ^ ((y & 1) * 0x9908_B0DF);
        }
        self.next = 0;
    }

    /// From 0 to 1, of two words, the lower first.
    fn unit(&mut self) -> f64 {
        let low = f64::from(self.bits());
        (low + f64::from(self.bits()) * 4_294_967_296.0) / 18_446_744_073_709_551_616.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ten_thousandth_number_is_that_of_the_standard() {
        let mut twister = Twister::new(5489);
        (1..10_000).for_each(|_| {
            twister.bits();
        });
        assert_eq!(twister.bits(), 4_123_659_995);
    }
}
