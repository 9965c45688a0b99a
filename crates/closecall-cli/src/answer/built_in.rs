//! The answer of `closecall` without a command.

use schemars::JsonSchema;
use serde::Serialize;

use super::CostAnswer;

/// A flight that needs no file, asked twice.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DemonstrationAnswer {
    /// `built-in`.
    #[schemars(extend("const" = "built-in"))]
    pub command: &'static str,
    /// The name of the flight.
    pub flight: &'static str,
    /// Triangles of the body that stands still.
    pub env_tris: usize,
    /// Triangles of the body that flies.
    pub obj_tris: usize,
    /// The time that both trees took to build, in milliseconds.
    pub build_ms: f64,
    /// Whether anything touches.
    pub first: DemonstrationRun,
    /// Everything that touches.
    pub all: DemonstrationRun,
}

/// One question to all poses, on one thread without memory.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DemonstrationRun {
    /// `first` or `all`.
    pub mode: &'static str,
    /// The number of poses that were asked about.
    pub poses: usize,
    /// At how many of them something touches.
    pub colliding: u64,
    /// Pairs of touching triangles over all poses.
    pub contacts: u64,
    /// The number of times that every pose was timed.
    pub reps: usize,
    /// The mean over the poses of each pose's fastest repetition, in microseconds.
    pub mean_best_us: f64,
    /// Half the poses are faster.
    pub median_us: f64,
    /// 99 of 100 poses are faster.
    pub p99_us: f64,
    /// The slowest pose.
    pub max_us: f64,
    /// The cost of all queries together.
    #[serde(flatten)]
    pub cost: CostAnswer,
}
