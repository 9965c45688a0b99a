//! `closecall info FILE`: what a mesh file holds.

mod page;

use std::path::PathBuf;

use closecall::mesh::{Inspection, Part, inspect};
use closecall_lab::flight::BodyFile;
use serde_json::{Map, Value, json};

use super::tree::ClassicArgs;
use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict, object};
use crate::output::Files;
use crate::report::ReportArg;
use closecall_lab::numbers::{counted, grouped};

/// The flags of `info`.
#[derive(clap::Args, Debug)]
pub struct Info {
    /// An STL, OBJ, PLY, glTF, 3MF or tree file.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    report: ReportArg,

    /// Show the volumes of a level of its tree in the report.
    #[arg(long, requires = "report")]
    volumes: bool,

    /// How many levels under the root; leaves above that level are shown too, so that all triangles are covered.
    #[arg(long, value_name = "N", requires = "volumes", default_value = "4")]
    level: usize,

    #[command(flatten, next_help_heading = "Tree of --volumes")]
    classic: ClassicArgs,
}

impl Info {
    /// Reads and inspects the file.
    pub fn run(&self) -> Result<Outcome, Failure> {
        if self.classic.are_given() && !self.volumes {
            return Err(Failure::of_usage("--volumes", "a tree is shown only with --volumes".to_owned()));
        }
        let mut files = Files::default();
        files.read(&self.file)?;
        let report = self.report.file(&mut files)?;
        let mut warnings = Vec::new();
        let read = BodyFile::read(&self.file, &mut warnings)?;
        let inspection = inspect(read.body.mesh());
        warnings.extend(self.classic.warnings());
        let text = self.text(&read, &inspection);
        let json = self.json(&read, &inspection);
        let mut outcome = Outcome { verdict: Verdict::Done, text, json, warnings };
        if let Some(report) = report {
            let shown = self.volumes.then(|| page::volumes(&self.classic, read.body.mesh(), self.level)).transpose()?;
            report.write(&page::page(&self.file, read.body.mesh(), shown.as_ref(), &outcome.text), &mut outcome);
        }
        Ok(outcome)
    }

    /// `unit` is there only if the file states one.
    fn json(&self, read: &BodyFile, inspection: &Inspection) -> Map<String, Value> {
        let mut map = object(json!({
            "command": "info",
            "file": self.file.to_string_lossy(),
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

    fn text(&self, read: &BodyFile, inspection: &Inspection) -> String {
        let count = |number: usize, noun: &str| counted(number as u64, noun);
        let [size, min, max] = [inspection.max - inspection.min, inspection.min, inspection.max];
        let surface = if inspection.closed {
            "closed: every edge belongs to two triangles".to_owned()
        } else {
            let [boundary, crowded] = [inspection.boundary_edges, inspection.non_manifold_edges];
            format!("open: {} of one triangle, {} of more than two", count(boundary, "edge"), grouped(crowded as u64))
        };
        let mut lines = vec![
            format!("file        {} ({})", self.file.display(), read.format),
            format!("triangles   {}", grouped(inspection.triangles as u64)),
            format!(
                "vertices    {} at {}",
                grouped(inspection.vertices as u64),
                count(inspection.positions, "position")
            ),
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
}

fn part(Part { name, triangles }: &Part) -> Value {
    json!({ "name": name, "first_triangle": triangles.start, "triangles": triangles.len() })
}
