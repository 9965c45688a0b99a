//! The errors of this crate.

use closecall::PoseError;
use closecall::mesh::UnitsDiffer;
use closecall::world::WorldError;
use closecall_robot::PositionError;
use cudarc::driver::DriverError;

/// Why there is no answer from a device.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// This machine has no driver of CUDA.
    #[error("there is no CUDA driver on this machine (no libcuda)")]
    NoDriver,
    /// The driver sees fewer devices than were asked for.
    #[error("there is no CUDA device {asked}: the driver sees {found}")]
    NoDevice {
        /// The number that was asked for, from 0.
        asked: usize,
        /// The number of devices.
        found: usize,
    },
    /// The driver refused.
    #[error("the CUDA driver failed at {doing}: {error}")]
    Driver {
        /// The call that failed.
        doing: &'static str,
        /// Its message.
        error: Reason,
    },
    /// Numbers that are no pose.
    #[error("pose {row}: {error}")]
    Pose {
        /// The number of the pose, from 0.
        row: usize,
        /// The reason.
        #[source]
        error: PoseError,
    },
    /// Positions that a robot cannot take.
    #[error("row {row}: {error}")]
    Position {
        /// The number of the row, from 0.
        row: usize,
        /// The reason.
        #[source]
        error: PositionError,
    },
    /// The models state different units.
    #[error(transparent)]
    Units(#[from] UnitsDiffer),
    /// The world refuses.
    #[error(transparent)]
    World(#[from] WorldError),
}

/// The name of the driver's error.
#[derive(Debug)]
pub struct Reason(DriverError);

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.0.error_name(), self.0.error_string()) {
            (Ok(name), Ok(text)) => {
                write!(f, "{} ({})", name.to_string_lossy(), text.to_string_lossy())
            }
            _ => write!(f, "error {}", self.0.0 as u32),
        }
    }
}

/// Says what the driver was asked to do.
pub(crate) trait Doing<T> {
    fn doing(self, doing: &'static str) -> Result<T, GpuError>;
}

impl<T> Doing<T> for Result<T, DriverError> {
    fn doing(self, doing: &'static str) -> Result<T, GpuError> {
        self.map_err(|error| GpuError::Driver { doing, error: Reason(error) })
    }
}
