//! Compares the JSON of commands with its types, with the written schema and with the page about it.
//!
//! `CLOSECALL_BLESS=1 cargo test -p closecall-cli --test cli answers` writes both files anew.

use std::fs;
use std::path::{Path, PathBuf};

use closecall_cli::answer::schema;
use serde_json::{Map, Value};

use crate::program::closecall;

/// Fields that all answers have; the page tells them once.
const COMMON: [&str; 6] = ["schema_version", "report", "gltf", "written", "warnings", "error"];

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

fn kept_as(name: &str, made: &str) {
    let file = docs(name);
    if std::env::var_os("CLOSECALL_BLESS").is_some() {
        fs::write(&file, made).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == made, "{name} is out of date: see the head of this test");
}

#[test]
fn the_schema_is_that_of_the_types() {
    let made = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    kept_as("answers.schema.json", &made);
}

#[test]
fn the_page_of_fields_is_that_of_the_types() {
    kept_as("json.md", &page(&schema()));
}

#[test]
fn printed_answers_fit_the_schema() {
    let schema = schema();
    let example = |name: &str| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
        file.to_str().unwrap().to_owned()
    };
    let [cell, gripper, part, job] = ["cell.stl", "gripper.obj", "part.stl", "job.nc"].map(example);
    let [arm, srdf, scene, table, way] =
        ["arm.urdf", "arm.srdf", "cell.json", "table.stl", "way.csv"].map(example);
    let [way_of_gripper, spheres] = ["flight/poses.csv", "arm_spheres.yml"].map(example);
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("cell.cct").to_str().unwrap().to_owned();
    let page = folder.path().join("page.html").to_str().unwrap().to_owned();
    let (cell, gripper, arm, scene, tree) = (&*cell, &*gripper, &*arm, &*scene, &*tree);
    let asked: Vec<Vec<&str>> = vec![
        vec!["--report", &page],
        vec!["check", cell, gripper],
        vec!["check", cell, gripper, "--kind", "--depth", "--report", &page],
        vec!["check", cell, gripper, "--pose", "9,9,9,1,0,0,0", "--explain", "0:0"],
        vec!["check", cell, gripper, "--budget", "3tests"],
        vec!["distance", cell, gripper, "--pose", "9,9,9,1,0,0,0"],
        vec!["distance", cell, gripper, "--up-to", "0.001", "--pose", "9,9,9,1,0,0,0"],
        vec!["distance", cell, gripper, "--budget", "9tests"],
        vec!["clash", cell, gripper, &table, "--clearance", "0.5"],
        vec!["world", scene],
        vec!["world", scene, "--all", "--nearest"],
        vec!["world", arm, "--budget", "1tests"],
        vec!["sweep", scene, "--nearest"],
        vec!["sweep", arm, "--srdf", &srdf, "--range", "shoulder", "--env", &table],
        vec!["ray", cell, "--from", "0,0,9", "--dir", "0,0,-1"],
        vec!["ray", cell, "--from", "0,0,9", "--dir", "0,0,-1", "--crossings"],
        vec!["ray", scene, "--from", "0,0,9", "--dir", "0,0,-1", "--crossings"],
        vec!["mill", &part, &job, "--tool", "ball:6", "--start", "0,0,50"],
        vec!["srdf", arm, "--compare", &srdf],
        vec!["cover", arm, "--spheres", &spheres],
        vec!["cover", arm, "--spheres", &spheres, "--budget", "1tests"],
        vec!["info", cell, "--self"],
        vec!["tree", "build", cell, "-o", tree],
        vec!["tree", "build", cell, "-o", tree, "--budget", "1ns"],
        vec!["tree", "info", tree],
        vec!["tree", "info", cell],
        vec!["version"],
        vec!["man", "check"],
        vec!["completions", "bash"],
        vec!["info", "no such file.stl"],
    ];
    let paths: Vec<Vec<&str>> = [&*way, &*way_of_gripper]
        .into_iter()
        .filter(|file| Path::new(file).exists())
        .flat_map(|file| {
            ["check", "distance", "sweep"].map(|verb| vec![verb, cell, gripper, "--path", file])
        })
        .collect();
    let mut commands = std::collections::BTreeSet::new();
    for arguments in asked.iter().chain(&paths) {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        let printed = closecall(&arguments).json_with_nulls();
        commands.insert(printed["command"].to_string());
        let lines = schema["anyOf"].as_array().unwrap();
        let misfits: Vec<String> =
            lines.iter().filter_map(|line| fits(&printed, line, &schema).err()).collect();
        assert!(misfits.len() < lines.len(), "{arguments:?} {printed}: {misfits:#?}");
    }
    assert!(commands.len() >= 15, "{commands:?}");
    let odd = serde_json::json!({ "schema_version": 1, "command": "version", "version": "1", "warnings": [], "more": 1 });
    let lines = schema["anyOf"].as_array().unwrap();
    assert!(lines.iter().all(|line| fits(&odd, line, &schema).is_err()), "a key too many is seen");
}

