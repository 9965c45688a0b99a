//! Many bodies, or a robot, from step to step.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use closecall::geom::{Clearance, Interval};
use closecall::query::sweep::{Approach, Start};
use closecall::world::Handle;
use closecall::world::sweep::{EdgeApproach, EdgeContacts, EdgeDoubt, EdgeHit, Sweeps};
use closecall::{Answer, Ask};
use closecall_flight::numbers::{certified, counted, measured};
use closecall_robot::Scene;

use super::scene_page::SceneMoments;
use super::scene_places::{Met, Places};
use super::{at_the_poses, hit_at_pose, listed};
use crate::answer::{NearestAnswer, SceneSweepAnswer, fields};
use crate::console;
use crate::failure::Failure;
use crate::moments::Moments;
use crate::outcome::CommandAnswer;
use crate::report::ReportFile;
use crate::scene::{LeftOut, hint};

/// Looks at a scene from its first step to its last. `nearest` asks how near bodies come, too.
pub fn run(
    file: &Path,
    scene: &mut Scene,
    options: &Ask,
    nearest: bool,
    report: Option<ReportFile>,
) -> Result<CommandAnswer, Failure> {
    let legs = scene.steps.len() - 1;
    if legs == 0 {
        let message = "a motion needs at least 2 steps, but there is 1; rows of joints are given \
                       with --joints";
        return Err(Failure::of_file(file, &message));
    }
    let is_shape =
        |body: &Handle| scene.world.exact_shapes(*body).is_ok_and(|shapes| !shapes.is_empty());
    let shaped = scene.world.handles().find(is_shape).and_then(|body| scene.world.name(body).ok());
    let refused = if nearest {
        Some("nearest approaches are only about meshes")
    } else if options.start == Start::Ignored {
        Some("contact at the start is ignored only between meshes")
    } else {
        None
    };
    if let (Some(name), Some(why)) = (shaped, refused) {
        let message = format!("`{name}` has an exact shape, and {why}");
        return Err(Failure::of_file(file, &message));
    }
    let start = Instant::now();
    let first = first_contact(scene, options)?;
    let seconds = start.elapsed().as_secs_f64();
    let steps_touching = match &first {
        Answer::Clear if scene.world.looks_at_any_pair() => None,
        _ => Some(StepsTouching::of(scene, options.clearance)?),
    };
    let first = match (first, steps_touching.as_ref().and_then(|steps| steps.first.as_ref())) {
        (Answer::Undecided(EdgeDoubt { doubt, .. }), Some(met))
            if options.start == Start::Counts =>
        {
            let hit = hit_at_pose(&doubt, met.time, met.triangles);
            Answer::Touching(EdgeHit { hit, bodies: met.bodies })
        }
        (first, _) => first,
    };
    let has_all = options.budget.is_endless() && options.start == Start::Counts;
    let all = match &first {
        Answer::Clear => None,
        _ => has_all.then(|| all_contacts(scene, options)).transpose()?,
    };
    let moments = Moments::of_steps(scene);
    let places = Places { scene, moments: &moments };
    let (verdict, said, of_first) = places.told(&first)?;
    let mut text = format!("{said}\n");
    if let Some(all) = &all {
        text += &listed(&all.contacts, |contact| places.line(contact))?;
    }
    let steps_touching = steps_touching.map(|steps| steps.count);
    if let Some(touching) = steps_touching {
        text += &at_the_poses(scene.steps.len(), touching, "step");
    }
    let nearest = if nearest { nearest_of(scene, options)? } else { None };
    if let Some((Approach { distance: Interval { lo, hi }, time, .. }, [a, b])) = &nearest {
        let apart = if *hi > 0.0 { certified(*lo, *hi) } else { "in contact".to_owned() };
        text += &format!("nearest: {a} and {b}, {apart} at {}\n", moments.words(*time));
    }
    let per_edge = measured(seconds * 1e6 / legs as f64);
    text += &format!("{}: {per_edge} µs each\n", counted(legs as u64, "edge"));
    let left_out = LeftOut::of(scene);
    let found = all.as_ref().map(|all| &all.contacts[..]);
    let found = found.or((has_all && matches!(first, Answer::Clear)).then_some(&[]));
    let intervals = found.map(|found| found.iter().map(|found| places.contact(found)).collect());
    let answer = SceneSweepAnswer {
        command: "sweep",
        scene: file.to_string_lossy().into_owned(),
        bodies: scene.world.len(),
        steps: scene.steps.len(),
        answer_ms: seconds * 1e3,
        triangles: match &first {
            Answer::Touching(EdgeHit { hit, .. }) => hit.triangles,
            _ => None,
        },
        last_clear: of_first.from.map(|time| last_clear(scene, time)).transpose()?,
        first: of_first,
        steps_touching,
        intervals: intervals.transpose()?,
        undecided_intervals: all.as_ref().map_or_else(Vec::new, |all| {
            let doubts = all.undecided.iter();
            doubts.map(|found| [found.doubt.time.lo, found.doubt.time.hi]).collect()
        }),
        nearest: nearest.map(|(Approach { distance: Interval { lo, hi }, time, .. }, [a, b])| {
            NearestAnswer { lo, hi, at: time, a, b }
        }),
        not_looked_at: left_out.told(),
    };
    let mut outcome =
        CommandAnswer { verdict, text, json: fields(&answer), warnings: scene.warnings.clone() };
    if let Answer::Touching(EdgeHit { bodies: pair, .. }) = &first {
        outcome.text += &hint(scene, &[*pair]);
    }
    left_out.add_to(&mut outcome);
    let notes = left_out.notes();
    if let Some(report) = report {
        let times = match &first {
            Answer::Clear => vec![],
            Answer::Touching(EdgeHit { hit, .. }) => vec![hit.time.lo, hit.time.hi],
            Answer::Undecided(EdgeDoubt { doubt, .. }) => vec![doubt.time.lo],
        };
        let shown = SceneMoments::new(scene, &times)?;
        let page = shown.page(scene, &outcome.verdict, &outcome.text, notes);
        report.write(&page, &mut outcome);
    }
    Ok(outcome)
}

