//! Pairs of bodies that touch in one point and else lie on either side of a plane or between two
//! balls: scenes in which bounding volumes touch face to face, at sizes and offsets where roundings
//! show.

#![allow(dead_code, reason = "every test binary uses another part")]

use crate::common::Random;
use closecall::engine::geom::{DMat3, DVec3, GlamPose as _, Triangle};
use closecall::geom::Pose;
use closecall_classic::volume::{Extent, Rigid};

/// Triangles over the corners of a block with one corner at `corner`; one side goes `towards` some
/// direction.
fn block(random: &mut Random, corner: DVec3, towards: DVec3, size: f64) -> Vec<Triangle> {
    let sides = DVec3::new(random.next(), random.next(), random.next()) * size;
    let frame = frame_towards(random, towards);
    let at = |i: usize| {
        let pick = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { 0.0 };
        corner + frame * (sides * DVec3::new(pick(0), pick(1), pick(2)))
    };
    (0..8).map(|i| [corner, at(i), at((i + 3) % 8)]).collect()
}

fn frame_towards(random: &mut Random, towards: DVec3) -> DMat3 {
    let x = towards.normalize();
    let y = x.cross(random.vector()).normalize();
    DMat3::from_cols(x, y, x.cross(y))
}

/// Two bodies at a pose.
pub struct Scene {
    pub a: Vec<Triangle>,
    pub b: Vec<Triangle>,
    pub a_from_b: Pose,
}

impl Scene {
    /// The pose as volumes feel it.
    pub fn rigid(&self) -> Rigid {
        let extent = |t: &[Triangle]| Extent::of(t.iter().flatten().copied());
        Rigid::new(&self.a_from_b, extent(&self.a), extent(&self.b))
    }

    /// B's corners as the triangle test sees them.
    pub fn carried(&self) -> impl Iterator<Item = DVec3> {
        self.b.iter().flatten().map(|&corner| self.a_from_b.carried(corner))
    }
}

/// A scale, a pose that suits it, and an offset: where roundings show.
fn setting(random: &mut Random, round: usize) -> (f64, f64, Pose) {
    let size = 2f64.powf(random.signed() * 8.0) * 2f64.powi([0, -150, 60, 0][round % 4]);
    let offset = [0.0, 1.0, 1e6][round % 3] * size;
    let rotation = if round.is_multiple_of(5) { [1.0, 0.0, 0.0, 0.0] } else { random.rotation() };
    let translation = (random.vector() * offset).to_array();
    let a_from_b = Pose::from_quaternion(translation, rotation).unwrap();
    let edge = round.is_multiple_of(7);
    (size, offset, if edge { at_the_edge_of_validity(random, &a_from_b) } else { a_from_b })
}

/// Two bodies that share the carried first corner of B, and else lie on either side of a plane
/// through it, which is perpendicular to one of the `normals` or to any direction.
pub fn touching(random: &mut Random, round: usize, normals: &[DVec3]) -> Scene {
    let (size, offset, a_from_b) = setting(random, round);
    let normal = if round.is_multiple_of(2) {
        normals[random.below(normals.len())]
    } else {
        random.vector()
    };
    let normal_in_b = a_from_b.matrix().transpose() * normal;
    let b_corner = random.vector() * offset.max(size);
    let b = block(random, b_corner, normal_in_b, size);
    let shared = a_from_b.carried(b_corner);
    let other = random.next() * size;
    Scene { a: block(random, shared, -normal, other), b, a_from_b }
}

/// Blocks, for volumes with faces across `normals`.
pub fn blocks(normals: &[DVec3]) -> impl Fn(&mut Random, usize) -> Scene {
    move |random, round| touching(random, round, normals)
}

/// Two balls, as a few points on each, that share the carried first corner of B.
pub fn touching_balls(random: &mut Random, round: usize) -> Scene {
    let (size, offset, a_from_b) = setting(random, round);
    let b_corner = random.vector() * offset.max(size);
    let normal = random.vector().normalize();
    let b = ball(random, b_corner, a_from_b.matrix().transpose() * normal * size);
    let a_radius = random.next() * size;
    Scene { a: ball(random, a_from_b.carried(b_corner), normal * -a_radius), b, a_from_b }
}

/// Triangles over points of a ball, which touches `corner` and goes from there along `radius`.
fn ball(random: &mut Random, corner: DVec3, radius: DVec3) -> Vec<Triangle> {
    let frame = frame_towards(random, radius);
    let at = |v: DVec3| corner + radius + frame * v * radius.length();
    [[corner, at(DVec3::X), at(DVec3::Y)], [at(DVec3::NEG_Y), at(DVec3::Z), at(DVec3::NEG_Z)]]
        .into()
}

/// The pose as a matrix whose RᵀR is off by nearly as much as is accepted.
fn at_the_edge_of_validity(random: &mut Random, pose: &Pose) -> Pose {
    let mut rows = pose.to_matrix();
    rows[..3]
        .iter_mut()
        .flat_map(|row| &mut row[..3])
        .for_each(|entry| *entry += random.signed() * 2e-10);
    Pose::from_matrix(rows).unwrap()
}
