//! Many bodies, or a robot, from step to step.

use std::path::Path;
use std::time::Instant;

use closecall::Ask;
use closecall::query::sweep::{Approach, Hit, Start};
use closecall::world::Handle;
use closecall::world::sweep::{Edge, EdgeAnswer, EdgeApproach, Sweeps};
use closecall_flight::numbers::{counted, figures};
use closecall_robot::Scene;
use serde_json::{Map, Value, json as value};

use super::at_the_poses;
use super::bodies::points;
use super::scene_page::SceneMoments;
use crate::command::world::{LeftOut, NOTHING_CHECKED, hint};
use crate::console;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending, known, object};
use crate::report::ReportFile;

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
    let mut json = object(value!({
        "command": "sweep",
        "scene": file.to_string_lossy(),
        "bodies": scene.world.len(),
        "steps": scene.steps.len(),
        "answer_ms": seconds * 1e3,
    }));
    let (verdict, said, more) = told(scene, &first)?;
    json.extend(more);
    let per_edge = figures(seconds * 1e6 / legs as f64);
    let mut text = format!("{said}\n");
    if verdict != Ending::Clear {
        let touching = steps_touching(scene)?;
        json.insert("steps_touching".to_owned(), touching.into());
        text += &at_the_poses(scene.steps.len(), touching, "step");
    }
    if nearest && let Some((approach, [a, b])) = nearest_of(scene, options)? {
        let Approach { lo, hi, time, .. } = approach;
        text += &format!("nearest: {a} and {b}, between {lo} and {hi} at step {time}\n");
        let nearest = value!({ "lo": lo, "hi": hi, "at": time, "a": a, "b": b });
        json.insert("nearest".to_owned(), nearest);
    }
    text += &format!("{}: {per_edge} µs each\n", counted(legs as u64, "edge"));
    let mut outcome = CommandAnswer { verdict, text, json, warnings: scene.warnings.clone() };
    if let EdgeAnswer::Hits(_, pair) = &first {
        outcome.text += &hint(scene, &[*pair]);
    }
    let left_out = LeftOut::of(scene);
    left_out.add_to(&mut outcome);
    let notes = left_out.notes();
    if let Some(report) = report {
        let times = match &first {
            EdgeAnswer::Free => vec![],
            EdgeAnswer::Hits(hit, _) => vec![hit.from, hit.to],
            EdgeAnswer::Undecided(doubt, _) => vec![doubt.free_until],
        };
        let moments = SceneMoments::new(scene, &times)?;
        let page = moments.page(scene, &outcome.verdict, &outcome.text, notes);
        report.write(&page, &mut outcome);
    }
    Ok(outcome)
}

/// In how many of the steps themselves something touches.
fn steps_touching(scene: &Scene) -> Result<usize, Failure> {
    let mut query = scene.world.query();
    query.pose_all();
    let mut touching = 0;
    for step in &scene.steps {
        query.set_poses(&step.poses).map_err(Failure::of_fault)?;
        touching += usize::from(query.collides());
    }
    Ok(touching)
}

/// The two bodies that come nearest to each other, and when, in steps.
fn nearest_of(scene: &Scene, options: &Ask) -> Result<Option<(Approach, [String; 2])>, Failure> {
    let sweeps = Sweeps::new(&scene.world, options);
    let edges =
        (0..scene.steps.len() - 1).map(|step| scene.edge(step)).collect::<Result<Vec<_>, _>>();
    let all = sweeps.approach_all(&edges.map_err(Failure::of_fault)?).map_err(Failure::of_fault)?;
    let lo = all.iter().flatten().map(|found| found.approach.lo).fold(f64::INFINITY, f64::min);
    let found = all.iter().enumerate().filter_map(|(step, found)| Some((step, (*found)?)));
    let least = found.min_by(|(_, x), (_, y)| x.approach.hi.total_cmp(&y.approach.hi));
    let Some((step, EdgeApproach { approach, bodies: [a, b] })) = least else { return Ok(None) };
    let name = |handle| scene.world.name(handle).map(str::to_owned).map_err(Failure::of_fault);
    Ok(Some((Approach { lo, time: step as f64 + approach.time, ..approach }, [name(a)?, name(b)?])))
}

