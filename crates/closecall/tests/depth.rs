//! How deep solids are in each other: certified from both sides, and compared with other ways.

use crate::oracle::parting::{Block, blocks_depth, convex_depth};
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Rng};
use closecall::mesh::shapes::{cuboid, icosphere, tetrahedron, torus};
use closecall::query::{Location, Near, Parting, Penetration};
use closecall::{Ask, Budget, Kind, Mesh, Model, Pair, Pose, Solid};

fn solid(mesh: Mesh) -> Solid {
    Model::new(mesh).solid().unwrap()
}

fn at(translation: DVec3) -> Pose {
    Pose::from_translation(translation.to_array()).unwrap()
}

/// The number of rounds: how many times as many cases are looked at.
fn rounds(few: usize) -> usize {
    let times = std::env::var("CLOSECALL_DEPTH_ROUNDS").ok().and_then(|t| t.parse().ok());
    few * times.unwrap_or(1)
}

/// Do the insides overlap, by the exact test?
fn overlap(a: &Solid, b: &Solid, pose: &Pose) -> bool {
    !matches!(a.meeting(b, pose).unwrap().kind, Kind::Apart | Kind::Touching)
}

/// The witness parts them, and no shorter translation does of many that are tried.
fn check(a: &Solid, b: &Solid, pose: &Pose, found: &Penetration, tries: usize, rng: &mut Rng) {
    let Penetration { depth, parting: Parting { pose: parted, translation, normal, .. } } = found;
    assert!(depth.lo <= depth.hi && depth.lo >= 0.0, "{depth:?}");
    assert!(!overlap(a, b, parted), "the witness does not part them: {found:?}");
    let moved = parted.shift() - pose.shift();
    assert!(moved.length() <= depth.hi * (1.0 + 1e-15), "{moved} {depth:?}");
    let translation = DVec3::from_array(*translation);
    if depth.hi > 0.0 {
        assert!((translation - moved).length() <= 1e-12 * (depth.hi + pose.shift().length()));
        assert!((DVec3::from_array(*normal).length() - 1.0).abs() < 1e-12);
    }
    for round in 0..tries {
        let about = [0.0, 0.01, 0.1, 1.0, 1e9][round % 5];
        let way = DVec3::from_array(*normal) + rng.in_ball() * about;
        let length = depth.lo * [1.0 - 1e-9, 1.0 - 1e-6, 0.99, 0.7][round % 4];
        let t = way.normalize_or_zero() * length;
        let shorter = Pose::from_matrix({
            let mut rows = pose.to_matrix();
            (0..3).for_each(|i| rows[i][3] += t[i]);
            rows
        });
        let shorter = shorter.unwrap();
        if (shorter.shift() - pose.shift()).length() < depth.lo {
            assert!(overlap(a, b, &shorter), "{t} parts them, but {depth:?}");
        }
    }
}

/// Is a number in the interval, but for what its own computation lost?
fn holds(found: &Penetration, truth: f64, size: f64) -> bool {
    let off = 1e-11 * size;
    found.depth.lo <= truth + off && truth - off <= found.depth.hi
}

