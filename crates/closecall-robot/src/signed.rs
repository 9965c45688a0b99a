//! Signed distances of a robot's pairs of bodies, with their derivatives by joint: for optimisers.
//!
//! A pair has a distance d, its gradient g and its moment m ([`closecall::query::SignedDistance`]):
//! if B moves by the velocity v and the turn ω, d changes by g · v + m · ω; if A does, by the
//! negative. A coordinate moves the links behind its joint. A joint before both bodies moves them
//! together, so it changes nothing.

use std::collections::HashMap;

#[cfg(doc)]
use closecall::Ask;
use closecall::engine::geom::{DVec3, GlamPose as _};
use closecall::world::{BodySigned, Handle, Query, WorldError};
use closecall::{Pose, World};
use rayon::prelude::*;

use crate::error::RobotError;
use crate::in_world::RobotInWorld;
use crate::twist::Twist;

/// Two bodies at a row of positions: their signed distance, and its derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct SignedLinks {
    /// The bodies, and their distance.
    pub between: BodySigned,
    /// The change of the distance with every coordinate of the robot, in the order of
    /// [`crate::Robot::coordinates`]: per radian, per unit of length, or per unit of a component of
    /// a quaternion, the change of its length aside. Rounded, not certified. It is the derivative
    /// but where several places are as near, or several ways out as short, and it is rough where that of
    /// the bodies is.
    pub gradient: Vec<f64>,
}

/// The pairs of bodies of a world in which a robot takes part, ready to be asked about at many rows
/// of joint positions. Pairs that may touch are left out.
#[derive(Clone, Debug)]
pub struct SignedPairs<'w> {
    robot: &'w RobotInWorld,
    world: &'w World,
    pairs: Vec<(Handle, Handle)>,
    /// The links that carry a body, itself if it is a link, from the root on; of bodies in pairs.
    carriers: HashMap<Handle, Vec<usize>>,
}

/// A coordinate, and the motion that it gives a link and all that is attached to it.
type Driven = (usize, Twist);

impl RobotInWorld {
    /// The pairs of bodies in which a link takes part, or what is attached to one, to be asked for
    /// their signed distances at rows of positions.
    ///
    /// ```
    /// use closecall::{Body, Model, World, mesh::shapes::cuboid};
    /// use closecall_robot::{Description, Packages, Robot};
    /// let urdf = br#"<robot name="slider"><link name="rail"/>
    ///   <link name="cart"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
    ///   <joint name="slide" type="prismatic"><axis xyz="1 0 0"/><parent link="rail"/>
    ///     <child link="cart"/><limit lower="-9" upper="9"/></joint></robot>"#;
    /// let description = Description::parse("slider.urdf".as_ref(), urdf)?;
    /// let robot = Robot::new(description, None, &Packages::default())?;
    /// let mut world = World::new();
    /// let wall = Model::new(cuboid([3.0, -5.0, -5.0], [4.0, 5.0, 5.0]));
    /// world.insert(Body::new("wall", &wall).fixed())?;
    /// let slider = robot.insert(&mut world, "", None)?;
    /// let pairs = slider.signed_pairs(&world)?;
    /// let rows = pairs.batch(&[vec![0.0], vec![2.75]])?;
    /// for (row, distance) in rows.iter().zip([2.5, -0.25]) {
    ///     let found = row[0].as_ref().expect("there is no limit");
    ///     assert!(found.between.signed.distance.contains(distance));
    ///     assert!((found.gradient[0] + 1.0).abs() < 1e-12);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the world is another.
    pub fn signed_pairs<'w>(&'w self, world: &'w World) -> Result<SignedPairs<'w>, RobotError> {
        let bodies: Vec<Handle> = world.handles().collect();
        let mut carriers = HashMap::new();
        for &body in &bodies {
            carriers.insert(body, self.carriers(world, body)?);
        }
        let is_carried = |body: &Handle| !carriers[body].is_empty();
        let mut pairs = Vec::new();
        for (i, &a) in bodies.iter().enumerate() {
            for &b in &bodies[i + 1..] {
                if (is_carried(&a) || is_carried(&b)) && world.looks_at(a, b)? {
                    pairs.push((a, b));
                }
            }
        }
        Ok(SignedPairs { robot: self, world, pairs, carriers })
    }

