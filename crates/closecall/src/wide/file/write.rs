//! Writing a tree file: beside its place first, then renamed into it.
//!
//! So there is never half a file, and models that have mapped the old file keep its bytes.

use super::error::{TreeFileError, TreeFileProblem as Problem};
use super::header::{Header, padded};
use crate::mesh::Mesh;
use crate::wide::tree::Tree;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use xxhash_rust::xxh3::Xxh3Default;

/// Writes a mesh and its tree.
pub(crate) fn save(path: &Path, tree: &Tree, mesh: &Mesh) -> Result<(), TreeFileError> {
    if cfg!(target_endian = "big") {
        return Err(Problem::ForeignByteOrder("this machine").in_file(path));
    }
    let beside = beside(path);
    let compact = tree.compacted();
    let written = write(&beside, compact.as_ref().unwrap_or(tree), mesh)
        .and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // Not there, or of no use to anyone; the first error is the one to tell.
        let _ = fs::remove_file(&beside);
        Problem::Unwritable(error).in_file(path)
    })
}

/// A name of its own in the same folder.
fn beside(path: &Path) -> PathBuf {
    static SAVES: AtomicUsize = AtomicUsize::new(0);
    let number = SAVES.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(format!(".{}-{number}.partial", std::process::id()));
    path.with_file_name(name)
}

fn write(path: &Path, tree: &Tree, mesh: &Mesh) -> io::Result<()> {
    let sections: [(usize, &[u8]); 4] = [
        (mesh.points().len(), bytemuck::cast_slice(mesh.points())),
        (mesh.triangles().len(), bytemuck::cast_slice(mesh.triangles())),
        (tree.nodes.len(), bytemuck::cast_slice(&tree.nodes)),
        (tree.blocks.len(), bytemuck::cast_slice(&tree.blocks)),
    ];
    let header =
        Header::new(tree, mesh.unit(), sections.map(|(count, bytes)| (count, checksum(bytes))));
    let mut file = File::create_new(path)?;
    file.write_all(bytemuck::bytes_of(&header))?;
    for (_, bytes) in sections {
        file.write_all(bytes)?;
        file.write_all(zeros(bytes))?;
    }
    // Renamed only when all of it is there, even if the machine stops.
    file.sync_all()
}

/// Of a section and the zeros that follow it.
fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = Xxh3Default::new();
    hash.update(bytes);
    hash.update(zeros(bytes));
    hash.digest()
}

/// The zeros that fill the last line of a section.
fn zeros(bytes: &[u8]) -> &'static [u8] {
    &[0; 64][..padded(bytes.len()) - bytes.len()]
}
