//! Meshes from files: STL, OBJ, PLY, glTF, 3MF and Collada, with errors that name the place.
//!
//! Text is read as f64, f32 is widened. Triangles keep the file's order, and polygons become fans
//! from their first corner. Scenes of several meshes and instances become one mesh of named parts,
//! their transforms applied in f64. A file never makes the loader allocate more than a small
//! multiple of its own length: counts are checked against the length first, and a scene or an
//! archive may unfold to 64 MiB and 256 bytes for each byte of the file. Nothing is repaired, and
//! what is left out is counted in [`Loaded::warnings`].

#![cfg_attr(
    not(all(feature = "gltf", feature = "3mf", feature = "collada")),
    allow(dead_code, reason = "some of it is only for the formats that are off")
)]

#[cfg(any(feature = "gltf", feature = "3mf", feature = "collada"))]
mod affine;
mod bytes;
#[cfg(feature = "collada")]
mod collada;
#[cfg(not(feature = "collada"))]
#[path = "no_collada.rs"]
mod collada;
mod error;
pub mod foreign;
#[cfg(feature = "gltf")]
mod gltf;
#[cfg(not(feature = "gltf"))]
#[path = "no_gltf.rs"]
mod gltf;
mod obj;
mod options;
mod part;
mod ply;
mod polygon;
mod soup;
mod stl;
mod text;
#[cfg(feature = "3mf")]
mod threemf;
#[cfg(not(feature = "3mf"))]
#[path = "no_threemf.rs"]
mod threemf;
#[cfg(any(feature = "gltf", feature = "3mf", feature = "collada"))]
mod unfold;
#[cfg(any(feature = "gltf", feature = "3mf"))]
mod uri;

use std::fmt;
use std::path::{Path, PathBuf};

pub use self::bytes::bytes_of;
pub use self::error::{LoadError, Place, Problem, SystemError};
pub use self::options::{LoadOptions, Outside, UpAxis};
pub use self::part::{Part, Unit};
pub use self::soup::Warning;
use super::Mesh;

/// A mesh, and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The mesh.
    pub mesh: Mesh,
    /// The kind of its file.
    pub format: Format,
    /// The named pieces of the mesh, in order; empty where the format has none (STL, OBJ, PLY).
    pub parts: Vec<Part>,
    /// The unit that the file states, or that coordinates were converted to; by default they are as
    /// written.
    pub unit: Option<Unit>,
    /// The files that this one named, and that were read with it.
    pub companions: Vec<PathBuf>,
    /// Warnings: contents of the file that the mesh does not have, or not for certain.
    pub warnings: Vec<Warning>,
}

/// The formats that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// glTF as JSON.
    Gltf,
    /// Binary glTF.
    Glb,
    /// 3MF.
    ThreeMf,
    /// Collada.
    Collada,
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
            Self::Gltf => "glTF",
            Self::Glb => "glTF (binary)",
            Self::ThreeMf => "3MF",
            Self::Collada => "Collada",
        })
    }
}

/// Reads a mesh from a file, and from the buffers in its folder or below that a glTF names.
pub fn load(path: impl AsRef<Path>) -> Result<Loaded, LoadError> {
    load_with(path, &LoadOptions::default())
}

/// Reads a mesh from a file, as the options say.
pub fn load_with(path: impl AsRef<Path>, options: &LoadOptions) -> Result<Loaded, LoadError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    match bytes::bytes_of(path) {
        Ok(bytes) => {
            let origin = Some(Origin { file: path, outside: options.outside });
            let loaded = read(&name, &bytes, origin, options.up);
            loaded.and_then(|loaded| options.applied(loaded)).map_err(|error| error.in_file(&name))
        }
        Err(error) => Err(LoadError::unreadable(error).in_file(&name)),
    }
}

/// Reads a mesh from the bytes of a file. The name is for errors, and its extension tells the
/// format where the bytes do not; no file is opened, so a glTF must hold its buffers.
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
    read(name, bytes, None, UpAxis::default()).map_err(|error| error.in_file(name))
}

