//! Bounds on the rounding of tetrahedra.
//!
//! Every bound has its derivation here, as those of the library have theirs in its `rounding`.

/// (b−a)×(c−a)·(d−a), in the product of the largest differences along the axes: 50u.
///
/// A term has 8 roundings, and there are 6 terms, none above the product: 48u. The product of the
/// bound is rounded three times.
pub(crate) const ORIENT: f64 = 25.0 * f64::EPSILON;

/// The test of a point in a sphere, in M²XYZ: (16·72 + 8)u.
///
/// A term is a product of five differences with 16 roundings: 5 for those, 5 for the 3×3 minor, 6
/// for the squared length, the product and the sum. There are 4·3·6 terms. The bound is rounded ten
/// times.
pub(crate) const IN_SPHERE: f64 = 580.0 * f64::EPSILON;

/// A rounded coordinate of a Steiner point, twice, in the largest: u each, and twice that.
pub(crate) const STEINER: f64 = 2.0 * f64::EPSILON;

/// Products with a ray's direction that rule out a tetrahedron, in their sums of magnitudes: a
/// millionth, far more than 8u.
pub(crate) const SHOOT: f64 = 1e-6;

/// The same, as a factor.
pub(crate) const SHOOT_UP: f64 = 1.0 + 1e-6;
