//! Poses as they are given: 7 or 12 numbers each, from this machine's memory or the device's.

use crate::driver::{Buffer, Foreign, Pinned};
use crate::error::GpuError;
use closecall::engine::geom::GlamPose as _;
use closecall::{Pose, PoseError};

/// Poses: in which memory, and how they are written.
#[derive(Clone, Copy, Debug)]
pub enum Poses<'p> {
    /// `tx ty tz qw qx qy qz` each.
    Quaternions(&'p [[f64; 7]]),
    /// The first three rows of a 4×4 matrix each.
    Matrices(&'p [[f64; 12]]),
    /// Poses of the library.
    Poses(&'p [Pose]),
    /// In page-locked memory, from where the device copies while others are asked about.
    Pinned(&'p PinnedPoses),
    /// On the device already.
    OnDevice(&'p DevicePoses),
    /// On the device too, in memory of somebody else.
    Foreign(&'p ForeignPoses),
}

/// Quaternions and translations in page-locked memory, to be filled by the caller: made by
/// [`crate::Gpu::pinned`].
#[derive(Debug)]
pub struct PinnedPoses(pub(crate) Pinned<[f64; 7]>);

impl std::ops::Deref for PinnedPoses {
    type Target = [[f64; 7]];
    fn deref(&self) -> &[[f64; 7]] {
        &self.0
    }
}

impl std::ops::DerefMut for PinnedPoses {
    fn deref_mut(&mut self) -> &mut [[f64; 7]] {
        &mut self.0
    }
}

/// Quaternions and translations in the memory of a device: made by [`crate::Gpu::upload`].
#[derive(Debug)]
pub struct DevicePoses {
    pub(crate) numbers: Buffer<[f64; 7]>,
    /// The poses that were sent, for the ones that the CPU is asked about.
    pub(crate) sent: Vec<[f64; 7]>,
}

/// Poses in device memory that another library owns: made by [`crate::Gpu::foreign`].
#[derive(Debug)]
pub struct ForeignPoses {
    pub(crate) memory: Foreign,
    pub(crate) count: usize,
    pub(crate) numbers_each: usize,
}

impl<'p> From<&'p ForeignPoses> for Poses<'p> {
    fn from(poses: &'p ForeignPoses) -> Self {
        Self::Foreign(poses)
    }
}

impl<'p> From<&'p [[f64; 7]]> for Poses<'p> {
    fn from(poses: &'p [[f64; 7]]) -> Self {
        Self::Quaternions(poses)
    }
}

impl<'p> From<&'p [[f64; 12]]> for Poses<'p> {
    fn from(poses: &'p [[f64; 12]]) -> Self {
        Self::Matrices(poses)
    }
}

impl<'p> From<&'p [Pose]> for Poses<'p> {
    fn from(poses: &'p [Pose]) -> Self {
        Self::Poses(poses)
    }
}

impl<'p> From<&'p PinnedPoses> for Poses<'p> {
    fn from(poses: &'p PinnedPoses) -> Self {
        Self::Pinned(poses)
    }
}

impl<'p> From<&'p DevicePoses> for Poses<'p> {
    fn from(poses: &'p DevicePoses) -> Self {
        Self::OnDevice(poses)
    }
}

impl Poses<'_> {
    /// The number of poses.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Quaternions(poses) => poses.len(),
            Self::Matrices(poses) => poses.len(),
            Self::Poses(poses) => poses.len(),
            Self::Pinned(poses) => poses.len(),
            Self::OnDevice(poses) => poses.sent.len(),
            Self::Foreign(poses) => poses.count,
        }
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of numbers a pose has on the device.
    pub(crate) fn numbers_each(&self) -> usize {
        match self {
            Self::Quaternions(_) | Self::Pinned(_) | Self::OnDevice(_) => 7,
            Self::Matrices(_) | Self::Poses(_) => 12,
            Self::Foreign(poses) => poses.numbers_each,
        }
    }

    /// The numbers of poses `from..`, as many as there is room for, as they go to the device.
    pub(crate) fn write(&self, from: usize, room: &mut [f64]) {
        let each = self.numbers_each();
        let rows = from..from + room.len() / each;
        match self {
            Self::Quaternions(poses) => room.copy_from_slice(poses[rows].as_flattened()),
            Self::Matrices(poses) => room.copy_from_slice(poses[rows].as_flattened()),
            Self::Pinned(poses) => room.copy_from_slice(poses[rows].as_flattened()),
            Self::OnDevice(poses) => room.copy_from_slice(poses.sent[rows].as_flattened()),
            Self::Poses(poses) => {
                for (row, pose) in room.chunks_exact_mut(12).zip(&poses[rows]) {
                    row.copy_from_slice(&twelve(pose));
                }
            }
            Self::Foreign(_) => unreachable!("they are on the device"),
        }
    }

    /// One pose, as the CPU is asked about it.
    pub(crate) fn get(&self, row: usize) -> Result<Pose, GpuError> {
        let pose = match self {
            Self::Quaternions(poses) => of_numbers(&poses[row]),
            Self::Pinned(poses) => of_numbers(&poses[row]),
            Self::OnDevice(poses) => of_numbers(&poses.sent[row]),
            Self::Matrices(poses) => of_numbers(&poses[row]),
            Self::Foreign(poses) => {
                let each = poses.numbers_each;
                of_numbers(&poses.memory.read(row * each, each)?)
            }
            Self::Poses(poses) => Ok(poses[row]),
        };
        pose.map_err(|error| GpuError::Pose { row, error })
    }
}

/// A pose of 7, 12 or 16 numbers.
fn of_numbers(p: &[f64]) -> Result<Pose, PoseError> {
    if let &[x, y, z, qw, qx, qy, qz] = p {
        return Pose::from_quaternion([x, y, z], [qw, qx, qy, qz]);
    }
    let row = |k: usize| {
        p.get(4 * k..4 * k + 4).map_or([0.0, 0.0, 0.0, 1.0], |r| [r[0], r[1], r[2], r[3]])
    };
    Pose::from_matrix([row(0), row(1), row(2), row(3)])
}

/// The first three rows of a pose's matrix.
fn twelve(pose: &Pose) -> [f64; 12] {
    let (r, t) = (pose.matrix(), pose.shift());
    std::array::from_fn(|i| match (i / 4, i % 4) {
        (row, 3) => t[row],
        (row, column) => r.col(column)[row],
    })
}
