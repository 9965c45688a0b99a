//! Translations of a body: how far rounding takes its corners from where they should be.
//!
//! [`carry`](crate::Pose::carry) turns a corner v into r(v), rounded the same way at every
//! translation, and adds the translation last, with one rounding. Let M bound all coordinates of
//! both bodies, at every translation t that is looked at, and those of r(v) and of τ + t, τ being the
//! translation of the pose: a body may be far from its own origin, and near the other body's. The
//! *reference* body at the translation t has the corners r(v) + τ + t, without that last rounding.
//!
//! * A body that is carried by the pose with the translation τ + t is off from the reference by uM in
//!   a coordinate for that sum, and by uM for the carry's last one; what is set to 0 because it is
//!   below 2⁻²⁰⁰ is far below that.
//! * A corner carried by the pose and then moved by t in f64 is off by 2uM in a coordinate.
//!
//! So both are off by 2√3·uM in length, less than 4uM, and any two of them from each other by less
//! than 8uM.

use super::{ACCEPTED_ROTATION, U};

/// Two copies of a body at a translation, each rounded in its way, are apart by less than this
/// share of M: 8u.
pub const COPIES_OFF: f64 = 8.0 * U;

/// A translation that is this share of M inside a set of translations which was checked at its
/// corners is inside for every copy: 32u.
///
/// A corner t of the checked set is computed with three roundings, so it is off from its ray by
/// less than 6uM. The check used a copy, and the claim is about another: 8uM. The cells use twice
/// the sum: under 28uM. A ball inside B is off by 9uM for r(v), its centre by as much, both by 4uM as
/// above, and the difference of the centres by 4uM: under 30uM.
pub const INSIDE_MARGIN: f64 = 32.0 * U;

/// A distance in B, turned by an accepted rotation R, is at least this share of itself.
///
/// An entry of RᵀR is off by [`ACCEPTED_ROTATION`] at most, so |Rx|² is at least (1 − 3·10⁻⁹)|x|².
/// Ten times as much is allowed for.
pub const TURNED_DOWN: f64 = 1.0 - 10.0 * ACCEPTED_ROTATION;
