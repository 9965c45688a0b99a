//! A world as a page: every body along its way, and what touches in every step.

use closecall::geom::DVec3;
use closecall::geom::shape::Shape;
use closecall::mesh::shapes;
use closecall::world::{Handle, WorldError};
use closecall::{Mesh, Pose};
use closecall_flight::numbers::{counted, grouped};
use closecall_flight::stamp::Stamp;
use closecall_report::{
    Chart, ChartKind, ChartSeries, DrawnBody, DrawnNearest, DrawnPath, DrawnScene, DrawnTouch,
    FrameNames, Look, MOST_FRAMES, Page, choose,
};
use closecall_robot::scene::SceneStep;

use super::answers::{TouchingPair, TouchingPairs};
use super::near::{NearestBodies, points};
use super::report::{NOTHING_CHECKED, nothing_touches};
use crate::outcome::Ending;
use crate::report::{facts, mood};

/// What a page shows of a world: some of its steps, and where every body is in them.
pub struct ShownWorld<'a> {
    scene: &'a closecall_robot::Scene,
    answers: &'a [TouchingPairs],
    steps: Vec<usize>,
    ways: Vec<(Handle, Vec<Pose>)>,
    near: Option<&'a NearestBodies>,
    /// Where the nearest two bodies of a shown step are nearest.
    nearest: Vec<DrawnNearest>,
    /// Exact shapes as they are drawn, and of which of the ways.
    shapes: Vec<(usize, Mesh)>,
}

impl<'a> ShownWorld<'a> {
    /// Follows the bodies; the answers must have their triangles, and what is near its steps.
    pub fn new(
        scene: &'a closecall_robot::Scene,
        answers: &'a [TouchingPairs],
        near: Option<&'a NearestBodies>,
    ) -> Result<Self, WorldError> {
        let contacts: Vec<u64> = answers.iter().map(contacts).collect();
        let steps = choose(&contacts, MOST_FRAMES);
        let mut ways: Vec<(Handle, Vec<Pose>)> =
            bodies_of(scene).into_iter().map(|handle| (handle, Vec::new())).collect();
        for &step in &steps {
            follow(scene, &scene.steps[step], &mut ways)?;
        }
        let mut nearest = Vec::new();
        for (frame, &step) in steps.iter().enumerate() {
            let found =
                near.and_then(|near| near.in_steps[step]).filter(|found| found.distance.hi > 0.0);
            if let Some(found) = found {
                let mut query = scene.world.query();
                query.set_poses(&scene.steps[step].poses)?;
                nearest
                    .extend(points(&query, &found)?.map(|points| DrawnNearest { frame, points }));
            }
        }
        let shapes = drawn_shapes(scene, &ways);
        Ok(Self { scene, answers, steps, ways, near, nearest, shapes })
    }

