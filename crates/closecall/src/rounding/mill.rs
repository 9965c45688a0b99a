//! Tools on their way over a part (`closecall-mill`).
//!
//! Lifts are computed with `geom::Interval`, which rounds outward by itself. These bounds
//! pay for what is done in plain f64 around that.

use super::U;

/// The distance of a chord from the curve it stands for: h²/8·max|f''| in 10 roundings, and what
/// lengths and angles that go in are off by. 10⁻⁹ is far above.
pub const CHORD_UP: f64 = 1.0 + 1e-9;
/// A point of an arc, in centre, radius and angles times radius, and in heights that change: 16u. The
/// angle is off by 4u, sine and cosine by 2u each, the radius by 7u, a product and a sum by 2u, a
/// height by 6u.
pub const ARC_POINT: f64 = 8.0 * f64::EPSILON;
/// A place of a tool that turns with the part, in all lengths: 90u. Two rotations of 16u each and
/// sums.
pub const TURNED_POINT: f64 = 1e-14;
/// The same, in all lengths times the turn: an angle is off by 3u of how far it turns. This is 16u.
pub const TURNED_ANGLE: f64 = 8.0 * f64::EPSILON;
/// Angles, sines, differences and products about an arc, in the sizes involved times its turns and one
/// more: an angle is off by 2u of itself, and all by under 46u. This is 90u, and is taken four times.
pub const AROUND_ARC: f64 = 1e-14;

/// The height of a corner of a hull of f64 points above one that is left out for it, in the tool's
/// size: 90u. A turn is decided by two products of differences, off by 3u of their magnitudes each.
/// A point may be left out for one that is left out later: this is taken for each.
pub const UNDERSIDE_DROP: f64 = 1e-14;
/// The error of the place where a slope touches an arc of a profile, in its end and radius: a product, a quotient and a
/// root are 5u; 10⁻¹² is 9000u. Within this the whole circle is taken, which is never too small.
pub const TOUCH: f64 = 1e-12;

/// Corners as seen from a tool, in all sizes: 900u. Products with a frame are off by 16u, slopes
/// and dot products by 8u.
pub const QUICK: f64 = 1e-13;

/// A corner in the frame of an inclined tool, in |d|₁.
///
/// M·d is off by (γ₃ + u) for entries of at most 1 and d rounded once; M's entries are off by 4u
/// from those of a true rotation: 4 + 4·3 = 16u.
pub const INCLINED: f64 = 16.0 * U;

/// q·p − z of a point, in the magnitudes of its terms: 8u. Two products and two sums are under 4u.
pub const DEPTH: f64 = 4.0 * f64::EPSILON;

/// The slope of a portal as plain f64 has it: a length and a quotient. Thin or steep portals need
/// more, so that the slope that intervals certify is taken where it is larger.
pub const PORTAL_STEEP_UP: f64 = 1.0 + 1e-6;

/// The foot of the axis on an edge, as a share, in (1 + |a|/|d|)².
///
/// Both ends are rounded, so that d is off by 2u(|a|/|d| + 1) of itself. Then −a·d/d² is off by
/// 2u(|a|/|d|)² + 9u|a|/|d| + 7u. This is 16u.
pub const FOOT: f64 = 8.0 * f64::EPSILON;

/// A normalised vector of the plane has this length at most: two divisions, a length of 2.5u. This
/// is 1 + 8u.
pub const UNIT_UP: f64 = 1.0 + 4.0 * f64::EPSILON;
/// The same at least.
pub const UNIT_DOWN: f64 = 1.0 - 4.0 * f64::EPSILON;

/// The distance from the rim of a tool below which a guess is tried. Nothing is decided by it.
pub const NEAR_RIM_UP: f64 = 1.0 + 1e-9;
/// The same from the other side.
pub const NEAR_RIM_DOWN: f64 = 1.0 - 1e-9;

/// A box of stock and a tool on its way, in all sizes: 9000u. Corners, middles and places on a move
/// are off by 4u, distances from the axis by 8u, conjugates by 16u·(1 + m), directions by 4u. A box
/// that is larger by this has (1 + m) times this to spare against a plane of slope m.
pub const STOCK_BOX: f64 = 1e-12;
