//! The contacts in a world, for people and for programs.

use std::collections::HashMap;

use closecall::world::Handle;
use closecall::{Budget, World};
use closecall_flight::numbers::{counted, grouped};
use closecall_robot::Scene;

use super::Asked;
use crate::answer::{NotLookedAtAnswer, StepAnswer, TouchingAnswer, WorldAnswer};
use crate::escaped::escaped;
use crate::moments::Moments;
use crate::question::Mode;
use crate::scene::{NOTHING_CHECKED, TouchingPair, TouchingPairs};

/// The number of lines of touching pairs that are shown to people; the rest is for programs.
const LINES_SHOWN: usize = 20;
/// This many pairs of triangles of each.
pub const TRIANGLES_SHOWN: usize = 5;

/// For programs. The triangles are there only if they were asked for; of what is near, nothing.
pub fn answer<'a>(
    file: &str,
    scene: &'a Scene,
    asked: Asked,
    answers: &'a [TouchingPairs],
    not_looked_at: NotLookedAtAnswer,
) -> WorldAnswer<'a> {
    let moments = Moments::of_steps(scene);
    let steps = scene.steps.iter().zip(answers).enumerate();
    let collisions = steps.filter(|(_, (_, touching))| !touching.is_empty());
    let collisions = collisions.map(|(number, (step, touching))| StepAnswer {
        step: number,
        name: &step.name,
        moment: moments.told(number as f64),
        pairs: touching.iter().map(|pair| touching_pair(&scene.world, asked, pair)).collect(),
    });
    let Count { bodies, frames, triangles } = Count::of(&scene.world);
    WorldAnswer {
        command: "world",
        file: file.to_owned(),
        scene: &scene.name,
        mode: asked.mode.name(),
        meaning: meaning(&scene.world),
        bodies,
        frames,
        triangles,
        steps: answers.len(),
        colliding: certain(answers),
        undecided: unsure(answers),
        truncated: answers.iter().flatten().any(|pair| asked.truncates(pair)),
        collisions: collisions.collect(),
        budget: None,
        distances: None,
        nearest: None,
        not_looked_at,
    }
}

/// In how many steps something certainly touches.
fn certain(answers: &[TouchingPairs]) -> u64 {
    answers.iter().filter(|touching| touching.iter().any(|pair| !pair.undecided)).count() as u64
}

/// In how many steps nothing certainly touches, but something may.
fn unsure(answers: &[TouchingPairs]) -> u64 {
    answers.iter().filter(|touching| !touching.is_empty()).count() as u64 - certain(answers)
}

/// The reading of the bodies.
fn meaning(world: &World) -> &'static str {
    let (mut solids, mut surfaces) = (0, 0);
    for handle in world.handles().filter(|&handle| matches!(world.model(handle), Ok(Some(_)))) {
        *(if world.is_solid(handle) == Ok(true) { &mut solids } else { &mut surfaces }) += 1;
    }
    match (solids, surfaces) {
        (0, _) => "surfaces",
        (_, 0) => "solids",
        _ => "solids and surfaces",
    }
}

/// The words for a world in which nothing touches.
pub fn nothing_touches(world: &World) -> &'static str {
    match meaning(world) {
        "surfaces" => "no surfaces touch",
        "solids" => "no solids touch",
        _ => "no solids or surfaces touch",
    }
}

fn touching_pair<'a>(world: &'a World, asked: Asked, pair: &'a TouchingPair) -> TouchingAnswer<'a> {
    let has_triangles = matches!(asked.mode, Mode::All);
    TouchingAnswer {
        a: name(world, pair.a),
        b: name(world, pair.b),
        contacts: has_triangles.then_some(pair.count),
        truncated: has_triangles.then(|| asked.truncates(pair)),
        triangles: has_triangles.then(|| asked.shown(pair)),
        undecided: pair.undecided,
        depth: pair.depth,
    }
}

