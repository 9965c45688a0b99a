//! Pairs of triangles in f64, four at a time: decided where rounding cannot matter, else left to
//! exact arithmetic.
//!
//! The six corners are taken relative to the first of A; let m be the largest magnitude of these
//! differences. *Heights* are n·s with n = e×f, *sides* e·(q×f) + (p×e)·f for an edge e from p and
//! an edge f from q. The sign of either is certain where its magnitude is above
//! [`TRIANGLE_SIGN`]·m³. Nothing underflows: see [`crate::geom::range`]. If all corners coincide, m
//! is 0 and nothing is certain.
//!
//! *Within a distance.* A plane that leaves the two on different sides, further apart than the
//! distance, settles it, and so does a meeting. For the rest the nearest points are guessed
//! ([`super::nearest`]), and two comparisons settle what rounding leaves open, by the bounds that
//! [`crate::geom::exact::within`] derives for its own guess: the points are off by less than 64um
//! in sum over both (here a point is w + u·s − v·t with a rounding fewer), projections by 17um, and
//! all else by under 16 roundings of itself.

use super::nearest::nearest;
use super::{cross, dot, sub};
use crate::geom::range::MIN_COORDINATE;
use crate::geom::{Pose, Triangle};
use crate::rounding::exact::{MARGIN_DIFFERENCE, NEAREST_POINTS, NORMAL_LENGTH, TRIANGLE_SIGN};
use crate::rounding::factor::{DOWN_9, DOWN_16, UP_16};
use crate::wide::simd::{F64x4, Hardware, Task};

type V3<D> = [D; 3];

/// Four triangles, corner by corner.
type Corners<D> = [V3<D>; 3];

/// Four triangles side by side.
#[inline(always)]
fn gather<D: F64x4>(triangles: &[Triangle; 4]) -> Corners<D> {
    [corner(triangles, 0), corner(triangles, 1), corner(triangles, 2)]
}

#[inline(always)]
fn corner<D: F64x4>([a, b, c, d]: &[Triangle; 4], q: usize) -> V3<D> {
    [
        D::new([a[q].x, b[q].x, c[q].x, d[q].x]),
        D::new([a[q].y, b[q].y, c[q].y, d[q].y]),
        D::new([a[q].z, b[q].z, c[q].z, d[q].z]),
    ]
}

#[inline(always)]
fn loaded<D: F64x4>([p, q, r]: &[[[f64; 4]; 3]; 3]) -> Corners<D> {
    let corner = |[x, y, z]: &[[f64; 4]; 3]| [D::new(*x), D::new(*y), D::new(*z)];
    [corner(p), corner(q), corner(r)]
}

/// [`Pose::carry`], operation by operation, in every lane.
#[inline(always)]
fn carry<D: F64x4>(pose: &Pose, corners: Corners<D>) -> Corners<D> {
    [carry_corner(pose, corners[0]), carry_corner(pose, corners[1]), carry_corner(pose, corners[2])]
}

#[inline(always)]
fn carry_corner<D: F64x4>(pose: &Pose, [x, y, z]: V3<D>) -> V3<D> {
    let (rotation, shift) = (pose.matrix().to_cols_array(), pose.shift().to_array());
    let mut out = [x; 3];
    for k in 0..3 {
        let sum = D::splat(rotation[k]) * x
            + D::splat(rotation[3 + k]) * y
            + D::splat(rotation[6 + k]) * z;
        out[k] = (sum + D::splat(shift[k])).flush(MIN_COORDINATE);
    }
    out
}

/// The pairs of triangles of four that certainly meet, and those that stay undecided; B is carried
/// first.
pub(in crate::wide) struct MeetOrUndecided<'k> {
    pub a: &'k [Triangle; 4],
    pub b: &'k [Triangle; 4],
    pub a_from_b: &'k Pose,
}

