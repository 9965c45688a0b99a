//! `closecall tree info MESH`: the measures of its trees, and of a tree file whether it is what it says.

use std::path::PathBuf;
use std::time::Instant;

use closecall::Model;
use closecall::tree::{LevelReport, TreeReport};
use closecall::wide::file::{Contents, is_tree_file};
use closecall_lab::flight::BodyFile;
use closecall_lab::numbers::{counted, figures, grouped};
use serde_json::{Map, Value, json};

use super::classic::{Classic, ClassicArgs};
use super::{tree_file, wide};
use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict, object};

/// The flags of `tree info`.
#[derive(clap::Args, Debug)]
pub struct Info {
    /// The mesh or tree file. Of a tree file, the classic engine's tree is shown only if a flag asks for one.
    #[arg(value_name = "MESH")]
    mesh: PathBuf,

    #[command(flatten)]
    classic: ClassicArgs,
}

/// A model and how it came about.
struct Described {
    model: Model,
    origin: Origin,
    warnings: Vec<String>,
}

enum Origin {
    /// The tree was built, in so many milliseconds.
    Built { ms: f64 },
    /// It was found in a file, and verified.
    Opened(Contents),
}

impl Info {
    /// Builds or opens, and measures.
    pub fn run(&self) -> Result<Outcome, Failure> {
        let Described { model, origin, mut warnings } = self.describe()?;
        let wanted = matches!(origin, Origin::Built { .. }) || self.classic.are_given();
        let classic = wanted.then(|| self.classic.build(model.mesh())).map(|classic| (classic.tree.report(), classic));
        warnings.extend(self.classic.warnings());
        let text = self.text(&model, &origin, classic.as_ref());
        let json = self.json(&model, &origin, classic.as_ref());
        Ok(Outcome { verdict: Verdict::Done, text, json, warnings })
    }

    fn describe(&self) -> Result<Described, Failure> {
        if is_tree_file(&self.mesh) {
            let contents = Contents::read(&self.mesh)?;
            let model = Model::open_verified(&self.mesh)?;
            return Ok(Described { model, origin: Origin::Opened(contents), warnings: Vec::new() });
        }
        let mut warnings = Vec::new();
        let body = BodyFile::read(&self.mesh, &mut warnings)?.body;
        let start = Instant::now();
        let model = body.into_model();
        Ok(Described { model, origin: Origin::Built { ms: start.elapsed().as_secs_f64() * 1e3 }, warnings })
    }

    fn json(&self, model: &Model, origin: &Origin, classic: Option<&(TreeReport, Classic)>) -> Map<String, Value> {
        let (file, triangles) = (self.mesh.to_string_lossy(), model.mesh().triangle_count());
        let mut map = object(json!({ "command": "tree info", "file": file, "triangles": triangles }));
        map.extend(classic.into_iter().flat_map(|(report, classic)| classic_json(classic, report, triangles)));
        let mut wide = wide::json(&model.tree().report());
        match origin {
            Origin::Built { ms } => {
                wide.extend(object(json!({ "build_ms": ms, "build_threads": rayon::current_num_threads() })));
            }
            Origin::Opened(contents) => {
                map.insert("tree_file".to_owned(), tree_file::json(contents));
                map.insert("verified".to_owned(), true.into());
            }
        }
        map.insert("wide".to_owned(), wide.into());
        map
    }

    fn text(&self, model: &Model, origin: &Origin, classic: Option<&(TreeReport, Classic)>) -> String {
        let triangles = model.mesh().triangle_count();
        let report = model.tree().report();
        let mut lines = vec![format!("file    {}: {}", self.mesh.display(), counted(triangles as u64, "triangle"))];
        match origin {
            Origin::Built { ms } => {
                let threads = counted(rayon::current_num_threads() as u64, "thread");
                lines.push(wide::line(&report));
                lines.push(format!("build   {} ms on {threads}", figures(*ms)));
            }
            Origin::Opened(contents) => {
                lines.push(tree_file::line(contents));
                lines.push("checks  every byte is as written, and every triangle in the boxes above it".to_owned());
                lines.extend(tree_file::sections(contents));
                lines.push(wide::line(&report));
            }
        }
        lines.extend(wide::levels(&report));
        lines.extend(classic.into_iter().flat_map(|(report, classic)| classic_lines(classic, report, triangles)));
        lines.into_iter().map(|line| line + "\n").collect()
    }
}

fn bytes_per_triangle(report: &TreeReport, triangles: usize) -> f64 {
    report.bytes as f64 / triangles as f64
}

fn classic_json(classic: &Classic, report: &TreeReport, triangles: usize) -> Map<String, Value> {
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

fn classic_lines(classic: &Classic, report: &TreeReport, triangles: usize) -> Vec<String> {
    let count = |number: usize| grouped(number as u64);
    let leaves = if report.leaves == 1 { "1 leaf".to_owned() } else { format!("{} leaves", count(report.leaves)) };
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
        format!("{depth:>6}  {:>9}  {:>9}  {:e}", count(level.nodes), count(level.leaves), level.volume)
    }));
    lines
}
