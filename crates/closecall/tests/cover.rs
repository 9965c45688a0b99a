//! How far a mesh sticks out of a cover: cases that are known exactly, and others beside many points
//! of the mesh.

use closecall::engine::geom::DVec3;
use closecall::engine::geom::Rng;
use closecall::geom::shape::Shape;
use closecall::mesh::shapes::{cuboid, icosphere};
use closecall::query::{Cover, Covered};
use closecall::{Answer, Ask, Budget, Clearance, Mesh, Model, Pose};

fn of_shapes(shapes: impl IntoIterator<Item = Shape>) -> Cover {
    let mut cover = Cover::new();
    shapes.into_iter().for_each(|shape| cover.add_shape(&shape).unwrap());
    cover
}

fn ball(center: DVec3, radius: f64) -> Shape {
    Shape::ball(center, radius).unwrap()
}

fn block(low: [f64; 3], high: [f64; 3]) -> Shape {
    let [low, high] = [low, high].map(DVec3::from_array);
    let at = Pose::from_translation(((low + high) * 0.5).to_array()).unwrap();
    Shape::cuboid(&at, (high - low) * 0.5).unwrap()
}

fn moved(mesh: &Mesh, scale: f64, by: DVec3) -> Mesh {
    let points = mesh.vertices().iter().map(|&p| DVec3::from_array(p) * scale + by).collect();
    Mesh::new(points, mesh.triangles().to_vec()).unwrap()
}

fn ask() -> Ask {
    Ask::new().accuracy(1e-3).budget(Budget::tests(3_000_000))
}

/// The cube with the corners ±1.
fn cube() -> Mesh {
    cuboid(DVec3::NEG_ONE, DVec3::ONE)
}

#[test]
fn a_cube_sticks_out_of_its_ball_by_what_the_radius_lacks() {
    // A ball about (0.5, 0.5, 0.5) of √3/2, and a cube whose corners are at a distance of 3.
    let cuboid = cuboid(DVec3::new(-1.0, -2.0, -2.0), DVec3::new(1.0, 2.0, 2.0));
    let found = of_shapes([ball(DVec3::ZERO, 3.0)]).holds(&cuboid, &Ask::new());
    assert_eq!((found.answer(), found.distance.hi, found.point), (Answer::Clear, 0.0, None));
    for lacks in [f64::EPSILON * 2.0, 1e-9, 0.25] {
        let found = of_shapes([ball(DVec3::ZERO, 3.0 - lacks)]).holds(&cuboid, &Ask::new());
        let exact = 3.0 - (3.0 - lacks);
        assert_eq!(found.answer(), Answer::Touching(()), "{lacks}");
        assert!(found.distance.contains(exact), "{found:?}");
        assert!(found.distance.width() <= 4e-15, "{found:?}");
        let point = DVec3::from_array(found.point.unwrap());
        assert_eq!(point.abs(), DVec3::new(1.0, 2.0, 2.0));
        let allowed = |distance| Ask::new().clearance(Clearance::new(distance).unwrap());
        let cover = of_shapes([ball(DVec3::ZERO, 3.0 - lacks)]);
        assert_eq!(cover.holds(&cuboid, &allowed(exact + 1e-14)).answer(), Answer::Clear);
        if lacks > 1e-12 {
            assert_eq!(cover.holds(&cuboid, &allowed(exact * 0.9)).answer(), Answer::Touching(()));
        }
    }
}

