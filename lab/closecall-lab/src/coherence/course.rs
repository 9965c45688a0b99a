//! Courses: look-alikes of the papers' scenes, as given or in steps of one size.

use closecall::engine::geom::{Ball, DVec3, GlamMesh as _};
use std::rc::Rc;
use std::sync::Arc;

use closecall::{Mesh, Pose};

use super::scenario::{SCENARIOS, Scenario};
use crate::experiment::{Fault, Lab};
use crate::scenes::DataSet;
use crate::table::Breadth;
use closecall_flight::{Flight, Waypoint};

/// Two bodies and a path.
pub struct Course {
    /// Its name in the paper.
    pub name: &'static str,
    /// The body that stays.
    pub env: Arc<Mesh>,
    /// The body that flies.
    pub obj: Arc<Mesh>,
    flight: Flight,
    ball: Ball,
    /// The longest side of the flying body's box.
    size: f64,
}

/// No path of an experiment has more steps.
const MOST_STEPS: usize = 1 << 20;

/// A path is flown in this many pieces from all over the flight.
const PIECES: usize = 4;

impl Course {
    /// The look-alike of a data set, as large as the settings say.
    pub fn new(lab: &mut Lab, name: &'static str, set: DataSet) -> Result<Rc<Self>, Fault> {
        lab.kept(&format!("course {name}"), |lab| {
            let seed = lab.settings.seed;
            let flight = match lab.settings.breadth {
                Breadth::Tiny => set.fraction(0.004, 80, seed)?,
                Breadth::Short => set.fraction(0.08, 1600, seed)?,
                Breadth::Full => set.full(seed)?,
            };
            Ok(Self::of(name, flight))
        })
    }

    /// Any flight.
    pub fn of(name: &'static str, flight: Flight) -> Self {
        let [env, obj] = [&flight.env, &flight.obj].map(|mesh| Arc::new(mesh.clone()));
        let corners = || flight.obj.iter().flatten();
        let ball = Ball::around(corners().collect::<Vec<_>>().into_iter());
        let low = corners().fold(DVec3::INFINITY, DVec3::min);
        let size = (corners().fold(DVec3::NEG_INFINITY, DVec3::max) - low).max_element();
        Self { name, env, obj, flight, ball, size }
    }

    /// The whole path as it was given.
    pub fn whole(&self) -> Vec<Pose> {
        self.flight.waypoints.iter().map(Waypoint::pose).collect()
    }

    /// The courses of Tropp et al., with their scenarios.
    pub fn of_tropp(lab: &mut Lab) -> Result<Vec<(Scenario, Rc<Self>)>, Fault> {
        SCENARIOS.into_iter().map(|scenario| Ok((scenario, scenario.course(lab)?))).collect()
    }

    /// The whole path in steps of one size.
    pub fn stepped_whole(&self, step: f64) -> Vec<Pose> {
        let stretches = self.flight.stepped_stretches(1, MOST_STEPS, step);
        stretches.expect("the steps of an experiment are no smaller than roundings").concat()
    }

    /// By how much any point of the flying body moves at most, in sizes of it.
    pub fn motion(&self, from: &Pose, to: &Pose) -> f64 {
        self.ball.motion(from, to) / self.size
    }

    /// Pieces of the path as it was given, this many poses in all.
    pub fn original(&self, poses: usize) -> Vec<Pose> {
        self.flight
            .stretches(PIECES, poses.div_ceil(PIECES))
            .flatten()
            .map(Waypoint::pose)
            .collect()
    }

    /// Pieces of the path in steps of one size, this many poses in all.
    pub fn stepped(&self, step: f64, poses: usize) -> Vec<Pose> {
        let stretches = self.flight.stepped_stretches(PIECES, poses.div_ceil(PIECES), step);
        stretches.expect("the steps of an experiment are no smaller than roundings").concat()
    }

    /// The median motion of a path, in sizes of the flying body: the longest side of its box.
    pub fn median_motion(&self, poses: &[Pose]) -> f64 {
        self.flight.median_motion(poses)
    }
}

/// The number of poses of a path that are flown.
pub fn poses(lab: &Lab) -> usize {
    match lab.settings.breadth {
        Breadth::Tiny => 24,
        Breadth::Short => 400,
        Breadth::Full => 2000,
    }
}
