//! The schema of everything that `--json` prints, made from the types.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::{
    CheckAnswer, CheckInBudgetAnswer, CheckPathAnswer, CheckPathInBudgetAnswer, ClashAnswer,
    CompletionsAnswer, DemonstrationAnswer, DistanceAnswer, DistancePathAnswer, FailedAnswer,
    InfoAnswer, ManAnswer, MillAnswer, RangeAnswer, RaysAnswer, SceneSweepAnswer, SrdfAnswer,
    SweepAnswer, TreeBuildAnswer, TreeGivenUpAnswer, TreeInfoAnswer, VersionAnswer, WholeAnswer,
    WorldAnswer,
};

/// The JSON Schema of a line of `--json`: one of the answers, or a failure.
#[must_use]
pub fn schema() -> Value {
    let mut types = SchemaGenerator::default();
    let mut lines = vec![
        whole::<DemonstrationAnswer>(&mut types),
        whole::<CheckAnswer<'_>>(&mut types),
        whole::<CheckInBudgetAnswer<'_>>(&mut types),
        whole::<CheckPathAnswer>(&mut types),
        whole::<CheckPathInBudgetAnswer>(&mut types),
        whole::<DistanceAnswer>(&mut types),
        whole::<DistancePathAnswer>(&mut types),
        whole::<SweepAnswer>(&mut types),
        whole::<SceneSweepAnswer>(&mut types),
        whole::<RangeAnswer>(&mut types),
        whole::<ClashAnswer>(&mut types),
        whole::<WorldAnswer<'_>>(&mut types),
        whole::<RaysAnswer<'_>>(&mut types),
        whole::<MillAnswer<'_>>(&mut types),
        whole::<SrdfAnswer>(&mut types),
        whole::<InfoAnswer>(&mut types),
        whole::<TreeBuildAnswer>(&mut types),
        whole::<TreeGivenUpAnswer>(&mut types),
        whole::<TreeInfoAnswer>(&mut types),
        whole::<VersionAnswer>(&mut types),
        whole::<ManAnswer>(&mut types),
        whole::<CompletionsAnswer>(&mut types),
    ];
    lines.push(types.subschema_for::<FailedAnswer>().to_value());
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "closecall --json",
        "description": "What `closecall --json` prints: one line of JSON.",
        "anyOf": lines,
        "$defs": types.take_definitions(true),
    })
}

/// A reference to the schema of an answer with the parts that all have.
fn whole<A: JsonSchema>(types: &mut SchemaGenerator) -> Value {
    types.subschema_for::<WholeAnswer<A>>().to_value()
}
