//! `closecall info FILE`: what a mesh file holds.

mod page;

pub use page::{Volumes, page};

use std::path::{Path, PathBuf};

use closecall::Budget;
use closecall::mesh::{Inspection, Part, inspect};
use closecall::query::{SelfAsked, SelfIntersections};
use closecall_flight::{BodyFile, MeshOrModel};
use serde_json::{Map, Value, json as value};

use crate::command::tree::building;
use crate::console::{self, Form};
use crate::escaped::escaped;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending, object};
use crate::output::Files;
use crate::reading::ReadingArgs;
use crate::report::ReportArg;
use closecall_flight::numbers::{counted, grouped};

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

    /// With --self: stop after this much time or so many pairs of triangles, as in 2s or
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
        let inspection = inspect(read.body.mesh());
        let mut text = text(&self.file, &read, &inspection);
        let mut json = json(&self.file, &read, &inspection);
        let mut verdict = Ending::Done;
        if self.self_ {
            let found = self.crossings(&read.body);
            text += &crossings(&found, self.budget.as_ref());
            json.insert("self_intersections".to_owned(), found.count.into());
            json.insert("self_more".to_owned(), (!found.is_complete).into());
            json.insert("self_pairs".to_owned(), value!(&found.pairs));
            if found.count == 0 && !found.is_complete {
                verdict = Ending::Undecided;
            }
        }
        let mut outcome = CommandAnswer { verdict, text, json, warnings };
        if let Some(report) = report {
            report.write(&page(&self.file, read.body.mesh(), None, &outcome.text), &mut outcome);
        }
        Ok(outcome)
    }
}

impl InfoCommand {
    /// The places where it runs through itself.
    fn crossings(&self, body: &MeshOrModel) -> SelfIntersections {
        let triangles = body.mesh().triangle_count();
        let model = {
            let _working = building(triangles);
            body.clone().into_model()
        };
        let keep = if console::form() == Form::Json { SELF_PAIRS } else { SELF_PAIRS_SHOWN };
        let asked = SelfAsked::default().keep(keep).most(SELF_MOST);
        let asked = asked.budget(self.budget.unwrap_or_default());
        let bar = console::progress("self", triangles);
        model.self_intersections_asked(&asked, |done| bar.set_position(done as u64))
    }
}

/// When so many pairs are found, the search ends.
const SELF_MOST: u64 = 1_000_000;

/// So many pairs of triangles that run through each other are in the JSON, and so many are listed
/// for people.
const SELF_PAIRS: usize = 10_000;
const SELF_PAIRS_SHOWN: usize = 10;

/// For people: what runs through itself.
fn crossings(found: &SelfIntersections, budget: Option<&Budget>) -> String {
    let shown: String =
        found.pairs.iter().take(SELF_PAIRS_SHOWN).map(|(i, j)| format!(" {i}:{j}")).collect();
    let more = if found.count > SELF_PAIRS_SHOWN as u64 { " …" } else { "" };
    let count = counted(found.count, "pair");
    let count = match (found.is_complete, budget) {
        (true, _) => format!("{count} of triangles meet"),
        (false, Some(budget)) if found.count < SELF_MOST => {
            format!("{count} of triangles found to meet after {budget}, there may be more:")
        }
        (false, _) => format!("at least {count} of triangles meet, some of them:"),
    };
    format!("self        {count}{shown}{more}\n")
}

/// For programs. `unit` is there only if the file states one.
pub fn json(file: &Path, read: &BodyFile, inspection: &Inspection) -> Map<String, Value> {
    let mut map = object(value!({
        "command": "info",
        "file": file.to_string_lossy(),
        "format": read.format,
        "vertices": inspection.vertices,
        "positions": inspection.positions,
        "triangles": inspection.triangles,
        "min": inspection.min.to_array(),
        "max": inspection.max.to_array(),
        "size": (inspection.max - inspection.min).to_array(),
        "degenerate": inspection.degenerate,
        "duplicates": inspection.duplicates,
        "closed": inspection.closed,
        "boundary_edges": inspection.boundary_edges,
        "non_manifold_edges": inspection.non_manifold_edges,
        "components": inspection.components,
        "euler_characteristic": inspection.euler_characteristic,
        "parts": read.parts.iter().map(part).collect::<Vec<_>>(),
    }));
    map.extend(read.unit.map(|unit| ("unit".to_owned(), unit.to_string().into())));
    map
}

/// For people.
pub fn text(file: &Path, read: &BodyFile, inspection: &Inspection) -> String {
    let count = |number: usize, noun: &str| counted(number as u64, noun);
    let [size, min, max] = [inspection.max - inspection.min, inspection.min, inspection.max];
    let surface = if inspection.closed {
        "closed: every edge belongs to two triangles".to_owned()
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
        format!("extent      {:?} × {:?} × {:?}", size.x, size.y, size.z),
        format!(
            "            from {:?} {:?} {:?} to {:?} {:?} {:?}",
            min.x, min.y, min.z, max.x, max.y, max.z
        ),
        format!("degenerate  {}", count(inspection.degenerate, "triangle")),
        format!("duplicate   {}", count(inspection.duplicates, "triangle")),
        format!("surface     {surface}"),
        format!("components  {}", grouped(inspection.components as u64)),
        format!("euler       {}", inspection.euler_characteristic),
    ];
    lines.extend(read.unit.map(|unit| format!("unit        {unit}")));
    lines.extend(
        (!read.parts.is_empty())
            .then(|| format!("parts       {}", grouped(read.parts.len() as u64))),
    );
    lines.into_iter().map(|line| line + "\n").collect()
}

fn part(Part { name, triangles }: &Part) -> Value {
    value!({ "name": name, "first_triangle": triangles.start, "triangles": triangles.len() })
}
