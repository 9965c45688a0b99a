//! The distances of links from each other and from what stands about them, in the steps of a
//! motion.

use closecall::Pose;
use closecall::World;
use closecall::world::{Handle, LeastDistance, WorldError};

use crate::error::RobotError;
use crate::in_world::RobotInWorld;
use crate::scene::Scene;

impl RobotInWorld {
    /// The minimum clearance of every pair of bodies in which a link takes part, over rows of joint
    /// positions: how far apart the two are where they are nearest, and in which row. Pairs that
    /// may touch are left out.
    ///
    /// # Errors
    /// If a row is refused, or something would be out of range.
    pub fn clearances(
        &self,
        world: &World,
        rows: &[Vec<f64>],
    ) -> Result<Vec<LeastDistance>, RobotError> {
        let steps = rows.iter().map(|row| self.poses(row)).collect::<Result<Vec<_>, _>>()?;
        let mut least = world.least_distances(&steps)?;
        least.retain(|least| {
            [least.between.a, least.between.b].iter().any(|body| self.handles().contains(body))
        });
        Ok(least)
    }
}

impl Scene {
    /// The minimum clearance of every two bodies that are looked at, over all steps.
    ///
    /// # Errors
    /// If something would be out of range.
    pub fn clearances(&self) -> Result<Vec<LeastDistance>, WorldError> {
        let steps: Vec<&[(Handle, Pose)]> = self.steps.iter().map(|step| &*step.poses).collect();
        self.world.least_distances(&steps)
    }
}
