//! Opening a tree file.

use super::error::{Section, TreeFileError, TreeFileProblem as Problem};
use super::header::{Header, MAGIC};
use super::structure;
use crate::mesh::Mesh;
use crate::store::{Map, Store};
use crate::wide::check;
use crate::wide::tree::Tree;
use bytemuck::Pod;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The care with which a file is checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Care {
    /// Queries end, and do not fail; answers are right if the file is what was once saved.
    Safe,
    /// The same, and every byte is as it was written.
    Undamaged,
    /// Answers are right.
    Verified,
}

/// Does this file begin as tree files do? What is not a regular file does not, and is not touched.
#[must_use]
pub fn is_tree_file(path: &Path) -> bool {
    let mut begin = [0; MAGIC.len()];
    let regular = path.metadata().is_ok_and(|metadata| metadata.is_file());
    regular
        && File::open(path).and_then(|mut file| file.read_exact(&mut begin)).is_ok()
        && begin == MAGIC
}

/// The data that a tree file holds.
pub(crate) struct Opened {
    pub(crate) tree: Tree,
    pub(crate) mesh: Mesh,
    /// The version of its format.
    pub(crate) version: u32,
}

/// Maps a tree file, and checks it.
pub(crate) fn open(path: &Path, care: Care) -> Result<Opened, TreeFileError> {
    let map = Map::open(path).map_err(|error| Problem::Unreadable(error).in_file(path))?;
    read(&Arc::new(map), care).map_err(|problem| problem.in_file(path))
}

/// [`open`] of a file that begins as tree files do; none if it does not, or cannot be mapped.
pub(crate) fn open_if_tree(path: &Path, care: Care) -> Result<Option<Opened>, TreeFileError> {
    match Map::open(path) {
        Ok(map) if map.bytes().starts_with(&MAGIC) => {
            read(&Arc::new(map), care).map(Some).map_err(|problem| problem.in_file(path))
        }
        _ => Ok(None),
    }
}

fn read(map: &Arc<Map>, care: Care) -> Result<Opened, Problem> {
    let header = Header::read(map.bytes())?;
    if care >= Care::Undamaged {
        header.contents().check(map.bytes())?;
    }
    let mesh = Mesh::stored(
        items(map, &header, Section::Vertices)?,
        items(map, &header, Section::Triangles)?,
    )?;
    let mesh = mesh.with_unit(header.unit());
    let (reach, longest_edge, built_surface) = header.bounds();
    let tree = Tree {
        frame: header.frame(),
        nodes: items(map, &header, Section::Nodes)?,
        blocks: items(map, &header, Section::Blocks)?,
        reach,
        longest_edge,
        triangles: mesh.triangle_count(),
        quality: header.quality(),
        built_surface,
    };
    structure::check(&tree)?;
    if care == Care::Verified {
        check::sound(&tree, &mesh).map_err(Problem::Unsound)?;
    }
    Ok(Opened { tree, mesh, version: header.version })
}

fn items<T: Pod>(map: &Arc<Map>, header: &Header, section: Section) -> Result<Store<T>, Problem> {
    let misplaced =
        || Problem::Damaged { section, reason: "it is not where it should be".to_owned() };
    Store::mapped(map, header.items(section)).ok_or_else(misplaced)
}
