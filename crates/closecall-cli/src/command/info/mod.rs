//! `closecall info FILE`: what a mesh file holds.

mod page;

pub use page::{Volumes, page};

use std::path::{Path, PathBuf};

use closecall::mesh::{Inspection, Part, inspect};
use closecall_flight::BodyFile;
use serde_json::{Map, Value, json as value};

use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict, object};
use crate::report::ReportArg;
use closecall_flight::numbers::{counted, grouped};

/// The flags of `info`.
#[derive(clap::Args, Debug)]
pub struct Info {
    /// An STL, OBJ, PLY, glTF, 3MF or tree file.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    report: ReportArg,
}

impl Info {
    /// Reads and inspects the file.
    pub fn run(&self) -> Result<Outcome, Failure> {
        let report = self.report.file()?;
        let mut warnings = Vec::new();
        let read = BodyFile::read(&self.file, &mut warnings)?;
        let inspection = inspect(read.body.mesh());
        let text = text(&self.file, &read, &inspection);
        let json = json(&self.file, &read, &inspection);
        let mut outcome = Outcome { verdict: Verdict::Done, text, json, warnings };
        if let Some(report) = report {
            report.write(&page(&self.file, read.body.mesh(), None, &outcome.text), &mut outcome)?;
        }
        Ok(outcome)
    }
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
        format!("open: {} of one triangle, {} of more than two", count(boundary, "edge"), grouped(crowded as u64))
    };
    let mut lines = vec![
        format!("file        {} ({})", file.display(), read.format),
        format!("triangles   {}", grouped(inspection.triangles as u64)),
        format!("vertices    {} at {}", grouped(inspection.vertices as u64), count(inspection.positions, "position")),
        format!("extent      {:?} × {:?} × {:?}", size.x, size.y, size.z),
        format!("            from {:?} {:?} {:?} to {:?} {:?} {:?}", min.x, min.y, min.z, max.x, max.y, max.z),
        format!("degenerate  {}", count(inspection.degenerate, "triangle")),
        format!("duplicate   {}", count(inspection.duplicates, "triangle")),
        format!("surface     {surface}"),
        format!("components  {}", grouped(inspection.components as u64)),
        format!("euler       {}", inspection.euler_characteristic),
    ];
    lines.extend(read.unit.map(|unit| format!("unit        {unit}")));
    lines.extend((!read.parts.is_empty()).then(|| format!("parts       {}", grouped(read.parts.len() as u64))));
    lines.into_iter().map(|line| line + "\n").collect()
}

fn part(Part { name, triangles }: &Part) -> Value {
    value!({ "name": name, "first_triangle": triangles.start, "triangles": triangles.len() })
}
