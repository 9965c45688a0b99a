//! Meshes and contacts into files: OBJ, PLY and STL; contacts and coloured scenes also into GLB.
//!
//! Written numbers are the shortest that read back as the same f64, so that what [`super::load()`]
//! reads is what was written, bit for bit. Two exceptions, both STL's: its binary form holds f32,
//! and [`Written::rounded`] counts what that changed; and it has corners instead of vertices, of
//! which equal ones become one again when it is read. A GLB, which is for pictures, holds f32 too.

mod contacts;
#[cfg(feature = "gltf")]
mod glb;
#[cfg(not(feature = "gltf"))]
#[path = "no_glb.rs"]
mod glb;
mod number;
mod obj;
mod painted;
mod piece;
mod ply;
mod stl;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub use self::contacts::{
    CONTACT_COLOURS, write_contacts_glb, write_contacts_obj, write_contacts_ply,
};
pub use self::obj::write_obj;
pub use self::painted::{Painted, write_painted_glb, write_painted_ply};
pub use self::piece::Colour;
pub use self::ply::{write_ply_binary, write_ply_text};
pub use self::stl::{write_stl_binary, write_stl_text};
use super::Mesh;
use crate::geom::Pose;

/// The formats that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteFormat {
    /// Wavefront OBJ.
    Obj,
    /// PLY as text.
    PlyText,
    /// Binary PLY in f64, lowest byte first.
    PlyBinary,
    /// STL as text.
    StlText,
    /// Binary STL, in f32.
    StlBinary,
}

impl WriteFormat {
    /// The format that the extension of a file asks for: `.obj`, `.ply` (binary) or `.stl` (binary).
    #[must_use]
    pub fn of_path(path: impl AsRef<Path>) -> Option<Self> {
        let extension = path.as_ref().extension()?.to_str()?.to_ascii_lowercase();
        match &extension[..] {
            "obj" => Some(Self::Obj),
            "ply" => Some(Self::PlyBinary),
            "stl" => Some(Self::StlBinary),
            _ => None,
        }
    }
}

/// The changes to a mesh by writing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The number of coordinates that were changed, because the format has no f64. A vertex counts
    /// in every triangle.
    pub rounded: usize,
}

/// Why a file could not be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: cannot be written: {reason}")]
#[non_exhaustive]
pub struct WriteError {
    /// The file.
    pub file: String,
    /// The error of the operating system.
    pub reason: String,
}

/// Writes a mesh to a file.
///
/// ```
/// use closecall::mesh::{WriteFormat, load, shapes, write};
/// let path = std::env::temp_dir().join(format!("closecall-write-{}.ply", std::process::id()));
/// let ball = shapes::icosphere(0.1, 2);
/// let written = write(&path, &ball, WriteFormat::PlyBinary)?;
/// assert_eq!(written.rounded, 0);
/// assert_eq!(load(&path)?.mesh, ball);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    path: impl AsRef<Path>,
    mesh: &Mesh,
    format: WriteFormat,
) -> Result<Written, WriteError> {
    into_file(path.as_ref(), |out| write_as(out, mesh, format))
}

/// Writes a mesh in this format.
///
/// # Errors
/// If `out` fails.
pub fn write_as(out: &mut impl Write, mesh: &Mesh, format: WriteFormat) -> io::Result<Written> {
    match format {
        WriteFormat::Obj => write_obj(out, mesh)?,
        WriteFormat::PlyText => write_ply_text(out, mesh)?,
        WriteFormat::PlyBinary => write_ply_binary(out, mesh)?,
        WriteFormat::StlText => write_stl_text(out, mesh)?,
        WriteFormat::StlBinary => return write_stl_binary(out, mesh),
    }
    Ok(Written::default())
}

/// Writes the triangles of two meshes that touch, in A's frame, to a file: as an OBJ of two groups
/// or a GLB of two colours if its name ends so, and otherwise as a PLY of two colours.
///
/// # Panics
/// If a pair names a triangle that a mesh has not.
pub fn write_contacts(
    path: impl AsRef<Path>,
    a: &Mesh,
    b: &Mesh,
    a_from_b: &Pose,
    pairs: &[(u32, u32)],
) -> Result<(), WriteError> {
    let path = path.as_ref();
    into_file(path, |out| write_contacts_as(path, out, [a, b], a_from_b, pairs))
}

/// As [`write_contacts`], into `out`; the name only chooses the format.
///
/// # Errors
/// If `out` fails.
///
/// # Panics
/// If a pair names a triangle that a mesh has not.
pub fn write_contacts_as(
    name: &Path,
    out: &mut impl Write,
    [a, b]: [&Mesh; 2],
    a_from_b: &Pose,
    pairs: &[(u32, u32)],
) -> io::Result<()> {
    match WriteFormat::of_path(name) {
        _ if is_glb(name) => write_contacts_glb(out, a, b, a_from_b, pairs),
        Some(WriteFormat::Obj) => write_contacts_obj(out, a, b, a_from_b, pairs),
        _ => write_contacts_ply(out, a, b, a_from_b, pairs),
    }
}

/// Writes meshes in colours to a file: as a GLB if its name ends so, and otherwise as a PLY.
///
/// # Panics
/// If a mark names a triangle that its mesh has not.
pub fn write_painted(path: impl AsRef<Path>, scene: &[Painted]) -> Result<(), WriteError> {
    let path = path.as_ref();
    into_file(path, |out| write_painted_as(path, out, scene))
}

/// As [`write_painted`], into `out`; the name only chooses the format.
///
/// # Errors
/// If `out` fails.
///
/// # Panics
/// If a mark names a triangle that its mesh has not.
pub fn write_painted_as(name: &Path, out: &mut impl Write, scene: &[Painted]) -> io::Result<()> {
    if is_glb(name) { write_painted_glb(out, scene) } else { write_painted_ply(out, scene) }
}

fn is_glb(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("glb"))
}

fn into_file<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>,
) -> Result<T, WriteError> {
    let written = || {
        let mut out = BufWriter::new(File::create(path)?);
        let answer = write(&mut out)?;
        out.flush()?;
        Ok(answer)
    };
    written().map_err(|error: io::Error| WriteError {
        file: path.display().to_string(),
        reason: error.to_string(),
    })
}