/// What touches first on all edges, or what stayed undecided; times are in steps.
fn first_contact(scene: &Scene, options: &Ask) -> Result<EdgeAnswer, Failure> {
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

fn told(
    scene: &Scene,
    first: &EdgeAnswer,
) -> Result<(Ending, String, Map<String, Value>), Failure> {
    let name =
        |handle: Handle| scene.world.name(handle).map(str::to_owned).map_err(Failure::of_fault);
    match first {
        EdgeAnswer::Free if !scene.world.looks_at_any_pair() => {
            let said = format!("undecided: {NOTHING_CHECKED}");
            Ok((Ending::Undecided, said, object(value!({ "result": "undecided" }))))
        }
        EdgeAnswer::Free => {
            let said =
                format!("free: nothing touches from step 0 to step {}", scene.steps.len() - 1);
            Ok((Ending::Clear, said, object(value!({ "result": "free" }))))
        }
        EdgeAnswer::Hits(hit, pair) => {
            let [a, b] = [name(pair[0])?, name(pair[1])?];
            let said =
                format!("hits: {a} and {b} at step {}; free before step {}", hit.to, hit.from);
            let more = known(value!({
                "result": "hits", "from": hit.from, "to": hit.to, "a": a, "b": b,
                "triangles": hit.triangles,
                "points": points_of(scene, hit, *pair)?,
                "last_free": last_free(scene, hit.from)?,
            }));
            Ok((Ending::Collision, said, more))
        }
        EdgeAnswer::Undecided(doubt, pair) => {
            let names = match pair {
                Some([a, b]) => Some([name(*a)?, name(*b)?]),
                None => None,
            };
            let who = names.as_ref().map_or_else(String::new, |[a, b]| format!(" of {a} and {b}"));
            let said = match doubt.gap {
                Some(gap) => {
                    format!(
                        "undecided: free until step {}, then a gap{who} below {gap:e}",
                        doubt.free_until
                    )
                }
                None => format!(
                    "undecided: free until step {}, then the budget or the limit of work ended",
                    doubt.free_until
                ),
            };
            let [a, b] = names.map_or([None, None], |names| names.map(Some));
            let more = known(value!({
                "result": "undecided", "from": doubt.free_until, "to": doubt.until,
                "free_until": doubt.free_until, "gap": doubt.gap, "a": a, "b": b,
                "last_free": last_free(scene, doubt.free_until)?,
            }));
            Ok((Ending::Undecided, said, more))
        }
    }
}

/// The step before a time, and the share of the way to the next.
pub(super) fn place(scene: &Scene, time: f64) -> (usize, f64) {
    let step = (time.floor() as usize).min(scene.steps.len() - 2);
    (step, time - step as f64)
}

/// The points that two triangles share, or the nearest two; in the world.
fn points_of(scene: &Scene, hit: &Hit, pair: [Handle; 2]) -> Result<Vec<[f64; 3]>, Failure> {
    let Some(triangles) = hit.triangles else { return Ok(Vec::new()) };
    let (step, time) = place(scene, hit.to);
    let mut query = scene.world.query();
    let poses = scene.edge(step).map_err(Failure::of_fault)?.poses(time);
    query.set_poses(&poses).map_err(Failure::of_fault)?;
    let world_from = |handle| query.world_from_body(handle).map_err(Failure::of_fault);
    let (a, b) = (world_from(pair[0])?, world_from(pair[1])?);
    let a_from_b = a.relative(&b).map_err(Failure::of_fault)?;
    let model = |handle| scene.world.model(handle).ok().flatten();
    let models = model(pair[0]).zip(model(pair[1]));
    let in_a =
        models.map_or_else(Vec::new, |models| points([models.0, models.1], &a_from_b, triangles));
    Ok(in_a.into_iter().map(|point| a.carry(point.into()).to_array()).collect())
}

/// The joint positions of the last time that is known to be free.
fn last_free(scene: &Scene, time: f64) -> Result<Map<String, Value>, Failure> {
    let (step, time) = place(scene, time);
    let positions = scene.edge(step).map_err(Failure::of_fault)?.positions(time);
    Ok(positions.into_iter().map(|(name, position)| (name, position.into())).collect())
}
