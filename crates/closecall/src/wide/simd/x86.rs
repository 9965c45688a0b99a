//! The levels of x86-64. All unsafe code of the engine is in this file, and it is of one kind:
//! calls of vector instructions that the machine must have.
//!
//! The lanes are only ever made inside [`Hardware::run`] of their level, and [`super::Level::run`]
//! enters that only after the machine was found to have the instructions. Everything in between is
//! `inline(always)`, so that it is compiled with them.
#![allow(unsafe_code)]

use super::order::LANES_OF_MASK;
use super::{F32x4, F32x8, F64x4, Hardware, Lanes, Task};
use crate::rounding::tree::INVERSE_ROOT_DOWN;
use std::arch::x86_64::*;
use std::ops::{Add, Mul, Sub};

/// AVX2 and FMA.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Avx2;

/// AVX-512 F, VL, DQ and BW on 256-bit lanes.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Avx512;

#[inline]
pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
}

#[inline]
pub(super) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512bw")
}

/// Eight f32 in a register.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::wide) struct F8(__m256);

/// Four f32 in a register.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::wide) struct F4(__m128);

/// Four f64 in a register.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::wide) struct D4(__m256d);

macro_rules! operator {
    ($lanes:ident, $trait:ident, $method:ident, $instruction:ident) => {
        impl $trait for $lanes {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: lanes exist only where AVX2 was found (see the module).
                Self(unsafe { $instruction(self.0, other.0) })
            }
        }
    };
}

operator!(F8, Add, add, _mm256_add_ps);
operator!(F8, Sub, sub, _mm256_sub_ps);
operator!(F8, Mul, mul, _mm256_mul_ps);
operator!(D4, Add, add, _mm256_add_pd);
operator!(D4, Sub, sub, _mm256_sub_pd);
operator!(D4, Mul, mul, _mm256_mul_pd);

impl Lanes for F8 {
    type Number = f32;
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
    const LARGE: f32 = f32::MAX;
    const TINY: f32 = f32::MIN_POSITIVE;
    const FLAT: f32 = 1e-7;

    #[inline(always)]
    fn splat(x: f32) -> Self {
        // SAFETY: called only where AVX2 was found (see the module).
        Self(unsafe { _mm256_set1_ps(x) })
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        // SAFETY: lanes exist only where AVX2 and FMA were found (see the module).
        Self(unsafe { _mm256_fmadd_ps(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn mul_sub(self, b: Self, c: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_fmsub_ps(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_min_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_max_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> u32 {
        // SAFETY: as above.
        unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(self.0, other.0)) as u32 }
    }
    #[inline(always)]
    fn or_if_less(self, other: Self, a: Self, b: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_blendv_ps(self.0, other.0, _mm256_cmp_ps::<_CMP_LT_OQ>(a.0, b.0)) })
    }
    #[inline(always)]
    fn over(self, divisor: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_div_ps(self.0, divisor.0) })
    }
    #[inline(always)]
    fn root(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_sqrt_ps(self.0) })
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        // SAFETY: as above. A rough reciprocal r, and a step of Newton's method: r(2 − xr).
        unsafe {
            let rough = _mm256_rcp_ps(self.0);
            Self(_mm256_mul_ps(rough, _mm256_fnmadd_ps(self.0, rough, _mm256_set1_ps(2.0))))
        }
    }
}

impl F32x8 for F8 {
    /// All ones, or 0.
    type Marks = Self;

