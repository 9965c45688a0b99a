//! Lanes: eight f32 or four f64 side by side, and the levels of hardware that provide them.
//!
//! Every kernel is written once, over these traits. The portable level is the safe twin of every
//! other: tests compare each operation and each kernel with it. Levels may round differently (one
//! fuses multiply and add, the other does not), which the slack of every filter covers; so all
//! levels give the same answers.

use std::ops::{Add, Mul, Sub};
use std::sync::atomic::{AtomicU8, Ordering};

#[cfg(target_arch = "x86_64")]
mod order;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(super) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

/// Numbers side by side, worked on together. Eight f32 and four f64 have this in common, so that a
/// kernel can be written for both.
pub(crate) trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// One of the numbers.
    type Number: Copy;
    const ZERO: Self::Number;
    const ONE: Self::Number;
    /// Above every square that occurs.
    const LARGE: Self::Number;
    /// Below every product of lengths that matters, and not 0.
    const TINY: Self::Number;
    /// A few roundings.
    const FLAT: Self::Number;

    fn splat(x: Self::Number) -> Self;
    /// `self · b + c`, rounded once or twice.
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// `self · b − c`, rounded once or twice.
    fn mul_sub(self, b: Self, c: Self) -> Self;
    fn abs(self) -> Self;
    /// `self` where it is less, else `other`: also where `self` is no number.
    fn min(self, other: Self) -> Self;
    /// `self` where it is more, else `other`: also where `self` is no number.
    fn max(self, other: Self) -> Self;
    /// A bit per lane: `self ≤ other`.
    fn at_most(self, other: Self) -> u32;
    /// The lanes of `self`, and of `other` where `a < b`.
    fn or_if_less(self, other: Self, a: Self, b: Self) -> Self;
    fn over(self, divisor: Self) -> Self;
    fn root(self) -> Self;
    /// 1/x, roughly: all digits but the last few.
    fn inverse(self) -> Self;
}

/// Eight f32.
pub(crate) trait F32x8: Lanes<Number = f32> {
    /// Lanes that are marked, side by side.
    type Marks: Copy;
    fn load(x: &[f32; 8]) -> Self;
    fn store(self, out: &mut [f32; 8]);
    /// Negative where `sign` is positive: `self` times the opposite of its sign.
    fn against(self, sign: Self) -> Self;
    /// The lanes of `self`, and of `other` where `lanes` names them.
    fn or_where(self, lanes: u32, other: Self) -> Self;
    /// No lane.
    fn unmarked() -> Self::Marks;
    /// Every lane with `self > other`.
    fn beyond(self, other: Self) -> Self::Marks;
    /// The lanes of either.
    fn either(a: Self::Marks, b: Self::Marks) -> Self::Marks;
    /// A bit per lane: it is marked.
    fn marked(marks: Self::Marks) -> u32;
    /// At most 1/√x for every positive normal x, and at least 0.999 of it.
    fn inverse_root(self) -> Self;
    /// The least of the lanes that `skip` does not name; infinity if it names all.
    fn least_except(self, skip: u32) -> f32;
    /// The pairs of a table at these places, rounded down to whole numbers: their first numbers,
    /// and their second. Beyond the table it is the last pair, for what is below 0 or no number
    /// any.
    fn look_up<const N: usize>(self, table: &[[f32; 2]; N]) -> (Self, Self);
}

/// Four f32: a vector and something in the fourth place.
pub(crate) trait F32x4: Copy {
    fn splat(x: f32) -> Self;
    fn load(x: &[f32; 4]) -> Self;
    fn store(self, out: &mut [f32; 4]);
    fn mul(self, b: Self) -> Self;
    /// `self · b + c`, rounded once or twice.
    fn mul_add(self, b: Self, c: Self) -> Self;
}

/// Four f64.
pub(crate) trait F64x4: Lanes<Number = f64> {
    fn new(x: [f64; 4]) -> Self;
    /// A bit per lane: the sign bit.
    fn negative(self) -> u32;
    /// Lanes with |x| < `limit` become +0.
    fn flush(self, limit: f64) -> Self;
    fn to_array(self) -> [f64; 4];
}

/// A level of hardware: its lanes, its way to compress a list, and the walk compiled for it.
pub(crate) trait Hardware: Copy {
    type F: F32x8;
    type Q: F32x4;
    type D: F64x4;

    /// Writes the lanes of `low` named by `mask`, each with `high` above it, to the front of `out`;
    /// the rest of `out` is spoilt.
    fn compress_low(mask: u32, low: &[u32; 8], high: u32, out: &mut [u64; 8]);

    /// Like [`Self::compress_low`] for `low` under `base + lane`.
    fn compress_high(mask: u32, low: u32, base: u32, out: &mut [u64; 8]);

    /// A bit per number: its highest.
    fn high_bits(x: &[u32; 8]) -> u32;

    /// Asks for the cache line at `x`.
    fn prefetch<T>(x: &T);

    /// Runs a task compiled for this level, as a function of its own: kernels keep their registers
    /// to themselves.
    fn run<T: Task>(task: T) -> T::Output;
}

/// Something to be compiled for every level.
pub(crate) trait Task {
    type Output;
    fn run<H: Hardware>(self) -> Self::Output;
}

/// The levels of hardware the engine is compiled for; every one gives the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The baseline of every machine of its kind: four f32 at a time on x86-64 (SSE2), ARM (NEON)
    /// and WebAssembly, plain numbers elsewhere.
    Portable,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512 F, VL, DQ and BW on 256-bit lanes: twice the registers, and compression in one
    /// instruction.
    Avx512,
}

/// The best level of this machine plus one, once it was looked up; 0 before.
static BEST: AtomicU8 = AtomicU8::new(0);

impl Level {
    /// All levels, the plainest first. A machine that has one has those before it.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The best level of this machine.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        match BEST.load(Ordering::Relaxed) {
            0 => Self::look_up(),
            known => Self::ALL[usize::from(known - 1) % 3],
        }
    }

    #[cold]
    fn look_up() -> Self {
        let best = best_of_machine();
        BEST.store(best as u8 + 1, Ordering::Relaxed);
        best
    }

    /// Can this machine run it?
    #[inline]
    #[must_use]
    pub fn is_available(self) -> bool {
        self as u8 <= Self::best() as u8
    }

    /// From now on this is the best level in this process. For tests, so that every kind of query
    /// can be asked at every level.
    ///
    /// # Panics
    /// If this machine lacks it: [`Level::run`] relies on that.
    #[cfg(feature = "lab")]
    pub fn take_for_best(self) {
        assert!(self as u8 <= best_of_machine() as u8, "{self:?} is beyond this machine");
        BEST.store(self as u8 + 1, Ordering::Relaxed);
    }

    /// Runs a task compiled for this level, or for the portable one where this machine lacks it.
    #[inline]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if self.is_available() => Avx512::run(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if self.is_available() => Avx2::run(task),
            _ => Portable::run(task),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn best_of_machine() -> Level {
    match (x86::has_avx2(), x86::has_avx512()) {
        (true, true) => Level::Avx512,
        (true, false) => Level::Avx2,
        (false, _) => Level::Portable,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn best_of_machine() -> Level {
    Level::Portable
}

#[cfg(test)]
mod tests;
