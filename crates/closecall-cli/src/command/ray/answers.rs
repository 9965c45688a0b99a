//! What every ray meets, of one mesh or of the bodies of a world.

use closecall::geom::Interval;
use closecall::geom::Ray as Line;
use closecall::query::{Crossings, Hit};
use closecall::world::{BodyHit, BodyPart, Handle};
use closecall::{Model, World};

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

/// What a ray met, and where.
pub struct Met {
    /// The name of the body, if there is more than one mesh.
    pub body: Option<String>,
    /// A triangle or an exact shape.
    pub part: BodyPart,
    /// The parameter.
    pub t: Interval,
}

/// What one ray met; every entry has the name of its body, if there is more than one mesh.
pub enum Answer {
    /// These.
    Hits(Vec<Met>),
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
    let met = |Hit { triangle, t }| Met { body: None, part: BodyPart::Triangle(triangle), t };
    let hits = |hits: Vec<Hit>| Answer::Hits(hits.into_iter().map(met).collect());
    match mode {
        Mode::First => {
            rays.first_batch(lines).into_iter().map(|hit| hits(hit.into_iter().collect())).collect()
        }
        Mode::All => rays.all_batch(lines).into_iter().map(hits).collect(),
        Mode::Crossings => {
            let passed = rays.crossings_batch(lines).into_iter();
            passed.map(|crossings| Answer::Crossings(vec![(None, crossings)])).collect()
        }
    }
}

/// Rays against the bodies of a world.
pub fn of_world(world: &World, mode: Mode, lines: &[Line]) -> Vec<Answer> {
    let name = |body: Handle| Some(world.name(body).expect("it was met").to_owned());
    let rays = world.rays();
    let met = |BodyHit { body, part, t }| Met { body: name(body), part, t };
    let hits = |hits: Vec<BodyHit>| Answer::Hits(hits.into_iter().map(met).collect());
    let passed = |all: Vec<(Handle, Crossings)>| {
        Answer::Crossings(
            all.into_iter().map(|(body, crossings)| (name(body), crossings)).collect(),
        )
    };
    match mode {
        Mode::First => {
            rays.first_batch(lines).into_iter().map(|hit| hits(hit.into_iter().collect())).collect()
        }
        Mode::All => rays.all_batch(lines).into_iter().map(hits).collect(),
        Mode::Crossings => rays.crossings_batch(lines).into_iter().map(passed).collect(),
    }
}
