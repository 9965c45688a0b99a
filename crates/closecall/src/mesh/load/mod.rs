//! Meshes from files: STL, OBJ and PLY, with errors that name the place.
//!
//! Text is read as f64, f32 is widened. Triangles keep the file's order, and polygons become fans from their first corner.
//! A file never makes the loader allocate more than a small multiple of its own length: counts are checked against the
//! length first. Nothing is repaired, and what is left out is counted in [`Loaded::warnings`].

mod error;
mod obj;
mod ply;
mod polygon;
mod soup;
mod stl;
mod text;

use std::fmt;
use std::path::Path;

pub use self::error::{LoadError, Place, Problem};
pub use self::soup::Warning;
use super::Mesh;

/// A mesh, and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The mesh.
    pub mesh: Mesh,
    /// What kind of file it was in.
    pub format: Format,
    /// What the file holds that the mesh does not, or not for certain.
    pub warnings: Vec<Warning>,
}

/// The formats that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// STL as text.
    StlText,
    /// Binary STL.
    StlBinary,
    /// Wavefront OBJ.
    Obj,
    /// PLY as text.
    PlyText,
    /// Binary PLY, lowest byte first.
    PlyLittleEndian,
    /// Binary PLY, highest byte first.
    PlyBigEndian,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StlText => "STL (text)",
            Self::StlBinary => "STL (binary)",
            Self::Obj => "OBJ",
            Self::PlyText => "PLY (text)",
            Self::PlyLittleEndian => "PLY (binary, little endian)",
            Self::PlyBigEndian => "PLY (binary, big endian)",
        })
    }
}

/// Reads a mesh from a file.
pub fn load(path: impl AsRef<Path>) -> Result<Loaded, LoadError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    match std::fs::read(path) {
        Ok(bytes) => load_bytes(&name, &bytes),
        Err(error) => {
            let problem = Problem::Unreadable { reason: error.to_string() };
            Err(LoadError::new(Place::File, problem).in_file(&name))
        }
    }
}

/// Reads a mesh from the bytes of a file. The name is for errors, and its extension tells the format where the bytes do not.
///
/// ```
/// use closecall::mesh::load_bytes;
/// let file = load_bytes("one.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")?;
/// assert_eq!(file.mesh.triangle_count(), 1);
/// let error = load_bytes("one.obj", b"v 0 0 0\nv 1 0 0\nf 1 2 3\n").unwrap_err();
/// assert_eq!(error.to_string(), "one.obj: line 3: a face refers to vertex 3, but there are 2");
/// # Ok::<(), closecall::mesh::LoadError>(())
/// ```
pub fn load_bytes(name: &str, bytes: &[u8]) -> Result<Loaded, LoadError> {
    read(name, bytes).map_err(|error| error.in_file(name))
}

fn read(name: &str, bytes: &[u8]) -> Result<Loaded, LoadError> {
    let family = Family::of(name, bytes).ok_or_else(|| LoadError::new(Place::Byte(0), Problem::UnknownFormat))?;
    let (soup, format) = match family {
        Family::Ply => ply::read(bytes)?,
        Family::Obj => (obj::read(bytes)?, Format::Obj),
        Family::Stl => match stl::form(bytes) {
            Format::StlBinary => (stl::read_binary(bytes)?, Format::StlBinary),
            _ => (stl::read_text(bytes)?, Format::StlText),
        },
    };
    let (mesh, warnings) = soup.finish().map_err(|error| LoadError::new(Place::File, error.into()))?;
    Ok(Loaded { mesh, format, warnings })
}

#[derive(Clone, Copy)]
enum Family {
    Stl,
    Obj,
    Ply,
}

impl Family {
    /// By the first line of a PLY, which nothing else has, then by the name, and at last by what the bytes look like.
    fn of(name: &str, bytes: &[u8]) -> Option<Self> {
        if ply::begins_with_ply(bytes) {
            return Some(Self::Ply);
        }
        let extension = Path::new(name).extension().map(|extension| extension.to_ascii_lowercase());
        match extension.as_ref().and_then(|extension| extension.to_str()) {
            Some("stl") => Some(Self::Stl),
            Some("obj") => Some(Self::Obj),
            Some("ply") => Some(Self::Ply),
            _ if stl::is_binary_by_length(bytes) || stl::begins_with_solid(bytes) => Some(Self::Stl),
            _ if obj::begins_with_statement(bytes) => Some(Self::Obj),
            _ => None,
        }
    }
}
