//! Certified motions on flights: edges whose ends are free, between rows that are near and far
//! apart, beside samples so close that no point moves by more than 0.001 of the object between
//! them, which prove nothing, and beside conservative advancement on the library's own distances.

use closecall::Answer;
use closecall::Ask;
use closecall::engine::{
    geom::{Ball, GlamMesh as _},
    motion::Motion as _,
};
use closecall::path::{Path, Rows};
use closecall::query::sweep::{Doubt, Hit};
use closecall::{Model, Pair};
use closecall_flight::Flight;
use closecall_flight::numbers::{figures, flight_of};
use closecall_flight::timing::Stopwatch;

use super::{BenchPage, BenchSheet};

/// The number of rows the ends of an edge are apart.
const APART: [usize; 3] = [1, 10, 50];

/// The approximate number of edges of a flight that are looked at.
const EDGES: usize = 60;

/// Between two samples no point moves by more than this share of the object's diagonal.
const SAMPLE: f64 = 0.001;

/// Advancement ends where the distance is below this share of the object's diagonal: our tolerance.
const CLOSE: f64 = 1e-6;

/// Measures every flight, `rounds` times. `hear` receives every flight.
#[must_use]
pub fn page(flights: &[(String, Flight)], rounds: usize, mut hear: impl FnMut(&str)) -> BenchPage {
    let mut sheets = Vec::new();
    for (name, flight) in flights {
        hear(name);
        sheets.push(sheet(name, flight, rounds));
    }
    let preface = format!(
        "One thread; about {EDGES} edges of each flight, from a row to one that is so many rows later, straight and with the \
         shorter turn, both ends free; {rounds} rounds in turn, the mean over the edges of each edge's fastest time, in µs. \
         Certified: the first contact, or a proof that there is none. Sampled: contact queries so close that no point moves \
         by more than {SAMPLE} of the object's diagonal between two, until one touches. Advanced: from a time on, by the distance over the speed, until \
         the rest of the way is shorter than the distance, or the distance is below {CLOSE} of the diagonal. Missed: edges that hit or are undecided, which the samples call free."
    );
    BenchPage { name: "sweeps", title: "Certified motions", preface, sheets }
}

fn sheet(name: &str, flight: &Flight, rounds: usize) -> BenchSheet {
    let models = [Model::new(flight.env.clone()), Model::new(flight.obj.clone())];
    let rows = APART.iter().filter_map(|&apart| row(&models, flight, apart, rounds)).collect();
    let title =
        format!("{name}: {}", flight_of(flight.obj.triangle_count(), flight.env.triangle_count()));
    let header = vec![
        "rows apart",
        "edges",
        "free",
        "hit",
        "undecided",
        "certified µs",
        "sampled µs",
        "ratio",
        "advanced µs",
        "ratio",
        "missed",
    ];
    BenchSheet { title, header, rows }
}

/// The edges of a flight from a row to one that is this many rows later, both ends free: about
/// `EDGES` of them.
#[must_use]
pub fn edges([a, b]: &[Model; 2], flight: &Flight, apart: usize) -> Vec<Rows> {
    let mut poses = a.ask(b, Ask::new()).unwrap();
    let mut is_free = |path: &Rows, time: f64| !poses.collides(&path.pose(time));
    let ends = flight.waypoints.windows(apart + 1);
    let stride = (flight.waypoints.len().saturating_sub(apart) / EDGES).max(1);
    let edge = |rows: &[closecall_flight::Waypoint]| {
        let row = |k: usize| (rows[k].translation(), rows[k].quaternion());
        Rows::new(vec![row(0), row(apart)]).expect("rows of a flight are poses")
    };
    let edges = ends.step_by(stride).map(edge);
    edges.filter(|edge| is_free(edge, 0.0) && is_free(edge, 1.0)).collect()
}

fn row(models: &[Model; 2], flight: &Flight, apart: usize, rounds: usize) -> Option<Vec<String>> {
    let edges = edges(models, flight, apart);
    if edges.is_empty() {
        return None;
    }
    let [a, b] = models;
    let mut poses = a.ask(b, Ask::new()).unwrap();
    let mut is_free = |path: &Rows, time: f64| !poses.collides(&path.pose(time));
    let mut sweeper = a.ask(b, Ask::new()).unwrap();
    let step = sweeper.tolerance() * 1e6 * SAMPLE;
    let ball = Ball::around(b.mesh().points().iter().copied());
    let samples = |edge: &Rows| {
        let way = 2.0 * edge.travel(0, 0.0, 1.0, &ball).reach(ball.radius);
        (way / step).ceil().max(1.0) as usize
    };
    let mut watches = [(); 3].map(|()| Stopwatch::new(edges.len()));
    let diagonal = sweeper.tolerance() * 1e6;
    let distances = &mut Pair::new(a, b).unwrap();
    let mut answers = vec![Answer::Clear; edges.len()];
    for _ in 0..rounds {
        watches[0].repetition(|k| {
            answers[k] = sweeper.sweep(&edges[k]);
            u64::from(answers[k] != Answer::Clear)
        });
        watches[1].repetition(|k| {
            let count = samples(&edges[k]);
            let touches = (0..=count).any(|i| !is_free(&edges[k], i as f64 / count as f64));
            u64::from(touches)
        });
        watches[2].repetition(|k| {
            let speed = 2.0 * edges[k].travel(0, 0.0, 1.0, &ball).reach(ball.radius);
            u64::from(!advance(distances, &edges[k], speed, CLOSE * diagonal))
        });
    }
    let [certified, sampled, advanced] = watches.map(Stopwatch::finish);
    let count =
        |is: fn(&Answer<Hit, Doubt>) -> bool| answers.iter().filter(|answer| is(answer)).count();
    let missed = certified.answers.iter().zip(&sampled.answers).filter(|(c, s)| c > s).count();
    let counts = [
        edges.len(),
        count(|answer| matches!(answer, Answer::Clear)),
        count(|answer| matches!(answer, Answer::Touching(_))),
        count(|answer| matches!(answer, Answer::Undecided(_))),
    ];
    let [sure, unsure, slow] =
        [&certified, &sampled, &advanced].map(|timed| timed.timing.mean_best_us);
    let mut row = vec![apart.to_string()];
    row.extend(counts.map(|count| count.to_string()));
    row.extend([figures(sure), figures(unsure), figures(unsure / sure)]);
    row.extend([figures(slow), figures(slow / sure), missed.to_string()]);
    Some(row)
}

/// Is the edge free, as far as advancement can tell?
fn advance(pair: &mut Pair, edge: &Rows, speed: f64, close: f64) -> bool {
    let mut time = 0.0;
    pair.reset();
    while time < 1.0 {
        pair.set(Ask::new().limit((1.0 - time) * speed));
        let Some(found) = pair.distance(&edge.pose(time)) else { return true };
        if found.distance.lo < close {
            return false;
        }
        time += found.distance.lo / speed;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::made;
    use crate::scenes::DataSet;

    #[test]
    fn a_made_flight_has_its_rows() {
        let page = page(&[made(DataSet::Torus).unwrap()], 1, |_| {});
        let [sheet] = &page.sheets[..] else { panic!("{page:?}") };
        assert!(
            !sheet.rows.is_empty() && sheet.rows.iter().all(|row| row.len() == sheet.header.len())
        );
    }
}
