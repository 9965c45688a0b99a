//! A robot in a world: its links are bodies and frames there, each hanging on the one it hangs on.

use closecall::world::WorldError;
use closecall::world::{Body, Handle};
use closecall::{Pose, World};

use crate::position::PositionError;
use crate::robot::Robot;

/// A robot that was put in a world.
#[derive(Clone, Debug)]
pub struct RobotInWorld {
    robot: Robot,
    handles: Vec<Handle>,
}

impl Robot {
    /// Puts the robot in a world: every link becomes a body, or a frame if it has no mesh, of the
    /// link's name with `prefix` before it, and pairs that may touch are allowed. The root hangs on
    /// `base`, or is at the origin; [`World::set_pose`] moves it. Joints are at 0, whatever their
    /// limits, until [`RobotInWorld::poses`] are set.
    ///
    /// # Errors
    /// If a name is taken, or something would be out of range; then the world stays as it was.
    pub fn insert(
        &self,
        world: &mut World,
        prefix: &str,
        base: Option<Handle>,
    ) -> Result<RobotInWorld, WorldError> {
        let mut handles: Vec<Handle> = Vec::with_capacity(self.links().len());
        if let Err(error) = self.insert_links(world, prefix, base, &mut handles) {
            // All that came hangs on the first.
            handles.first().map_or(Ok(()), |&root| world.remove(root))?;
            return Err(error);
        }
        self.allow_links(world, &handles)?;
        Ok(RobotInWorld { robot: self.clone(), handles })
    }

    /// Tells the world which links it need not look at together.
    fn allow_links(&self, world: &mut World, handles: &[Handle]) -> Result<(), WorldError> {
        let bodies = |links: &[usize]| links.iter().map(|&link| handles[link]).collect::<Vec<_>>();
        let allowed = self.allowed();
        for cluster in allowed.welded() {
            world.allow_among(&bodies(cluster))?;
        }
        for [one, other] in allowed.neighbours() {
            // Among a few, pairs are fewer; what is welded may touch anyway.
            if one.len() * other.len() <= one.len() + other.len() {
                for (&a, &b) in one.iter().flat_map(|a| other.iter().map(move |b| (a, b))) {
                    world.allow(handles[a], handles[b])?;
                }
            } else {
                world.allow_among(&[bodies(one), bodies(other)].concat())?;
            }
        }
        for &(a, b) in allowed.disabled() {
            world.allow(handles[a], handles[b])?;
        }
        for &(a, b) in allowed.enabled() {
            world.disallow(handles[a], handles[b])?;
        }
        Ok(())
    }

    fn insert_links(
        &self,
        world: &mut World,
        prefix: &str,
        base: Option<Handle>,
        handles: &mut Vec<Handle>,
    ) -> Result<(), WorldError> {
        for link in self.links() {
            let pose =
                link.joint.map_or(Pose::IDENTITY, |joint| self.joints()[joint].parent_from_joint);
            let name = format!("{prefix}{}", link.name);
            let body = link
                .model
                .as_ref()
                .map_or_else(|| Body::frame(name.clone()), |model| Body::new(name.clone(), model));
            let parent = link.parent.map(|parent| handles[parent]).or(base);
            let body = parent.into_iter().fold(body.at(pose), Body::on);
            handles.push(world.insert(body.with_shapes(link.shapes.iter().copied()))?);
        }
        Ok(())
    }
}

impl RobotInWorld {
    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// Its links in the world, in the order of [`Robot::links`]; the first is the root.
    #[must_use]
    pub fn handles(&self) -> &[Handle] {
        &self.handles
    }

    /// The poses of the links that joints move, on their parents: for [`World::set_poses`] or
    /// [`closecall::world::Query::set_poses`].
    ///
    /// # Errors
    /// If there are too many or too few positions, or one is outside its limits.
    pub fn poses(&self, positions: &[f64]) -> Result<Vec<(Handle, Pose)>, PositionError> {
        self.robot.of_all_joints(positions)?;
        self.poses_within(positions)
    }

    /// The same for positions that are known to lie between others: limits are not checked again.
    pub(crate) fn poses_within(
        &self,
        positions: &[f64],
    ) -> Result<Vec<(Handle, Pose)>, PositionError> {
        let poses = self.robot.placed(&self.robot.unchecked_joints(positions)?)?;
        let all = self.robot.links().iter().zip(self.handles.iter().copied().zip(poses));
        Ok(all.filter(|(link, _)| self.robot.is_jointed(link)).map(|(_, posed)| posed).collect())
    }
}
