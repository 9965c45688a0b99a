//! Numbers, indices and handles that no question should be asked with: every public door answers
//! with an error, or as its documentation says, and none panics.

use closecall::Answer;
use closecall::Ask;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::geom::Convex;
use closecall::geom::shape::Shape;
use closecall::geom::straight::{Straight, StraightLimits, first_meeting};
use closecall::geom::{Clearance, Ray};
use closecall::lab::Planted as _;
use closecall::lab::wide::{self, DistanceAsked};
use closecall::mesh::shapes;
use closecall::path::{Chain, Path, Rows, slerp};
use closecall::query::{DeformingMesh, Location};
use closecall::world::sweep::{Moves, Sweeps};
use closecall::world::{Region, WorldError};
use closecall::{Body, Budget, DynamicModel, Model, Pair, Pose, Scratch, World};

const NUMBERS: [f64; 11] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    1e300,
    -1e300,
    1e155,
    1e-310,
    -1e-310,
    -1.0,
    0.0,
    -0.0,
];

/// The numbers that are no coordinates.
fn is_outside(x: f64) -> bool {
    !(x == 0.0 || (1e-60..1e30).contains(&x.abs()))
}

/// A point with a number at each place, and with it everywhere.
fn points(x: f64) -> [DVec3; 4] {
    let p = DVec3::splat(0.25);
    [DVec3 { x, ..p }, DVec3 { y: x, ..p }, DVec3 { z: x, ..p }, DVec3::splat(x)]
}

fn cube() -> Model {
    Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE))
}

fn at(x: f64) -> Pose {
    Pose::from_translation([x, 0.0, 0.0]).unwrap()
}

#[test]
fn points_are_located_or_refused() {
    let (cube, solid) = (cube(), cube().solid().unwrap());
    for x in NUMBERS {
        for point in points(x) {
            let refused = [
                solid.locate(point).is_err(),
                cube.points().nearest(point).is_err(),
                cube.points().nearest_few(point, usize::MAX).is_err(),
                cube.points().nearest_few(point, 0).is_err(),
                cube.points().within(point, 1.0).is_err(),
                cube.points().signed(point).is_err(),
                cube.points().nearest_batch(&[point]).is_err(),
                cube.points().signed_batch(&[point]).is_err(),
                cube.rays().winding(point).is_err(),
            ];
            assert_eq!(refused, [is_outside(x); 9], "{point}");
        }
        let radius = cube.points().within(DVec3::splat(2.0), x);
        assert_eq!(radius.is_err(), is_outside(x) || x < 0.0, "{x}");
    }
    assert_eq!(solid.locate(DVec3::splat(0.5)), Ok(Location::Inside(1)));
}

#[test]
fn distances_take_any_limit_tolerance_and_start() {
    let (cube, scratch) = (cube(), &mut Scratch::default());
    for gap in [0.0, 2.0] {
        let pose = at(1.0 + gap);
        for x in NUMBERS {
            let is_within = !(gap > x);
            let limit = Ask::new().limit(x);
            let up_to = cube.ask(&cube, limit).unwrap().distance(&pose);
            assert_eq!(up_to.is_some(), is_within, "{gap} {x}");
            let batch = cube.ask(&cube, limit).unwrap().batch(&[pose], Pair::distance);
            assert_eq!(batch[0].is_some(), is_within, "{gap} {x}");
            let pair = Pair::new(&cube, &cube).unwrap().with(limit).distance(&pose);
            assert_eq!(pair.is_some(), is_within, "{gap} {x}");
            let found = cube.ask(&cube, Ask::new().accuracy(x)).unwrap().distance(&pose).unwrap();
            assert!(found.distance.lo <= gap && gap <= found.distance.hi, "{gap} {x} {found:?}");
        }
        for start in [(9999, 3), (3, 9999), (12, 0), (0, 12), (u32::MAX, u32::MAX)] {
            let asked = DistanceAsked { start: Some(start), ..DistanceAsked::default() };
            let body = (cube.tree(), cube.mesh());
            let found = wide::distance(body, body, &pose, &asked, scratch).unwrap();
            assert!(found.distance.lo <= gap && gap <= found.distance.hi, "{gap} {start:?}");
        }
    }
}

