//! Points against models, compared with every triangle measured exactly.

use crate::common::{Random, scenes};
use closecall::Model;
use closecall::engine::geom::{DVec3, GlamMesh as _, Triangle, exact};
use closecall::geom::range::MIN_COORDINATE;
use closecall::geom::{Clearance, Interval};
use closecall::mesh::{Mesh, shapes};
use closecall::query::{Near, Winding};

/// Every triangle, measured, the nearest first.
fn brute(mesh: &Mesh, point: DVec3) -> Vec<Near> {
    let measure = |(triangle, t): (u32, Triangle)| {
        let found = exact::distance(&[point; 3], &t);
        Near {
            triangle,
            distance: Interval { lo: found.distance.lo, hi: found.distance.hi },
            point: found.point_b.into(),
        }
    };
    let mut all: Vec<Near> = (0..).zip(mesh.iter()).map(measure).collect();
    all.sort_by(|a, b| a.distance.lo.total_cmp(&b.distance.lo).then(a.triangle.cmp(&b.triangle)));
    all
}

/// Corners, points of edges and faces, points next to them and far away.
fn question(random: &mut Random, mesh: &Mesh, size: f64) -> DVec3 {
    let [a, b, c] = mesh.triangle_at(random.below(mesh.triangle_count()));
    let away = random.vector() * size;
    let p = match random.below(8) {
        0 => a,
        1 => (a + b) * 0.5,
        2 => (a + b + c) / 3.0,
        3 => a + away * 1e-9,
        4 => a + away * 1e3,
        5 => a + away * 1e8,
        6 => a + DVec3::AXES[random.below(3)] * size,
        _ => a + away,
    };
    DVec3::from_array(
        p.to_array().map(|x| if x.abs() < MIN_COORDINATE { 0.0 } else { x.clamp(-1e30, 1e30) }),
    )
}

fn check(name: &str, model: &Model, point: DVec3, random: &mut Random) {
    let mesh = model.mesh();
    let all = brute(mesh, point);
    let mut points = model.points();
    let nearest = points.nearest(point).unwrap();
    let high = all.iter().map(|near| near.distance.hi).fold(f64::INFINITY, f64::min);
    assert_eq!(nearest.distance, Interval { lo: all[0].distance.lo, hi: high }, "{name}: {point}");
    let as_near =
        all.iter().filter(|near| near.distance.lo <= high).map(|near| near.triangle).min().unwrap();
    assert_eq!(nearest.triangle, as_near, "{name}: {point}");
    let few = 1 + random.below(9);
    let expected = &all[..few.min(all.len())];
    assert_eq!(points.nearest_few(point, few).unwrap(), expected, "{name}: {point} {few}");
    let radius = all[random.below(all.len().min(12))].distance.hi;
    if let Ok(limit) = Clearance::new(radius) {
        let inside = |near: &&Near| {
            exact::within(&[point; 3], &mesh.triangle_at(near.triangle as usize), limit).meets
        };
        let expected: Vec<Near> = all.iter().filter(inside).copied().collect();
        assert_eq!(points.within(point, radius).unwrap(), expected, "{name}: {point} {radius}");
    }
}

#[test]
fn the_nearest_on_hostile_scenes() {
    let mut random = Random(33);
    for scene in scenes::hostile() {
        for mesh in [&scene.a, &scene.b] {
            let model = Model::new((**mesh).clone());
            let far = mesh
                .iter()
                .flatten()
                .fold(0.0, |far: f64, p| far.max((p - mesh.points()[0]).length()));
            let size = if far > 0.0 { far } else { 1.0 };
            for _ in 0..12 {
                let point = question(&mut random, mesh, size);
                check(scene.name, &model, point, &mut random);
            }
        }
    }
}

#[test]
fn points_far_from_a_small_mesh_and_one_far_from_the_origin() {
    let mut random = Random(34);
    for offset in [0.0, 1e6, 1e15] {
        let ball = shapes::icosphere(1.0, 2);
        let moved = scenes::soup(ball.iter().map(|t| t.map(|p| p + DVec3::splat(offset))));
        let model = Model::new(moved);
        for power in 0..25 {
            let point = DVec3::splat(offset) + random.vector() * 10f64.powi(power);
            check("far", &model, point, &mut random);
        }
    }
    let line = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    // Straight away from where unused lanes of nodes lie.
    check("across", &line, DVec3::new(1e20, -1e20, 0.0), &mut random);
    check("along", &line, DVec3::splat(1e20), &mut random);
}

