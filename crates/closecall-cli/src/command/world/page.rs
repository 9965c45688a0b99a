//! A world as a page: every body along its way, and what touches in every step.

use closecall::Pose;
use closecall::world::{Handle, WorldError};
use closecall_flight::numbers::{counted, grouped};
use closecall_flight::stamp::Stamp;
use closecall_report::{Body, Chart, Kind, Look, MOST_FRAMES, Mood, Nearest, Page, Path, Scene, Series, Touch, choose};
use closecall_robot::scene::Step;

use super::answers::{TouchingBodies, TouchingPair};
use super::near::{Near, points};
use super::report::nothing_touches;
use crate::report::facts;

/// What a page shows of a world: some of its steps, and where every body is in them.
pub struct ShownWorld<'a> {
    scene: &'a closecall_robot::Scene,
    answers: &'a [TouchingBodies],
    steps: Vec<usize>,
    ways: Vec<(Handle, Vec<Pose>)>,
    near: Option<&'a Near>,
    /// Where the nearest two bodies of a shown step are nearest.
    nearest: Vec<Nearest>,
}

impl<'a> ShownWorld<'a> {
    /// Follows the bodies; the answers must have their triangles, and what is near its steps.
    pub fn new(
        scene: &'a closecall_robot::Scene,
        answers: &'a [TouchingBodies],
        near: Option<&'a Near>,
    ) -> Result<Self, WorldError> {
        let contacts: Vec<u64> = answers.iter().map(contacts).collect();
        let steps = choose(&contacts, MOST_FRAMES);
        let with_mesh = |handle: &Handle| matches!(scene.world.model(*handle), Ok(Some(_)));
        let mut ways: Vec<(Handle, Vec<Pose>)> =
            scene.world.handles().filter(with_mesh).map(|handle| (handle, Vec::new())).collect();
        for &step in &steps {
            follow(scene, &scene.steps[step], &mut ways)?;
        }
        let mut nearest = Vec::new();
        for (frame, &step) in steps.iter().enumerate() {
            let found = near.and_then(|near| near.in_steps[step]).filter(|found| found.distance.hi > 0.0);
            if let Some(found) = found {
                let mut query = scene.world.query();
                query.set_poses(&scene.steps[step].poses)?;
                nearest.push(Nearest { frame, points: points(&query, &found)? });
            }
        }
        Ok(Self { scene, answers, steps, ways, near, nearest })
    }

    /// The page; `text` is the result for people.
    pub fn page(&'a self, text: &str) -> Page<'a> {
        let (colliding, steps) = (self.colliding(), counted(self.answers.len() as u64, "step"));
        let collide = if colliding == 1 { "collides" } else { "collide" };
        let is_thinned = self.steps.len() < self.answers.len();
        let note = || {
            let shown = grouped(self.steps.len() as u64);
            format!("shown with {shown} of {steps}: of neighbours, the one with most contacts")
        };
        // What touches is listed step by step in the page.
        let head: String =
            text.lines().take_while(|line| !line.starts_with(' ')).map(|line| format!("{line}\n")).collect();
        Page {
            title: self.scene.name.clone(),
            answer: match colliding {
                0 => format!("Clear: {} in {steps}", nothing_touches(&self.scene.world)),
                _ => format!("Collision: {} of {steps} {collide}", grouped(colliding)),
            },
            mood: Mood::colliding(colliding > 0),
            facts: facts(&head, 8),
            scene: Scene {
                bodies: self.bodies(),
                frames: self.steps.len(),
                touches: self.touches(),
                fronts: vec![],
                nearest: self.nearest.clone(),
            },
            rows: self.steps.clone(),
            charts: if self.steps.len() > 1 { self.charts() } else { vec![] },
            notes: is_thinned.then(note).into_iter().collect(),
            stamp: Stamp::now(0),
        }
    }

    fn colliding(&self) -> u64 {
        self.answers.iter().filter(|touching| !touching.is_empty()).count() as u64
    }

    fn bodies(&'a self) -> Vec<Body<'a>> {
        let body = |(handle, way): &'a (Handle, Vec<Pose>)| {
            let world = &self.scene.world;
            let (name, model) = (world.name(*handle).ok()?, world.model(*handle).ok()??);
            let is_still = way.iter().all(|pose| *pose == way[0]);
            let path = if is_still { Path::Still(way[0]) } else { Path::Moving(way.iter().collect()) };
            Some(Body { name: name.to_owned(), mesh: model.mesh(), path, look: Look::Surface })
        };
        self.ways.iter().filter_map(body).collect()
    }

    fn touches(&self) -> Vec<Touch> {
        let place = |handle: Handle| self.ways.iter().position(|(known, _)| *known == handle);
        let shown = self.steps.iter().enumerate();
        let touches = shown.flat_map(|(frame, &step)| self.answers[step].iter().map(move |pair| (frame, pair)));
        let touch = |(frame, pair): (usize, &TouchingPair)| {
            Some(Touch { frame, bodies: [place(pair.a)?, place(pair.b)?], pairs: pair.triangles.clone() })
        };
        touches.filter_map(touch).collect()
    }

    fn charts(&self) -> Vec<Chart> {
        let along = |count: &dyn Fn(&TouchingBodies) -> u64| -> Vec<f64> {
            self.steps.iter().map(|&step| count(&self.answers[step]) as f64).collect()
        };
        let chart = |of: &str, values| Chart {
            title: format!("Touching pairs of {of}"),
            unit: "pairs",
            kind: Kind::Lines,
            series: vec![Series::new(of, values)],
        };
        let touching =
            [chart("bodies", along(&|touching| touching.len() as u64)), chart("triangles", along(&contacts))];
        self.clearance().into_iter().chain(touching).collect()
    }

    /// How far apart the nearest two bodies are, one of which moves.
    fn clearance(&self) -> Option<Chart> {
        let near = self.near?;
        let of = |&step: &usize| near.in_steps[step].map_or(f64::NAN, |found| found.distance.hi);
        Some(Chart {
            title: "Clearance along the steps".to_owned(),
            unit: "distance",
            kind: Kind::Lines,
            series: vec![Series::new("clearance", self.steps.iter().map(of))],
        })
    }
}

fn contacts(touching: &TouchingBodies) -> u64 {
    touching.iter().map(|pair| pair.triangles.len() as u64).sum()
}

/// Notes where every body is in a step.
fn follow(scene: &closecall_robot::Scene, step: &Step, ways: &mut [(Handle, Vec<Pose>)]) -> Result<(), WorldError> {
    let mut query = scene.world.query();
    query.set_poses(&step.poses)?;
    for (handle, way) in ways {
        way.push(query.world_from_body(*handle)?);
    }
    Ok(())
}