#[test]
fn shapes_and_rays_are_made_or_refused() {
    for x in NUMBERS {
        for p in points(x) {
            let _ = (Ray::new(p, DVec3::X).map(|ray| ray.at(x)), Ray::segment(DVec3::ZERO, p));
            let _ = (Ray::new(DVec3::ZERO, p), Straight::point(p, DVec3::ZERO));
            let _ = (Shape::half_space(p, 1.0), Shape::half_space(DVec3::X, x));
            let _ = (Shape::ball(p, 1.0), Shape::ball(DVec3::ZERO, x));
            let _ = (Shape::capsule(p, DVec3::ZERO, 1.0), Shape::capsule(DVec3::ONE, p, x));
            let _ = (Shape::cylinder(p, DVec3::ZERO, 1.0), Shape::cylinder(DVec3::ONE, p, x));
            let _ = (Shape::cone(p, DVec3::ZERO, 1.0), Shape::cone(DVec3::ONE, p, x));
            let _ = (Shape::torus(p, DVec3::X, 2.0, 1.0), Shape::torus(DVec3::ONE, p, 2.0, x));
            let _ = (Shape::cuboid(&Pose::IDENTITY, p), Shape::torus(DVec3::ONE, DVec3::Z, x, 1.0));
            let _ = (Convex::aligned(p, DVec3::ONE), Convex::aligned(DVec3::ZERO, p));
            let _ = (Convex::oriented(&Pose::IDENTITY, p), Convex::hull(&[p, DVec3::ONE], x));
            let _ = (Convex::capsule(p, DVec3::ZERO, 1.0), Convex::capsule(DVec3::ONE, p, x));
            let hull = || Convex::hull(&[DVec3::ZERO, DVec3::ONE], 0.5).unwrap();
            let _ = (hull().between(p, 0.0, 1.0), hull().between(DVec3::X, x, 1.0));
            let _ = hull().between(DVec3::X, 0.0, x);
        }
        assert_eq!(Clearance::new(x).is_err(), is_outside(x) || x < 0.0, "{x}");
    }
    assert!(Convex::hull(&[[0.0; 3]; 0], 1.0).is_err());
}

#[test]
fn poses_and_paths_are_made_or_refused() {
    let still = [1.0, 0.0, 0.0, 0.0];
    for x in NUMBERS {
        for p in points(x) {
            let p = p.to_array();
            assert_eq!(Pose::from_translation(p).is_err(), is_outside(x), "{x}");
            assert_eq!(Pose::from_quaternion(p, still).is_err(), is_outside(x), "{x}");
            assert_eq!(Rows::translation(p, [0.0; 3]).is_err(), is_outside(x), "{x}");
            let _ = Pose::from_quaternion([0.0; 3], [p[0], p[1], p[2], x]);
            let _ = slerp([p[0], p[1], p[2], x], still, x);
            let _ = Chain::screw(Pose::IDENTITY, p, DVec3::Z, 1.0, 1.0);
            let _ = Chain::screw(Pose::IDENTITY, DVec3::X, p, 1.0, 1.0);
            let screw = Chain::screw(Pose::IDENTITY, DVec3::X, DVec3::Z, x, x);
            for path in screw.into_iter().chain(Chain::screw(at(1.0), DVec3::X, DVec3::Z, 1.0, 1.0))
            {
                assert!(path.pose(x).shift().is_finite(), "{x}");
            }
        }
    }
}

#[test]
fn sweeps_take_any_tolerance() {
    let cube = cube();
    let mut world = World::new();
    let part = world.insert(Body::new("part", &cube)).unwrap();
    let ball = Shape::ball(DVec3::new(0.0, -4.0, 0.0), 1.0).unwrap();
    world.insert(Body::frame("ball").with_shapes([ball])).unwrap();
    for x in NUMBERS {
        let budget = Budget::tests(100_000);
        let options = Ask::new().tolerance(x).budget(budget);
        for (y, touches) in [(0.5, true), (3.5, false)] {
            let turned = [0.0, 1.0, 0.0, 0.0];
            let rows = vec![([-5.0, y, 0.3], [1.0, 0.0, 0.0, 0.0]), ([5.0, y, 0.3], turned)];
            let path = Rows::new(rows).unwrap();
            let mut sweeper = cube.ask(&cube, options).unwrap();
            let answer = sweeper.sweep(&path);
            assert!(!touches || answer != Answer::Clear, "{x} {answer:?}");
            assert!(touches || !matches!(answer, Answer::Touching(_)), "{x} {answer:?}");
            assert!(sweeper.approach(&path).distance.lo <= 2.5, "{x} {y}");
        }
        let way = Chain::screw(Pose::IDENTITY, DVec3::ZERO, DVec3::Z, 1.0, 1.0).unwrap();
        Sweeps::new(&world, &options).ask(&Moves(vec![(part, way)])).unwrap();
    }
}

