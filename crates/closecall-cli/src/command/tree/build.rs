//! `closecall tree build MESH -o FILE`: a mesh and its wide tree in one file.

use closecall::engine::{
    files::{Contents, is_tree_file},
    geom::GlamMesh as _,
    tree::tree_report,
};
use std::fs;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use clap::ValueEnum;
use closecall::query::{BuildOptions, Quality, TreeMemory};
use closecall::{Budget, Mesh, Model};
use closecall_flight::BodyFile;
use closecall_flight::numbers::{counted, figures};

use super::{tree_file, wide};
use crate::answer::{BudgetAnswer, TreeBuildAnswer, TreeGivenUpAnswer, fields};
use crate::budget_watch::building;
use crate::escaped::escaped;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::reading::ReadingArgs;

/// The flags of `tree build`.
#[derive(clap::Args, Debug)]
pub struct Build {
    /// The mesh; of a tree file, the mesh in it.
    #[arg(value_name = "MESH")]
    mesh: PathBuf,

    /// The tree file to write. It takes its place when it is whole; a tree file that was there is
    /// replaced.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// How much care the build takes: tight trees take about twice the time to build.
    #[arg(long, value_enum, default_value = "fast")]
    quality: QualityArg,

    /// How much memory the tree may take: a small one may answer up to a fifth slower.
    #[arg(long, value_enum, default_value = "ample")]
    memory: MemoryArg,

    /// Replace a file that is not a tree file.
    #[arg(long)]
    force: bool,

    /// Give up after this much time, as in 10s, and write nothing: exit code 3.
    #[arg(long, allow_hyphen_values = true, value_name = "TIME")]
    budget: Option<Budget>,

    #[command(flatten)]
    reading: ReadingArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum QualityArg {
    Fast,
    Tight,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MemoryArg {
    Ample,
    Small,
}

/// The file that was built and saved.
struct Saved {
    model: Model,
    /// The content of the file, if it could be written.
    contents: Option<Contents>,
    ms: f64,
}

impl Build {
    /// Builds and saves.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        self.check_place()?;
        let mut files = Files::default();
        if !is_tree_file(&self.mesh) || self.reading.options().scale.is_some() {
            // The tree of a tree file may be built again in its place: the mesh in it stays.
            files.read(&self.mesh)?;
        }
        let output = files.write("--out", Some(&self.out))?;
        let mut warnings = Vec::new();
        let read = self.reading.read(&self.mesh, &mut files, &mut warnings)?;
        self.reading.judge([(&*self.mesh, read.unit)], &mut warnings)?;
        warnings.extend(self.left_out(&read));
        let working = building(read.body.mesh().triangle_count());
        let start = Instant::now();
        let model = self.built(read.body.into_mesh())?;
        let ms = start.elapsed().as_secs_f64() * 1e3;
        drop(working);
        let Some(model) = model else { return Ok(self.given_up(warnings)) };
        let output = output.expect("there is a name for it");
        let written = model.save(output.path()).and_then(|()| Contents::read(output.path()));
        let (contents, written) = match written {
            Ok(contents) => (Some(contents), output.finish().map(Some)),
            Err(error) => (None, Err(Failure::of_file(&self.out, error.problem()))),
        };
        let saved = Saved { model, contents, ms };
        let (text, json) = (self.text(&saved), fields(&self.answer(&saved)));
        let mut outcome = CommandAnswer { verdict: Ending::Done, text, json, warnings };
        outcome.settle(written);
        Ok(outcome)
    }

    /// The model; none if that would take longer than the budget. The work then ends with the
    /// program.
    fn built(&self, mesh: Mesh) -> Result<Option<Model>, Failure> {
        let options = self.options();
        let Some(budget) = self.budget else {
            return Ok(Some(Model::with_options(mesh, &options)));
        };
        let Some(time) = budget.time_allowed() else {
            return Err(Failure::of_usage("--budget", "a tree is built within a time, as in 10s"));
        };
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || sender.send(Model::with_options(mesh, &options)));
        Ok(receiver.recv_timeout(time).ok())
    }

    fn given_up(&self, warnings: Vec<String>) -> CommandAnswer {
        let budget = self.budget.unwrap_or_default();
        let text =
            format!("undecided: the tree was not built after {budget}; nothing is written\n");
        let answer = TreeGivenUpAnswer {
            command: "tree build",
            mesh: self.mesh.to_string_lossy().into_owned(),
            undecided: true,
            budget: BudgetAnswer::of(&budget),
        };
        let json = fields(&answer);
        CommandAnswer { verdict: Ending::Undecided, text, json, warnings }
    }

    fn options(&self) -> BuildOptions {
        let quality = match self.quality {
            QualityArg::Fast => Quality::Fast,
            QualityArg::Tight => Quality::Tight,
        };
        let memory = match self.memory {
            MemoryArg::Ample => TreeMemory::Ample,
            MemoryArg::Small => TreeMemory::Small,
        };
        BuildOptions::new(quality, memory)
    }

    fn memory(&self) -> &'static str {
        match self.memory {
            MemoryArg::Ample => "ample",
            MemoryArg::Small => "small",
        }
    }

    /// A new file takes the place of this one, which must not hit a device, nor something that
    /// cannot be made again.
    fn check_place(&self) -> Result<(), Failure> {
        let refused = |message: &str| Err(Failure::of_file(&self.out, &message));
        match fs::metadata(&self.out) {
            Err(_) => Ok(()),
            Ok(there) if !there.is_file() => refused("cannot be written: it is not a regular file"),
            Ok(there) if there.len() > 0 && !is_tree_file(&self.out) && !self.force => {
                refused("is there already, and is not a tree file; --force replaces it")
            }
            Ok(_) => Ok(()),
        }
    }

    /// The warnings of the mesh's file that a tree file does not keep.
    fn left_out(&self, read: &BodyFile) -> Option<String> {
        let names = read.parts.iter().filter(|part| !part.name.is_empty()).count() as u64;
        let names = (names > 0).then(|| format!("{} of parts", counted(names, "name")));
        names.map(|what| format!("{}: a tree file does not keep {what}", self.mesh.display()))
    }

    fn answer(&self, saved: &Saved) -> TreeBuildAnswer {
        let mesh = saved.model.mesh();
        TreeBuildAnswer {
            command: "tree build",
            file: self.mesh.to_string_lossy().into_owned(),
            out: self.out.to_string_lossy().into_owned(),
            triangles: mesh.triangle_count(),
            vertices: mesh.points().len(),
            memory: self.memory(),
            build_ms: saved.ms,
            build_threads: rayon::current_num_threads(),
            tree_file: saved.contents.as_ref().map(tree_file::answer),
            wide: wide::answer(&tree_report(&saved.model)),
        }
    }

    fn text(&self, saved: &Saved) -> String {
        let triangles = counted(saved.model.mesh().triangle_count() as u64, "triangle");
        let threads = counted(rayon::current_num_threads() as u64, "thread");
        let mut lines =
            vec![format!("mesh    {}: {triangles}", escaped(&self.mesh.display().to_string()))];
        lines.extend(saved.contents.as_ref().map(tree_file::line));
        lines.push(format!("{}, memory {}", wide::line(&tree_report(&saved.model)), self.memory()));
        lines.push(format!("build   {} ms on {threads}", figures(saved.ms)));
        lines.into_iter().map(|line| line + "\n").collect()
    }
}
