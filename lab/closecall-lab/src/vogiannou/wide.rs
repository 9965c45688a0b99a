//! The gain for the wide engine: how many of its visits are to bodies that support planes of the
//! roots tell apart.
//!
//! No engine is changed for it. The classic engine's roots, OBBs with planes, are asked beside: a
//! query that they reject would be saved whole.

use std::ops::ControlFlow;
use std::time::Instant;

use closecall::{Ask, Cost, Model, Pair, Pose};
use closecall_classic::query::configure::{Options, SupportPlanes};
use closecall_classic::query::{Checker, checker};

use super::crowd::scene;
use super::{DFSPM, PAPER};
use crate::experiment::{
    Cell, Column, Experiment, Fault, Holds, Lab, Noise, Outcome, Row, Table, Verdict,
};
use crate::scenes::{DataSet, Ground};

/// The estimate.
pub fn experiment() -> Experiment {
    Experiment::new(
        "vogiannou-wide",
        "What support planes of the roots would save the wide engine",
        (PAPER, "§5.2, \"a mid-phase in the collision detection pipeline\""),
        run,
    )
}

/// Sums over the queries of one scene.
#[derive(Default)]
struct Sums {
    queries: usize,
    touching: usize,
    rejected: usize,
    visits: u64,
    rejected_visits: u64,
    wide_ns: f64,
    rejected_ns: f64,
    plane_ns: f64,
    /// The time of all queries of the wide engine in each round.
    rounds_ns: [f64; ROUNDS],
}

/// Two bodies in both engines.
struct Both {
    wide: Pair,
    counted: Pair,
    roots: Box<dyn Checker>,
}

impl Both {
    fn new(a: &Model, b: &Model) -> Self {
        let options = Options {
            support_planes: SupportPlanes { levels: 1, recipe: DFSPM.1 },
            ..Options::default()
        };
        let [own, other] = [a, b].map(|model| std::sync::Arc::new(model.mesh().clone()));
        Self {
            wide: a.ask(b, Ask::new()).unwrap(),
            counted: a.ask(b, Ask::new().counted()).unwrap(),
            roots: checker(own, other, &options),
        }
    }

    fn ask(&mut self, a_from_b: &Pose, sums: &mut Sums) {
        let touches = self.counted.collides(a_from_b);
        let (cost, mut of_roots) = (self.counted.cost(), Cost::default());
        self.roots.first_counted(a_from_b, &mut of_roots);
        // The roots' own test is the first; if planes decided there, nothing followed.
        let is_rejected = of_roots.volume_tests == 1 && of_roots.plane_rejections == 1;
        let rounds_ns = times_ns(|| self.wide.collides(a_from_b));
        let wide_ns = least(rounds_ns);
        sums.rounds_ns.iter_mut().zip(rounds_ns).for_each(|(sum, ns)| *sum += ns);
        sums.queries += 1;
        sums.touching += usize::from(touches);
        sums.visits += cost.volume_tests;
        sums.wide_ns += wide_ns;
        if is_rejected {
            sums.rejected += 1;
            sums.rejected_visits += cost.volume_tests;
            sums.rejected_ns += wide_ns;
            // The whole classic query is then one test of two boxes and one of planes.
            sums.plane_ns += least(times_ns(|| {
                let mut touches = false;
                self.roots.visit_contacts(a_from_b, &mut |_, _| {
                    touches = true;
                    ControlFlow::Break(())
                });
                touches
            }));
        }
    }
}

/// So often every query is timed; the fastest counts.
const ROUNDS: usize = 3;

/// The times of a call, once its data are at hand.
fn times_ns(mut ask: impl FnMut() -> bool) -> [f64; ROUNDS] {
    std::hint::black_box(ask());
    [(); ROUNDS].map(|()| {
        let start = Instant::now();
        std::hint::black_box(ask());
        start.elapsed().as_secs_f64() * 1e9
    })
}

