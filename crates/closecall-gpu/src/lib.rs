//! Exact answers at many poses, on a GPU.
//!
//! A batch asks about two models at up to millions of poses: do they touch, where, are they within
//! a clearance? The device decides what it can prove; the rest goes to the CPU's exact engine. The
//! answers are the CPU's, bit for bit.
//!
//! ```no_run
//! use closecall::{Model, Pose};
//! use closecall_gpu::Gpu;
//! let (part, cell) = (Model::load("part.stl")?, Model::load("cell.stl")?);
//! let gpu = Gpu::open(0)?;
//! let (part, cell) = (gpu.model(&part)?, gpu.model(&cell)?);
//! let poses: Vec<[f64; 7]> = (0..1_000_000).map(|i| [0.0, 0.0, f64::from(i) * 1e-6, 1.0, 0.0, 0.0, 0.0]).collect();
//! let touching = gpu.batch(&cell, &part)?.collides(&poses[..])?;
//! println!("{} of {} poses touch", touching.iter().filter(|x| **x).count(), poses.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate builds anywhere. On a machine without a driver of CUDA [`Gpu::open`] returns
//! [`GpuError::NoDriver`].
//!
//! # Why it is exact
//!
//! Boxes are compared in f32 with a margin and a slack that are derived where they are made
//! (`layout`, `question`): what is called apart is apart. Pairs of triangles are decided in f64
//! only where rounding cannot matter, and corners are carried operation by operation as the CPU
//! carries them. No operation of the kernels is fused that is not written so, nothing is flushed to
//! zero; a test reads the compiled kernels for that.

#![deny(unnameable_types)]

mod batch;
#[cfg(test)]
mod bounds;
mod driver;
mod error;
mod fleet;
mod gpu;
mod lane;
mod layout;
mod poses;
mod question;
mod robot;
mod room;
mod row_lane;

pub use batch::{BatchContacts, GpuBatch};
pub use error::{GpuError, Reason};
pub use fleet::Fleet;
pub use gpu::{Gpu, GpuModel};
pub use poses::{DevicePoses, ForeignPoses, PinnedPoses, Poses};
pub use robot::{GpuRobot, TouchingBodies};
