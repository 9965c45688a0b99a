//! `closecall check A B`: two meshes at one pose, or along a path.

mod budget_path;
mod explain;
mod gpu;
mod kind;
mod page;
mod path;
mod report;
mod timed;
mod touching_rows;

use std::io::{self, Write};
use std::path::PathBuf;

use closecall::geom::Clearance;
use closecall::mesh::{write_contacts_as, write_painted_as};
use closecall::query::Collision;
use closecall::{Ask, Budget, Cost, Model, Pair, Pose, Solid};
use closecall_flight::MeshOrModel;
use closecall_flight::numbers::counted;

use self::explain::{Explanation, PairArg};
use self::kind::{KindAsked, KindFound};
use self::path::PathArgs;
use crate::answer::fields;
use crate::budget_watch::{Working, building};
use crate::console::{self, Form};
use crate::escaped::escaped;
use crate::failure::Failure;
use crate::flags::clearance;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::patches::{MOST_GROUPED, Patch, patches};
use crate::picture::PictureFile;
use crate::pose::PoseArgs;
use crate::question::{Found, Keep, Mode, Question, QuestionArgs, TrianglePair};
use crate::reading::{ReadingArgs, doubt};
use crate::report::ReportArg;

/// The flags of `check`.
#[derive(clap::Args, Debug)]
pub struct Check {
    /// Mesh or tree file A, which stands still.
    #[arg(value_name = "A")]
    a: PathBuf,

    /// Mesh or tree file B, which is posed in A's frame.
    #[arg(value_name = "B")]
    b: PathBuf,

    #[command(flatten)]
    pose: PoseArgs,

    #[command(flatten)]
    question: QuestionArgs,

    /// Triangles no further apart than this count as touching; 0 asks for true contact.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clearance)]
    clearance: Option<Clearance>,

    /// Write the touching pairs as CSV with the header a,b.
    #[arg(long, value_name = "FILE", conflicts_with = "first")]
    pairs: Option<PathBuf>,

    /// Write the touching triangles, in A's frame: .obj of two groups, or .ply or .glb of two
    /// colours.
    #[arg(long, value_name = "FILE", conflicts_with = "first", value_parser = PictureFile::with_endings(&["obj", "ply", "glb"]))]
    contacts: Option<PictureFile>,

    /// Write both meshes, in A's frame, with what touches in other colours: .ply or .glb.
    #[arg(long, value_name = "FILE", conflicts_with = "first", value_parser = PictureFile::with_endings(&["ply", "glb"]))]
    scene: Option<PictureFile>,

    /// Say how triangle I of A and triangle J of B lie to each other.
    #[arg(long, value_name = "I:J")]
    explain: Option<PairArg>,

    /// Take both bodies as solids: what lies inside counts. Both meshes must be closed.
    #[arg(long)]
    solid: bool,

    /// Say in what way they meet: apart, touching, crossing, contained or identical. Solids if both
    /// meshes are closed.
    #[arg(long)]
    kind: bool,

    /// With --kind: say how deep solids are in each other, between two bounds, and the translation
    /// that parts them. Of large meshes that takes long.
    #[arg(long, requires = "kind")]
    depth: bool,

    /// Stop after this much time or this many tests of two volumes or triangles, as in 50us or
    /// 200tests. Where nothing was proved by then, the exit code is 3, with a bound on how deep the
    /// bodies may reach into each other. With --kind it is the budget of the kind and of --depth.
    #[arg(
        long,
        value_name = "BUDGET",
        allow_hyphen_values = true,
        conflicts_with_all = ["solid", "explain", "pairs", "contacts", "scene", "report", "gltf", "max_pairs"]
    )]
    budget: Option<Budget>,

    #[command(flatten)]
    path: PathArgs,

    #[command(flatten)]
    report: ReportArg,

    #[command(flatten)]
    reading: ReadingArgs,
}

/// The answer of `check`.
struct Checked {
    pose: Pose,
    clearance: Option<Clearance>,
    triangles: [usize; 2],
    mode: Mode,
    found: Found,
    pairs: Vec<TrianglePair>,
    cost: Cost,
    /// The patches in which they touch, if the pairs are known and not too many.
    patches: Option<Vec<Patch>>,
    explanation: Option<Explanation>,
    solid: bool,
    inside: Option<Collision>,
    kind: Option<KindFound>,
}