/// The steps at which something touches.
struct StepsTouching {
    count: usize,
    /// The contact at the first of them.
    first: Option<Met>,
}

impl StepsTouching {
    fn of(scene: &Scene, clearance: Clearance) -> Result<Self, Failure> {
        let mut query = scene.world.query().with(clearance);
        query.pose_all();
        let mut found = Self { count: 0, first: None };
        for (number, step) in scene.steps.iter().enumerate() {
            query.set_poses(&step.poses).map_err(Failure::of_fault)?;
            let Some(&(a, b)) = query.touch().touching.first() else { continue };
            found.count += 1;
            if found.first.is_none() {
                let mut contacts = query.contacts().into_iter();
                let triangles = contacts.find(|found| (found.a, found.b) == (a, b));
                let triangles = triangles.and_then(|found| found.triangles.first().copied());
                found.first = Some(Met { bodies: [a, b], triangles, time: number as f64 });
            }
        }
        Ok(found)
    }
}

/// The two bodies that come nearest to each other, and when, in steps.
fn nearest_of(scene: &Scene, options: &Ask) -> Result<Option<(Approach, [String; 2])>, Failure> {
    let sweeps = Sweeps::new(&scene.world, options);
    let edges =
        (0..scene.steps.len() - 1).map(|step| scene.edge(step)).collect::<Result<Vec<_>, _>>();
    let all = sweeps.approach_all(&edges.map_err(Failure::of_fault)?).map_err(Failure::of_fault)?;
    let lo =
        all.iter().flatten().map(|found| found.approach.distance.lo).fold(f64::INFINITY, f64::min);
    let found = all.iter().enumerate().filter_map(|(step, found)| Some((step, (*found)?)));
    let least =
        found.min_by(|(_, x), (_, y)| x.approach.distance.hi.total_cmp(&y.approach.distance.hi));
    let Some((step, EdgeApproach { approach, bodies: [a, b] })) = least else { return Ok(None) };
    let name = |handle| scene.world.name(handle).map(str::to_owned).map_err(Failure::of_fault);
    let (distance, time) = (Interval { lo, ..approach.distance }, step as f64 + approach.time);
    Ok(Some((Approach { distance, time, ..approach }, [name(a)?, name(b)?])))
}

/// The first contact on all edges, or the doubt; times are in steps.
fn first_contact(scene: &Scene, options: &Ask) -> Result<Answer<EdgeHit, EdgeDoubt>, Failure> {
    let legs = scene.steps.len() - 1;
    let bar = console::progress("sweeping", legs);
    let edge = |step| scene.edge(step).map_err(Failure::of_fault);
    let mut before = 0;
    let first = Sweeps::new(&scene.world, options).first(legs, edge, |done| {
        bar.inc((done - before) as u64);
        before = done;
    });
    bar.finish_and_clear();
    first
}

/// Every contact of every two bodies.
fn all_contacts(scene: &Scene, options: &Ask) -> Result<EdgeContacts, Failure> {
    let legs = scene.steps.len() - 1;
    let bar = console::progress("looking for all contacts", legs);
    let edge = |step| scene.edge(step).map_err(Failure::of_fault);
    let all = Sweeps::new(&scene.world, options)
        .contacts(legs, edge, |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    all
}

/// The step before a time, and the share of the way to the next.
pub(super) fn place(scene: &Scene, time: f64) -> (usize, f64) {
    let step = (time.floor() as usize).min(scene.steps.len() - 2);
    (step, time - step as f64)
}

/// The joint positions of the last time that is known to be clear.
fn last_clear(scene: &Scene, time: f64) -> Result<BTreeMap<String, f64>, Failure> {
    let (step, time) = place(scene, time);
    let positions = scene.edge(step).map_err(Failure::of_fault)?.positions(time);
    Ok(positions.into_iter().collect())
}
