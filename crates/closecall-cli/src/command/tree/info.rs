//! `closecall tree info MESH`: the measures of its tree, and of a tree file whether it is what it
//! says.

use std::path::PathBuf;
use std::time::Instant;

use closecall::Model;
use closecall::engine::{
    files::{Contents, is_tree_file},
    tree::tree_report,
};
use closecall_flight::BodyFile;
use closecall_flight::numbers::{counted, figures};

use super::{tree_file, wide};
use crate::answer::{TreeInfoAnswer, WideAnswer, fields};
use crate::escaped::escaped;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};

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
    /// The tree was built, in this many milliseconds.
    Built { ms: f64 },
    /// It was found in a file, and verified.
    Opened(Contents),
}

impl TreeInfoCommand {
    /// Builds or opens, and measures.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let Described { model, origin, warnings } = self.describe()?;
        let text = self.text(&model, &origin);
        let json = fields(&self.answer(&model, &origin));
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

    fn answer(&self, model: &Model, origin: &Origin) -> TreeInfoAnswer {
        let wide = wide::answer(&tree_report(model));
        let (wide, tree_file) = match origin {
            Origin::Built { ms } => {
                let threads = Some(rayon::current_num_threads());
                (WideAnswer { build_ms: Some(*ms), build_threads: threads, ..wide }, None)
            }
            Origin::Opened(contents) => (wide, Some(tree_file::answer(contents))),
        };
        TreeInfoAnswer {
            command: "tree info",
            file: self.mesh.to_string_lossy().into_owned(),
            triangles: model.mesh().triangle_count(),
            verified: tree_file.is_some().then_some(true),
            tree_file,
            wide,
        }
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