/// Four pairs of triangles, as they are kept from query to query: coordinate by coordinate, B's in
/// B's frame.
#[repr(C, align(64))]
#[derive(Clone, Debug)]
pub(in crate::wide) struct FourPairs {
    a: [[[f64; 4]; 3]; 3],
    b: [[[f64; 4]; 3]; 3],
}

impl FourPairs {
    /// Four times the same.
    pub(in crate::wide) fn of(a: &Triangle, b: &Triangle) -> Self {
        let four = |triangle: &Triangle| triangle.map(|corner| corner.to_array().map(|x| [x; 4]));
        Self { a: four(a), b: four(b) }
    }

    pub(in crate::wide) fn set(&mut self, lane: usize, a: &Triangle, b: &Triangle) {
        for (lanes, triangle) in [(&mut self.a, a), (&mut self.b, b)] {
            for (lanes, corner) in lanes.iter_mut().zip(triangle) {
                for (lanes, x) in lanes.iter_mut().zip(corner.to_array()) {
                    lanes[lane] = x;
                }
            }
        }
    }
}

/// [`MeetOrUndecided`], and a lower bound of the distance for pairs that do neither; 0 where none
/// is known.
pub(in crate::wide) struct MeetOrMargin<'k> {
    pub pairs: &'k FourPairs,
    pub a_from_b: &'k Pose,
}

/// The pairs of triangles among four that are certainly within a distance, and the undecided ones.
pub(in crate::wide) struct WithinOrUndecided<'k> {
    pub a: &'k [Triangle; 4],
    pub b: &'k [Triangle; 4],
    pub a_from_b: &'k Pose,
    pub distance: f64,
    pub lanes: u32,
}

/// [`WithinOrUndecided`] of all four, and how much further than that those are apart, at least,
/// that are certainly not; 0 where nothing is known.
pub(in crate::wide) struct WithinOrMargin<'k> {
    pub pairs: &'k FourPairs,
    pub a_from_b: &'k Pose,
    pub distance: f64,
}

/// A lower and an upper bound of the distance of four pairs of triangles.
pub(in crate::wide) struct BoundsOfFour<'k> {
    pub a: &'k [Triangle; 4],
    pub b: &'k [Triangle; 4],
    pub a_from_b: &'k Pose,
}

impl Task for BoundsOfFour<'_> {
    type Output = ([f64; 4], [f64; 4]);
    #[inline(always)]
    fn run<H: Hardware>(self) -> ([f64; 4], [f64; 4]) {
        let (a, b) = (gather::<H::D>(self.a), carry(self.a_from_b, gather::<H::D>(self.b)));
        let (low, high) = distance_bounds(&a, &b);
        (low.to_array(), high.to_array())
    }
}

impl Task for WithinOrUndecided<'_> {
    type Output = (u32, u32);
    #[inline(always)]
    fn run<H: Hardware>(self) -> (u32, u32) {
        let (a, b) = (gather::<H::D>(self.a), carry(self.a_from_b, gather::<H::D>(self.b)));
        let (within, undecided, _) = decide_within(&a, &b, self.distance, self.lanes);
        (within, undecided)
    }
}

impl Task for WithinOrMargin<'_> {
    type Output = (u32, u32, [f64; 4]);
    #[inline(always)]
    fn run<H: Hardware>(self) -> (u32, u32, [f64; 4]) {
        let FourPairs { a, b } = self.pairs;
        decide_within(
            &loaded::<H::D>(a),
            &carry(self.a_from_b, loaded::<H::D>(b)),
            self.distance,
            15,
        )
    }
}

impl Task for MeetOrUndecided<'_> {
    type Output = (u32, u32);
    #[inline(always)]
    fn run<H: Hardware>(self) -> (u32, u32) {
        let (meeting, undecided, _) = decide::<_, false>(
            &gather::<H::D>(self.a),
            &carry(self.a_from_b, gather::<H::D>(self.b)),
        );
        (meeting, undecided)
    }
}

