//! `closecall tree info MESH`: the measures of a tree.

use closecall::tree::{LevelReport, TreeReport};
use closecall_lab::numbers::{figures, grouped};
use serde_json::{Map, Value, json};

use super::build::{BuildArgs, Built};
use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict, object};

/// The flags of `tree info`.
#[derive(clap::Args, Debug)]
pub struct Info {
    #[command(flatten)]
    build: BuildArgs,
}

impl Info {
    /// Builds and measures.
    pub fn run(&self) -> Result<Outcome, Failure> {
        let built = self.build.build()?;
        let report = built.tree.report();
        let (text, json) = (text(&built, &report), json(&built, &report));
        Ok(Outcome { verdict: Verdict::Done, text, json, warnings: built.warnings })
    }
}

fn bytes_per_triangle(built: &Built, report: &TreeReport) -> f64 {
    report.bytes as f64 / built.triangles as f64
}

fn json(built: &Built, report: &TreeReport) -> Map<String, Value> {
    let level = |level: &LevelReport| json!({ "nodes": level.nodes, "leaves": level.leaves, "volume": level.volume });
    let mut map = object(json!({ "command": "tree info", "file": built.file, "triangles": built.triangles }));
    map.extend(built.named.iter().map(|(flag, value)| ((*flag).to_owned(), value.clone())));
    map.extend(object(json!({
        "nodes": report.nodes,
        "leaves": report.leaves,
        "items": report.items,
        "height": report.height,
        "total_volume": report.total_volume,
        "tree_bytes": report.bytes,
        "tree_bytes_per_tri": bytes_per_triangle(built, report),
        "build_ms": built.ms,
        "build_threads": 1,
        "levels": report.levels.iter().map(level).collect::<Vec<_>>(),
    })));
    map
}

fn text(built: &Built, report: &TreeReport) -> String {
    let value_text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let named: Vec<_> = built.named.iter().map(|(flag, value)| format!("{flag} {}", value_text(value))).collect();
    let count = |number: usize| grouped(number as u64);
    let mut lines = vec![
        format!("file    {}: {} triangles", built.file, count(built.triangles)),
        format!("tree    {}", named.join(", ")),
        format!("nodes   {}, of which {} leaves", count(report.nodes), count(report.leaves)),
        format!("height  {}", report.height),
        format!("volume  {:e} in all nodes together", report.total_volume),
        format!("bytes   {:.1} per triangle", bytes_per_triangle(built, report)),
        format!("build   {} ms on 1 thread", figures(built.ms)),
        format!("{:>6}  {:>9}  {:>9}  volume", "level", "nodes", "leaves"),
    ];
    lines.extend(report.levels.iter().enumerate().map(|(depth, level)| {
        format!("{depth:>6}  {:>9}  {:>9}  {:e}", count(level.nodes), count(level.leaves), level.volume)
    }));
    lines.into_iter().map(|line| line + "\n").collect()
}
