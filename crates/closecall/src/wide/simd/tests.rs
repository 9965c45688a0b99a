//! Every operation of every level against its portable twin, bit for bit (fused products: within
//! their rounding).

use super::*;

/// Hostile numbers: signed zeros, the smallest and largest, and around the limit of `flush`.
const NUMBERS: [f64; 16] = [
    0.0, -0.0, 1.0, -1.0, 0.1, -7.25, 1e-30, -1e30, 3.5e-38, -2.0, 1e10, 0.333, -0.7, 5e-39,
    -1e-45, 42.0,
];

/// All results of a level on eight lanes starting at `shift`, as numbers.
struct Everything {
    shift: usize,
}

#[derive(Debug, PartialEq)]
struct Results {
    exact: Vec<u64>,
    fused: Vec<f64>,
}

fn number(index: usize) -> f64 {
    NUMBERS[index % 16]
}

impl Task for Everything {
    type Output = Results;

    #[inline(always)]
    fn run<H: Hardware>(self) -> Results {
        let mut results = Results { exact: Vec::new(), fused: Vec::new() };
        self.eight::<H>(&mut results);
        self.four::<H>(&mut results);
        self.lists::<H>(&mut results);
        results
    }
}

/// The lanes of eight f32, by comparing with every number there is.
fn lanes<F: F32x8>(x: F) -> impl Iterator<Item = u64> {
    NUMBERS.into_iter().map(move |y| u64::from(x.at_most(F::splat(y as f32))))
}

impl Everything {
    fn eight<H: Hardware>(&self, results: &mut Results) {
        let row = |step: usize| std::array::from_fn(|lane| number(self.shift + lane * step) as f32);
        let (x, y, z) = (H::F::load(&row(1)), H::F::load(&row(3)), H::F::load(&row(5)));
        for value in [
            x + y,
            x - y,
            x * y,
            x.over(y),
            x.abs(),
            x.min(y),
            x.max(y),
            H::F::splat(0.1),
            x.against(y),
            x.or_if_less(y, z, x),
            x.or_where(0b0101_1001, y),
        ] {
            results.exact.extend(lanes(value));
        }
        for marks in [H::F::unmarked(), x.beyond(y), H::F::either(x.beyond(y), z.beyond(x))] {
            results.exact.push(u64::from(H::F::marked(marks)));
        }
        for value in [x.mul_add(y, z), x.mul_sub(y, z)] {
            results.fused.extend(lanes(value).map(|bits| bits as f64));
        }
        let mut stored = [0.0; 8];
        y.store(&mut stored);
        results.exact.extend(stored.map(|x| u64::from(x.to_bits())));
        for (skip, x) in [(0, x), (0b1011_0010, y), (255, z)] {
            results.exact.push(u64::from(x.least_except(skip).to_bits()));
        }
        let mut out = [0.0; 4];
        H::Q::splat(0.5)
            .mul(H::Q::load(&[1.0, -2.0, 3.0, 0.25]))
            .mul_add(H::Q::splat(2.0), H::Q::splat(1.0))
            .store(&mut out);
        results.exact.extend(out.map(|x| u64::from(x.to_bits())));
    }

    fn four<H: Hardware>(&self, results: &mut Results) {
        let row =
            |step: usize| H::D::new(std::array::from_fn(|lane| number(self.shift + lane * step)));
        let (x, y, z) = (row(1), row(3), row(5));
        let flushed = (x * y).flush(1e-8);
        for value in
            [x + y, x - y, x * y, x.over(H::D::splat(3.0)), x.abs(), x.min(y), x.max(y), flushed]
        {
            results.exact.push(u64::from(value.negative()));
            results.exact.extend(value.to_array().map(f64::to_bits));
            results.exact.extend(NUMBERS.map(|limit| u64::from(value.at_most(H::D::splat(limit)))));
        }
        for value in [x.mul_add(y, z), x.mul_sub(y, z)] {
            results.fused.extend(NUMBERS.map(|limit| f64::from(value.at_most(H::D::splat(limit)))));
        }
    }

    fn lists<H: Hardware>(&self, results: &mut Results) {
        let low =
            std::array::from_fn(|lane| (self.shift * 100 + lane) as u32 | (lane as u32 & 1) << 31);
        results.exact.push(u64::from(H::high_bits(&low)));
        for mask in 0..256u32 {
            let count = mask.count_ones() as usize;
            let mut out = [0; 8];
            H::compress_low(mask, &low, 7 + mask, &mut out);
            results.exact.extend(&out[..count]);
            H::compress_high(mask, u32::MAX - mask, 1000, &mut out);
            results.exact.extend(&out[..count]);
        }
    }
}

/// The relative error of the inverse roots of a level: the least and the largest.
struct InverseRoots;

impl Task for InverseRoots {
    type Output = (f64, f64);

    #[inline(always)]
    fn run<H: Hardware>(self) -> (f64, f64) {
        let (mut least, mut largest) = (f64::INFINITY, 0.0f64);
        for step in 0..200_000u32 {
            let x = f32::from_bits(f32::MIN_POSITIVE.to_bits() + step * 10_600);
            let root = f64::from(H::F::splat(x).inverse_root().least_except(0));
            let share = root * f64::from(x).sqrt();
            (least, largest) = (least.min(share), largest.max(share));
        }
        (least, largest)
    }
}

#[test]
fn inverse_roots_are_below_and_near() {
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        let (least, largest) = level.run(InverseRoots);
        assert!(least >= 0.999 && largest <= 1.0, "{level:?}: {least} to {largest}");
    }
}

/// Places in a table, in it and beyond its end.
struct LookUp([f32; 8]);

impl Task for LookUp {
    type Output = [[f32; 8]; 2];

    #[inline(always)]
    fn run<H: Hardware>(self) -> [[f32; 8]; 2] {
        let table: [[f32; 2]; 5] = std::array::from_fn(|i| [i as f32, -0.5 * i as f32]);
        let (first, second) = H::F::load(&self.0).look_up(&table);
        let mut out = [[0.0; 8]; 2];
        first.store(&mut out[0]);
        second.store(&mut out[1]);
        out
    }
}

#[test]
fn pairs_are_looked_up() {
    let places = [0.0, 0.9, 1.0, 3.999, 4.0, 4.5, 1e9, f32::INFINITY];
    let pairs = [0.0, 0.0, 1.0, 3.0, 4.0, 4.0, 4.0, 4.0];
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        assert_eq!(level.run(LookUp(places)), [pairs, pairs.map(|x| -0.5 * x)], "{level:?}");
        // Whatever comes of it, it is in the table.
        let odd =
            level.run(LookUp([f32::NAN, -1.0, -1e30, f32::NEG_INFINITY, -0.0, -0.5, 1e-30, 2.0]));
        assert!(odd[0].iter().all(|x| (0.0..=4.0).contains(x)), "{level:?}: {odd:?}");
    }
}

#[test]
fn every_level_agrees_with_its_portable_twin() {
    let mut levels = 0;
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        for shift in 0..16 {
            let (found, expected) =
                (level.run(Everything { shift }), Portable::run(Everything { shift }));
            assert_eq!(found.exact, expected.exact, "{level:?}");
            // A product and a sum rounded once or twice fall on the same side of numbers they are
            // not near.
            assert_eq!(found.fused, expected.fused, "{level:?}");
        }
        levels += 1;
    }
    assert!(levels >= 1 && Level::best().is_available());
}
