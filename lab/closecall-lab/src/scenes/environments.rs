//! Look-alikes of the 23 environments in which Klosowski compares indexes of space (1998, §2.4.1,
//! Table 1): terrains, tetrahedra, and scattered objects. All fit into the unit cube.
//!
//! The numbers of triangles are the paper's. On what it does not say (how rough a terrain is, into
//! how many cells the cube is cut before some are filled) the choice is such that, with the seed
//! 1998, a grid of 40³ cells stores about as many triangles as the paper's.

use closecall::engine::geom::{DVec3, GlamMesh as _, Rng};
use std::path::PathBuf;

use closecall::Mesh;
use closecall::mesh::shapes::{cuboid, tetrahedron};
use closecall::mesh::{self, LoadError};

use super::bsp::{BspCell, largest_epsilon, partition, some_of};
use super::lump::lump;
use super::parts::{Parts, fitted};
use super::scattered::place;
use super::spheres::sphere;
use super::terrain::random_terrain;

/// The groups of environments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Elevations at 120 × 120 points.
    Terrains,
    /// Tetrahedra in some cells of a random partition.
    Tetras,
    /// Objects in some cells of a random partition.
    Scenes,
}

impl Group {
    /// All of them, in the order of the paper's rankings.
    pub const ALL: [Self; 3] = [Self::Terrains, Self::Tetras, Self::Scenes];

    /// The paper's name for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrains => "terrains",
            Self::Tetras => "tetras",
            Self::Scenes => "scenes",
        }
    }
}

