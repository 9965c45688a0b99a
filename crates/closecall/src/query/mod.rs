//! Questions about two meshes at one relative pose; one file per question.

pub mod brute;
