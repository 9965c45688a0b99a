//! `closecall-lab info FILE`: a mesh, and on a page the volumes of a level of its tree (Klosowski
//! 1998, Figures 2 to 4).

use std::path::PathBuf;

use closecall::Mesh;
use closecall::mesh::inspect;
use closecall_cli::answer::fields;
use closecall_cli::command::info::{Volumes, answer, page, text};
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending};
use closecall_cli::output::Files;
use closecall_cli::report::ReportArg;
use closecall_flight::BodyFile;
use closecall_flight::numbers::counted;

use super::tree::{ClassicArgs, check, soup};

/// The level that is shown unless another is asked for, of a tree that has this many.
const LEVEL: usize = 4;

/// The flags of `info`.
#[derive(clap::Args, Debug)]
pub struct LabInfoCommand {
    /// An STL, OBJ, PLY, glTF, 3MF, Collada or tree file.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    report: ReportArg,

    /// Show the volumes of a level of its tree in the report.
    #[arg(long, requires = "report")]
    volumes: bool,

    /// The number of levels under the root (default 4, or the last); leaves above that level are
    /// shown too, so that all triangles are covered.
    #[arg(long, value_name = "N", requires = "volumes")]
    level: Option<usize>,

    #[command(flatten, next_help_heading = "Tree of --volumes")]
    classic: ClassicArgs,
}

impl LabInfoCommand {
    /// Reads and inspects the file.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        if self.classic.are_given() && !self.volumes {
            return Err(Failure::of_usage(
                "--volumes",
                "a tree is shown only with --volumes".to_owned(),
            ));
        }
        let mut files = Files::default();
        files.read(&self.file)?;
        let report = self.report.file(&mut files)?;
        let mut warnings = Vec::new();
        let read = BodyFile::read(&self.file, &mut warnings)?;
        let inspection = inspect(read.body.mesh());
        warnings.extend(self.classic.warnings());
        let text = text(&self.file, &read, &inspection);
        let json = fields(&answer(&self.file, &read, &inspection));
        let mut outcome = CommandAnswer { verdict: Ending::Done, text, json, warnings };
        if let Some(report) = report {
            let shown = self.volumes.then(|| self.volumes(read.body.mesh())).transpose()?;
            report.write(
                &page(&self.file, read.body.mesh(), shown.as_ref(), &outcome.text),
                &mut outcome,
            );
        }
        Ok(outcome)
    }

    /// Builds the tree, and takes the volumes.
    fn volumes(&self, mesh: &Mesh) -> Result<Volumes, Failure> {
        let built = self.classic.build(mesh)?;
        let report = built.tree.report();
        let level = self.level.unwrap_or(LEVEL.min(report.height));
        check(level, &report)?;
        let surfaces = built.tree.level_surfaces(level);
        let meshes = surfaces.iter().map(|surface| soup(surface)).collect::<Result<Vec<Mesh>, _>>();
        let meshes = meshes.map_err(|error| Failure::of_usage("--level", error))?;
        let count = counted(meshes.len() as u64, "volume");
        let words = format!("level {level} of its tree: {count} ({})", built.text());
        Ok(Volumes { meshes, words })
    }
}
