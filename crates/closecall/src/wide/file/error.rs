//! Errors of tree files.

use crate::mesh::MeshError;
use crate::{Located, Place};
use std::fmt;
use std::path::{Path, PathBuf};

/// Why a tree file was refused: `cell.tree: section 'nodes' is damaged: its checksum is wrong`.
/// Its source is the error of the operating system, where there is one.
#[derive(Debug)]
pub struct TreeFileError {
    file: PathBuf,
    problem: TreeFileProblem,
}

/// The problem of a tree file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeFileProblem {
    /// The operating system would not give the bytes.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] std::io::Error),
    /// The operating system would not take the bytes.
    #[error("cannot be written: {0}")]
    Unwritable(#[source] std::io::Error),
    /// It does not begin as tree files do.
    #[error("this is not a tree file")]
    NotATreeFile,
    /// It was written by a later version of this library.
    #[error("the file has format version {found}, this program reads versions up to {known}")]
    OtherVersion {
        /// The file's version.
        found: u32,
        /// The last version that can be read.
        known: u32,
    },
    /// Tree files are used as they lie, lowest byte first.
    #[error("tree files are little-endian, and {0} is not")]
    ForeignByteOrder(&'static str),
    /// The file is shorter than it says.
    #[error("the file is cut short: expected {expected} bytes, found {found}")]
    Truncated {
        /// The length it should have.
        expected: u64,
        /// The length it has.
        found: u64,
    },
    /// The file is longer than it says.
    #[error("something follows the tree: expected {expected} bytes, found {found}")]
    TooLong {
        /// The length it should have.
        expected: u64,
        /// The length it has.
        found: u64,
    },
    /// The header contradicts itself.
    #[error("the header is damaged: {0}")]
    DamagedHeader(&'static str),
    /// A section is not what it was.
    #[error("section '{section}' is damaged: {reason}")]
    Damaged {
        /// The section.
        section: Section,
        /// The evidence.
        reason: String,
    },
    /// The mesh in it would be refused in any file.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// Everything is in place, but the tree is not one of this mesh.
    #[error("the tree is wrong: {0}")]
    Unsound(String),
}

/// The parts of a tree file after its header, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The vertices of the mesh.
    Vertices,
    /// The triangles of the mesh.
    Triangles,
    /// The nodes of the tree.
    Nodes,
    /// The blocks of triangles in its leaves.
    Blocks,
}

impl Section {
    /// All, in their order.
    pub const ALL: [Self; 4] = [Self::Vertices, Self::Triangles, Self::Nodes, Self::Blocks];
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Vertices => "vertices",
            Self::Triangles => "triangles",
            Self::Nodes => "nodes",
            Self::Blocks => "blocks",
        })
    }
}

impl fmt::Display for TreeFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.problem)
    }
}

impl std::error::Error for TreeFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.problem.source()
    }
}

impl TreeFileError {
    /// The file, as it was named.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The problem; its `Display` is the message without the file.
    #[must_use]
    pub fn problem(&self) -> &TreeFileProblem {
        &self.problem
    }

    /// The problem, as a value to keep.
    #[must_use]
    pub fn into_problem(self) -> TreeFileProblem {
        self.problem
    }
}

impl TreeFileProblem {
    /// The place in the file.
    fn place(&self) -> Place {
        match self {
            Self::NotATreeFile => Place::Byte(0),
            Self::ForeignByteOrder(_) | Self::OtherVersion { .. } | Self::DamagedHeader(_) => {
                "header".into()
            }
            Self::Truncated { found: byte, .. } | Self::TooLong { expected: byte, .. } => {
                format!("byte {byte}").into()
            }
            Self::Damaged { section, .. } => format!("section '{section}'").into(),
            Self::Unsound(_) => "tree".into(),
            Self::Unreadable(_) | Self::Unwritable(_) | Self::Mesh(_) => Place::File,
        }
    }

    pub(super) fn in_file(self, file: &Path) -> TreeFileError {
        TreeFileError { file: file.to_owned(), problem: self }
    }
}

impl From<TreeFileError> for Located {
    fn from(TreeFileError { file, problem }: TreeFileError) -> Self {
        let place = problem.place();
        match problem {
            TreeFileProblem::DamagedHeader(reason) => {
                Self::at(&file, place, format!("damaged: {reason}"))
            }
            TreeFileProblem::Damaged { reason, .. } => {
                Self::at(&file, place, format!("damaged: {reason}"))
            }
            TreeFileProblem::Unsound(reason) => Self::at(&file, place, reason),
            problem => Self::at(&file, place, problem),
        }
    }
}