    /// The page; `text` is the result for people, and `notes` are what it should say beside.
    pub fn page(&'a self, text: &str, verdict: &Ending, notes: Vec<String>) -> Page<'a> {
        let (colliding, steps) = (self.colliding(), counted(self.answers.len() as u64, "step"));
        let collide = if colliding == 1 { "collides" } else { "collide" };
        let is_thinned = self.steps.len() < self.answers.len();
        let note = || {
            let shown = grouped(self.steps.len() as u64);
            format!("shown with {shown} of {steps}: of neighbours, the one with most contacts")
        };
        // What touches is listed step by step in the page.
        let head: String = text
            .lines()
            .take_while(|line| !line.starts_with(' '))
            .map(|line| format!("{line}\n"))
            .collect();
        Page {
            title: self.scene.name.clone(),
            answer: match verdict {
                Ending::Collision => {
                    format!("Collision: {} of {steps} {collide}", grouped(colliding))
                }
                Ending::Undecided if colliding == 0 => format!("Undecided: {NOTHING_CHECKED}"),
                Ending::Undecided => {
                    format!("Undecided: something may touch in {} of {steps}", grouped(colliding))
                }
                _ => format!("Clear: {} in {steps}", nothing_touches(&self.scene.world)),
            },
            mood: mood(verdict),
            facts: facts(&head, 8),
            scene: DrawnScene {
                bodies: bodies(self.scene, &self.ways, &self.shapes),
                frames: self.steps.len(),
                touches: self.touches(),
                nearest: self.nearest.clone(),
                ..DrawnScene::default()
            },
            rows: FrameNames::numbered("step", self.steps.iter().copied()),
            charts: if self.steps.len() > 1 { self.charts() } else { vec![] },
            notes: is_thinned.then(note).into_iter().chain(notes).collect(),
            stamp: Stamp::now(0),
        }
    }

    fn colliding(&self) -> u64 {
        self.answers.iter().filter(|touching| !touching.is_empty()).count() as u64
    }

    fn touches(&self) -> Vec<DrawnTouch> {
        let place = |handle: Handle| self.ways.iter().position(|(known, _)| *known == handle);
        let shown = self.steps.iter().enumerate();
        let touches = shown
            .flat_map(|(frame, &step)| self.answers[step].iter().map(move |pair| (frame, pair)));
        let touch = |(frame, pair): (usize, &TouchingPair)| {
            Some(DrawnTouch {
                frame,
                bodies: [place(pair.a)?, place(pair.b)?],
                pairs: pair.triangles.clone(),
            })
        };
        touches.filter_map(touch).collect()
    }

    fn charts(&self) -> Vec<Chart> {
        let along = |count: &dyn Fn(&TouchingPairs) -> u64| -> Vec<f64> {
            self.steps.iter().map(|&step| count(&self.answers[step]) as f64).collect()
        };
        let chart = |of: &str, values| Chart {
            title: format!("Touching pairs of {of}"),
            unit: "pairs",
            kind: ChartKind::Lines,
            series: vec![ChartSeries::new(of, values)],
        };
        let touching = [
            chart("bodies", along(&|touching| touching.len() as u64)),
            chart("triangles", along(&contacts)),
        ];
        self.clearance().into_iter().chain(touching).collect()
    }

    /// How far apart the nearest two bodies are, one of which moves.
    fn clearance(&self) -> Option<Chart> {
        let near = self.near?;
        let of = |&step: &usize| near.in_steps[step].map_or(f64::NAN, |found| found.distance.hi);
        Some(Chart {
            title: "Clearance along the steps".to_owned(),
            unit: "distance",
            kind: ChartKind::Lines,
            series: vec![ChartSeries::new("clearance", self.steps.iter().map(of))],
        })
    }
}

/// The bodies with a mesh or an exact shape.
pub fn bodies_of(scene: &closecall_robot::Scene) -> Vec<Handle> {
    let world = &scene.world;
    let with_mesh = |handle: Handle| matches!(world.model(handle), Ok(Some(_)));
    let is_shape =
        |handle: Handle| world.exact_shapes(handle).is_ok_and(|shapes| !shapes.is_empty());
    world.handles().filter(|&handle| with_mesh(handle) || is_shape(handle)).collect()
}

/// Bodies on their ways, in the same order, as their meshes; then the shapes that are left.
pub fn bodies<'a>(
    scene: &'a closecall_robot::Scene,
    ways: &'a [(Handle, Vec<Pose>)],
    shapes: &'a [(usize, Mesh)],
) -> Vec<DrawnBody<'a>> {
    let body = |place: usize, mesh: &'a Mesh| {
        let (handle, way) = &ways[place];
        let is_still = way.iter().all(|pose| *pose == way[0]);
        let path = if is_still {
            DrawnPath::Still(way[0])
        } else {
            DrawnPath::Moving(way.iter().collect())
        };
        let name = scene.world.name(*handle).unwrap_or_default().to_owned();
        DrawnBody { name, mesh, path, look: Look::Surface }
    };
    let (mut shown, mut rest) = (Vec::new(), shapes.iter().collect::<Vec<_>>());
    for (place, (handle, _)) in ways.iter().enumerate() {
        // One without a mesh is shown as its first shape.
        let first = rest.iter().position(|(of, _)| *of == place);
        match (scene.world.model(*handle), first) {
            (Ok(Some(model)), _) => shown.push(body(place, model.mesh())),
            (_, Some(first)) => shown.push(body(place, &rest.remove(first).1)),
            _ => {}
        }
    }
    shown.extend(rest.into_iter().map(|(place, mesh)| body(*place, mesh)));
    shown
}

/// The exact shapes of bodies in their own frames; half-spaces as large as all else.
pub fn drawn_shapes(
    scene: &closecall_robot::Scene,
    ways: &[(Handle, Vec<Pose>)],
) -> Vec<(usize, Mesh)> {
    let extent = Extent::of(scene, ways);
    let mut drawn = Vec::new();
    for (place, (handle, way)) in ways.iter().enumerate() {
        let middle = way[0]
            .inverse()
            .map_or(extent.middle, |body_from_world| body_from_world.carry(extent.middle));
        let shapes = scene.world.exact_shapes(*handle).unwrap_or_default();
        // One that is out of the range of coordinates when drawn is left out of the picture.
        let meshes =
            shapes.iter().filter_map(|shape| shapes::drawn(shape, middle, extent.half).ok());
        drawn.extend(meshes.map(|mesh| (place, mesh)));
    }
    drawn
}

/// About where everything is that has an end.
struct Extent {
    middle: DVec3,
    half: f64,
}

impl Extent {
    fn of(scene: &closecall_robot::Scene, ways: &[(Handle, Vec<Pose>)]) -> Self {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for (handle, way) in ways {
            let model = scene.world.model(*handle).ok().flatten();
            let corners =
                model.into_iter().flat_map(|model| model.mesh().vertices().iter().copied());
            let shapes = scene.world.exact_shapes(*handle).unwrap_or_default();
            let bounds =
                shapes.iter().filter_map(Shape::bounds).flat_map(|(low, high)| [low, high]);
            for corner in corners.chain(bounds) {
                let point = way[0].carry(corner);
                (low, high) = (low.min(point), high.max(point));
            }
        }
        if low.x > high.x {
            return Self { middle: DVec3::ZERO, half: 1.0 };
        }
        Self { middle: (low + high) * 0.5, half: (high - low).length().max(1e-6) }
    }
}

fn contacts(touching: &TouchingPairs) -> u64 {
    touching.iter().map(|pair| pair.triangles.len() as u64).sum()
}

/// Notes where every body is in a step.
fn follow(
    scene: &closecall_robot::Scene,
    step: &SceneStep,
    ways: &mut [(Handle, Vec<Pose>)],
) -> Result<(), WorldError> {
    let mut query = scene.world.query();
    query.set_poses(&step.poses)?;
    for (handle, way) in ways {
        way.push(query.world_from_body(*handle)?);
    }
    Ok(())
}
