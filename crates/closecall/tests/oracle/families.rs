//! Families of pairs on which inexact tests fail: nearly all of them are degenerate in some way, or
//! one rounding away from it.

use super::random::Random;
use closecall::engine::geom::{DVec3, GlamPose as _, Triangle};
use closecall::geom::Pose;
use closecall::geom::range::{MAX_COORDINATE, MIN_COORDINATE};

pub type Pair = (Triangle, Triangle);

/// A named way to make pairs; its name is its seed.
#[derive(Clone, Copy)]
pub struct Family {
    pub name: &'static str,
    pub pair: fn(&mut Random) -> Pair,
}

impl Family {
    pub fn pairs(self) -> impl Iterator<Item = Pair> {
        let mut random = Random::seeded(self.name);
        std::iter::repeat_with(move || (self.pair)(&mut random))
    }
}

pub const FAMILIES: [Family; 12] = [
    Family { name: "integer grid", pair: integer_grid },
    Family { name: "rotated grid", pair: rotated_grid },
    Family { name: "far offset", pair: far_offset },
    Family { name: "shared corners and edges", pair: shared_corners },
    Family { name: "coplanar", pair: coplanar },
    Family { name: "needles", pair: needles },
    Family { name: "degenerate", pair: degenerate },
    Family { name: "one scale, tiny to huge", pair: one_scale },
    Family { name: "many scales at once", pair: many_scales },
    Family { name: "edge of the range", pair: edge_of_range },
    Family { name: "grazing", pair: grazing },
    Family { name: "one ulp off", pair: one_ulp_off },
];

/// A triangle of the grid low … high.
fn grid_triangle(random: &mut Random, low: i32, high: i32) -> Triangle {
    [(); 3].map(|()| random.on_grid(low, high))
}

fn integer_grid(random: &mut Random) -> Pair {
    let side = random.integer(1, 5);
    (grid_triangle(random, 0, side), grid_triangle(random, 0, side))
}

/// Points that were coplanar, collinear or equal on the grid are so only up to a rounding
/// afterwards.
fn rotated_grid(random: &mut Random) -> Pair {
    let pose = random_pose(random);
    let (a, b) = integer_grid(random);
    (pose.carried_triangle(&a), pose.carried_triangle(&b))
}

fn random_pose(random: &mut Random) -> Pose {
    let q = [(); 4].map(|()| random.number() + 1e-3);
    let norm = q.map(|x| x * x).iter().sum::<f64>().sqrt();
    let t = random.on_grid(-3, 3) / 3.0;
    Pose::from_quaternion(t.to_array(), q.map(|x| x / norm)).expect("a unit quaternion")
}

/// A tenth is not an f64: the grid is rounded, and coarsely so.
fn far_offset(random: &mut Random) -> Pair {
    let distance = 2f64.powi(random.integer(10, 49));
    let offset = distance * random.in_cube();
    let place = |p: DVec3| offset + 0.1 * p;
    let (a, b) = integer_grid(random);
    (a.map(place), b.map(place))
}

/// B has corners of A, points of its edges, or points of their lines.
fn shared_corners(random: &mut Random) -> Pair {
    let a = [(); 3].map(|()| 4.0 * random.on_grid(-2, 2));
    let fractions: &[f64] = match random.integer(0, 4) {
        0 => &[0.0],
        1 => &[0.25, 0.5, 0.75],
        _ => &[-0.25, 1.25, 1.5],
    };
    let corner = |random: &mut Random| {
        let (i, j) = (random.integer(0, 2) as usize, random.integer(0, 2) as usize);
        a[i] + (a[j] - a[i]) * random.pick(fractions)
    };
    let first = corner(random);
    let second = if random.once_in(2) { corner(random) } else { random.on_grid(-8, 8) };
    (a, [first, second, random.on_grid(-8, 8)])
}

/// Both in one plane, some with a corner nudged out of it.
fn coplanar(random: &mut Random) -> Pair {
    let (o, u, v) = (random.on_grid(-9, 9), random.on_grid(-3, 3), random.on_grid(-3, 3));
    let mut triangle = || {
        let (i, j) = (random.integer(-2, 2), random.integer(-2, 2));
        [(); 3].map(|()| {
            o + u * f64::from(i + random.integer(-2, 2)) + v * f64::from(j + random.integer(-2, 2))
        })
    };
    let (a, mut b) = (triangle(), triangle());
    if random.once_in(4) {
        b[0] = nudged(random, b[0]);
    }
    (a, b)
}

/// Two needles that pass close by each other's middle, on the grid or rotated off it.
fn needles(random: &mut Random) -> Pair {
    let needle = |random: &mut Random, middle: DVec3| {
        let half = f64::from(random.pick(&[10, 1_000, 100_000])) * random.on_grid(-3, 3);
        [middle - half, middle + half, middle + half + random.on_grid(-1, 1)]
    };
    let a = needle(random, DVec3::ZERO);
    let on_a =
        random.pick(&[DVec3::ZERO, 0.5 * a[0], 0.5 * a[1], (a[0] + a[1] + 2.0 * a[2]) * 0.25]);
    let beside = if random.once_in(2) { DVec3::ZERO } else { random.on_grid(-1, 1) };
    let b = needle(random, on_a + beside);
    if random.once_in(2) {
        return (a, b);
    }
    let pose = random_pose(random);
    (pose.carried_triangle(&a), pose.carried_triangle(&b))
}