    #[inline(always)]
    fn load(x: &[f32; 8]) -> Self {
        // SAFETY: as above; the reference is to 32 readable bytes.
        Self(unsafe { _mm256_loadu_ps(x.as_ptr()) })
    }
    #[inline(always)]
    fn store(self, out: &mut [f32; 8]) {
        // SAFETY: as above; the reference is to 32 writable bytes.
        unsafe { _mm256_storeu_ps(out.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn against(self, sign: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let bit = _mm256_set1_ps(-0.0);
            Self(_mm256_xor_ps(self.0, _mm256_andnot_ps(sign.0, bit)))
        }
    }
    #[inline(always)]
    fn or_where(self, lanes: u32, other: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let named =
                _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(lanes as i32), bits), bits);
            Self(_mm256_blendv_ps(self.0, other.0, _mm256_castsi256_ps(named)))
        }
    }
    #[inline(always)]
    fn unmarked() -> Self {
        Self::splat(0.0)
    }
    #[inline(always)]
    fn beyond(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_cmp_ps::<_CMP_GT_OQ>(self.0, other.0) })
    }
    #[inline(always)]
    fn either(a: Self, b: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_or_ps(a.0, b.0) })
    }
    #[inline(always)]
    fn marked(marks: Self) -> u32 {
        // SAFETY: as above.
        unsafe { _mm256_movemask_ps(marks.0) as u32 }
    }
    #[inline(always)]
    fn inverse_root(self) -> Self {
        // SAFETY: as above. The instruction is off by at most 1.5·2⁻¹² of the result, which the
        // factor takes away.
        Self(unsafe { _mm256_mul_ps(_mm256_rsqrt_ps(self.0), _mm256_set1_ps(INVERSE_ROOT_DOWN)) })
    }
    #[inline(always)]
    fn least_except(self, skip: u32) -> f32 {
        // SAFETY: as above.
        unsafe {
            let kept = self.or_where(skip, Self(_mm256_set1_ps(f32::INFINITY))).0;
            let four = _mm_min_ps(_mm256_castps256_ps128(kept), _mm256_extractf128_ps::<1>(kept));
            let two = _mm_min_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps::<1>(two, two)))
        }
    }
    #[inline(always)]
    fn look_up<const N: usize>(self, table: &[[f32; 2]; N]) -> (Self, Self) {
        const { assert!(N > 0 && N < 1 << 28) };
        // SAFETY: as above. As unsigned numbers the places are at most N − 1, so that every lane
        // reads within the table: pairs are 8 bytes apart. What is below 0, too large or no number
        // converts to a large unsigned number.
        unsafe {
            let place =
                _mm256_min_epu32(_mm256_cvttps_epi32(self.0), _mm256_set1_epi32(N as i32 - 1));
            let first = table.as_ptr().cast::<f32>();
            let second = first.add(1);
            (
                Self(_mm256_i32gather_ps::<8>(first, place)),
                Self(_mm256_i32gather_ps::<8>(second, place)),
            )
        }
    }
}

impl F32x4 for F4 {
    #[inline(always)]
    fn splat(x: f32) -> Self {
        // SAFETY: called only where AVX2 was found (see the module).
        Self(unsafe { _mm_set1_ps(x) })
    }
    #[inline(always)]
    fn load(x: &[f32; 4]) -> Self {
        // SAFETY: as above; the reference is to 16 readable bytes.
        Self(unsafe { _mm_loadu_ps(x.as_ptr()) })
    }
    #[inline(always)]
    fn store(self, out: &mut [f32; 4]) {
        // SAFETY: as above; the reference is to 16 writable bytes.
        unsafe { _mm_storeu_ps(out.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        // SAFETY: lanes exist only where AVX2 and FMA were found (see the module).
        Self(unsafe { _mm_mul_ps(self.0, b.0) })
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm_fmadd_ps(self.0, b.0, c.0) })
    }
}

impl Lanes for D4 {
    type Number = f64;
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    const LARGE: f64 = f64::MAX;
    const TINY: f64 = 1e-300;
    const FLAT: f64 = 1e-16;

    #[inline(always)]
    fn splat(x: f64) -> Self {
        // SAFETY: called only where AVX2 was found (see the module).
        Self(unsafe { _mm256_set1_pd(x) })
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        // SAFETY: lanes exist only where AVX2 and FMA were found (see the module).
        Self(unsafe { _mm256_fmadd_pd(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn mul_sub(self, b: Self, c: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_fmsub_pd(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_min_pd(self.0, other.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_max_pd(self.0, other.0) })
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> u32 {
        // SAFETY: as above.
        unsafe { _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LE_OQ>(self.0, other.0)) as u32 }
    }
    #[inline(always)]
    fn or_if_less(self, other: Self, a: Self, b: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_blendv_pd(self.0, other.0, _mm256_cmp_pd::<_CMP_LT_OQ>(a.0, b.0)) })
    }
    #[inline(always)]
    fn over(self, divisor: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_div_pd(self.0, divisor.0) })
    }
    #[inline(always)]
    fn root(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_sqrt_pd(self.0) })
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        Self::splat(1.0).over(self)
    }
}

impl F64x4 for D4 {
    #[inline(always)]
    fn new(x: [f64; 4]) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_set_pd(x[3], x[2], x[1], x[0]) })
    }
    #[inline(always)]
    fn negative(self) -> u32 {
        // SAFETY: as above.
        unsafe { _mm256_movemask_pd(self.0) as u32 }
    }
    #[inline(always)]
    fn flush(self, limit: f64) -> Self {
        // SAFETY: as above. "Not less than" is true for NaN too, which therefore stays, as in the
        // portable twin.
        unsafe {
            let keep = _mm256_cmp_pd::<_CMP_NLT_UQ>(self.abs().0, _mm256_set1_pd(limit));
            Self(_mm256_and_pd(self.0, keep))
        }
    }
    #[inline(always)]
    fn to_array(self) -> [f64; 4] {
        let mut out = [0.0; 4];
        // SAFETY: as above; the array is 32 writable bytes.
        unsafe { _mm256_storeu_pd(out.as_mut_ptr(), self.0) };
        out
    }
}

