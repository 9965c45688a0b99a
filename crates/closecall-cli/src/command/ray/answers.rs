//! The hits of every ray, of one mesh or of the bodies of a world.

use closecall::geom::Interval;
use closecall::geom::Ray as Line;
use closecall::query::{Crossings, RayHit};
use closecall::world::{BodyHit, BodyPart, Handle};
use closecall::{Model, World};

/// The question about every ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayMode {
    /// The first hit.
    First,
    /// All it meets.
    All,
    /// How often it goes through.
    Crossings,
}

/// A hit of a ray.
pub struct Met {
    /// The name of the body, if there is more than one mesh.
    pub body: Option<String>,
    /// A triangle or an exact shape.
    pub part: BodyPart,
    /// The parameter.
    pub t: Interval,
}

/// The answer of one ray; every entry has the name of its body, if there is more than one mesh.
pub enum RayAnswer {
    /// These.
    Hits(Vec<Met>),
    /// These surfaces, so often.
    Crossings(Vec<(Option<String>, Crossings)>),
}

impl RayAnswer {
    /// Did it meet anything?
    pub fn is_hit(&self) -> bool {
        match self {
            Self::Hits(hits) => !hits.is_empty(),
            Self::Crossings(passed) => passed.iter().any(|(_, crossings)| crossings.count > 0),
        }
    }
}

/// Rays against one mesh.
pub fn of_model(model: &Model, mode: RayMode, lines: &[Line]) -> Vec<RayAnswer> {
    let rays = model.rays();
    let met = |RayHit { triangle, t }| Met { body: None, part: BodyPart::Triangle(triangle), t };
    let hits = |hits: Vec<RayHit>| RayAnswer::Hits(hits.into_iter().map(met).collect());
    match mode {
        RayMode::First => {
            rays.first_batch(lines).into_iter().map(|hit| hits(hit.into_iter().collect())).collect()
        }
        RayMode::All => rays.all_batch(lines).into_iter().map(hits).collect(),
        RayMode::Crossings => {
            let passed = rays.crossings_batch(lines).into_iter();
            passed.map(|crossings| RayAnswer::Crossings(vec![(None, crossings)])).collect()
        }
    }
}

/// Rays against the bodies of a world.
pub fn of_world(world: &World, mode: RayMode, lines: &[Line]) -> Vec<RayAnswer> {
    let name = |body: Handle| Some(world.name(body).expect("it was met").to_owned());
    let rays = world.rays();
    let met = |BodyHit { body, part, t }| Met { body: name(body), part, t };
    let hits = |hits: Vec<BodyHit>| RayAnswer::Hits(hits.into_iter().map(met).collect());
    let passed = |all: Vec<(Handle, Crossings)>| {
        RayAnswer::Crossings(
            all.into_iter().map(|(body, crossings)| (name(body), crossings)).collect(),
        )
    };
    match mode {
        RayMode::First => {
            rays.first_batch(lines).into_iter().map(|hit| hits(hit.into_iter().collect())).collect()
        }
        RayMode::All => rays.all_batch(lines).into_iter().map(hits).collect(),
        RayMode::Crossings => rays.crossings_batch(lines).into_iter().map(passed).collect(),
    }
}
