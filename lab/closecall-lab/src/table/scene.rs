//! The flights of a table: read from folders, or made.

use std::path::Path;

use closecall::Mesh;

use super::Breadth;
use crate::scenes::{DataSet, NoRoom};
use closecall_flight::{Flight, FlightError, FlightFrame, ReadFlight};

/// A flight with its name, as much of it as the table shall have.
#[derive(Clone, Debug)]
pub struct TableScene {
    /// Its name.
    pub name: String,
    /// The body that stands still.
    pub env: Mesh,
    /// The body that moves.
    pub obj: Mesh,
    /// The poses to ask about; at least one.
    pub frames: Vec<FlightFrame>,
    /// The oddities of its files that are no errors.
    pub warnings: Vec<String>,
}

/// The part of a data set that is taken where it is not taken whole.
struct Excerpt {
    /// This many poses, evenly spread; of a flight from a folder, too.
    poses: usize,
    /// This share of the triangles.
    share: f64,
    /// A path of this many steps.
    steps: usize,
}

impl Breadth {
    /// None if the whole is taken.
    fn excerpt(self) -> Option<Excerpt> {
        match self {
            Self::Tiny => Some(Excerpt { poses: 20, share: 0.004, steps: 80 }),
            Self::Short => Some(Excerpt { poses: 400, share: 0.08, steps: 1600 }),
            Self::Full => None,
        }
    }
}

impl TableScene {
    /// From a folder; its name is the folder's.
    pub fn read(folder: &Path, breadth: Breadth) -> Result<Self, FlightError> {
        let ReadFlight { flight, warnings, .. } = Flight::read(folder)?;
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
        Ok(Self { warnings, ..Self::of(name.into_owned(), flight, breadth) })
    }

    /// The look-alike of a paper's data set.
    pub fn made(set: DataSet, breadth: Breadth, seed: u64) -> Result<Self, NoRoom> {
        let flight = match breadth.excerpt() {
            Some(Excerpt { share, steps, .. }) => set.fraction(share, steps, seed)?,
            None => set.full(seed)?,
        };
        Ok(Self::of(set.name().to_owned(), flight, breadth))
    }

    fn of(name: String, flight: Flight, breadth: Breadth) -> Self {
        let stride =
            breadth.excerpt().map_or(1, |excerpt| flight.waypoints.len().div_ceil(excerpt.poses));
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
            let TableScene { name, env, obj, frames, .. } =
                TableScene::made(set, Breadth::Short, SEED).unwrap();
            let (env, obj) = (Model::new(env), Model::new(obj));
            let hits =
                frames.iter().filter(|frame| env.collides(&obj, &frame.pose).unwrap()).count();
            assert_eq!(
                (name.as_str(), frames.len(), hits > 0),
                (set.name(), 400, set != DataSet::Swept)
            );
            assert!(hits < frames.len(), "{name}");
        }
    }
}
