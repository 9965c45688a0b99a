//! The contents of a tree file, as its header says.

use super::error::{Section, TreeFileError, TreeFileProblem as Problem};
use super::header::Header;
use crate::mesh::Unit;
use crate::store::Map;
use std::ops::Range;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The version of the format that this library writes. It reads all versions up to it: in version 1
/// there was no unit.
pub const FORMAT_VERSION: u32 = 2;

/// The table of contents of a tree file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contents {
    /// The version of its format.
    pub version: u32,
    /// The unit of its mesh, if that is known.
    pub unit: Option<Unit>,
    /// The length in bytes.
    pub bytes: u64,
    /// The checksum of the header, which holds the checksums of all sections: it stands for the
    /// whole file.
    pub checksum: u64,
    /// The sections that follow the header, in order.
    pub sections: [Listed; 4],
}

/// A section in the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The section.
    pub section: Section,
    /// The place of the bytes, with the zeros that follow.
    pub bytes: Range<u64>,
    /// The number of vertices, triangles, nodes or blocks it holds.
    pub items: u64,
    /// The checksum of its bytes.
    pub checksum: u64,
}

impl Contents {
    /// Of a file whose header and length are right. The sections themselves are not looked at: that
    /// is what [`crate::Model::open_trusted`] and [`crate::Model::open`] do.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, TreeFileError> {
        of_file(path.as_ref(), |_, _| Ok(()))
    }

    /// Of a file whose every byte is as it was written: the checksums of all sections are right
    /// too. This takes a small part of the time of [`crate::Model::open_trusted`], but does not
    /// replace it: the file may have been wrong when it was written.
    pub fn read_undamaged(path: impl AsRef<Path>) -> Result<Self, TreeFileError> {
        of_file(path.as_ref(), Self::check)
    }

    /// Are the sections of a file with this header as they were written?
    pub(super) fn check(&self, file: &[u8]) -> Result<(), Problem> {
        let is_damaged = |listed: &&Listed| {
            let Range { start, end } = listed.bytes;
            xxh3_64(&file[start as usize..end as usize]) != listed.checksum
        };
        let damaged = self.sections.iter().find(is_damaged);
        damaged.map_or(Ok(()), |&Listed { section, .. }| {
            Err(Problem::Damaged { section, reason: "its checksum is wrong".to_owned() })
        })
    }
}

fn of_file(
    path: &Path,
    check: impl Fn(&Contents, &[u8]) -> Result<(), Problem>,
) -> Result<Contents, TreeFileError> {
    let map = Map::open(path).map_err(|error| Problem::Unreadable(error).in_file(path))?;
    let contents = Header::read(map.bytes()).map(|header| header.contents());
    let checked = contents.and_then(|contents| check(&contents, map.bytes()).map(|()| contents));
    checked.map_err(|problem| problem.in_file(path))
}