/// Moves the lanes that `mask` names to the front, and writes each with `other` above or below it.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn permute_pairs<const ABOVE: bool>(
    mask: u32,
    lanes: __m256i,
    other: u32,
    out: &mut [u64; 8],
) {
    // SAFETY: the caller has AVX2; the table rows are 8 readable bytes, `out` is 64 writable ones.
    unsafe {
        let order = &LANES_OF_MASK[mask as usize & 255];
        let order = _mm256_cvtepu8_epi32(_mm_loadl_epi64(order.as_ptr().cast()));
        let lanes = _mm256_permutevar8x32_epi32(lanes, order);
        let other = _mm256_set1_epi32(other as i32);
        let (low, high) = if ABOVE { (lanes, other) } else { (other, lanes) };
        let halves: *mut __m256i = out.as_mut_ptr().cast();
        _mm256_storeu_si256(halves, _mm256_unpacklo_epi32(low, high));
        _mm256_storeu_si256(halves.add(1), _mm256_unpackhi_epi32(low, high));
    }
}

/// [`permute_pairs`] with the instruction made for it. In two halves: while instructions on 512 bits
/// are under way, Intel's cores do products on 256 bits in one place, not in two. (Short queries
/// take 5 % longer with them.)
///
/// # Safety
/// The machine has AVX-512 F and VL.
#[inline(always)]
unsafe fn compress_pairs<const ABOVE: bool>(
    mask: u32,
    lanes: __m256i,
    other: u32,
    out: &mut [u64; 8],
) {
    // SAFETY: the caller has AVX-512; `out` is 64 writable bytes.
    unsafe {
        let lanes = _mm256_maskz_compress_epi32(mask as u8, lanes);
        let other = i64::from(other);
        let halves: *mut __m256i = out.as_mut_ptr().cast();
        for (x, four) in [_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes)]
            .into_iter()
            .enumerate()
        {
            let four = _mm256_cvtepu32_epi64(four);
            let pairs = if ABOVE {
                _mm256_or_si256(four, _mm256_set1_epi64x(other << 32))
            } else {
                _mm256_or_si256(_mm256_slli_epi64::<32>(four), _mm256_set1_epi64x(other))
            };
            _mm256_storeu_si256(halves.add(x), pairs);
        }
    }
}

macro_rules! hardware {
    ($level:ident, $write:ident, $features:literal) => {
        impl Hardware for $level {
            type F = F8;
            type Q = F4;
            type D = D4;

            #[inline(always)]
            fn compress_low(mask: u32, low: &[u32; 8], high: u32, out: &mut [u64; 8]) {
                // SAFETY: called only under `run`, where the features were found; `low` is 32
                // readable bytes.
                unsafe { $write::<true>(mask, _mm256_loadu_si256(low.as_ptr().cast()), high, out) }
            }

            #[inline(always)]
            fn compress_high(mask: u32, low: u32, base: u32, out: &mut [u64; 8]) {
                // SAFETY: called only under `run`, where the features were found.
                unsafe {
                    let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
                    $write::<false>(
                        mask,
                        _mm256_add_epi32(_mm256_set1_epi32(base as i32), lanes),
                        low,
                        out,
                    );
                }
            }

            #[inline(always)]
            fn high_bits(x: &[u32; 8]) -> u32 {
                // SAFETY: called only under `run`, where AVX2 was found; `x` is 32 readable bytes.
                unsafe { _mm256_movemask_ps(_mm256_loadu_ps(x.as_ptr().cast())) as u32 }
            }

            #[inline(always)]
            fn prefetch<T>(x: &T) {
                // SAFETY: a prefetch reads nothing; SSE is part of x86-64.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(x).cast()) }
            }

            #[inline(always)]
            fn run<T: Task>(task: T) -> T::Output {
                #[target_feature(enable = $features)]
                #[inline(never)]
                fn compiled<T: Task>(task: T) -> T::Output {
                    task.run::<$level>()
                }
                // SAFETY: `Level::run` calls this only where the machine has these features.
                unsafe { compiled(task) }
            }
        }
    };
}

hardware!(Avx2, permute_pairs, "avx2,fma,popcnt,bmi1,bmi2,lzcnt");
hardware!(
    Avx512,
    compress_pairs,
    "avx2,fma,popcnt,bmi1,bmi2,lzcnt,avx512f,avx512vl,avx512dq,avx512bw"
);
