//! Tree files: a mesh and its wide tree in one file, which is mapped into memory and used as it
//! lies.
//!
//! The mesh is inside, so a tree cannot meet the wrong one. Numbers are little-endian and lie as in
//! memory, in this order:
//!
//! ```text
//! header     192 bytes, see below
//! vertices   24 bytes each: x, y, z as f64
//! triangles  12 bytes each: three vertex numbers as u32, from 0
//! nodes      512 bytes each, in the order of a walk that visits a node before its children, from left to right
//! blocks     320 bytes each, in the order of that walk
//! ```
//!
//! Every section begins at a multiple of 64 and is followed by zeros up to the next; its checksum
//! (XXH3, 64 bits) covers those too. The header:
//!
//! | byte | | |
//! |---:|---|---|
//! | 0 | 8 bytes | `93 43 43 57 54 0D 0A 1A`: whatever takes the file for text destroys this |
//! | 8 | u32 | `0x01020304`, to tell the order of bytes |
//! | 12 | u32 | the version of the format: 1, or [`FORMAT_VERSION`] |
//! | 16 | u64 | the length of the file |
//! | 24 | u64 | the checksum of the header, taken with 0 here |
//! | 32 | 3 × f64 | the centre of the tree's frame: local = (world − centre) · scale |
//! | 56 | f64 | its scale, a power of two |
//! | 64 | f64 | no vertex is further from the centre; local, as all that follows |
//! | 72 | f64 | the surface of all boxes when the tree was built, which tells how far refits have worn it |
//! | 80 | f32 | no box has its centre, and no vertex lies, further from 0 |
//! | 84 | f32 | no triangle has a longer edge |
//! | 88 | u32 | the quality of the build: 0 fast, 1 tight |
//! | 92 | u32 | the unit of the mesh: 0 not known, 1 micron, 2 millimeter, 3 centimeter, 4 inch, 5 foot, 6 meter; 0 in version 1 |
//! | 96 | 4 × 3 × u64 | of each section the first byte, the number of items, the checksum |
//!
//! A node is, for its up to eight children side by side (f32 × 8 a row): three rows of box centres,
//! three of half sides, nine of axes (the coordinates of the first axis first), and eight u32 that
//! say what is in the box: with bit 31 the block of that number, else the node; with bit 30 a node
//! whose boxes are all aligned with the frame; all ones: nothing. Node 0 holds the root alone. A
//! block is nine such rows, the coordinates of the first, second and third corners of up to eight
//! triangles in the tree's frame, and eight u32: their numbers, or all ones.
//!
//! The checks, and when they are made:
//!
//! | | [`Contents::read_undamaged`] | [`Model::open_trusted`] | [`Model::open`] |
//! |---|---|---|---|
//! | header: every field, and its checksum; the length of the file | ✓ | ✓ | ✓ |
//! | checksums of all sections | ✓ | | ✓ |
//! | coordinates and vertex numbers, as of any mesh | | ✓ | ✓ |
//! | nodes and blocks form one tree, no deeper than trees are built, all numbers in range: queries end and cannot fail (`structure`) | | ✓ | ✓ |
//! | the frame fits the mesh, every triangle is in one block, and in the boxes above it: answers are right, no matter what wrote the file (`check`) | | | ✓ |
//!
//! [`Model::open`]: crate::Model::open
//! [`Model::open_trusted`]: crate::Model::open_trusted

mod contents;
mod error;
mod header;
mod read;
mod structure;
mod write;

#[cfg(feature = "lab")]
pub use contents::FORMAT_VERSION;
pub use contents::{Contents, Listed};
pub use error::{Section, TreeFileError, TreeFileProblem};
pub use read::is_tree_file;
pub(crate) use read::{Care, Opened, open, open_if_tree};
pub(crate) use write::save;