impl Task for MeetOrMargin<'_> {
    type Output = (u32, u32, [f64; 4]);
    #[inline(always)]
    fn run<H: Hardware>(self) -> (u32, u32, [f64; 4]) {
        let FourPairs { a, b } = self.pairs;
        decide::<_, true>(&loaded::<H::D>(a), &carry(self.a_from_b, loaded::<H::D>(b)))
    }
}

#[inline(always)]
fn decide<D: F64x4, const MARGINS: bool>(a: &Corners<D>, b: &Corners<D>) -> (u32, u32, [f64; 4]) {
    let zero = [D::splat(0.0); 3];
    let p = [zero, sub(a[1], a[0]), sub(a[2], a[0])];
    let q = [sub(b[0], a[0]), sub(b[1], a[0]), sub(b[2], a[0])];
    let m =
        largest(p[1]).max(largest(p[2])).max(largest(q[0])).max(largest(q[1]).max(largest(q[2])));
    let uncertain = m * m * m * D::splat(TRIANGLE_SIGN);
    let p_edges = [p[1], sub(p[2], p[1]), sub(zero, p[2])];
    let q_edges = [sub(q[1], q[0]), sub(q[2], q[1]), sub(q[0], q[2])];

    let q_normal = cross(q_edges[0], q_edges[1]);
    let p_heights = [
        dot(q_normal, sub(zero, q[0])),
        dot(q_normal, sub(p[1], q[0])),
        dot(q_normal, sub(p[2], q[0])),
    ];
    let p_sides = Signs::of(p_heights, uncertain);
    let p_normal = cross(p[1], p[2]);
    let q_heights = [dot(p_normal, q[0]), dot(p_normal, q[1]), dot(p_normal, q[2])];
    let q_sides = Signs::of(q_heights, uncertain);
    let (beyond_q, beyond_p) =
        (p_sides.alike() & !p_sides.uncertain, q_sides.alike() & !q_sides.uncertain);
    let apart = beyond_q | beyond_p;
    let margins = if MARGINS && apart & 15 != 0 {
        let over_q = distances(p_heights, q_normal, m, uncertain);
        let over_p = distances(q_heights, p_normal, m, uncertain);
        std::array::from_fn(|x| match (beyond_q >> x & 1, beyond_p >> x & 1) {
            (0, 0) => 0.0,
            (1, 0) => over_q[x],
            (0, _) => over_p[x],
            _ => over_q[x].max(over_p[x]),
        })
    } else {
        [0.0; 4]
    };
    if apart & 15 == 15 {
        return (0, 0, margins);
    }
    let (crossing, unsure) =
        edges_through([&p, &q], [&p_edges, &q_edges], [&p_sides, &q_sides], uncertain);
    let undecided = (unsure | p_sides.uncertain | q_sides.uncertain) & !apart & 15;
    (crossing & !apart & !undecided & 15, undecided, margins)
}

/// The lanes that are within a distance, the undecided lanes, and by how much the others are
/// further apart.
#[inline(always)]
fn decide_within<D: F64x4>(
    a: &Corners<D>,
    b: &Corners<D>,
    distance: f64,
    lanes: u32,
) -> (u32, u32, [f64; 4]) {
    let (mut within, _, least) = decide::<D, true>(a, b);
    let mut least = D::new(least);
    let mut undecided = lanes & !within & least.at_most(D::splat(distance));
    if undecided != 0 {
        let (low, high) = distance_bounds(a, b);
        within |= high.at_most(D::splat(distance));
        least = least.max(low);
        undecided &= !within & least.at_most(D::splat(distance));
    }
    // Less a rounding of the difference.
    let further = (least - D::splat(distance)) - least * D::splat(MARGIN_DIFFERENCE);
    (within & lanes, undecided, further.max(D::splat(0.0)).to_array())
}