/// For people.
pub fn text(
    scene: &Scene,
    asked: Asked,
    answers: &[TouchingPairs],
    budget: Option<&Budget>,
) -> String {
    let Count { bodies, frames, triangles } = Count::of(&scene.world);
    let of_frames =
        if frames == 0 { String::new() } else { format!(" and {}", counted(frames, "frame")) };
    let (colliding, unsure) = (certain(answers), unsure(answers));
    let mut text = format!(
        "world   {}: {}{of_frames}, {}\n",
        escaped(&scene.name),
        counted(bodies, "body").replace("bodys", "bodies"),
        counted(triangles, "triangle"),
    );
    let collide = if colliding == 1 { "collides" } else { "collide" };
    let steps = counted(answers.len() as u64, "step");
    text += &match colliding {
        0 if unsure > 0 && budget.is_some() => {
            let budget = budget.map(Budget::to_string).unwrap_or_default();
            format!(
                "unsure  something may touch in {} of {steps}, with {budget} each\n",
                grouped(unsure)
            )
        }
        0 if unsure > 0 => {
            format!(
                "unsure  exact shapes may touch in {} of {steps}: it cannot be decided\n",
                grouped(unsure)
            )
        }
        0 if !scene.world.looks_at_any_pair() => format!("unsure  {NOTHING_CHECKED}\n"),
        0 => format!("clear   {} in {steps}\n", nothing_touches(&scene.world)),
        _ => format!("found   {} of {steps} {collide}\n", grouped(colliding)),
    };
    let moments = Moments::of_steps(scene);
    let lines = match asked.mode {
        Mode::First => runs(scene, &moments, answers),
        Mode::All => step_lines(scene, &moments, asked, answers),
    };
    text += &lines.iter().take(LINES_SHOWN).map(|line| format!("{line}\n")).collect::<String>();
    if lines.len() > LINES_SHOWN {
        text += &format!(
            "  … {LINES_SHOWN} of {} shown; --json has them all\n",
            grouped(lines.len() as u64)
        );
    }
    text
}

/// Two bodies, and whether it is undecided that they touch.
type Told = ([Handle; 2], bool);

/// A line for every two bodies and every run of steps in which they touch.
fn runs(scene: &Scene, moments: &Moments, answers: &[TouchingPairs]) -> Vec<String> {
    let mut runs: Vec<(Told, [usize; 2])> = Vec::new();
    // Where in `runs` the pairs of the step before are.
    let mut before: HashMap<Told, usize> = HashMap::new();
    for (step, touching) in answers.iter().enumerate() {
        let mut now = HashMap::new();
        for &TouchingPair { a, b, undecided, .. } in touching {
            let told = ([a, b], undecided);
            let run = before.get(&told).copied().unwrap_or(runs.len());
            if run == runs.len() {
                runs.push((told, [step; 2]));
            }
            runs[run].1[1] = step;
            now.insert(told, run);
        }
        before = now;
    }
    let line = |((pair, undecided), run): (Told, [usize; 2])| {
        let [a, b] = pair.map(|handle| escaped(name(&scene.world, handle)));
        format!("  {}: {a} {} {b}", moments.run(run), touches(undecided))
    };
    runs.into_iter().map(line).collect()
}

/// A line for every two bodies and every step in which they touch, with some of their triangles.
fn step_lines(
    scene: &Scene,
    moments: &Moments,
    asked: Asked,
    answers: &[TouchingPairs],
) -> Vec<String> {
    let line = |step: usize, pair: &TouchingPair| {
        let step = moments.words(step as f64);
        let [a, b] = [pair.a, pair.b].map(|body| escaped(name(&scene.world, body)));
        let count = counted(pair.count, "pair");
        let few: String = asked
            .shown(pair)
            .iter()
            .take(TRIANGLES_SHOWN)
            .map(|(i, j)| format!(" {i}:{j}"))
            .collect();
        let more =
            if asked.truncates(pair) || pair.count > TRIANGLES_SHOWN as u64 { " …" } else { "" };
        if pair.count == 0 {
            return format!("  {step}: {a} {} {b}", touches(pair.undecided));
        }
        format!("  {step}: {a} touches {b} in {count} of triangles,{few}{more}")
    };
    let steps = answers.iter().enumerate();
    steps.flat_map(|(step, touching)| touching.iter().map(move |pair| line(step, pair))).collect()
}

fn touches(undecided: bool) -> &'static str {
    if undecided { "may touch (undecided)" } else { "touches" }
}

pub(super) fn name(world: &World, handle: Handle) -> &str {
    world.name(handle).expect("what touches is in the world")
}

/// How much there is in a world.
struct Count {
    bodies: u64,
    frames: u64,
    triangles: u64,
}

impl Count {
    fn of(world: &World) -> Self {
        let mut count = Self { bodies: 0, frames: 0, triangles: 0 };
        for handle in world.handles() {
            match world.model(handle) {
                Ok(Some(model)) => {
                    count.bodies += 1;
                    count.triangles += model.mesh().triangle_count() as u64;
                }
                _ if world.exact_shapes(handle).is_ok_and(|shapes| !shapes.is_empty()) => {
                    count.bodies += 1
                }
                _ => count.frames += 1,
            }
        }
        count
    }
}