#[test]
fn every_kind_of_convex_shape_holds_what_is_in_it_exactly() {
    let corner = 2.0f64.sqrt().next_up();
    let ends = [DVec3::new(0.0, 0.0, -1.0), DVec3::new(0.0, 0.0, 1.0)];
    let holding = [
        block([-1.0; 3], [1.0; 3]),
        Shape::capsule(ends[0], ends[1], corner).unwrap(),
        Shape::cylinder(ends[0], ends[1], corner).unwrap(),
        Shape::cone(DVec3::new(0.0, 0.0, 8.0), DVec3::new(0.0, 0.0, -1.0), 3.0).unwrap(),
    ];
    for shape in holding {
        let found = of_shapes([shape]).holds(&cube(), &ask());
        assert_eq!(found.answer(), Answer::Clear, "{shape:?}: {found:?}");
    }
    let small = [
        (block([-1.0; 3], [1.0, 1.0, 0.75]), 0.25),
        (Shape::capsule(ends[0], ends[1], 1.0).unwrap(), 2.0f64.sqrt() - 1.0),
        (Shape::cylinder(ends[0], ends[1], 1.0).unwrap(), 2.0f64.sqrt() - 1.0),
        (Shape::cylinder(ends[0] * 0.5, ends[1] * 0.5, 2.0).unwrap(), 0.5),
    ];
    for (shape, out) in small {
        let found = of_shapes([shape]).holds(&cube(), &ask());
        assert_eq!(found.answer(), Answer::Touching(()), "{shape:?}");
        assert!((found.distance.middle() - out).abs() < 1e-12, "{shape:?}: {found:?}");
        assert!(found.distance.lo <= out + 1e-15 && out <= found.distance.hi + 1e-15);
    }
}

#[test]
fn parts_that_only_together_hold_a_mesh_are_seen_to() {
    // Two halves that share a wall, and eight balls around the corners.
    let halves = [block([-1.0; 3], [0.0, 1.0, 1.0]), block([0.0, -1.0, -1.0], [1.0; 3])];
    assert_eq!(of_shapes(halves).holds(&cube(), &ask()).answer(), Answer::Clear);
    let corners =
        || cube().vertices().iter().map(|&p| DVec3::from_array(p) * 0.5).collect::<Vec<_>>();
    let with = |radius| of_shapes(corners().into_iter().map(|center| ball(center, radius)));
    // The middle of a face is √0.75 away from four centres, and all else is nearer to one.
    assert_eq!(with(0.87).holds(&cube(), &ask()).answer(), Answer::Clear);
    let found = with(0.75).holds(&cube(), &ask());
    assert_eq!(found.answer(), Answer::Touching(()));
    assert!(found.distance.contains(0.75f64.sqrt() - 0.75), "{found:?}");
    assert!(found.distance.width() <= 1e-3 * found.distance.hi);
    // A gap between two halves, a thousandth wide.
    let apart = [block([-1.0; 3], [-0.0005, 1.0, 1.0]), block([0.0005, -1.0, -1.0], [1.0; 3])];
    let found = of_shapes(apart).holds(&cube(), &ask());
    assert!((found.distance.middle() - 0.0005).abs() < 1e-6, "{found:?}");
}

#[test]
fn solids_hold_too_convex_or_not() {
    let solid = |mesh: &Mesh| Model::new(mesh.clone()).solid().unwrap();
    let of_solid = |mesh: &Mesh| {
        let mut cover = Cover::new();
        cover.add_solid(&solid(mesh));
        cover
    };
    // Itself, convex and as a horse-shoe of three blocks.
    assert_eq!(of_solid(&cube()).holds(&cube(), &ask()).answer(), Answer::Clear);
    let shoe = Mesh::new(
        [cube(), moved(&cube(), 1.0, DVec3::X * 4.0), moved(&cube(), 1.0, DVec3::Y * 4.0)]
            .iter()
            .flat_map(|mesh| {
                mesh.vertices().iter().map(|&p| DVec3::from_array(p)).collect::<Vec<_>>()
            })
            .collect(),
        (0..3)
            .flat_map(|i| {
                cube().triangles().iter().map(move |t| t.map(|c| c + 8 * i)).collect::<Vec<_>>()
            })
            .collect(),
    )
    .unwrap();
    assert_eq!(of_solid(&shoe).holds(&shoe, &ask()).answer(), Answer::Clear);
    // A ball of triangles inside of one of them, and one that reaches out by a quarter.
    let sphere = icosphere(1.0, 2);
    let inside = moved(&sphere, 0.75, DVec3::X * 4.0);
    assert_eq!(of_solid(&shoe).holds(&inside, &ask()).answer(), Answer::Clear);
    let outside = moved(&cube(), 0.75, DVec3::new(4.5, 0.0, 0.0));
    let found = of_solid(&shoe).holds(&outside, &ask());
    assert!(found.distance.contains(0.25), "{found:?}");
    // A hull with many triangles that are not quite convex together, after rounding.
    let turned = Pose::from_quaternion([0.1, 0.2, 0.3], Rng::new(3).quaternion()).unwrap();
    let carried = |mesh: &Mesh| {
        let points = mesh.vertices().iter().map(|&p| DVec3::from_array(turned.carry(p))).collect();
        Mesh::new(points, mesh.triangles().to_vec()).unwrap()
    };
    let found =
        of_solid(&carried(&cube())).holds(&carried(&moved(&cube(), 0.5, DVec3::X * 0.5)), &ask());
    assert!(found.distance.lo < 1e-15 && found.distance.hi < 1e-15, "{found:?}");
}

