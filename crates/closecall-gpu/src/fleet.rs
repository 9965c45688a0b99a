//! Several devices, or several queues of one: each takes its share of the poses.

use crate::batch::{BatchContacts, GpuBatch};
use crate::error::GpuError;
use crate::gpu::Gpu;
use closecall::{Clearance, Model};

/// Two models on several devices.
#[derive(Debug)]
pub struct Fleet(Vec<GpuBatch>);

impl Fleet {
    /// The models go to each device; a device may be there more than once.
    ///
    /// # Errors
    /// If a device has no room.
    ///
    /// # Panics
    /// If there is no device.
    pub fn new(gpus: &[Gpu], a: &Model, b: &Model, clearance: Clearance) -> Result<Self, GpuError> {
        assert!(!gpus.is_empty(), "a fleet has a device");
        let batch = |gpu: &Gpu| gpu.batch_within(&gpu.model(a)?, &gpu.model(b)?, clearance);
        gpus.iter().map(batch).collect::<Result<_, _>>().map(Self)
    }

    /// As [`GpuBatch::collides`].
    ///
    /// # Errors
    /// As there.
    pub fn collides(&mut self, poses: &[[f64; 7]]) -> Result<Vec<bool>, GpuError> {
        self.shared(poses, |batch, poses| batch.collides(poses))
    }

    /// As [`GpuBatch::first_contact`].
    ///
    /// # Errors
    /// As there.
    pub fn first_contact(
        &mut self,
        poses: &[[f64; 7]],
    ) -> Result<Vec<Option<(u32, u32)>>, GpuError> {
        self.shared(poses, |batch, poses| batch.first_contact(poses))
    }

    /// As [`GpuBatch::contacts`].
    ///
    /// # Errors
    /// As there.
    pub fn contacts(&mut self, poses: &[[f64; 7]]) -> Result<Vec<BatchContacts>, GpuError> {
        self.shared(poses, |batch, poses| batch.contacts(poses))
    }

    /// A thread a device, and answers in the order of the poses. Of poses that are refused the
    /// first is named.
    fn shared<T: Send>(
        &mut self,
        poses: &[[f64; 7]],
        ask: impl Fn(&mut GpuBatch, &[[f64; 7]]) -> Result<Vec<T>, GpuError> + Sync,
    ) -> Result<Vec<T>, GpuError> {
        let share = poses.len().div_ceil(self.0.len()).max(1);
        let ask = &ask;
        let parts: Vec<_> = std::thread::scope(|scope| {
            let parts = self.0.iter_mut().zip(poses.chunks(share));
            let started: Vec<_> =
                parts.map(|(batch, part)| scope.spawn(move || ask(batch, part))).collect();
            started
                .into_iter()
                .map(|thread| thread.join().expect("a query does not panic"))
                .collect()
        });
        let mut answers = Vec::with_capacity(poses.len());
        for (number, part) in parts.into_iter().enumerate() {
            let part = part.map_err(|error| match error {
                GpuError::Pose { row, error } => {
                    GpuError::Pose { row: row + number * share, error }
                }
                other => other,
            });
            answers.extend(part?);
        }
        Ok(answers)
    }
}
