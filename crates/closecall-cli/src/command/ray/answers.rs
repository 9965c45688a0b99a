//! What every ray meets, of one mesh or of the bodies of a world.

use std::path::Path;

use closecall::geom::Ray as Line;
use closecall::query::{Crossings, Hit};
use closecall::world::{BodyHit, Handle};
use closecall::{Model, World};

use crate::failure::Failure;

/// What is asked of every ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// What it meets first.
    First,
    /// All it meets.
    All,
    /// How often it goes through.
    Crossings,
}

/// What one ray met; every entry has the name of its body, if there is more than one mesh.
pub enum Answer {
    /// These triangles.
    Hits(Vec<(Option<String>, Hit)>),
    /// These surfaces, so often.
    Crossings(Vec<(Option<String>, Crossings)>),
}

impl Answer {
    /// Did it meet anything?
    pub fn is_hit(&self) -> bool {
        match self {
            Self::Hits(hits) => !hits.is_empty(),
            Self::Crossings(passed) => passed.iter().any(|(_, crossings)| crossings.count > 0),
        }
    }
}

/// Rays against one mesh.
pub fn of_model(model: &Model, mode: Mode, lines: &[Line]) -> Vec<Answer> {
    let rays = model.rays();
    let hits = |hits: Vec<Hit>| Answer::Hits(hits.into_iter().map(|hit| (None, hit)).collect());
    match mode {
        Mode::First => rays.first_batch(lines).into_iter().map(|hit| hits(hit.into_iter().collect())).collect(),
        Mode::All => rays.all_batch(lines).into_iter().map(hits).collect(),
        Mode::Crossings => {
            let passed = rays.crossings_batch(lines).into_iter();
            passed.map(|crossings| Answer::Crossings(vec![(None, crossings)])).collect()
        }
    }
}

/// Rays against the bodies of a world, all of which must have meshes only.
pub fn of_world(file: &Path, world: &World, mode: Mode, lines: &[Line]) -> Result<Vec<Answer>, Failure> {
    let name = |body: Handle| Some(world.name(body).expect("it was met").to_owned());
    for body in world.handles() {
        if world.exact_shapes(body).is_ok_and(|shapes| !shapes.is_empty()) {
            let name = name(body).unwrap_or_default();
            return Err(Failure::of_file(file, &format!("'{name}' is an exact shape, and rays meet meshes only")));
        }
    }
    let rays = world.rays();
    let hits = |hits: Vec<BodyHit>| Answer::Hits(hits.into_iter().map(|met| (name(met.body), met.hit)).collect());
    let passed = |all: Vec<(Handle, Crossings)>| {
        Answer::Crossings(all.into_iter().map(|(body, crossings)| (name(body), crossings)).collect())
    };
    Ok(match mode {
        Mode::First => rays.first_batch(lines).into_iter().map(|hit| hits(hit.into_iter().collect())).collect(),
        Mode::All => rays.all_batch(lines).into_iter().map(hits).collect(),
        Mode::Crossings => rays.crossings_batch(lines).into_iter().map(passed).collect(),
    })
}
