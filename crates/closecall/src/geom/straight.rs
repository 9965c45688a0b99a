//! When do two triangles first meet whose corners move along straight lines? A triangle may be an edge or a point, so that
//! this is also the test of a vertex against a face and of an edge against an edge of deforming meshes.
//!
//! **Method.** At a time s the nearest points of the two give a direction n. Along n the two are apart as long as every corner
//! of the first is beyond every corner of the second. Each of these heights is linear in time, so the last moment s' to
//! which all of them stay positive is known in closed form, and nothing meets from s to s'. The search goes on at s'. Near a
//! meeting this is Newton's method, and it needs few steps; along a surface at a constant distance one direction serves for
//! the whole way.
//!
//! Where two bodies turn together, a fixed direction is soon wrong. So a face's normal, or what is square to two edges, is
//! also tried as it turns with them: n(t) = e(t) × f(t). Heights along it are polynomials of the third degree, above the lower
//! hull of their four Bernstein coefficients. Where corners come close to corners, and rounding spoils the direction, all
//! normals and all products of edges are tried.
//!
//! **Rounding.** Let u = 2⁻⁵³, M the largest coordinate of all corners relative to the first one's start, and N the sum of
//! n's magnitudes. A relative corner is off by uM a coordinate. A height n·d has three products and two sums, off by
//! 3uMN. A difference of two heights is off by 2·(uMN + 3uMN) + 2uMN = 10uMN, at both ends of the motion and so in
//! between. The moment s', a quotient of such differences that are at most 4MN apart, is off by 4u of itself, and the heights
//! there by 16uMN. Heights above 64uMN (`CERTAIN`) are therefore positive. The distance at s is that of two points of the
//! triangles: corners at a time are off by 6uM, their combinations by 32uM, and 128uM pay for all of it (`BLUR`).
//!
//! Along n(t): edges and differences d of corners are at most 2M a coordinate and off by 14uM (two corners, and a rounding of
//! 2uM). A coordinate of e × f is at most 8M², off by 2(2·2M·14uM + 4uM²) + 8uM² = 128uM². So n·d is off by 3(128uM²·2M +
//! 8M²·14uM) + 3u·48M³ = 1248uM³, and a coefficient, a mean of such, by a few u·48M³ more: `CERTAIN_TURNING` is 2048uM³.

use super::exact::meet;
use super::exact::nearest::{Feature, Nearest, nearest};
use super::range::{PointError, check_point};
use super::{DVec3, Triangle};

const U: f64 = f64::EPSILON / 2.0;

/// Heights above this, times M and N, are positive.
const CERTAIN: f64 = 64.0 * U;

/// Heights along a normal that turns are positive above this, times M³.
const CERTAIN_TURNING: f64 = 2048.0 * U;

/// Where [`CERTAIN`] times M and N is below this, 2⁻¹⁰⁰⁰, products may have underflowed, and nothing is certain.
const LEAST: f64 = f64::from_bits((1023 - 1000) << 52);

/// How many stretches are tried for a normal that turns.
const STRETCHES: u32 = 6;

/// How much a distance is off by at most, over M.
const BLUR: f64 = 128.0 * U;

/// Up to three corners that move along straight lines, each at its own constant speed, from time 0 to time 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Straight {
    from: Triangle,
    to: Triangle,
}

impl Straight {
    /// A point.
    ///
    /// # Errors
    /// If a coordinate is out of [range](super::range).
    pub fn point(from: DVec3, to: DVec3) -> Result<Self, PointError> {
        Self::triangle([from; 3], [to; 3])
    }

    /// An edge, from its first end to its second.
    ///
    /// # Errors
    /// If a coordinate is out of [range](super::range).
    pub fn edge([a, b]: [DVec3; 2], [a_to, b_to]: [DVec3; 2]) -> Result<Self, PointError> {
        Self::triangle([a, b, b], [a_to, b_to, b_to])
    }

    /// A triangle.
    ///
    /// # Errors
    /// If a coordinate is out of [range](super::range).
    pub fn triangle(from: Triangle, to: Triangle) -> Result<Self, PointError> {
        from.iter().chain(&to).try_for_each(|&corner| check_point(corner))?;
        Ok(Self { from, to })
    }

    /// Where it is at a time, relative to a point.
    fn at(&self, time: f64, origin: DVec3) -> Triangle {
        std::array::from_fn(|i| (self.from[i] - origin) * (1.0 - time) + (self.to[i] - origin) * time)
    }

    /// The heights of its corners at both ends, relative to a point.
    fn heights(&self, n: DVec3, origin: DVec3) -> [[f64; 3]; 2] {
        [self.from.map(|corner| n.dot(corner - origin)), self.to.map(|corner| n.dot(corner - origin))]
    }

    /// The largest coordinate relative to a point.
    fn reach(&self, origin: DVec3) -> f64 {
        self.from.iter().chain(&self.to).fold(0.0, |reach, &corner| (corner - origin).abs().max_element().max(reach))
    }
}

