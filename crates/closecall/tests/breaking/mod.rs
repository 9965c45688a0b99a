//! Scenes made to break an engine: bodies that share single points and else lie on either side of
//! them, at any size, offset, ratio of sizes and valid pose.

#![allow(dead_code, reason = "every test binary uses another part")]

use crate::common::Random;
use closecall::Mesh;
use closecall::engine::geom::{DMat3, DVec3, GlamMesh as _, GlamPose as _, Triangle};
use closecall::geom::Pose;
use closecall::geom::range::{MIN_COORDINATE, is_coordinate};

/// Two bodies at a pose.
pub struct Scene {
    pub a: Mesh,
    pub b: Mesh,
    pub a_from_b: Pose,
}

/// A power of two in the range of exponents given.
pub fn power(random: &mut Random, low: i32, high: i32) -> f64 {
    let exponent = low + random.below((high - low + 1) as usize) as i32;
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// A mesh of triangles that share no vertices; coordinates under the range become 0. None if one is
/// above it.
pub fn soup(triangles: &[Triangle]) -> Option<Mesh> {
    let flush = |x: f64| if x.abs() < MIN_COORDINATE { 0.0 } else { x };
    let corners: Vec<_> = triangles
        .as_flattened()
        .iter()
        .map(|p| DVec3::from_array(p.to_array().map(flush)))
        .collect();
    let fits = corners.iter().flat_map(|p| p.to_array()).all(is_coordinate);
    let ids = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    fits.then(|| Mesh::new(corners, ids).expect("every coordinate is in range"))
}

/// Any valid pose: no turn, turns by right angles and by any angle, and matrices at the edge of
/// validity. None if the translation leaves the range.
pub fn pose(random: &mut Random, offset: f64) -> Option<Pose> {
    let turns = [[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, -0.5, 0.5], random.rotation(), random.rotation()];
    let turn = turns[random.below(4)];
    let translation = (random.vector() * offset)
        .to_array()
        .map(|x| if x.abs() < MIN_COORDINATE { 0.0 } else { x });
    let rigid = Pose::from_quaternion(translation, turn).ok()?;
    Some(match random.below(4) {
        0 => bent(&rigid, DMat3::IDENTITY * (1.0 + random.signed().signum() * 4.99e-10)),
        1 => {
            let mut shear = DMat3::IDENTITY;
            *shear.col_mut(random.below(3)) +=
                DVec3::AXES[random.below(3)] * random.signed() * 4e-10;
            bent(&rigid, shear)
        }
        _ => rigid,
    })
}

/// A pose whose rotation is not quite one.
pub fn bent(pose: &Pose, by: DMat3) -> Pose {
    let rows = (pose.matrix() * by).transpose().to_cols_array_2d();
    let shift = pose.shift();
    let row = |k: usize| [rows[k][0], rows[k][1], rows[k][2], shift[k]];
    Pose::from_matrix([row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]]).unwrap()
}

/// Triangles of many kinds about `center`: scattered, on a lattice, flat, needles, points.
fn body(random: &mut Random, count: usize, center: DVec3, size: f64) -> Vec<Triangle> {
    let kind = random.below(6);
    let edge = size * [1.0, 0.1, 1e-3, 1e-8, 1e-20][random.below(5)];
    let turn = DMat3::from_quat(glam_quat(random));
    (0..count)
        .map(|_| {
            let corner = center + random.vector() * size;
            let lattice = |random: &mut Random| center + (random.lattice(4) - 2.0) * size;
            match kind {
                0 => [corner, corner + random.vector() * edge, corner + random.vector() * edge],
                1 => [lattice(random), lattice(random), lattice(random)],
                2 => [(); 3]
                    .map(|()| center + turn * (random.vector() * DVec3::new(size, size, 0.0))),
                3 => [
                    corner,
                    corner + random.vector() * size,
                    corner + random.vector() * edge * 1e-9,
                ],
                4 => [corner; 3],
                _ => [(); 3].map(|()| {
                    center + turn * (random.vector() * DVec3::new(size, edge, edge * 1e-3))
                }),
            }
        })
        .collect()
}

fn glam_quat(random: &mut Random) -> closecall::engine::geom::DQuat {
    let [w, x, y, z] = random.rotation();
    closecall::engine::geom::DQuat::from_xyzw(x, y, z, w)
}

