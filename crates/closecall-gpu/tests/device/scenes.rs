//! Two meshes and poses of the second, by name: plain ones, and hostile ones.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Rng};
use closecall::mesh::shapes;
use closecall::{Mesh, Model, Pose};

pub struct Scene {
    pub name: String,
    pub a: Model,
    pub b: Model,
    pub poses: Vec<[f64; 7]>,
}

/// All of them, with this many poses each.
pub fn all(poses: usize) -> Vec<Scene> {
    let mut scenes = plain(poses);
    scenes.extend([1e-50, 1e-6, 1e25].map(|size| scaled(size, poses)));
    scenes.extend([1e3, 1e7, 1e12].map(|offset| far(offset, poses)));
    scenes.extend([1.0, 1e-3, 1e-6].map(|size| kissing(size, poses)));
    scenes.extend([1e-5, 1e-12].map(|ratio| unequal(ratio, poses)));
    scenes
}

fn scene(name: impl Into<String>, a: Mesh, b: Mesh, poses: Vec<[f64; 7]>) -> Scene {
    Scene { name: name.into(), a: Model::new(a), b: Model::new(b), poses }
}

/// Anywhere within a distance, turned anyhow.
fn around(rng: &mut Rng, reach: f64) -> [f64; 7] {
    let (t, [w, x, y, z]) = (rng.in_ball() * reach, rng.quaternion());
    [t.x, t.y, t.z, w, x, y, z]
}

fn shifted(x: f64, y: f64, z: f64) -> [f64; 7] {
    [x, y, z, 1.0, 0.0, 0.0, 0.0]
}

/// Steps of a grid: faces, edges and corners lie on one another.
fn steps(rng: &mut Rng, step: f64, count: usize) -> Vec<[f64; 7]> {
    let mut any = || (rng.below(9) as f64 - 4.0) * step;
    (0..count).map(|_| shifted(any(), any(), any())).collect()
}

fn plain(count: usize) -> Vec<Scene> {
    let mut rng = Rng::new(1);
    let cube = shapes::cuboid(DVec3::ZERO, DVec3::ONE);
    let triangle = || Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap();
    let needles = Mesh::new(
        vec![
            DVec3::ZERO,
            DVec3::X,
            DVec3::new(0.5, 1e-13, 0.0),
            DVec3::new(0.0, 0.0, 1.0),
            DVec3::new(1.0, 1e-55, 1.0),
        ],
        vec![[0, 1, 2], [0, 0, 0], [0, 3, 3], [1, 3, 4]],
    );
    let ball = shapes::icosphere(1.0, 3);
    vec![
        scene(
            "balls",
            ball.clone(),
            shapes::icosphere(0.8, 2),
            (0..count).map(|_| around(&mut rng, 2.2)).collect(),
        ),
        scene(
            "torus and tetrahedra",
            shapes::torus(1.0, 0.3, 40, 20),
            shapes::tetrahedra(40, 3),
            (0..count).map(|_| around(&mut rng, 1.6)).collect(),
        ),
        scene("cubes on a grid", cube.clone(), cube.clone(), steps(&mut rng, 0.25, count)),
        scene(
            "grids in one plane",
            shapes::grid(6, 6, 0.5),
            shapes::grid(5, 7, 0.5),
            steps(&mut rng, 0.25, count.min(40)),
        ),
        scene(
            "identical meshes",
            ball.clone(),
            ball,
            vec![shifted(0.0, 0.0, 0.0), shifted(0.0, 0.0, 1e-9)],
        ),
        scene("one triangle", triangle(), triangle(), steps(&mut rng, 0.5, count)),
        scene("needles and points", needles.unwrap(), cube, steps(&mut rng, 0.5, count)),
        scene(
            "a point",
            Mesh::new(vec![DVec3::ZERO], vec![[0, 0, 0]]).unwrap(),
            triangle(),
            steps(&mut rng, 0.25, count),
        ),
    ]
}

fn scaled(size: f64, count: usize) -> Scene {
    let mut rng = Rng::new(5);
    let poses = (0..count).map(|_| around(&mut rng, 1.9 * size)).collect();
    scene(
        format!("size {size:e}"),
        shapes::icosphere(size, 2),
        shapes::icosphere(0.7 * size, 2),
        poses,
    )
}

/// Both meshes far from the origin of their files, near each other.
fn far(offset: f64, count: usize) -> Scene {
    let mut rng = Rng::new(6);
    let moved = |mesh: &Mesh, by: DVec3| {
        mesh.with_vertices(mesh.points().iter().map(|v| *v + by).collect()).unwrap()
    };
    let (p, q) = (DVec3::new(offset, -offset, 0.5 * offset), DVec3::new(0.0, offset, offset));
    let a = moved(&shapes::icosphere(1.0, 2), p);
    let b = moved(&shapes::cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)), q);
    let mut pose = || {
        let [x, y, z, w, i, j, k] = around(&mut rng, 1.8);
        let turned = Pose::from_quaternion([0.0; 3], [w, i, j, k]).unwrap().carried(q);
        let t = p + DVec3::new(x, y, z) - turned;
        [t.x, t.y, t.z, w, i, j, k]
    };
    let poses = (0..count).map(|_| pose()).collect();
    scene(format!("offset {offset:e}"), a, b, poses)
}

/// Triangles of B anywhere, and triangles of A that touch them, carried, in one corner: any slack
/// too small loses pairs.
fn kissing(size: f64, count: usize) -> Scene {
    let mut rng = Rng::new(7);
    let row = around(&mut rng, 1.0);
    let pose =
        Pose::from_quaternion([row[0], row[1], row[2]], [row[3], row[4], row[5], row[6]]).unwrap();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..200 {
        let corner = rng.in_ball();
        let triangle = [corner, corner + rng.in_ball() * size, corner + rng.in_ball() * size];
        let [p, q, r] = pose.carried_triangle(&triangle);
        a.push([p, p + (p - q), p + (p - r)]);
        b.push(triangle);
    }
    let mesh = |triangles: &[[DVec3; 3]]| {
        let ids = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Mesh::new(triangles.as_flattened().to_vec(), ids).unwrap()
    };
    let mut poses = vec![row];
    poses.extend((1..count.min(10)).map(|_| around(&mut rng, 1.0)));
    scene(format!("kissing, size {size:e}"), mesh(&a), mesh(&b), poses)
}

fn unequal(ratio: f64, count: usize) -> Scene {
    let mut rng = Rng::new(8);
    let poses = (0..count).map(|_| around(&mut rng, 1.0 + 2.0 * ratio)).collect();
    let a = shapes::cuboid(DVec3::splat(-0.6), DVec3::splat(0.6));
    scene(format!("ratio {ratio:e}"), a, shapes::icosphere(ratio, 1), poses)
}
