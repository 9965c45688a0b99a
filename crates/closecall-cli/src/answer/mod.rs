//! The answers of commands as they are printed with `--json`: the types are the schema.
//!
//! One file has the answers of one command. A field that is not known is left out; the few that may
//! be null say so. [`schema`] is written out as `docs/answers.schema.json`, and `docs/json.md` is the
//! same for people; a test compares both with the types.

mod built_in;
mod check;
mod clash;
mod cover;
mod distance;
mod info;
mod mill;
mod not_looked_at;
mod plan;
mod program;
mod ray;
mod schema;
mod srdf;
mod sweep;
mod tree;
mod whole;
mod world;

pub use built_in::{DemonstrationAnswer, DemonstrationRun};
pub use check::{
    CheckAnswer, CheckAsked, CheckInBudgetAnswer, CheckPathAnswer, CheckPathInBudgetAnswer,
    DepthAnswer, ExplainAnswer, KindAnswer, PatchAnswer, TouchingRowsAnswer, WitnessAnswer,
};
pub use clash::{ClashAnswer, ClashApartAnswer, ClashOpenAnswer, ClashPairAnswer};
pub use cover::{CoverAnswer, LinkCoverAnswer};
pub use distance::{
    DistanceAnswer, DistanceFoundAnswer, DistanceInBudgetAnswer, DistancePathAnswer,
    NearestRowAnswer,
};
pub use info::{InfoAnswer, PartAnswer, SelfAnswer};
pub use mill::{
    AssumedAnswer, CallAnswer, ExcessAnswer, ExtentAnswer, MachineAnswer, MachineAxisAnswer,
    MachineFactAnswer, MillAnswer, MillEventAnswer, StockAnswer,
};
pub use not_looked_at::{LeftOutAnswer, NotLookedAtAnswer};
pub use plan::{PlanAnswer, TouchingPairAnswer};
pub use program::{CompletionsAnswer, ManAnswer, VersionAnswer};
pub use ray::{HitAnswer, OneRayAnswer, PassedAnswer, RaysAnswer};
pub use schema::schema;
pub use srdf::{ComparedAnswer, HiddenAnswer, JointsAnswer, LinkPairAnswer, SrdfAnswer};
pub use sweep::{
    CellAnswer, ContactAnswer, FirstAnswer, MomentAnswer, NearestAnswer, RangeAnswer,
    SceneSweepAnswer, SweepAnswer,
};
pub use tree::{
    TreeBuildAnswer, TreeFileAnswer, TreeGivenUpAnswer, TreeInfoAnswer, TreeLevelAnswer,
    TreeSectionAnswer, WideAnswer,
};
pub use whole::{ErrorAnswer, FailedAnswer, SCHEMA_VERSION, WholeAnswer, WrittenAnswer};
pub use world::{BodyDistanceAnswer, StepAnswer, TouchingAnswer, WorldAnswer};

use closecall::{Budget, Cost};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// The fields of an answer, as its type has them.
///
/// # Panics
/// If it is no struct.
pub fn fields(answer: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(answer) {
        Ok(Value::Object(map)) => map,
        other => unreachable!("{other:?} is no answer"),
    }
}

/// A budget that was given: a number of tests, or a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BudgetAnswer {
    /// The number of tests that are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<u64>,
    /// The number of microseconds that are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub us: Option<f64>,
}

impl BudgetAnswer {
    /// Of a budget.
    #[must_use]
    pub fn of(budget: &Budget) -> Self {
        let tests = budget.tests_allowed();
        let us = budget.time_allowed().map(|time| time.as_secs_f64() * 1e6);
        Self { tests, us: us.filter(|_| tests.is_none()) }
    }
}

/// A budget for programs: `tests`, or `us`.
pub fn budget_json(budget: &Budget) -> Value {
    fields(&BudgetAnswer::of(budget)).into()
}

/// The cost of queries.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct CostAnswer {
    /// Pairs of volumes that were tested.
    pub volume_tests: u64,
    /// Pairs of triangles that were tested.
    pub triangle_tests: u64,
    /// Pairs of triangles that exact arithmetic decided.
    pub exact_tests: u64,
    /// Volumes that were carried to a pose.
    pub updates: u64,
}

impl CostAnswer {
    /// Of a count.
    #[must_use]
    pub fn of(cost: &Cost) -> Self {
        let &Cost { volume_tests, triangle_tests, exact_tests, updates, .. } = cost;
        Self { volume_tests, triangle_tests, exact_tests, updates }
    }
}
