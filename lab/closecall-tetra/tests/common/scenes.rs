//! Obstacles of all kinds.

use super::Rng;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::mesh::shapes::{cuboid, icosphere, torus};
use closecall::{Mesh, Pose};

/// Several meshes as one.
pub fn joined(meshes: &[Mesh]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for mesh in meshes {
        let first = vertices.len() as u32;
        vertices.extend_from_slice(mesh.points());
        triangles.extend(mesh.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    Mesh::new(vertices, triangles).unwrap()
}

pub fn moved(mesh: &Mesh, by: DVec3) -> Mesh {
    let vertices = mesh.points().iter().map(|v| *v + by).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

pub fn scaled(mesh: &Mesh, by: DVec3) -> Mesh {
    let vertices = mesh.points().iter().map(|v| *v * by).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

pub fn turned(mesh: &Mesh, pose: &Pose) -> Mesh {
    let vertices = mesh.points().iter().map(|v| pose.carried(*v)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

/// Turned inside out.
pub fn inverted(mesh: &Mesh) -> Mesh {
    let triangles = mesh.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
    Mesh::new(mesh.points().to_vec(), triangles).unwrap()
}

/// Random tetrahedra, one in each cell of a grid; a cell is filled with the given chance.
pub fn tetrahedra(side: u32, chance: f64, seed: u64) -> Mesh {
    let mut rng = Rng(seed);
    let mut meshes = Vec::new();
    for cell in super::grid([side; 3]) {
        if rng.unit() > chance {
            continue;
        }
        let mut corners = [(); 4].map(|()| cell + rng.point() * 0.98 + DVec3::splat(0.01));
        let [a, b, c, d] = corners;
        if (b - a).cross(c - a).dot(d - a) < 0.0 {
            corners.swap(0, 1);
        }
        let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        meshes.push(Mesh::new(corners.to_vec(), faces).unwrap());
    }
    joined(&meshes)
}

/// A square of hills.
pub fn terrain(side: u32, seed: u64) -> Mesh {
    let mut rng = Rng(seed);
    let waves: Vec<[f64; 4]> =
        (0..12).map(|_| [rng.unit(), rng.unit(), rng.unit(), rng.unit()]).collect();
    let height = |x: f64, y: f64| {
        let wave = |w: &[f64; 4]| (20.0 * (w[0] * x + w[1] * y) + 6.0 * w[2]).sin() * w[3];
        waves.iter().map(wave).sum::<f64>() * 0.02
    };
    let step = 1.0 / f64::from(side - 1);
    let at = |i: u32| (f64::from(i % side) * step, f64::from(i / side) * step);
    let vertices = (0..side * side).map(at).map(|(x, y)| DVec3::new(x, y, height(x, y))).collect();
    let corner = |i: u32| i / (side - 1) * side + i % (side - 1);
    let triangles = (0..(side - 1) * (side - 1))
        .map(corner)
        .flat_map(|v| [[v, v + 1, v + side], [v + 1, v + side + 1, v + side]])
        .collect();
    Mesh::new(vertices, triangles).unwrap()
}

/// Named scenes that can be meshed.
pub fn all() -> Vec<(&'static str, Mesh)> {
    let cube = |low: f64, high: f64| cuboid(DVec3::splat(low), DVec3::splat(high));
    let unit = cube(0.0, 1.0);
    let slant = Pose::from_quaternion([1.0, 2.0, 3.0], [0.8, 0.6, 0.0, 0.0]).unwrap();
    let lattice: Vec<Mesh> = super::grid([3, 3, 3]).iter().map(|p| moved(&unit, *p)).collect();
    let checkered: Vec<Mesh> = super::grid([4, 4, 4])
        .iter()
        .filter(|p| (p.x + p.y + p.z) as i32 % 2 == 0)
        .map(|p| moved(&unit, *p))
        .collect();
    let one = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap();
    let thin = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::ONE], vec![[0, 1, 1], [2, 2, 2]]);
    let on_face = [cube(0.0, 4.0), moved(&tip(), DVec3::new(1.5, 1.75, 4.0))];
    let needles = scaled(&tetrahedra(3, 0.8, 7), DVec3::new(1.0, 1e-6, 1e3));
    vec![
        ("one triangle", one.clone()),
        ("no area", joined(&[thin.unwrap(), moved(&one, DVec3::Z)])),
        ("a cube", unit.clone()),
        ("a ball", icosphere(1.0, 2)),
        ("a torus", torus(2.0, 0.5, 24, 12)),
        ("nested", joined(&[cube(0.0, 9.0), inverted(&cube(1.0, 8.0)), cube(3.0, 4.0)])),
        ("balls in balls", joined(&[1.0, 2.0, 3.0].map(|r| icosphere(r, 1)))),
        ("a lattice of cubes", joined(&lattice)),
        ("a slanted lattice", turned(&joined(&lattice), &slant)),
        ("cubes that share edges", joined(&checkered)),
        (
            "twins",
            joined(&[
                unit.clone(),
                unit.clone(),
                inverted(&moved(&icosphere(0.25, 1), DVec3::splat(0.5))),
            ]),
        ),
        ("a tip on a face", joined(&on_face)),
        ("tetrahedra", tetrahedra(4, 0.7, 3)),
        ("needles", needles),
        ("tiny", scaled(&tetrahedra(3, 0.7, 4), DVec3::splat(1e-50))),
        ("huge", scaled(&tetrahedra(3, 0.7, 5), DVec3::splat(1e25))),
        ("far", moved(&scaled(&tetrahedra(3, 0.7, 6), DVec3::splat(1e-3)), DVec3::splat(1e6))),
        ("hills", terrain(12, 1)),
        ("a flat terrain", scaled(&terrain(8, 1), DVec3::new(1.0, 1.0, 0.0))),
    ]
}

/// A tetrahedron that stands on its tip at the origin.
fn tip() -> Mesh {
    let corners = vec![
        DVec3::ZERO,
        DVec3::new(1.0, 0.25, 2.0),
        DVec3::new(-0.5, 0.75, 2.0),
        DVec3::new(-0.25, -0.5, 2.0),
    ];
    Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap()
}
