//! `closecall.Robot`: a robot from a URDF file.

use crate::arrays;
use crate::batch::Rows;
use crate::failure;
use crate::live::Placed;
use crate::picture;
use crate::pose::to_rows;
use crate::together;
use closecall_robot::{Description, Neighbours, Packages, RobotFiles};
use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::path::PathBuf;

/// A robot: links with models, joints between them, and the pairs of links that may touch.
#[pyclass(module = "closecall", frozen)]
pub struct Robot {
    pub robot: closecall_robot::Robot,
    /// The arguments that made it, for pickle.
    pub made_of: MadeOf,
}

/// The files and words that a robot was made of.
#[derive(Clone)]
pub struct MadeOf {
    urdf: PathBuf,
    srdf: Option<PathBuf>,
    packages: HashMap<String, PathBuf>,
    neighbours: String,
    text: Option<String>,
}

#[pymethods]
impl Robot {
    /// Reads a URDF file, an SRDF file that says which links may touch, and the meshes they name.
    /// `packages` maps names of packages to folders. `neighbours` says which links are not looked at
    /// together, beside those that fixed joints weld: "joint", those that one joint joins; "none";
    /// or "mesh", also the next link above that has a shape, over any number of joints. With `text`,
    /// the URDF is this text, as a macro processor makes it, and `urdf` only says where files are that
    /// it names.
    #[new]
    #[pyo3(signature = (urdf, *, srdf = None, packages = None, neighbours = "joint", text = None))]
    fn new(
        py: Python<'_>,
        urdf: PathBuf,
        srdf: Option<PathBuf>,
        packages: Option<HashMap<String, PathBuf>>,
        neighbours: &str,
        text: Option<String>,
    ) -> PyResult<Self> {
        let packages = packages.unwrap_or_default();
        let made_of = MadeOf { urdf, srdf, packages, neighbours: neighbours.to_owned(), text };
        let mut known = Packages::default();
        for (name, folder) in &made_of.packages {
            known = known.with(name, folder);
        }
        let neighbours = neighbours.parse::<Neighbours>().map_err(failure::value)?;
        let files = RobotFiles { srdf: made_of.srdf.clone(), packages: known, neighbours };
        let load = || match &made_of.text {
            None => closecall_robot::Robot::load(&made_of.urdf, &files),
            Some(text) => {
                let description = Description::parse(&made_of.urdf, text.as_bytes())?;
                closecall_robot::Robot::of(description, &files)
            }
        };
        let robot = py.detach(load).map_err(|error| failure::of_path(&made_of.urdf, error))?;
        robot.warnings().iter().try_for_each(|said| together::warn(py, said))?;
        Ok(Self { robot, made_of })
    }

