//! `closecall lab list`: the tables and the scenes that are made for them.

use closecall_lab::numbers::grouped;
use closecall_lab::scenes::DataSet;
use serde_json::json;

use crate::outcome::{Outcome, Verdict, object};

/// Every table and what it shows.
const TABLES: [(&str, &str); 1] = [("volumes", "every volume and every rule beside the fast engine")];

/// Lists.
pub fn run() -> Outcome {
    let mut text = "tables\n".to_owned();
    text.extend(TABLES.map(|(name, shows)| format!("  {name:9} {shows}\n")));
    text += "scenes, at full size\n";
    text.extend(DataSet::ALL.map(|set| {
        let [obj, env, steps] = counts(set).map(|count| grouped(count as u64));
        format!("  {:9} {obj} triangles fly past {env} in {steps} steps\n", set.name())
    }));
    let tables = TABLES.map(|(name, shows)| json!({ "name": name, "shows": shows }));
    let scenes = DataSet::ALL.map(|set| {
        let [obj, env, steps] = counts(set);
        json!({ "name": set.name(), "obj_tris": obj, "env_tris": env, "poses": steps })
    });
    let json = object(json!({ "command": "lab list", "tables": tables, "scenes": scenes }));
    Outcome { verdict: Verdict::Done, text, json, warnings: vec![] }
}

fn counts(set: DataSet) -> [usize; 3] {
    let figures = set.figures();
    [figures.obj_triangles, figures.env_triangles, figures.steps]
}
