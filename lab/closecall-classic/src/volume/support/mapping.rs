//! Support plane mappings: from a direction to a plane that faces it. (Vogiannou et al. 2010, §2,
//! §4.2)

use super::Plane;
use super::enclosed::{enclosed_by_faces, enclosed_by_planes};
use super::grid::Grid;
use crate::volume::kdop::directions::{directions, vector};
use closecall::engine::geom::DVec3;
use closecall_hull::{Hull, cleaned};

/// The source of the planes of a mapping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// Any direction has its plane, through the vertex that is furthest along it.
    Vertices,
    /// The planes on the faces of the convex hull.
    #[default]
    Faces,
}

/// How a mapping finds the plane of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// By search: a climb over the hull's vertices, or through all its faces.
    Exact,
    /// In a table of this many times this many directions.
    Grid(u8),
}

impl Default for Sampling {
    /// The paper's, "based on the results shown in figure 7".
    fn default() -> Self {
        Self::Grid(32)
    }
}

/// Which mapping to make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The source of its planes.
    pub basis: Basis,
    /// How it finds one.
    pub sampling: Sampling,
}

/// Maps directions to planes with all contents below them.
///
/// However a plane was chosen, its point is the furthest along its *rounded* normal, exactly
/// ([`Hull::furthest`]): so no plane needs to be pushed outward, and all of them touch the
/// contents.
#[derive(Clone, Debug)]
pub enum Mapping {
    /// The vertex-based mapping.
    Vertices(Box<Hull>),
    /// The face-based one: one plane for each triangle of the hull.
    Faces(Box<[Plane]>),
    /// Either of them, in a table.
    Sampled {
        /// The number of cells each of the two angles has.
        density: usize,
        /// For each cell the number of its plane; none if each has its own, in order.
        samples: Box<[u16]>,
        /// The planes, each once.
        planes: Box<[Plane]>,
    },
}

impl Mapping {
    /// The mapping of what a hull holds.
    #[must_use]
    pub fn new(hull: Hull, recipe: Recipe) -> Self {
        match (recipe.basis, recipe.sampling) {
            (Basis::Vertices, Sampling::Exact) => Self::Vertices(hull.into()),
            (Basis::Faces, Sampling::Exact) => Self::Faces(face_planes(&hull).into()),
            (Basis::Vertices, Sampling::Grid(density)) => {
                let density = usize::from(density).max(1);
                let planes = Grid(density)
                    .directions()
                    .map(|direction| supporting(&hull, direction))
                    .collect();
                Self::Sampled { density, samples: Box::default(), planes }
            }
            (Basis::Faces, Sampling::Grid(density)) => {
                sampled_faces(&face_planes(&hull), usize::from(density).max(1))
            }
        }
    }

    /// A plane that faces a direction, which may have any length but 0.
    #[inline]
    #[must_use]
    pub fn plane(&self, towards: DVec3) -> Plane {
        match self {
            Self::Vertices(hull) => supporting(hull, towards.normalize_or(DVec3::Z)),
            Self::Faces(planes) => planes[facing(planes, towards)],
            Self::Sampled { density, samples, planes } => {
                let cell = Grid(*density).cell(towards);
                planes[samples.get(cell).map_or(cell, |&number| number.into())]
            }
        }
    }

    /// The volume of what is below all planes: infinite if they do not close it in.
    #[must_use]
    pub fn volume(&self) -> f64 {
        match self {
            Self::Vertices(hull) => {
                let corner = |number: u32| hull.vertices()[number as usize];
                enclosed_by_faces(
                    hull.faces().iter().map(|face| face.map(corner)),
                    hull.vertices()[0],
                )
            }
            Self::Faces(planes) | Self::Sampled { planes, .. } => enclosed_by_planes(planes),
        }
    }

    /// The number of bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + match self {
                Self::Vertices(hull) => hull.bytes(),
                Self::Faces(planes) => size_of_val(&**planes),
                Self::Sampled { samples, planes, .. } => {
                    size_of_val(&**samples) + size_of_val(&**planes)
                }
            }
    }
}

/// The plane across a unit vector. Negligible components are dropped from the normal as they are
/// from the search, so that the point is the furthest along the normal that is stored.
#[inline]
fn supporting(hull: &Hull, direction: DVec3) -> Plane {
    let normal = cleaned(direction);
    Plane { normal, point: hull.furthest(normal) }
}

/// The planes on the faces. Those of a flat hull would be ±n only, and a segment or a point has
/// none: such hulls take the directions of the 26-DOP too, which close anything in.
fn face_planes(hull: &Hull) -> Vec<Plane> {
    let corner = |number: u32| hull.vertices()[number as usize];
    let across = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a).normalize_or_zero();
    let mut normals: Vec<DVec3> =
        hull.faces().iter().map(|face| across(face.map(corner))).collect();
    if !hull.is_solid() {
        normals.extend(directions::<13>().map(|direction| vector(direction).normalize()));
        normals.extend_from_within(..);
        let half = normals.len() / 2;
        normals[half..].iter_mut().for_each(|normal| *normal = -*normal);
    }
    // A sliver's normal may be lost in rounding.
    normals.retain(|normal| *normal != DVec3::ZERO);
    normals.into_iter().map(|normal| supporting(hull, normal)).collect()
}

/// The number of the plane whose normal goes furthest along a direction.
fn facing(planes: &[Plane], towards: DVec3) -> usize {
    let place = |number: &usize| planes[*number].normal.dot(towards);
    (0..planes.len()).max_by(|a, b| place(a).total_cmp(&place(b))).expect("a hull has planes")
}

fn sampled_faces(faces: &[Plane], density: usize) -> Mapping {
    let chosen: Vec<usize> =
        Grid(density).directions().map(|direction| facing(faces, direction)).collect();
    let mut used = chosen.clone();
    used.sort_unstable();
    used.dedup();
    let number = |face: usize| used.binary_search(&face).expect("it is used") as u16;
    let samples = chosen.into_iter().map(number).collect();
    Mapping::Sampled { density, samples, planes: used.iter().map(|&face| faces[face]).collect() }
}
