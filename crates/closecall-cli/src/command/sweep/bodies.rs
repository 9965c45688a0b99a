//! Two bodies along a path.

use std::path::Path;
use std::time::Instant;

use closecall::path::{Path as _, Rows};
use closecall::query::sweep::{ContactInterval, ContactIntervals, Doubt, Hit, Start};
use closecall::{Answer, Ask, Model, Pair, Pose};
use closecall_flight::numbers::{certified, counted, digits, measured};
use closecall_flight::poses::read_poses;

use super::page::PathMoments;
use super::{SweepCommand, at_the_poses, before, hit_at_pose, listed, point_of};
use crate::answer::{ContactAnswer, FirstAnswer, NearestAnswer, SweepAnswer, fields};
use crate::failure::Failure;
use crate::moments::Moments;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::patches::points;
use crate::reading::{doubt, named};

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
    let waypoints = read_poses(path, sweep.files.normalize, &mut warnings)?;
    let moments = Moments::of_rows(&waypoints);
    let rows = waypoints.iter().map(|row| (row.translation(), row.quaternion())).collect();
    let rows = Rows::new(rows).map_err(|error| Failure::of_file(path, &error))?;
    let [one, other] = [a, b].map(|file| sweep.files.reading.read(file, &mut files, &mut warnings));
    let (one, other) = (one?, other?);
    sweep.files.reading.judge([(a, one.unit), (b, other.unit)], &mut warnings)?;
    let models = [one.body.into_model(), other.body.into_model()];
    let start_is_ignored = options.start == Start::Ignored;
    let mut pair = pair_of(sweep, [a, b], &models)?.with(options.cold());
    let start = Instant::now();
    let answer = pair.sweep(&rows);
    let seconds = start.elapsed().as_secs_f64();
    let poses: Vec<Pose> = waypoints.iter().map(|row| row.pose()).collect();
    doubt([(a, &models[0]), (b, &models[1])], &poses, &mut warnings);
    // What the poses alone would have found.
    let touches = match answer {
        Answer::Clear if !start_is_ignored => vec![],
        _ => pair.batch(&poses, |pair, pose| pair.collides(pose)),
    };
    let touching = touches.iter().filter(|touches| **touches).count();
    let first_pose = touches.iter().position(|touches| *touches);
    let answer = match (answer, first_pose) {
        (Answer::Undecided(doubt), Some(pose)) if !start_is_ignored => {
            let triangles = pair.first_contact(&poses[pose]);
            Answer::Touching(hit_at_pose(&doubt, pose as f64, triangles))
        }
        (answer, _) => answer,
    };
    let has_all = options.budget.is_endless() && !start_is_ignored;
    let all = match answer {
        Answer::Clear => has_all.then(ContactIntervals::default),
        _ => has_all.then(|| pair.contact_intervals(&rows)),
    };
    let nearest = sweep.nearest.then(|| pair.approach(&rows));
    let (verdict, first, mut text) = told(&answer, &models, &rows, &moments);
    if start_is_ignored {
        text += ", contact that lasts from the start aside";
    }
    text += "\n";
    text += &named([a, b], models.each_ref());
    let places = Places { models: &models, path: &rows, moments: &moments };
    if let Some(all) = &all {
        text += &listed(&all.intervals, |interval| Ok(places.line(interval)))?;
    }
    if let Some(found) = nearest {
        let apart = if found.distance.hi > 0.0 {
            certified(found.distance.lo, found.distance.hi)
        } else {
            "in contact".to_owned()
        };
        text += &format!("nearest: {apart} at {}\n", moments.words(found.time));
    }
    if verdict != Ending::Clear {
        text += &at_the_poses(poses.len(), touching, "pose");
    }
    let legs = counted(rows.legs() as u64, "leg");
    text += &format!("{legs} in {} ms\n", measured(seconds * 1e3));
    let answer_of = SweepAnswer {
        command: "sweep",
        files: [a, b].map(|file| file.to_string_lossy().into_owned()),
        path: path.to_string_lossy().into_owned(),
        a_tris: models[0].mesh().triangle_count(),
        b_tris: models[1].mesh().triangle_count(),
        poses: poses.len(),
        poses_touching: touching,
        tolerance: pair.tolerance(),
        solid: sweep.files.solid,
        start: if start_is_ignored { "ignored" } else { "counts" },
        clearance: options.clearance.distance(),
        answer_ms: seconds * 1e3,
        first,
        intervals: all
            .as_ref()
            .map(|all| all.intervals.iter().map(|interval| places.told(interval)).collect()),
        undecided_intervals: all.as_ref().map_or_else(Vec::new, |all| {
            all.undecided.iter().map(|doubt| [doubt.time.lo, doubt.time.hi]).collect()
        }),
        nearest: nearest.map(|found| {
            let (a, b) = found.triangles.unzip();
            NearestAnswer { lo: found.distance.lo, hi: found.distance.hi, at: found.time, a, b }
        }),
    };
    let mut outcome = CommandAnswer { verdict, text, json: fields(&answer_of), warnings };
    if let Some(report) = report {
        let names = [a, b].map(|file| file.to_string_lossy());
        let shown = PathMoments::new(&rows, &answer);
        let models = models.each_ref();
        let page = shown.page([&names[0], &names[1]], models, &answer, &outcome.text);
        report.write(&page, &mut outcome);
    }
    Ok(outcome)
}

