//! The portable level: what every machine of its kind has, no unsafe code. The twin that the other
//! levels are compared with.
//!
//! Eight f32 are two of glam's `Vec4`, which is a register of SSE2, NEON or WebAssembly's SIMD
//! where there is one, and four numbers elsewhere. (Plain arrays of eight are taken apart by the
//! compiler into single numbers before it looks for vectors, and the kernels are too deep for it to
//! find them again: that was 12 times slower than AVX2.) Four f64 are a plain array.

use super::{F32x4, F32x8, F64x4, Hardware, Lanes, Task};
use crate::rounding::tree::INVERSE_ROOT_DOWN;
use glam::{BVec4A, Vec4};
use std::ops::{Add, Mul, Sub};

/// The baseline of every machine.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Portable;

/// Eight f32.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Eight([Vec4; 2]);

/// Four f32.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Four(Vec4);

/// Four f64.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Doubles([f64; 4]);

macro_rules! operator {
    ($trait:ident, $method:ident, $operator:tt) => {
        impl $trait for Eight {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self([self.0[0] $operator other.0[0], self.0[1] $operator other.0[1]])
            }
        }

        impl $trait for Doubles {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
                Self([a $operator e, b $operator f, c $operator g, d $operator h])
            }
        }
    };
}

operator!(Add, add, +);
operator!(Sub, sub, -);
operator!(Mul, mul, *);

/// For both halves.
macro_rules! halves {
    ($method:ident, $x:expr) => {
        Eight([$x.0[0].$method(), $x.0[1].$method()])
    };
    ($method:ident, $x:expr, $y:expr) => {
        Eight([$x.0[0].$method($y.0[0]), $x.0[1].$method($y.0[1])])
    };
}

impl Eight {
    #[inline(always)]
    fn select(masks: [BVec4A; 2], yes: Self, no: Self) -> Self {
        Self([Vec4::select(masks[0], yes.0[0], no.0[0]), Vec4::select(masks[1], yes.0[1], no.0[1])])
    }

    #[inline(always)]
    fn less(self, other: Self) -> [BVec4A; 2] {
        [self.0[0].cmplt(other.0[0]), self.0[1].cmplt(other.0[1])]
    }
}

impl Lanes for Eight {
    type Number = f32;
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
    const LARGE: f32 = f32::MAX;
    const TINY: f32 = f32::MIN_POSITIVE;
    const FLAT: f32 = 1e-7;

    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self([Vec4::splat(x); 2])
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }
    #[inline(always)]
    fn mul_sub(self, b: Self, c: Self) -> Self {
        self * b - c
    }
    #[inline(always)]
    fn abs(self) -> Self {
        halves!(abs, self)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        halves!(min, self, other)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        halves!(max, self, other)
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> u32 {
        self.0[0].cmple(other.0[0]).bitmask() | self.0[1].cmple(other.0[1]).bitmask() << 4
    }
    #[inline(always)]
    fn or_if_less(self, other: Self, a: Self, b: Self) -> Self {
        Self::select(a.less(b), other, self)
    }
    #[inline(always)]
    fn over(self, divisor: Self) -> Self {
        Self([self.0[0] / divisor.0[0], self.0[1] / divisor.0[1]])
    }
    #[inline(always)]
    fn root(self) -> Self {
        halves!(sqrt, self)
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        Self::splat(1.0).over(self)
    }
}

impl F32x8 for Eight {
    type Marks = [BVec4A; 2];

    #[inline(always)]
    fn load(&[a, b, c, d, e, f, g, h]: &[f32; 8]) -> Self {
        Self([Vec4::new(a, b, c, d), Vec4::new(e, f, g, h)])
    }
    #[inline(always)]
    fn store(self, out: &mut [f32; 8]) {
        let ([a, b, c, d], [e, f, g, h]) = (self.0[0].to_array(), self.0[1].to_array());
        *out = [a, b, c, d, e, f, g, h];
    }
    #[inline(always)]
    fn against(self, sign: Self) -> Self {
        let opposite = |sign: Vec4| -Vec4::ONE.copysign(sign);
        Self([self.0[0] * opposite(sign.0[0]), self.0[1] * opposite(sign.0[1])])
    }
    #[inline(always)]
    fn or_where(self, lanes: u32, other: Self) -> Self {
        let named = |first: u32| {
            let bit = |lane: u32| lanes >> (first + lane) & 1 != 0;
            BVec4A::new(bit(0), bit(1), bit(2), bit(3))
        };
        Self::select([named(0), named(4)], other, self)
    }
    #[inline(always)]
    fn unmarked() -> [BVec4A; 2] {
        [BVec4A::FALSE; 2]
    }
    #[inline(always)]
    fn beyond(self, other: Self) -> [BVec4A; 2] {
        other.less(self)
    }
    #[inline(always)]
    fn either([a, b]: [BVec4A; 2], [c, d]: [BVec4A; 2]) -> [BVec4A; 2] {
        [a | c, b | d]
    }
    #[inline(always)]
    fn marked([a, b]: [BVec4A; 2]) -> u32 {
        a.bitmask() | b.bitmask() << 4
    }
    #[inline(always)]
    fn inverse_root(self) -> Self {
        Self::splat(INVERSE_ROOT_DOWN).over(self.root())
    }
    #[inline(always)]
    fn least_except(self, skip: u32) -> f32 {
        let kept = self.or_where(skip, Self::splat(f32::INFINITY));
        kept.0[0].min(kept.0[1]).min_element()
    }
    #[inline(always)]
    fn look_up<const N: usize>(self, table: &[[f32; 2]; N]) -> (Self, Self) {
        let mut places = [0.0; 8];
        self.store(&mut places);
        let pairs = places.map(|place| table[(place as usize).min(N - 1)]);
        (Self::load(&pairs.map(|pair| pair[0])), Self::load(&pairs.map(|pair| pair[1])))
    }
}

