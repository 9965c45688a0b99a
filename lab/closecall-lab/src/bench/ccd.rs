//! Corners that move straight: the labelled queries of others, one by one, and deforming meshes
//! against all pairs.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use closecall::Answer;
use closecall::geom::straight::{Close, Straight, StraightLimits, first_meeting};
use closecall::mesh::LoadError;
use closecall::query::DeformingMesh;
use closecall_flight::numbers::{figures, grouped};
use rayon::prelude::*;

use super::{BenchPage, BenchSheet};

/// The meaning of a meeting, and the number of directions that are tried.
const LIMITS: StraightLimits = StraightLimits::new(1e-12, 1000);

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum CcdError {
    /// A file cannot be read.
    #[error("{}: {error}", file.display())]
    Unread {
        /// Which.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file does not hold what it should.
    #[error("{}: {what}", file.display())]
    Odd {
        /// Which.
        file: PathBuf,
        /// The oddity.
        what: String,
    },
    /// A mesh cannot be read.
    #[error(transparent)]
    Mesh(#[from] LoadError),
    /// Two states do not belong together.
    #[error(transparent)]
    States(#[from] closecall::MeshError),
}

/// Measures all that a folder has: `NAMEvf.csv` or `NAMEee.csv` with `…_mma_bool.json` beside it,
/// and `SCENE_N.ply` with `SCENE_N+1.ply`.
///
/// # Errors
/// If a file is there that cannot be read.
pub fn page(folder: &Path, rounds: usize) -> Result<BenchPage, CcdError> {
    let mut files: Vec<PathBuf> = list(folder)?;
    files.sort();
    let mut rows = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "csv")) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let truth = folder.join(format!("{name}_mma_bool.json"));
        let is_labelled = truth.exists() && (name.ends_with("vf") || name.ends_with("ee"));
        if is_labelled {
            rows.push(labelled(&name, &queries(file)?, &labels(&truth)?, rounds));
        }
    }
    let header = vec![
        "queries",
        "count",
        "meet",
        "missed",
        "false alarms",
        "undecided",
        "mean µs",
        "p99.9 µs",
        "worst µs",
    ];
    let mut sheets = vec![BenchSheet { title: "Labelled queries".to_owned(), header, rows }];
    sheets.push(BenchSheet {
        title: "A deforming mesh with itself, from one state to the next".to_owned(),
        header: vec![
            "states",
            "triangles",
            "candidates",
            "close",
            "at the start",
            "undecided",
            "first later",
            "build ms",
            "refit ms",
            "walk and judge ms",
            "all pairs ms",
            "differences",
        ],
        rows: deforming(&files)?,
    });
    let preface = format!(
        "One thread. Labels are those of the folder, worked out by others in exact arithmetic. A query is asked {rounds} times, and the fastest counts; the \
         worst is the slowest of the queries. A tolerance of {:e}: what comes nearer counts as a meeting. All pairs: every two triangles, by the same test, \
         whose boxes over the whole motion overlap, found without a tree; differences are pairs on which the two do not agree. `At the start`: pairs that \
         meet at time 0 already; `first later` is the first time after that, 1 if there is none.",
        LIMITS.tolerance
    );
    Ok(BenchPage { name: "ccd", title: "Corners that move straight", preface, sheets })
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, CcdError> {
    let unread = |error| CcdError::Unread { file: folder.to_owned(), error };
    let entries = fs::read_dir(folder).map_err(unread)?;
    entries.map(|entry| Ok(entry.map_err(unread)?.path())).collect()
}

fn text(file: &Path) -> Result<String, CcdError> {
    fs::read_to_string(file).map_err(|error| CcdError::Unread { file: file.to_owned(), error })
}

/// Eight rows a query, each three quotients: where four corners are at the start, then at the end.
fn queries(file: &Path) -> Result<Vec<[DVec3; 8]>, CcdError> {
    let odd = |what: String| CcdError::Odd { file: file.to_owned(), what };
    let text = text(file)?;
    let corner = |(line, row): (usize, &str)| {
        let numbers: Option<Vec<f64>> =
            row.split(',').map(|number| number.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[a, b, c, d, e, f]) => Ok(DVec3::new(a / b, c / d, e / f)),
            _ => Err(odd(format!("line {} is not six numbers", line + 1))),
        }
    };
    let rows = text.lines().filter(|row| !row.trim().is_empty()).enumerate();
    let corners: Vec<DVec3> = rows.map(corner).collect::<Result<_, _>>()?;
    if !corners.len().is_multiple_of(8) {
        return Err(odd(format!("{} rows are not eight for every query", corners.len())));
    }
    Ok(corners.chunks_exact(8).map(|eight| eight.try_into().expect("eight")).collect())
}

fn labels(file: &Path) -> Result<Vec<bool>, CcdError> {
    let parsed: Result<Vec<bool>, _> = serde_json::from_str(&text(file)?);
    parsed.map_err(|error| CcdError::Odd { file: file.to_owned(), what: error.to_string() })
}