/// The source of bytes, and whether the files that they name may be anywhere.
#[derive(Clone, Copy)]
struct Origin<'a> {
    file: &'a Path,
    outside: Outside,
}

/// Reads these bytes; of bytes that are only in memory, there is no origin.
fn read(name: &str, bytes: &[u8], origin: Option<Origin>, up: UpAxis) -> Result<Loaded, LoadError> {
    let family = family_of(name, bytes)?;
    let (soup, format) = match family {
        Family::Ply => ply::read(bytes)?,
        Family::Obj => (obj::read(bytes)?, Format::Obj),
        Family::Stl => match stl::form(bytes) {
            Format::StlBinary => (stl::read_binary(bytes)?, Format::StlBinary),
            _ => (stl::read_text(bytes)?, Format::StlText),
        },
        Family::Gltf if gltf::is_binary(bytes) => (gltf::read_binary(bytes, origin)?, Format::Glb),
        Family::Gltf => (gltf::read_text(bytes, origin)?, Format::Gltf),
        Family::ThreeMf => (threemf::read(bytes)?, Format::ThreeMf),
        Family::Collada => (collada::read(bytes, up)?, Format::Collada),
    };
    soup.finish(format).map_err(|error| LoadError::new(Place::File, error.into()))
}

/// The family of formats that the bytes are of, or what they are instead.
fn family_of(name: &str, bytes: &[u8]) -> Result<Family, LoadError> {
    let refuse = |problem| Err(LoadError::new(Place::File, problem));
    if bytes.trim_ascii().is_empty() {
        return refuse(Problem::Empty);
    }
    // The first 80 bytes of a binary STL may be anything.
    if !stl::is_binary_by_length(bytes)
        && let Some(kind) = foreign::instead_of_mesh(bytes)
    {
        return refuse(Problem::Foreign { what: kind.instead_of_a_mesh() });
    }
    match Family::of(name, bytes) {
        Some(family) => Ok(family),
        None if threemf::is_archive(bytes) => {
            refuse(Problem::Foreign { what: foreign::ZIP.instead_of_a_mesh() })
        }
        None => Err(LoadError::new(Place::Byte(0), Problem::UnknownFormat)),
    }
}

#[derive(Clone, Copy)]
enum Family {
    Stl,
    Obj,
    Ply,
    Gltf,
    ThreeMf,
    Collada,
}

impl Family {
    /// By the first line of a PLY, which nothing else has, then by the name, and at last by what
    /// the bytes look like.
    fn of(name: &str, bytes: &[u8]) -> Option<Self> {
        if ply::begins_with_ply(bytes) {
            return Some(Self::Ply);
        }
        let extension = Path::new(name).extension().map(|extension| extension.to_ascii_lowercase());
        match extension.as_ref().and_then(|extension| extension.to_str()) {
            Some("stl") => Some(Self::Stl),
            Some("obj") => Some(Self::Obj),
            Some("ply") => Some(Self::Ply),
            Some("gltf" | "glb") => Some(Self::Gltf),
            Some("3mf") => Some(Self::ThreeMf),
            Some("dae") => Some(Self::Collada),
            _ if gltf::is_binary(bytes) || gltf::begins_with_brace(bytes) => Some(Self::Gltf),
            _ if threemf::is_archive(bytes) => names_relationships(bytes).then_some(Self::ThreeMf),
            _ if collada::begins_with_collada(bytes) => Some(Self::Collada),
            _ if stl::is_binary_by_length(bytes) || stl::begins_with_solid(bytes) => {
                Some(Self::Stl)
            }
            _ if obj::begins_with_statement(bytes) => Some(Self::Obj),
            _ => None,
        }
    }
}

/// Does an archive name the file that every 3MF has? Names are not compressed.
fn names_relationships(bytes: &[u8]) -> bool {
    const NAME: &[u8] = b"_rels/.rels";
    bytes.windows(NAME.len()).any(|window| window.eq_ignore_ascii_case(NAME))
}
