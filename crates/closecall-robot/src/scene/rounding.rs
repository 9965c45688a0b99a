//! Quaternions of a scene: unit quaternions, or made so if that is asked for, and then it is said
//! by how much.

use closecall::geom::NearestPose;
use closecall::{Pose, PoseError};

/// The treatment of quaternions that were rounded too much.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounding {
    /// Are they made unit quaternions?
    pub normalize: bool,
    /// The number of poses, and the largest deviation with its place.
    poses: usize,
    largest: Option<(f64, String)>,
}

impl Rounding {
    pub fn new(normalize: bool) -> Self {
        Self { normalize, ..Self::default() }
    }

    pub fn pose(
        &mut self,
        translation: [f64; 3],
        quaternion: [f64; 4],
        place: impl FnOnce() -> String,
    ) -> Result<Pose, PoseError> {
        if !self.normalize {
            return Pose::from_quaternion(translation, quaternion);
        }
        let NearestPose { pose, deviation } =
            Pose::nearest_from_quaternion(translation, quaternion)?;
        self.poses += 1;
        if self.largest.as_ref().is_none_or(|(largest, _)| deviation > *largest) {
            self.largest = Some((deviation, place()));
        }
        Ok(pose)
    }

    /// By how much quaternions were changed.
    pub fn warning(&self) -> Option<String> {
        let (largest, place) = self.largest.as_ref()?;
        let poses = self.poses;
        Some(format!(
            "{poses} quaternions were made unit quaternions; the norm was off by up to {largest:e} ({place})"
        ))
    }
}
