//! Volumes may be loose, never wrong: contents that share a point are never told apart, and a gap never exceeds the
//! distance of the contents. The scenes are built so that the volumes just touch, face to face, where a slack that forgets
//! a rounding would see light between them.

mod common;

use closecall::geom::{DMat3, DVec3, Pose, Triangle};
use closecall::volume::aabb::Tight;
use closecall::volume::eigen::orthonormal;
use closecall::volume::kdop::directions::{directions, vector};
use closecall::volume::kdop::{Shape, Tumbling};
use closecall::volume::obb::Orientation;
use closecall::volume::sphere::Small;
use closecall::volume::{
    Aabb, Centers, Extent, Fit, Kdop, Obb, Rigid, Sat6, Sat15, Separation, Slabs, Sphere, Test, Volume,
};
use common::Random;

/// Triangles over the corners of a block with one corner at `corner`, in a random or in the axes' frame.
fn block(random: &mut Random, corner: DVec3, towards: DVec3, size: f64, aligned: bool) -> Vec<Triangle> {
    let sides = DVec3::new(random.next(), random.next(), random.next()) * size;
    let frame = if aligned { DMat3::IDENTITY } else { frame_towards(random, towards) };
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

struct Scene {
    a: Vec<Triangle>,
    b: Vec<Triangle>,
    a_from_b: Pose,
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

/// Two bodies that share the carried first corner of B, and else lie on either side of a plane through it, which is
/// perpendicular to one of the `normals` or to any direction.
fn touching(random: &mut Random, round: usize, normals: &[DVec3]) -> Scene {
    let (size, offset, a_from_b) = setting(random, round);
    let normal = if round.is_multiple_of(2) { normals[random.below(normals.len())] } else { random.vector() };
    let normal_in_b = a_from_b.rotation().transpose() * normal;
    let b_corner = random.vector() * offset.max(size);
    let b = block(random, b_corner, normal_in_b, size, false);
    let shared = a_from_b.carry(b_corner);
    let other = random.next() * size;
    Scene { a: block(random, shared, -normal, other, false), b, a_from_b }
}

/// Blocks, for volumes with faces across `normals`.
fn blocks(normals: &[DVec3]) -> impl Fn(&mut Random, usize) -> Scene {
    move |random, round| touching(random, round, normals)
}

/// Two balls, as a few points on each, that share the carried first corner of B.
fn touching_balls(random: &mut Random, round: usize) -> Scene {
    let (size, offset, a_from_b) = setting(random, round);
    let b_corner = random.vector() * offset.max(size);
    let normal = random.vector().normalize();
    let b = ball(random, b_corner, a_from_b.rotation().transpose() * normal * size);
    let a_radius = random.next() * size;
    Scene { a: ball(random, a_from_b.carry(b_corner), normal * -a_radius), b, a_from_b }
}

/// Triangles over points of a ball, which touches `corner` and goes from there along `radius`.
fn ball(random: &mut Random, corner: DVec3, radius: DVec3) -> Vec<Triangle> {
    let frame = frame_towards(random, radius);
    let at = |v: DVec3| corner + radius + frame * v * radius.length();
    [[corner, at(DVec3::X), at(DVec3::Y)], [at(DVec3::NEG_Y), at(DVec3::Z), at(DVec3::NEG_Z)]].into()
}

/// The pose as a matrix whose RᵀR is off by nearly as much as is accepted.
fn at_the_edge_of_validity(random: &mut Random, pose: &Pose) -> Pose {
    let mut rows = pose.to_matrix().transpose().to_cols_array_2d();
    rows[..3].iter_mut().flat_map(|row| &mut row[..3]).for_each(|entry| *entry += random.signed() * 2e-10);
    Pose::from_matrix(rows).unwrap()
}

fn rigid(scene: &Scene) -> Rigid {
    let extent = |t: &[Triangle]| Extent::of(t.iter().flatten().copied());
    Rigid::new(&scene.a_from_b, extent(&scene.a), extent(&scene.b))
}

fn fitted<V: Volume>(triangles: &[Triangle], fit: &impl Fit<V>) -> (V, V::Extra) {
    fit.fit(triangles, &(0..triangles.len() as u32).collect::<Vec<_>>(), 0)
}

/// Tests A and the moved B.
fn apart<V: Volume, T: Test<V>>(
    scene: &Scene,
    fit: &impl Fit<V>,
    test: &T,
    rigid: &Rigid,
    hint: Option<T::Axis>,
) -> Option<Separation<T::Axis>> {
    let (b, extra) = fitted(&scene.b, fit);
    test.apart(&fitted(&scene.a, fit).0, &b.moved(&extra, rigid), rigid, hint)
}

const ROUNDS: usize = 20_000;

/// Nothing that touches is told apart; and with the `careless` part of the slack something would be.
fn never_parts_what_touches<V: Volume, T: Test<V>>(
    scenes: impl Fn(&mut Random, usize) -> Scene,
    fit: &impl Fit<V>,
    test: &T,
    careless: f64,
) {
    let mut random = Random(17);
    let mut wrong_when_careless = 0;
    for round in 0..ROUNDS {
        let scene = scenes(&mut random, round);
        let rigid = rigid(&scene);
        assert!(apart(&scene, fit, test, &rigid, None).is_none(), "round {round}: what touches was told apart");
        let careless = Rigid { slack: careless * rigid.slack, ..rigid };
        wrong_when_careless += usize::from(apart(&scene, fit, test, &careless, None).is_some());
    }
    assert!(wrong_when_careless > 0, "the scenes do not need the slack, so they prove nothing");
}

/// Bodies a known distance apart: the gap is at most the distance between the nearest corners, and mostly close to it.
fn gaps_are_lower_bounds<V: Volume, T: Test<V>>(fit: &impl Fit<V>, test: &T) {
    let mut random = Random(23);
    let (mut parted, rounds) = (0, 5_000);
    for round in 0..rounds {
        let mut scene = touching(&mut random, round, &DVec3::AXES);
        let step = random.vector() * scene.b[0][1].distance(scene.b[0][0]).max(scene.a[0][2].distance(scene.a[0][0]));
        scene.a.iter_mut().flatten().for_each(|corner| *corner += step);
        let rigid = rigid(&scene);
        let Some(separation) = apart(&scene, fit, test, &rigid, None) else { continue };
        parted += 1;
        let carried: Vec<_> = scene.b.iter().flatten().map(|&v| scene.a_from_b.carry(v)).collect();
        let corners = scene.a.iter().flatten();
        let nearest = corners.flat_map(|p| carried.iter().map(move |q| p.distance(*q))).fold(f64::INFINITY, f64::min);
        assert!(separation.gap <= nearest, "round {round}: gap {:e} of {nearest:e}", separation.gap);
        assert!(separation.gap >= 0.0);
        let again =
            apart(&scene, fit, test, &rigid, Some(separation.axis)).expect("the axis that parted them does it again");
        assert_eq!(again.gap, separation.gap);
    }
    assert!(parted > rounds / 10 && parted < rounds, "{parted} of {rounds} told apart");
}

#[test]
fn axis_aligned_boxes_are_conservative() {
    never_parts_what_touches::<Aabb, _>(blocks(&DVec3::AXES), &Tight, &Sat6, 0.0);
    never_parts_what_touches::<Aabb, _>(blocks(&DVec3::AXES), &Tight, &Sat15, 0.0);
    gaps_are_lower_bounds::<Aabb, _>(&Tight, &Sat15);
}

/// Fits a box along the edges of a [`block`], so that boxes of touching blocks touch face to face.
struct AlongEdges;

impl Fit<Obb> for AlongEdges {
    fn fit(&self, block: &[Triangle], items: &[u32], _depth: usize) -> (Obb, ()) {
        let edge = |i: usize| block[i][1] - block[0][0];
        let corners = items.iter().flat_map(|&item| block[item as usize]);
        (Obb::along(orthonormal(edge(1), edge(2)), corners), ())
    }
}

#[test]
fn oriented_boxes_are_conservative() {
    never_parts_what_touches::<Obb, _>(blocks(&DVec3::AXES), &AlongEdges, &Sat6, 0.0);
    never_parts_what_touches::<Obb, _>(blocks(&DVec3::AXES), &AlongEdges, &Sat15, 0.0);
    for orientation in [
        Orientation::Vertices,
        Orientation::HullVertices,
        Orientation::HullSurface,
        Orientation::Surface,
        Orientation::Best,
    ] {
        gaps_are_lower_bounds::<Obb, _>(&orientation, &Sat15);
    }
}

#[test]
fn merged_boxes_hold_both() {
    let mut random = Random(29);
    for round in 0..2_000 {
        let scene = touching(&mut random, round, &DVec3::AXES);
        let (a, _) = Fit::<Obb>::fit(&Orientation::Best, &scene.a, &[0, 1, 2, 3, 4, 5, 6, 7], 0);
        let (b, _) = Fit::<Obb>::fit(&Orientation::Best, &scene.b, &[0, 1, 2, 3, 4, 5, 6, 7], 0);
        let merged = a.merge(&b);
        for p in scene.a.iter().chain(&scene.b).flatten() {
            let local = (merged.axes.transpose() * (*p - merged.center)).abs() - merged.half;
            let tolerance = 1e-14 * (merged.half.length() + merged.center.length());
            assert!(local.max_element() <= tolerance, "round {round}: {local}");
        }
    }
}

#[test]
fn spheres_are_conservative() {
    never_parts_what_touches::<Sphere, _>(touching_balls, &Small, &Centers, 0.0);
    gaps_are_lower_bounds::<Sphere, _>(&Small, &Centers);
}

/// The bounds of a k-DOP are rounded outward and its corners are carried as the triangles are, so that no slack at all would
/// often do; the scenes are sharp enough to notice one that is too small.
const SHRUNK: f64 = -1.0;

/// Tumbles the corners themselves, so that k-DOPs of touching blocks touch face to face at any rotation.
struct ByCorners;

impl<const S: usize> Fit<Kdop<S>> for ByCorners {
    fn fit(&self, block: &[Triangle], _items: &[u32], _depth: usize) -> (Kdop<S>, Shape) {
        let points: Vec<DVec3> = block.iter().flatten().copied().collect();
        (Kdop::around(points.iter().copied()), Shape::Points { points: points.into(), blur: 0.0 })
    }
}

fn dops_are_conservative<const S: usize>() {
    let normals = directions::<S>().map(vector);
    never_parts_what_touches::<Kdop<S>, _>(blocks(&normals), &ByCorners, &Slabs, SHRUNK);
    gaps_are_lower_bounds::<Kdop<S>, _>(&Tumbling::Flying { hull_levels: 0 }, &Slabs);
}

#[test]
fn all_dops_are_conservative() {
    dops_are_conservative::<3>();
    dops_are_conservative::<4>();
    dops_are_conservative::<6>();
    dops_are_conservative::<7>();
    dops_are_conservative::<9>();
    dops_are_conservative::<10>();
    dops_are_conservative::<13>();
}