/// The memory of one point changes no answer about the next, in whatever order they come.
#[test]
fn points_have_the_same_answers_alone_and_after_others() {
    let mut random = Random(36);
    let two = scenes::soup([0.0, 1.1].into_iter().flat_map(|by| {
        let ball = shapes::icosphere(1.0, 2);
        let moved: Vec<_> = ball.iter().map(|t| t.map(|p| p + DVec3::X * by)).collect();
        moved
    }));
    for mesh in [two, shapes::torus(2.0, 0.7, 24, 16), shapes::cuboid(DVec3::ZERO, DVec3::ONE)] {
        let model = Model::new(mesh);
        let mut asked: Vec<DVec3> =
            (0..600).map(|_| question(&mut random, model.mesh(), 2.0)).collect();
        let mut signs = [0; 3];
        for _ in 0..2 {
            let (nearest, signed) = (
                model.points().nearest_batch(&asked).unwrap(),
                model.points().signed_batch(&asked).unwrap(),
            );
            let mut after_others = model.points();
            for (i, point) in asked.iter().enumerate() {
                let alone = model.points().signed(*point).unwrap();
                assert_eq!(signed[i], alone, "{point}");
                assert_eq!(after_others.signed(*point).unwrap(), alone, "{point}");
                assert_eq!(nearest[i], model.points().nearest(*point).unwrap(), "{point}");
                let sign = match model.rays().winding(*point).unwrap() {
                    Winding::OnSurface { triangle } => {
                        assert_eq!(alone.triangle, triangle, "{point}");
                        0
                    }
                    Winding::Around(0) => 1,
                    Winding::Around(_) => -1,
                };
                assert_eq!(alone.distance.lo.partial_cmp(&0.0).unwrap() as i32, sign, "{point}");
                signs[(sign + 1) as usize] += 1;
            }
            asked.reverse();
        }
        assert!(signs.iter().all(|&count| count > 20), "{signs:?}");
    }
}

#[test]
fn the_sign_is_that_of_the_winding_number() {
    let mut random = Random(35);
    let (mut inside, mut outside) = (0, 0);
    let torus = Model::new(shapes::torus(2.0, 0.7, 24, 16));
    let mut points = torus.points();
    for _ in 0..500 {
        let point = random.vector() * 3.0;
        let found = points.signed(point).unwrap();
        match torus.rays().winding(point).unwrap() {
            Winding::Around(0) => outside += 1,
            Winding::Around(_) => inside += 1,
            Winding::OnSurface { .. } => unreachable!("a random point"),
        }
        assert_eq!(
            found.distance.hi < 0.0,
            torus.rays().winding(point).unwrap() != Winding::Around(0)
        );
        let ring = DVec3::new(point.x, point.y, 0.0).normalize() * 2.0;
        let smooth = point.distance(ring) - 0.7;
        assert!((found.distance.lo - smooth).abs() < 0.06, "{point}: {smooth} {found:?}");
    }
    assert!(inside > 20 && outside > 100, "{inside} {outside}");
    let corner = torus.mesh().points()[7];
    assert_eq!(points.signed(corner).unwrap().distance, Interval::exactly(0.0));
}

#[test]
fn a_mesh_that_is_not_closed_has_no_signed_distances() {
    let cube = shapes::cuboid(DVec3::ZERO, DVec3::ONE);
    let open = Mesh::new(cube.points().to_vec(), cube.triangles()[1..].to_vec()).unwrap();
    let open = Model::new(open);
    let error = open.points().signed(DVec3::splat(0.5)).unwrap_err().to_string();
    assert!(
        error.contains("the mesh is not closed: 3 edges") && error.contains(" of triangle "),
        "{error}"
    );
    assert_eq!(open.points().signed_batch(&[[0.0; 3]; 0]).unwrap_err().to_string(), error);
    assert!(open.points().nearest(DVec3::splat(0.5)).is_ok());
    let closed = Model::new(cube);
    assert!(closed.points().signed(DVec3::new(f64::NAN, 0.0, 0.0)).is_err());
    let inside = closed.points().signed_batch(&[DVec3::splat(0.25), DVec3::splat(2.0)]).unwrap();
    assert!(
        inside[0].distance.contains(-0.25) && inside[1].distance.contains(3f64.sqrt()),
        "{inside:?}"
    );
    // A model that is bent keeps nothing of what was found out before.
    let torn = closed
        .mesh()
        .points()
        .iter()
        .enumerate()
        .map(|(k, &v)| if k == 0 { v - DVec3::ONE } else { v });
    assert!(closed.refit(torn.collect()).unwrap().points().signed(DVec3::splat(0.5)).is_ok());
}

#[test]
fn batches_answer_like_single_questions_and_bad_points_are_refused() {
    let mut random = Random(36);
    let model = Model::new(shapes::icosphere(1.0, 3));
    let asked: Vec<DVec3> = (0..500).map(|_| random.vector() * 2.0).collect();
    let one: Vec<Near> =
        asked.iter().map(|&point| model.points().nearest(point).unwrap()).collect();
    assert_eq!(model.points().nearest_batch(&asked).unwrap(), one);
    assert!(model.points().nearest(DVec3::new(0.0, f64::NAN, 0.0)).is_err());
    assert!(model.points().nearest_few(DVec3::splat(1e40), 2).is_err());
    assert!(model.points().within(DVec3::ZERO, -1.0).is_err());
    assert_eq!(model.points().nearest_few(DVec3::ZERO, 0).unwrap(), []);
}