#[test]
fn deforming_meshes_take_any_limits() {
    let mesh = shapes::cuboid(DVec3::ZERO, DVec3::ONE);
    let moved = mesh.points().iter().map(|v| *v + DVec3::X).collect();
    let deforming = DeformingMesh::new(mesh.clone(), moved).unwrap();
    let point = Straight::point(DVec3::X * 3.0, DVec3::X * -3.0).unwrap();
    let other = Straight::point(DVec3::ZERO, DVec3::ZERO).unwrap();
    for tolerance in NUMBERS {
        for steps in [0, 50] {
            let limits = StraightLimits::new(tolerance, steps);
            let _ = deforming.self_meetings(&limits);
            // They do meet.
            let met = first_meeting(&point, &other, &limits);
            assert!(met != Answer::Clear, "{limits:?}");
        }
        let short = vec![DVec3::splat(tolerance); 8];
        assert_eq!(mesh.with_vertices(short.clone()).is_err(), is_outside(tolerance));
        assert_eq!(cube().refit(short.clone()).is_err(), is_outside(tolerance));
        assert_eq!(DeformingMesh::new(mesh.clone(), short).is_err(), is_outside(tolerance));
        assert!(mesh.with_vertices(vec![DVec3::ZERO; 3]).is_err());
    }
}

#[test]
fn worlds_take_any_region_limit_and_handle() {
    let cube = cube();
    let (mut world, mut second) = (World::new(), World::new());
    let here = world.insert(Body::new("here", &cube)).unwrap();
    let gone = world.insert(Body::new("gone", &cube).at(at(2.0))).unwrap();
    world.remove(gone).unwrap();
    let strange: Vec<_> =
        (0..4).map(|k| second.insert(Body::new(k.to_string(), &cube)).unwrap()).collect();
    for handle in [gone, strange[3]] {
        let no_such = |error: WorldError| matches!(error, WorldError::NoSuchBody { .. });
        assert!(no_such(world.name(handle).unwrap_err()));
        assert!(no_such(world.set_pose(handle, at(1.0)).unwrap_err()));
        assert!(no_such(world.set_solid(handle, true).unwrap_err()));
        assert!(no_such(world.allow(here, handle).unwrap_err()));
        assert!(no_such(world.remove(handle).unwrap_err()));
        assert!(no_such(world.collides_at(&[handle], &[vec![at(1.0)]]).unwrap_err()));
        assert!(no_such(world.query().set_pose(handle, at(1.0)).unwrap_err()));
        assert!(no_such(world.insert(Body::frame("on").on(handle)).unwrap_err()));
        let way = Chain::screw(Pose::IDENTITY, DVec3::ZERO, DVec3::Z, 1.0, 1.0).unwrap();
        let edge = Moves(vec![(handle, way)]);
        assert!(no_such(Sweeps::new(&world, &Ask::new()).ask(&edge).unwrap_err()));
    }
    let sets = [vec![at(1.0)], vec![], vec![at(1.0); 2]];
    let error = world.collides_at(&[here], &sets).unwrap_err();
    assert_eq!(error.to_string(), "set 1 has 0 poses for 1 bodies");
    let near = world.insert(Body::new("near", &cube).at(at(2.0))).unwrap();
    for x in NUMBERS {
        world.set(Ask::new().limit(x));
        assert_eq!(world.distances().len(), usize::from(!(x < 1.0)), "{x}");
        for p in points(x) {
            let regions = [
                Region::around_ray(p, DVec3::X, 1.0),
                Region::around_ray(DVec3::ZERO, p, x),
                Region::Box { low: p.into(), high: [1.0; 3] },
                Region::Sphere { center: p.into(), radius: 1.0 },
                Region::Sphere { center: [0.0; 3], radius: x },
                Region::HalfSpace { normal: p.into(), offset: x },
            ];
            for region in regions {
                let _ = world.bodies_in(&region);
            }
        }
        let sphere = Region::Sphere { center: [0.5; 3], radius: x };
        let found = world.bodies_in(&sphere);
        assert_eq!(found.contains(&here), x >= 0.0, "{x} {found:?}");
    }
    world.remove(near).unwrap();
}

#[test]
fn numbers_of_triangles_are_checked() {
    let mut model = DynamicModel::new(&shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    for triangle in [12, 9999, u32::MAX] {
        assert!(model.obstacle_of(triangle).is_err());
        assert!(model.remove_triangle(triangle).is_err());
    }
}
