//! Models: a mesh and its tree, ready to be asked.

use crate::error::{Failure, closecall_status, guard};
use crate::handle::{self, Kept};
use crate::input;
use crate::mesh::{closecall_mesh, load_options, unit_number};
use closecall::{Mesh, Model};
use std::ffi::c_char;

/// A mesh and its tree. It never changes, and many threads may ask it at once.
pub struct closecall_model(());

impl Kept for Model {
    type Handle = closecall_model;
    const NAME: &'static str = "model";
}

/// Hands a model to the caller.
unsafe fn give_model(model: Model, place: *mut *mut closecall_model) -> Result<(), Failure> {
    input::check_place(place, "place for the model")?;
    // SAFETY: as the caller says.
    unsafe { input::give(place, handle::keep(model), "place for the model") }
}

/// Builds a model of a mesh, on all cores. The mesh stays the caller's and can be freed.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_new(
    mesh: *const closecall_mesh,
    model: *mut *mut closecall_model,
) -> closecall_status {
    guard(|| {
        let mesh = handle::read::<Mesh>(mesh)?;
        // SAFETY: the caller's place has room for a handle.
        unsafe { give_model(Model::new(mesh.clone()), model) }
    })
}

/// Builds a model of a mesh file, or opens a tree file that closecall_model_save wrote. `unit` and
/// `scale` are as for closecall_mesh_load. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_load(
    path: *const c_char,
    unit: i32,
    scale: f64,
    model: *mut *mut closecall_model,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's path is a string, and the place has room for a handle.
        unsafe {
            let (path, options) = (input::path(path)?, load_options(unit, scale)?);
            give_model(Model::load_with(path, &options).map_err(Failure::file)?, model)
        }
    })
}

/// Saves a model with its tree, to be opened at once the next time. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_save(
    model: *const closecall_model,
    path: *const c_char,
) -> closecall_status {
    guard(|| {
        let model = handle::read::<Model>(model)?;
        // SAFETY: the caller's path is a string.
        model.save(unsafe { input::path(path) }?).map_err(Failure::file)
    })
}

/// Opens a tree file: it is mapped into memory and verified. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_open(
    path: *const c_char,
    model: *mut *mut closecall_model,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's path is a string, and the place has room for a handle.
        unsafe { give_model(Model::open(input::path(path)?).map_err(Failure::file)?, model) }
    })
}

/// Gives out a second handle of the same model, with an owner of its own. Nothing is copied.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_share(
    model: *const closecall_model,
    shared: *mut *mut closecall_model,
) -> closecall_status {
    guard(|| {
        let model = handle::read::<Model>(model)?.clone();
        // SAFETY: the caller's place has room for a handle.
        unsafe { give_model(model, shared) }
    })
}

/// Facts about a model.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_model_facts {
    /// The number of vertices its mesh has.
    pub vertex_count: usize,
    /// The number of triangles.
    pub triangle_count: usize,
    /// The number of bytes its tree takes, beside the mesh.
    pub tree_bytes: usize,
    /// The number of the things in its file that are not in the mesh, or not for certain:
    /// closecall_model_warning.
    pub warning_count: usize,
    /// The closecall_unit of its coordinates.
    pub unit: i32,
    /// Is its mesh closed, so that it has an inside?
    pub is_closed: bool,
}

/// Tells what there is to know of a model. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_info(
    model: *const closecall_model,
    facts: *mut closecall_model_facts,
) -> closecall_status {
    guard(|| {
        let model = handle::read::<Model>(model)?;
        let known = closecall_model_facts {
            vertex_count: model.mesh().vertices().len(),
            triangle_count: model.mesh().triangle_count(),
            tree_bytes: model.tree_bytes(),
            warning_count: model.warnings().len(),
            unit: unit_number(model.unit()),
            is_closed: model.check_closed().is_ok(),
        };
        // SAFETY: the caller's place has room for the facts.
        unsafe { input::give(facts, known, "facts") }
    })
}

/// Writes a warning about the file of a model, as text that ends with a 0: `count` receives its length
/// with the 0, and the first `capacity` bytes are written. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_warning(
    model: *const closecall_model,
    index: usize,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let model = handle::read::<Model>(model)?;
        let warnings = model.warnings();
        let missing = || {
            Failure::value(format_args!(
                "there is no warning {index}: there are {}",
                warnings.len()
            ))
        };
        let words = warnings.get(index).ok_or_else(missing)?.to_string();
        // SAFETY: the caller's buffer has as much room as stated.
        unsafe { input::give_text(&words, text, capacity, count) }
    })
}

/// Copies the mesh of a model. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_mesh(
    model: *const closecall_model,
    mesh: *mut *mut closecall_mesh,
) -> closecall_status {
    guard(|| {
        let model = handle::read::<Model>(model)?;
        input::check_place(mesh, "place for the mesh")?;
        // SAFETY: the caller's place has room for a handle.
        unsafe { input::give(mesh, handle::keep(model.mesh().clone()), "place for the mesh") }
    })
}

/// Frees a model. What was made of it lives on. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_free(model: *mut closecall_model) -> closecall_status {
    guard(|| handle::free::<Model>(model))
}
