//! Two bodies in a bounded space, placed at random so that 60 % of the poses collide. (§5.2)

use std::rc::Rc;

use closecall::engine::geom::Rng;
use closecall::{Model, Pose};

use super::models::models;
use crate::experiment::{Fault, Lab};
use crate::table::Breadth;

/// Two models by number, and where they stand to each other.
pub struct Couple {
    /// Their numbers.
    pub pair: (usize, usize),
    /// The poses of the second in the frame of the first.
    pub poses: Vec<Pose>,
    /// At which of them they touch, by the wide engine.
    pub touches: Vec<bool>,
    /// The side of the space they are placed in.
    side: f64,
}

/// The share of poses that collide.
pub const COLLIDING: f64 = 0.6;

/// Each model with the next.
pub fn couples(lab: &mut Lab) -> Result<Rc<Vec<Couple>>, Fault> {
    lab.kept("vogiannou couples", |lab| {
        let models: Vec<Model> =
            models(lab)?.iter().map(|model| Model::new((*model.mesh).clone())).collect();
        let poses = match lab.settings.breadth {
            Breadth::Tiny => 30,
            Breadth::Short => 400,
            Breadth::Full => 10_000,
        };
        let pairs = (0..models.len()).map(|k| (k, (k + 1) % models.len()));
        Ok(pairs.map(|pair| Couple::new(&models, pair, poses, lab.settings.seed)).collect())
    })
}

impl Couple {
    fn new(models: &[Model], pair: (usize, usize), poses: usize, seed: u64) -> Self {
        let touch = |pose: &Pose| models[pair.0].collides(&models[pair.1], pose).unwrap();
        // The larger the space, the fewer collide.
        let (mut least, mut most) = (0.0, 3.0);
        for _ in 0..12 {
            let side = 0.5 * (least + most);
            let sample = placed(side, 400, seed + 1);
            let colliding = sample.iter().filter(|pose| touch(pose)).count() as f64;
            if colliding > COLLIDING * sample.len() as f64 {
                least = side;
            } else {
                most = side;
            }
        }
        let poses = placed(least, poses, seed + 2);
        let touches = poses.iter().map(touch).collect();
        Self { pair, poses, touches, side: least }
    }

    /// This many other poses in the same space.
    pub fn more(&self, poses: usize, seed: u64) -> Vec<Pose> {
        placed(self.side, poses, seed)
    }

    /// The number of poses that collide.
    pub fn colliding(&self) -> usize {
        self.touches.iter().filter(|touches| **touches).count()
    }
}

/// Poses in a cube of a side about the origin.
fn placed(side: f64, count: usize, seed: u64) -> Vec<Pose> {
    let rng = &mut Rng::new(seed);
    let mut pose = || {
        let at = [(); 3].map(|()| rng.between(-0.5, 0.5) * side);
        Pose::from_quaternion(at, rng.quaternion()).expect("a unit quaternion, near the origin")
    };
    (0..count).map(|_| pose()).collect()
}
