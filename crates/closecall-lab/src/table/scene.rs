//! The flights of a table: read from folders, or made.

use std::path::Path;

use closecall::Mesh;

use super::Breadth;
use crate::flight::{Flight, FlightError, Frame, ReadFlight};
use crate::scenes::{DataSet, NoRoom};

/// A flight with its name, as much of it as the table shall have.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name.
    pub name: String,
    /// The body that stands still.
    pub env: Mesh,
    /// The body that moves.
    pub obj: Mesh,
    /// The poses to ask about; at least one.
    pub frames: Vec<Frame>,
    /// What was odd about its files but no error.
    pub warnings: Vec<String>,
}

/// What a short table takes of a flight: so many poses, evenly spread.
const SHORT_POSES: usize = 400;

/// What a short table takes of a data set: this share of its triangles, on a path of so many steps.
const SHORT_SHARE: f64 = 0.08;
const SHORT_STEPS: usize = 1600;

impl Scene {
    /// From a folder; its name is the folder's.
    pub fn read(folder: &Path, breadth: Breadth) -> Result<Self, FlightError> {
        let ReadFlight { flight, warnings, .. } = Flight::read(folder)?;
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
        Ok(Self { warnings, ..Self::of(name.into_owned(), flight, breadth) })
    }

    /// The look-alike of a paper's data set.
    pub fn made(set: DataSet, breadth: Breadth, seed: u64) -> Result<Self, NoRoom> {
        let flight = match breadth {
            Breadth::Short => set.fraction(SHORT_SHARE, SHORT_STEPS, seed)?,
            Breadth::Full => set.full(seed)?,
        };
        Ok(Self::of(set.name().to_owned(), flight, breadth))
    }

    fn of(name: String, flight: Flight, breadth: Breadth) -> Self {
        let stride = match breadth {
            Breadth::Short => flight.waypoints.len().div_ceil(SHORT_POSES),
            Breadth::Full => 1,
        };
        let frames = flight.frames(stride);
        Self { name, env: flight.env, obj: flight.obj, frames, warnings: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::volumes::SEED;
    use super::*;
    use closecall::Model;

    #[test]
    fn short_scenes_hit_and_miss_except_the_one_that_only_misses() {
        for set in DataSet::ALL {
            let Scene { name, env, obj, frames, .. } = Scene::made(set, Breadth::Short, SEED).unwrap();
            let (env, obj) = (Model::new(env), Model::new(obj));
            let hits = frames.iter().filter(|frame| env.collides(&obj, &frame.pose)).count();
            assert_eq!((name.as_str(), frames.len(), hits > 0), (set.name(), SHORT_POSES, set != DataSet::Swept));
            assert!(hits < frames.len(), "{name}");
        }
    }
}
