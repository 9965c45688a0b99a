//! Two bodies along a path.

use std::path::Path;
use std::time::Instant;

use closecall::geom::exact::{Shared, distance, shared};
use closecall::path::{Path as _, Rows};
use closecall::query::sweep::{Answer, Start};
use closecall::{Ask, Pair};
use closecall::{Model, Pose};
use closecall_flight::numbers::{counted, figures};
use closecall_flight::poses::read_poses;
use serde_json::json as value;

use super::page::PathMoments;
use super::{SweepCommand, at_the_poses};
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending, known, object};
use crate::output::Files;
use crate::reading::{agree, doubt};

/// Looks at B on its way through the rows of a file.
pub fn run(
    sweep: &SweepCommand,
    [a, b]: [&Path; 2],
    path: &Path,
    options: &Ask,
) -> Result<CommandAnswer, Failure> {
    let (mut files, mut warnings) = (Files::default(), Vec::new());
    files.read_all([a, b, path])?;
    let report = sweep.report.file(&mut files)?;
    let waypoints = read_poses(path, sweep.normalize, &mut warnings)?;
    let rows = waypoints.iter().map(|row| (row.translation(), row.quaternion())).collect();
    let rows = Rows::new(rows).map_err(|error| Failure::of_file(path, &error))?;
    let [one, other] = [a, b].map(|file| sweep.reading.read(file, &mut files, &mut warnings));
    let (one, other) = (one?, other?);
    agree([(a, one.unit), (b, other.unit)], &mut warnings)?;
    let (first, second) = (one.body.into_model(), other.body.into_model());
    let start_is_ignored = options.start == Start::Ignored;
    let start = Instant::now();
    let solid = |model: &Model, file| model.solid().map_err(|error| Failure::of_file(file, &error));
    let pair = match sweep.solid {
        true => Pair::new(&solid(&first, a)?, &solid(&second, b)?),
        false => Pair::new(&first, &second),
    };
    let mut pair = pair.with(options.cold());
    let tolerance = pair.tolerance();
    let answer = pair.sweep(&rows);
    let seconds = start.elapsed().as_secs_f64();
    let poses: Vec<Pose> = waypoints.iter().map(|row| row.pose()).collect();
    doubt([(a, &first), (b, &second)], &poses, &mut warnings);
    // What the poses alone would have found.
    let touching = match answer {
        Answer::Free if !start_is_ignored => 0,
        _ => {
            let touching = pair.batch(&poses, |pair, pose| pair.collides(pose));
            touching.into_iter().filter(|touches| *touches).count()
        }
    };
    let mut json = object(value!({
        "command": "sweep",
        "files": [a.to_string_lossy(), b.to_string_lossy()],
        "path": path.to_string_lossy(),
        "a_tris": first.mesh().triangle_count(),
        "b_tris": second.mesh().triangle_count(),
        "poses": poses.len(),
        "poses_touching": touching,
        "tolerance": tolerance,
        "solid": sweep.solid,
        "start": if start_is_ignored { "ignored" } else { "counts" },
        "clearance": options.clearance.distance(),
        "answer_ms": seconds * 1e3,
    }));
    let (verdict, said, more) = told(&answer, [&first, &second], &rows);
    json.extend(known(more));
    let aside = if start_is_ignored { ", contact that lasts from the start aside" } else { "" };
    let mut text = format!("{said}{aside}\n");
    if sweep.nearest {
        let found = pair.approach(&rows);
        text += &format!("nearest: between {} and {} at row {}\n", found.lo, found.hi, found.time);
        let (a, b) = found.triangles.unzip();
        let nearest = value!({ "lo": found.lo, "hi": found.hi, "at": found.time, "a": a, "b": b });
        json.insert("nearest".to_owned(), nearest);
    }
    if verdict != Ending::Clear {
        text += &at_the_poses(poses.len(), touching, "pose");
    }
    text += &format!("{} in {} ms\n", counted(rows.legs() as u64, "leg"), figures(seconds * 1e3));
    let mut outcome = CommandAnswer { verdict, text, json, warnings };
    if let Some(report) = report {
        let names = [a, b].map(|file| file.to_string_lossy());
        let moments = PathMoments::new(&rows, &answer);
        let page = moments.page([&names[0], &names[1]], [&first, &second], &answer, &outcome.text);
        report.write(&page, &mut outcome);
    }
    Ok(outcome)
}

fn told(answer: &Answer, models: [&Model; 2], path: &Rows) -> (Ending, String, serde_json::Value) {
    match answer {
        Answer::Free => {
            let said = format!("free: nothing touches from row 0 to row {}", path.legs());
            (Ending::Clear, said, value!({ "result": "free" }))
        }
        Answer::Hits(hit) => {
            let what = match hit.triangles {
                Some((i, j)) => format!("triangle {i} of A and triangle {j} of B"),
                None => "one is inside the other".to_owned(),
            };
            let said = format!("hits: {what} at row {}; free before row {}", hit.to, hit.from);
            let points = hit.triangles.map(|pair| points(models, &path.pose(hit.to), pair));
            let (i, j) = hit.triangles.unzip();
            let more = value!({
                "result": "hits", "from": hit.from, "to": hit.to, "a": i, "b": j, "points": points,
            });
            (Ending::Collision, said, more)
        }
        Answer::Undecided(doubt) => {
            let (a, b) = doubt.triangles.unzip();
            let why = match doubt.gap {
                Some(gap) => format!("nearer than {gap:e} until row {}", doubt.until),
                None => "then the budget or the limit of work ended".to_owned(),
            };
            let more = value!({
                "result": "undecided", "from": doubt.free_until, "to": doubt.until,
                "free_until": doubt.free_until, "gap": doubt.gap, "a": a, "b": b,
            });
            (
                Ending::Undecided,
                format!("undecided: free until row {}, {why}", doubt.free_until),
                more,
            )
        }
    }
}

/// The points that two triangles share at a pose, or the nearest two; in A's frame.
pub fn points([a, b]: [&Model; 2], pose: &Pose, (i, j): (u32, u32)) -> Vec<[f64; 3]> {
    let triangle = a.mesh().triangle(i as usize);
    let other = pose.carry_triangle(&b.mesh().triangle(j as usize));
    let points = match shared(&triangle, &other) {
        // With a clearance they need not touch: the nearest points, of A and of B.
        Shared::None => {
            let nearest = distance(&triangle, &other);
            vec![nearest.point_a, nearest.point_b]
        }
        Shared::Point(point) => vec![point],
        Shared::Segment(ends) => ends.to_vec(),
        Shared::Polygon(polygon) => polygon.corners().to_vec(),
    };
    points.into_iter().map(|point| point.to_array()).collect()
}
