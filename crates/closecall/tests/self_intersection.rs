//! Self-intersection against brute force over the rationals: what two triangles share, corner by
//! corner.

use crate::oracle::clip::{common_corners, exactly};
use crate::oracle::random::Random;
use closecall::engine::geom::{DVec3, GlamMesh as _, Triangle, exact::meet_beyond};
use closecall::mesh::shapes::{icosphere, terrain};
use closecall::{Mesh, Model};

/// Do two triangles share more than their common corners and edge? By the extreme points of what
/// they share.
fn expected(s: &Triangle, t: &Triangle) -> bool {
    let points = common_corners(&s.map(|p| p.to_array()), &t.map(|p| p.to_array()));
    let mut common: Vec<_> =
        s.iter().filter(|p| t.contains(p)).map(|p| p.to_array().map(exactly)).collect();
    common.sort();
    common.dedup();
    match common.len() {
        0 => !points.is_empty(),
        1 => points.len() > 1,
        // Of three common corners on a line, the edges between them cover what is shared.
        2 => points.len() > 2 || points.iter().any(|p| !common.contains(p)),
        _ => points.len() > 2,
    }
}

fn agrees(mesh: &Mesh) -> usize {
    let triangles: Vec<Triangle> = mesh.iter().collect();
    let mut pairs = Vec::new();
    for (i, s) in (0..).zip(&triangles) {
        for (j, t) in (0..).zip(&triangles).skip(i as usize + 1) {
            assert_eq!(meet_beyond(s, t), meet_beyond(t, s), "{s:?} {t:?}");
            if expected(s, t) {
                pairs.push((i, j));
            }
        }
    }
    assert_eq!(Model::new(mesh.clone()).self_intersections(), pairs, "{mesh:?}");
    pairs.len()
}

#[test]
fn random_triangles_with_common_vertices_agree() {
    let mut random = Random::seeded("self");
    let (mut some, mut none) = (0, 0);
    for round in 0..400 {
        let (count, side) = (random.integer(3, 7) as usize, random.integer(1, 3));
        let scale = [1.0, 2f64.powi(-180), 2f64.powi(90), 0.1][round % 4];
        let vertices: Vec<DVec3> = (0..count).map(|_| random.on_grid(0, side) * scale).collect();
        let corner = |random: &mut Random| random.integer(0, count as i32 - 1) as u32;
        let triangles =
            (0..random.integer(2, 6)).map(|_| [(); 3].map(|()| corner(&mut random))).collect();
        match agrees(&Mesh::new(vertices, triangles).unwrap()) {
            0 => none += 1,
            _ => some += 1,
        }
    }
    assert!(some > 40 && none > 40, "{some} {none}");
}

#[test]
fn surfaces_agree() {
    assert_eq!(agrees(&icosphere(1.0, 1)), 0);
    let mut random = Random::seeded("rough");
    let rough = terrain(6, 6, 1.0, |_, _| random.number());
    assert_eq!(agrees(&rough), 0);
    // The same with vertices moved about, so that it runs through itself and folds.
    let vertices: Vec<DVec3> = rough.points().iter().map(|v| *v + 1.5 * random.in_cube()).collect();
    assert!(agrees(&Mesh::new(vertices, rough.triangles().to_vec()).unwrap()) > 10);
    let folded: Vec<DVec3> =
        rough.points().iter().map(|v| DVec3::new((v.x - 3.0).abs(), v.y, 0.0)).collect();
    assert!(agrees(&Mesh::new(folded, rough.triangles().to_vec()).unwrap()) > 10);
}
