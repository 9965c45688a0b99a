//! Positions at random, and which links touch there.

use closecall::World;
use closecall::engine::geom::Rng;
use closecall::world::Handle;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::f64::consts::PI;
use std::time::Instant;

use crate::error::RobotError;
use crate::in_world::RobotInWorld;
use crate::joint::JointKind;
use crate::robot::Robot;

/// A robot in which all pairs of links are looked at, except links that are welded together.
pub(super) struct Tried {
    world: World,
    placed: RobotInWorld,
    numbers: HashMap<Handle, usize>,
    /// The links with meshes that are not closed.
    pub open: Vec<usize>,
}

/// The result of rows of positions for two links: how many of them touch, and one of either kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub count: usize,
    pub touching: Option<Vec<f64>>,
    pub apart: Option<Vec<f64>>,
}

/// The number of rows that are tried between two looks at the clock.
const ROWS_AT_ONCE: usize = 256;

impl Tried {
    pub fn new(robot: &Robot) -> Result<Self, RobotError> {
        let mut world = World::new();
        let placed = robot.without_allowed().insert(&mut world, "", None)?;
        let open = placed.close_links(&mut world)?;
        let numbers = placed.handles().iter().copied().zip(0..).collect();
        Ok(Self { world, placed, numbers, open })
    }

    /// The pairs of links that touch at some positions, the lower number first; none if the robot
    /// cannot be there.
    pub fn touching(&self, row: &[f64]) -> Result<Option<Vec<[usize; 2]>>, RobotError> {
        let Ok(poses) = self.placed.poses(row) else { return Ok(None) };
        let mut query = self.world.query();
        query.set_poses(&poses)?;
        let pair = |(a, b): (Handle, Handle)| {
            let [a, b] = [a, b].map(|body| self.numbers[&body]);
            [a.min(b), a.max(b)]
        };
        Ok(Some(query.collisions().into_iter().map(pair).collect()))
    }

    /// Do two links touch at some positions? None if the robot cannot be there.
    pub fn touches(&self, [a, b]: [usize; 2], row: &[f64]) -> Result<Option<bool>, RobotError> {
        let Ok(poses) = self.placed.poses(row) else { return Ok(None) };
        let mut query = self.world.query();
        query.set_poses(&poses)?;
        let handles = [a, b].map(|link| self.placed.handles()[link]);
        let is_it = |(x, y): &(Handle, Handle)| [*x, *y] == handles || [*y, *x] == handles;
        Ok(Some(query.collisions().iter().any(is_it)))
    }

    /// Tries the rest and then rows at random, until the time ends: what they tell of pairs of
    /// links, and how many rows there were.
    pub fn try_rows(
        &self,
        pairs: &[[usize; 2]],
        rows: usize,
        seed: u64,
        until: Option<Instant>,
    ) -> Result<(BTreeMap<[usize; 2], Seen>, usize), RobotError> {
        let robot = self.placed.robot();
        let mut seen: BTreeMap<[usize; 2], Seen> =
            pairs.iter().map(|&pair| (pair, Seen::default())).collect();
        let (mut rng, mut tried) = (Rng::new(seed), 0);
        let mut next = vec![robot.rest()];
        while tried < rows && !(tried > 0 && until.is_some_and(|until| Instant::now() >= until)) {
            let found =
                next.par_iter().map(|row| self.touching(row)).collect::<Result<Vec<_>, _>>()?;
            for (row, touching) in next.iter().zip(found) {
                let Some(touching) = touching else { continue };
                tried += 1;
                for (pair, seen) in &mut seen {
                    let touches = touching.contains(pair);
                    seen.count += usize::from(touches);
                    let kept = if touches { &mut seen.touching } else { &mut seen.apart };
                    kept.get_or_insert_with(|| row.clone());
                }
            }
            let count = ROWS_AT_ONCE.min(rows - tried.min(rows));
            next = (0..count).map(|_| at_random(robot, &mut rng)).collect();
            // A robot may have hardly a place where it can be.
            if next.is_empty() || tried == 0 {
                break;
            }
        }
        Ok((seen, tried))
    }
}

/// Positions at random, evenly between the limits, and within a turn; planar and floating joints
/// are at rest.
pub(super) fn at_random(robot: &Robot, rng: &mut Rng) -> Vec<f64> {
    let coordinate = |coordinate: &crate::Coordinate| {
        let joint = &robot.joints()[coordinate.joint];
        match (joint.kind, joint.limits) {
            (_, Some([low, high])) => rng.between(low, high).clamp(low, high),
            (JointKind::Continuous, None) => rng.between(-PI, PI),
            _ => coordinate.rest,
        }
    };
    robot.coordinates().iter().map(coordinate).collect()
}