/// Does a value fit? Keys that the schema does not know are faults.
fn fits(value: &Value, rule: &Value, schema: &Value) -> Result<(), String> {
    let rule = resolved(rule, schema);
    if let Some(choices) = rule["anyOf"].as_array() {
        let any = choices.iter().any(|choice| fits(value, choice, schema).is_ok());
        return any.then_some(()).ok_or_else(|| format!("{value} fits none of {choices:?}"));
    }
    if rule.get("const").is_some_and(|only| only != value) {
        return Err(format!("{value} is not {}", rule["const"]));
    }
    if rule.get("type").is_some_and(|kinds| !is_of_kind(value, kinds)) {
        return Err(format!("{value} is no {}", rule["type"]));
    }
    match value {
        Value::Array(items) => items.iter().enumerate().try_for_each(|(place, item)| {
            let each = rule["prefixItems"].get(place).unwrap_or(&rule["items"]);
            fits(item, each, schema)
        }),
        Value::Object(map) => fields_fit(map, rule, schema),
        _ => Ok(()),
    }
}

fn fields_fit(map: &Map<String, Value>, rule: &Value, schema: &Value) -> Result<(), String> {
    let required = rule["required"].as_array().into_iter().flatten();
    let mut missing = required.filter(|name| !map.contains_key(name.as_str().unwrap()));
    if let Some(missing) = missing.next() {
        return Err(format!("{missing} is missing"));
    }
    map.iter().try_for_each(|(name, field)| {
        let rule = rule["properties"].get(name).or_else(|| rule.get("additionalProperties"));
        let rule = rule.filter(|rule| rule.is_object());
        let rule = rule.ok_or_else(|| format!("the key {name} is not known"))?;
        fits(field, rule, schema).map_err(|error| format!("{name}: {error}"))
    })
}

fn resolved<'a>(rule: &'a Value, schema: &'a Value) -> &'a Value {
    match rule["$ref"].as_str() {
        Some(name) => &schema["$defs"][name.trim_start_matches("#/$defs/")],
        None => rule,
    }
}

fn is_of_kind(value: &Value, kinds: &Value) -> bool {
    let is = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no kind"),
    };
    match kinds {
        Value::Array(kinds) => kinds.iter().any(|kind| is(kind.as_str().unwrap())),
        kind => is(kind.as_str().unwrap()),
    }
}

/// The page of all fields.
fn page(schema: &Value) -> String {
    let mut page = "# The fields of `--json`\n\n\
        `closecall COMMAND … --json` prints one line: an object. [answers.schema.json](answers.schema.json) is the same as JSON Schema. \
        Both are written from the types of the program, and a test compares them.\n\n\
        A field that is not known is left out; the few that may be null say so. Numbers are never NaN. \
        `schema_version` counts up when a key changes its meaning or goes away; new keys may come at any time.\n\n\
        ## Every answer\n\n"
        .to_owned();
    let lines = schema["anyOf"].as_array().unwrap();
    let first = resolved(&lines[0], schema);
    page += &table(first, |name| COMMON.contains(&name));
    page += "\nInput or a command line that is refused gives only `schema_version` and `error`; the exit code is 2.\n";
    for line in lines.iter().filter(|line| line["title"].is_string()) {
        let rule = resolved(line, schema);
        let command = rule["properties"]["command"]["const"].as_str().unwrap();
        let about = line["description"].as_str().unwrap_or_default().replace('\n', " ");
        page += &format!("\n## `{command}`: {}\n\n{about}\n\n", line["title"].as_str().unwrap());
        page += &table(rule, |name| !COMMON.contains(&name));
    }
    page += "\n# Parts of answers\n";
    for (name, rule) in schema["$defs"].as_object().unwrap() {
        if name.starts_with("WholeAnswer") || name == "FailedAnswer" || rule["properties"].is_null()
        {
            continue;
        }
        let about = rule["description"].as_str().unwrap_or_default().replace('\n', " ");
        page += &format!("\n## {name}\n\n{about}\n\n{}", table(rule, |_| true));
    }
    page
}

fn table(rule: &Value, wanted: impl Fn(&str) -> bool) -> String {
    let required = rule["required"].as_array().cloned().unwrap_or_default();
    let mut table = "| key | kind | meaning |\n|---|---|---|\n".to_owned();
    let fields = rule["properties"].as_object().unwrap().iter();
    for (name, field) in fields.filter(|(name, _)| wanted(name)) {
        let maybe = if required.iter().any(|own| own == name) { "" } else { ", maybe" };
        let about = field["description"].as_str().unwrap_or_default().replace('\n', " ");
        let about = about.replace('|', "\\|");
        table += &format!("| `{name}` | {}{maybe} | {about} |\n", kind(field));
    }
    table
}

/// The kind of a field, in words.
fn kind(field: &Value) -> String {
    if let Some(name) = field["$ref"].as_str() {
        let name = name.trim_start_matches("#/$defs/");
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(choices) = field["anyOf"].as_array() {
        return choices.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match &field["type"] {
        Value::Array(kinds) => {
            let words: Vec<String> =
                kinds.iter().map(|kind| word(kind.as_str().unwrap(), field)).collect();
            words.join(" or ")
        }
        Value::String(kind) => word(kind, field),
        _ => "any".to_owned(),
    }
}

fn word(name: &str, field: &Value) -> String {
    match name {
        "string" => "text".to_owned(),
        "integer" => "whole number".to_owned(),
        "boolean" => "true or false".to_owned(),
        "array" if field["prefixItems"].is_array() => {
            let each: Vec<String> =
                field["prefixItems"].as_array().unwrap().iter().map(kind).collect();
            format!("list: {}", each.join(", "))
        }
        "array" => match field["maxItems"].as_u64() {
            Some(most) => format!("list of {most}: {}", kind(&field["items"])),
            None => format!("list: {}", kind(&field["items"])),
        },
        "object" if field["additionalProperties"].is_object() => {
            format!("by name: {}", kind(&field["additionalProperties"]))
        }
        other => other.to_owned(),
    }
}