/// Both bodies as they are to be taken.
fn pair_of(
    sweep: &SweepCommand,
    [a, b]: [&Path; 2],
    [first, second]: &[Model; 2],
) -> Result<Pair, Failure> {
    let solid = |model: &Model, file| model.solid().map_err(|error| Failure::of_file(file, &error));
    let pair = match sweep.files.solid {
        true => Pair::new(&solid(first, a)?, &solid(second, b)?),
        false => Pair::new(first, second),
    };
    pair.map_err(Failure::of_message)
}

/// A pair of triangles in words.
pub(super) fn pair_words((i, j): (u32, u32)) -> String {
    format!("triangle {i} of A and triangle {j} of B")
}

/// The verdict, the first contact for programs, and for people.
fn told(
    answer: &Answer<Hit, Doubt>,
    models: &[Model; 2],
    path: &Rows,
    moments: &Moments,
) -> (Ending, FirstAnswer<u32>, String) {
    match answer {
        Answer::Clear => {
            let said = format!("clear: nothing touches from row 0 to row {}", path.legs());
            (Ending::Clear, FirstAnswer::clear(), said)
        }
        Answer::Touching(Hit { time, triangles }) => {
            let what = match triangles {
                Some(pair) => pair_words(*pair),
                None => "one is inside the other".to_owned(),
            };
            let meshes = models.each_ref().map(Model::mesh);
            let points = triangles.map(|pair| points(meshes, &path.pose(time.hi), pair));
            let place = point_of(points.as_deref());
            let (a, b) = triangles.unzip();
            let first = FirstAnswer {
                from: Some(time.lo),
                to: Some(time.hi),
                moment: moments.told(time.hi),
                a,
                b,
                points,
                ..FirstAnswer::of("touching")
            };
            let (when, before) = (moments.words(time.hi), before(*time, moments));
            (Ending::Collision, first, format!("touching: {what} at {when}{place}; {before}"))
        }
        Answer::Undecided(Doubt { time, gap, triangles, .. }) => {
            let why = match gap {
                Some(gap) => format!("nearer than {} until row {}", digits(*gap), digits(time.hi)),
                None => "then the budget or the limit of work ended".to_owned(),
            };
            let (a, b) = triangles.unzip();
            let first = FirstAnswer {
                from: Some(time.lo),
                to: Some(time.hi),
                clear_until: Some(time.lo),
                gap: *gap,
                a,
                b,
                ..FirstAnswer::of("undecided")
            };
            let until = moments.words(time.lo);
            (Ending::Undecided, first, format!("undecided: clear until {until}, {why}"))
        }
    }
}

/// The places of stretches of contact, on the path and in A's frame.
struct Places<'p> {
    models: &'p [Model; 2],
    path: &'p Rows,
    moments: &'p Moments,
}

impl Places<'_> {
    /// The points that the first triangles share as contact begins.
    fn points(&self, interval: &ContactInterval) -> Option<Vec<[f64; 3]>> {
        let meshes = self.models.each_ref().map(Model::mesh);
        let pose = self.path.pose(interval.begins.hi);
        interval.triangles.map(|pair| points(meshes, &pose, pair))
    }

    /// A stretch of contact in words.
    fn line(&self, interval: &ContactInterval) -> String {
        let ContactInterval { begins, ends, triangles, .. } = interval;
        let to = match ends.lo >= self.path.legs() as f64 {
            true => "the end".to_owned(),
            false => self.moments.words(ends.hi),
        };
        let first = triangles.map(|(i, j)| format!(", first triangles {i}:{j}"));
        let place = point_of(self.points(interval).as_deref());
        let from = self.moments.words(begins.hi);
        format!("contact from {from} to {to}{}{place}", first.unwrap_or_default())
    }

    fn told(&self, interval: &ContactInterval) -> ContactAnswer<u32> {
        let ContactInterval { begins, ends, triangles, .. } = interval;
        let (a, b) = triangles.unzip();
        ContactAnswer {
            begins: [begins.lo, begins.hi],
            ends: [ends.lo, ends.hi],
            begins_at: self.moments.told(begins.hi),
            ends_at: self.moments.told(ends.hi),
            a,
            b,
            triangles: None,
            points: self.points(interval),
        }
    }
}