/// How certain and how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StraightLimits {
    /// What comes nearer than this counts as a meeting. Nothing is decided below about 1e-13 of the extent.
    pub tolerance: f64,
    /// How many directions are tried.
    pub steps: u32,
}

/// What is known of a motion from time 0 to time 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstMeeting {
    /// They never meet: a proof.
    Free,
    /// They do not meet before `time`, and then they are no further apart than `distance`, which is within the tolerance.
    Close {
        /// When.
        time: f64,
        /// At least the distance.
        distance: f64,
    },
    /// They do not meet before `free_until`; the steps were used up, or rounding forbids more.
    Undecided {
        /// So far all is proved.
        free_until: f64,
    },
}

/// When do two bodies whose corners move straight first meet?
///
/// ```
/// use closecall::geom::DVec3;
/// use closecall::geom::straight::{FirstMeeting, Straight, StraightLimits, first_meeting};
///
/// // A point falls through a triangle, half way.
/// let point = Straight::point(DVec3::new(0.25, 0.25, 1.0), DVec3::new(0.25, 0.25, -1.0))?;
/// let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let face = Straight::triangle(corners, corners)?;
/// let limits = StraightLimits { tolerance: 1e-9, steps: 1000 };
/// let FirstMeeting::Close { time, .. } = first_meeting(&point, &face, &limits) else { panic!("it does meet") };
/// assert!((time - 0.5).abs() < 1e-9);
///
/// // Beside it, it does not.
/// let point = Straight::point(DVec3::new(0.75, 0.75, 1.0), DVec3::new(0.75, 0.75, -1.0))?;
/// assert_eq!(first_meeting(&point, &face, &limits), FirstMeeting::Free);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn first_meeting(a: &Straight, b: &Straight, limits: &StraightLimits) -> FirstMeeting {
    let origin = a.from[0];
    let reach = a.reach(origin).max(b.reach(origin));
    let mut time = 0.0;
    for _ in 0..limits.steps {
        let now = [a.at(time, origin), b.at(time, origin)];
        let found = nearest(&now[0], &now[1]);
        let distance = found.a.distance(found.b) * (1.0 + 4.0 * U) + BLUR * reach;
        if distance <= limits.tolerance {
            return FirstMeeting::Close { time, distance };
        }
        let until = apart_until(a, b, direction(&found, &now), (time, origin, reach)).unwrap_or(time);
        let until = until.max(apart_turning(a, b, &found, (time, origin, reach)));
        let until = if until > time { until } else { apart_along_any(a, b, &found, (time, origin, reach)) };
        if until >= 1.0 {
            return FirstMeeting::Free;
        }
        if until <= time {
            // The nearest points say nothing of bodies that cross. Later they cannot without having come close before.
            let cross = time == 0.0 && meet(&a.from, &b.from).meets;
            return if cross {
                FirstMeeting::Close { time, distance: 0.0 }
            } else {
                FirstMeeting::Undecided { free_until: time }
            };
        }
        time = until;
    }
    FirstMeeting::Undecided { free_until: time }
}

/// From B's nearest point towards A's, more or less.
///
/// The difference of two points that are nearly the same is mostly rounding. So the direction is that of the face's normal,
/// or square to both edges, or to the one that is not met at an end.
fn direction(found: &Nearest, [a, b]: &[Triangle; 2]) -> DVec3 {
    let between = found.a - found.b;
    let square_to = |edge: DVec3| {
        let share = between.dot(edge) / edge.length_squared();
        let rest = between - edge * share;
        // Once more, for what the first subtraction rounded.
        rest - edge * (rest.dot(edge) / edge.length_squared())
    };
    let towards = |n: DVec3| if n.dot(between) < 0.0 { -n } else { n };
    let n = match (edges_of_normal(found, [a, b]), found.feature) {
        (Some([e, f]), _) => towards(e.cross(f)),
        (None, Feature::Edges(i, _)) if is_inner(found.shares[0]) => square_to(edge(a, i)),
        (None, Feature::Edges(_, j)) if is_inner(found.shares[1]) => square_to(edge(b, j)),
        (None, _) => between,
    };
    if n.is_finite() && n.max_element().max(-n.min_element()) > 0.0 { n } else { between }
}

fn is_inner(share: f64) -> bool {
    share > 0.0 && share < 1.0
}

/// The edge from corner `i` to the next.
fn edge(t: &Triangle, i: usize) -> DVec3 {
    t[(i + 1) % 3] - t[i]
}

/// The two edges to which the line between the nearest points is square: of a face, or one of each body.
fn edges_of_normal(found: &Nearest, [a, b]: [&Triangle; 2]) -> Option<[DVec3; 2]> {
    match found.feature {
        Feature::FirstCorner(_) => Some([edge(b, 0), edge(b, 1)]),
        Feature::SecondCorner(_) => Some([edge(a, 0), edge(a, 1)]),
        Feature::Edges(i, j) if found.shares.into_iter().all(is_inner) => Some([edge(a, i), edge(b, j)]),
        Feature::Edges(..) => None,
    }
}

