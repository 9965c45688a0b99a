//! The way from one step of a scene to the next: robots go evenly in their joints; a body goes
//! straight and turns the shorter way, on what it is attached to.

use closecall::engine::motion::Trusted;
use closecall::path::{Chain, Path};
use closecall::world::Handle;
use closecall::world::sweep::Edge;
use closecall::{Pose, PoseError};

use super::build::Scene;
use crate::edge::RobotEdge;
use crate::in_world::RobotInWorld;
use crate::position::PositionError;

/// A robot that moves along rows of joint positions, one for every step.
#[derive(Clone, Debug)]
pub struct RobotWay {
    /// Its name in the scene.
    pub name: String,
    /// The robot.
    pub robot: RobotInWorld,
    /// Its positions in every step.
    pub rows: Vec<Vec<f64>>,
}

/// Everything that moves between two steps.
#[derive(Clone, Debug)]
pub struct SceneEdge<'s> {
    robots: Vec<RobotEdge<'s>>,
    /// Bodies that are no links: where they are at the ends, and the way between.
    bodies: Vec<(Handle, [Pose; 2], Chain)>,
    moves: Vec<(Handle, Chain)>,
}

impl Scene {
    /// The way from this step to the next.
    ///
    /// # Errors
    /// If something would be out of range.
    ///
    /// # Panics
    /// If there is no next step.
    pub fn edge(&self, step: usize) -> Result<SceneEdge<'_>, PoseError> {
        let [from, to] = [&self.steps[step], &self.steps[step + 1]];
        let edge = |way: &'_ RobotWay| way.rows[step].clone();
        let mut robots = Vec::new();
        for way in &self.robots {
            let edge = way.robot.edge(&edge(way), &way.rows[step + 1]);
            robots.push(edge.map_err(|error| match error {
                PositionError::Pose { error, .. } => error,
                error => unreachable!("the positions of every step were checked: {error}"),
            })?);
        }
        let is_link =
            |handle: Handle| self.robots.iter().any(|way| way.robot.handles().contains(&handle));
        let mut bodies = Vec::new();
        for (&(handle, a), &(_, b)) in from.poses.iter().zip(&to.poses) {
            if !is_link(handle) {
                bodies.push((handle, [a, b], Chain::between(&a, &b)?));
            }
        }
        let links = robots.iter().flat_map(|robot| robot.moves().iter().cloned());
        let others = bodies.iter().map(|(handle, _, chain)| (*handle, chain.clone()));
        let moves = links.chain(others).collect();
        Ok(SceneEdge { robots, bodies, moves })
    }
}

impl SceneEdge<'_> {
    /// The joint positions of all robots at a time from 0 to 1, by the names of their coordinates.
    #[must_use]
    pub fn positions(&self, time: f64) -> Vec<(String, f64)> {
        let of_robot = |robot: &RobotEdge| {
            let names =
                robot.robot().coordinates().iter().map(|coordinate| coordinate.name.clone());
            names.zip(robot.positions(time)).collect::<Vec<_>>()
        };
        self.robots.iter().flat_map(of_robot).collect()
    }
}

impl Trusted for SceneEdge<'_> {}

impl Edge for SceneEdge<'_> {
    fn moves(&self) -> &[(Handle, Chain)] {
        &self.moves
    }

    fn poses(&self, time: f64) -> Vec<(Handle, Pose)> {
        let links = self.robots.iter().flat_map(|robot| robot.poses(time));
        let body = |(handle, [from, to], chain): &(Handle, [Pose; 2], Chain)| {
            let pose = match time {
                0.0 => *from,
                1.0 => *to,
                _ => chain.pose(time),
            };
            (*handle, pose)
        };
        links.chain(self.bodies.iter().map(body)).collect()
    }

    /// A quaternion that was worked out from a matrix is off by a few roundings.
    fn blur(&self) -> f64 {
        let bodies = self.bodies.len() as f64 * 1e-14;
        self.robots.iter().map(Edge::blur).sum::<f64>() + bodies
    }
}