/// The largest distance of many points of a mesh from balls, and how far a point may be from those.
fn sampled(mesh: &Mesh, balls: &[(DVec3, f64)], steps: u32) -> (f64, f64) {
    let (mut most, mut step) = (0.0f64, 0.0f64);
    for corners in mesh.corners() {
        let [a, b, c] = corners.map(DVec3::from_array);
        step = step.max(a.distance(b).max(b.distance(c)).max(c.distance(a)) / f64::from(steps));
        for i in 0..=steps {
            for j in 0..=steps - i {
                let [u, v] = [i, j].map(|k| f64::from(k) / f64::from(steps));
                let p = a + (b - a) * u + (c - a) * v;
                let gap = |&(center, radius): &(DVec3, f64)| p.distance(center) - radius;
                let gap = balls.iter().map(gap).fold(f64::INFINITY, f64::min);
                most = most.max(gap);
            }
        }
    }
    (most, step)
}

#[test]
fn random_covers_agree_with_many_points() {
    let mut rng = Rng::new(42);
    let (mut held, mut out) = (0, 0);
    for round in 0..60 {
        let mesh = if round % 2 == 0 { icosphere(1.0, 2) } else { cube() };
        let scale = [1.0, 1e-3, 1e4][round % 3];
        let offset = if round % 4 < 2 { DVec3::ZERO } else { DVec3::splat(100.0 * scale) };
        let mesh = moved(&mesh, scale, offset);
        let big = if round % 5 == 0 { 1.9 } else { 0.9 };
        let balls: Vec<(DVec3, f64)> = (0..12)
            .map(|_| (rng.in_ball() * scale + offset, rng.between(0.4, big) * scale))
            .collect();
        let found = of_shapes(balls.iter().map(|&(c, r)| ball(c, r))).holds(&mesh, &ask());
        let (most, step) = sampled(&mesh, &balls, 24);
        let slack = 1e-12 * (scale + offset.length());
        assert!(found.distance.hi >= most - slack, "{round}: {found:?} but a point is {most} out");
        assert!(found.distance.lo <= most + step + slack, "{round}: {found:?}, points {most}");
        assert!(
            found.distance.hi <= found.distance.lo * 1.0011 + 1e-8 * scale,
            "{round}: {found:?}"
        );
        held += usize::from(found.answer() == Answer::Clear);
        out += usize::from(found.answer() == Answer::Touching(()));
        check_point(&found, &mesh, &balls, slack);
    }
    assert!(held >= 5 && out >= 20, "{held} held, {out} out");
}

/// The point that is told is as far out as the lower bound, and on its triangle.
fn check_point(found: &Covered, mesh: &Mesh, balls: &[(DVec3, f64)], slack: f64) {
    let Some(point) = found.point.map(DVec3::from_array) else { return };
    let gap = |&(center, radius): &(DVec3, f64)| point.distance(center) - radius;
    let (nearest, least) =
        balls.iter().map(gap).enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    if found.distance.lo > 0.0 {
        assert!((least - found.distance.lo).abs() <= slack, "{found:?}: {least}");
        assert_eq!(found.part, Some(nearest as u32));
    }
    let model = Model::new(
        Mesh::new(
            mesh.triangle(found.triangle as usize).map(DVec3::from_array).to_vec(),
            vec![[0, 1, 2]],
        )
        .unwrap(),
    );
    assert!(model.points().nearest(point).unwrap().distance.lo <= slack);
}