/// The last moment found to which A is beyond B along the normal that turns with them; `time` if there is none.
fn apart_turning(a: &Straight, b: &Straight, found: &Nearest, (time, origin, reach): (f64, DVec3, f64)) -> f64 {
    let now = [a.at(time, origin), b.at(time, origin)];
    let Some(from) = edges_of_normal(found, [&now[0], &now[1]]) else { return time };
    let side = if from[0].cross(from[1]).dot(found.a - found.b) < 0.0 { -1.0 } else { 1.0 };
    let (mut until, mut stretch) = (time, 1.0 - time);
    for _ in 0..STRETCHES {
        let then = [a.at(time + stretch, origin), b.at(time + stretch, origin)];
        let Some(to) = edges_of_normal(found, [&then[0], &then[1]]) else { break };
        let share = apart_share([&now, &then], [from, to], side, CERTAIN_TURNING * reach * reach * reach);
        until = until.max(time + share * stretch);
        // A stretch that fits tells more; one that was used for the most part is long enough.
        if share > 0.25 || share == 0.0 {
            break;
        }
        stretch *= 4.0 * share;
    }
    until
}

/// For what share of a stretch A stays beyond B along the normal of two edges that turn: 1 for all of it.
fn apart_share(
    [now, then]: [&[Triangle; 2]; 2],
    [[e, f], [e_to, f_to]]: [[DVec3; 2]; 2],
    side: f64,
    certain: f64,
) -> f64 {
    let [first, middle, last] = [e.cross(f), (e.cross(f_to) + e_to.cross(f)) * 0.5, e_to.cross(f_to)].map(|n| n * side);
    let mut share = 1.0f64;
    for (i, j) in (0..9).map(|pair| (pair / 3, pair % 3)) {
        let (d, d_to) = (now[0][i] - now[1][j], then[0][i] - then[1][j]);
        let heights = [
            first.dot(d),
            (first.dot(d_to) + 2.0 * middle.dot(d)) / 3.0,
            (2.0 * middle.dot(d_to) + last.dot(d)) / 3.0,
            last.dot(d_to),
        ];
        share = share.min(share_above(heights, certain));
    }
    share
}

/// Where the lower hull of four Bernstein coefficients first comes down to a level; 1 where it does not.
///
/// The hull's edges are among the lines through two coefficients, and all others come down later.
fn share_above(heights: [f64; 4], level: f64) -> f64 {
    // Also for what is no number.
    if !(heights[0] > level) {
        return 0.0;
    }
    let mut share = 1.0f64;
    for k in (1..4).filter(|&k| !(heights[k] > level)) {
        for i in (0..k).filter(|&i| heights[i] > level) {
            let along = (heights[i] - level) / (heights[i] - heights[k]);
            share = share.min((i as f64 + (k - i) as f64 * along) / 3.0);
        }
    }
    // A few roundings less.
    if share < 1.0 { share * (1.0 - 16.0 * U) } else { 1.0 }
}

/// The last moment to which A is beyond B along any normal or product of edges; `time` if there is none.
fn apart_along_any(a: &Straight, b: &Straight, found: &Nearest, (time, origin, reach): (f64, DVec3, f64)) -> f64 {
    let [now_a, now_b] = [a.at(time, origin), b.at(time, origin)];
    let (e, f) = ([0, 1, 2].map(|i| edge(&now_a, i)), [0, 1, 2].map(|j| edge(&now_b, j)));
    let between = found.a - found.b;
    let across = e.into_iter().flat_map(|e| f.map(|f| e.cross(f)));
    let normals = [e[0].cross(e[1]), f[0].cross(f[1]), between];
    let square = e.into_iter().chain(f).map(|edge| edge.cross(between).cross(edge));
    let moments = across.chain(normals).chain(square).flat_map(|n| [n, -n]);
    moments.filter_map(|n| apart_until(a, b, n, (time, origin, reach))).fold(time, f64::max)
}

/// The last moment to which A is beyond B along `n` from `time` on; none if it is not known to be even then.
fn apart_until(a: &Straight, b: &Straight, n: DVec3, (time, origin, reach): (f64, DVec3, f64)) -> Option<f64> {
    let certain = CERTAIN * reach * n.abs().element_sum();
    if certain < LEAST {
        return None;
    }
    let ([a_from, a_to], [b_from, b_to]) = (a.heights(n, origin), b.heights(n, origin));
    let mut until = 1.0f64;
    for i in 0..3 {
        for j in 0..3 {
            let (first, last) = (a_from[i] - b_from[j], a_to[i] - b_to[j]);
            // Also for what is no number.
            if !(first + time * (last - first) > certain) {
                return None;
            }
            if last <= certain {
                until = until.min((first - certain) / (first - last) * (1.0 - 8.0 * U));
            }
        }
    }
    Some(until)
}
