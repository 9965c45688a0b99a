//! Hostile scenes: whatever makes a careless engine drop or invent a pair.

use super::Random;
use closecall::engine::geom::{DQuat, DVec3, GlamPose as _, Triangle};
use closecall::geom::Pose;
use closecall::mesh::Mesh;
use closecall::query::brute;
use std::sync::Arc;

/// Two meshes, some poses, and the answers by brute force. Both answers occur.
pub struct Scene {
    pub name: &'static str,
    pub a: Arc<Mesh>,
    pub b: Arc<Mesh>,
    pub poses: Vec<Pose>,
    pub contacts: Vec<Vec<(u32, u32)>>,
}

impl Scene {
    /// Answers every pose by brute force.
    pub fn new(name: &'static str, a: Mesh, b: Mesh, poses: Vec<Pose>) -> Self {
        let contacts: Vec<_> = poses.iter().map(|pose| brute::contacts(&a, &b, pose)).collect();
        let colliding = contacts.iter().filter(|pairs| !pairs.is_empty()).count();
        assert!(
            colliding > 0 && colliding < poses.len(),
            "{name}: {colliding} of {} poses collide",
            poses.len()
        );
        Self { name, a: Arc::new(a), b: Arc::new(b), poses, contacts }
    }
}

/// All of them.
pub fn hostile() -> Vec<Scene> {
    vec![
        lattice(),
        rotated_lattice(),
        coplanar_sheets(),
        shared_edges(),
        needles(),
        zero_area(),
        mixed_sizes(),
        far_away(),
        scaled("tiny: 1e-50", 1e-50),
        scaled("huge: 1e25", 1e25),
        identical(),
        every_face_twice(),
        one_triangle(),
        equal_centroids(),
        edge_of_validity(),
    ]
}

