//! What is flown: look-alikes of the papers' scenes, as given or in steps of one size.

use std::rc::Rc;
use std::sync::Arc;

use closecall::{Mesh, Pose};

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
}

/// A path is flown in so many pieces from all over the flight.
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
            let [env, obj] = [&flight.env, &flight.obj].map(|mesh| Arc::new(mesh.clone()));
            Ok(Self { name, env, obj, flight })
        })
    }

    /// Those of Tropp et al. that have look-alikes: of the flange there is none.
    pub fn of_tropp(lab: &mut Lab) -> Result<[Rc<Self>; 3], Fault> {
        Ok([
            Self::new(lab, "Torus", DataSet::Torus)?,
            Self::new(lab, "Pipes", DataSet::Pipes)?,
            Self::new(lab, "Hand", DataSet::Interior)?,
        ])
    }

    /// Pieces of the path as it was given, so many poses in all.
    pub fn original(&self, poses: usize) -> Vec<Pose> {
        self.flight
            .stretches(PIECES, poses.div_ceil(PIECES))
            .flatten()
            .map(Waypoint::pose)
            .collect()
    }

    /// Pieces of the path in steps of one size, so many poses in all.
    pub fn stepped(&self, step: f64, poses: usize) -> Vec<Pose> {
        let stretches = self.flight.stepped_stretches(PIECES, poses.div_ceil(PIECES), step);
        stretches.expect("the steps of an experiment are no smaller than roundings").concat()
    }

    /// The median motion of a path, in sizes of the flying body: the longest side of its box.
    pub fn median_motion(&self, poses: &[Pose]) -> f64 {
        self.flight.median_motion(poses)
    }
}

/// How many poses of a path are flown.
pub fn poses(lab: &Lab) -> usize {
    match lab.settings.breadth {
        Breadth::Tiny => 24,
        Breadth::Short => 400,
        Breadth::Full => 2000,
    }
}
