//! Queries with a budget: by how much they overrun it, and what is left undecided.
//!
//! Time is that of the thread on its core, as the system counts it; where there is no such clock,
//! that of the wall. What is over a budget is compared with 5 % of it or 20 µs, whichever is more.
//! Every answer that is called certain is compared with that of a query without end.

use closecall::engine::geom::GlamMesh as _;
use std::time::{Duration, Instant};

use closecall::Answer;
use closecall::path::Rows;
use closecall::query::sweep::{Doubt, Hit};
use closecall::{Ask, Budget, Distance, Model, Pair, Pose};
use closecall_flight::numbers::{figures, grouped};
use closecall_flight::{Flight, Waypoint};

use super::{BenchPage, BenchSheet};
use crate::experiment::{Axis, Plot, Scale, Series};

/// The budgets, in microseconds.
pub const BUDGETS_US: [u64; 7] = [2, 5, 10, 20, 50, 100, 200];

/// A query may take this much more than its budget, or that share of it.
const ALLOWED_US: f64 = 20.0;
const ALLOWED_SHARE: f64 = 0.05;

/// The number of poses of a flight are asked at most, again and again.
const POSES: usize = 1000;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Touch,
    Contacts,
    Distance,
    Sweep,
}

impl Question {
    const ALL: [Self; 4] = [Self::Touch, Self::Contacts, Self::Distance, Self::Sweep];

    fn name(self) -> &'static str {
        match self {
            Self::Touch => "touch",
            Self::Contacts => "contacts",
            Self::Distance => "distance",
            Self::Sweep => "sweep",
        }
    }
}

/// Two bodies, poses, and what is true at each.
struct Scene {
    name: String,
    models: [Model; 2],
    poses: Vec<Pose>,
    contacts: Vec<usize>,
    distances: Vec<Distance>,
    sweeps: Vec<Answer<Hit, Doubt>>,
    rows: Vec<Rows>,
    /// The diagonal of the moving body's box.
    size: f64,
}

/// The results of many queries with one budget.
#[derive(Clone, Debug, Default)]
struct Tally {
    asked: u64,
    undecided: u64,
    wrong: u64,
    /// Over the budget, in µs; negative where it was not used up.
    over_us: Vec<f32>,
    /// The same of every query of each case.
    by_case_us: Vec<Vec<f32>>,
    /// Bounds of what was undecided, in sizes of the body.
    bounds: Vec<f64>,
}

/// Asks this many queries, of all flights, questions and budgets alike. `step` is called with every
/// flight.
///
/// # Panics
/// If a flight has no poses.
#[must_use]
pub fn page(
    flights: &[(String, Flight)],
    queries: usize,
    mut step: impl FnMut(&str),
) -> (BenchPage, Vec<Plot>) {
    let each = queries.div_ceil(flights.len() * BUDGETS_US.len() * Question::ALL.len());
    let (mut sheets, mut plots, mut all) = (Vec::new(), Vec::new(), Tally::default());
    let mut cases = Cases::default();
    for question in Question::ALL {
        let [mut shares, mut bounds] = [Vec::new(), Vec::new()];
        let mut rows = Vec::new();
        for (name, flight) in flights {
            step(&format!("{}: {name}", question.name()));
            let scene = Scene::new(name, flight, question);
            let (mut share, mut bound) = (Vec::new(), Vec::new());
            for us in BUDGETS_US {
                let mut tally = scene.ask(question, us, each);
                tally.over_us.sort_by(f32::total_cmp);
                let left = tally.undecided as f64 / tally.asked as f64;
                share.push((us as f64, 100.0 * left));
                bound.extend(
                    tally.mean_bound().filter(|bound| *bound > 0.0).map(|bound| (us as f64, bound)),
                );
                cases.take(&mut tally, allowed_us(us));
                rows.push(tally.cells(name, us));
                all.asked += tally.asked;
                all.wrong += tally.wrong;
                all.undecided += tally.undecided;
                all.over_us.extend(tally.over_us.iter().map(|over| over - allowed_us(us) as f32));
            }
            shares.push(Series { name: name.clone(), points: share });
            bounds.push(Series { name: name.clone(), points: bound });
        }
        sheets.push(BenchSheet { title: question.name().to_owned(), header: header(), rows });
        plots.extend(plots_of(question, shares, bounds));
    }
    sheets.push(control(each * flights.len()));
    let preface = preface(&mut all, &mut cases);
    (BenchPage { name: "budget", title: "Queries with a budget", preface, sheets }, plots)
}

