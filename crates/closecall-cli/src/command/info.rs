//! `closecall info FILE`: what a mesh file holds.

use std::path::PathBuf;

use closecall::mesh::{Inspection, Part, inspect};
use closecall_lab::flight::BodyFile;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict, object};
use closecall_lab::numbers::{counted, grouped};

/// The flags of `info`.
#[derive(clap::Args, Debug)]
pub struct Info {
    /// An STL, OBJ, PLY, glTF, 3MF or tree file.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Info {
    /// Reads and inspects the file.
    pub fn run(&self) -> Result<Outcome, Failure> {
        let mut warnings = Vec::new();
        let read = BodyFile::read(&self.file, &mut warnings)?;
        let inspection = inspect(read.body.mesh());
        Ok(Outcome {
            verdict: Verdict::Done,
            text: self.text(&read, &inspection),
            json: self.json(&read, &inspection),
            warnings,
        })
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
