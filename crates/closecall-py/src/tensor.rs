//! Tensors in the memory of a GPU, as DLPack hands them over.
#![allow(unsafe_code, reason = "DLPack is a struct of C")]

use crate::{failure, gpu};
use closecall_gpu::{ForeignPoses, Gpu};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::c_void;

/// `kDLCUDA` of DLPack.
const CUDA: i32 = 2;
/// `kDLFloat` of DLPack.
const FLOAT: u8 = 2;

/// The struct `DLTensor`, which `DLManagedTensor` begins with.
#[repr(C)]
struct DlTensor {
    data: *mut c_void,
    device_type: i32,
    device_id: i32,
    ndim: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    shape: *const i64,
    strides: *const i64,
    byte_offset: u64,
}

/// A tensor, kept by its capsule.
pub struct Tensor<'py> {
    _capsule: Bound<'py, PyCapsule>,
    address: u64,
    device: usize,
    count: usize,
    numbers_each: usize,
}

impl<'py> Tensor<'py> {
    /// None if it is not in the memory of a GPU.
    pub fn of(any: &Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        if !any.hasattr("__dlpack_device__")? {
            return Ok(None);
        }
        let (kind, _): (i32, i32) = any.call_method0("__dlpack_device__")?.extract()?;
        if kind != CUDA {
            return Ok(None);
        }
        let capsule =
            any.call_method0("__dlpack__")?.cast_into::<PyCapsule>().map_err(failure::value)?;
        let pointer = capsule.pointer_checked(Some(c"dltensor"))?.cast::<DlTensor>();
        // SAFETY: a capsule of this name holds such a struct, and lives as long as the capsule.
        let tensor = unsafe { pointer.as_ref() };
        // SAFETY: it has this number of numbers.
        let shape = unsafe { std::slice::from_raw_parts(tensor.shape, tensor.ndim as usize) };
        if (tensor.code, tensor.bits, tensor.lanes) != (FLOAT, 64, 1) {
            return Err(failure::value("poses on a device are of the type float64"));
        }
        let (count, numbers_each) = match *shape {
            [count, 7] => (count, 7),
            [count, 3, 4] => (count, 12),
            [count, 4, 4] => (count, 16),
            _ => {
                let why = "a batch has the shape (n, 7), (n, 3, 4) or (n, 4, 4)";
                return Err(failure::value(format!("{why}, not {shape:?}")));
            }
        };
        if !tensor.strides.is_null() {
            // SAFETY: as many as the shape has.
            let strides = unsafe { std::slice::from_raw_parts(tensor.strides, shape.len()) };
            let mut expected = 1;
            for (&length, &stride) in shape.iter().zip(strides).rev() {
                if length > 1 && stride != expected {
                    return Err(failure::value(
                        "poses on a device follow one another (contiguous)",
                    ));
                }
                expected *= length;
            }
        }
        let address = tensor.data as u64 + tensor.byte_offset;
        let device = tensor.device_id as usize;
        Ok(Some(Self { _capsule: capsule, address, device, count: count as usize, numbers_each }))
    }

    /// For a batch on the same device.
    pub fn poses(&self, gpu: &Gpu, device: usize) -> PyResult<ForeignPoses> {
        if device != self.device {
            let why = format!("the poses are on cuda:{}, not on cuda:{device}", self.device);
            return Err(failure::value(why));
        }
        // SAFETY: the capsule keeps the memory, and says where it is and how much there is.
        unsafe { gpu.foreign(self.address, self.count, self.numbers_each) }.map_err(gpu::refused)
    }
}
