//! `closecall-lab list`: the experiments, the tables, and the scenes that are made for them.

use closecall_flight::numbers::grouped;
use closecall_lab::experiment;
use closecall_lab::scenes::DataSet;
use serde_json::{Value, json};

use closecall_cli::outcome::{CommandAnswer, Ending, object};

/// Every table and what it shows.
const TABLES: [(&str, &str); 1] =
    [("volumes", "every volume and every rule beside the fast engine")];

/// Lists.
pub fn run() -> CommandAnswer {
    let experiments = experiment::all();
    let mut text = "experiments\n".to_owned();
    let width = experiments.iter().map(|experiment| experiment.name.len()).max().unwrap_or(0);
    text.extend(experiments.iter().map(|experiment| {
        format!("  {:width$} {} ({})\n", experiment.name, experiment.title, experiment.source())
    }));
    text += "tables\n";
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
    let experiments: Vec<Value> = experiments
        .iter()
        .map(|experiment| json!({ "name": experiment.name, "title": experiment.title, "source": experiment.source() }))
        .collect();
    let json = object(
        json!({ "command": "lab list", "experiments": experiments, "tables": tables, "scenes": scenes }),
    );
    CommandAnswer { verdict: Ending::Done, text, json, warnings: vec![] }
}

fn counts(set: DataSet) -> [usize; 3] {
    let figures = set.figures();
    [figures.obj_triangles, figures.env_triangles, figures.steps]
}
