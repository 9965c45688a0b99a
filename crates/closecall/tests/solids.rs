//! Solids and kinds of meeting against two exact oracles that share nothing with the library.
//!
//! `CLOSECALL_LONG=N cargo test --release --test main solids:: -- --nocapture` asks N times as
//! many.

use crate::oracle::cells;
use crate::oracle::difference::meeting;
use crate::oracle::random::Random;
use crate::oracle::regions::{self, Found, Signed};
use crate::oracle::voxels::{self, Block};
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Triangle};
use closecall::query::{Collision, Location};
use closecall::{Kind, Mesh, Model, Pose, Solid};
use dashu::rational::RBig;
use std::collections::BTreeMap;

fn rounds(short: usize) -> usize {
    short
        * std::env::var("CLOSECALL_LONG")
            .map_or(1, |n| n.parse().expect("CLOSECALL_LONG is a number"))
}

/// A soup, each triangle with vertices of its own, as STL files have it.
fn soup(triangles: &[Triangle]) -> Mesh {
    let numbers = (0..triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    Mesh::new(triangles.iter().flatten().copied().collect(), numbers).unwrap()
}

fn solid(triangles: &[Triangle]) -> Solid {
    Model::new(soup(triangles)).solid().unwrap()
}

/// Compares all that is said of two solids with what an oracle found.
fn check(a: &Solid, b: &Solid, pose: &Pose, expected: &Found, seen: &mut BTreeMap<String, usize>) {
    let found = a.meeting(b, pose).unwrap();
    let place = || format!("{:?}\n{:?}\n{pose:?}: {found:?}, but {expected:?}", a.mesh(), b.mesh());
    assert_eq!(found.kind, expected.kind(), "{}", place());
    assert_eq!(a.collides(b, pose).unwrap(), found.kind != Kind::Apart, "{}", place());
    assert_eq!(found.both.is_some(), expected.both, "{}", place());
    if found.kind != Kind::Apart {
        let regions = [(found.a_only, expected.a_only), (found.b_only, expected.b_only)];
        assert!(
            regions.iter().all(|(found, expected)| found.is_some() == *expected),
            "{}",
            place()
        );
    }
    *seen.entry(found.kind.name().to_owned()).or_default() += 1;
}

fn boxes_of(body: &[Block], scale: f64) -> Vec<Triangle> {
    let point = |p: [i32; 3]| DVec3::from(p.map(f64::from)) * scale;
    let faces = |block: &Block| -> Vec<Triangle> {
        let cuboid = closecall::mesh::shapes::cuboid(point(block.low), point(block.high));
        let turned = |[a, b, c]: Triangle| if block.sign < 0 { [a, c, b] } else { [a, b, c] };
        cuboid.iter().map(turned).collect()
    };
    body.iter().flat_map(faces).collect()
}

#[test]
fn boxes_on_a_grid_meet_as_their_cells_say() {
    let mut random = Random::seeded("boxes");
    let mut seen = BTreeMap::new();
    for round in 0..rounds(600) {
        let side = random.integer(2, 4);
        let body = |random: &mut Random| -> Vec<Block> {
            let count = random.pick(&[1, 1, 2, 3]);
            (0..count).map(|_| Block::random(random, side)).collect()
        };
        let a = body(&mut random);
        let b = if random.once_in(6) { a.clone() } else { body(&mut random) };
        let by =
            if random.once_in(3) { [0; 3] } else { [0; 3].map(|_| random.integer(-side, side)) };
        let scale = 2f64.powi([0, 0, -150, 70][round % 4]);
        let (solid_a, solid_b) = (solid(&boxes_of(&a, scale)), solid(&boxes_of(&b, scale)));
        let pose = Pose::from_translation(by.map(|x| f64::from(x) * scale)).unwrap();
        check(&solid_a, &solid_b, &pose, &voxels::found(&a, &b, by, side), &mut seen);
        for _ in 0..4 {
            let p = [0; 3].map(|_| random.integer(-1, 2 * side + 1));
            let location = solid_a.locate(DVec3::from(p.map(f64::from)) * 0.5 * scale).unwrap();
            match (voxels::winding(&a, p), location) {
                (None, Location::OnSurface(_)) | (Some(0), Location::Outside) => {}
                (Some(winding), Location::Inside(found)) if i64::from(winding) == found => {}
                (expected, found) => panic!("{a:?} {p:?}: {found:?}, not {expected:?}"),
            }
        }
    }
    println!("boxes: {seen:?}");
    assert!(seen.len() == 5 && seen.values().all(|&count| count >= 5), "{seen:?}");
}

type Corners = [DVec3; 4];

fn faces_of(corners: &[(Corners, i32)]) -> Vec<Triangle> {
    let faces = |&([a, b, c, d], sign): &(Corners, i32)| {
        let outward = closecall::engine::geom::exact::orient3d(a, b, c, d) < 0.0;
        let faces = [[a, b, c], [a, d, b], [b, d, c], [c, d, a]];
        faces.map(|[p, q, r]| if outward == (sign > 0) { [p, q, r] } else { [p, r, q] })
    };
    corners.iter().flat_map(faces).collect()
}

fn exactly(body: &[(Corners, i32)]) -> Vec<Signed> {
    let point = |p: &DVec3| p.to_array().map(|x| RBig::try_from(x).unwrap());
    body.iter().map(|(corners, sign)| (corners.each_ref().map(point), *sign)).collect()
}

/// Do the surfaces share a point, or is a corner of one in the other?
fn share_a_point(a: &[(Corners, i32)], b: &[(Corners, i32)]) -> bool {
    let arrays = |t: &Triangle| t.map(|p| p.to_array());
    let (faces_a, faces_b) = (faces_of(a), faces_of(b));
    let touch =
        faces_a.iter().any(|s| faces_b.iter().any(|t| meeting(&arrays(s), &arrays(t)).is_some()));
    let (exact_a, exact_b) = (exactly(a), exactly(b));
    let corner_in = |inner: &[Signed], outer: &[Signed]| {
        inner.iter().any(|(tetra, _)| regions::winding(outer, &tetra[0]) != 0)
    };
    touch || corner_in(&exact_a, &exact_b) || corner_in(&exact_b, &exact_a)
}

fn tetrahedra_meet(
    a: &[(Corners, i32)],
    b: &[(Corners, i32)],
    pose: &Pose,
    seen: &mut BTreeMap<String, usize>,
) {
    let carried: Vec<_> = b.iter().map(|(t, sign)| (t.map(|p| pose.carried(p)), *sign)).collect();
    // The rounding of a pose may flatten or turn a tetrahedron: what is asked are its carried
    // corners.
    let volume = |t: &Corners| closecall::engine::geom::exact::orient3d(t[0], t[1], t[2], t[3]);
    if b.iter().zip(&carried).any(|((t, _), (c, _))| volume(t) * volume(c) <= 0.0) {
        return;
    }
    let mut expected = cells::found(a, &carried);
    expected.meet = share_a_point(a, &carried);
    check(&solid(&faces_of(a)), &solid(&faces_of(b)), pose, &expected, seen);
}

/// A tetrahedron with volume, some corners of which are among those given.
fn tetrahedron(random: &mut Random, known: &[DVec3], side: i32) -> Corners {
    loop {
        let corners = [(); 4].map(|()| {
            if !known.is_empty() && random.once_in(3) {
                random.pick(known)
            } else {
                random.on_grid(0, side)
            }
        });
        if closecall::engine::geom::exact::orient3d(corners[0], corners[1], corners[2], corners[3])
            != 0.0
        {
            return corners;
        }
    }
}

fn bodies(random: &mut Random) -> [Vec<(Corners, i32)>; 2] {
    let side = random.integer(1, 5);
    let mut known = Vec::new();
    let mut body = |random: &mut Random, count: usize| {
        let mut tetras = Vec::new();
        for _ in 0..count {
            let corners = tetrahedron(random, &known, side);
            known.extend(corners);
            tetras.push((corners, if random.once_in(4) { -1 } else { 1 }));
        }
        tetras
    };
    let counts = [0; 2].map(|_| random.pick(&[1, 1, 1, 2]));
    let a = body(random, counts[0]);
    let b = match random.integer(0, 9) {
        0 => a.clone(),
        1 | 2 => {
            return [
                a.iter().map(|&(t, sign)| (t.map(|p| p * 4.0), sign)).collect(),
                vec![within(random, &a[0].0)],
            ];
        }
        _ => body(random, counts[1]),
    };
    if random.once_in(2) { [a, b] } else { [b, a] }
}

/// A tetrahedron in another that is four times as large; it may touch it from within.
fn within(random: &mut Random, outer: &Corners) -> (Corners, i32) {
    loop {
        let inner = [(); 4].map(|()| (0..4).map(|_| random.pick(outer)).sum());
        if closecall::engine::geom::exact::orient3d(inner[0], inner[1], inner[2], inner[3]) != 0.0 {
            return (inner, 1);
        }
    }
}

#[test]
fn tetrahedra_meet_as_their_pieces_say() {
    let mut random = Random::seeded("tetrahedra");
    let mut seen = BTreeMap::new();
    for round in 0..rounds(250) {
        let [a, b] = bodies(&mut random);
        let scale = 2f64.powi([0, 0, -166, 80][round % 4]);
        let [a, b] = [a, b].map(|body| {
            body.into_iter().map(|(t, sign)| (t.map(|p| p * scale), sign)).collect::<Vec<_>>()
        });
        let by = if random.once_in(2) { DVec3::ZERO } else { random.on_grid(-3, 3) * scale };
        tetrahedra_meet(&a, &b, &Pose::from_translation(by.to_array()).unwrap(), &mut seen);
    }
    println!("tetrahedra: {seen:?}");
    assert!(seen.len() == 5 && seen.values().all(|&count| count >= 5), "{seen:?}");
}

#[test]
fn rotated_tetrahedra_meet_as_their_pieces_say() {
    let mut random = Random::seeded("rotated tetrahedra");
    let mut seen = BTreeMap::new();
    for _ in 0..rounds(150) {
        let [a, b] = bodies(&mut random);
        let q = [(); 4].map(|()| random.number() + 1e-3);
        let norm = q.map(|x| x * x).iter().sum::<f64>().sqrt();
        let by = random.on_grid(-2, 2) / 3.0;
        let pose = Pose::from_quaternion(by.to_array(), q.map(|x| x / norm)).unwrap();
        // Both turned: what touched before now does so up to a rounding.
        let a = if random.once_in(2) {
            a
        } else {
            a.into_iter().map(|(t, s)| (t.map(|p| pose.carried(p)), s)).collect()
        };
        tetrahedra_meet(&a, &b, &pose, &mut seen);
    }
    println!("rotated tetrahedra: {seen:?}");
    assert!(seen.contains_key("crossing") && seen.contains_key("apart"), "{seen:?}");
}

#[test]
fn nested_spheres_collide_only_as_solids() {
    let [outer, inner] = [3.0, 1.0].map(|radius| closecall::mesh::shapes::icosphere(radius, 3));
    let cavity: Vec<Triangle> =
        closecall::mesh::shapes::icosphere(2.0, 3).iter().map(|[a, b, c]| [a, c, b]).collect();
    let hollow = solid(&outer.iter().chain(cavity).collect::<Vec<_>>());
    let [outer, inner] = [outer, inner].map(|mesh| Model::new(mesh).solid().unwrap());
    let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).unwrap();
    assert!(!outer.model().collides(inner.model(), &at(0.1)).unwrap());
    assert!(matches!(outer.collision(&inner, &at(0.1)).unwrap(), Some(Collision::BInA(_))));
    assert!(matches!(inner.collision(&outer, &at(0.1)).unwrap(), Some(Collision::AInB(_))));
    assert!(
        !hollow.collides(&inner, &at(0.1)).unwrap() && !inner.collides(&hollow, &at(0.1)).unwrap()
    );
    let kinds = [0.1, 1.5, 3.0, 9.0].map(|x| {
        (outer.meeting(&inner, &at(x)).unwrap().kind, hollow.meeting(&inner, &at(x)).unwrap().kind)
    });
    let expected = [
        (Kind::Contained, Kind::Apart),
        (Kind::Contained, Kind::Crossing),
        (Kind::Crossing, Kind::Crossing),
        (Kind::Apart, Kind::Apart),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(outer.meeting(&outer, &Pose::IDENTITY).unwrap().kind, Kind::Identical);
    assert_eq!(outer.meeting(&hollow, &Pose::IDENTITY).unwrap().kind, Kind::Contained);
}

#[test]
fn depth_is_that_of_the_deepest_vertex() {
    let cube = |low: f64, high: f64| {
        Model::new(closecall::mesh::shapes::cuboid(DVec3::splat(low), DVec3::splat(high)))
    };
    let (large, small) = (cube(0.0, 8.0).solid().unwrap(), cube(0.0, 2.0).solid().unwrap());
    let at = |x: f64| Pose::from_translation([x, 3.0, 2.5]).unwrap();
    for (x, depth) in
        [(-1.5, Some(0.5)), (1.0, Some(3.0)), (-2.0, None), (-3.0, None), (7.0, Some(1.0))]
    {
        let found = large.depth(&small, &at(x)).unwrap();
        assert_eq!(
            found.map(|d| (d.depth.lo..=d.depth.hi).contains(&depth.unwrap())),
            depth.map(|_| true),
            "{x}: {found:?}"
        );
    }
    let depth = large.depth(&small, &at(1.0)).unwrap().unwrap();
    assert_eq!(depth.of, closecall::query::Side::B);
    assert_eq!(DVec3::from(depth.vertex).distance(depth.nearest.into()), 3.0);
    let bar = Model::new(closecall::mesh::shapes::cuboid(
        DVec3::new(-1.0, 3.0, 3.0),
        DVec3::new(9.0, 4.0, 4.0),
    ));
    assert_eq!(large.depth(&bar.solid().unwrap(), &Pose::IDENTITY).unwrap(), None);
}

#[test]
fn a_world_of_solids_and_surfaces() {
    use closecall::world::{Body, World};
    let cube =
        |side: f64| Model::new(closecall::mesh::shapes::cuboid(DVec3::ZERO, DVec3::splat(side)));
    let (large, small) = (cube(9.0), cube(1.0));
    let open =
        Mesh::new(small.mesh().points().to_vec(), small.mesh().triangles()[1..].to_vec()).unwrap();
    let at = |x: f64| Pose::from_translation([x, 4.0, 4.0]).unwrap();
    let mut world = World::new();
    let inner = world.insert(Body::new("inner", &Model::new(open)).at(at(4.0))).unwrap();
    let room = world.insert(Body::new("room", &large)).unwrap();
    let far = world.insert(Body::new("far", &small).at(at(40.0))).unwrap();
    assert!(!world.collides() && world.contacts().is_empty());
    world.set_solid(room, true).unwrap();
    world.set_solid(far, true).unwrap();
    assert_eq!(world.collisions(), [(inner, room)]);
    assert!(world.collides() && world.contacts()[0].triangles.is_empty());
    let mut query = world.query();
    query.set_pose(far, at(6.0)).unwrap();
    assert_eq!(query.collisions(), [(room, far)]);
    assert_eq!(query.contacts().len(), 1);
    assert!(world.set_solid(inner, true).unwrap_err().to_string().contains("not closed"));
    world.set_solid(room, false).unwrap();
    assert!(!world.collides() && !world.is_solid(room).unwrap() && world.is_solid(far).unwrap());
}

/// Any closed mesh as a signed sum of tetrahedra: its triangles, joined to a point amid them.
fn cones(triangles: &[Triangle]) -> Vec<(Corners, i32)> {
    let apex = triangles.iter().flatten().sum::<DVec3>() / (3 * triangles.len()) as f64;
    let cone = |&[a, b, c]: &Triangle| {
        let volume = closecall::engine::geom::exact::orient3d(a, b, c, apex);
        (volume != 0.0).then_some(([a, b, c, apex], if volume < 0.0 { 1 } else { -1 }))
    };
    triangles.iter().filter_map(cone).collect()
}

/// The oracle of cells against one that cuts tetrahedra to pieces over the rationals, and takes its
/// time.
#[test]
fn the_oracles_agree() {
    let mut random = Random::seeded("oracles");
    for _ in 0..30 {
        let [a, b] = bodies(&mut random);
        assert_eq!(cells::found(&a, &b), regions::found(&exactly(&a), &exactly(&b)), "{a:?} {b:?}");
    }
}

/// Boxes that shared faces, edges and corners, turned: what is left of that is up to roundings, and
/// no face is flat any more.
#[test]
fn rotated_boxes_meet_as_their_pieces_say() {
    let mut random = Random::seeded("rotated boxes");
    let mut seen = BTreeMap::new();
    for _ in 0..rounds(8) {
        let q = [(); 4].map(|()| random.number() + 1e-3);
        let norm = q.map(|x| x * x).iter().sum::<f64>().sqrt();
        let pose = Pose::from_quaternion([0.1, 0.2, 0.3], q.map(|x| x / norm)).unwrap();
        let mut block = || boxes_of(&[Block { sign: 1, ..Block::random(&mut random, 2) }], 1.0);
        let (a, b) = (block(), block());
        let [turned_a, turned_b] =
            [&a, &b].map(|t| t.iter().map(|t| pose.carried_triangle(t)).collect::<Vec<_>>());
        let (cones_a, cones_b) = (cones(&turned_a), cones(&turned_b));
        let mut expected = cells::found(&cones_a, &cones_b);
        let arrays = |t: &Triangle| t.map(|p| p.to_array());
        let touch =
            |s: &Triangle| turned_b.iter().any(|t| meeting(&arrays(s), &arrays(t)).is_some());
        expected.meet = expected.both || turned_a.iter().any(touch);
        check(&solid(&turned_a), &solid(&b), &pose, &expected, &mut seen);
    }
    println!("rotated boxes: {seen:?}");
}