/// A lower and an upper bound of the distance.
#[inline(always)]
fn distance_bounds<D: F64x4>(a: &Corners<D>, b: &Corners<D>) -> (D, D) {
    let zero = [D::splat(0.0); 3];
    let p = [zero, sub(a[1], a[0]), sub(a[2], a[0])];
    let q = [sub(b[0], a[0]), sub(b[1], a[0]), sub(b[2], a[0])];
    let m =
        largest(p[1]).max(largest(p[2])).max(largest(q[0])).max(largest(q[1]).max(largest(q[2])));
    let off = m * D::splat(NEAREST_POINTS);
    let found = nearest(&p, &q);
    let low = found.gap.mul_sub(D::splat(DOWN_16), off);
    (low, found.square.root().mul_add(D::splat(UP_16), off))
}

/// The distance from a plane of the nearest of three corners, all on one side, at least: |n·s| over
/// |n|.
///
/// The height is off by less than `uncertain`; |n| is at most the sum of its magnitudes, which is
/// within √3 of it, and [`NORMAL_LENGTH`]·m².
#[inline(always)]
fn distances<D: F64x4>(heights: V3<D>, normal: V3<D>, m: D, uncertain: D) -> [f64; 4] {
    let least = heights[0].abs().min(heights[1].abs()).min(heights[2].abs()) - uncertain;
    let [x, y, z] = [normal[0].abs(), normal[1].abs(), normal[2].abs()];
    let length = (x + y + z) + m * m * D::splat(NORMAL_LENGTH);
    least.over(length).to_array().map(|distance| distance * DOWN_9)
}

/// The signs of three numbers in every lane, and in which lanes one of them is uncertain.
struct Signs {
    negative: [u32; 3],
    uncertain: u32,
}

impl Signs {
    #[inline(always)]
    fn of<D: F64x4>(v: V3<D>, uncertain: D) -> Self {
        let least = v[0].abs().min(v[1].abs()).min(v[2].abs());
        Self {
            negative: [v[0].negative(), v[1].negative(), v[2].negative()],
            uncertain: least.at_most(uncertain),
        }
    }

    /// Lanes in which all three signs are the same.
    #[inline(always)]
    fn alike(&self) -> u32 {
        let [a, b, c] = self.negative;
        a & b & c | !(a | b | c)
    }

    /// Lanes in which the edge from corner i changes sides.
    #[inline(always)]
    fn changes(&self, i: usize) -> u32 {
        self.negative[i] ^ self.negative[(i + 1) % 3]
    }
}

/// Lanes in which an edge of one triangle goes through the other: its ends are on both sides, and
/// it passes all three edges on the same side. Two triangles in general position meet if and only
/// if some edge does.
#[inline(always)]
fn edges_through<D: F64x4>(
    [p, q]: [&Corners<D>; 2],
    [p_edges, q_edges]: [&Corners<D>; 2],
    [p_sides, q_sides]: [&Signs; 2],
    uncertain: D,
) -> (u32, u32) {
    let p_moments = [cross(p[0], p_edges[0]), cross(p[1], p_edges[1]), cross(p[2], p_edges[2])];
    let q_moments = [cross(q[0], q_edges[0]), cross(q[1], q_edges[1]), cross(q[2], q_edges[2])];
    let mut least = D::splat(f64::MAX);
    let mut negative = [[0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            let side = dot(p_edges[i], q_moments[j]) + dot(p_moments[i], q_edges[j]);
            least = least.min(side.abs());
            negative[i][j] = side.negative();
        }
    }
    let mut through = 0;
    for i in 0..3 {
        let [a, b, c] = negative[i];
        through |= p_sides.changes(i) & (a & b & c | !(a | b | c));
        let [a, b, c] = [negative[0][i], negative[1][i], negative[2][i]];
        through |= q_sides.changes(i) & (a & b & c | !(a | b | c));
    }
    (through, least.at_most(uncertain))
}

#[inline(always)]
fn largest<D: F64x4>(v: V3<D>) -> D {
    v[0].abs().max(v[1].abs()).max(v[2].abs())
}
