//! `closecall world SCENE`: many bodies, or a robot, step by step.
//!
//! Answers are the same for any number of threads, and so is every byte that is printed.

mod near;
mod page;
mod report;

use std::path::PathBuf;

use closecall::Budget;
use closecall::world::Handle;
use closecall_robot::Scene;

use self::near::NearestBodies;
use self::page::ShownWorld;
use crate::answer::{BudgetAnswer, fields};
use crate::console::{self, Form};
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::question::{Mode, TrianglePair};
use crate::report::ReportArg;
use crate::scene::{
    LeftOut, SceneArgs, TouchingPair, TouchingPairs, Wanted, hint, touching, touching_within,
};
use crate::threads::{MAX_THREADS, threads};

/// The flags of `world`.
#[derive(clap::Args, Debug, Default)]
pub struct WorldCommand {
    /// Scene file (JSON) or robot (URDF); the bytes tell which. Without one, an arm moves about in
    /// a built-in cell.
    #[arg(value_name = "SCENE")]
    scene: Option<PathBuf>,

    #[command(flatten)]
    files: SceneArgs,

    /// Motions between steps are the question of `sweep`.
    #[arg(long, hide = true)]
    sweep: bool,

    /// Also say how near every two bodies come, and in which step.
    #[arg(long, conflicts_with = "exact_shapes")]
    nearest: bool,

    /// Ask for every pair of touching triangles, not only for the bodies that touch.
    #[arg(long)]
    all: bool,

    /// List at most N pairs of triangles of two bodies and say `truncated`. Implies --all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_pairs: Option<u64>,

    /// Stop every step after this much time or this many tests of two volumes or triangles, as in 1ms
    /// or 20000tests: all pairs share it, the most dangerous first. Pairs that stay undecided are
    /// named; if nothing else touches, the exit code is 3.
    #[arg(long, allow_hyphen_values = true, value_name = "BUDGET", conflicts_with_all = ["all", "max_pairs", "report", "gltf"])]
    budget: Option<Budget>,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,

    #[command(flatten)]
    report: ReportArg,
}

/// The question about two bodies that may touch.
#[derive(Clone, Copy, Debug)]
struct Asked {
    mode: Mode,
    /// How many pairs of triangles are listed.
    most: usize,
}

impl Asked {
    fn shown(self, pair: &TouchingPair) -> &[TrianglePair] {
        &pair.triangles[..pair.triangles.len().min(self.most)]
    }

    fn truncates(self, pair: &TouchingPair) -> bool {
        pair.count > self.most as u64
    }
}

impl WorldCommand {
    /// Checks every step.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let pool = threads(self.threads.map_or(0, usize::from))?;
        let mut files = Files::default();
        if self.sweep {
            let why = "between the steps, too, it is asked with `closecall sweep SCENE`";
            return Err(Failure::of_usage("--sweep", why));
        }
        files.read_all(self.scene.iter().chain(self.files.given()).map(PathBuf::as_path))?;
        let report = self.report.file(&mut files)?;
        let mut scene = pool.install(|| self.files.scene(self.scene.as_deref()))?;
        files.read_all(scene.files.iter().map(PathBuf::as_path))?;
        if !scene.world.looks_at_any_pair() {
            scene.warnings.iter().for_each(|warning| console::insist(warning));
        }
        let asked = self.asked();
        let near =
            self.nearest.then(|| NearestBodies::ask(&scene, report.is_some(), &pool)).transpose();
        let near = near.map_err(Failure::of_fault)?;
        let answers = match &self.budget {
            Some(budget) => touching_within(&mut scene.world, &scene.steps, budget)?,
            None => {
                let wanted = wanted(asked, report.is_some());
                touching(&mut scene.world, &scene.steps, wanted, &pool)?
            }
        };
        let verdict = verdict(&scene, &answers);
        let file =
            self.scene.as_ref().map_or_else(|| "built-in".into(), |file| file.to_string_lossy());
        let left_out = LeftOut::of(&scene);
        let mut answer = report::answer(&file, &scene, asked, &answers, left_out.told());
        answer.budget = self.budget.as_ref().map(BudgetAnswer::of);
        if let Some(near) = &near {
            let (distances, nearest) = near.answer(&scene);
            (answer.distances, answer.nearest) = (Some(distances), nearest);
        }
        let mut outcome = CommandAnswer {
            verdict,
            text: report::text(&scene, asked, &answers, self.budget.as_ref()),
            json: fields(&answer),
            warnings: scene.warnings.clone(),
        };
        let touching: Vec<[Handle; 2]> = answers
            .iter()
            .flatten()
            .filter(|pair| !pair.undecided)
            .map(|pair| [pair.a, pair.b])
            .collect();
        outcome.text += &hint(&scene, &touching);
        if let Some(near) = &near {
            outcome.text += &near.text(&scene);
        }
        left_out.add_to(&mut outcome);
        if let Some(report) = report {
            let shown =
                ShownWorld::new(&scene, &answers, near.as_ref()).map_err(Failure::of_fault)?;
            let page = shown.page(&outcome.text, &outcome.verdict, left_out.notes());
            report.write(&page, &mut outcome);
        }
        Ok(outcome)
    }

    fn asked(&self) -> Asked {
        let mode = if self.all || self.max_pairs.is_some() { Mode::All } else { Mode::First };
        let most =
            self.max_pairs.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        Asked { mode, most }
    }
}

/// The contacts to find: all triangles for a page and for programs, a few for people, and one
/// collision for an exit code.
fn wanted(asked: Asked, is_shown: bool) -> Wanted {
    match (console::form(), asked.mode) {
        _ if is_shown => Wanted::Triangles { most: usize::MAX },
        (Form::Nothing, _) => Wanted::Any,
        (_, Mode::First) => Wanted::Bodies,
        (Form::Json, Mode::All) => Wanted::Triangles { most: asked.most },
        (Form::Text, Mode::All) => {
            Wanted::Triangles { most: asked.most.min(report::TRIANGLES_SHOWN) }
        }
    }
}

/// A certain collision in any step, or else what is undecided, or else nothing. Where no two bodies
/// are looked at, nothing is known.
fn verdict(scene: &Scene, answers: &[TouchingPairs]) -> Ending {
    if answers.iter().flatten().any(|pair| !pair.undecided) {
        Ending::Collision
    } else if answers.iter().any(|touching| !touching.is_empty())
        || !scene.world.looks_at_any_pair()
    {
        Ending::Undecided
    } else {
        Ending::Clear
    }
}
