//! Scenes of milling from chapter 8 of the dissertation: terrains and molds, ball-ended tools and polyhedral
//! ones, and paths of the tools' tips. (Klosowski 1998, §8.1.2)
//!
//! Lengths are the paper's: parts of about 300 × 300 units, a ball of radius 10. A path is of tips:
//! points of the tools' axes at the level of their lowest points.

mod mold;
mod terrains;
mod tools;

pub use mold::Mold;
pub use terrains::{Terrain, zigzag};
pub use tools::{PolyTool, revolved};

use closecall::Mesh;
use closecall::engine::geom::DVec3;

/// The ball's radius.
pub const RADIUS: f64 = 10.0;

/// A part, and a path along it.
#[derive(Clone, Debug)]
pub struct Job {
    /// The paper's name of the part it looks like.
    pub name: &'static str,
    /// The part.
    pub part: Mesh,
    /// The positions of the tip, step by step.
    pub tips: Vec<DVec3>,
}

impl Job {
    /// The path filled in so that no two neighbouring places are further apart than `step`.
    #[must_use]
    pub fn sampled(&self, step: f64) -> Vec<DVec3> {
        let mut places: Vec<DVec3> = self.tips.first().copied().into_iter().collect();
        for ends in self.tips.windows(2) {
            let count = (ends[0].distance(ends[1]) / step).ceil().max(1.0) as usize;
            places.extend((1..=count).map(|i| ends[0].lerp(ends[1], i as f64 / count as f64)));
        }
        places
    }

    /// The path as a program: `G1` moves in millimetres.
    #[must_use]
    pub fn program(&self) -> String {
        let line = |p: &DVec3| format!("X{:.4} Y{:.4} Z{:.4}\n", p.x, p.y, p.z);
        let lines: String = self.tips.iter().map(line).collect();
        format!("G21 G90 G1 F1000\n{lines}")
    }
}
