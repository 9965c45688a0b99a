//! `closecall info FILE`: what a mesh file holds.

mod page;

pub use page::{Volumes, page};

use std::path::{Path, PathBuf};

use closecall::engine::geom::GlamMesh as _;
use closecall::mesh::{Inspection, Part, inspect};
use closecall::query::ContactPairs;
use closecall::{Ask, Budget, Mesh};
use closecall_flight::{BodyFile, MeshOrModel};

use crate::answer::{InfoAnswer, PartAnswer, SelfAnswer, fields};
use crate::budget_watch::building;
use crate::console;
use crate::escaped::escaped;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::reading::ReadingArgs;
use crate::report::ReportArg;
use closecall_flight::numbers::{counted, digits, grouped, stored};

/// The flags of `info`.
#[derive(clap::Args, Debug)]
pub struct InfoCommand {
    /// An STL, OBJ, PLY, glTF, 3MF, Collada or tree file.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Look for triangles that run through each other, beyond the corners and edges they have in
    /// common.
    #[arg(long = "self")]
    self_: bool,

    /// With --self: stop after this much time or this many pairs of triangles, as in 2s or
    /// 100000tests. Where no pair was found by then, the exit code is 3.
    #[arg(long, value_name = "BUDGET", allow_hyphen_values = true, requires = "self_")]
    budget: Option<Budget>,

    #[command(flatten)]
    report: ReportArg,

    #[command(flatten)]
    reading: ReadingArgs,
}

impl InfoCommand {
    /// Reads and inspects the file.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let mut files = Files::default();
        files.read(&self.file)?;
        let report = self.report.file(&mut files)?;
        let mut warnings = Vec::new();
        let read = self.reading.read(&self.file, &mut files, &mut warnings)?;
        self.reading.judge([(&*self.file, read.unit)], &mut warnings)?;
        let inspection = inspect(read.body.mesh());
        let mut text = text(&self.file, &read, &inspection);
        let mut answer = answer(&self.file, &read, &inspection);
        let mut verdict = Ending::Done;
        if self.self_ {
            let found = self.crossings(&read.body);
            text += &crossings(&found, self.budget.as_ref());
            answer.crossings = Some(SelfAnswer {
                self_intersections: found.pairs.len(),
                self_more: found.rest.is_some(),
                self_pairs: found.pairs[..found.pairs.len().min(SELF_PAIRS)].to_vec(),
            });
            if found.pairs.is_empty() && found.rest.is_some() {
                verdict = Ending::Undecided;
            }
        }
        let mut outcome = CommandAnswer { verdict, text, json: fields(&answer), warnings };
        if let Some(report) = report {
            report.write(&page(&self.file, read.body.mesh(), None, &outcome.text), &mut outcome);
        }
        Ok(outcome)
    }
}

impl InfoCommand {
    /// The places where it runs through itself.
    fn crossings(&self, body: &MeshOrModel) -> ContactPairs {
        let triangles = body.mesh().triangle_count();
        let model = {
            let _working = building(triangles);
            body.clone().into_model()
        };
        let ask = Ask::new().most(SELF_MOST).budget(self.budget.unwrap_or_default());
        let bar = console::progress("self", triangles);
        model.self_intersections_asked(ask, |done| bar.set_position(done as u64))
    }
}

/// When this many pairs are found, the search ends.
const SELF_MOST: u64 = 1_000_000;

/// The number of pairs of triangles that run through each other in the JSON, and the number that are listed
/// for people.
const SELF_PAIRS: usize = 10_000;
const SELF_PAIRS_SHOWN: usize = 10;

/// For people: what runs through itself.
fn crossings(found: &ContactPairs, budget: Option<&Budget>) -> String {
    let shown: String =
        found.pairs.iter().take(SELF_PAIRS_SHOWN).map(|(i, j)| format!(" {i}:{j}")).collect();
    let more = if found.pairs.len() > SELF_PAIRS_SHOWN { " …" } else { "" };
    let found_count = found.pairs.len() as u64;
    let count = counted(found_count, "pair");
    let count = match (found.rest, budget) {
        (None, _) => format!("{count} of triangles meet"),
        (Some(_), Some(budget)) if found_count < SELF_MOST => {
            format!("{count} of triangles found to meet after {budget}, there may be more:")
        }
        (Some(_), _) => format!("at least {count} of triangles meet, some of them:"),
    };
    format!("self        {count}{shown}{more}\n")
}

