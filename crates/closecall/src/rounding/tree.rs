//! Trees in f32: boxes, triangles and pairs of them, on the CPU and on the device.
//!
//! ε = 2⁻²⁴; lengths are in units of a tree's frame; H is the sum of a box's half sides, D a longest
//! edge, `reach` the largest norm of a stored point. The whole argument, test by test, stands in
//! `wide::relation`; here is what each constant pays for.

use super::{F32_U, U};

/// The error of the place of a point of the other tree, in ρ·reach_Y + reach_X + |T|∞.
///
/// R and T to f32 cost ε each, three products and sums 4ε, a stored vertex ε: √3·6ε = 10.4ε.
/// Taking Rᵀ for R⁻¹ costs 0.051ε of |u − T|, 0.27ε in all. 12ε is more.
pub const POSITION: f64 = 12.0 * F32_U;

/// The part of a position that is done in f64, in |c_B|₁ + |t|₁ + |c_A|₁ + radius.
///
/// The offset costs 5u a coordinate and the carry 4u: √3·9·(1 + 10⁻⁸) = 15.6u. This is 32u.
pub const POSITION_F64: f64 = 32.0 * U;

/// The enlargement of stored boxes, in H.
///
/// Along an axis of X a test is off by (8.2·H_X + 25.4·H_Y)ε, along one of Y by (17.4·H_X +
/// 22.3·H_Y)ε, and 48ε·H lengthens a reach by 48ε·H(1 − 16ε). A triangle against a box needs
/// 34ε·H + 3.1ε·h of it.
pub const BOX_MARGIN: f64 = 48.0 * F32_U;

/// A triangle against a box, in D: 4.1ε + 7ε for a corner, 3.1ε for n·y, 2.1ε for an edge that is
/// not quite square to its own cross products: 16.3ε.
pub const TRIANGLE: f64 = 17.0 * F32_U;

/// Two triangles, in D_X + D_Y: 2ε for corners, 6.2ε for projections, and 6.2ε for edges whose ends
/// differ along their own cross product: 14.4ε.
pub const PAIR: f64 = 16.0 * F32_U;

/// The projection of a stored corner on a stored axis, in the radius: three products and sums
/// (3.1ε) and the corner's own rounding (ε).
pub const PROJECTION: f64 = 4.2 * F32_U;

/// The distance of stored axes from orthonormal ones, at most: each was rounded by ε, so that a
/// product of two is off by 2ε and second-order terms. What is further off is a damaged tree.
pub const STORED_AXES: f64 = 2.03 * F32_U;

/// No accepted rotation lengthens anything by more.
///
/// |RᵀR − I| ≤ 3·10⁻⁹ for entries off by 10⁻⁹: |R| ≤ √(1 + 3·10⁻⁹) ≤ 1 + 1.5·10⁻⁹.
pub const STRETCH: f64 = 1.0 + 2e-9;

/// The lengthening of a clearance d: 2⁻¹⁷ = 128ε.
///
/// A gap of contents within d is at most d(1 + 32ε), and longer half sides lengthen a reach by
/// (1 − 16ε) of that at least. On the device 22.2ε and (1 − 40ε).
pub const CLEARANCE_UP: f64 = 1.0 + 1.0 / (1u32 << 17) as f64;

/// A slack beyond this many sizes of the larger mesh proves nothing: 2⁵.
pub const USEFUL: f64 = (1u64 << 5) as f64;
/// Then this is the slack, larger than any length (2³⁶), and every test answers "overlap".
pub const HOPELESS: f64 = (1u64 << 40) as f64;
/// The largest ratio of two scales: no product of three lengths overflows f32.
pub const MAX_RATIO: f64 = (1u64 << 30) as f64;

/// Distances in f32, in proportion to themselves: 2⁻¹⁵ = 512ε.
///
/// A lower bound of m is at most m(1 + 100ε); two points of triangles are off by 6√3·ε of their
/// distance and roots and squares by a few ε.
pub const DISTANCE_UP: f32 = 1.0 + 1.0 / 32768.0;
/// The same downward.
pub const DISTANCE_DOWN: f32 = 1.0 - 1.0 / 32768.0;

/// The loss of a margin in the kernels: a gap over an upper bound of |n| is at most m(1 + 32ε), and
/// 2⁻¹⁶ = 256ε.
pub const MARGIN_DOWN: f32 = 1.0 - 1.0 / 65536.0;

