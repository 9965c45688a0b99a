//! Tree files: a mesh and its wide tree in one file, which is mapped into memory and used as it lies.
//!
//! The mesh is inside, so a tree cannot meet the wrong one. Numbers are little-endian and lie as in memory, in this order:
//!
//! ```text
//! header     192 bytes: magic, byte order, version, length of the file, checksum of the header,
//!            the frame and bounds of the tree, a table of the sections: offset, count, checksum
//! vertices   24 bytes each: x, y, z
//! triangles  12 bytes each: three vertex numbers
//! nodes      512 bytes each, in the order of a walk that visits a node before its children, from left to right
//! blocks     320 bytes each, in the order of that walk
//! ```
//!
//! Every section begins at a multiple of 64 and is followed by zeros up to the next; its checksum (XXH3, 64 bits) covers those
//! too. What is checked when:
//!
//! | | `Care::Safe` | `Care::Verified` |
//! |---|---|---|
//! | header: every field, and its checksum; the length of the file | ✓ | ✓ |
//! | coordinates and vertex numbers, as of any mesh | ✓ | ✓ |
//! | nodes and blocks form one tree, all numbers in range: queries end and cannot fail (`structure`) | ✓ | ✓ |
//! | checksums of all sections | | ✓ |
//! | every triangle is in one block, and in the boxes above it: answers are right, whoever wrote the file (`check`) | | ✓ |

mod contents;
mod error;
mod header;
mod read;
mod structure;
mod write;

pub use contents::{Contents, FORMAT_VERSION, Listed};
pub use error::{Section, TreeFileError, TreeFileProblem};
pub use read::is_tree_file;
pub(crate) use read::{Care, open};
pub(crate) use write::save;