/// For programs. `unit` is there only if the file states one.
pub fn answer(file: &Path, read: &BodyFile, inspection: &Inspection) -> InfoAnswer {
    let measures = Measures::of(read.body.mesh());
    let enclosed = inspection.closed.then_some(measures.volume);
    InfoAnswer {
        command: "info",
        file: file.to_string_lossy().into_owned(),
        format: read.format.clone(),
        vertices: inspection.vertices,
        positions: inspection.positions,
        triangles: inspection.triangles,
        min: inspection.min,
        max: inspection.max,
        size: size(inspection),
        degenerate: inspection.degenerate,
        duplicates: inspection.duplicates,
        closed: inspection.closed,
        boundary_edges: inspection.boundary_edges,
        non_manifold_edges: inspection.non_manifold_edges,
        components: inspection.components,
        euler_characteristic: inspection.euler_characteristic,
        parts: read.parts.iter().map(part).collect(),
        unit: read.unit.map(|unit| unit.to_string()),
        area: measures.area,
        volume: enclosed.map(f64::abs),
        inside_out: enclosed.map(|volume| volume < 0.0),
        crossings: None,
    }
}

/// How large a surface is, and what it encloses, rounded.
struct Measures {
    area: f64,
    /// Of a closed mesh; negative if its faces look inwards.
    volume: f64,
}

impl Measures {
    fn of(mesh: &Mesh) -> Self {
        let (mut area, mut volume) = (0.0, 0.0);
        let Some(origin) = mesh.iter().next().map(|triangle| triangle[0]) else {
            return Self { area, volume };
        };
        for [a, b, c] in mesh.iter() {
            let normal = (b - a).cross(c - a);
            area += normal.length() / 2.0;
            volume += (a - origin).dot(normal) / 6.0;
        }
        Self { area, volume }
    }
}

/// The lengths of the sides of the box.
fn size(inspection: &Inspection) -> [f64; 3] {
    std::array::from_fn(|axis| inspection.max[axis] - inspection.min[axis])
}

/// For people.
pub fn text(file: &Path, read: &BodyFile, inspection: &Inspection) -> String {
    let count = |number: usize, noun: &str| counted(number as u64, noun);
    let [size, min, max] = [size(inspection), inspection.min, inspection.max];
    let measures = Measures::of(read.body.mesh());
    let surface = if inspection.closed {
        "closed (watertight): every edge belongs to two triangles".to_owned()
    } else {
        let [boundary, crowded] = [inspection.boundary_edges, inspection.non_manifold_edges];
        format!(
            "open: {} of one triangle, {} of more than two",
            count(boundary, "edge"),
            grouped(crowded as u64)
        )
    };
    let mut lines = vec![
        format!("file        {} ({})", escaped(&file.display().to_string()), read.format),
        format!("triangles   {}", grouped(inspection.triangles as u64)),
        format!(
            "vertices    {} at {}",
            grouped(inspection.vertices as u64),
            count(inspection.positions, "position")
        ),
        format!("extent      {}", size.map(stored).join(" × ")),
        format!("            from {} to {}", min.map(stored).join(" "), max.map(stored).join(" ")),
        format!("area        {}", digits(measures.area)),
        format!("degenerate  {}", count(inspection.degenerate, "triangle")),
        format!("duplicate   {}", count(inspection.duplicates, "triangle")),
        format!("surface     {surface}"),
        format!("components  {}", grouped(inspection.components as u64)),
        format!(
            "euler       {} (2 for each ball, 0 for each ring)",
            inspection.euler_characteristic
        ),
    ];
    if inspection.closed {
        let side = if measures.volume < 0.0 { ", inside out: faces look inwards" } else { "" };
        lines.push(format!("volume      {}{side}", digits(measures.volume.abs())));
    }
    let unit = read.unit.map_or_else(|| "not stated".to_owned(), |unit| unit.to_string());
    lines.push(format!("unit        {unit}"));
    lines.extend(
        (!read.parts.is_empty())
            .then(|| format!("parts       {}", grouped(read.parts.len() as u64))),
    );
    lines.into_iter().map(|line| line + "\n").collect()
}

fn part(Part { name, triangles }: &Part) -> PartAnswer {
    PartAnswer { name: name.clone(), first_triangle: triangles.start, triangles: triangles.len() }
}