    /// The links that carry a body, itself too.
    fn carriers(&self, world: &World, body: Handle) -> Result<Vec<usize>, WorldError> {
        let (mut found, mut at) = (Vec::new(), Some(body));
        while let Some(body) = at {
            found.extend(self.handles().iter().position(|link| *link == body));
            at = world.parent(body)?;
        }
        found.reverse();
        Ok(found)
    }

    /// The motion of every link with the coordinates of its own joint, at these positions.
    fn driven(&self, query: &Query, positions: &[f64]) -> Result<Vec<Vec<Driven>>, RobotError> {
        let robot = self.robot();
        let all = robot.of_all_joints(positions)?;
        let first = |joint: usize| robot.coordinates().iter().position(|c| c.joint == joint);
        let mut driven = Vec::with_capacity(robot.links().len());
        for link in robot.links() {
            let (Some(parent), Some(number)) = (link.parent, link.joint) else {
                driven.push(Vec::new());
                continue;
            };
            let world_from_parent: Pose = query.world_from_body(self.handles()[parent])?;
            let twists = robot.joints()[number].twists(&world_from_parent, &all[number]);
            let (mut leader, mut factor) = (number, 1.0);
            while let Some(mimic) = robot.joints()[leader].mimic {
                (leader, factor) = (mimic.joint, factor * mimic.multiplier);
            }
            let coordinates = first(leader).unwrap_or(0)..;
            driven.push(coordinates.zip(twists.into_iter().map(|t| t.times(factor))).collect());
        }
        Ok(driven)
    }
}

impl SignedPairs<'_> {
    /// The pairs, the lower handle first, sorted: the order of the answers.
    #[must_use]
    pub fn pairs(&self) -> &[(Handle, Handle)] {
        &self.pairs
    }

    /// Asks about every pair with the robot at these positions, as the query asks; pairs are left
    /// out that are further apart than [`Ask::limit`]. A query that was used for another row may be
    /// used again.
    ///
    /// # Errors
    /// If a position is refused, or a body has an exact shape.
    pub fn ask(
        &self,
        query: &mut Query,
        positions: &[f64],
    ) -> Result<Vec<Option<SignedLinks>>, RobotError> {
        query.set_poses(&self.robot.poses(positions)?)?;
        let driven = self.robot.driven(query, positions)?;
        let one = |&(a, b): &(Handle, Handle)| {
            let found = query.signed_distance(a, b)?;
            found.map(|between| self.with_gradient(query, &driven, between)).transpose()
        };
        self.pairs.iter().map(one).collect()
    }

    /// Asks about many rows of positions, as the world asks ([`World::set`]), on all cores.
    ///
    /// # Errors
    /// As [`SignedPairs::ask`].
    pub fn batch<R: AsRef<[f64]> + Sync>(
        &self,
        rows: &[R],
    ) -> Result<Vec<Vec<Option<SignedLinks>>>, RobotError> {
        let rows = rows.par_iter();
        rows.map_init(|| self.world.query(), |query, row| self.ask(query, row.as_ref())).collect()
    }

    fn with_gradient(
        &self,
        query: &Query,
        driven: &[Vec<Driven>],
        between: BodySigned,
    ) -> Result<SignedLinks, RobotError> {
        let world_from_a = query.world_from_body(between.a)?;
        let turned = |v: [f64; 3]| world_from_a.matrix() * DVec3::from_array(v);
        let force = turned(between.signed.gradient);
        // The moment is about the origin of A: seen from that of the world, the force has one, too.
        let moment = turned(between.signed.moment) + world_from_a.shift().cross(force);
        let mut gradient = vec![0.0; self.robot.robot().coordinates().len()];
        let [of_a, of_b] = [between.a, between.b].map(|body| &self.carriers[&body][..]);
        for (links, others, sign) in [(of_b, of_a, 1.0), (of_a, of_b, -1.0)] {
            for link in links.iter().filter(|link| !others.contains(link)) {
                for (coordinate, Twist { velocity, turn }) in &driven[*link] {
                    gradient[*coordinate] += sign * (force.dot(*velocity) + moment.dot(*turn));
                }
            }
        }
        Ok(SignedLinks { between, gradient })
    }
}
