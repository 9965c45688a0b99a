//! What is flown: look-alikes of the papers' scenes, as given or in steps of one size.

use std::rc::Rc;
use std::sync::Arc;

use closecall::geom::Ball;
use closecall::{Mesh, Pose};

use crate::experiment::{Fault, Lab};
use crate::flight::{Flight, Waypoint};
use crate::scenes::DataSet;
use crate::table::Breadth;

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
        let rows = poses.div_ceil(PIECES).min(self.flight.waypoints.len());
        self.pieces(rows).flat_map(|rows| rows.iter().map(Waypoint::pose)).collect()
    }

    /// Pieces of the path, filled in so that no point moves by more than `step` times the longest side of the flying body's box. Where the path
    /// itself has smaller steps, rows of it are left out first.
    pub fn stepped(&self, step: f64, poses: usize) -> Vec<Pose> {
        let share = poses.div_ceil(PIECES);
        let given = self.median_motion(&self.original(poses));
        let stride = if given > 0.0 { (step / given).ceil().max(1.0) as usize } else { 1 };
        let mut rows = 2.min(self.flight.waypoints.len());
        loop {
            let pieces: Vec<Vec<Pose>> = self.pieces(rows).map(|rows| self.filled(rows, stride, step)).collect();
            let is_all = rows >= self.flight.waypoints.len();
            if is_all || pieces.iter().all(|piece| piece.len() >= share) {
                return pieces.into_iter().flat_map(|piece| piece.into_iter().take(share)).collect();
            }
            rows = (rows * 2).min(self.flight.waypoints.len());
        }
    }

    /// Stretches of so many rows, from all over the flight.
    fn pieces(&self, rows: usize) -> impl Iterator<Item = &[Waypoint]> {
        let waypoints = &self.flight.waypoints;
        let room = waypoints.len() - rows;
        (0..PIECES).map(move |piece| room * piece / (PIECES - 1)).map(move |start| &waypoints[start..start + rows])
    }

    fn filled(&self, rows: &[Waypoint], stride: usize, step: f64) -> Vec<Pose> {
        let waypoints = rows.to_vec();
        let piece = Flight { waypoints, env: triangle(&self.flight.env), obj: self.flight.obj.clone() };
        let frames =
            piece.stepped_frames(stride, step).expect("the steps of an experiment are no smaller than roundings");
        frames.into_iter().map(|frame| frame.pose).collect()
    }

    /// The median motion of a path, in sizes of the flying body: the longest side of its box.
    pub fn median_motion(&self, poses: &[Pose]) -> f64 {
        let corners = || self.obj.iter().flatten();
        let ball = Ball::around(corners().collect::<Vec<_>>().into_iter());
        let longest = (0..3).map(|k| {
            let (low, high) =
                corners().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v[k]), h.max(v[k])));
            high - low
        });
        let size = longest.fold(0.0, f64::max);
        let mut motions: Vec<f64> = poses.windows(2).map(|pair| ball.motion(&pair[0], &pair[1]) / size).collect();
        motions.sort_by(f64::total_cmp);
        motions.get(motions.len() / 2).copied().unwrap_or(0.0)
    }
}

/// A mesh as small as can be: who fills in a path looks at the flying body alone.
fn triangle(mesh: &Mesh) -> Mesh {
    Mesh::new(mesh.triangle(0).to_vec(), vec![[0, 1, 2]]).expect("a triangle of a mesh is a mesh")
}

/// How many poses of a path are flown.
pub fn poses(lab: &Lab) -> usize {
    match lab.settings.breadth {
        Breadth::Tiny => 24,
        Breadth::Short => 400,
        Breadth::Full => 2000,
    }
}