fn header() -> Vec<&'static str> {
    vec![
        "flight, budget",
        "queries",
        "undecided %",
        "mean bound",
        "p50 µs over",
        "p99",
        "p99.9",
        "p99.99",
        "most",
        "most of fastest",
        "wrong",
    ]
}

/// A loop that does nothing but look at the clock until the time is up: what the machine itself
/// adds.
fn control(queries: usize) -> BenchSheet {
    let row = |us: u64| {
        let mut tally = Tally::default();
        for case in 0..queries {
            let (before, end) = (cpu_time(), Instant::now() + Duration::from_micros(us));
            while Instant::now() < end {}
            let spent = (cpu_time() - before).as_secs_f64() * 1e6;
            tally.take(case % POSES, &(true, None), spent - us as f64);
        }
        tally.over_us.sort_by(f32::total_cmp);
        tally.cells("nothing but the clock", us)
    };
    BenchSheet {
        title: "control: no query at all".to_owned(),
        header: header(),
        rows: BUDGETS_US.map(row).to_vec(),
    }
}

/// All cases, a pose or motion with a budget each: what the median query of each was over, and the
/// fastest, in shares of what is allowed.
#[derive(Debug, Default)]
struct Cases {
    medians: Vec<f64>,
    fastest: Vec<f64>,
}

impl Cases {
    /// Sorts the queries of each case.
    fn take(&mut self, tally: &mut Tally, allowed_us: f64) {
        for queries in tally.by_case_us.iter_mut().filter(|queries| !queries.is_empty()) {
            queries.sort_by(f32::total_cmp);
            self.medians.push(f64::from(queries[queries.len() / 2]) / allowed_us);
            self.fastest.push(f64::from(queries[0]) / allowed_us);
        }
    }

    /// How many are over what is allowed; the share of it at p99.99, and the largest.
    fn over(shares: &mut [f64]) -> (usize, f64, f64) {
        shares.sort_by(f64::total_cmp);
        let at =
            |share: f64| shares[((shares.len() as f64 * share) as usize).min(shares.len() - 1)];
        (shares.iter().filter(|share| **share > 1.0).count(), at(0.9999), at(1.0))
    }
}

fn preface(all: &mut Tally, cases: &mut Cases) -> String {
    let (count, medians, fastest) =
        (cases.medians.len(), Cases::over(&mut cases.medians), Cases::over(&mut cases.fastest));
    let over = all.over_us.iter().filter(|over| **over > 0.0).count();
    all.over_us.sort_by(f32::total_cmp);
    format!(
        "{} queries, one thread, one scratch for a flight; {} undecided, **{} certain answers are wrong**. A query may take {ALLOWED_US} µs or \
         {:.0} % more than its budget: {over} did ({:.4} %; the clock of a thread goes on in interruptions by the machine: see the control, which asks nothing). Of {count} cases, a pose or \
         motion with a budget, each asked some dozen times, the median query was over that in {}: p99.99 is {:.2} of what is allowed, the most {:.2}; the fastest in {}, at most \
         {:.2} of what is allowed. Columns: what a query took \
         beyond its budget, in µs of the thread's time on its core (negative: it was done before). Bounds are those of undecided queries, in diagonals of the moving body's \
         box: for touch and contacts the depth that is still possible, for distances the width of the interval; for sweeps the share of the motion that is not \
         looked at. A sweep goes from one pose to the next of those taken.",
        grouped(all.asked),
        grouped(all.undecided),
        all.wrong,
        100.0 * ALLOWED_SHARE,
        100.0 * over as f64 / all.asked.max(1) as f64,
        medians.0,
        medians.1,
        medians.2,
        fastest.0,
        fastest.2,
    )
}

