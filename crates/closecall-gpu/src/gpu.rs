//! A device, ready for questions.

use crate::batch::GpuBatch;
use crate::driver::{Buffer, Context, Foreign, Kernel, Module, Pinned};
use crate::error::GpuError;
use crate::layout::{Facts, Layout};
use crate::poses::{DevicePoses, ForeignPoses, PinnedPoses};
use crate::question::TreeAt;
use closecall::{Clearance, Model};
use std::sync::Arc;

/// The kernels, as `kernels/make-ptx.py` makes them.
const PTX: &str = include_str!("../kernels/closecall.ptx");

/// Threads a block of a walk, and of what prepares poses.
pub(crate) const WALK_THREADS: u32 = 128;
pub(crate) const PREPARE_THREADS: u32 = 256;

/// A CUDA device with the kernels of this crate. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Gpu(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub context: Arc<Context>,
    pub prepare: Kernel,
    pub place: Kernel,
    pub prepare_pair: Kernel,
    pub walk_first: Kernel,
    pub walk_all: Kernel,
    pub walk_first_within: Kernel,
    pub walk_all_within: Kernel,
    /// Keeps the kernels.
    _module: Module,
}

impl Gpu {
    /// Opens a device, by its number from 0, and compiles the kernels for it. (The driver keeps
    /// what it compiled.)
    ///
    /// # Errors
    /// If there is no driver, no such device, or the driver refuses.
    pub fn open(device: usize) -> Result<Self, GpuError> {
        let context = Context::open(device)?;
        let module = Module::load(&context, PTX)?;
        Ok(Self(Arc::new(Inner {
            prepare: module.kernel("prepare", PREPARE_THREADS)?,
            place: module.kernel("place", PREPARE_THREADS)?,
            prepare_pair: module.kernel("prepare_pair", PREPARE_THREADS)?,
            walk_first: module.kernel("walk_first", WALK_THREADS)?,
            walk_all: module.kernel("walk_all", WALK_THREADS)?,
            walk_first_within: module.kernel("walk_first_within", WALK_THREADS)?,
            walk_all_within: module.kernel("walk_all_within", WALK_THREADS)?,
            context,
            _module: module,
        })))
    }

    /// Its name in the driver.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.context.name
    }

    /// Copies a model to the device, to be shared by batches.
    ///
    /// # Errors
    /// If the device has no room.
    pub fn model(&self, model: &Model) -> Result<GpuModel, GpuError> {
        let context = &self.0.context;
        let arrays = Layout::of(model).map(|layout| {
            Ok::<_, GpuError>(Arrays {
                rows: Buffer::of(context, &layout.rows)?,
                children: Buffer::of(context, &layout.children)?,
                corners: Buffer::of(context, &layout.corners)?,
                ids: Buffer::of(context, &layout.ids)?,
                facts: layout.facts,
            })
        });
        Ok(GpuModel(Arc::new(OnDevice { model: model.clone(), arrays: arrays.transpose()? })))
    }

    /// Questions about two models, of which the second moves in the frame of the first.
    ///
    /// # Errors
    /// If the device has no room.
    pub fn batch(&self, a: &GpuModel, b: &GpuModel) -> Result<GpuBatch, GpuError> {
        self.batch_within(a, b, Clearance::NONE)
    }

    /// As [`Gpu::batch`]; what is no further apart than the clearance counts as touching.
    ///
    /// # Errors
    /// If the device has no room, or the models state different units.
    pub fn batch_within(
        &self,
        a: &GpuModel,
        b: &GpuModel,
        clearance: Clearance,
    ) -> Result<GpuBatch, GpuError> {
        a.model().check_units(b.model())?;
        GpuBatch::new(self, a, b, clearance)
    }

    /// Makes page-locked memory for this number of poses, none of them valid yet.
    ///
    /// # Errors
    /// If so much memory cannot be locked.
    pub fn pinned(&self, poses: usize) -> Result<PinnedPoses, GpuError> {
        Ok(PinnedPoses(Pinned::new(&self.0.context, poses)?))
    }

    /// Poses in device memory of another library: rows of 7 numbers, or 12 or 16 of a matrix, in
    /// f64, one after the other. What was given to the default stream before is waited for.
    ///
    /// # Safety
    /// The memory is on this device, holds `count` rows, and stays as it is while it is asked
    /// about.
    ///
    /// # Errors
    /// If the device fails.
    ///
    /// # Panics
    /// If rows have neither 7, 12 nor 16 numbers.
    #[allow(unsafe_code, reason = "nobody can check an address")]
    pub unsafe fn foreign(
        &self,
        address: u64,
        count: usize,
        numbers_each: usize,
    ) -> Result<ForeignPoses, GpuError> {
        assert!(
            [7, 12, 16].contains(&numbers_each),
            "a pose has 7, 12 or 16 numbers, not {numbers_each}"
        );
        Ok(ForeignPoses { memory: Foreign::new(&self.0.context, address)?, count, numbers_each })
    }

    /// Copies poses to the device, to be asked about more than once.
    ///
    /// # Errors
    /// If the device has no room.
    pub fn upload(&self, poses: &[[f64; 7]]) -> Result<DevicePoses, GpuError> {
        Ok(DevicePoses { numbers: Buffer::of(&self.0.context, poses)?, sent: poses.to_vec() })
    }
}

/// A model on a device. Cheap to clone.
#[derive(Clone, Debug)]
pub struct GpuModel(pub(crate) Arc<OnDevice>);

#[derive(Debug)]
pub(crate) struct OnDevice {
    /// For what the CPU is asked about.
    pub model: Model,
    /// None if the tree is too large for the device.
    pub arrays: Option<Arrays>,
}

#[derive(Debug)]
pub(crate) struct Arrays {
    rows: Buffer<[f32; 4]>,
    children: Buffer<u32>,
    corners: Buffer<[f64; 10]>,
    ids: Buffer<u32>,
    pub facts: Facts,
}

impl Arrays {
    /// As the kernels see it.
    pub(crate) fn at(&self) -> TreeAt {
        TreeAt {
            rows: self.rows.address(),
            children: self.children.address(),
            corners: self.corners.address(),
            ids: self.ids.address(),
            center: self.facts.center.to_array(),
            scale: self.facts.scale,
            radius: self.facts.radius,
        }
    }
}

impl GpuModel {
    /// The model that was copied.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.0.model
    }

    /// The number of bytes it takes on the device.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.arrays.as_ref().map_or(0, |arrays| {
            arrays.rows.len() * 16
                + arrays.children.len() * 4
                + arrays.corners.len() * 80
                + arrays.ids.len() * 4
        })
    }
}
