//! Inputs that are made to break an index: everything on cell walls, flat, without area, in one
//! point, far away, huge, tiny.

mod support;

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Rng};
use closecall::mesh::shapes::{cuboid, grid, icosphere, terrain, tetrahedra, tetrahedron};
use closecall::{Mesh, Pose};
use support::{agree, agree_on_both_answers, lattice, random_poses};

fn soup(triangles: impl IntoIterator<Item = [DVec3; 3]>) -> Mesh {
    let vertices: Vec<DVec3> = triangles.into_iter().flatten().collect();
    let faces = (0..vertices.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(vertices, faces).unwrap()
}

fn mapped(mesh: &Mesh, map: impl Fn(DVec3) -> DVec3) -> Mesh {
    Mesh::new(mesh.points().iter().map(|&v| map(v)).collect(), mesh.triangles().to_vec()).unwrap()
}

/// Unit cubes on every second place of a lattice.
fn cubes(side: i32) -> Mesh {
    let places =
        (0..side).flat_map(|x| (0..side).flat_map(move |y| (0..side).map(move |z| [x, y, z])));
    let corner = |p: [i32; 3]| DVec3::from_array(p.map(|k| f64::from(2 * k)));
    let bodies = places.map(|place| cuboid(corner(place), corner(place) + DVec3::ONE));
    soup(bodies.flat_map(|body| body.iter().collect::<Vec<_>>()))
}

fn three_four_five([x, y, z]: [f64; 3]) -> Pose {
    let (c, s) = (0.6, 0.8);
    Pose::from_rows([[c, -s, 0.0, x], [s, c, 0.0, y], [0.0, 0.0, 1.0, z]]).unwrap()
}

#[test]
fn lattices_of_cubes_touch_in_faces_edges_and_corners() {
    let cube = cuboid(DVec3::ZERO, DVec3::ONE);
    // 4 cells of a grid of 4, and the cuts of trees, lie in the faces of the cubes.
    let env = cubes(3);
    agree_on_both_answers("cubes", &env, &cube, &lattice(1.5, 3));
    agree_on_both_answers("small cubes", &env, &mapped(&cube, |v| v * 0.5), &lattice(1.25, 2));
    let turned = mapped(&env, |v| three_four_five([0.0; 3]).carried(v));
    agree_on_both_answers("turned cubes", &turned, &cube, &lattice(1.0, 2));
    let poses: Vec<Pose> =
        (0..12).map(|k| three_four_five([0.5 * f64::from(k), 1.0, 1.0])).collect();
    agree_on_both_answers("a turned cube", &env, &mapped(&cube, |v| v * 0.25), &poses);
}

#[test]
fn flat_soups_lie_in_one_plane() {
    let floor = grid(8, 8, 0.5);
    let tile = grid(2, 2, 0.25);
    agree_on_both_answers("tiles on a floor", &floor, &tile, &lattice(0.25, 3));
    let wall = mapped(&floor, |v| DVec3::new(v.z, v.x, v.y));
    agree_on_both_answers("tiles on a wall", &wall, &tile, &lattice(0.5, 2));
    let slanted = mapped(&floor, |v| DVec3::new(v.x, v.y, v.x + v.y));
    agree_on_both_answers("slanted", &slanted, &tile, &lattice(0.5, 2));
    let hills = terrain(9, 9, 1.0, |i, j| f64::from((i * 7 + j * 3) % 4));
    agree_on_both_answers("hills", &hills, &tetrahedron(1.0), &random_poses(60, -1.0, 9.0, 1));
}

#[test]
fn triangles_without_area_are_segments_and_points() {
    let rng = &mut Rng::new(4);
    let point = |rng: &mut Rng| DVec3::from_array([(); 3].map(|()| rng.below(4) as f64));
    let thin = soup((0..60).map(|k| {
        let (a, b) = (point(rng), point(rng));
        [[a, a, a], [a, b, b], [a, b, a], [a, b, (a + b) * 0.5]][k % 4]
    }));
    agree_on_both_answers("thin on thin", &thin, &thin, &lattice(1.5, 3));
    agree_on_both_answers(
        "thin on a ball",
        &icosphere(2.0, 2),
        &thin,
        &random_poses(40, -4.0, 4.0, 5),
    );
    agree_on_both_answers(
        "a ball on thin",
        &thin,
        &icosphere(0.5, 1),
        &random_poses(40, -1.0, 4.0, 6),
    );
    let same = soup((0..40).map(|_| [DVec3::new(1.0, 2.0, 3.0); 3]));
    let cube = cuboid(DVec3::ZERO, DVec3::ONE);
    agree_on_both_answers("one point", &same, &cube, &lattice(1.0, 3));
    agree_on_both_answers("a point on points", &same, &same, &lattice(1.0, 1));
}

#[test]
fn one_triangle_is_a_scene_and_a_body() {
    let one = soup([[DVec3::ZERO, DVec3::X, DVec3::Y]]);
    agree_on_both_answers("one on one", &one, &one, &lattice(0.5, 2));
    agree_on_both_answers(
        "one on a ball",
        &icosphere(1.0, 2),
        &one,
        &random_poses(60, -2.0, 2.0, 8),
    );
    agree_on_both_answers(
        "a ball on one",
        &one,
        &icosphere(0.3, 1),
        &random_poses(60, -1.0, 1.5, 9),
    );
}

#[test]
fn identical_meshes_touch_everywhere() {
    let ball = icosphere(1.0, 2);
    let mut poses = lattice(1.0, 1);
    poses.push(Pose::from_translation([1e-15, 0.0, 0.0]).unwrap());
    poses.push(Pose::from_translation([3.0, 0.0, 0.0]).unwrap());
    agree_on_both_answers("identical", &ball, &ball, &poses);
}

#[test]
fn bodies_outside_or_around_the_obstacles_are_no_special_case() {
    let env = cubes(2);
    let cube = cuboid(DVec3::splat(-1.0), DVec3::ZERO);
    let mut poses = vec![Pose::from_translation([0.0; 3]).unwrap()];
    for far in [1e-20, 0.5, 5.0, 1e6, 1e25] {
        for sign in [[-1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, -1.0, 1.0], [-1.0, -1.0, -1.0]] {
            poses.push(Pose::from_translation(sign.map(|s| s * far)).unwrap());
        }
    }
    agree_on_both_answers("outside", &env, &cube, &poses);
    let around = mapped(&icosphere(1.0, 1), |v| v * 4.0);
    agree_on_both_answers("around", &env, &around, &lattice(1.5, 2));
    let huge = mapped(&icosphere(1.0, 1), |v| v * 1e20);
    let near = [-1e20, 0.0, 1e20].map(|x| Pose::from_translation([x, 0.0, 0.0]).unwrap());
    agree("a huge body", &env, &huge, &near);
}

#[test]
fn scales_from_the_smallest_to_the_largest() {
    let (env, obj) = (tetrahedra(60, 3), tetrahedron(0.4));
    for exponent in [-195, -170, -60, 0, 60, 83, 96] {
        let scale = 2f64.powi(exponent);
        // Coordinates too small for the range are none.
        let clean = |x: f64| if (x * scale).abs() < 2f64.powi(-200) { 0.0 } else { x * scale };
        let [env, obj] = [&env, &obj].map(|mesh| mapped(mesh, |v| v.map(clean)));
        let reach = env.points().iter().map(|v| v.abs().max_element()).fold(0.0, f64::max);
        let poses = random_poses(40, -0.8 * reach, 1.8 * reach, 11);
        agree_on_both_answers(&format!("scale 2^{exponent}"), &env, &obj, &poses);
    }
}

#[test]
fn far_from_the_origin_coordinates_are_coarse() {
    for far in [1e6, 1e12, 2f64.powi(50), -2f64.powi(90)] {
        let offset = DVec3::new(far, -far, far * 0.75);
        let size = (far.abs() * 1e-14).max(1.0);
        let env = mapped(&tetrahedra(50, 5), |v| v * 30.0 * size + offset);
        let obj = mapped(&tetrahedron(1.0), |v| v * 4.0 * size);
        let rng = &mut Rng::new(12);
        let mut poses = Vec::new();
        for _ in 0..30 {
            let t = DVec3::from_array([(); 3].map(|()| rng.between(-2.0, 32.0) * size)) + offset;
            poses.push(Pose::from_quaternion(t.to_array(), rng.quaternion()).unwrap());
        }
        agree_on_both_answers(&format!("offset {far:e}"), &env, &obj, &poses);
    }
}

#[test]
fn needles_and_large_triangles_cross_many_cells() {
    let rng = &mut Rng::new(13);
    let point = |rng: &mut Rng| DVec3::from_array([(); 3].map(|()| rng.between(0.0, 1.0)));
    let large = soup((0..120).map(|_| [point(rng), point(rng), point(rng)]));
    agree_on_both_answers("large", &large, &tetrahedron(0.05), &random_poses(60, -0.1, 1.1, 14));
    let needles = soup((0..120).map(|_| {
        let (a, b) = (point(rng), point(rng));
        [a, b, b + (point(rng) - b) * 1e-13]
    }));
    agree_on_both_answers(
        "needles",
        &needles,
        &icosphere(0.05, 1),
        &random_poses(60, -0.1, 1.1, 15),
    );
    let mut poses = random_poses(4, 0.0, 3.0, 16);
    poses.push(Pose::IDENTITY);
    agree_on_both_answers("needles on needles", &needles, &needles, &poses);
}

#[test]
fn obstacles_whose_sizes_differ_by_many_powers_of_two() {
    let sizes = (0..90).map(|k| 2f64.powi(-k));
    let env = soup(sizes.map(|s| [DVec3::X * s, DVec3::Y * s, DVec3::Z * s]));
    let poses: Vec<Pose> = (0..80)
        .map(|k| Pose::from_translation([2f64.powi(-k), 0.0, 0.0]).unwrap())
        .chain([Pose::from_translation([2.0, 0.0, 0.0]).unwrap()])
        .collect();
    let small = mapped(&tetrahedron(1.0), |v| v * 2f64.powi(-60));
    agree_on_both_answers("graded", &env, &small, &poses);
    agree_on_both_answers("graded on graded", &env, &env, &random_poses(10, -1.5, 1.5, 17));
}