impl F32x4 for Four {
    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self(Vec4::splat(x))
    }
    #[inline(always)]
    fn load(x: &[f32; 4]) -> Self {
        Self(Vec4::from_array(*x))
    }
    #[inline(always)]
    fn store(self, out: &mut [f32; 4]) {
        *out = self.0.to_array();
    }
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(self.0 * b.0)
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        Self(self.0 * b.0 + c.0)
    }
}

impl Doubles {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
        Self([f(a, e), f(b, g), f(c, h), f(d, i)])
    }

    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let [a, b, c, d] = self.0;
        Self([f(a), f(b), f(c), f(d)])
    }

    #[inline(always)]
    fn bits(self, f: impl Fn(usize, f64) -> bool) -> u32 {
        let [a, b, c, d] = self.0;
        u32::from(f(0, a))
            | u32::from(f(1, b)) << 1
            | u32::from(f(2, c)) << 2
            | u32::from(f(3, d)) << 3
    }
}

impl Lanes for Doubles {
    type Number = f64;
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    const LARGE: f64 = f64::MAX;
    const TINY: f64 = 1e-300;
    const FLAT: f64 = 1e-16;

    #[inline(always)]
    fn splat(x: f64) -> Self {
        Self([x; 4])
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }
    #[inline(always)]
    fn mul_sub(self, b: Self, c: Self) -> Self {
        self * b - c
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.map(f64::abs)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, |x, y| if x < y { x } else { y })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, |x, y| if x > y { x } else { y })
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> u32 {
        self.bits(|lane, x| x <= other.0[lane])
    }
    #[inline(always)]
    fn or_if_less(self, other: Self, a: Self, b: Self) -> Self {
        let pick = |lane: usize| if a.0[lane] < b.0[lane] { other.0[lane] } else { self.0[lane] };
        Self([pick(0), pick(1), pick(2), pick(3)])
    }
    #[inline(always)]
    fn over(self, divisor: Self) -> Self {
        self.zip(divisor, |x, y| x / y)
    }
    #[inline(always)]
    fn root(self) -> Self {
        self.map(f64::sqrt)
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        self.map(f64::recip)
    }
}

impl F64x4 for Doubles {
    #[inline(always)]
    fn new(x: [f64; 4]) -> Self {
        Self(x)
    }
    #[inline(always)]
    fn negative(self) -> u32 {
        self.bits(|_, x| x.is_sign_negative())
    }
    #[inline(always)]
    fn flush(self, limit: f64) -> Self {
        self.map(|x| if x.abs() < limit { 0.0 } else { x })
    }
    #[inline(always)]
    fn to_array(self) -> [f64; 4] {
        self.0
    }
}

impl Hardware for Portable {
    type F = Eight;
    type Q = Four;
    type D = Doubles;

    #[inline(always)]
    fn compress_low(mask: u32, low: &[u32; 8], high: u32, out: &mut [u64; 8]) {
        let (mut lanes, mut count) = (mask & 255, 0);
        while lanes != 0 {
            out[count & 7] =
                u64::from(high) << 32 | u64::from(low[lanes.trailing_zeros() as usize & 7]);
            count += 1;
            lanes &= lanes - 1;
        }
    }

    #[inline(always)]
    fn compress_high(mask: u32, low: u32, base: u32, out: &mut [u64; 8]) {
        let (mut lanes, mut count) = (mask & 255, 0);
        while lanes != 0 {
            out[count & 7] = u64::from(base + lanes.trailing_zeros()) << 32 | u64::from(low);
            count += 1;
            lanes &= lanes - 1;
        }
    }

    #[inline(always)]
    fn high_bits(x: &[u32; 8]) -> u32 {
        x.iter().enumerate().fold(0, |bits, (lane, x)| bits | (x >> 31) << lane)
    }

    #[inline(always)]
    fn prefetch<T>(_: &T) {}

    #[inline(never)]
    fn run<T: Task>(task: T) -> T::Output {
        task.run::<Self>()
    }
}