fn least(times: [f64; ROUNDS]) -> f64 {
    times.into_iter().fold(f64::INFINITY, f64::min)
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let mut all: Vec<(String, Sums)> = Vec::new();
    for set in DataSet::ALL {
        let flight = lab.scene(set)?;
        let mut both = Both::new(&Model::new(flight.env.clone()), &Model::new(flight.obj.clone()));
        let mut sums = Sums::default();
        flight.frames.iter().for_each(|frame| both.ask(&frame.pose, &mut sums));
        all.push((set.name().to_owned(), sums));
    }
    for (name, ground) in
        [("600 bodies, torus", Ground::Torus), ("600 bodies, plane", Ground::Plane)]
    {
        let crowd = scene(lab, if ground == Ground::Torus { "torus" } else { "plane" }, ground)?;
        let models: Vec<Model> =
            crowd.meshes.iter().map(|mesh| Model::new((**mesh).clone())).collect();
        let kinds = models.len();
        let mut pairs: Vec<Option<Both>> = (0..kinds * kinds).map(|_| None).collect();
        let mut sums = Sums::default();
        for close in crowd.steps.iter().flatten() {
            let (a, b) = close.models;
            pairs[a * kinds + b]
                .get_or_insert_with(|| Both::new(&models[a], &models[b]))
                .ask(&close.a_from_b, &mut sums);
        }
        all.push((name.to_owned(), sums));
    }
    let mut noise = Noise::default();
    all.iter().for_each(|(_, sums)| noise.add_rounds(&sums.rounds_ns));
    let verdict = judge(&all).with_noise(noise.typical());
    Ok(Outcome { tables: vec![table(&all)], plots: Vec::new(), verdict })
}

fn percent(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { 100.0 * part / whole } else { 0.0 }
}

fn table(all: &[(String, Sums)]) -> Table {
    let names = [
        ("queries", ""),
        ("touching", "%"),
        ("rejected by the roots' planes", "%"),
        ("visits of a query", ""),
        ("visits saved at most", "%"),
        ("time of a query", "ns"),
        ("time of a rejected query", "ns"),
        ("the same by roots with planes", "ns"),
        ("time saved at most", "%"),
    ];
    let row = |(name, sums): &(String, Sums)| {
        let per = |sum: f64, count: usize| if count == 0 { 0.0 } else { sum / count as f64 };
        let figures = [
            sums.queries as f64,
            percent(sums.touching as f64, sums.queries as f64),
            percent(sums.rejected as f64, sums.queries as f64),
            per(sums.visits as f64, sums.queries),
            percent(sums.rejected_visits as f64, sums.visits as f64),
            per(sums.wide_ns, sums.queries),
            per(sums.rejected_ns, sums.rejected),
            per(sums.plane_ns, sums.rejected),
            percent(sums.rejected_ns, sums.wide_ns),
        ];
        Row::new(name, figures.map(Cell::ours).to_vec())
    };
    Table {
        title: "Boolean queries of the wide engine, and those among them that planes of the roots reject; clocks add some 20 ns to each time".to_owned(),
        rows_are: "scene",
        columns: names.map(|(name, unit)| Column::new(name, unit)).to_vec(),
        rows: all.iter().map(row).collect(),
    }
}

/// It would pay where rejected queries take more time than planes would cost all others.
fn judge(all: &[(String, Sums)]) -> Verdict {
    let pays = |sums: &Sums| {
        let plane_ns = if sums.rejected == 0 { 0.0 } else { sums.plane_ns / sums.rejected as f64 };
        let saved = sums.rejected_ns - plane_ns * sums.queries as f64;
        saved / sums.wide_ns
    };
    let gains: Vec<f64> = all.iter().map(|(_, sums)| pays(sums)).collect();
    let paying = gains.iter().filter(|gain| **gain > 0.05).count();
    let said = |(name, sums): &(String, Sums)| {
        format!("{name} {:.0} %", percent(sums.rejected_visits as f64, sums.visits as f64))
    };
    Verdict::new(
        Holds::by_count(paying, all.len(), all.len()),
        format!(
            "planes of the roots would save the wide engine these shares of its visits: {}; if every query tried them, more than 5 % of the time would \
             be saved in {paying} of {} scenes",
            all.iter().map(said).collect::<Vec<_>>().join(", "),
            all.len()
        ),
    )
}