fn carried(mesh: &Mesh, pose: &Pose) -> Mesh {
    let vertices = mesh.points().iter().map(|v| pose.carried(*v)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

fn pose_near(rng: &mut Rng, reach: f64) -> Pose {
    let rotation = rng.quaternion();
    Pose::from_quaternion((rng.in_ball() * reach).to_array(), rotation).unwrap()
}

#[test]
fn cubes_by_formula() {
    let cube = solid(cuboid(DVec3::ZERO, DVec3::ONE));
    let mut rng = Rng::new(1);
    for (place, depth) in [
        (DVec3::new(0.75, 0.0, 0.0), 0.25),
        (DVec3::new(0.75, 0.125, -0.5), 0.25),
        (DVec3::new(0.5, 0.625, -0.875), 0.125),
        (DVec3::ZERO, 1.0),
        (DVec3::new(1.0, 0.0, 0.0), 0.0),
        (DVec3::new(1.0, 1.0, 1.0), 0.0),
    ] {
        let found = cube.penetration(&cube, &at(place), Ask::new()).unwrap().unwrap();
        assert!(holds(&found, depth, 1.0), "{place}: {found:?}");
        assert!(found.depth.width() <= 1e-3 * depth, "{place}: {found:?}");
        check(&cube, &cube, &at(place), &found, 8, &mut rng);
    }
    assert_eq!(cube.penetration(&cube, &at(DVec3::X * 1.5), Ask::new()), Ok(None));
}

#[test]
fn convex_pairs_have_the_least_overlap_of_shadows() {
    let mut rng = Rng::new(40);
    let stretch = |mesh: &Mesh, by: DVec3| {
        let vertices = mesh.points().iter().map(|v| *v * by).collect();
        Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
    };
    let shapes = [
        cuboid(-DVec3::ONE, DVec3::ONE),
        tetrahedron(1.0),
        stretch(&icosphere(1.0, 0), DVec3::new(1.0, 0.5, 2.0)),
        stretch(&cuboid(-DVec3::ONE, DVec3::ONE), DVec3::new(3.0, 0.1, 0.5)),
        icosphere(1.0, 1),
    ];
    let solids = shapes.clone().map(solid);
    let (mut looked, mut tight) = (0, 0);
    for round in 0..rounds(60) {
        let (i, j) = (round % 5, rng.below(5));
        let pose = pose_near(&mut rng, 2.0);
        let Some(found) = solids[i].penetration(&solids[j], &pose, Ask::new()).unwrap() else {
            continue;
        };
        let truth = convex_depth(&shapes[i], &carried(&shapes[j], &pose));
        assert!(holds(&found, truth, 4.0), "{truth} {found:?} {i} {j} {pose:?}");
        check(&solids[i], &solids[j], &pose, &found, 4, &mut rng);
        (looked, tight) = (looked + 1, tight + usize::from(found.depth.width() < 1e-3 * truth));
    }
    assert!(looked > rounds(60) / 3 && tight > looked * 9 / 10, "{looked} {tight}");
}

/// Boxes on a grid: coplanar faces, slots that fit, cavities.
fn blocks(rng: &mut Rng, count: usize) -> Vec<Block> {
    let corner =
        |rng: &mut Rng| DVec3::new(rng.below(4) as f64, rng.below(4) as f64, rng.below(4) as f64);
    let block = |rng: &mut Rng| {
        let low = corner(rng);
        (low, low + DVec3::ONE + corner(rng).min(DVec3::splat(2.0)))
    };
    (0..count).map(|_| block(rng)).collect()
}

fn mesh_of(blocks: &[Block]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::<DVec3>::new(), Vec::new());
    for (low, high) in blocks {
        let part = cuboid(*low, *high);
        let first = vertices.len() as u32;
        vertices.extend(part.points());
        triangles.extend(part.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    Mesh::new(vertices, triangles).unwrap()
}

#[test]
fn unions_of_blocks_on_a_grid() {
    let mut rng = Rng::new(41);
    let (mut looked, mut tight, mut zero) = (0, 0, 0);
    for round in 0..rounds(60) {
        let (count_a, count_b) = (1 + rng.below(4), 1 + rng.below(3));
        let (a, b) = (blocks(&mut rng, count_a), blocks(&mut rng, count_b));
        let grid = [1.0, 0.5, 0.37][round % 3];
        let place = rng.in_ball() * 3.5;
        let place = (place / grid).round() * grid;
        let (p, q) = (solid(mesh_of(&a)), solid(mesh_of(&b)));
        let ask = Ask::new().accuracy(0.01).budget(Budget::tests(2_000_000));
        let Some(found) = p.penetration(&q, &at(place), ask).unwrap() else { continue };
        let moved: Vec<Block> = b.iter().map(|(l, h)| (*l + place, *h + place)).collect();
        // Rounding may open a slot that fits exactly, or close it.
        let (truth, least) = (blocks_depth(&a, &moved, 0.0), blocks_depth(&a, &moved, 1e-12));
        assert!(found.depth.lo <= truth + 1e-11, "{truth} {found:?} {a:?} {b:?} {place}");
        assert!(found.depth.hi >= least - 1e-11, "{least} {found:?} {a:?} {b:?} {place}");
        check(&p, &q, &at(place), &found, 4, &mut rng);
        looked += 1;
        zero += usize::from(truth == 0.0);
        tight += usize::from(found.depth.width() <= 0.011 * truth);
    }
    assert!(looked > rounds(60) / 3 && tight > looked * 8 / 10, "{looked} {tight} {zero}");
}

fn joined(parts: &[Mesh]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::<DVec3>::new(), Vec::new());
    for part in parts {
        let first = vertices.len() as u32;
        vertices.extend(part.points());
        triangles.extend(part.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    Mesh::new(vertices, triangles).unwrap()
}

fn scaled(mesh: &Mesh, by: DVec3) -> Mesh {
    let vertices = mesh.points().iter().map(|v| *v * by).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

fn turned_inside_out(mesh: &Mesh) -> Mesh {
    let triangles = mesh.triangles().iter().map(|t| [t[0], t[2], t[1]]).collect();
    Mesh::new(mesh.points().to_vec(), triangles).unwrap()
}

/// Every triangle becomes four, in the same plane.
fn subdivided(mesh: &Mesh) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::<DVec3>::new(), Vec::new());
    for [a, b, c] in mesh.iter() {
        let first = vertices.len() as u32;
        vertices.extend([a, b, c, a.midpoint(b), b.midpoint(c), c.midpoint(a)]);
        let parts = [[0, 3, 5], [3, 1, 4], [5, 4, 2], [3, 4, 5]];
        triangles.extend(parts.map(|t| t.map(|v| v + first)));
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// A star: every vertex of a ball nearer or further.
fn bumpy(rng: &mut Rng, subdivisions: u32) -> Mesh {
    let ball = icosphere(1.0, subdivisions);
    let vertices = ball.points().iter().map(|v| *v * rng.between(0.4, 1.2)).collect();
    Mesh::new(vertices, ball.triangles().to_vec()).unwrap()
}

const HOSTILE: usize = 9;

/// Two bodies of a kind that is hard in its own way, the size of the smaller, and where B is.
fn hostile(kind: usize, rng: &mut Rng) -> (Mesh, Mesh, f64, Pose) {
    let cube = cuboid(-DVec3::ONE, DVec3::ONE);
    match kind {
        // Bumps and dents.
        0 => (bumpy(rng, 1), bumpy(rng, 1), 1.0, pose_near(rng, 1.6)),
        // A ring around something.
        1 => (torus(1.0, 0.3, 12, 8), bumpy(rng, 0), 1.0, pose_near(rng, 1.0)),
        // Nested, near the middle.
        2 => (scaled(&cube, DVec3::splat(4.0)), bumpy(rng, 0), 1.0, pose_near(rng, 2.0)),
        // In a cavity that it does not fit.
        3 => {
            let hollow = joined(&[scaled(&cube, DVec3::splat(2.0)), turned_inside_out(&cube)]);
            let size = rng.between(0.3, 1.5);
            (hollow, scaled(&bumpy(rng, 0), DVec3::splat(size)), 0.3, pose_near(rng, 1.5))
        }
        // A needle through something.
        4 => (bumpy(rng, 0), scaled(&cube, DVec3::new(1e-3, 2.0, 1e-3)), 1e-3, pose_near(rng, 0.8)),
        // Far from the origin of both frames.
        5 => {
            let far = |mesh: Mesh, by: DVec3| carried(&mesh, &at(by));
            let away = DVec3::new(1e6, -3e6, 2e6);
            let near = rng.in_ball();
            let (a, b) = (far(bumpy(rng, 0), away), far(cube, -away));
            (a, b, 1.0, at(away * 2.0 + near))
        }
        // A speck in something large.
        6 => {
            let speck = scaled(&bumpy(rng, 0), DVec3::splat(1e-6));
            let side = rng.in_ball().with_z(1.0) + rng.in_ball() * 1e-6;
            (cube, speck, 1e-6, at(side))
        }
        // Turned by a quarter: edges on edges, corners on faces.
        7 => {
            let half = std::f64::consts::FRAC_1_SQRT_2;
            let place = (rng.in_ball() * 8.0).round() / 4.0;
            let blocks = [(DVec3::ZERO, DVec3::ONE), (DVec3::X, DVec3::new(2.0, 1.0, 3.0))];
            (
                mesh_of(&blocks),
                cube,
                1.0,
                Pose::from_quaternion(place.to_array(), [half, half, 0.0, 0.0]).unwrap(),
            )
        }
        // Shells that overlap and cross, in one body.
        _ => {
            let turned = carried(&cube, &pose_near(rng, 0.7));
            (joined(&[cube, turned]), bumpy(rng, 0), 1.0, pose_near(rng, 1.5))
        }
    }
}

#[test]
fn hostile_pairs_have_no_shorter_way_out() {
    let mut rng = Rng::new(42);
    let mut tally = vec![[0usize; 3]; HOSTILE];
    for round in 0..rounds(90) {
        let kind = round % HOSTILE;
        let (a, b, size, pose) = hostile(kind, &mut rng);
        let (a, b) = (solid(a), solid(b));
        let ask = Ask::new().accuracy(0.02).budget(Budget::tests(1_000_000));
        let Some(found) = a.penetration(&b, &pose, ask).unwrap() else { continue };
        check(&a, &b, &pose, &found, 6, &mut rng);
        let tight = found.depth.width() <= 0.021 * found.depth.hi;
        let deep = found.depth.lo > 1e-6 * size;
        tally[kind] = [
            tally[kind][0] + 1,
            tally[kind][1] + usize::from(tight),
            tally[kind][2] + usize::from(deep),
        ];
    }
    println!("looked at, tight, deep: {tally:?}");
    for (kind, [looked, tight, deep]) in tally.into_iter().enumerate() {
        assert!(
            looked > 0 && deep > 0 && tight * 4 >= looked * 3,
            "{kind}: {looked} {tight} {deep}"
        );
    }
}

#[test]
fn subdividing_and_swapping_change_nothing() {
    let mut rng = Rng::new(43);
    let (a, b) = (
        bumpy(&mut rng, 0),
        mesh_of(&[(DVec3::ZERO, DVec3::ONE), (DVec3::X, DVec3::new(2.0, 1.0, 3.0))]),
    );
    let (fine_a, fine_b) = (solid(subdivided(&a)), solid(subdivided(&subdivided(&b))));
    let (a, b) = (solid(a), solid(b));
    let mut looked = 0;
    for _ in 0..rounds(8) {
        let place = rng.in_ball() * 1.5;
        let ask = Ask::new().accuracy(1e-2);
        let Some(found) = a.penetration(&b, &at(place), ask).unwrap() else { continue };
        let fine = fine_a.penetration(&fine_b, &at(place), ask).unwrap().unwrap();
        let swapped = b.penetration(&a, &at(-place), ask).unwrap().unwrap();
        for other in [&fine, &swapped] {
            // Both intervals hold the same number.
            assert!(found.depth.lo <= other.depth.hi && other.depth.lo <= found.depth.hi);
            assert!(other.depth.width() <= 0.0101 * other.depth.hi, "{other:?}");
        }
        looked += 1;
    }
    assert!(looked > 2);
}

#[test]
fn along_a_direction_it_is_how_far_the_first_way_out_is() {
    let mut rng = Rng::new(44);
    let (mut looked, mut tight, mut convex) = (0, 0, 0);
    for round in 0..rounds(60) {
        let (a, b, size, pose) = hostile(round % HOSTILE, &mut rng);
        let (a, b) = (solid(a), solid(b));
        let way = rng.in_ball().normalize();
        let ask = Ask::new().budget(Budget::tests(1_000_000));
        let found = a.penetration_along(&b, &pose, (way * 3.0).to_array(), ask).unwrap();
        let Some(found) = found else { continue };
        let least = a.penetration(&b, &pose, ask).unwrap().unwrap();
        assert!(least.depth.lo <= found.depth.hi, "{least:?} {found:?}");
        assert!(!overlap(&a, &b, &found.parting.pose));
        for share in [1.0 - 1e-9, 0.999, 0.9, 0.5, rng.between(0.0, 1.0)] {
            if found.depth.lo == 0.0 {
                continue;
            }
            let t = (way * (found.depth.lo * share)).to_array();
            let mut rows = pose.to_matrix();
            (0..3).for_each(|i| rows[i][3] += t[i]);
            assert!(overlap(&a, &b, &Pose::from_matrix(rows).unwrap()), "{share} {found:?}");
        }
        looked += 1;
        tight += usize::from(found.depth.width() <= 1e-6 * found.depth.hi + 1e-9 * size);
        convex += usize::from(found.depth.lo > 0.0);
    }
    assert!(
        looked > rounds(60) / 2 && convex > looked / 2 && tight > looked / 2,
        "{looked} {tight} {convex}"
    );
    let cube = solid(cuboid(DVec3::ZERO, DVec3::ONE));
    assert!(cube.penetration_along(&cube, &Pose::IDENTITY, [0.0; 3], Ask::new()).is_err());
    assert!(
        cube.penetration_along(&cube, &Pose::IDENTITY, [f64::NAN, 1.0, 0.0], Ask::new()).is_err()
    );
    assert_eq!(
        cube.penetration_along(&cube, &at(DVec3::X * 2.0), [1.0, 0.0, 0.0], Ask::new()),
        Ok(None)
    );
}

/// Free only where B fits exactly between two walls: no bound may get past that place.
#[test]
fn a_slot_that_fits_exactly_is_not_passed() {
    let block = |low: [f64; 3], high: [f64; 3]| (DVec3::from_array(low), DVec3::from_array(high));
    let a = [
        block([0.0, 0.0, 3.0], [3.0, 3.0, 6.0]),
        block([3.0, 2.0, 0.0], [4.0, 4.0, 2.0]),
        block([3.0, 1.0, 3.0], [6.0, 4.0, 4.0]),
        block([1.0, 1.0, 0.0], [2.0, 4.0, 3.0]),
    ];
    let b = [block([0.0, 3.0, 1.0], [1.0, 5.0, 3.0]), block([3.0, 1.0, 3.0], [6.0, 4.0, 5.0])];
    let (a, b) = (solid(mesh_of(&a)), solid(mesh_of(&b)));
    let ask = Ask::new().accuracy(0.01).budget(Budget::tests(2_000_000));
    let found = a.penetration(&b, &at(DVec3::new(-1.5, -1.0, 0.5)), ask).unwrap().unwrap();
    let least = DVec3::new(1.5, 1.0, 0.5).length();
    assert!(found.depth.contains(least) && found.depth.lo > 0.99 * least, "{found:?}");
}

/// A ring has no ball that reaches all of its inside, and a ball in it touches none of its triangles.
#[test]
fn a_ball_within_a_ring_is_proved_to_be_there() {
    let (ring, ball) = (solid(torus(1.0, 0.25, 16, 10)), solid(icosphere(0.02, 2)));
    let mut rng = Rng::new(49);
    for _ in 0..rounds(12) {
        let angle = rng.between(0.0, std::f64::consts::TAU);
        let around = DVec3::new(angle.cos(), angle.sin(), 0.0);
        let place = around + rng.in_ball() * 0.2;
        let found = ring.penetration(&ball, &at(place), Ask::new()).unwrap().unwrap();
        assert!(found.depth.width() <= 1.001e-3 * found.depth.hi, "{place} {found:?}");
        check(&ring, &ball, &at(place), &found, 4, &mut rng);
    }
}

/// A slot: B leaves it upward at once, and is free again between two walls on the way to the side.
#[test]
fn the_first_way_out_need_not_be_the_last() {
    let walls = [(0.0, 1.0), (3.0, 4.0)]
        .map(|(from, to)| (DVec3::new(from, 0.0, 0.0), DVec3::new(to, 1.0, 1.0)));
    let (comb, peg) = (solid(mesh_of(&walls)), solid(cuboid(DVec3::ZERO, DVec3::splat(0.5))));
    let found = comb.penetration_along(&peg, &at(DVec3::splat(0.25)), [1.0, 0.0, 0.0], Ask::new());
    let depth = found.unwrap().unwrap().depth;
    assert!(depth.contains(0.75) && depth.width() < 1e-9, "{depth:?}");
}

#[test]
fn a_pair_that_remembers_answers_alike_and_open_meshes_are_refused() {
    let mut rng = Rng::new(45);
    let (a, b) = (solid(bumpy(&mut rng, 1)), solid(bumpy(&mut rng, 1)));
    let mut pair = Pair::new(&a, &b).unwrap().with(Ask::new().accuracy(0.01));
    for step in 0..12 {
        let pose = at(DVec3::new(0.4 + 0.15 * f64::from(step), 0.1, 0.2));
        let (warm, cold) = (
            pair.penetration(&pose).unwrap(),
            a.penetration(&b, &pose, Ask::new().accuracy(0.01)).unwrap(),
        );
        assert_eq!(warm.is_some(), cold.is_some());
        if let (Some(warm), Some(cold)) = (warm, cold) {
            assert!(warm.depth.lo <= cold.depth.hi && cold.depth.lo <= warm.depth.hi);
            check(&a, &b, &pose, &warm, 4, &mut rng);
        }
    }
    let open =
        Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap());
    let error = Pair::new(&a, &open).unwrap().penetration(&Pose::IDENTITY).unwrap_err();
    assert!(error.to_string().contains("not closed"), "{error}");
}

#[test]
fn a_short_budget_gives_a_wide_interval_that_holds() {
    let mut rng = Rng::new(46);
    let (a, b) = (bumpy(&mut rng, 1), bumpy(&mut rng, 1));
    let (a, b) = (solid(a), solid(b));
    let pose = at(DVec3::new(0.5, 0.3, 0.1));
    let full = a.penetration(&b, &pose, Ask::new()).unwrap().unwrap().depth;
    let mut widths = Vec::new();
    for tests in [0, 1000, 30_000, 300_000] {
        let found = a.penetration(&b, &pose, Budget::tests(tests)).unwrap().unwrap();
        assert!(found.depth.lo <= full.hi && full.lo <= found.depth.hi);
        assert!(!overlap(&a, &b, &found.parting.pose));
        widths.push(found.depth.width());
    }
    assert!(widths[0] > widths[3], "{widths:?}");
}

#[test]
fn bodies_have_a_signed_distance_with_its_gradient() {
    let mut rng = Rng::new(47);
    let mut signs = [0; 2];
    for round in 0..rounds(16) {
        let (a, b) = (solid(bumpy(&mut rng, 0)), solid(bumpy(&mut rng, 0)));
        let pose = pose_near(&mut rng, 2.5);
        let ask = Ask::new().accuracy(1e-6).budget(Budget::tests(4_000_000));
        let signed = a.signed_distance(&b, &pose, ask).unwrap();
        signs[usize::from(signed.distance.hi < 0.0)] += 1;
        assert_eq!(signed.distance.hi < 0.0, overlap(&a, &b, &pose));
        let gradient = DVec3::from_array(signed.gradient);
        let between = DVec3::from_array(signed.point_b) - DVec3::from_array(signed.point_a);
        let away = between - gradient * signed.distance.middle();
        assert!(away.length() < 1e-6 + signed.distance.width(), "{round}: {between} {signed:?}");
        let step = 1e-4;
        for axis in DVec3::AXES {
            let moved = |by: f64| {
                let t = pose.shift() + axis * by;
                let mut rows = pose.to_matrix();
                (0..3).for_each(|i| rows[i][3] = t[i]);
                a.signed_distance(&b, &Pose::from_matrix(rows).unwrap(), ask).unwrap()
            };
            let [less, more] = [moved(-step), moved(step)];
            let turned = |s: &closecall::query::SignedDistance| {
                DVec3::from_array(s.gradient).dot(gradient) < 0.999
            };
            if turned(&less) || turned(&more) {
                continue;
            }
            let slope = (more.distance.middle() - less.distance.middle()) / (2.0 * step);
            assert!(
                (slope - gradient.dot(axis)).abs() < 0.05,
                "{round}: {slope} {gradient} {axis}"
            );
        }
    }
    assert!(signs.iter().all(|&count| count > 0), "{signs:?}");
}

/// The pairs of [`the_moment_is_the_change_with_a_turn`].
fn turned_pairs(rng: &mut Rng) -> impl Iterator<Item = (Solid, Solid, Pose)> {
    (0..).map(|round| {
        let a = if round % 2 == 0 { bumpy(rng, 0) } else { torus(1.0, 0.4, 9, 7) };
        (solid(a), solid(bumpy(rng, 0)), pose_near(rng, 2.2))
    })
}

/// At a coarse accuracy the search ended at a translation that no faces hold, on a way on which B was
/// free before; the moment was that of a place that plays no part.
#[test]
fn a_coarse_way_out_is_held_by_faces_and_has_its_moment() {
    let (a, b, pose) = turned_pairs(&mut Rng::new(50)).nth(64).expect("there is no end");
    let ask = Ask::new().accuracy(0.01);
    let coarse = a.signed_distance(&b, &pose, ask).unwrap();
    let fine = a.signed_distance(&b, &pose, ask.accuracy(1e-6)).unwrap();
    assert!(!a.penetration(&b, &pose, ask).unwrap().unwrap().parting.held_by.is_empty());
    let [coarse, fine] = [coarse.moment, fine.moment].map(DVec3::from_array);
    assert!(coarse.distance(fine) < 1e-6, "{coarse} {fine}");
}

/// One of the two faces that hold B did not touch where the last step began.
#[test]
fn a_face_that_is_reached_late_holds_too() {
    let (a, b, pose) = turned_pairs(&mut Rng::new(50)).nth(107).expect("there is no end");
    let here = a.signed_distance(&b, &pose, Ask::new().accuracy(0.01)).unwrap();
    assert!((here.moment[0] + 0.36540297).abs() < 1e-6, "{here:?}");
}

/// Two faces held B in turn: the steps went to and fro between them, and ended on one of the two. The
/// gradient and the moment were those of a place that plays no part, and nothing said so.
#[test]
fn the_corner_of_two_faces_that_hold_in_turn_is_found() {
    for number in [173, 239] {
        let (a, b, pose) = turned_pairs(&mut Rng::new(50)).nth(number).expect("there is no end");
        let ask = Ask::new().accuracy(0.01);
        let coarse = a.signed_distance(&b, &pose, ask).unwrap();
        let fine = a.signed_distance(&b, &pose, ask.accuracy(1e-6)).unwrap();
        assert!(!coarse.is_rough && !fine.is_rough, "{number}: {coarse:?}");
        let apart = |p: [f64; 3], q| DVec3::from_array(p).distance(DVec3::from_array(q));
        assert!(apart(coarse.gradient, fine.gradient) < 1e-6, "{number}: {coarse:?} {fine:?}");
        assert!(apart(coarse.moment, fine.moment) < 1e-6, "{number}: {coarse:?} {fine:?}");
        // What a small turn about the axis of x does to the first was measured.
        assert!(number != 173 || (coarse.moment[0] + 0.4202).abs() < 1e-3, "{coarse:?}");
    }
}

#[test]
fn a_derivative_where_solids_touch_or_nearly_do_is_rough() {
    let cube = solid(cuboid(DVec3::ZERO, DVec3::ONE));
    let gaps =
        [(0.0, true), (1e-13, true), (1e-3, false), (0.25, false), (-1e-3, false), (-0.25, false)];
    for (gap, rough) in gaps {
        let pose = at(DVec3::new(1.0 + gap, 0.25, 0.125));
        let found = cube.signed_distance(&cube, &pose, Ask::new()).unwrap();
        assert_eq!(found.is_rough, rough, "{gap}: {found:?}");
        let way = if gap == 0.0 { DVec3::ZERO } else { DVec3::X };
        assert!(DVec3::from_array(found.gradient).distance(way) < 1e-12, "{gap}: {found:?}");
    }
    // No budget: what is known is the way out of the boxes.
    let ball = solid(icosphere(1.0, 2));
    let ask = Ask::new().budget(Budget::tests(0));
    let found = ball.signed_distance(&ball, &at(DVec3::new(0.6, 0.5, 0.4)), ask).unwrap();
    assert!(found.is_rough && found.distance.hi < 0.0, "{found:?}");
}

/// The inside of such a shell is where its normals point to.
#[test]
fn shells_that_are_inside_out_have_a_lower_bound_too() {
    let mut rng = Rng::new(51);
    let needles = scaled(&tetrahedron(1.0), DVec3::new(1.0, 0.1, 0.1));
    let (a, b) =
        (solid(turned_inside_out(&needles)), solid(turned_inside_out(&bumpy(&mut rng, 0))));
    let mut looked = 0;
    for _ in 0..rounds(24) {
        let pose = pose_near(&mut rng, 1.2);
        let ask = Ask::new().accuracy(0.02);
        let Some(found) = a.penetration(&b, &pose, ask).unwrap() else { continue };
        check(&a, &b, &pose, &found, 4, &mut rng);
        assert!(found.depth.width() <= 0.021 * found.depth.hi, "{found:?}");
        looked += 1;
    }
    assert!(looked > rounds(8), "{looked}");
}

/// The moment tells how the distance changes when B turns about the origin of A's frame.
#[test]
fn the_moment_is_the_change_with_a_turn() {
    let mut rng = Rng::new(50);
    let (step, mut compared, mut rough) = (1e-5, [0; 2], 0);
    for (round, (a, b, pose)) in turned_pairs(&mut rng).take(rounds(24)).enumerate() {
        let ask = Ask::new().accuracy(0.01).budget(Budget::tests(2_000_000));
        let here = a.signed_distance(&b, &pose, ask).unwrap();
        if here.is_rough {
            rough += 1;
            continue;
        }
        for axis in DVec3::AXES {
            let [less, more] = [-step, step].map(|angle: f64| {
                let turn = axis * (0.5 * angle).sin();
                let turn = [(0.5 * angle).cos(), turn.x, turn.y, turn.z];
                let turned = Pose::from_quaternion([0.0; 3], turn).unwrap().compose(&pose).unwrap();
                a.signed_distance(&b, &turned, ask).unwrap().distance.lo
            });
            let (back, on) = (here.distance.lo - less, more - here.distance.lo);
            if (on - back).abs() > 1e-3 * step {
                continue;
            }
            let slope = (on + back) / (2.0 * step);
            let told = DVec3::from_array(here.moment).dot(axis);
            assert!((slope - told).abs() < 2e-3, "{round}: {slope}, not {told}: {here:?}");
            compared[usize::from(here.distance.hi < 0.0)] += 1;
        }
    }
    assert!(compared.iter().all(|&count| count > rounds(8)), "{compared:?}");
    assert!(rough <= rounds(24) / 200, "{rough} are rough");
}

#[test]
fn patches_are_few_and_their_normals_point_from_a_to_b() {
    let floor = solid(cuboid(DVec3::new(-5.0, -5.0, -1.0), DVec3::new(5.0, 5.0, 0.0)));
    let legs = [(-2.0, -2.0), (-2.0, 2.0), (2.0, -2.0), (2.0, 2.0)];
    let legs = legs.map(|(x, y)| (DVec3::new(x, y, -0.01), DVec3::new(x + 0.3, y + 0.3, 2.0)));
    let table = solid(mesh_of(&legs));
    for depth in [0.0, 0.01] {
        let pose = at(DVec3::Z * (0.01 - depth));
        let found = floor.patches(&table, &pose).unwrap();
        assert_eq!(found.len(), 4, "{found:?}");
        let pairs: usize = found.iter().map(|patch| patch.pairs.len()).sum();
        assert_eq!(pairs, floor.model().contacts(table.model(), &pose).unwrap().len());
        for patch in &found {
            assert!(DVec3::from_array(patch.normal).distance(DVec3::Z) < 1e-9, "{patch:?}");
            assert!((patch.depth - depth).abs() < 1e-9 && patch.points.len() == 4, "{patch:?}");
        }
        let swapped = table.patches(&floor, &at(-DVec3::Z * (0.01 - depth))).unwrap();
        assert_eq!(swapped.len(), 4);
        for patch in &swapped {
            assert!(DVec3::from_array(patch.normal).distance(-DVec3::Z) < 1e-9, "{patch:?}");
        }
    }
    assert_eq!(floor.patches(&table, &at(DVec3::Z)), Ok(Vec::new()));
    let ball = solid(icosphere(1.0, 3));
    let found = ball.patches(&ball, &at(DVec3::new(1.1, 1.0, 1.2))).unwrap();
    assert_eq!(found.len(), 1);
    let away = DVec3::new(1.1, 1.0, 1.2);
    let patch = &found[0];
    assert!(DVec3::from_array(patch.normal).dot(away.normalize()) > 0.99, "{patch:?}");
    assert!((patch.depth - (2.0 - away.length())).abs() < 0.05, "{patch:?}");
}

#[test]
fn points_have_exact_signs_and_a_gradient() {
    let mut rng = Rng::new(48);
    let body = joined(&[bumpy(&mut rng, 2), carried(&bumpy(&mut rng, 1), &at(DVec3::X * 0.7))]);
    let body = solid(body);
    let mut points = body.model().points();
    let (mut signs, mut slopes) = ([0; 2], 0);
    for round in 0..rounds(1500) {
        let grid = [1e-300, 0.25, 0.1][round % 3];
        let point = rng.in_ball() * 1.6;
        let point = if round % 3 == 0 { point } else { (point / grid).round() * grid };
        let found = points.signed(point).unwrap();
        // The location is found with another ray, by other code.
        let sign = match body.locate(point).unwrap() {
            Location::Outside => 1.0,
            Location::OnSurface(_) => 0.0,
            Location::Inside(_) => -1.0,
        };
        assert!(
            found.distance.lo * sign >= 0.0 && found.distance.hi * sign >= 0.0,
            "{point} {found:?}"
        );
        assert_eq!(sign == 0.0, found.distance.hi == 0.0 && found.distance.lo == 0.0);
        signs[usize::from(sign < 0.0)] += 1;
        let gradient = DVec3::from_array(found.gradient(point));
        for axis in DVec3::AXES {
            let [less, more] = [-1e-6, 1e-6]
                .map(|by| (point + axis * by, points.signed(point + axis * by).unwrap()));
            let same = |(p, near): &(DVec3, Near)| {
                DVec3::from_array(near.gradient(*p)).dot(gradient) > 0.9999
            };
            if same(&less) && same(&more) {
                let slope = (more.1.distance.middle() - less.1.distance.middle()) / 2e-6;
                assert!((slope - gradient.dot(axis)).abs() < 1e-3, "{point} {slope} {gradient}");
                slopes += 1;
            }
        }
    }
    assert!(signs.iter().all(|&count| count > 100) && slopes > 1000, "{signs:?} {slopes}");
}
