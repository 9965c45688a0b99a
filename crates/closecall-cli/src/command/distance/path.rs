//! Distances at every pose of a path, on all cores, and the least of them.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use closecall::geom::Interval;
use closecall::{Model, Pose};
use closecall_flight::numbers::{counted, figures, grouped};
use closecall_flight::poses::read_poses;

use super::{DistanceCommand, Found, sentence};
use crate::answer::{DistanceFoundAnswer, DistancePathAnswer, NearestRowAnswer, fields};
use crate::console;
use crate::failure::Failure;
use crate::moments::Moments;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::{Files, Output};
use crate::reading::doubt;
use crate::threads::threads;

/// The number of poses that are asked about before their answers are written and forgotten.
const POSES_AT_ONCE: usize = 16384;

/// All poses together.
#[derive(Default)]
struct Along {
    poses: usize,
    touching: u64,
    beyond: u64,
    nearest: Option<(usize, Found)>,
}

impl Along {
    fn add(&mut self, found: Option<&Found>) {
        match found {
            None => self.beyond += 1,
            Some(found) => {
                self.touching += u64::from(found.distance.hi == 0.0);
                if self
                    .nearest
                    .as_ref()
                    .is_none_or(|(_, nearest)| found.distance.hi < nearest.distance.hi)
                {
                    self.nearest = Some((self.poses, *found));
                }
            }
        }
        self.poses += 1;
    }
}

/// Asks at every pose of the file.
pub(super) fn run(command: &DistanceCommand, file: &Path) -> Result<CommandAnswer, Failure> {
    let pool = threads(command.threads.map_or(0, usize::from))?;
    let (mut files, mut warnings) = (Files::default(), Vec::new());
    files.read_all([&*command.a, &*command.b, file])?;
    let mut out = files.write("--out", command.out.as_deref())?;
    let report = command.report.file(&mut files)?;
    let waypoints = read_poses(file, command.pose.normalizes(), &mut warnings)?;
    let [a, b] = pool.install(|| command.models(&mut files, &mut warnings))?;
    let placed: Vec<Pose> = waypoints.iter().map(|waypoint| waypoint.pose()).collect();
    doubt([(&command.a, &a), (&command.b, &b)], &placed, &mut warnings);
    let pair = a.ask(&b, command.asked()).map_err(Failure::of_message)?;
    let (start, mut along) = (Instant::now(), Along::default());
    let (mut shown, bar) = (Vec::new(), console::progress("measuring", waypoints.len()));
    if let Some(out) = &mut out {
        out.write(|out| writeln!(out, "row,lo,hi,a,b"));
    }
    for some in waypoints.chunks(POSES_AT_ONCE) {
        let poses: Vec<Pose> = some.iter().map(|waypoint| waypoint.pose()).collect();
        let found = pool.install(|| pair.batch(&poses, |pair, pose| pair.distance(pose)));
        for found in &found {
            if let Some(out) = &mut out {
                out.write(|out| line(out, along.poses, found.as_ref()));
            }
            along.add(found.as_ref());
        }
        if report.is_some() {
            shown.extend(found);
        }
        bar.inc(some.len() as u64);
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let moments = Moments::of_rows(&waypoints);
    let nearest = along.nearest.as_ref().map(|(row, found)| NearestRowAnswer {
        found: DistanceFoundAnswer::of(Some(found)),
        row: *row,
        moment: moments.told(*row as f64),
    });
    let answer = DistancePathAnswer {
        command: "distance",
        meaning: "surfaces",
        file_a: command.a.to_string_lossy().into_owned(),
        file_b: command.b.to_string_lossy().into_owned(),
        path: file.to_string_lossy().into_owned(),
        a_tris: a.mesh().triangle_count(),
        b_tris: b.mesh().triangle_count(),
        poses: along.poses,
        touching: along.touching,
        beyond_poses: along.beyond,
        threads: pool.current_num_threads(),
        seconds,
        nearest,
    };
    let mut outcome = CommandAnswer {
        verdict: Ending::colliding(along.touching > 0),
        text: text(command, [&a, &b], &along, seconds, &moments),
        json: fields(&answer),
        warnings,
    };
    outcome.settle(out.map(Output::finish).transpose());
    if let Some(report) = report {
        let poses: Vec<_> = waypoints.iter().map(|waypoint| waypoint.pose()).enumerate().collect();
        command.show([&a, &b], &poses, &shown, report, &mut outcome);
    }
    Ok(outcome)
}

/// Row, bounds and triangles; without them where the distance is above what was asked for.
fn line(out: &mut impl Write, row: usize, found: Option<&Found>) -> std::io::Result<()> {
    match found {
        None => writeln!(out, "{row},,,,"),
        Some(Found { distance: Interval { lo, hi }, a, b, .. }) => {
            writeln!(out, "{row},{lo:?},{hi:?},{a},{b}")
        }
    }
}

fn text(
    command: &DistanceCommand,
    models: [&Model; 2],
    along: &Along,
    seconds: f64,
    moments: &Moments,
) -> String {
    let poses = counted(along.poses as u64, "pose");
    let named = command.named(models);
    let took = format!("{poses} in {} s, {} touching\n", figures(seconds), grouped(along.touching));
    let nearest = along.nearest.as_ref().map_or_else(
        || "apart: further than was asked for at every pose\n".to_owned(),
        |(row, found)| format!("{}  nearest at {}\n", sentence(found), moments.words(*row as f64)),
    );
    nearest + &named + &took
}
