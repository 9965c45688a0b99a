//! The portable level: plain arrays, no unsafe code. The twin that the other levels are compared with.

use super::{F32x4, F32x8, F64x4, Hardware, INVERSE_ROOT_DOWN, Task};
use std::ops::{Add, Mul, Sub};

/// Plain arrays.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Portable;

/// `N` numbers, worked on one after the other.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Array<T, const N: usize>(pub [T; N]);

macro_rules! array_lanes {
    ($scalar:ty, $lanes:literal) => {
        impl Array<$scalar, $lanes> {
            #[inline(always)]
            fn zip(self, other: Self, f: impl Fn($scalar, $scalar) -> $scalar) -> Self {
                let mut out = self.0;
                for (x, y) in out.iter_mut().zip(other.0) {
                    *x = f(*x, y);
                }
                Self(out)
            }

            #[inline(always)]
            fn bits(self, f: impl Fn(usize, $scalar) -> bool) -> u32 {
                self.0.iter().enumerate().fold(0, |bits, (lane, &x)| bits | u32::from(f(lane, x)) << lane)
            }

            #[inline(always)]
            fn plus_product(self, b: Self, c: Self) -> Self {
                self * b + c
            }
        }

        impl Add for Array<$scalar, $lanes> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.zip(other, |x, y| x + y)
            }
        }

        impl Sub for Array<$scalar, $lanes> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self.zip(other, |x, y| x - y)
            }
        }

        impl Mul for Array<$scalar, $lanes> {
            type Output = Self;
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self.zip(other, |x, y| x * y)
            }
        }
    };
}

array_lanes!(f32, 8);
array_lanes!(f64, 4);

impl F32x8 for Array<f32, 8> {
    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self([x; 8])
    }
    #[inline(always)]
    fn load(x: &[f32; 8]) -> Self {
        Self(*x)
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self.plus_product(b, c)
    }
    #[inline(always)]
    fn mul_sub(self, b: Self, c: Self) -> Self {
        self * b - c
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
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
    fn store(self, out: &mut [f32; 8]) {
        *out = self.0;
    }
    #[inline(always)]
    fn against(self, sign: Self) -> Self {
        self.zip(sign, |x, sign| if sign.is_sign_negative() { x } else { -x })
    }
    #[inline(always)]
    fn or_if_less(self, other: Self, a: Self, b: Self) -> Self {
        let mut out = self.0;
        for (lane, x) in out.iter_mut().enumerate().filter(|(lane, _)| a.0[*lane] < b.0[*lane]) {
            *x = other.0[lane];
        }
        Self(out)
    }
    #[inline(always)]
    fn or_where(self, lanes: u32, other: Self) -> Self {
        let mut out = self.0;
        (0..8).filter(|lane| lanes >> lane & 1 != 0).for_each(|lane| out[lane] = other.0[lane]);
        Self(out)
    }
    #[inline(always)]
    fn inverse_root(self) -> Self {
        Self(self.0.map(|x| INVERSE_ROOT_DOWN / x.sqrt()))
    }
    #[inline(always)]
    fn least_except(self, skip: u32) -> f32 {
        let kept = self.0.iter().enumerate().filter(|(lane, _)| skip >> lane & 1 == 0);
        kept.fold(f32::INFINITY, |least, (_, &x)| if x < least { x } else { least })
    }
    #[inline(always)]
    fn over(self, divisor: Self) -> Self {
        self.zip(divisor, |x, y| x / y)
    }
}

impl F32x4 for Array<f32, 4> {
    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self([x; 4])
    }
    #[inline(always)]
    fn load(x: &[f32; 4]) -> Self {
        Self(*x)
    }
    #[inline(always)]
    fn store(self, out: &mut [f32; 4]) {
        *out = self.0;
    }
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        let mut out = self.0;
        (0..4).for_each(|k| out[k] *= b.0[k]);
        Self(out)
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        let mut out = c.0;
        (0..4).for_each(|k| out[k] += self.0[k] * b.0[k]);
        Self(out)
    }
}

impl F64x4 for Array<f64, 4> {
    #[inline(always)]
    fn splat(x: f64) -> Self {
        Self([x; 4])
    }
    #[inline(always)]
    fn new(x: [f64; 4]) -> Self {
        Self(x)
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self.plus_product(b, c)
    }
    #[inline(always)]
    fn mul_sub(self, b: Self, c: Self) -> Self {
        self * b - c
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(f64::abs))
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
    fn negative(self) -> u32 {
        self.bits(|_, x| x.is_sign_negative())
    }
    #[inline(always)]
    fn flush(self, limit: f64) -> Self {
        Self(self.0.map(|x| if x.abs() < limit { 0.0 } else { x }))
    }
    #[inline(always)]
    fn over(self, divisor: Self) -> Self {
        self.zip(divisor, |x, y| x / y)
    }
    #[inline(always)]
    fn to_array(self) -> [f64; 4] {
        self.0
    }
}

impl Hardware for Portable {
    type F = Array<f32, 8>;
    type Q = Array<f32, 4>;
    type D = Array<f64, 4>;

    #[inline(always)]
    fn compress_low(mask: u32, low: &[u32; 8], high: u32, out: &mut [u64; 8]) {
        let lanes = (0..8).filter(|lane| mask >> lane & 1 != 0);
        for (entry, lane) in out.iter_mut().zip(lanes) {
            *entry = u64::from(high) << 32 | u64::from(low[lane]);
        }
    }

    #[inline(always)]
    fn compress_high(mask: u32, low: u32, base: u32, out: &mut [u64; 8]) {
        let lanes = (0..8).filter(|lane| mask >> lane & 1 != 0);
        for (entry, lane) in out.iter_mut().zip(lanes) {
            *entry = u64::from(base + lane) << 32 | u64::from(low);
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