impl Checked {
    /// Do they collide, in the meaning that was asked for?
    fn collides(&self) -> bool {
        let by_kind = self.kind.as_ref().is_some_and(KindFound::meets);
        self.found.count > 0 || self.inside.is_some() || by_kind
    }

    /// Were they taken as solids?
    fn is_of_solids(&self) -> bool {
        self.solid || self.kind.as_ref().is_some_and(|kind| kind.meaning() == "solids")
    }
}

impl Check {
    /// Checks.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        if let Some(file) = self.path.file() {
            return path::run(self, file);
        }
        if let Some(budget) = self.budget.as_ref().filter(|_| !self.kind) {
            return timed::run(self, budget);
        }
        let mut files = Files::default();
        files.read_all([&*self.a, &*self.b])?;
        let list = files.write("--pairs", self.pairs.as_deref())?;
        let contacts =
            files.write("--contacts", self.contacts.as_ref().map(|picture| &*picture.0))?;
        let scene = files.write("--scene", self.scene.as_ref().map(|picture| &*picture.0))?;
        let report = self.report.file(&mut files)?;
        let mut warnings = Vec::new();
        let pose = self.pose.pose(&mut warnings)?;
        let [a, b] = self.bodies(&mut files, &mut warnings)?;
        let is_drawn = report.is_some() || self.contacts.is_some() || self.scene.is_some();
        let drawn = is_drawn.then(|| [a.clone(), b.clone()].map(MeshOrModel::into_mesh));
        let (checked, models) = self.check(a, b, pose)?;
        self.doubt(&models, [&pose], &mut warnings);
        let mut outcome = CommandAnswer {
            verdict: Ending::colliding(checked.collides()),
            text: report::text(self, &checked),
            json: fields(&report::told(self, &checked)),
            warnings,
        };
        let Checked { pose, pairs, .. } = &checked;
        outcome.fill(list, |out| write_pairs(out, pairs));
        if let Some([a, b]) = &drawn {
            if let Some(PictureFile(name)) = &self.contacts {
                outcome.fill(contacts, |out| write_contacts_as(name, out, [a, b], pose, pairs));
            }
            if let Some(PictureFile(name)) = &self.scene {
                let painted = page::painted([a, b], pose, pairs);
                outcome.fill(scene, |out| write_painted_as(name, out, &painted));
            }
            if let Some(report) = report {
                report.write(&page::page(self, [a, b], &checked), &mut outcome);
            }
        }
        Ok(outcome)
    }

    /// Both bodies.
    fn bodies(
        &self,
        files: &mut Files,
        warnings: &mut Vec<String>,
    ) -> Result<[MeshOrModel; 2], Failure> {
        let a = self.reading.read(&self.a, files, warnings)?;
        let b = self.reading.read(&self.b, files, warnings)?;
        self.reading.judge([(&*self.a, a.unit), (&self.b, b.unit)], warnings)?;
        Ok([a.body, b.body])
    }

    /// Warns if they are hardly in one unit.
    fn doubt<'p>(
        &self,
        [a, b]: &[Model; 2],
        poses: impl IntoIterator<Item = &'p Pose>,
        warnings: &mut Vec<String>,
    ) {
        doubt([(&self.a, a), (&self.b, b)], poses, warnings);
    }

    /// The question, and which pairs are kept for an answer: all for files and programs, a few for
    /// people. An exit code needs one contact only.
    fn wanted(&self) -> (Question, Keep) {
        let question = self.question.question(Mode::All);
        let is_written = self.pairs.is_some() || self.contacts.is_some() || self.scene.is_some();
        match console::form() {
            _ if is_written || self.report.is_given() => (question, Keep::All),
            Form::Json => (question, Keep::All),
            Form::Text => (question, Keep::Least(MOST_GROUPED)),
            Form::Nothing => (Question { mode: Mode::First, max_pairs: None }, Keep::None),
        }
    }

    fn check(
        &self,
        a: MeshOrModel,
        b: MeshOrModel,
        pose: Pose,
    ) -> Result<(Checked, [Model; 2]), Failure> {
        let clearance = self.clearance.unwrap_or(Clearance::NONE);
        let explanation = self
            .explain
            .map(|pair| pair.explain((a.mesh(), b.mesh()), &pose, clearance))
            .transpose()?;
        let (question, keep) = self.wanted();
        let triangles = [&a, &b].map(|body| body.mesh().triangle_count());
        let models = {
            let _working = building(triangles[0] + triangles[1]);
            [a, b].map(MeshOrModel::into_model)
        };
        let solids = self.solids(&models)?;
        // Surfaces first: a body inside the other is a case of its own.
        let pair = models[0].ask(&models[1], self.asked().counted());
        let mut pair = pair.map_err(Failure::of_message)?;
        let mut pairs = Vec::new();
        let working = Working::new("checking", None);
        let found = question.ask(keep, &mut pair, &pose, &mut pairs);
        let cost = pair.cost();
        drop(working);
        if question.mode == Mode::First && self.report.is_given() {
            // The page shows the touching pairs, also with `--first`.
            let all = Question { mode: Mode::All, max_pairs: None };
            all.ask(Keep::All, &mut pair, &pose, &mut pairs);
        }
        pairs.sort_unstable();
        let is_grouped =
            !pairs.is_empty() && pairs.len() as u64 == found.count && pairs.len() <= MOST_GROUPED;
        let meshes = models.each_ref().map(Model::mesh);
        let patches = is_grouped.then(|| patches(meshes, &pose, &pairs));
        let inside = match &solids {
            Some([a, b]) if found.count == 0 => {
                a.containment(b, &pose).map_err(Failure::of_message)?
            }
            _ => None,
        };
        let asked = KindAsked { depth: self.depth, budget: self.budget };
        let kind = self.kind.then(|| KindFound::of(&models, &pose, asked));
        let kind = kind.transpose().map_err(Failure::of_message)?;
        let (clearance, mode, solid) = (self.clearance, question.mode, self.solid);
        let checked = Checked {
            pose,
            clearance,
            triangles,
            mode,
            found,
            pairs,
            cost,
            patches,
            explanation,
            solid,
            inside,
            kind,
        };
        Ok((checked, models))
    }

    /// The names of both files, without their folders.
    fn names(&self) -> [String; 2] {
        [&self.a, &self.b]
            .map(|file| file.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }

    /// A line for each body: what it is called here, its file and its triangles.
    fn named(&self, triangles: [usize; 2]) -> [String; 2] {
        let [a, b] = [&self.a, &self.b].map(|file| escaped(&file.display().to_string()));
        let [of_a, of_b] = triangles.map(|count| counted(count as u64, "triangle"));
        [format!("  A  {a}: {of_a}"), format!("  B  {b}: {of_b}")]
    }

    /// The reading of the bodies.
    fn meaning(&self) -> &'static str {
        if self.solid { "solids" } else { "surfaces" }
    }

    /// How two surfaces or solids are asked.
    fn asked(&self) -> Ask {
        Ask::new().clearance(self.clearance.unwrap_or_default())
    }

    /// Both bodies as solids, if they are to be taken as such.
    fn solids(&self, [a, b]: &[Model; 2]) -> Result<Option<[Solid; 2]>, Failure> {
        if !self.solid {
            return Ok(None);
        }
        let solid =
            |model: &Model, file| model.solid().map_err(|error| Failure::of_file(file, &error));
        Ok(Some([solid(a, &self.a)?, solid(b, &self.b)?]))
    }

    /// Both bodies as they are to be taken, without memory between questions.
    fn pair(&self, models: &[Model; 2]) -> Result<Pair, Failure> {
        let pair = match self.solids(models)? {
            Some([a, b]) => Pair::new(&a, &b),
            None => Pair::new(&models[0], &models[1]),
        };
        Ok(pair.map_err(Failure::of_message)?.with(self.asked().cold()))
    }
}

fn write_pairs(out: &mut impl Write, pairs: &[TrianglePair]) -> io::Result<()> {
    writeln!(out, "a,b")?;
    pairs.iter().try_for_each(|(i, j)| writeln!(out, "{i},{j}"))
}
