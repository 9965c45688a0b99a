//! A world as a page: every body along its way, and what touches in every step.

use closecall::world::{Handle, WorldError};
use closecall::{Mesh, Pose};
use closecall_flight::numbers::{counted, grouped};
use closecall_report::{
    Chart, ChartKind, ChartSeries, DrawnNearest, DrawnScene, DrawnTouch, FrameNames, MOST_FRAMES,
    Matrix, Mood, Page, choose,
};
use closecall_robot::scene::SceneStep;

use super::near::NearestBodies;
use super::report::nothing_touches;
use crate::outcome::Ending;
use crate::report::{command_with, facts, mood};
use crate::scene::{
    NOTHING_CHECKED, TouchingPair, TouchingPairs, bodies, bodies_of, drawn_shapes, pairs_table,
    unit,
};

/// The part of a world that a page shows: some of its steps, and the poses of all bodies in them.
pub struct ShownWorld<'a> {
    scene: &'a closecall_robot::Scene,
    answers: &'a [TouchingPairs],
    steps: Vec<usize>,
    ways: Vec<(Handle, Vec<Pose>)>,
    near: Option<&'a NearestBodies>,
    /// The nearest points of the nearest two bodies of a shown step.
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
            let points = found.and_then(|found| found.points);
            nearest.extend(points.map(|points| DrawnNearest {
                frame,
                points,
                bodies: found.and_then(|found| places(&ways, [found.a, found.b])),
            }));
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
            unit: unit(self.scene),
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
            command: Some(command_with(&["--all", "--json"])),
            matrix: Some(self.matrix()),
            ..Page::default()
        }
    }

    fn colliding(&self) -> u64 {
        self.answers.iter().filter(|touching| !touching.is_empty()).count() as u64
    }

    /// Every two bodies: in how many steps they touch, and why some are not looked at.
    fn matrix(&self) -> Matrix {
        let handles: Vec<Handle> = self.ways.iter().map(|(handle, _)| *handle).collect();
        let touching = self
            .answers
            .iter()
            .flatten()
            .filter_map(|pair| Some((places(&self.ways, [pair.a, pair.b])?, !pair.undecided)));
        pairs_table(
            self.scene,
            &handles,
            touching,
            ("step", self.answers.len()),
            ("clear", Some(Mood::Clear)),
        )
    }

    fn touches(&self) -> Vec<DrawnTouch> {
        let shown = self.steps.iter().enumerate();
        let touches = shown
            .flat_map(|(frame, &step)| self.answers[step].iter().map(move |pair| (frame, pair)));
        let touch = |(frame, pair): (usize, &TouchingPair)| {
            Some(DrawnTouch {
                frame,
                bodies: places(&self.ways, [pair.a, pair.b])?,
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
            unit: "length",
            kind: ChartKind::Lines,
            series: vec![ChartSeries::new("clearance", self.steps.iter().map(of))],
        })
    }
}

/// The places of two bodies among the ways.
fn places(ways: &[(Handle, Vec<Pose>)], pair: [Handle; 2]) -> Option<[usize; 2]> {
    let place = |handle: Handle| ways.iter().position(|(known, _)| *known == handle);
    Some([place(pair[0])?, place(pair[1])?])
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
