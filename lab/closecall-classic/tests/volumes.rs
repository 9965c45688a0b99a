//! Volumes may be loose, never wrong: contents that share a point are never told apart, and a gap
//! never exceeds the distance of the contents. The scenes are built so that the volumes just touch,
//! face to face, where a slack that forgets a rounding would see light between them.

use crate::common::Random;
use crate::touching::{Scene, blocks, touching, touching_balls};
use closecall::engine::geom::{DVec3, Triangle};
use closecall::lab::eigen::orthonormal;
use closecall_classic::volume::aabb::Tight;
use closecall_classic::volume::kdop::closure::Closure;
use closecall_classic::volume::kdop::directions::{directions, vector};
use closecall_classic::volume::kdop::{
    AllDirections, Closed, Ordered, Ranked, TumbledShape, Tumbling,
};
use closecall_classic::volume::obb::Orientation;
use closecall_classic::volume::sphere::Small;
use closecall_classic::volume::{
    Aabb, Centers, Fit, Kdop, Obb, Rigid, Sat6, Sat15, Separation, Slabs, Sphere, Test, Volume,
};

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

const ROUNDS: usize = 1_000;

/// Nothing that touches is told apart; and with the `careless` part of the slack something would
/// be.
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
        let rigid = scene.rigid();
        assert!(
            apart(&scene, fit, test, &rigid, None).is_none(),
            "round {round}: what touches was told apart"
        );
        let careless = Rigid { slack: careless * rigid.slack, ..rigid };
        wrong_when_careless += usize::from(apart(&scene, fit, test, &careless, None).is_some());
    }
    assert!(wrong_when_careless > 0, "the scenes do not need the slack, so they prove nothing");
}

/// Bodies a known distance apart: the gap is at most the distance between the nearest corners, and
/// mostly close to it.
fn gaps_are_lower_bounds<V: Volume, T: Test<V>>(fit: &impl Fit<V>, test: &T) {
    let mut random = Random(23);
    let (mut parted, rounds) = (0, 300);
    for round in 0..rounds {
        let mut scene = touching(&mut random, round, &DVec3::AXES);
        let step = random.vector()
            * scene.b[0][1].distance(scene.b[0][0]).max(scene.a[0][2].distance(scene.a[0][0]));
        scene.a.iter_mut().flatten().for_each(|corner| *corner += step);
        let rigid = scene.rigid();
        let Some(separation) = apart(&scene, fit, test, &rigid, None) else { continue };
        parted += 1;
        let carried: Vec<_> = scene.carried().collect();
        let corners = scene.a.iter().flatten();
        let nearest = corners
            .flat_map(|p| carried.iter().map(move |q| p.distance(*q)))
            .fold(f64::INFINITY, f64::min);
        assert!(
            separation.gap <= nearest,
            "round {round}: gap {:e} of {nearest:e}",
            separation.gap
        );
        assert!(separation.gap >= 0.0);
        let again = apart(&scene, fit, test, &rigid, Some(separation.axis))
            .expect("the axis that parted them does it again");
        assert_eq!(again.gap, separation.gap);
    }
    assert!(parted > rounds / 40 && parted < rounds, "{parted} of {rounds} told apart");
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
fn spheres_are_conservative() {
    never_parts_what_touches::<Sphere, _>(touching_balls, &Small, &Centers, 0.0);
    gaps_are_lower_bounds::<Sphere, _>(&Small, &Centers);
}

/// The bounds of a k-DOP are rounded outward and its corners are carried as the triangles are, so
/// that no slack at all would often do; the scenes are sharp enough to notice one that is too
/// small.
const SHRUNK: f64 = -1.0;

/// Tumbles the corners themselves, so that k-DOPs of touching blocks touch face to face at any
/// rotation.
struct ByCorners;

impl<const S: usize> Fit<Kdop<S>> for ByCorners {
    fn fit(&self, block: &[Triangle], _items: &[u32], _depth: usize) -> (Kdop<S>, TumbledShape) {
        let points: Vec<DVec3> = block.iter().flatten().copied().collect();
        (
            Kdop::around(points.iter().copied()),
            TumbledShape::Points { points: points.into(), blur: 0.0 },
        )
    }
}

fn dops_are_conservative<const S: usize, const E: usize>() {
    let normals = directions::<S>().map(vector);
    never_parts_what_touches::<Kdop<S>, _>(blocks(&normals), &ByCorners, &Slabs, SHRUNK);
    never_parts_what_touches::<Kdop<S>, _>(blocks(&normals), &EXACT, &Slabs, SHRUNK);
    never_parts_what_touches::<Ranked<S>, _>(
        blocks(&normals),
        &EXACT,
        &Ordered { at_most: S },
        SHRUNK,
    );
    let all: Vec<DVec3> = Closure::of::<S>().directions().iter().map(|&d| vector(d)).collect();
    never_parts_what_touches::<Closed<S, E>, _>(blocks(&all), &EXACT, &AllDirections, SHRUNK);
    for tumbling in [APPROXIMATE, EXACT, Tumbling::Fixed] {
        gaps_are_lower_bounds::<Kdop<S>, _>(&tumbling, &Slabs);
        gaps_are_lower_bounds::<Ranked<S>, _>(&tumbling, &Ordered { at_most: 2 });
        gaps_are_lower_bounds::<Closed<S, E>, _>(&tumbling, &AllDirections);
    }
}

const APPROXIMATE: Tumbling = Tumbling::Flying { hull_levels: 0 };
const EXACT: Tumbling = Tumbling::Flying { hull_levels: 1 };

#[test]
fn k_dops_are_conservative() {
    dops_are_conservative::<3, 0>();
    dops_are_conservative::<4, 3>();
    dops_are_conservative::<6, 3>();
    dops_are_conservative::<7, 6>();
}

#[test]
fn large_k_dops_are_conservative() {
    dops_are_conservative::<9, 16>();
    dops_are_conservative::<10, 87>();
    dops_are_conservative::<13, 84>();
}
