//! One ray, point, convex body or tool against a tree in f32.
//!
//! ε = 2⁻²⁴, u = 2⁻⁵³; lengths are in the tree's units; R is the radius of the tree's ball, Q the
//! larger of R and `reach`. The stored boxes' own margin is [`super::tree::BOX_MARGIN`].

use super::F32_U;

/// A convex body's centre, in |centre|∞ + reach: to f32 √3·ε, a vertex of the tree √3·ε, and 0.1ε
/// for axes that are not quite orthogonal: 3.6ε.
pub const BODY_POSITION: f64 = 4.0 * F32_U;
/// The part that is done in f64, in |c|₁ + |o|₁ + R: a product with an axis is off by 5u. This is
/// 32u.
pub const BODY_F64: f64 = 16.0 * f64::EPSILON;
/// A slab, in the reach: n to f32 costs ε·|u|, three products and sums 3.1ε·√3|u|, a stored vertex
/// √3·ε, with |u| ≤ √3·reach: 13ε.
pub const BODY_SLAB: f64 = 16.0 * F32_U;

/// The origin of a ray as seen from the frame's centre, in the coordinates of both: a difference.
pub const RAY_ORIGIN: f64 = 2.0 * f64::EPSILON;
/// The path of a ray in f64, in |o|₁ and the length of a segment: direction, foot and start are each
/// off by under 4u·|o| + 4u·R. This is 32u of |o|; those of R are far below ε·R.
pub const RAY_F64: f64 = 16.0 * f64::EPSILON;
/// The ball that a ray is cut down to, and the length of what is left: a few roundings of f64, and
/// a unit direction that is one up to 4u. 10⁻⁹ is far above, and below ε.
pub const RAY_BALL_UP: f64 = 1.0 + 1e-9;
/// A ray against a box, in Q.
///
/// y costs 11.4ε·Q (the start 1.42ε, the difference 2.42ε, products 3.1ε·2.42), the direction 8.4ε·Q
/// over the whole path, sums, reciprocal and product 17.2ε·Q: 37ε·Q. (7.1ε·h is the box's.)
pub const RAY_BOX: f64 = 40.0 * F32_U;
/// A corner as seen along a ray, in Q: 15ε for its coordinates, and what its side's own rounding
/// costs, 2.1ε·2.42·2: 25.2ε.
pub const RAY_CORNER: f64 = 28.0 * F32_U;

/// A point as seen from the frame's centre, in the coordinates of both: 8u for a difference and a
/// scale.
pub const POINT_ORIGIN: f64 = 4.0 * f64::EPSILON;
/// A point against a box, in |q| + Q: q to f32 ε, the difference and products 4.1ε; a triangle's
/// corner ε·R.
pub const POINT_BOX: f64 = 8.0 * F32_U;
/// The squared distance of a point from a box: AAᵀ is I up to 2ε, so the sum is at most 6.1ε too
/// large, and it rounds by 3.1ε.
pub const POINT_SQUARES_DOWN: f32 = 1.0 - 16.0 * F32_U as f32;
/// A point against a triangle, either way, in |q| + Q: a corner as it is seen √3·2ε, the point x of the
/// triangle 16ε a coordinate, and x·(a corner)/|x| √3·3ε: under 32ε.
pub const POINT_TRIANGLE: f64 = 40.0 * F32_U;
/// The length of x, and what is divided by it: six roundings.
pub const POINT_LENGTH_UP: f32 = 1.0 + 16.0 * F32_U as f32;
/// The same downward.
pub const POINT_LENGTH_DOWN: f32 = 1.0 - 16.0 * F32_U as f32;
/// A distance from far off less that of the ball, in both: four roundings of |q|, d and their
/// difference, 8u, twice.
pub const POINT_FAR: f64 = 8.0 * f64::EPSILON;

/// A tool on its way, in (1 + m) times all sizes, for a tangent of the slope m.
///
/// A coordinate in the tool's frame costs 7.1ε·C, the start ε·S and a difference: 8.2ε(C + S). With
/// two more products and the sum of six terms under 24ε, `above` and `beside` 8ε, a stored corner
/// √3·ε, a direction longer than 1 by 4ε.
pub const TOOL: f64 = 48.0 * F32_U;
/// The rest of a tangent, in itself, which may be 50 radii: rounded once, multiplied and added.
pub const TOOL_REST: f64 = 16.0 * F32_U;
/// The part that is done in f64, in the coordinates: differences and products with rows, under 16u.
pub const TOOL_F64: f64 = 32.0 * f64::EPSILON;
/// The error of the height above a tree's ball, in the ball and the tool: sums of f64, and far below ε.
pub const TOOL_ABOVE: f64 = 1e-9;
/// The part of the way over a tree's ball, in the sizes of its ends: more than a root loses of
/// f64 when its argument is a difference of squares, √(16u) = 4·10⁻⁸.
pub const TOOL_CLIP: f64 = 1e-7;
/// The same, as a factor.
pub const TOOL_CLIP_UP: f64 = 1.0 + 1e-7;
