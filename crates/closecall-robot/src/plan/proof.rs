//! Proofs that edges are clear, within a budget.

use std::time::{Duration, Instant};

use closecall::world::sweep::Sweeps;
use closecall::world::{Handle, Query};
use closecall::{Answer, Ask, Budget, Pose, World};

use super::PlanWork;
use crate::error::RobotError;
use crate::in_world::RobotInWorld;

/// Asks about edges, and counts the work.
pub(super) struct Proofs<'p> {
    robot: &'p RobotInWorld,
    query: Query<'p>,
    sweeps: Sweeps<'p>,
    pub work: PlanWork,
    edges: u64,
    until: Option<Instant>,
    go_on: &'p mut dyn FnMut(&PlanWork) -> bool,
    is_ended: bool,
}

impl<'p> Proofs<'p> {
    /// Begins to count, from now on.
    pub fn new(
        robot: &'p RobotInWorld,
        world: &'p World,
        budget: Budget,
        go_on: &'p mut dyn FnMut(&PlanWork) -> bool,
    ) -> Self {
        let time = budget.time_allowed();
        // An edge that takes a quarter of all time is left: the others have to be asked, too.
        let of_edge = match budget.tests_allowed() {
            Some(_) => Budget::ENDLESS,
            None => budget.less(time.unwrap_or(Duration::ZERO).mul_f64(0.75)),
        };
        Self {
            robot,
            query: world.query(),
            sweeps: Sweeps::new(world, &Ask::new().budget(of_edge)),
            work: PlanWork::default(),
            edges: budget.tests_allowed().unwrap_or(u64::MAX),
            until: time.and_then(|time| Instant::now().checked_add(time)),
            go_on,
            is_ended: false,
        }
    }

    /// Is the budget at its end?
    pub fn is_over(&mut self) -> bool {
        self.is_ended = self.is_ended
            || self.work.edges >= self.edges
            || self.until.is_some_and(|until| Instant::now() >= until)
            || !(self.go_on)(&self.work);
        self.is_ended
    }

    /// Is it proved that nothing touches on the way from one row to another, both of them free? An
    /// edge that stays undecided is none.
    pub fn is_clear(&mut self, from: &[f64], to: &[f64]) -> Result<bool, RobotError> {
        self.work.edges += 1;
        self.prove(from, to)
    }

    /// The same of an edge of which one end is new, and perhaps not free.
    pub fn leads(&mut self, [from, to]: [&[f64]; 2], new: &[f64]) -> Result<bool, RobotError> {
        self.work.edges += 1;
        let poses = self.robot.poses_within(new)?;
        Ok(!self.touches(&poses)? && self.prove(from, to)?)
    }

    fn prove(&mut self, from: &[f64], to: &[f64]) -> Result<bool, RobotError> {
        let edge = self.robot.edge(from, to)?;
        let is_clear = self.sweeps.any(&edge)? == Answer::Clear;
        self.work.clear += u64::from(is_clear);
        Ok(is_clear)
    }

    /// Does a link touch anything? Bodies that stay are not looked at here.
    fn touches(&mut self, poses: &[(Handle, Pose)]) -> Result<bool, RobotError> {
        self.query.set_poses(poses)?;
        Ok(self.query.collides())
    }
}
