//! A mesh as a page, with the volumes of a level of its tree around it (Klosowski 1998, Figures 2 to 4).

use std::path::Path as FilePath;

use closecall::{Mesh, Pose};
use closecall_lab::numbers::counted;
use closecall_lab::stamp::Stamp;
use closecall_report::{Body, Look, Mood, Page, Path, Scene};

use crate::command::tree::{ClassicArgs, check, soup};
use crate::failure::Failure;
use crate::report::facts;

/// The volumes of a level.
pub struct Volumes {
    meshes: Vec<Mesh>,
    words: String,
}

/// Builds the tree, and takes the volumes.
pub fn volumes(classic: &ClassicArgs, mesh: &Mesh, level: usize) -> Result<Volumes, Failure> {
    let built = classic.build(mesh);
    check(level, &built.tree.report())?;
    let surfaces = built.tree.level_surfaces(level);
    let meshes = surfaces.iter().map(|surface| soup(surface)).collect::<Result<Vec<Mesh>, _>>();
    let meshes = meshes.map_err(|error| Failure::of_usage("--level", error))?;
    let words = format!("level {level} of its tree: {} ({})", counted(meshes.len() as u64, "volume"), built.text());
    Ok(Volumes { meshes, words })
}

/// The page; `text` is the result for people.
pub fn page<'a>(file: &FilePath, mesh: &'a Mesh, volumes: Option<&'a Volumes>, text: &str) -> Page<'a> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let still = |name: &str, mesh, look| Body { name: name.to_owned(), mesh, path: Path::Still(Pose::IDENTITY), look };
    let around = volumes.iter().flat_map(|volumes| &volumes.meshes);
    let bodies = std::iter::once(still(&name, mesh, Look::Surface));
    let bodies = bodies.chain(around.map(|volume| still("volume", volume, Look::Volumes))).collect();
    let count = counted(mesh.triangle_count() as u64, "triangle");
    Page {
        answer: volumes.map_or_else(|| format!("{name}: {count}"), |volumes| format!("{name}, {}", volumes.words)),
        title: file.display().to_string(),
        mood: Mood::Plain,
        facts: facts(text, 12),
        scene: Scene { bodies, frames: 1, ..Scene::default() },
        rows: vec![],
        charts: vec![],
        notes: vec![],
        stamp: Stamp::now(0),
    }
}