/// The gain of an overlap: axes are not shorter than 1 − 8ε, and a few roundings; 2⁻¹⁶ = 256ε.
pub const OVERLAP_UP: f64 = 1.0 + 1.0 / 65536.0;

/// The gain of a distance that rules out pairs of triangles along cheap axes: a few roundings of
/// products of lengths; 2⁻¹⁶ = 256ε.
pub const SIFT_UP: f32 = 1.0 + 1.0 / 65536.0;

/// The slack of pairs less the clearance, in the slack of pairs: 8ε. Each was rounded up by 4ε.
pub const PAIR_DIFFERENCE: f32 = 4.0 * f32::EPSILON;

/// The clock of a front, in f32: 2⁻²⁰ = 16ε. The formula has under 8 roundings of positive terms,
/// and conversions one.
pub const CLOCK_UP: f64 = 1.0 + 1.0 / (1u64 << 20) as f64;
/// The same downward.
pub const CLOCK_DOWN: f64 = 1.0 - 1.0 / (1u64 << 20) as f64;

/// Takes an inverse root below 1/√x at every level of hardware: 2⁻¹¹ is more than the 1.5·2⁻¹² that
/// the roughest estimate is off by. What is left is at least 0.999 of it.
pub const INVERSE_ROOT_DOWN: f32 = 1.0 - 1.0 / 2048.0;
/// Takes x times such an inverse root above √x: it is at most 0.1 % too small.
pub const ROOT_ABOVE: f32 = 1.0011;

/// Levers on an axis, in |c|: |c × n| in f32 is off by 4ε|c|, its length by as much; 2⁻¹⁸ = 64ε.
pub const LEVER: f32 = 1.0 / 262_144.0;

/// The same with room for the roundings of a cross product: 0.999·1.002 > 1 + 900·10⁻⁶.
pub const ROOT_WELL_ABOVE: f32 = 1.002;
/// Takes a quotient that was computed with the square of an inverse root above the true one:
/// 0.999²·1.003 > 1 + 900·10⁻⁶.
pub const QUOTIENT_ABOVE: f32 = 1.003;

/// Gains of bodies that are far apart, in positions.
///
/// With l the lengths of which a position is 12ε: directions cost 7ε of |w| ≤ 2l, a difference of
/// two 15ε·2l, what is taken off 12ε·l/8, the last products 4ε·4l: under 64ε·l. 16 positions are
/// 192ε·l.
pub const FAR_POSITIONS: f64 = 16.0;
/// The limit of a gain, in the distance of the centres: 8 roundings of f64.
pub const FAR_LIMIT: f64 = 8.0 * f64::EPSILON;
/// The addition that makes all gains positive: the sum of the radii, and one percent of it.
pub const FAR_BASE_UP: f64 = 1.01;

/// The error of the place of a box of the device, as [`POSITION`]; 2ε more pay for the error of its boxes in f64.
pub const DEVICE_POSITION: f64 = POSITION + 2.0 * F32_U;
/// The enlargement of the library's boxes on the device, in H.
///
/// Axes are off by up to 18.1ε there, since the third is computed: tests are off by (7.2·H_X +
/// 48·H_Y)ε or (28.9·H_X + 26.3·H_Y)ε, and 66ε·H pays for each. The library's 48ε lose 5.1ε to the
/// computed axis: 48 − 5.1 + 24 = 66.9.
pub const DEVICE_MORE: f64 = 24.0 * F32_U;
/// The enlargement of thin boxes of the device, in H: they are made for the computed axes, and 66ε
/// is enough.
pub const DEVICE_THIN: f64 = 72.0 * F32_U;
/// A length that the device stores in f32: (1 + 2ε)(1 − ε) > 1.
pub const DEVICE_STORED_UP: f64 = 1.0 + 2.0 * F32_U;
/// The offset of two trees whose balls overlap, on the device: one part in a thousand more.
pub const DEVICE_SHIFT_UP: f64 = 1.001;
/// The sum of a translation's magnitudes is at most √3 < 1.8 of its length.
pub const DEVICE_SUM: f64 = 1.8;

// 48 − 5.1 + 24 and 72 must both be 66 or more, and the device's position not below the CPU's.
const _: () = assert!(BOX_MARGIN + DEVICE_MORE >= 71.1 * F32_U);
const _: () = assert!(DEVICE_THIN >= 66.0 * F32_U && DEVICE_POSITION >= POSITION);