    /// For pickle: the files are named, and are read again.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((PathBuf,), Bound<'py, PyDict>)> {
        let MadeOf { urdf, srdf, packages, neighbours, text } = self.made_of.clone();
        let named = PyDict::new(py);
        named.set_item("srdf", srdf)?;
        named.set_item("packages", packages)?;
        named.set_item("neighbours", neighbours)?;
        named.set_item("text", text)?;
        Ok(((urdf,), named))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        picture::picture(slf.as_any(), "robot")
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.robot.name()
    }

    /// The names of its links, parents before children.
    #[getter]
    fn links(&self) -> Vec<&str> {
        self.robot.links().iter().map(|link| link.name.as_str()).collect()
    }

    /// The names of what a vector of positions consists of.
    #[getter]
    fn coordinates(&self) -> Vec<&str> {
        self.robot.coordinates().iter().map(|coordinate| coordinate.name.as_str()).collect()
    }

    /// The limits of every coordinate, an (n, 2) array; infinite where there are none.
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let limits = self.robot.coordinates().iter().flat_map(|coordinate| {
            let limits = self.robot.joints()[coordinate.joint].limits;
            limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY])
        });
        arrays::table(py, limits.collect(), 2)
    }

    /// The pairs of links that are not looked at, and why: two names, and "welded", "joint", "mesh"
    /// or "srdf".
    #[getter]
    fn not_looked_at(&self) -> Vec<(&str, &str, &'static str)> {
        let links = self.robot.links();
        let mut pairs: Vec<(usize, usize)> = self.robot.allowed().iter().collect();
        pairs.retain(|&(a, b)| links[a].is_body() && links[b].is_body());
        pairs.sort_unstable();
        let told = |(a, b): (usize, usize)| {
            let why = self.robot.allowed().why(a, b).map_or("", |why| why.name());
            (links[a].name.as_str(), links[b].name.as_str(), why)
        };
        pairs.into_iter().map(told).collect()
    }

    /// Warnings about its files; each is a Python warning, too, when the robot is made.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.robot.warnings().to_vec()
    }

    /// All joints at rest: at 0, or at the limit next to it.
    fn rest<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.robot.rest())
    }

    /// A vector of positions by the names of coordinates; those that are not named are at rest.
    #[pyo3(signature = (**named))]
    fn positions<'py>(
        &self,
        py: Python<'py>,
        named: Option<HashMap<String, f64>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let named = named.unwrap_or_default();
        let pairs = named.iter().map(|(name, &value)| (name.as_str(), value));
        let positions = self.robot.positions(pairs).map_err(failure::value)?;
        doubt_degrees(py, &self.robot, std::iter::once(&*positions))?;
        Ok(PyArray1::from_vec(py, positions))
    }

    /// The place of every link in the root's frame, an (n, 4, 4) array in the order of `links`.
    fn link_poses<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let positions = arrays::numbers(positions, "joint positions")?;
        let values = positions.as_slice().map_err(failure::value)?;
        let poses = self.robot.root_from_links(values).map_err(failure::value)?;
        doubt_degrees(py, &self.robot, std::iter::once(values))?;
        let flat: Vec<f64> = poses.iter().flat_map(to_rows).collect();
        PyArray1::from_vec(py, flat).reshape([poses.len(), 4, 4])
    }

    fn __repr__(&self) -> String {
        let (links, free) = (self.robot.links().len(), self.robot.coordinates().len());
        format!("<closecall.Robot '{}': {links} links, {free} coordinates>", self.robot.name())
    }
}

impl Robot {
    /// The robot in a world.
    pub fn placed(&self, robot: closecall_robot::RobotInWorld) -> Placed {
        Placed { robot, made_of: self.made_of.clone() }
    }
}

/// An array of joint positions, with a row for each question.
pub struct JointRows<'py> {
    array: PyReadonlyArrayDyn<'py, f64>,
    width: usize,
}

/// Rows of joint positions of a robot; a single row counts as one.
pub fn joint_rows<'py>(
    robot: &closecall_robot::Robot,
    positions: &Bound<'py, PyAny>,
) -> PyResult<JointRows<'py>> {
    let array = arrays::numbers(positions, "joint positions")?;
    let width = robot.coordinates().len();
    if array.shape().last() != Some(&width) || array.shape().len() > 2 || width == 0 {
        let shape = array.shape();
        let message = format!("joint positions have the shape (n, {width}), not {shape:?}");
        return Err(failure::value(message));
    }
    let rows = JointRows { array, width };
    doubt_degrees(positions.py(), robot, rows.values()?.chunks_exact(width))?;
    Ok(rows)
}

/// Warns of angles that are rather in degrees.
pub fn doubt_degrees<'r>(
    py: Python<'_>,
    robot: &closecall_robot::Robot,
    mut rows: impl Iterator<Item = &'r [f64]>,
) -> PyResult<()> {
    let said = rows.find_map(|row| robot.degrees_doubt(row));
    said.map_or(Ok(()), |said| together::warn(py, &said))
}

impl JointRows<'_> {
    /// All numbers, row by row.
    pub fn values(&self) -> PyResult<&[f64]> {
        self.array.as_slice().map_err(failure::value)
    }

    /// The rows.
    pub fn rows(&self) -> PyResult<Rows<'_>> {
        Ok(Rows::new(self.values()?, self.width, "row"))
    }
}