/// A body B, and a body A that is B as carried, seen in the mirror point of one of its corners and
/// larger or smaller by a factor: they share that corner, and where it is an extreme one their
/// volumes touch there and nowhere else.
pub fn mirrored(random: &mut Random) -> Option<Scene> {
    let size = power(random, -190, 90);
    let offset = size * [0.0, 1.0, 1e3, 1e9, 1e16][random.below(5)];
    let shift = size * [0.0, 1.0, 1e3, 1e9, 1e16][random.below(5)];
    let a_from_b = pose(random, shift)?;
    let count = [1, 2, 5, 9, 30, 30, 30, 30, 30, 200][random.below(10)];
    let center = random.vector() * offset;
    let b = soup(&body(random, count, center, size))?;
    let carried: Vec<Triangle> = b.iter().map(|t| a_from_b.carried_triangle(&t)).collect();
    let pivot = pivot(random, &carried);
    let factor = [1.0, 1.0, power(random, -4, 4), power(random, -40, 40), power(random, -200, 200)]
        [random.below(5)];
    let mirror = |p: DVec3| pivot - (p - pivot) * factor;
    let a = soup(&carried.iter().map(|t| t.map(mirror)).collect::<Vec<_>>())?;
    Some(Scene { a, b, a_from_b })
}

/// Any corner, or the furthest one along an axis, along any direction, or from the middle.
fn pivot(random: &mut Random, carried: &[Triangle]) -> DVec3 {
    let corners = carried.as_flattened();
    let furthest = |score: &dyn Fn(DVec3) -> f64| {
        corners
            .iter()
            .copied()
            .max_by(|p, q| score(*p).total_cmp(&score(*q)))
            .expect("there is a triangle")
    };
    let direction = random.vector();
    let axis = DVec3::AXES[random.below(3)];
    let low = corners.iter().copied().reduce(DVec3::min).unwrap();
    let high = corners.iter().copied().reduce(DVec3::max).unwrap();
    let middle = low * 0.5 + high * 0.5;
    match random.below(4) {
        0 => corners[random.below(corners.len())],
        1 => furthest(&|p| p.dot(axis)),
        2 => furthest(&|p| p.dot(direction)),
        _ => furthest(&|p| p.distance(middle)),
    }
}

/// Triangles of A that each touch a carried triangle of B in a corner, or nearly.
pub fn kissing(random: &mut Random) -> Option<Scene> {
    let size = power(random, -190, 90);
    let offset = size * [0.0, 1.0, 1e6, 1e15][random.below(4)];
    let a_from_b = pose(random, offset)?;
    let count = [1, 2, 9, 40][random.below(4)];
    let center = random.vector() * offset;
    let b = soup(&body(random, count, center, size))?;
    let factor = power(random, -60, 60);
    let mut a = Vec::new();
    for triangle in b.iter() {
        let [p, q, r] = a_from_b.carried_triangle(&triangle);
        let corner = if random.below(5) == 0 { p + (q - p) * random.next() } else { p };
        a.push([corner, corner - (q - p) * factor, corner - (r - p) * factor]);
    }
    Some(Scene { a: soup(&a)?, b, a_from_b })
}

/// Coordinates of any exponent there is, in one mesh.
pub fn any_exponent(random: &mut Random) -> Option<Scene> {
    let number = |random: &mut Random| random.signed() * power(random, -199, 99);
    let point = |random: &mut Random| DVec3::new(number(random), number(random), number(random));
    let shift = power(random, -199, 99);
    let a_from_b = pose(random, shift)?;
    let count = 1 + random.below(12);
    let b = soup(&(0..count).map(|_| [(); 3].map(|()| point(random))).collect::<Vec<_>>())?;
    let mut a: Vec<Triangle> = (0..count).map(|_| [(); 3].map(|()| point(random))).collect();
    for (t, other) in a.iter_mut().zip(b.iter()) {
        t[0] = a_from_b.carried(other[random.below(3)]);
    }
    Some(Scene { a: soup(&a)?, b, a_from_b })
}

/// Lattice triangles, and others that were turned away from the lattice and are carried back to it,
/// up to roundings: most corners lie in planes and on edges of the others, or just beside them.
pub fn grazing(random: &mut Random) -> Option<Scene> {
    let size = power(random, -190, 90);
    let shift = size * [0.0, 1.0, 1e3][random.below(3)];
    let a_from_b = pose(random, shift)?;
    let n = 1 + random.below(4);
    let jitter = [0.0, 1e-16, 1e-15, 1e-13][random.below(4)];
    let back = a_from_b.matrix().transpose();
    let corner = |random: &mut Random| (random.lattice(n) + random.vector() * jitter) * size;
    let triangles =
        |random: &mut Random| (0..20).map(|_| [(); 3].map(|()| corner(random))).collect::<Vec<_>>();
    let away = |p: DVec3| back * (p - a_from_b.shift());
    let a = soup(&triangles(random))?;
    let b = soup(&triangles(random).into_iter().map(|t| t.map(away)).collect::<Vec<_>>())?;
    Some(Scene { a, b, a_from_b })
}
