//! Scenes in which a careless engine goes wrong. Each has poses that touch and poses that do not.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::{Mesh, Pose};

/// Two meshes and some poses of the second.
pub struct Scene {
    pub name: &'static str,
    pub a: Mesh,
    pub b: Mesh,
    pub poses: Vec<Pose>,
}

/// xorshift64*: the seed names the sequence.
pub struct Random(pub u64);

impl Random {
    pub fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn point(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - 1.0
    }

    pub fn pose(&mut self, reach: f64) -> Pose {
        let mut q = [0; 4].map(|_| self.unit() * 2.0 - 1.0);
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        q.iter_mut().for_each(|x| *x /= norm);
        Pose::from_quaternion((self.point() * reach).to_array(), q).unwrap()
    }
}

fn mesh(triangles: impl IntoIterator<Item = [DVec3; 3]>) -> Mesh {
    let corners: Vec<_> = triangles.into_iter().flatten().collect();
    let ids = (0..corners.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(corners, ids).unwrap()
}

/// A square of n × n cells in the plane z = 0, corners at integers.
fn grid(n: u32) -> Mesh {
    let vertices = (0..=n)
        .flat_map(|i| (0..=n).map(move |j| DVec3::new(f64::from(i), f64::from(j), 0.0)))
        .collect();
    let cell = |i: u32, j: u32| {
        let at = |i: u32, j: u32| i * (n + 1) + j;
        [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
    };
    Mesh::new(vertices, (0..n).flat_map(|i| (0..n).flat_map(move |j| cell(i, j))).collect())
        .unwrap()
}

/// A sphere with bumps, 2·n·m triangles.
pub fn bumpy_sphere(n: u32, m: u32) -> Mesh {
    let point = |i: u32, j: u32| {
        let (u, v) = (
            f64::from(i) / f64::from(n) * std::f64::consts::TAU,
            f64::from(j) / f64::from(m) * std::f64::consts::PI,
        );
        let radius = 1.0 + 0.05 * (5.0 * u + 3.0 * v).sin() * v.sin();
        let sphere = DVec3::new(v.sin() * u.cos(), v.sin() * u.sin(), v.cos()) * radius;
        // What should be 0 is 0, or the smallest scene would leave the range of coordinates.
        sphere.map(|x| if x.abs() < 1e-12 { 0.0 } else { x })
    };
    let at = |i: u32, j: u32| (i % n) * (m + 1) + j;
    let vertices = (0..n).flat_map(|i| (0..=m).map(move |j| point(i, j))).collect();
    let cell = |i: u32, j: u32| {
        [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
    };
    let cells = (0..n).flat_map(|i| (0..m).map(move |j| (i, j)));
    Mesh::new(vertices, cells.flat_map(|(i, j)| cell(i, j)).collect()).unwrap()
}

fn soup(random: &mut Random, count: usize, size: f64) -> Mesh {
    mesh((0..count).map(|_| {
        let middle = random.point();
        [0; 3].map(|_| middle + random.point() * size)
    }))
}

fn mapped(mesh: &Mesh, f: impl Fn(DVec3) -> DVec3) -> Mesh {
    Mesh::new(mesh.points().iter().map(|&v| f(v)).collect(), mesh.triangles().to_vec()).unwrap()
}

fn shift(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation([x, y, z]).unwrap()
}

fn rows(rotation: [[f64; 3]; 3], t: [f64; 3]) -> Pose {
    let [a, b, c] = [0, 1, 2].map(|k| [rotation[k][0], rotation[k][1], rotation[k][2], t[k]]);
    Pose::from_matrix([a, b, c, [0.0, 0.0, 0.0, 1.0]]).unwrap()
}

const QUARTER_TURN: [[f64; 3]; 3] = [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];

pub fn scenes() -> Vec<Scene> {
    let mut scenes = vec![
        integer_grids(),
        standing_grids(),
        rotated_grids(),
        identical(),
        needles(),
        without_area(),
    ];
    scenes.extend([
        one_triangle(),
        doubled_faces(),
        far_away(),
        edge_of_validity(),
        soups(),
        rings(),
    ]);
    scenes.extend([1e-50, 1e-6, 1e25].map(scaled));
    scenes.extend([1e-20, 1e-9, 1e9, 1e20].map(of_other_size));
    scenes.extend([too_small_to_place(), growing()]);
    scenes
}

/// Coplanar, sharing edges and corners, or a hair apart.
fn integer_grids() -> Scene {
    let mut poses: Vec<_> = (-2..=6).map(|i| shift(f64::from(i), f64::from(i % 3), 0.0)).collect();
    poses.extend([
        shift(9.0, 0.0, 0.0),
        shift(0.0, 0.0, 1.0),
        shift(0.0, 0.0, 2f64.powi(-40)),
        shift(5.0, 5.0, 0.0),
    ]);
    Scene { name: "integer grids", a: grid(5), b: grid(4), poses }
}

fn standing_grids() -> Scene {
    let poses = (-6..=6)
        .map(|i| rows(QUARTER_TURN, [f64::from(i), f64::from(i / 2), f64::from(i % 2)]))
        .collect();
    Scene { name: "standing grids", a: grid(5), b: grid(4), poses }
}

fn rotated_grids() -> Scene {
    let mut random = Random(11);
    let tilt = random.pose(0.0);
    let tilted = mapped(&grid(5), |v| tilt.carried(v));
    let mut poses: Vec<_> = (0..4).map(|_| random.pose(3.0)).collect();
    poses.extend([tilt, shift(0.0, 0.0, 20.0)]);
    Scene { name: "rotated grids", a: tilted, b: grid(5), poses }
}

fn identical() -> Scene {
    let poses = vec![Pose::IDENTITY, shift(1.0, 0.0, 0.0), shift(20.0, 0.0, 0.0)];
    Scene { name: "identical grids", a: grid(6), b: grid(6), poses }
}

fn needles() -> Scene {
    let mut random = Random(12);
    let mut thorn = || {
        let (from, along) = (random.point(), random.point());
        [from, from + along, from + along * 0.5 + random.point() * 1e-9]
    };
    let (a, b) = (mesh([0; 80].map(|_| thorn())), mesh([0; 80].map(|_| thorn())));
    let mut poses: Vec<_> = (0..5).map(|_| random.pose(0.3)).collect();
    poses.extend([Pose::IDENTITY, shift(7.0, 0.0, 0.0)]);
    // A needle rarely hits a needle: let some of B's start on A.
    let b = mesh(b.iter().zip(a.iter()).map(|(t, s)| [s[0], t[1], t[2]]));
    Scene { name: "needles", a, b, poses }
}

/// Segments and points among triangles.
fn without_area() -> Scene {
    let mut random = Random(13);
    let points = mesh(grid(4).points().iter().map(|&v| [v; 3]));
    let segments = grid(4).iter().map(|[p, q, _]| [p, q, p.midpoint(q)]).collect::<Vec<_>>();
    let a = mesh(points.iter().chain(segments));
    let mut poses: Vec<_> = (0..4).map(|i| shift(f64::from(i) * 0.5, f64::from(i), 0.0)).collect();
    poses.extend((0..3).map(|_| random.pose(2.0)));
    poses.push(shift(0.0, 0.0, 0.125));
    Scene { name: "without area", a, b: grid(4), poses }
}

fn one_triangle() -> Scene {
    let one = mesh([[DVec3::ZERO, DVec3::X, DVec3::Y]]);
    let mut random = Random(14);
    let mut poses: Vec<_> = (0..20).map(|_| random.pose(0.8)).collect();
    poses.extend([
        shift(1.0, 0.0, 0.0),
        shift(0.5, 0.5, 0.0),
        shift(0.5, 0.5, 2f64.powi(-60)),
        shift(2.0, 2.0, 0.0),
    ]);
    Scene { name: "one triangle", a: one.clone(), b: one, poses }
}

fn doubled_faces() -> Scene {
    let once = bumpy_sphere(10, 8);
    let twice = once.triangles().iter().chain(once.triangles()).copied().collect();
    let a = Mesh::new(once.points().to_vec(), twice).unwrap();
    let mut random = Random(15);
    let mut poses: Vec<_> = (0..4).map(|_| random.pose(1.5)).collect();
    poses.extend([Pose::IDENTITY, shift(4.0, 0.0, 0.0)]);
    Scene { name: "doubled faces", a: a.clone(), b: a, poses }
}

/// A million sizes from both origins.
fn far_away() -> Scene {
    let near = bumpy_sphere(12, 8);
    let (to_a, to_b) = (DVec3::new(1e6, -2e6, 3e5), DVec3::new(-4e6, 1e6, 1e6));
    let (a, b) = (mapped(&near, |v| v + to_a), mapped(&near, |v| v + to_b));
    let mut random = Random(16);
    let poses = (0..8).map(|i| {
        let turn = random.pose(0.0);
        let goal = to_a + random.point().normalize() * (1.7 + 0.08 * f64::from(i));
        Pose::from_matrix(with_translation(&turn, goal - turn.matrix() * to_b)).unwrap()
    });
    Scene { name: "far away", a, b, poses: poses.collect() }
}

pub fn with_translation(pose: &Pose, t: DVec3) -> [[f64; 4]; 4] {
    let rotation = pose.matrix().transpose().to_cols_array_2d();
    let row = |k: usize| [rotation[k][0], rotation[k][1], rotation[k][2], t[k]];
    [row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]]
}

/// Matrices as far from a rotation as they may be.
fn edge_of_validity() -> Scene {
    let near = bumpy_sphere(12, 8);
    let mut random = Random(17);
    let poses = (0..10).map(|i| {
        let turn = random.pose(0.0);
        let stretch = 1.0 + if i % 2 == 0 { 4.9e-10 } else { -4.9e-10 };
        let mut matrix =
            with_translation(&turn, random.point().normalize() * (1.6 + 0.08 * f64::from(i)));
        matrix[..3].iter_mut().for_each(|row| row[..3].iter_mut().for_each(|x| *x *= stretch));
        Pose::from_matrix(matrix).unwrap()
    });
    Scene { name: "edge of validity", a: near.clone(), b: near, poses: poses.collect() }
}

fn soups() -> Scene {
    let mut random = Random(18);
    let (a, b) = (soup(&mut random, 300, 0.1), soup(&mut random, 150, 0.3));
    let mut poses: Vec<_> = (0..6).map(|_| random.pose(1.0)).collect();
    poses.push(shift(5.0, 0.0, 0.0));
    Scene { name: "soups", a, b, poses }
}

/// One sphere just inside another.
fn rings() -> Scene {
    let outer = bumpy_sphere(18, 12);
    let inner = mapped(&outer, |v| v * 0.96);
    let mut poses: Vec<_> =
        (0..8).map(|i| shift(0.01 * f64::from(i), 0.0, 0.004 * f64::from(i))).collect();
    poses.push(Random(19).pose(0.0));
    Scene { name: "rings", a: outer, b: inner, poses }
}

fn scaled(scale: f64) -> Scene {
    let near = mapped(&bumpy_sphere(12, 8), |v| v * scale);
    let mut random = Random(20);
    let poses = (0..6).map(|i| {
        let goal = random.point().normalize() * (scale * (1.6 + 0.12 * f64::from(i)));
        Pose::from_matrix(with_translation(&random.pose(0.0), goal)).unwrap()
    });
    Scene { name: "scaled", a: near.clone(), b: near, poses: poses.collect() }
}

/// B is `scale` times as large as A, and A lies on its surface or off it.
fn of_other_size(scale: f64) -> Scene {
    let a = bumpy_sphere(8, 6);
    let b = mapped(&bumpy_sphere(8, 6), |v| v * scale);
    let mut random = Random(21);
    let poses = (0..8).map(|i| {
        let turn = random.pose(0.0);
        let (own, other) = (a.points()[7 + i], b.points()[9 + i]);
        // The odd ones are put clear of each other.
        let away = if i % 2 == 0 { 0.0 } else { 3.0 + 3.0 * scale };
        let goal = own - turn.matrix() * other + DVec3::new(away, 0.0, 0.0);
        Pose::from_matrix(with_translation(&turn, goal)).unwrap()
    });
    let poses = poses.collect();
    Scene { name: "of other size", a, b, poses }
}

/// A pose's rounding moves these by more than their size.
fn too_small_to_place() -> Scene {
    let near = mapped(&bumpy_sphere(6, 4), |v| DVec3::splat(1024.0) + (v * 2f64.powi(-40)));
    let mut random = Random(22);
    let mut poses: Vec<_> = (0..4).map(|_| random.pose(0.0)).collect();
    poses.extend([
        Pose::IDENTITY,
        shift(2f64.powi(-40), 0.0, 0.0),
        shift(2f64.powi(-38), 0.0, 0.0),
    ]);
    Scene { name: "too small to place", a: near.clone(), b: near, poses }
}

/// Every triangle is larger and further out than all before it: cuts peel off one at a time.
fn growing() -> Scene {
    let place = |i: i32| 1.2f64.powi(i);
    let shell = mesh((0..300).map(|i| {
        [DVec3::X * place(i), DVec3::new(place(i), place(i - 9), 0.0), DVec3::ONE * place(i)]
    }));
    let poses =
        vec![Pose::IDENTITY, shift(0.0, 0.0, 1e-3), shift(0.1, 0.0, 0.0), shift(-1e30, 0.0, 0.0)];
    Scene { name: "growing", a: shell.clone(), b: shell, poses }
}
