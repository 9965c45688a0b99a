//! Small cases whose answers are known: from the papers, or from geometry.

use crate::common::Random;
use closecall::engine::geom::{DMat3, DQuat, DVec3, Triangle};
use closecall_classic::volume::kdop::directions::directions;
use closecall_classic::volume::kdop::{AllDirections, Closed, Tumbling};
use closecall_classic::volume::obb::Orientation;
use closecall_classic::volume::sphere::Small;
use closecall_classic::volume::{Aabb, Extent, Fit, Kdop, Obb, Rigid, Slabs, Sphere, Test, Volume};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (a.abs() + b.abs() + 1.0)
}

fn cube() -> impl Iterator<Item = DVec3> + Clone {
    (0..8).map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1)))
}

/// Klosowski 1998, Figure 1: the 8-DOP in the plane of the triangle (1, 2), (5, 1), (3, 5).
#[test]
fn the_triangle_of_figure_1() {
    let triangle = [[1.0, 2.0, 0.0], [5.0, 1.0, 0.0], [3.0, 5.0, 0.0]].map(DVec3::from_array);
    let dop = Kdop::<9>::around(triangle);
    let along = |direction: [i8; 3]| {
        let slab = directions::<9>().iter().position(|d| *d == direction).unwrap();
        (dop.low[slab], dop.high[slab])
    };
    for (direction, low, high) in [
        ([1, 0, 0], 1.0, 5.0),
        ([0, 1, 0], 1.0, 5.0),
        ([1, 1, 0], 3.0, 8.0),
        ([1, -1, 0], -2.0, 4.0),
    ] {
        let found = along(direction);
        assert!(close(found.0, low) && close(found.1, high), "{direction:?}: {found:?}");
        assert!(found.0 <= low && found.1 >= high, "{direction:?}: rounded inward");
    }
    assert_eq!(along([0, 0, 1]), (0.0, 0.0));
    // It is flat. The square from 1 to 5 loses the corners (1, 1), (5, 1), (1, 5) and (5, 5) to x+y
    // ≥ 3, x−y ≤ 4 (which only touches), x−y ≥ −2 and x+y ≤ 8: triangles with legs 1, 0, 2 and 2.
    assert!(close(dop.volume(), 0.0), "{}", dop.volume());
    assert!(close(dop.area(), 2.0 * (16.0 - 0.5 - 2.0 - 2.0)), "{}", dop.area());
}

fn volume_and_area<const S: usize>(points: impl IntoIterator<Item = DVec3>) -> (f64, f64) {
    let dop = Kdop::<S>::around(points);
    (dop.volume(), dop.area())
}

#[test]
fn dops_of_the_unit_cube() {
    // Any set with the axes holds the cube as tightly as can be.
    for (volume, area) in [
        volume_and_area::<3>(cube()),
        volume_and_area::<7>(cube()),
        volume_and_area::<9>(cube()),
        volume_and_area::<13>(cube()),
    ] {
        assert!(close(volume, 1.0) && close(area, 6.0), "{volume} {area}");
    }
    // The corners alone make the octahedron |x|+|y|+|z| ≤ 3/2 about the centre: volume 4/3 (3/2)³,
    // eight triangles of side 3/√2.
    let (volume, area) = volume_and_area::<4>(cube());
    assert!(close(volume, 4.5) && close(area, 8.0 * 3f64.sqrt() / 4.0 * 4.5), "{volume} {area}");
    // The edges alone make the rhombic dodecahedron |x|+|y| ≤ 1 and so on: edge √3/2, volume 16/9
    // √3 a³ = 2, area 8√2 a².
    let (volume, area) = volume_and_area::<6>(cube());
    assert!(close(volume, 2.0) && close(area, 8.0 * 2f64.sqrt() * 0.75), "{volume} {area}");
    // Both: the corner planes |x|+|y|+|z| ≤ 3/2 cut nothing but touch the eight vertices (½, ½, ½).
    let (volume, _) = volume_and_area::<10>(cube());
    assert!(close(volume, 2.0), "{volume}");
}

