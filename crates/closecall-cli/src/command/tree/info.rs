//! `closecall tree info MESH`: the measures of its tree, and of a tree file whether it is what it
//! says.

use std::path::PathBuf;
use std::time::Instant;

use closecall::Model;
use closecall::engine::{Contents, is_tree_file, tree_report};
use closecall_flight::BodyFile;
use closecall_flight::numbers::{counted, figures};
use serde_json::{Map, Value, json};

use super::{tree_file, wide};
use crate::escaped::escaped;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending, object};

/// The flags of `tree info`.
#[derive(clap::Args, Debug)]
pub struct TreeInfoCommand {
    /// The mesh or tree file.
    #[arg(value_name = "MESH")]
    mesh: PathBuf,
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

impl TreeInfoCommand {
    /// Builds or opens, and measures.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let Described { model, origin, warnings } = self.describe()?;
        let text = self.text(&model, &origin);
        let json = self.json(&model, &origin);
        Ok(CommandAnswer { verdict: Ending::Done, text, json, warnings })
    }

    fn describe(&self) -> Result<Described, Failure> {
        if is_tree_file(&self.mesh) {
            let contents = Contents::read(&self.mesh)?;
            let model = Model::open(&self.mesh)?;
            return Ok(Described { model, origin: Origin::Opened(contents), warnings: Vec::new() });
        }
        let mut warnings = Vec::new();
        let body = BodyFile::read(&self.mesh, &mut warnings)?.body;
        let start = Instant::now();
        let model = body.into_model();
        Ok(Described {
            model,
            origin: Origin::Built { ms: start.elapsed().as_secs_f64() * 1e3 },
            warnings,
        })
    }

    fn json(&self, model: &Model, origin: &Origin) -> Map<String, Value> {
        let (file, triangles) = (self.mesh.to_string_lossy(), model.mesh().triangle_count());
        let mut map =
            object(json!({ "command": "tree info", "file": file, "triangles": triangles }));
        let mut wide = wide::json(&tree_report(model));
        match origin {
            Origin::Built { ms } => {
                wide.extend(object(
                    json!({ "build_ms": ms, "build_threads": rayon::current_num_threads() }),
                ));
            }
            Origin::Opened(contents) => {
                map.insert("tree_file".to_owned(), tree_file::json(contents));
                map.insert("verified".to_owned(), true.into());
            }
        }
        map.insert("wide".to_owned(), wide.into());
        map
    }

    fn text(&self, model: &Model, origin: &Origin) -> String {
        let triangles = model.mesh().triangle_count();
        let report = tree_report(model);
        let mut lines = vec![format!(
            "file    {}: {}",
            escaped(&self.mesh.display().to_string()),
            counted(triangles as u64, "triangle")
        )];
        match origin {
            Origin::Built { ms } => {
                let threads = counted(rayon::current_num_threads() as u64, "thread");
                lines.push(wide::line(&report));
                lines.push(format!("build   {} ms on {threads}", figures(*ms)));
            }
            Origin::Opened(contents) => {
                lines.push(tree_file::line(contents));
                lines.push(
                    "checks  every byte is as written, and every triangle in the boxes above it"
                        .to_owned(),
                );
                lines.extend(tree_file::sections(contents));
                lines.push(wide::line(&report));
            }
        }
        lines.extend(wide::levels(&report));
        lines.into_iter().map(|line| line + "\n").collect()
    }
}
