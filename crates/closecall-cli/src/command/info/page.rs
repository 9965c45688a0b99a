//! A mesh as a page, with volumes around it where there are some.

use std::path::Path as FilePath;

use closecall::{Mesh, Pose};
use closecall_flight::numbers::counted;
use closecall_report::{DrawnBody, DrawnPath, DrawnScene, Look, Mood, Page};

use crate::report::facts;

/// Volumes around a mesh.
#[derive(Debug)]
pub struct Volumes {
    /// A mesh for each.
    pub meshes: Vec<Mesh>,
    /// Their description.
    pub words: String,
}

/// The page; `text` is the result for people.
pub fn page<'a>(
    file: &FilePath,
    mesh: &'a Mesh,
    volumes: Option<&'a Volumes>,
    text: &str,
) -> Page<'a> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let still = |name: &str, mesh, look| DrawnBody {
        name: name.to_owned(),
        mesh,
        path: DrawnPath::Still(Pose::IDENTITY),
        look,
    };
    let around = volumes.iter().flat_map(|volumes| &volumes.meshes);
    let bodies = std::iter::once(still(&name, mesh, Look::Surface));
    let bodies =
        bodies.chain(around.map(|volume| still("volume", volume, Look::Volumes))).collect();
    let count = counted(mesh.triangle_count() as u64, "triangle");
    Page {
        answer: volumes.map_or_else(
            || format!("mesh {name}: {count}"),
            |volumes| format!("mesh {name}, {}", volumes.words),
        ),
        title: file.display().to_string(),
        mood: Mood::Plain,
        facts: facts(text, 12),
        scene: DrawnScene { bodies, frames: 1, ..DrawnScene::default() },
        ..Page::default()
    }
}