fn plots_of(question: Question, shares: Vec<Series>, bounds: Vec<Series>) -> [Plot; 2] {
    let budget = || Axis::new("budget", "µs", Scale::Log);
    let name = question.name();
    [
        Plot {
            name: format!("{name}-undecided"),
            title: format!("{name}: undecided queries"),
            x: budget(),
            y: Axis::new("undecided", "%", Scale::Linear),
            series: shares,
        },
        Plot {
            name: format!("{name}-bound"),
            title: format!("{name}: mean bound of what is undecided"),
            x: budget(),
            y: Axis::new("bound", "sizes", Scale::Log),
            series: bounds.into_iter().filter(|series| !series.points.is_empty()).collect(),
        },
    ]
}

fn allowed_us(budget_us: u64) -> f64 {
    ALLOWED_US.max(ALLOWED_SHARE * budget_us as f64)
}

impl Scene {
    fn new(name: &str, flight: &Flight, question: Question) -> Self {
        let stride = flight.waypoints.len().div_ceil(POSES);
        let poses: Vec<Pose> =
            flight.waypoints.iter().step_by(stride).map(Waypoint::pose).collect();
        let models = [&flight.env, &flight.obj].map(|mesh| Model::new(mesh.clone()));
        let [a, b] = &models;
        let ways: Vec<_> = flight
            .waypoints
            .iter()
            .step_by(stride)
            .map(|at| (at.translation(), at.quaternion()))
            .collect();
        let rows: Vec<Rows> =
            ways.windows(2).filter_map(|two| Rows::new(two.to_vec()).ok()).collect();
        let pair = a.ask(b, Ask::new()).unwrap();
        let (mut contacts, mut distances, mut sweeps) = (Vec::new(), Vec::new(), Vec::new());
        match question {
            Question::Touch => {
                contacts = pair.batch(&poses, |pair, pose| usize::from(pair.collides(pose)))
            }
            Question::Contacts => {
                contacts = pair.batch(&poses, |pair, pose| pair.contacts(pose).pairs.len())
            }
            Question::Distance => {
                let found = pair.batch(&poses, |pair, pose| pair.distance(pose));
                distances = found.into_iter().flatten().collect();
            }
            Question::Sweep => {
                let mut pair = pair.fork();
                sweeps = rows.iter().map(|row| pair.sweep(row)).collect();
            }
        }
        let corners = b.mesh().points();
        let low = corners.iter().copied().reduce(|x, y| x.min(y)).expect("a mesh has vertices");
        let high = corners.iter().copied().reduce(|x, y| x.max(y)).expect("a mesh has vertices");
        let size = (high - low).length();
        Self { name: name.to_owned(), models, poses, contacts, distances, sweeps, rows, size }
    }

    fn ask(&self, question: Question, us: u64, queries: usize) -> Tally {
        let budget = Budget::time(Duration::from_micros(us));
        let (mut tally, mut pair) =
            (Tally::default(), self.models[0].ask(&self.models[1], budget).unwrap());
        let cases = if question == Question::Sweep { self.rows.len() } else { self.poses.len() };
        assert!(cases > 0, "{} has poses", self.name);
        // What memory has grown to is the same for all that count.
        for k in 0..queries + cases.min(200) {
            let before = cpu_time();
            let answer = self.one(question, k % cases, &mut pair);
            let spent = (cpu_time() - before).as_secs_f64() * 1e6;
            if k >= cases.min(200) {
                tally.take(k % cases, &answer, spent - us as f64);
            }
        }
        tally
    }