/// At least one is a segment or a point.
fn degenerate(random: &mut Random) -> Pair {
    let side = random.integer(1, 2);
    let a = grid_triangle(random, 0, side).map(|p| 2.0 * p);
    let (p, q) = (2.0 * random.on_grid(0, side), 2.0 * random.on_grid(0, side));
    let b = match random.integer(0, 5) {
        0 => [p, p, p],
        1 => [p, q, p],
        2 => [p, (p + q) * 0.5, q],
        3 => [p, 2.0 * q - p, q],
        4 => [(p + q) * 0.5; 3],
        _ => [q, q, p],
    };
    let a = if random.once_in(3) { [a[0], a[1], (a[0] + a[1]) * 0.5] } else { a };
    let (a, b) = if random.once_in(2) { (a, b) } else { (b, a) };
    if random.once_in(2) {
        return (a, b);
    }
    let pose = Pose::from_matrix(QUARTER_AND_FIFTHS).expect("a rotation");
    (pose.carried_triangle(&a), pose.carried_triangle(&b))
}

/// 3-4-5 about z, then a quarter turn about x: some collinear points stay collinear, others are
/// rounded off.
const QUARTER_AND_FIFTHS: [[f64; 4]; 4] =
    [[0.6, -0.8, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.8, 0.6, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

fn one_scale(random: &mut Random) -> Pair {
    let scale = 2f64.powi(random.integer(-200, 97));
    let (a, b) = if random.once_in(2) { integer_grid(random) } else { rotated_grid(random) };
    (a.map(|p| flushed(scale * p)), b.map(|p| flushed(scale * p)))
}

/// As a mesh or a pose would have it: nothing between 0 and 2⁻²⁰⁰.
fn flushed(p: DVec3) -> DVec3 {
    Pose::IDENTITY.carried(p)
}

/// Coordinates of the order of 2⁻²⁰⁰ beside some of the order of 2¹⁰⁰.
fn many_scales(random: &mut Random) -> Pair {
    let scales = [(); 2].map(|()| 2f64.powi(random.integer(-200, 98)));
    let mut triangle = || [(); 3].map(|()| random.on_grid(-2, 2).map(|x| x * random.pick(&scales)));
    (triangle(), triangle())
}

/// The largest and the smallest numbers that can occur: 2¹⁰⁰ carried obliquely and far, and 2⁻²⁰⁰.
fn edge_of_range(random: &mut Random) -> Pair {
    let choices = [
        0.0,
        MAX_COORDINATE,
        -MAX_COORDINATE,
        random.pick(&[MIN_COORDINATE, MAX_COORDINATE.next_down()]),
    ];
    let mut triangle = || [(); 3].map(|()| DVec3::ZERO.map(|_| random.pick(&choices)));
    let (a, b) = (triangle(), triangle());
    if random.once_in(2) {
        return (a, b);
    }
    let turn = random_pose(random).matrix().transpose().to_cols_array_2d();
    let far = [(); 3].map(|()| random.pick(&[0.0, MAX_COORDINATE]));
    let rows = [0, 1, 2].map(|i| [turn[i][0], turn[i][1], turn[i][2], far[i]]);
    let pose =
        Pose::from_matrix([rows[0], rows[1], rows[2], [0.0, 0.0, 0.0, 1.0]]).expect("a rotation");
    (pose.carried_triangle(&a), pose.carried_triangle(&b))
}

/// B stands on A, or edge on edge, up to the rounding of the point where they touch.
fn grazing(random: &mut Random) -> Pair {
    if random.once_in(2) { corner_on_face(random) } else { edge_on_edge(random) }
}

fn corner_on_face(random: &mut Random) -> Pair {
    let a = [(); 3].map(|()| random.in_cube());
    let (s, t) = (random.number().abs(), random.number().abs());
    let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
    let foot = a[0] + s * (a[1] - a[0]) + t * (a[2] - a[0]);
    let normal = (a[1] - a[0]).cross(a[2] - a[0]);
    let mut above = || {
        let v = random.in_cube();
        foot + if v.dot(normal) < 0.0 { -v } else { v }
    };
    (a, [foot, above(), above()])
}

fn edge_on_edge(random: &mut Random) -> Pair {
    let (x, u, v) = (random.in_cube(), random.in_cube(), random.in_cube());
    let up = u.cross(v);
    ([x - u, x + random.number().abs() * u, x - up], [x - v, x + random.number().abs() * v, x + up])
}

fn one_ulp_off(random: &mut Random) -> Pair {
    let (a, b) = if random.once_in(2) { integer_grid(random) } else { rotated_grid(random) };
    (a.map(|p| nudged(random, p)), b.map(|p| nudged(random, p)))
}

/// Each coordinate one f64 up or down, or left alone.
fn nudged(random: &mut Random, p: DVec3) -> DVec3 {
    p.map(|x| match random.integer(0, 5) {
        _ if x == 0.0 => x,
        0 => x.next_up(),
        1 => x.next_down(),
        _ => x,
    })
}
