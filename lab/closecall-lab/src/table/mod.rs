//! Engines beside each other: the same flights, the same questions, times and counters in one
//! table.
//!
//! Every row must give the same answer to every pose; where one does not, there is no table but a
//! [`Disagreement`].

mod measure;
mod print;
mod scene;
pub mod volumes;

pub use measure::{Builds, Disagreement, Questions, TablePlan, TableQuestion, measure};
pub use scene::TableScene;

use closecall::Cost;

use crate::engine::Price;
use crate::engine::Setup;
use closecall_flight::stamp::Stamp;

/// How much of everything there is goes into a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// A glance, to see that it works at all.
    Tiny,
    /// The selection that shows the differences in about a minute.
    Short,
    /// All of it.
    Full,
}

/// Sheets that were measured in one run.
#[derive(Clone, Debug)]
pub struct EngineTable {
    /// The place and time.
    pub stamp: Stamp,
    /// How often everything was repeated.
    pub reps: usize,
    /// A sheet for each flight.
    pub sheets: Vec<FlightSheet>,
}

/// The work of the engines on one flight.
#[derive(Clone, Debug)]
pub struct FlightSheet {
    /// The flight's name.
    pub flight: String,
    /// Triangles of the environment.
    pub env_triangles: usize,
    /// Triangles of the object.
    pub obj_triangles: usize,
    /// The number of poses that were asked about.
    pub poses: usize,
    /// At how many of them something touches.
    pub colliding: u64,
    /// Pairs of touching triangles, over all poses, if that was asked.
    pub contacts: Option<u64>,
    /// A row for each engine.
    pub rows: Vec<EngineRow>,
}

/// The work of one engine on a flight.
#[derive(Clone, Debug)]
pub struct EngineRow {
    /// The engine.
    pub setup: Setup,
    /// The cost of building the environment; its time is the least of the repetitions.
    pub env: Price,
    /// The cost of building the object; its time is the least of the repetitions.
    pub obj: Price,
    /// The times of each question, in the order in which they were asked.
    pub asked: Vec<(TableQuestion, AskedTimes)>,
}

/// The times of a question.
#[derive(Clone, Copy, Debug)]
pub struct AskedTimes {
    /// The mean over the poses of each pose's fastest repetition, in microseconds.
    pub mean_us: f64,
    /// By which share the slowest repetition was above the fastest.
    pub spread: f64,
    /// The cost of all poses together.
    pub cost: Cost,
}

impl EngineRow {
    /// The times of a question.
    ///
    /// # Panics
    /// If it was not asked.
    #[must_use]
    pub fn asked(&self, question: TableQuestion) -> AskedTimes {
        let found = self.asked.iter().find(|(asked, _)| *asked == question);
        found.unwrap_or_else(|| panic!("{question:?} was not asked")).1
    }

    /// How long both bodies took to build, in milliseconds.
    #[must_use]
    pub fn build_ms(&self) -> f64 {
        self.env.ms + self.obj.ms
    }

    /// The bytes of both trees for each triangle.
    #[must_use]
    pub fn tree_bytes_per_triangle(&self) -> f64 {
        let Self { env, obj, .. } = self;
        (env.tree_bytes + obj.tree_bytes) as f64 / (env.triangles + obj.triangles) as f64
    }
}