#[test]
fn a_budget_leaves_bounds_that_hold() {
    let balls: Vec<(DVec3, f64)> =
        cube().vertices().iter().map(|&p| (DVec3::from_array(p) * 0.5, 0.75)).collect();
    let cover = of_shapes(balls.iter().map(|&(c, r)| ball(c, r)));
    let exact = 0.75f64.sqrt() - 0.75;
    let mut widths = Vec::new();
    for tests in [1, 50, 200, 1000, 100_000] {
        let found = cover.holds(&cube(), &Ask::new().accuracy(1e-6).budget(Budget::tests(tests)));
        assert!(found.distance.lo <= exact && exact <= found.distance.hi, "{tests}: {found:?}");
        widths.push(found.distance.width());
    }
    assert!(widths[0].is_infinite() && widths[4] < 1e-6, "{widths:?}");
    let held = of_shapes(balls.iter().map(|&(c, _)| ball(c, 0.87)));
    assert_eq!(held.holds(&cube(), &Budget::tests(1).into()).answer(), Answer::Undecided(()));
    assert_eq!(held.holds(&cube(), &Ask::new()).answer(), Answer::Clear);
}

#[test]
fn hostile_meshes_and_covers_end() {
    let needle = Mesh::new(
        vec![DVec3::ZERO, DVec3::X * 1e6, DVec3::new(1e6, 1e-9, 0.0), DVec3::X],
        vec![[0, 1, 2], [0, 3, 1], [0, 0, 0]],
    )
    .unwrap();
    let found = of_shapes([ball(DVec3::ZERO, 1e6)]).holds(&needle, &ask());
    assert!(found.distance.hi < 1e-9, "{found:?}");
    let found = of_shapes([ball(DVec3::ZERO, 1.0)]).holds(&needle, &ask());
    assert!((found.distance.middle() - 999_999.0).abs() < 1e-3);
    // The smallest coordinates there are, whose middles are below the range.
    let least = closecall::geom::range::MIN_COORDINATE;
    let tiny = moved(&cube(), least, DVec3::ZERO);
    assert_eq!(
        of_shapes([ball(DVec3::ZERO, 2.0 * least)]).holds(&tiny, &ask()).answer(),
        Answer::Clear
    );
    let halves = [block([-8.0 * least; 3], [0.0; 3]), block([-4.0 * least; 3], [4.0 * least; 3])];
    let found = of_shapes(halves).holds(&tiny, &ask());
    assert!(found.distance.hi <= 2.0 * least);
    // Balls that touch on the mesh, so that no piece there is ever held.
    let kissing =
        of_shapes([ball(DVec3::new(-1.0, 0.0, 0.0), 1.0), ball(DVec3::new(1.0, 0.0, 0.0), 1.0)]);
    let line = Mesh::new(vec![DVec3::NEG_X, DVec3::X, DVec3::X], vec![[0, 1, 2]]).unwrap();
    assert!(kissing.holds(&line, &ask()).distance.hi < 1e-8);
}

#[test]
fn an_empty_cover_holds_nothing_and_odd_shapes_are_refused() {
    let found = Cover::new().holds(&cube(), &Ask::new());
    assert_eq!((found.distance.lo, found.part), (f64::INFINITY, None));
    assert_eq!(found.answer(), Answer::Touching(()));
    let torus = Shape::torus(DVec3::ZERO, DVec3::Z, 2.0, 0.5).unwrap();
    let floor = Shape::half_space(DVec3::Z, 0.0).unwrap();
    for (shape, name) in [(torus, "torus"), (floor, "half-space")] {
        let refused = Cover::new().add_shape(&shape).unwrap_err().to_string();
        assert!(refused.starts_with(&format!("a {name} cannot be part of a cover")), "{refused}");
    }
}
