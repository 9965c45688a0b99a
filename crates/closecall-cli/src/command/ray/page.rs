//! Rays as a page: the bodies, the rays up to what they meet, and the points where they meet it.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, GlamRay as _};
use closecall::geom::Ray as Line;
use closecall::query::Crossings;
use closecall::{Mesh, Model, Pose, World};
use closecall_flight::numbers::grouped;
use closecall_report::{
    DrawnBody, DrawnPath, DrawnScene, Finding, Look, Mark, Measure, Mood, Page,
};

use super::answers::{Met, RayAnswer, RayMode};

/// The number of rays that are drawn.
const DRAWN: usize = 2_000;

/// One mesh.
pub fn of_model<'a>(name: String, model: &'a Model) -> Vec<DrawnBody<'a>> {
    vec![still(name, model.mesh(), Pose::IDENTITY)]
}

/// All meshes of a world, where they are.
pub fn of_world(world: &World) -> Vec<DrawnBody<'_>> {
    let body = |handle| {
        let model = world.model(handle).ok().flatten()?;
        let place = world.world_from_body(handle).ok()?;
        Some(still(world.name(handle).ok()?.to_owned(), model.mesh(), place))
    };
    world.handles().filter_map(body).collect()
}

fn still(name: String, mesh: &Mesh, place: Pose) -> DrawnBody<'_> {
    DrawnBody { name, mesh, path: DrawnPath::Still(place), look: Look::Surface }
}

/// The drawn rays as sides of triangles of no width: from where they begin to what they meet first,
/// or through all bodies and beyond. None if they are too large to be drawn.
pub fn drawn(
    bodies: &[DrawnBody],
    mode: RayMode,
    lines: &[Line],
    answers: &[RayAnswer],
) -> Option<Mesh> {
    let (center, size) = around(bodies);
    let end = |line: &Line, answer: &RayAnswer| match (answer, mode) {
        (RayAnswer::Hits(hits), RayMode::First) if !hits.is_empty() => {
            line.at(hits[0].t.middle()).into()
        }
        _ => line.end().map_or_else(
            || {
                let [origin, direction] = line.line();
                origin + direction.normalize() * (origin.distance(center) + size)
            },
            DVec3::from,
        ),
    };
    let both = lines.iter().zip(answers).take(DRAWN);
    let vertices: Vec<DVec3> =
        both.flat_map(|(line, answer)| [line.line()[0], end(line, answer)]).collect();
    let triangles = (0..vertices.len() as u32).step_by(2).map(|i| [i, i + 1, i + 1]).collect();
    Mesh::new(vertices, triangles).ok()
}

/// The middle of all bodies, and the diagonal of the box around them.
fn around(bodies: &[DrawnBody]) -> (DVec3, f64) {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for DrawnBody { mesh, path, .. } in bodies {
        let DrawnPath::Still(place) = path else { continue };
        for v in mesh.points().iter().map(|&v| place.carried(v)) {
            (low, high) = (low.min(v), high.max(v));
        }
    }
    if low.x <= high.x { (low * 0.5 + high * 0.5, low.distance(high)) } else { (DVec3::ZERO, 1.0) }
}

/// The page; `text` is the result for people.
pub fn page<'a>(
    title: String,
    mut bodies: Vec<DrawnBody<'a>>,
    rays: Option<&'a Mesh>,
    (lines, answers): (&[Line], &[RayAnswer]),
    text: &str,
) -> Page<'a> {
    bodies.extend(rays.map(|mesh| DrawnBody {
        name: "rays".to_owned(),
        mesh,
        path: DrawnPath::Still(Pose::IDENTITY),
        look: Look::Line,
    }));
    let marks = lines.iter().zip(answers).take(DRAWN).flat_map(|(line, answer)| match answer {
        RayAnswer::Hits(hits) => hits.iter().map(|met| line.at(met.t.middle())).collect(),
        RayAnswer::Crossings(_) => Vec::new(),
    });
    let marks = marks.map(|point| Mark { frame: 0, point }).collect();
    let (all, mut notes) = (lines.len(), Vec::new());
    if all > DRAWN {
        notes.push(format!("{} of {} rays are drawn", grouped(DRAWN as u64), grouped(all as u64)));
    }
    if rays.is_none() {
        notes.push("the rays are too long to be drawn".to_owned());
    }
    let mut told = text.lines();
    let findings = findings(&bodies, lines, answers);
    Page {
        title,
        answer: answer(told.next().unwrap_or_default(), &bodies, &findings, answers),
        findings,
        facts: told.map(|line| (String::new(), line.to_owned())).collect(),
        scene: DrawnScene {
            bodies,
            frames: 1,
            marks,
            marks_are: Some("hits"),
            ..DrawnScene::default()
        },
        notes,
        ..Page::default()
    }
}

/// The answer of the page. Of one ray it names the body that the ray meets first, without the number
/// of the triangle; of several it is the sentence of the command.
fn answer(
    sentence: &str,
    bodies: &[DrawnBody],
    findings: &[Finding],
    answers: &[RayAnswer],
) -> String {
    let hit = match answers {
        [RayAnswer::Hits(_)] => findings.first(),
        _ => None,
    };
    let met = hit.and_then(|hit| Some((bodies.get(*hit.bodies.first()?)?, hit.amount?)));
    match met {
        Some((body, amount)) => {
            format!("the ray meets {} {} along it", body.name, amount.hi)
        }
        None => sentence.to_owned(),
    }
}

/// Every hit and every passage. A hit is neither good nor bad.
fn findings(bodies: &[DrawnBody], lines: &[Line], answers: &[RayAnswer]) -> Vec<Finding> {
    let place = |name: &Option<String>| match name {
        Some(name) => bodies.iter().position(|body| body.name == *name).into_iter().collect(),
        None => vec![0],
    };
    let named = |number: usize, body: &Option<String>| {
        let ray = if lines.len() == 1 { "ray".to_owned() } else { format!("ray {number}") };
        body.as_ref().map_or(ray.clone(), |body| format!("{ray}, {body}"))
    };
    let both = lines.iter().zip(answers).enumerate().take(DRAWN);
    both.flat_map(|(number, (line, answer))| match answer {
        RayAnswer::Hits(hits) => {
            let length = DVec3::from(line.direction()).length();
            let hit = |met: &Met| {
                Finding::new("hit", Mood::Plain, named(number, &met.body))
                    .amount(Measure::Along, [met.t.lo * length, met.t.hi * length])
                    .at(Some(line.at(met.t.middle())))
                    .of(place(&met.body))
            };
            hits.iter().map(hit).collect::<Vec<_>>()
        }
        RayAnswer::Crossings(passed) => {
            let through = |(body, crossings): &(Option<String>, Crossings)| {
                Finding::new("through", Mood::Plain, named(number, body))
                    .amount(Measure::Passages, [crossings.count as f64; 2])
                    .of(place(body))
            };
            passed.iter().map(through).collect()
        }
    })
    .collect()
}