#[test]
fn dops_of_the_octahedron() {
    let octahedron = || DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    let (volume, area) = volume_and_area::<7>(octahedron());
    assert!(close(volume, 4.0 / 3.0) && close(area, 4.0 * 3f64.sqrt()), "{volume} {area}");
    assert!(close(volume_and_area::<13>(octahedron()).0, 4.0 / 3.0));
    assert!(close(volume_and_area::<3>(octahedron()).0, 8.0));
}

#[test]
fn flat_dops_have_the_area_of_both_sides() {
    let square =
        [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| DVec3::new(x, y, 2.0));
    let (volume, area) = volume_and_area::<13>(square);
    assert!(close(volume, 0.0) && close(area, 2.0), "{volume} {area}");
    let (volume, area) = volume_and_area::<9>([DVec3::X, DVec3::X, DVec3::X]);
    assert!(close(volume, 0.0) && close(area, 0.0), "{volume} {area}");
}

fn still(points: &[DVec3]) -> Rigid {
    let extent = Extent::of(points.iter().copied());
    Rigid::new(&closecall::Pose::IDENTITY, extent, extent)
}

/// Segments, as triangles without area, whose 14-DOPs overlap in every slab but not along the
/// closure (§4.5.1).
#[test]
fn the_closure_parts_what_the_slabs_do_not() {
    let fly = Tumbling::Flying { hull_levels: 0 };
    let random = &mut Random(71);
    let (mut by_slabs, mut by_closure) = (0, 0);
    for _ in 0..1000 {
        let [p, q, r, s] = [random.vector(), random.vector(), random.vector(), random.vector()];
        let rigid = still(&[p, q, r, s]);
        let (a, _): (Closed<7, 6>, _) = fly.fit(&[[p, q, q]], &[0], 0);
        let (b, _): (Closed<7, 6>, _) = fly.fit(&[[r, s, s]], &[0], 0);
        let slabs = Slabs.apart(&a.dop, &b.dop, &rigid, None).is_some();
        let closure = AllDirections.apart(&a, &b, &rigid, None).is_some();
        assert!(closure || !slabs, "the closure has the slabs' directions too");
        by_slabs += usize::from(slabs);
        by_closure += usize::from(closure);
    }
    assert!(
        by_closure > by_slabs + 10 && by_slabs > 100 && by_closure < 990,
        "{by_slabs} {by_closure}"
    );
}

/// A long bar, and inside it a dense cluster of small triangles along another direction.
fn bar_with_a_cluster() -> Vec<Triangle> {
    let turn = DMat3::from_quat(DQuat::from_rotation_z(0.4));
    let at = |x: f64, y: f64, z: f64| turn * DVec3::new(x, y, z);
    let side = |y: f64, z: f64| {
        let [p, q, r, s] = [at(-10.0, y, z), at(10.0, y, z), at(10.0, -y, z), at(-10.0, -y, z)];
        [[p, q, r], [p, r, s]]
    };
    let small = |i: i32| {
        // Inside the bar, along its y.
        let place = at(0.0, f64::from(i) / 1000.0 - 1.0, 0.0) * 0.9;
        [place, place + turn * DVec3::Y * 0.001, place + turn * DVec3::Z * 0.001]
    };
    let mut triangles: Vec<Triangle> = side(1.0, 0.5).into_iter().chain(side(1.0, -0.5)).collect();
    triangles.extend((0..2000).map(small));
    triangles
}

#[test]
fn dense_interior_clusters_do_not_turn_the_box() {
    let bar = bar_with_a_cluster();
    let items: Vec<u32> = (0..bar.len() as u32).collect();
    let along = DMat3::from_quat(DQuat::from_rotation_z(0.4)) * DVec3::X;
    let longest = |orientation: Orientation| {
        let (obb, ()): (Obb, _) = orientation.fit(&bar, &items, 0);
        let (axis, _) = obb.sides().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        (axis.dot(along).abs(), obb.volume())
    };
    for orientation in [
        Orientation::HullVertices,
        Orientation::HullSurface,
        Orientation::Surface,
        Orientation::Best,
    ] {
        let (aligned, volume) = longest(orientation);
        assert!(aligned > 0.999 && volume < 40.5, "{orientation:?}: {aligned}, {volume}");
    }
    // A cluster outside the middle turns the box of the vertices: that is why the others exist.
    let mut lopsided = bar.clone();
    for i in 0..3000 {
        let place = along * 9.9
            + DMat3::from_quat(DQuat::from_rotation_z(0.4)) * DVec3::new(0.0, 0.99, 0.49);
        let jitter = DVec3::new(0.0, 0.0, f64::from(i) * 1e-7);
        lopsided.push([place, place + jitter, place]);
    }
    let items: Vec<u32> = (0..lopsided.len() as u32).collect();
    let volume =
        |orientation: Orientation| Fit::<Obb>::fit(&orientation, &lopsided, &items, 0).0.volume();
    assert!(volume(Orientation::Vertices) > 1.2 * volume(Orientation::HullSurface));
}

