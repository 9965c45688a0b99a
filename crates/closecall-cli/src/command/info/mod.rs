//! `closecall info FILE`: what a mesh file holds.

mod page;

pub use page::{Volumes, page};

use std::path::{Path, PathBuf};

use closecall::mesh::{Inspection, Part, inspect};
use closecall_flight::BodyFile;
use serde_json::{Map, Value, json as value};

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
        if self.self_ {
            let pairs = read.body.clone().into_model().self_intersections();
            text += &crossings(&pairs);
            json.insert("self_intersections".to_owned(), pairs.len().into());
            json.insert("self_pairs".to_owned(), value!(&pairs[..pairs.len().min(SELF_PAIRS)]));
        }
        let mut outcome = CommandAnswer { verdict: Ending::Done, text, json, warnings };
        if let Some(report) = report {
            report.write(&page(&self.file, read.body.mesh(), None, &outcome.text), &mut outcome);
        }
        Ok(outcome)
    }
}

/// So many pairs of triangles that run through each other are in the JSON, and so many are listed
/// for people.
const SELF_PAIRS: usize = 10_000;
const SELF_PAIRS_SHOWN: usize = 10;

/// For people: what runs through itself.
fn crossings(pairs: &[(u32, u32)]) -> String {
    let shown: String =
        pairs.iter().take(SELF_PAIRS_SHOWN).map(|(i, j)| format!(" {i}:{j}")).collect();
    let more = if pairs.len() > SELF_PAIRS_SHOWN { " …" } else { "" };
    format!("self        {} of triangles meet{shown}{more}\n", counted(pairs.len() as u64, "pair"))
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
