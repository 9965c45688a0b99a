//! A robot in a world: its links are bodies and frames there, each attached to its parent.

use closecall::world::sweep::{EdgeDoubt, EdgeHit, Sweeps};
use closecall::world::{Body, Handle, Query, WorldError};
use closecall::{Answer, Ask, Pose, World};

use crate::error::RobotError;
use crate::position::PositionError;
use crate::robot::Robot;

/// A robot that was put in a world.
#[derive(Clone, Debug)]
pub struct RobotInWorld {
    robot: Robot,
    handles: Vec<Handle>,
    /// The links that were allowed to touch because they do at rest, the lower number first.
    at_rest: Vec<[usize; 2]>,
}

impl Robot {
    /// Puts the robot in a world: every link becomes a body, or a frame if it has no mesh, of the
    /// link's name with `prefix` before it, and pairs that may touch are allowed. The root is attached to
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
            // All that came is attached to the first.
            handles.first().map_or(Ok(()), |&root| world.remove(root))?;
            return Err(error);
        }
        self.allow_links(world, &handles)?;
        Ok(RobotInWorld { robot: self.clone(), handles, at_rest: Vec::new() })
    }

    /// The robot in a world that has all its links already, by their names with `prefix` before
    /// them; none if one is missing.
    #[must_use]
    pub fn find_in(&self, world: &World, prefix: &str) -> Option<RobotInWorld> {
        let handles =
            self.links().iter().map(|link| world.handle(&format!("{prefix}{}", link.name)));
        Some(RobotInWorld {
            robot: self.clone(),
            handles: handles.collect::<Option<_>>()?,
            at_rest: Vec::new(),
        })
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

    /// Lets links touch wherever they are that touch with the robot at rest: they are not looked at
    /// any more ([`crate::Why::AtRest`]). For a robot without an SRDF file whose shapes overlap.
    ///
    /// # Errors
    /// If the robot cannot be at rest, or the world is another.
    pub fn allow_at_rest(&mut self, world: &mut World) -> Result<(), RobotError> {
        let link = |body: Handle| self.handles.iter().position(|link| *link == body);
        let mut found = Vec::new();
        for (a, b) in self.collisions(world, &self.robot.rest())? {
            if let (Some(one), Some(other)) = (link(a), link(b)) {
                world.allow(a, b)?;
                found.push([one.min(other), one.max(other)]);
            }
        }
        self.at_rest.extend(found);
        Ok(())
    }

    /// The links that were allowed to touch because they do at rest, by their numbers, the lower
    /// first.
    #[must_use]
    pub fn at_rest(&self) -> &[[usize; 2]] {
        &self.at_rest
    }

    /// The pairs of bodies that touch with the robot at these positions, or may, sorted: those in
    /// which a link takes part, or what is attached to one, whether a joint moves it or not. All else is
    /// where the world has it.
    ///
    /// # Errors
    /// If a position is refused, or the world is another.
    pub fn collisions(
        &self,
        world: &World,
        positions: &[f64],
    ) -> Result<Vec<(Handle, Handle)>, RobotError> {
        Ok(self.query_at(world, positions)?.collisions())
    }

    /// Takes the links with closed meshes as solids, so that what lies inside them touches them; the
    /// numbers of the others that have a mesh.
    pub(crate) fn close_links(&self, world: &mut World) -> Result<Vec<usize>, WorldError> {
        let mut open = Vec::new();
        for (number, (link, &handle)) in self.robot.links().iter().zip(&self.handles).enumerate() {
            match &link.model {
                Some(model) if model.solid().is_ok() => world.set_solid(handle, true)?,
                Some(_) => open.push(number),
                None => {}
            }
        }
        Ok(open)
    }

    /// A question about all links with the robot at these positions, also the links that no joint
    /// moves.
    fn query_at<'w>(&self, world: &'w World, positions: &[f64]) -> Result<Query<'w>, RobotError> {
        let mut query = world.query();
        self.pose_links(&mut query)?;
        query.set_poses(&self.poses(positions)?)?;
        Ok(query)
    }

    /// Gives every link its pose, and the bodies attached to it: a question is about all of them
    /// then, also about links that no joint moves.
    ///
    /// # Errors
    /// If the world is another.
    pub fn pose_links(&self, query: &mut Query) -> Result<(), WorldError> {
        // All links are attached to the root.
        query.pose_here(self.handles[0])
    }

    /// Does anything touch on the way from one vector of positions to another? Certified:
    /// [`Answer::Clear`] is a proof for all of the way.
    ///
    /// # Errors
    /// If a position is refused, or the world is another.
    pub fn sweep(
        &self,
        world: &World,
        from: &[f64],
        to: &[f64],
    ) -> Result<Answer<EdgeHit, EdgeDoubt>, RobotError> {
        Ok(Sweeps::new(world, &Ask::new()).ask(&self.edge(from, to)?)?)
    }

    /// The positions at a time from 0 to 1 on the way from one vector of positions to another.
    ///
    /// # Errors
    /// If a position is refused.
    pub fn between(&self, from: &[f64], to: &[f64], time: f64) -> Result<Vec<f64>, PositionError> {
        Ok(self.edge(from, to)?.positions(time))
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