#[test]
fn spheres_merge_as_in_the_slides() {
    let sphere = |x: f64, radius: f64| Sphere { center: DVec3::X * x, radius };
    let apart = sphere(0.0, 1.0).merge(&sphere(5.0, 2.0));
    assert!(close(apart.radius, 4.0) && close(apart.center.x, 3.0), "{apart:?}");
    let overlapping = sphere(0.0, 2.0).merge(&sphere(1.0, 2.0));
    assert!(close(overlapping.radius, 2.5) && close(overlapping.center.x, 0.5), "{overlapping:?}");
    assert_eq!(sphere(0.0, 3.0).merge(&sphere(1.0, 1.0)), sphere(0.0, 3.0));
    assert_eq!(sphere(1.0, 1.0).merge(&sphere(0.0, 3.0)), sphere(0.0, 3.0));
    let same = sphere(1.0, 1.0).merge(&sphere(1.0, 1.0));
    assert!(close(same.radius, 1.0), "{same:?}");
}

/// Bottom-up as in the slides: spheres of single triangles, merged two by two up to the root.
#[test]
fn spheres_can_be_merged_from_the_bottom_up() {
    let triangles: Vec<Triangle> = cube().map(|p| [p, p * 0.5, DVec3::splat(0.5)]).collect();
    let mut level: Vec<Sphere> =
        (0..8).map(|item| Fit::<Sphere>::fit(&Small, &triangles, &[item], 0).0).collect();
    while level.len() > 1 {
        level = level.chunks(2).map(|pair| pair[0].merge(&pair[1])).collect();
    }
    let (top_down, ()): (Sphere, _) = Small.fit(&triangles, &[0, 1, 2, 3, 4, 5, 6, 7], 0);
    assert!(close(top_down.radius, 0.75f64.sqrt()), "{top_down:?}");
    assert!(
        level[0].radius >= top_down.radius * (1.0 - 1e-12)
            && level[0].radius < 1.5 * top_down.radius
    );
    for p in cube() {
        assert!(p.distance(level[0].center) <= level[0].radius);
    }
}

#[test]
fn volumes_and_areas_of_boxes_and_spheres() {
    let aabb = Aabb::around(cube());
    assert_eq!((aabb.volume(), aabb.area()), (1.0, 6.0));
    let obb = Obb::from(aabb);
    assert_eq!((obb.volume(), obb.area()), (1.0, 6.0));
    let sphere = Sphere { center: DVec3::ZERO, radius: 1.0 };
    assert!(close(sphere.volume(), 4.18879020478639) && close(sphere.area(), 12.566370614359172));
}

/// The volume inside a closed surface whose triangles run counterclockwise from outside.
fn enclosed(surface: &[Triangle]) -> f64 {
    surface.iter().map(|[p, q, r]| p.cross(*q).dot(*r) / 6.0).sum()
}

#[test]
fn surfaces_enclose_the_volume() {
    let aabb = Aabb::around(cube());
    assert!(
        close(enclosed(&aabb.surface()), 1.0) && close(enclosed(&Obb::from(aabb).surface()), 1.0)
    );
    for volume in [
        (enclosed(&Kdop::<4>::around(cube()).surface()), 4.5),
        (enclosed(&Kdop::<6>::around(cube()).surface()), 2.0),
        (enclosed(&Kdop::<13>::around(cube()).surface()), 1.0),
    ] {
        assert!(close(volume.0, volume.1), "{volume:?}");
    }
    let sphere = Sphere { center: DVec3::ONE, radius: 2.0 };
    let part = enclosed(&sphere.surface()) / sphere.volume();
    assert!(part > 0.95 && part < 1.0, "{part}");
}
