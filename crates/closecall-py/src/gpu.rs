//! Batches on a GPU: `device="cuda"`.
//!
//! Poses come from numpy, or from the device itself: any tensor that speaks DLPack (torch, cupy,
//! jax).

use crate::failure;
use crate::model::Model;
use crate::pose::Batch;
use crate::tensor::Tensor;
use closecall::geom::Clearance;
use closecall_gpu::{Gpu, GpuBatch, GpuError, Poses};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Devices that were opened: compiling the kernels takes a while.
static OPEN: Mutex<Vec<(usize, Gpu)>> = Mutex::new(Vec::new());

/// The number of a device by its name; none for the CPU.
pub fn number(device: Option<&str>) -> PyResult<Option<usize>> {
    match device {
        None | Some("cpu") => Ok(None),
        Some("cuda") => Ok(Some(0)),
        Some(name) => {
            let number = name.strip_prefix("cuda:").and_then(|number| number.parse().ok());
            let why = || format!("there is no device '{name}': it is 'cpu', 'cuda' or 'cuda:N'");
            number.map(Some).ok_or_else(|| failure::value(why()))
        }
    }
}

/// The device with a number, opened once.
pub fn open(number: usize) -> PyResult<Gpu> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, gpu)) = open.iter().find(|(known, _)| *known == number) {
        return Ok(gpu.clone());
    }
    let gpu = Gpu::open(number).map_err(refused)?;
    open.push((number, gpu.clone()));
    Ok(gpu)
}

/// Asks about a batch of poses, without Python's lock.
pub fn ask<T: Send>(
    py: Python<'_>,
    device: usize,
    [a, b]: [&Model; 2],
    clearance: Clearance,
    poses: &Given<'_, '_>,
    ask: impl Fn(&mut GpuBatch, Poses) -> Result<Vec<T>, GpuError> + Sync,
) -> PyResult<Vec<T>> {
    let gpu = open(device)?;
    let (a, b) = (a.on_gpu(device, &gpu)?, b.on_gpu(device, &gpu)?);
    let mut batch = gpu.batch_within(&a, &b, clearance).map_err(refused)?;
    match poses {
        Given::Here(poses) => match poses.quaternions()? {
            Some(rows) => py.detach(|| ask(&mut batch, rows.into())).map_err(refused),
            None => {
                let poses = poses.poses()?;
                py.detach(|| ask(&mut batch, poses[..].into())).map_err(refused)
            }
        },
        Given::There(tensor) => {
            let poses = tensor.poses(&gpu, device)?;
            py.detach(|| ask(&mut batch, (&poses).into())).map_err(refused)
        }
    }
}

/// The memory of a batch.
pub enum Given<'a, 'py> {
    /// In this machine's memory.
    Here(&'a Batch<'py>),
    /// In the device's.
    There(Tensor<'py>),
}

/// Numbers that are refused are the caller's; all else is the system's.
pub fn refused(error: GpuError) -> PyErr {
    match error {
        GpuError::Pose { .. }
        | GpuError::Position { .. }
        | GpuError::Units(_)
        | GpuError::World(_) => failure::value(error),
        other => failure::file(other),
    }
}
