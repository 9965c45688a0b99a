//! Plans: a way of a robot from one vector of positions to another, every edge of it proved clear.
//!
//! Two trees grow from both ends towards each other (RRT-Connect; Kuffner, LaValle 2000). A node
//! comes into a tree only if the edge to it is proved clear ([`Sweeps::ask`]), in the direction in
//! which the plan goes along it. So there is no resolution to choose, and a plan that is found is
//! [`closecall::Answer::Clear`] on every edge. It is then made shorter in the same way.
//!
//! Read in this order: `space` (where the robot may be), `proof` (how an edge is asked), `tree`,
//! `grow` and `shorten`.

mod grow;
mod proof;
mod shorten;
mod space;
mod tree;

use std::time::Duration;

use closecall::world::{Handle, Touches};
use closecall::{Budget, World};

#[cfg(doc)]
use closecall::world::sweep::Sweeps;

use crate::error::RobotError;
use crate::in_world::RobotInWorld;
use proof::Proofs;
use space::JointSpace;

/// The options of looking for a plan. [`Default`] gives usual ones; a method for each changes it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlanLimits {
    /// The work that may be done: a time, or a number of edges that are tried.
    pub budget: Budget,
    /// The seed of random positions. With a number of edges, the same seed gives the same plan.
    pub seed: u64,
    /// The coordinates that may change, by name; all but those of planar and floating joints, if
    /// there is none.
    pub moving: Vec<String>,
}

impl PlanLimits {
    /// Says how much work may be done.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Chooses the seed of random positions.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Names the coordinates that may change.
    #[must_use]
    pub fn moving(self, moving: Vec<String>) -> Self {
        Self { moving, ..self }
    }
}

impl Default for PlanLimits {
    fn default() -> Self {
        Self { budget: Budget::time(Duration::from_secs(5)), seed: 1, moving: Vec::new() }
    }
}

/// The result of looking for a plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Planned {
    /// A way, every edge of it proved clear.
    Found(Plan),
    /// Bodies touch at an end already, so that no way leads there.
    Blocked {
        /// The end.
        end: PlanEnd,
        /// The pairs that touch there for certain, sorted.
        pairs: Vec<(Handle, Handle)>,
    },
    /// Nothing touches at an end for certain, but bodies may: there is no exact predicate for their
    /// shapes, and rounding leaves it open. So no way there can be proved clear.
    Undecided {
        /// The end.
        end: PlanEnd,
        /// The pairs that may touch there, sorted.
        pairs: Vec<(Handle, Handle)>,
    },
    /// None was found when the budget ended. There may be one.
    NotFound(PlanWork),
}

/// One of the two ends of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanEnd {
    /// Its start.
    Start,
    /// The position it leads to.
    Goal,
}

impl PlanEnd {
    /// In one word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Goal => "goal",
        }
    }
}

/// A way from the start to the goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The positions, from the start to the goal. Between two rows every joint goes evenly, and it
    /// is proved that nothing touches there.
    pub rows: Vec<Vec<f64>>,
    /// The length. Radians count as they are, and the whole range of a joint that slides counts as
    /// π.
    pub length: f64,
    /// The length before it was made shorter.
    pub found_length: f64,
    /// The work that was done.
    pub work: PlanWork,
}

/// The work that was done for a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanWork {
    /// The number of nodes both trees have.
    pub nodes: usize,
    /// The number of edges that were tried.
    pub edges: u64,
    /// The number of them that were proved clear.
    pub clear: u64,
}

impl RobotInWorld {
    /// Looks for a way from one vector of positions to another, every edge of it proved clear;
    /// clearances are the world's. `go_on` receives the work so far from time to time, and ends
    /// the search if it returns false.
    ///
    /// ```
    /// use closecall::{Answer, Body, Model, World};
    /// use closecall_robot::{PlanLimits, Planned, Robot, RobotFiles};
    /// # let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    /// let robot = Robot::load(folder.join("arm.urdf"), &RobotFiles::with_srdf(folder.join("arm.srdf")))?;
    /// let mut world = World::new();
    /// world.insert(Body::new("table", &Model::load(folder.join("table.stl"))?).fixed())?;
    /// let arm = robot.insert(&mut world, "", None)?;
    /// let over = robot.positions([("shoulder", 0.6), ("elbow", 1.2), ("wrist", 1.2)])?;
    /// let planned = arm.plan(&world, &robot.rest(), &over, &PlanLimits::default(), &mut |_| true)?;
    /// let Planned::Found(plan) = planned else { panic!("{planned:?}") };
    /// for ends in plan.rows.windows(2) {
    ///     assert_eq!(arm.sweep(&world, &ends[0], &ends[1])?, Answer::Clear);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a position or a name is refused, the ends differ in a coordinate that may not change, or
    /// the world is another.
    pub fn plan(
        &self,
        world: &World,
        from: &[f64],
        to: &[f64],
        limits: &PlanLimits,
        go_on: &mut dyn FnMut(&PlanWork) -> bool,
    ) -> Result<Planned, RobotError> {
        let space = JointSpace::new(self.robot(), from, to, &limits.moving)?;
        if let Some(hindered) = self.hindered(world, [from, to])? {
            return Ok(hindered);
        }
        let mut proofs = Proofs::new(self, world, limits.budget, go_on);
        let Some(rows) = grow::connect(&space, &mut proofs, [from, to], limits.seed)? else {
            return Ok(Planned::NotFound(proofs.work));
        };
        let found_length = space.length(&rows);
        let rows = shorten::shorten(&space, &mut proofs, rows, limits.seed)?;
        let length = space.length(&rows);
        Ok(Planned::Found(Plan { rows, length, found_length, work: proofs.work }))
    }

    /// The contact or doubt that stands in the way at an end. A contact at either end goes before a
    /// doubt.
    fn hindered(&self, world: &World, ends: [&[f64]; 2]) -> Result<Option<Planned>, RobotError> {
        let mut open = None;
        for (end, positions) in [PlanEnd::Start, PlanEnd::Goal].into_iter().zip(ends) {
            let Touches { touching: pairs, undecided, .. } = self.touching_at(world, positions)?;
            if !pairs.is_empty() {
                return Ok(Some(Planned::Blocked { end, pairs }));
            }
            let mut pairs: Vec<_> = undecided.iter().map(|pair| (pair.a, pair.b)).collect();
            pairs.sort_unstable();
            open = open.or((!pairs.is_empty()).then_some(Planned::Undecided { end, pairs }));
        }
        Ok(open)
    }

    /// The pairs that touch with the robot at these positions, and those that may: bodies that do
    /// not move, too.
    fn touching_at(&self, world: &World, positions: &[f64]) -> Result<Touches, RobotError> {
        let mut query = world.query();
        // A budget of the world would leave open what can be decided.
        query.set(world.asks().budget(Budget::ENDLESS));
        query.set_poses(&self.poses(positions)?)?;
        query.pose_all();
        Ok(query.touch())
    }
}