fn labelled(name: &str, queries: &[[DVec3; 8]], truth: &[bool], rounds: usize) -> Vec<String> {
    let (mut missed, mut alarms, mut undecided, mut times) = (0, 0, 0, Vec::new());
    for (q, &meets) in queries.iter().zip(truth) {
        let (a, b) = bodies(q, name.ends_with("vf"));
        let mut best = f64::INFINITY;
        let mut answer = Answer::Clear;
        for _ in 0..rounds {
            let start = Instant::now();
            answer = first_meeting(&a, &b, &LIMITS);
            best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
        times.push(best);
        missed += u64::from(meets && answer == Answer::Clear);
        alarms += u64::from(!meets && matches!(answer, Answer::Touching(_)));
        undecided += u64::from(matches!(answer, Answer::Undecided(_)));
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let late = times[((times.len() as f64 * 0.999) as usize).min(times.len() - 1)];
    let meet = truth.iter().filter(|meets| **meets).count() as u64;
    let counts = [queries.len() as u64, meet, missed, alarms, undecided].map(grouped);
    let times = [mean, late, times[times.len() - 1]].map(figures);
    [vec![name.to_owned()], counts.to_vec(), times.to_vec()].concat()
}

fn bodies(q: &[DVec3; 8], is_vertex_face: bool) -> (Straight, Straight) {
    let in_range = "coordinates of the folder are in range";
    if is_vertex_face {
        let face = Straight::triangle([q[1], q[2], q[3]], [q[5], q[6], q[7]]);
        return (Straight::point(q[0], q[4]).expect(in_range), face.expect(in_range));
    }
    let edge = |i: usize| Straight::edge([q[i], q[i + 1]], [q[i + 4], q[i + 5]]).expect(in_range);
    (edge(0), edge(2))
}

/// Every two states that follow each other.
fn deforming(files: &[PathBuf]) -> Result<Vec<Vec<String>>, CcdError> {
    let mut rows = Vec::new();
    for file in files {
        let Some(next) = next_state(file).filter(|next| next.exists()) else { continue };
        let (start, end) = (closecall::mesh::load(file)?.mesh, closecall::mesh::load(&next)?.mesh);
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let timed = Instant::now();
        let mut mesh = DeformingMesh::new(start.clone(), end.points().to_vec())?;
        let build = timed.elapsed();
        // There and back again, so that it is where it was.
        let timed = Instant::now();
        mesh.advance(start.points().to_vec())?;
        let refit = timed.elapsed();
        mesh.advance(end.points().to_vec())?;
        let timed = Instant::now();
        let found = mesh.self_meetings(&LIMITS);
        let walk = timed.elapsed();
        let timed = Instant::now();
        let brute = all_pairs(&mesh);
        let all = timed.elapsed();
        let ours: Vec<_> =
            found.meetings.iter().map(|meeting| (meeting.a, meeting.b, meeting.first)).collect();
        let differences = ours.iter().filter(|pair| !brute.contains(pair)).count()
            + brute.iter().filter(|pair| !ours.contains(pair)).count();
        let close = found.meetings.iter().filter(|meeting| meeting.is_close()).count();
        let undecided = found.meetings.len() - close;
        let ms = |time: std::time::Duration| figures(time.as_secs_f64() * 1e3);
        let times = || found.meetings.iter().map(closecall::query::DeformingMeeting::clear_until);
        let (at_start, later) =
            (times().filter(|time| *time == 0.0).count(), times().filter(|time| *time > 0.0));
        let counts = [start.triangle_count(), found.candidates, close, at_start, undecided];
        let counts = counts.map(|count| grouped(count as u64));
        let rest = [
            figures(later.fold(1.0, f64::min)),
            ms(build),
            ms(refit),
            ms(walk),
            ms(all),
            differences.to_string(),
        ];
        rows.push([vec![name], counts.to_vec(), rest.to_vec()].concat());
    }
    Ok(rows)
}

/// `scene_227.ply` is followed by `scene_228.ply`.
fn next_state(file: &Path) -> Option<PathBuf> {
    let name = file.file_stem()?.to_str()?;
    let (scene, number) = name.rsplit_once('_')?;
    let next = number.parse::<u64>().ok()? + 1;
    (file.extension()? == "ply").then(|| file.with_file_name(format!("{scene}_{next}.ply")))
}

/// Every two triangles whose boxes overlap, without a tree: sorted along x, each is compared with
/// the triangles that begin before it ends.
fn all_pairs(mesh: &DeformingMesh) -> Vec<(u32, u32, Answer<Close, f64>)> {
    let states = [mesh.start(), mesh.end()];
    let span = |triangle: usize| {
        let corners: Vec<DVec3> =
            states.iter().flat_map(|state| state.triangle_at(triangle)).collect();
        let low = corners.iter().copied().reduce(|x, y| x.min(y)).expect("six corners");
        let high = corners.iter().copied().reduce(|x, y| x.max(y)).expect("six corners");
        (low - LIMITS.tolerance, high + LIMITS.tolerance, triangle as u32)
    };
    let mut spans: Vec<_> = (0..mesh.start().triangle_count()).map(span).collect();
    spans.sort_by(|x, y| x.0.x.total_cmp(&y.0.x));
    let of_one = |place: usize| {
        let (low, high, i) = spans[place];
        let later = spans[place + 1..].iter().take_while(move |other| other.0.x <= high.x);
        let near = later.filter(move |other| low.cmple(other.1).all() && other.0.cmple(high).all());
        near.filter_map(move |&(_, _, j)| {
            let pair = (i.min(j), i.max(j));
            match mesh.self_meeting(pair, &LIMITS) {
                Answer::Clear => None,
                first => Some((pair.0, pair.1, first)),
            }
        })
    };
    (0..spans.len()).into_par_iter().flat_map_iter(of_one).collect()
}