/// An environment of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Environment {
    /// The paper's name for it.
    pub name: &'static str,
    made: Made,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Made {
    /// Its height over its length.
    Terrain { relief: f64 },
    /// This many tetrahedra in this many cells.
    Tetras { count: usize, cells: usize },
    /// This many copies of each object in this many cells.
    Scattered { objects: Objects, copies: usize, cells: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Objects {
    /// 560 triangles, two bodies each: a mechanical part.
    Parts,
    /// 92 triangles: walls, a floor and furniture.
    Rooms,
    /// 3,682 triangles: lumps.
    Easy,
    /// 5,804 triangles: the cow, where it is at hand, else a lump.
    Cows,
    /// One part, one room, and three bars: 688 triangles.
    Each,
}

/// Tetrahedra keep this share of their cell, so that neighbours do not touch.
const KEPT: f64 = 0.98;

const POINTS: u32 = 120;

impl Environment {
    /// All 23, in the order of Table 1.
    pub const ALL: [Self; 23] = [
        Self::terrain("buffalo-w", 0.12),
        Self::terrain("denver-e", 0.17),
        Self::terrain("denver-w", 0.62),
        Self::terrain("eagle-e", 0.17),
        Self::terrain("g_canyon-e", 0.6),
        Self::terrain("jackson-w", 0.16),
        Self::terrain("moab-w", 0.47),
        Self::terrain("seattle-e", 0.8),
        Self::tetras("25t", 25, 130),
        Self::tetras("50t", 50, 50),
        Self::tetras("100t", 100, 140),
        Self::tetras("250t", 250, 4000),
        Self::tetras("500t", 500, 24_000),
        Self::tetras("1000t", 1000, 15_000),
        Self::tetras("2000t", 2000, 45_000),
        Self::tetras("4000t", 4000, 68_000),
        Self::scattered("s9.20rp", Objects::Parts, 20, 90),
        Self::scattered("s20.40rp", Objects::Parts, 40, 40),
        Self::scattered("s22.150rm", Objects::Rooms, 150, 5000),
        Self::scattered("s23.300rm", Objects::Rooms, 300, 9000),
        Self::scattered("s16.6easy", Objects::Easy, 6, 6),
        Self::scattered("s15.4cows", Objects::Cows, 4, 35),
        Self::scattered("s10.2each", Objects::Each, 2, 75),
    ];

    const fn terrain(name: &'static str, relief: f64) -> Self {
        Self { name, made: Made::Terrain { relief } }
    }

    const fn tetras(name: &'static str, count: usize, cells: usize) -> Self {
        Self { name, made: Made::Tetras { count, cells } }
    }

    const fn scattered(name: &'static str, objects: Objects, copies: usize, cells: usize) -> Self {
        Self { name, made: Made::Scattered { objects, copies, cells } }
    }

    /// Its group.
    #[must_use]
    pub fn group(&self) -> Group {
        match self.made {
            Made::Terrain { .. } => Group::Terrains,
            Made::Tetras { .. } => Group::Tetras,
            Made::Scattered { .. } => Group::Scenes,
        }
    }

    /// The mesh, with about this share of its triangles. Environments of one seed differ all the
    /// same.
    ///
    /// # Errors
    /// If a model is at hand and cannot be read.
    ///
    /// # Panics
    /// Unless 0 < `share` ≤ 1.
    pub fn mesh(&self, share: f64, seed: u64) -> Result<Mesh, LoadError> {
        assert!(share > 0.0 && share <= 1.0, "a share of {share} makes no environment");
        let own =
            self.name.bytes().fold(seed, |seed, byte| seed.wrapping_mul(31) ^ u64::from(byte));
        let rng = &mut Rng::new(own);
        let less = |count: usize| ((count as f64 * share).ceil() as usize).max(1);
        match self.made {
            Made::Terrain { relief } => {
                let points = (f64::from(POINTS) * share.sqrt()).ceil() as u32;
                Ok(raised(&random_terrain(points.max(3), own), relief))
            }
            Made::Tetras { count, cells } => Ok(filled(less(count), less(cells), rng)),
            Made::Scattered { objects, copies, cells } => {
                let objects = objects.meshes(share)?;
                let placed = less(copies) * objects.len();
                let cells = some_of(cut(less(cells).max(placed), rng), placed, rng);
                let mut parts = Parts::default();
                for (cell, object) in cells.iter().zip(objects.iter().cycle()) {
                    place(&mut parts, object, &cell.scaled(KEPT), rng);
                }
                Ok(parts.mesh())
            }
        }
    }
}

/// The terrain with another height over its length.
fn raised(terrain: &Mesh, relief: f64) -> Mesh {
    let highest = terrain.points().iter().map(|v| v.z).fold(0.0, f64::max);
    let mut parts = Parts::default();
    parts.add(terrain, |v| DVec3::new(v.x, v.y, v.z * (relief / highest)));
    parts.mesh()
}

fn cut(cells: usize, rng: &mut Rng) -> Vec<BspCell> {
    partition(cells, largest_epsilon(cells) * 0.5, rng)
}

/// A tetrahedron over every second corner of some of the cells, chosen at random.
fn filled(count: usize, cells: usize, rng: &mut Rng) -> Mesh {
    let model = tetrahedron(1.0);
    let mut parts = Parts::default();
    for cell in some_of(cut(cells.max(count), rng), count, rng) {
        let cell = cell.scaled(KEPT);
        let half = cell.size() * 0.5;
        // The model's corners have coordinates of one magnitude.
        parts.add(&model, |v| cell.centre() + v.signum() * half);
    }
    parts.mesh()
}

impl Objects {
    fn meshes(self, share: f64) -> Result<Vec<Mesh>, LoadError> {
        let even = |count: usize| (((count as f64 * share) as usize) & !1).max(80);
        Ok(match self {
            Self::Parts => vec![part(even(280))],
            Self::Rooms => vec![room()],
            Self::Easy => vec![lump(even(3682), 1)],
            Self::Cows => vec![match cow().filter(|_| share == 1.0) {
                Some(cow) => cow?,
                None => lump(even(5804), 2),
            }],
            Self::Each => vec![part(even(280)), room(), bars()],
        })
    }
}

/// A disc and a pin above it: two closed bodies of this many triangles each, which do not touch.
fn part(triangles: usize) -> Mesh {
    let mut parts = Parts::default();
    let ball = sphere(triangles);
    parts.add(&ball, |v| v * DVec3::new(1.0, 1.0, 0.3));
    parts.add(&ball, |v| v * DVec3::new(0.25, 0.25, 0.6) + DVec3::Z);
    parts.mesh()
}

/// Three bars along the axes that do not touch: 36 triangles.
fn bars() -> Mesh {
    let mut parts = Parts::default();
    for (along, side) in [(DVec3::X, DVec3::Y), (DVec3::Y, DVec3::Z), (DVec3::Z, DVec3::X)] {
        let half = DVec3::splat(0.1) + along * 0.9;
        parts.add(&cuboid(-half, half), |v| v + side * 0.3);
    }
    parts.mesh()
}

/// Seven pieces of furniture, a floor and three walls.
fn room() -> Mesh {
    let mut parts = Parts::default();
    let mut block = |low: [f64; 3], size: [f64; 3]| {
        let low = DVec3::from_array(low);
        parts.add(&cuboid(low, low + DVec3::from_array(size)), |v| v);
    };
    block([0.1, 0.1, 0.01], [0.3, 0.5, 0.2]);
    block([0.55, 0.1, 0.3], [0.35, 0.25, 0.03]);
    for (x, y) in [(0.56, 0.11), (0.86, 0.11), (0.56, 0.31), (0.86, 0.31)] {
        block([x, y, 0.01], [0.03, 0.03, 0.28]);
    }
    block([0.6, 0.7, 0.01], [0.3, 0.2, 0.6]);
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let at = |[x, y]: [f64; 2], z: f64| DVec3::new(x, y, z);
    let wall = |from: usize| {
        let [p, q] = [corners[from], corners[from + 1]];
        [at(p, 0.0), at(q, 0.0), at(q, 0.7), at(p, 0.7)]
    };
    for quad in [corners.map(|corner| at(corner, 0.0)), wall(0), wall(1), wall(2)] {
        let sheet = Mesh::new(quad.to_vec(), vec![[0, 1, 2], [0, 2, 3]]);
        parts.add(&sheet.expect("a square is a mesh"), |v| v);
    }
    parts.mesh()
}

/// The cow of the shared models, if it is there.
fn cow() -> Option<Result<Mesh, LoadError>> {
    let shared = std::env::var_os("CLOSECALL_SHARED")
        .map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
    let path = shared.join("data/classic/cow.obj");
    path.is_file().then(|| Ok(fitted(&mesh::load(&path)?.mesh, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of Table 1.
    const TRIANGLES: [usize; 23] = [
        28_322, 28_322, 28_322, 28_322, 28_322, 28_322, 28_322, 28_322, 100, 200, 400, 1000, 2000,
        4000, 8000, 16_000, 11_200, 22_400, 13_800, 27_600, 22_092, 23_216, 1376,
    ];

    #[test]
    fn every_environment_has_the_papers_count_and_fits_into_the_unit_cube() {
        for (environment, count) in Environment::ALL.iter().zip(TRIANGLES) {
            let mesh = environment.mesh(1.0, 1998).unwrap();
            assert_eq!(mesh.triangle_count(), count, "{}", environment.name);
            assert!(mesh.points().iter().all(|&v| BspCell::UNIT.contains(v)));
            assert_eq!(mesh, environment.mesh(1.0, 1998).unwrap(), "{}", environment.name);
        }
    }

    #[test]
    fn tetrahedra_fill_a_part_of_the_cells_without_touching() {
        use super::super::check;
        let mesh = filled(60, 400, &mut Rng::new(3));
        assert_eq!((mesh.triangle_count(), check::closed_parts(&mesh)), (240, 60));
        assert!(check::parts_are_disjoint(&mesh));
    }

    #[test]
    fn smaller_ones_are_there_for_all_of_them() {
        for environment in Environment::ALL {
            let mesh = environment.mesh(0.02, 7).unwrap();
            assert!(mesh.triangle_count() < 4000, "{}", environment.name);
        }
        assert_eq!((room().triangle_count(), bars().triangle_count()), (92, 36));
    }

    #[test]
    fn what_is_scattered_does_not_run_through_itself() {
        use super::super::check;
        for (mesh, bodies) in [(part(80), 2), (bars(), 3)] {
            assert_eq!(check::closed_parts(&mesh), bodies);
            assert!(check::parts_are_disjoint(&mesh));
        }
    }
}
