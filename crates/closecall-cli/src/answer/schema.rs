//! The schema of everything that `--json` prints, made from the types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::{
    CheckAnswer, CheckInBudgetAnswer, CheckPathAnswer, CheckPathInBudgetAnswer, ClashAnswer,
    CompletionsAnswer, CoverAnswer, DemonstrationAnswer, DistanceAnswer, DistancePathAnswer,
    FailedAnswer, InfoAnswer, ManAnswer, MillAnswer, PlanAnswer, RangeAnswer, RaysAnswer,
    SceneSweepAnswer, SrdfAnswer, SweepAnswer, TreeBuildAnswer, TreeGivenUpAnswer, TreeInfoAnswer,
    VersionAnswer, WholeAnswer, WorldAnswer,
};

/// The JSON Schema of a line of `--json`: one of the answers, or a failure.
#[must_use]
pub fn schema() -> Value {
    let mut types = SchemaSettings::draft2020_12().for_serialize().into_generator();
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
        whole::<PlanAnswer>(&mut types),
        whole::<ClashAnswer>(&mut types),
        whole::<WorldAnswer<'_>>(&mut types),
        whole::<RaysAnswer<'_>>(&mut types),
        whole::<MillAnswer<'_>>(&mut types),
        whole::<SrdfAnswer>(&mut types),
        whole::<CoverAnswer>(&mut types),
        whole::<InfoAnswer>(&mut types),
        whole::<TreeBuildAnswer>(&mut types),
        whole::<TreeGivenUpAnswer>(&mut types),
        whole::<TreeInfoAnswer>(&mut types),
        whole::<VersionAnswer>(&mut types),
        whole::<ManAnswer>(&mut types),
        whole::<CompletionsAnswer>(&mut types),
    ];
    lines.push(types.subschema_for::<FailedAnswer>().to_value());
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "closecall --json",
        "description": "What `closecall --json` prints: one line of JSON.",
        "anyOf": lines,
        "$defs": types.take_definitions(true),
    });
    forget_nulls(&mut schema);
    schema
}

/// A reference to the schema of an answer with the parts that all have.
fn whole<A: JsonSchema>(types: &mut SchemaGenerator) -> Value {
    let own = A::json_schema(&mut SchemaGenerator::default());
    let mut line = types.subschema_for::<WholeAnswer<A>>().to_value();
    line["title"] = A::schema_name().into();
    line["description"] = own.get("description").cloned().unwrap_or_default();
    line
}

/// A field that is left out where it is not known is never null.
fn forget_nulls(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(forget_nulls),
        Value::Object(map) => {
            let required = map.get("required").cloned().unwrap_or_default();
            if let Some(Value::Object(fields)) = map.get_mut("properties") {
                let is_required = |name: &str| {
                    required.as_array().is_some_and(|names| names.iter().any(|own| own == name))
                };
                let optional = fields.iter_mut().filter(|(name, _)| !is_required(name));
                optional.for_each(|(_, field)| forget_null(field));
            }
            map.values_mut().for_each(forget_nulls);
        }
        _ => {}
    }
}

/// Takes null out of what a field may be.
fn forget_null(field: &mut Value) {
    if let Some(Value::Array(kinds)) = field.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = &kinds[..] {
            field["type"] = kind.clone();
        }
    }
    if let Some(Value::Array(choices)) = field.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
    }
}
