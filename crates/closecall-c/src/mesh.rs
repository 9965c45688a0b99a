//! Meshes: arrays of triangles, from memory and from files.

use crate::error::{Failure, closecall_status, guard};
use crate::handle::{self, Kept};
use crate::input;
use closecall::Mesh;
use closecall::mesh::{LoadOptions, Unit};
use std::ffi::c_char;

/// A triangle mesh: any soup of triangles.
pub struct closecall_mesh(());

impl Kept for Mesh {
    type Handle = closecall_mesh;
    const NAME: &'static str = "mesh";
}

/// A unit of length.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_unit {
    /// None is stated.
    None = 0,
    /// Microns.
    Micron = 1,
    /// Millimeters.
    Millimeter = 2,
    /// Centimeters.
    Centimeter = 3,
    /// Inches.
    Inch = 4,
    /// Feet.
    Foot = 5,
    /// Meters.
    Meter = 6,
}

/// The units in the order of their numbers, from 1.
const UNITS: [Unit; 6] =
    [Unit::Micron, Unit::Millimeter, Unit::Centimeter, Unit::Inch, Unit::Foot, Unit::Meter];

/// A unit from C; none for 0.
pub(crate) fn unit(number: i32) -> Result<Option<Unit>, Failure> {
    match usize::try_from(number) {
        Ok(0) => Ok(None),
        Ok(place) if place <= UNITS.len() => Ok(Some(UNITS[place - 1])),
        _ => Err(Failure::value(format_args!("{number} is no closecall_unit"))),
    }
}

/// The number of a unit.
pub(crate) fn unit_number(unit: Option<Unit>) -> i32 {
    let place = unit.and_then(|unit| UNITS.iter().position(|&other| other == unit));
    place.map_or(0, |place| place as i32 + 1)
}

/// The options of reading a file: in a unit, or with a scale where the file states none; 0 is
/// neither.
pub(crate) fn load_options(number: i32, scale: f64) -> Result<LoadOptions, Failure> {
    if !(scale >= 0.0 && scale.is_finite()) {
        return Err(Failure::value(format_args!("the scale is {scale}, not a number from 0 on")));
    }
    let mut options = LoadOptions::default();
    options.unit = unit(number)?;
    options.scale = (scale != 0.0).then_some(scale);
    Ok(options)
}

/// Makes a mesh: x, y, z of every vertex in turn, and three vertex numbers, from 0, of every triangle.
/// `unit` is the closecall_unit that the coordinates are in, or 0 where that is not known. The arrays are
/// copied. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_mesh_new(
    vertices: *const f64,
    vertex_count: usize,
    triangles: *const u32,
    triangle_count: usize,
    unit: i32,
    mesh: *mut *mut closecall_mesh,
) -> closecall_status {
    guard(|| {
        let stated = self::unit(unit)?;
        // SAFETY: the caller's arrays have 3 numbers for each vertex and triangle.
        unsafe {
            input::check_place(mesh, "place for the mesh")?;
            let vertices = input::array(vertices.cast::<[f64; 3]>(), vertex_count, "vertices")?;
            let triangles =
                input::array(triangles.cast::<[u32; 3]>(), triangle_count, "triangles")?;
            let made = Mesh::from_arrays(vertices, triangles).map_err(Failure::value)?;
            input::give(mesh, handle::keep(made.with_unit(stated)), "place for the mesh")
        }
    })
}

/// Reads a mesh from an STL, OBJ, PLY, glTF, 3MF or Collada file. `unit` is a closecall_unit that
/// coordinates are converted to, or 0; `scale` is what coordinates of a file that states no unit are
/// multiplied by, or 0. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_mesh_load(
    path: *const c_char,
    unit: i32,
    scale: f64,
    mesh: *mut *mut closecall_mesh,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's path is a string.
        unsafe {
            input::check_place(mesh, "place for the mesh")?;
            let (path, options) = (input::path(path)?, load_options(unit, scale)?);
            let loaded = closecall::mesh::load_with(path, &options).map_err(Failure::file)?;
            input::give(mesh, handle::keep(loaded.mesh), "place for the mesh")
        }
    })
}

/// Tells how many vertices and triangles a mesh has, and its closecall_unit. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_mesh_size(
    mesh: *const closecall_mesh,
    vertex_count: *mut usize,
    triangle_count: *mut usize,
    unit: *mut i32,
) -> closecall_status {
    guard(|| {
        let mesh = handle::read::<Mesh>(mesh)?;
        // SAFETY: the caller's places have room for a number each.
        unsafe {
            input::check_place(triangle_count, "triangle_count")?;
            input::check_place(unit, "unit")?;
            input::give(vertex_count, mesh.vertices().len(), "vertex_count")?;
            input::give(triangle_count, mesh.triangle_count(), "triangle_count")?;
            input::give(unit, unit_number(mesh.unit()), "unit")
        }
    })
}

/// Copies the vertices and the triangles of a mesh. The counts, of vertices and of triangles, must be
/// those of the mesh; an array that is NULL is left out. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_mesh_copy(
    mesh: *const closecall_mesh,
    vertices: *mut f64,
    vertex_count: usize,
    triangles: *mut u32,
    triangle_count: usize,
) -> closecall_status {
    guard(|| {
        let mesh = handle::read::<Mesh>(mesh)?;
        let (v, t) = (mesh.vertices().len(), mesh.triangle_count());
        for (array, found, count, name) in [
            (vertices.is_null(), vertex_count, v, "vertices"),
            (triangles.is_null(), triangle_count, t, "triangles"),
        ] {
            if !array && found != count {
                let message =
                    format_args!("there is room for {found} {name}, but the mesh has {count}");
                return Err(Failure::value(message));
            }
        }
        let [v, t] = [(vertices.is_null(), v), (triangles.is_null(), t)]
            .map(|(is_left_out, count)| if is_left_out { 0 } else { count });
        // SAFETY: the caller's arrays have room for 3 numbers of each vertex and triangle.
        let (vertices, triangles) = unsafe {
            let vertices = input::room(vertices.cast::<[f64; 3]>(), v, "vertices")?;
            (vertices, input::room(triangles.cast::<[u32; 3]>(), t, "triangles")?)
        };
        for (place, &vertex) in vertices.iter_mut().zip(mesh.vertices()) {
            place.write(vertex);
        }
        for (place, &triangle) in triangles.iter_mut().zip(mesh.triangles()) {
            place.write(triangle);
        }
        Ok(())
    })
}

/// Frees a mesh. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_mesh_free(mesh: *mut closecall_mesh) -> closecall_status {
    guard(|| handle::free::<Mesh>(mesh))
}
