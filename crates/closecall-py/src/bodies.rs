//! `closecall.Bodies`: what can be asked about many bodies, of a world or of a snapshot.

use crate::body_distance::BodyDistance;
use crate::joint_range::JointRange;
use crate::live::{Source, name_of, named};
use crate::model::Model;
use crate::options::Options;
use crate::pose::{self, Poses};
use crate::rays::{self, WorldRayHits};
use crate::robot::{doubt_degrees, joint_rows};
use crate::shape::Shape;
use crate::source::AnyModel;
use crate::world_signed::{BodySigned, SignedRows};
use crate::world_sweep::{WorldSweeps, chains, edges_of};
use crate::{arrays, failure, interrupt, threads, together};
use closecall::Pose;
use closecall::world::{BodyHit, Contacts, Handle, Query};
use closecall_robot::{UncheckedPair, unchecked};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;

/// Bodies by their names, and what can be asked about them: a `World` or a `Snapshot`.
#[pyclass(module = "closecall", frozen, subclass)]
pub struct Bodies(pub Source);

/// The number of rays that are asked before signals are looked for.
const RAYS_AT_ONCE: usize = 1 << 10;

/// Fewer bodies than this are asked sooner than other threads wake up.
const FEW: usize = 8;

/// A body's name, and its touching triangles with another's.
type Touched = (String, Vec<(u32, u32)>);

type Found<'py> = Vec<(String, String, Bound<'py, PyArray2<u32>>)>;

