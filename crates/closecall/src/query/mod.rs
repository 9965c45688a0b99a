//! Questions about two meshes at one relative pose, and the engines that answer them.

pub mod brute;
pub mod classic;
pub mod configure;

pub use classic::{Body, Checker, Scratch};
pub use configure::{Options, checker};