    /// Is it right, and what bound is left?
    fn one(&self, question: Question, k: usize, pair: &mut Pair) -> (bool, Option<f64>) {
        match question {
            Question::Touch => match pair.touch(&self.poses[k]) {
                Answer::Clear => (self.contacts[k] == 0, None),
                Answer::Touching(_) => (self.contacts[k] > 0, None),
                Answer::Undecided(depth) => (true, Some(depth / self.size)),
            },
            Question::Contacts => {
                let found = pair.contacts(&self.poses[k]);
                let right = match found.rest {
                    None => found.pairs.len() == self.contacts[k],
                    Some(_) => found.pairs.len() <= self.contacts[k],
                };
                (right, found.rest.map(|depth| depth / self.size))
            }
            Question::Distance => {
                let reached = pair.distance(&self.poses[k]).expect("there is no limit");
                let truth = &self.distances[k];
                let right = reached.distance.lo <= truth.distance.hi
                    && truth.distance.lo <= reached.distance.hi;
                let right =
                    right && (!reached.is_final || reached.distance.hi == truth.distance.hi);
                (
                    right,
                    (!reached.is_final)
                        .then(|| (reached.distance.hi - reached.distance.lo) / self.size),
                )
            }
            Question::Sweep => {
                let answer = pair.sweep(&self.rows[k]);
                let free = |answer: &Answer<Hit, Doubt>| match answer {
                    Answer::Clear => 1.0,
                    Answer::Touching(hit) => hit.time.lo,
                    Answer::Undecided(doubt) => doubt.time.lo,
                };
                let truth = &self.sweeps[k];
                match (&answer, truth) {
                    (Answer::Clear, _) => (*truth == Answer::Clear, None),
                    (Answer::Touching(hit), Answer::Touching(first)) => {
                        (hit.time.hi >= first.time.lo && hit.time.lo <= first.time.hi, None)
                    }
                    (Answer::Touching(_), Answer::Clear) => (false, None),
                    (Answer::Touching(_), Answer::Undecided(_)) => (true, None),
                    (Answer::Undecided(doubt), Answer::Touching(first)) => {
                        (doubt.time.lo <= first.time.hi, Some(1.0 - free(&answer)))
                    }
                    (Answer::Undecided(_), _) => (true, Some(1.0 - free(&answer))),
                }
            }
        }
    }
}

impl Tally {
    fn take(&mut self, case: usize, &(is_right, bound): &(bool, Option<f64>), over_us: f64) {
        self.asked += 1;
        if self.by_case_us.len() <= case {
            self.by_case_us.resize(case + 1, Vec::new());
        }
        self.by_case_us[case].push(over_us as f32);
        self.wrong += u64::from(!is_right);
        self.undecided += u64::from(bound.is_some());
        self.bounds.extend(bound);
        self.over_us.push(over_us as f32);
    }

    /// Over the budget, of sorted queries.
    fn at(&self, share: f64) -> f64 {
        let place = ((self.over_us.len() as f64 * share) as usize).min(self.over_us.len() - 1);
        f64::from(self.over_us[place])
    }

    /// The slowest of the cases, each by its fastest query: interruptions do not hit all of them.
    fn most_of_fastest(&self) -> f32 {
        let fastest = |queries: &Vec<f32>| queries.iter().copied().reduce(f32::min);
        self.by_case_us.iter().filter_map(fastest).fold(f32::MIN, f32::max)
    }

    fn mean_bound(&self) -> Option<f64> {
        (!self.bounds.is_empty())
            .then(|| self.bounds.iter().sum::<f64>() / self.bounds.len() as f64)
    }

    fn cells(&self, name: &str, us: u64) -> Vec<String> {
        let mut cells = vec![
            format!("{name}, {us} µs"),
            grouped(self.asked),
            format!("{:.2}", 100.0 * self.undecided as f64 / self.asked as f64),
            self.mean_bound().map_or_else(|| "–".to_owned(), figures),
        ];
        cells.extend([0.5, 0.99, 0.999, 0.9999, 1.0].map(|share| format!("{:.1}", self.at(share))));
        cells.extend([format!("{:.1}", self.most_of_fastest()), self.wrong.to_string()]);
        cells
    }
}

/// How long this thread has been on a core.
#[cfg(target_os = "linux")]
pub fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// How long it is since some moment.
#[cfg(not(target_os = "linux"))]
pub fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::made;
    use crate::scenes::DataSet;

    #[test]
    fn nothing_certain_is_wrong_on_a_small_flight() {
        let flights = [made(DataSet::Torus).unwrap()];
        let (page, plots) = page(&flights, 2800, |_| {});
        assert_eq!((page.sheets.len(), plots.len()), (5, 8));
        let wrong = |row: &Vec<String>| row.last().is_some_and(|wrong| wrong != "0");
        assert!(page.sheets.iter().all(|sheet| !sheet.rows.iter().any(wrong)), "{page:?}");
    }
}