/// A mesh from loose triangles.
pub fn soup(triangles: impl IntoIterator<Item = Triangle>) -> Mesh {
    let vertices: Vec<DVec3> = triangles.into_iter().flatten().collect();
    let triangles = (0..vertices.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(vertices, triangles).unwrap()
}

/// Triangles of a size, scattered in a cube of side 2 around the origin.
pub fn scattered(random: &mut Random, count: usize, size: f64) -> Vec<Triangle> {
    let mut triangle = || {
        let center = random.vector();
        [center, center + random.vector() * size, center + random.vector() * size]
    };
    (0..count).map(|_| triangle()).collect()
}

/// A closed ball, by latitude and longitude; the poles have triangles without area.
pub fn ball(rings: usize, radius: f64) -> Vec<Triangle> {
    let at = |ring: usize, step: usize| {
        let polar = std::f64::consts::PI * ring as f64 / rings as f64;
        let azimuth = std::f64::consts::PI * (step % (2 * rings)) as f64 / rings as f64;
        DVec3::new(polar.sin() * azimuth.cos(), polar.sin() * azimuth.sin(), polar.cos()) * radius
    };
    quads(rings, 2 * rings, at)
}

/// A flat sheet of n × n squares in the plane z = 0.
pub fn sheet(n: usize) -> Vec<Triangle> {
    quads(n, n, |i, j| DVec3::new(i as f64, j as f64, 0.0))
}

/// Two triangles for each quadrilateral of a grid.
fn quads(rows: usize, columns: usize, at: impl Fn(usize, usize) -> DVec3) -> Vec<Triangle> {
    let cells = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
    cells
        .flat_map(|(i, j)| {
            [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
        })
        .collect()
}

fn lattice_triangles(random: &mut Random, count: usize, n: usize) -> Vec<Triangle> {
    let mut triangle = || {
        let corner = random.lattice(n);
        [corner, corner + random.lattice(1), corner + random.lattice(2)]
    };
    (0..count).map(|_| triangle()).collect()
}

fn lattice() -> Scene {
    let random = &mut Random(1);
    let (a, b) = (lattice_triangles(random, 90, 6), lattice_triangles(random, 30, 2));
    let poses = (0..60).map(|_| random.lattice_pose(7)).collect();
    Scene::new("integer lattice", soup(a), soup(b), poses)
}

fn rotated_lattice() -> Scene {
    let random = &mut Random(2);
    let turn = random.pose(0.0);
    let turned =
        |triangles: Vec<Triangle>| triangles.into_iter().map(move |t| turn.carried_triangle(&t));
    let (a, b) = (lattice_triangles(random, 90, 6), lattice_triangles(random, 30, 2));
    let step =
        |random: &mut Random| turn.carried(random.lattice(14) - DVec3::splat(7.0)).to_array();
    let poses = (0..60).map(|_| Pose::from_translation(step(random)).unwrap()).collect();
    Scene::new("rotated lattice", soup(turned(a)), soup(turned(b)), poses)
}

fn coplanar_sheets() -> Scene {
    let random = &mut Random(3);
    let mut poses: Vec<Pose> = (0..20).map(|_| random.lattice_pose(6)).collect();
    let steps =
        [[0.5, 0.25, 0.0], [5.0, 5.0, 0.0], [5.0, 2.0, 0.0], [0.0, 0.0, 1e-60], [0.0, 0.0, 1e-12]];
    poses.extend(steps.map(|step| Pose::from_translation(step).unwrap()));
    Scene::new("coplanar sheets", soup(sheet(5)), soup(sheet(4)), poses)
}

fn shared_edges() -> Scene {
    let random = &mut Random(4);
    let floor = |height: f64| sheet(3).into_iter().map(move |t| t.map(|v| v + DVec3::Z * height));
    let a = floor(0.0).chain(floor(1.0)).chain(floor(2.0));
    let walls = sheet(3).into_iter().map(|t| t.map(|v| DVec3::new(v.x, 0.0, v.y)));
    let poses = (0..40).map(|_| random.lattice_pose(5)).collect();
    Scene::new("shared edges", soup(a), soup(walls), poses)
}

fn needles() -> Scene {
    let random = &mut Random(5);
    let needle = |random: &mut Random| {
        let (from, along) = (random.vector(), random.vector());
        [from, from + along * 1.5, from + along + random.vector() * 1e-14]
    };
    let mut a: Vec<_> = (0..80).map(|_| needle(random)).collect();
    let b: Vec<_> = (0..80).map(|_| needle(random)).collect();
    let touching = a[0][0] - b[0][0];
    a.extend(scattered(random, 20, 0.5));
    let mut poses: Vec<Pose> =
        (0..30).map(|i| random.pose(if i % 2 == 0 { 2.0 } else { 9.0 })).collect();
    poses.push(Pose::from_translation(touching.to_array()).unwrap());
    Scene::new("needles", soup(a), soup(b), poses)
}

fn zero_area() -> Scene {
    let random = &mut Random(6);
    let mut flat = |i: usize| {
        let (p, d) = (random.lattice(4), random.lattice(2) - DVec3::ONE);
        match i % 3 {
            0 => [p, p, p],
            1 => [p, p + d, p],
            _ => [p, p + d, p + 2.0 * d],
        }
    };
    let a: Vec<_> = (0..60).map(&mut flat).collect();
    let b: Vec<_> = (0..60).map(&mut flat).collect();
    let poses = (0..40).map(|i| random.lattice_pose(if i % 2 == 0 { 4 } else { 12 })).collect();
    Scene::new("zero area", soup(a), soup(b), poses)
}

fn mixed_sizes() -> Scene {
    let random = &mut Random(7);
    let sized = |random: &mut Random| {
        (0..7).flat_map(|i| scattered(random, 12, 10f64.powi(-i))).collect::<Vec<_>>()
    };
    let (a, b) = (sized(random), sized(random));
    let poses = (0..40).map(|i| random.pose(if i % 2 == 0 { 1.0 } else { 6.0 })).collect();
    Scene::new("mixed sizes", soup(a), soup(b), poses)
}

fn far_away() -> Scene {
    let random = &mut Random(8);
    let offset = DVec3::new(1e6, -2e6, 3e6);
    let shifted =
        |triangles: Vec<Triangle>| soup(triangles.into_iter().map(|t| t.map(|v| v + offset)));
    let (a, b) = (shifted(scattered(random, 80, 0.5)), shifted(scattered(random, 80, 0.5)));
    let mut pose = |i: usize| {
        let turn = random.pose(0.0);
        let back = offset - turn.matrix() * offset
            + random.vector() * if i.is_multiple_of(2) { 0.3 } else { 6.0 };
        Pose::from_quaternion(back.to_array(), quaternion(&turn)).unwrap()
    };
    let poses = (0..40).map(&mut pose).collect();
    Scene::new("far from the origin", a, b, poses)
}

fn quaternion(pose: &Pose) -> [f64; 4] {
    let q = DQuat::from_mat3(&pose.matrix());
    [q.w, q.x, q.y, q.z]
}

fn scaled(name: &'static str, scale: f64) -> Scene {
    let random = &mut Random(9);
    // Carried, because a coordinate of 1e-17 would leave the range at the smallest scale.
    let scaled = |t: Triangle| Pose::IDENTITY.carried_triangle(&t.map(|v| v * scale));
    let sized = |triangles: Vec<Triangle>| soup(triangles.into_iter().map(scaled));
    let (a, b) = (sized(scattered(random, 80, 0.5)), sized(ball(6, 0.7)));
    let poses = (0..40).map(|i| random.pose(if i % 2 == 0 { 1.0 } else { 4.0 } * scale)).collect();
    Scene::new(name, a, b, poses)
}

fn identical() -> Scene {
    let random = &mut Random(10);
    let mesh = soup(ball(7, 1.0));
    let mut poses = vec![Pose::IDENTITY, Pose::from_translation([2.0, 0.0, 0.0]).unwrap()];
    poses.extend((0..20).map(|_| random.pose(2.0)));
    poses.extend((0..20).map(|_| random.lattice_pose(2)));
    Scene::new("identical meshes", mesh.clone(), mesh, poses)
}

fn every_face_twice() -> Scene {
    let random = &mut Random(11);
    let twice = |t: Vec<Triangle>| {
        soup(t.clone().into_iter().chain(t.into_iter().map(|t| [t[2], t[1], t[0]])))
    };
    let poses = (0..30)
        .map(|i| if i % 2 == 0 { random.pose(1.5) } else { random.lattice_pose(3) })
        .collect();
    Scene::new("every face twice", twice(ball(4, 1.0)), twice(sheet(3)), poses)
}

fn one_triangle() -> Scene {
    let random = &mut Random(12);
    let one = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let mut poses = vec![Pose::IDENTITY];
    poses.extend((0..40).map(|_| random.pose(1.5)));
    Scene::new("one triangle", soup([one]), soup([one]), poses)
}

/// No rule can divide these by their centroids.
fn equal_centroids() -> Scene {
    let random = &mut Random(13);
    let mut centred = |_| {
        let (p, q) = (random.lattice(8) - DVec3::splat(4.0), random.lattice(8) - DVec3::splat(4.0));
        [p, q, -p - q]
    };
    let a: Vec<_> = (0..70).map(&mut centred).collect();
    let b: Vec<_> = (0..70).map(&mut centred).collect();
    let poses = (0..20).map(|i| random.lattice_pose(if i % 2 == 0 { 4 } else { 30 })).collect();
    Scene::new("equal centroids", soup(a), soup(b), poses)
}

/// Matrices whose RᵀR is off by nearly as much as is accepted, and quaternions likewise.
fn edge_of_validity() -> Scene {
    let random = &mut Random(14);
    let mut pose = |i: usize| {
        let good = random.pose(if i.is_multiple_of(2) { 1.2 } else { 3.0 });
        if i.is_multiple_of(3) {
            let stretch = 1.0 + random.signed() * 0.99e-6;
            let quaternion = quaternion(&good).map(|c| c * stretch);
            return Pose::from_quaternion(good.shift().to_array(), quaternion).unwrap();
        }
        let mut rows = good.to_matrix();
        rows[..3]
            .iter_mut()
            .flat_map(|row| &mut row[..3])
            .for_each(|entry| *entry += random.signed() * 2e-10);
        Pose::from_matrix(rows).unwrap()
    };
    let poses = (0..40).map(&mut pose).collect();
    Scene::new("poses at the edge of validity", soup(ball(6, 1.0)), soup(ball(5, 1.0)), poses)
}
