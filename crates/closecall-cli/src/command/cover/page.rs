//! A robot and what stands in for it as a page: marks are where links stick out.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::geom::Interval;
use closecall::{Answer, Mesh, Pose};
use closecall_report::{
    DrawnBody, DrawnPath, DrawnScene, Finding, Look, Mark, Measure, Mood, Page,
};
use closecall_robot::{LinkCover, Robot};

use super::report::Told;
use crate::outcome::CommandAnswer;
use crate::report::{facts, mood};

/// A link's mesh, and the meshes of its parts together, if they can be drawn.
pub struct Meshes<'t> {
    links: Vec<(&'t str, Pose, &'t Mesh, Option<Mesh>)>,
}

impl<'t> Meshes<'t> {
    /// The links that were asked about, with the robot at rest.
    pub fn of(told: &Told<'_>, robot: &'t Robot) -> Self {
        let poses = robot.root_from_links(&robot.rest()).unwrap_or_default();
        let drawn = |found: &LinkCover| {
            let number = robot.links().iter().position(|link| link.name == found.link)?;
            let (link, pose) = (&robot.links()[number], *poses.get(number)?);
            let parts = told.simple.of_link(&link.name);
            let parts: Vec<Mesh> = parts.iter().filter_map(|part| part.mesh()).collect();
            Some((&*link.name, pose, link.model.as_ref()?.mesh(), together(&parts)))
        };
        Self { links: told.found.iter().filter_map(drawn).collect() }
    }
}

/// Several meshes as one; none if there are none.
fn together(meshes: &[Mesh]) -> Option<Mesh> {
    let (mut points, mut triangles): (Vec<DVec3>, Vec<[u32; 3]>) = (Vec::new(), Vec::new());
    for mesh in meshes {
        let first = points.len() as u32;
        points.extend(mesh.points());
        triangles
            .extend(mesh.triangles().iter().map(|corners| corners.map(|corner| corner + first)));
    }
    Mesh::new(points, triangles).ok()
}

/// The page.
pub fn page<'a>(told: &Told, meshes: &'a Meshes, name: &str, outcome: &CommandAnswer) -> Page<'a> {
    let body = |name: String, mesh: &'a Mesh, pose: &Pose, look: Look| DrawnBody {
        name,
        mesh,
        path: DrawnPath::Still(*pose),
        look,
    };
    let bodies = meshes.links.iter().flat_map(|(name, pose, mesh, parts)| {
        let real = body((*name).to_owned(), mesh, pose, Look::Surface);
        let simple =
            parts.as_ref().map(|parts| body(format!("{name}: parts"), parts, pose, Look::Volumes));
        std::iter::once(real).chain(simple)
    });
    let bodies: Vec<DrawnBody> = bodies.collect();
    let findings: Vec<Finding> =
        told.found.iter().filter_map(|found| finding(found, meshes, &bodies)).collect();
    let marks = findings.iter().filter_map(|found| Some(Mark { frame: 0, point: found.place? }));
    Page {
        title: name.to_owned(),
        answer: outcome.text.lines().next().unwrap_or_default().to_owned(),
        mood: mood(&outcome.verdict),
        facts: facts(&outcome.text, 0).into_iter().skip(1).collect(),
        unit: "m",
        scene: DrawnScene {
            frames: 1,
            marks: marks.collect(),
            marks_are: Some("where links stick out most"),
            bodies,
            ..DrawnScene::default()
        },
        findings,
        notes: vec!["marks are where links stick out most; the robot is at rest".to_owned()],
        ..Page::default()
    }
}

/// A link that sticks out, or may; none if it is held.
fn finding(found: &LinkCover, meshes: &Meshes, bodies: &[DrawnBody]) -> Option<Finding> {
    let (kind, mood) = match found.covered.answer() {
        Answer::Clear => return None,
        Answer::Touching(()) => ("sticks out", Mood::Collision),
        Answer::Undecided(()) => ("may stick out", Mood::Undecided),
    };
    let link = meshes.links.iter().find(|(link, ..)| *link == found.link);
    let place = link.zip(found.covered.point);
    let place = place.map(|((_, pose, ..), point)| pose.carry(point));
    let body = bodies.iter().position(|body| body.name == found.link);
    let Interval { lo, hi } = found.covered.distance;
    let row = Finding::new(kind, mood, found.link.clone());
    let row = row.at(place).of(body.into_iter().collect::<Vec<_>>());
    Some(if hi.is_finite() { row.amount(Measure::Out, [lo, hi]) } else { row })
}