#[pymethods]
impl Bodies {
    /// The names of all bodies and frames.
    #[getter]
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let names = |world: &closecall::World| {
            Ok(world.handles().map(|handle| name_of(world, handle)).collect())
        };
        py.detach(|| self.0.look(names))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        py.detach(|| self.0.look(|world| Ok(world.len())))
    }

    fn __contains__(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        py.detach(|| self.0.look(|world| Ok(world.handle(name).is_some())))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::picture::picture(slf.as_any(), "world")
    }

    /// The place of a body in the world, as a (4, 4) array.
    fn pose<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let place = |world: &closecall::World| {
            world.world_from_body(named(world, name)?).map_err(failure::value)
        };
        let pose = py.detach(|| self.0.look(place))?;
        pose::matrix(py, &pose)
    }

    /// The model of a body; None of a frame.
    fn model(&self, py: Python<'_>, name: &str) -> PyResult<Option<Model>> {
        let model = |world: &closecall::World| {
            let model = world.model(named(world, name)?).map_err(failure::value)?;
            Ok(model.cloned().map(Model::of))
        };
        py.detach(|| self.0.look(model))
    }

    /// The exact shapes of a body, in its own frame.
    fn shapes(&self, py: Python<'_>, name: &str) -> PyResult<Vec<Shape>> {
        let shapes = |world: &closecall::World| {
            let shapes = world.exact_shapes(named(world, name)?).map_err(failure::value)?;
            Ok(shapes.iter().map(Shape::of).collect())
        };
        py.detach(|| self.0.look(shapes))
    }

    /// Are two bodies looked at? They are not if they may touch, are both fixed, or are in groups
    /// that do not meet, or if one is a frame.
    fn looks_at(&self, py: Python<'_>, a: &str, b: &str) -> PyResult<bool> {
        let looks_at = |world: &closecall::World| {
            world.looks_at(named(world, a)?, named(world, b)?).map_err(failure::value)
        };
        py.detach(|| self.0.look(looks_at))
    }

    /// The pairs of bodies that are not looked at, and why: two names, and "welded", "joint",
    /// "mesh", "srdf", "allowed", "fixed" or "groups". The first 100,000, if there are more.
    fn not_looked_at(&self, py: Python<'_>) -> PyResult<Vec<(String, String, &'static str)>> {
        py.detach(|| {
            let frozen = self.0.frozen()?;
            let world = frozen.world();
            let told = |pair: &UncheckedPair| {
                (name_of(world, pair.a), name_of(world, pair.b), pair.why.name())
            };
            Ok(unchecked(world, frozen.robots()).pairs.iter().map(told).collect())
        })
    }

    /// Does any pair of bodies touch?
    fn collides(&self, py: Python<'_>) -> PyResult<bool> {
        self.judge(py)?;
        py.detach(|| self.0.ask(|world| world.collides(), |_, mut query| query.collides()))
    }

    /// The pairs of names of bodies that touch, sorted by the order in which bodies came.
    fn collisions(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        self.judge(py)?;
        let names = |world: &closecall::World, found: Vec<(Handle, Handle)>| {
            let names = |&(a, b): &(Handle, Handle)| (name_of(world, a), name_of(world, b));
            found.iter().map(names).collect()
        };
        py.detach(|| {
            self.0.ask(
                |world| {
                    let found = world.collisions();
                    names(world, found)
                },
                |world, mut query| names(world, query.collisions()),
            )
        })
    }

    /// The pairs of names of bodies that touch as far as anyone can tell, by their exact shapes:
    /// there is no exact predicate for them, and rounding leaves it open. They are among
    /// `collisions`.
    fn undecided(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        let found = |world: &closecall::World| {
            let mut query = world.query();
            query.pose_all();
            let found = query.touch().undecided;
            Ok(found.iter().map(|pair| (name_of(world, pair.a), name_of(world, pair.b))).collect())
        };
        py.detach(|| self.0.look(found))
    }

    /// Finds the first body that each ray meets. Origins and directions are (n, 3) arrays,
    /// or three numbers each for a single ray.
    #[pyo3(signature = (origins, directions, *, threads = None))]
    fn ray(
        &self,
        origins: &Bound<'_, PyAny>,
        directions: &Bound<'_, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<WorldRayHits> {
        let rays = rays::rays(origins, directions)?;
        let py = origins.py();
        self.judge(py)?;
        let frozen = py.detach(|| self.0.frozen())?;
        let world = frozen.world();
        let all = |stop: interrupt::Stop| {
            let lots = rays.chunks(RAYS_AT_ONCE).take_while(|_| !stop.is_set());
            lots.flat_map(|lot| world.rays().first_batch(lot)).collect::<Vec<_>>()
        };
        let found = interrupt::run(py, threads, all)?;
        let named = |hit: BodyHit| (name_of(world, hit.body), hit);
        Ok(WorldRayHits(found.into_iter().map(|hit| hit.map(named)).collect()))
    }

    /// The pairs of bodies that touch, each with its touching triangles as an (n, 2) array.
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Found<'py>> {
        self.judge(py)?;
        let named = |world: &closecall::World, found: Vec<Contacts>| {
            let named = |found: Contacts| {
                (name_of(world, found.a), name_of(world, found.b), found.triangles)
            };
            found.into_iter().map(named).collect::<Vec<_>>()
        };
        let found = py.detach(|| {
            self.0.ask(
                |world| {
                    let found = world.contacts();
                    named(world, found)
                },
                |world, mut query| named(world, query.contacts()),
            )
        })?;
        let rows = found.into_iter();
        rows.map(|(a, b, triangles)| Ok((a, b, arrays::pairs(py, &triangles)?))).collect()
    }

    /// The bodies that a model at `pose` in the world touches, or comes within the clearance of, each
    /// with the touching triangles (of the body, of the model) as an (n, 2) array, empty where an
    /// exact shape touches, or where the model lies inside a solid. The world stays as it is.
    #[pyo3(signature = (model, pose = None))]
    fn contacts_with<'py>(
        &self,
        py: Python<'py>,
        model: AnyModel<'py>,
        pose: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<(String, Bound<'py, PyArray2<u32>>)>> {
        self.judge(py)?;
        let (pose, model) = (pose::one(pose)?, model.get());
        let frozen = py.detach(|| self.0.frozen())?;
        let world = frozen.world();
        let models = world.handles().filter_map(|body| world.model(body).ok().flatten());
        together::with_all(py, models, &model.model)?;
        let found = py.detach(|| {
            let bodies: Vec<Handle> = world.handles().collect();
            let ask = |&handle: &Handle| -> PyResult<Option<Touched>> {
                if let Some(body) = world.model(handle).map_err(failure::value)? {
                    together::agree(body, &model.model)?;
                }
                let triangles = together::touching(world, handle, (&model.model, pose));
                let triangles = triangles.map_err(failure::value)?;
                Ok(triangles.map(|triangles| (name_of(world, handle), triangles)))
            };
            if bodies.len() < FEW {
                return bodies.iter().map(ask).collect::<PyResult<Vec<_>>>();
            }
            let all = || bodies.par_iter().with_min_len(FEW).map(ask).collect();
            threads::on(None, all)?
        })?;
        let rows = found.into_iter().flatten();
        rows.map(|(name, triangles)| Ok((name, arrays::pairs(py, &triangles)?))).collect()
    }

    /// The two bodies that are nearest to each other; None if no two are looked at. Pairs that may
    /// touch, and pairs of two fixed bodies, are left out.
    fn nearest(&self, py: Python<'_>) -> PyResult<Option<BodyDistance>> {
        self.judge(py)?;
        py.detach(|| {
            let frozen = self.0.frozen()?;
            let found = frozen.world().nearest();
            Ok(found.map(|found| BodyDistance::of(frozen.world(), &found)))
        })
    }

    /// Every two bodies that are no further apart than `limit`, in the order in which bodies came,
    /// and how far apart they are. On all cores.
    #[pyo3(signature = (limit = f64::INFINITY, *, threads = None))]
    fn distances(
        &self,
        py: Python<'_>,
        limit: f64,
        threads: Option<usize>,
    ) -> PyResult<Vec<BodyDistance>> {
        self.judge(py)?;
        let ask = Options::new().limit(limit)?.ask;
        py.detach(|| {
            let frozen = self.0.frozen()?;
            let mut query = frozen.world().query().with(ask);
            query.pose_all();
            let found = threads::on(threads, || query.distances())?;
            Ok(found.iter().map(|found| BodyDistance::of(frozen.world(), found)).collect())
        })
    }

    /// Every two bodies that are no further apart than `limit`, in the order in which bodies came, and
    /// how far apart they are, or, below 0, how deep in each other: as the solids that their meshes
    /// enclose. `accuracy`, `tolerance` and `budget` are those of `Model.penetration`, for each pair.
    #[pyo3(signature = (limit = f64::INFINITY, *, accuracy = None, tolerance = None, budget = None,
                        threads = None))]
    fn signed_distances(
        &self,
        py: Python<'_>,
        limit: f64,
        accuracy: Option<f64>,
        tolerance: Option<f64>,
        budget: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<Vec<BodySigned>> {
        self.judge(py)?;
        let ask = Options::of_depth(accuracy, tolerance, budget)?.limit(limit)?.ask;
        py.detach(|| {
            let frozen = self.0.frozen()?;
            let mut query = frozen.world().query().with(ask);
            query.pose_all();
            let found = threads::on(threads, || query.signed_distances())?;
            let found = found.map_err(failure::value)?;
            Ok(found.iter().map(|found| BodySigned::of(frozen.world(), found)).collect())
        })
    }

    /// The signed distances of all pairs in which the robot takes part, at each row of joint positions,
    /// an (n, dof) array, and their derivatives by joint: `SignedRows`. The world stays as it is. The
    /// options are those of `signed_distances`. On all cores.
    #[pyo3(signature = (positions, *, prefix = "", limit = f64::INFINITY, accuracy = None,
                        tolerance = None, budget = None, threads = None))]
    #[allow(clippy::too_many_arguments)]
    fn signed_at_joints(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        prefix: &str,
        limit: f64,
        accuracy: Option<f64>,
        tolerance: Option<f64>,
        budget: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<SignedRows> {
        self.judge(py)?;
        let options = Options::of_depth(accuracy, tolerance, budget)?.limit(limit)?;
        let frozen = py.detach(|| self.0.frozen())?;
        let (world, placed) = (frozen.world(), frozen.robot(prefix)?);
        let pairs = placed.signed_pairs(world).map_err(failure::value)?;
        let array = joint_rows(placed.robot(), positions)?;
        let read = |row: &[f64]| Ok(row.to_vec());
        let ask = |query: &mut Query, row: &Vec<f64>| {
            pairs.ask(query, row).map_err(|error| error.to_string())
        };
        let rows = array.rows()?.ask(py, threads, || world.query().with(options.ask), read, ask)?;
        let coordinates = placed.robot().coordinates().len();
        Ok(SignedRows::new(world, &pairs, rows, &options, coordinates))
    }

    /// Would the body touch anything at each of these poses in its parent's frame? The world stays
    /// as it is. One boolean per pose.
    #[pyo3(signature = (name, poses, *, threads = None))]
    fn collides_at<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        poses: &Bound<'py, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.judge(py)?;
        let frozen = py.detach(|| self.0.frozen())?;
        let world = frozen.world();
        let handle = named(world, name)?;
        let ask = |query: &mut Query, pose: &Pose| {
            query.set_pose(handle, *pose).map_err(|error| error.to_string())?;
            Ok(query.collides())
        };
        let answers = match Poses::of(Some(poses))? {
            Poses::One(pose) => {
                vec![py.detach(|| ask(&mut world.query(), &pose)).map_err(failure::value)?]
            }
            Poses::Many(batch) => {
                let rows = batch.rows()?;
                rows.ask(py, threads, || world.query(), ask)?
            }
        };
        Ok(PyArray1::from_vec(py, answers))
    }

    /// Would the robot touch anything, itself included, at each row of joint positions, an (n, dof)
    /// array? The world stays as it is. One boolean per row.
    #[pyo3(signature = (positions, *, prefix = "", threads = None))]
    fn collides_at_joints<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        prefix: &str,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.judge(py)?;
        let frozen = py.detach(|| self.0.frozen())?;
        let (world, placed) = (frozen.world(), frozen.robot(prefix)?);
        let array = joint_rows(placed.robot(), positions)?;
        let rows = array.rows()?;
        let read = |row: &[f64]| placed.poses(row).map_err(|error| error.to_string());
        let ask = |query: &mut Query, poses: &Vec<(Handle, Pose)>| {
            query.set_poses(poses).map_err(|error| error.to_string())?;
            Ok(query.collides())
        };
        // All links are asked about, those that no joint moves too.
        let query = || {
            let mut query = world.query();
            placed.pose_links(&mut query).expect("the robot is in the world");
            query
        };
        let answers = rows.ask(py, threads, query, read, ask)?;
        Ok(PyArray1::from_vec(py, answers))
    }

    /// Does anything touch while the body goes from each pose of `starts` to the one of `ends`, in
    /// its parent's frame: straight, and turning evenly the shorter way? Certified between them
    /// too; the world stays as it is. On all cores.
    #[pyo3(signature = (name, starts, ends, *, tolerance = None, clearance = 0.0, threads = None))]
    #[allow(clippy::too_many_arguments)]
    fn sweep_edges(
        &self,
        py: Python<'_>,
        name: &str,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        tolerance: Option<f64>,
        clearance: f64,
        threads: Option<usize>,
    ) -> PyResult<WorldSweeps> {
        self.judge(py)?;
        let options = Options::new().clearance(clearance)?.tolerance(tolerance)?.ask;
        let frozen = py.detach(|| self.0.frozen())?;
        let world = frozen.world();
        let edges = chains(named(world, name)?, &pose::many(starts)?, &pose::many(ends)?)?;
        WorldSweeps::ask(py, world, &options, &edges, threads)
    }

    /// Does the robot touch anything on its way from each row of `starts` to the one of `ends`,
    /// every joint going evenly? Certified between them too; the world stays as it is. On all
    /// cores.
    #[pyo3(signature = (starts, ends, *, prefix = "", tolerance = None, clearance = 0.0,
                        threads = None))]
    #[allow(clippy::too_many_arguments)]
    fn sweep_joints(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        prefix: &str,
        tolerance: Option<f64>,
        clearance: f64,
        threads: Option<usize>,
    ) -> PyResult<WorldSweeps> {
        self.judge(py)?;
        let options = Options::new().clearance(clearance)?.tolerance(tolerance)?.ask;
        let frozen = py.detach(|| self.0.frozen())?;
        let (world, placed) = (frozen.world(), frozen.robot(prefix)?);
        let arrays = [joint_rows(placed.robot(), starts)?, joint_rows(placed.robot(), ends)?];
        let [starts, ends] = [arrays[0].values()?, arrays[1].values()?];
        let edges = edges_of(py, placed, starts, ends)?;
        WorldSweeps::ask(py, world, &options, &edges, threads)
    }

    /// How far can one coordinate of a robot go to either side of `positions`, all others staying,
    /// before something touches? Certified.
    #[pyo3(signature = (coordinate, positions, *, prefix = "", tolerance = None, clearance = 0.0))]
    fn joint_range(
        &self,
        py: Python<'_>,
        coordinate: &str,
        positions: &Bound<'_, PyAny>,
        prefix: &str,
        tolerance: Option<f64>,
        clearance: f64,
    ) -> PyResult<JointRange> {
        self.judge(py)?;
        let options = Options::new().clearance(clearance)?.tolerance(tolerance)?.ask;
        let positions = arrays::numbers(positions, "joint positions")?;
        let at = positions.as_slice().map_err(failure::value)?.to_vec();
        let frozen = py.detach(|| self.0.frozen())?;
        let (world, placed) = (frozen.world(), frozen.robot(prefix)?);
        let edges = placed.range_of(coordinate, &at).map_err(failure::value)?;
        doubt_degrees(py, placed.robot(), std::iter::once(&*at))?;
        let found = WorldSweeps::ask(py, world, &options, &edges, None)?;
        let place = placed.robot().places(&[coordinate]).map_err(failure::value)?[0];
        let limits = [0, 1].map(|side| edges[side].positions(1.0)[place]);
        Ok(JointRange::new(at[place], limits, &found))
    }
}

impl Bodies {
    /// Warns once if bodies are hardly in one unit.
    pub fn judge(&self, py: Python<'_>) -> PyResult<()> {
        let said = py.detach(|| self.0.doubt())?;
        said.map_or(Ok(()), |said| together::warn(py, &said))
    }
}
