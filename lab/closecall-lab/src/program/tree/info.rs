//! `closecall-lab tree info MESH`: the measures of a classic tree of a mesh.

use std::path::PathBuf;

use closecall_classic::tree::{BinaryTreeReport, LevelReport};
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending, object};
use closecall_flight::BodyFile;
use closecall_flight::numbers::{counted, figures, grouped};
use serde_json::{Map, Value, json};

use super::classic::{ClassicArgs, ClassicBuilt};

/// The flags of `tree info`.
#[derive(clap::Args, Debug)]
pub struct LabTreeInfoCommand {
    /// The mesh or tree file.
    #[arg(value_name = "MESH")]
    mesh: PathBuf,

    #[command(flatten)]
    classic: ClassicArgs,
}

impl LabTreeInfoCommand {
    /// Builds, and measures.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let mut warnings = Vec::new();
        let body = BodyFile::read(&self.mesh, &mut warnings)?.body;
        warnings.extend(self.classic.warnings());
        let classic = self.classic.build(body.mesh())?;
        let (report, triangles) = (classic.tree.report(), body.mesh().triangle_count());
        let mut lines = vec![format!(
            "file    {}: {}",
            self.mesh.display(),
            counted(triangles as u64, "triangle")
        )];
        let siblings = classic.tree.siblings(body.mesh());
        lines.extend(classic_lines(&classic, &report, triangles));
        lines.insert(
            4,
            format!(
                "siblings overlap by {:.1} % of the smaller, which has {:.1} % of the larger's triangles, on the mean",
                100.0 * siblings.overlap,
                100.0 * siblings.balance
            ),
        );
        let file = self.mesh.to_string_lossy();
        let mut json =
            object(json!({ "command": "tree info", "file": file, "triangles": triangles }));
        json.extend(classic_json(&classic, &report, triangles));
        json.insert("sibling_overlap".to_owned(), json!(siblings.overlap));
        json.insert("sibling_balance".to_owned(), json!(siblings.balance));
        let text = lines.into_iter().map(|line| line + "\n").collect();
        Ok(CommandAnswer { verdict: Ending::Done, text, json, warnings })
    }
}

fn bytes_per_triangle(report: &BinaryTreeReport, triangles: usize) -> f64 {
    report.bytes as f64 / triangles as f64
}

fn classic_json(
    classic: &ClassicBuilt,
    report: &BinaryTreeReport,
    triangles: usize,
) -> Map<String, Value> {
    let level = |level: &LevelReport| json!({ "nodes": level.nodes, "leaves": level.leaves, "volume": level.volume });
    let mut map = classic.json();
    map.extend(object(json!({
        "nodes": report.nodes,
        "leaves": report.leaves,
        "items": report.items,
        "height": report.height,
        "total_volume": report.total_volume,
        "tree_bytes": report.bytes,
        "tree_bytes_per_tri": bytes_per_triangle(report, triangles),
        "build_ms": classic.ms,
        "build_threads": 1,
        "levels": report.levels.iter().map(level).collect::<Vec<_>>(),
    })));
    map
}

fn classic_lines(
    classic: &ClassicBuilt,
    report: &BinaryTreeReport,
    triangles: usize,
) -> Vec<String> {
    let count = |number: usize| grouped(number as u64);
    let leaves = if report.leaves == 1 {
        "1 leaf".to_owned()
    } else {
        format!("{} leaves", count(report.leaves))
    };
    let mut lines = vec![
        format!("classic {}", classic.text()),
        format!("nodes   {}, of which {leaves}", count(report.nodes)),
        format!("height  {}", report.height),
        format!("volume  {:e} in all nodes together", report.total_volume),
        format!("bytes   {:.1} per triangle", bytes_per_triangle(report, triangles)),
        format!("build   {} ms on 1 thread", figures(classic.ms)),
        format!("{:>6}  {:>9}  {:>9}  volume", "level", "nodes", "leaves"),
    ];
    lines.extend(report.levels.iter().enumerate().map(|(depth, level)| {
        format!(
            "{depth:>6}  {:>9}  {:>9}  {:e}",
            count(level.nodes),
            count(level.leaves),
            level.volume
        )
    }));
    lines
}
