//! A model that is asked about another: the pair of the two, their poses, and devices.

use crate::gpu::{self, Given};
use crate::model::Model;
use crate::options::Options;
use crate::pose::Poses;
use crate::tensor::Tensor;
use crate::{failure, together};
use closecall::engine::scale::ball;
use closecall::{Pair, Solid};
use closecall_gpu::{Gpu, GpuBatch, GpuError, GpuModel, Poses as GpuPoses};
use pyo3::prelude::*;
use std::sync::{Mutex, OnceLock, PoisonError};

impl Model {
    /// Wraps a model of the library's.
    pub fn of(model: closecall::Model) -> Self {
        Self {
            model,
            solid: OnceLock::new(),
            on_devices: Mutex::default(),
            vertices: OnceLock::new(),
            faces: OnceLock::new(),
        }
    }

    /// The pair of this model and another, with options. It remembers nothing: poses of a batch come
    /// in any order. Refuses two models in different units.
    pub fn pair(&self, other: &Bound<'_, Self>, options: &Options) -> PyResult<Pair> {
        let other = other.get();
        together::agree(&self.model, &other.model)?;
        let pair = match options.is_solid {
            true => Pair::new(self.solid()?, other.solid()?),
            false => Pair::new(&self.model, &other.model),
        };
        Ok(pair.map_err(failure::value)?.with(options.ask.cold()))
    }

    /// The pair of this model and another, and the other's poses. Warns of two models that are
    /// hardly in one unit.
    pub fn beside<'py>(
        &self,
        other: &Bound<'py, Self>,
        pose: Option<&Bound<'py, PyAny>>,
        options: &Options,
    ) -> PyResult<(Pair, Poses<'py>)> {
        let (poses, pair) = (Poses::of(pose)?, self.pair(other, options)?);
        let (py, b) = (other.py(), &other.get().model);
        match &poses {
            Poses::One(pose) => together::at(py, &self.model, b, pose)?,
            Poses::Many(batch) => {
                together::anywhere(py, &self.model, b, batch.places(ball(b).center)?)?;
            }
        }
        Ok((pair, poses))
    }

    /// The solid that the mesh bounds, made when it is first asked for.
    pub fn solid(&self) -> PyResult<&Solid> {
        let solid = self.solid.get_or_init(|| self.model.solid().map_err(|open| open.to_string()));
        solid.as_ref().map_err(failure::value)
    }

    /// The model on a device, copied there once.
    pub fn on_gpu(&self, device: usize, gpu: &Gpu) -> PyResult<GpuModel> {
        let mut there = self.on_devices.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, model)) = there.iter().find(|(known, _)| *known == device) {
            return Ok(model.clone());
        }
        let model = gpu.model(&self.model).map_err(gpu::refused)?;
        there.push((device, model.clone()));
        Ok(model)
    }

    /// Asks a GPU about a batch, from here or from there; none if it is a single pose, which is
    /// asked of the CPU.
    pub fn ask_gpu<T: Send>(
        &self,
        device: usize,
        other: &Bound<'_, Self>,
        pose: Option<&Bound<'_, PyAny>>,
        options: &Options,
        ask: impl Fn(&mut GpuBatch, GpuPoses) -> Result<Vec<T>, GpuError> + Sync,
    ) -> PyResult<Option<Vec<T>>> {
        let (py, models) = (other.py(), [self, other.get()]);
        options.of_surfaces("a GPU has no test for solids")?;
        together::agree(&self.model, &models[1].model)?;
        let clearance = options.ask.clearance;
        if let Some(tensor) = pose.map_or(Ok(None), Tensor::of)? {
            return gpu::ask(py, device, models, clearance, &Given::There(tensor), ask).map(Some);
        }
        match Poses::of(pose)? {
            Poses::One(_) => Ok(None),
            Poses::Many(batch) => {
                gpu::ask(py, device, models, clearance, &Given::Here(&batch), ask).map(Some)
            }
        }
    }
}
