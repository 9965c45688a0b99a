//! Remarks in the dissertation's text without a table: thin triangles (§6.3.5), the exact
//! overlap test (§4.5.1), the order of unlike directions (§4.5.2), other builders (§3.4.3), and
//! where the time of a query goes (Figure 13).

use std::cell::Cell as Counter;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use closecall::Mesh;
use closecall::geom::Clearance;
use closecall_classic::query::building::build;
use closecall_classic::query::classic::{ClassicBody, ClassicScratch, query};
use closecall_classic::query::configure::{
    Builder, DopTest, HullLevels, Normals, Options, VolumeKind,
};
use closecall_classic::volume::kdop::Tumbling;
use closecall_classic::volume::kdop::directions::{directions, norms, vector};
use closecall_classic::volume::{Kdop, Rigid, Separation, Test};
use closecall_classic::walk::{All, EnvironmentFirst, Uncounted};

use super::conclusions::{changed, or_noise};
use super::costs;
use super::field::{Entrant, Fielded};
use super::grid::{Grid, span, typical};
use super::printed::SETS;
use super::setup::paper;
use super::study::PAPER;
use crate::experiment::{Experiment, Fault, Holds, Lab, Outcome, Verdict};
use crate::scenes::DataSet;

/// All of them.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let new = |name, title, place, run: fn(&mut Lab) -> Result<Outcome, Fault>| {
        Experiment::new(name, title, (PAPER, place), run)
    };
    vec![
        new("klosowski-f13", "Where the time of a query goes", "Figure 13, §7.2.2", breakdown),
        new(
            "klosowski-skinny",
            "Trees whose long, thin triangles were cut",
            "§6.3.5",
            thin_triangles,
        ),
        new(
            "klosowski-closure",
            "The overlap test along all directions of the closure",
            "§4.5.1",
            closure,
        ),
        new(
            "klosowski-slab-order",
            "The order of unlike directions in the overlap test",
            "§4.5.2, Figure 6",
            slab_order,
        ),
        new(
            "klosowski-builders",
            "Trees built top-down, bottom-up and by insertion",
            "§3.4.3, §3.4.4",
            builders,
        ),
    ]
}

fn tables(flown: &Fielded, rows_are: &'static str) -> Vec<crate::experiment::Table> {
    let none = &Grid::default();
    vec![
        flown.times_us().table("Time of a query, all contacts", rows_are, "µs", none),
        flown.per_query(|cost| cost.volume_tests).table("N_v per query", rows_are, "", none),
        flown.per_query(|cost| cost.triangle_tests).table("N_p per query", rows_are, "", none),
        flown.grid(|entry| entry.build_ms).table("Time to build both trees", rows_are, "ms", none),
    ]
}

/// "A total of about 7 % more triangles provided us with a speed-up of slightly more than 4 %" on
/// Pipes.
fn thin_triangles(lab: &mut Lab) -> Result<Outcome, Fault> {
    let flown = Fielded::fly(lab, "thin triangles", |_| {
        let cut = |percent| Options { skinny_percent: percent, ..paper() };
        vec![
            Entrant::cold("none cut", paper()),
            Entrant::cold("7 % more", cut(7)),
            Entrant::cold("10 % more", cut(10)),
        ]
    })?;
    let times = flown.times_us();
    let ratios = times.ratios("7 % more", "none cut");
    let gain = 100.0 * (1.0 - ratios[0]);
    let tests = flown.per_query(|cost| cost.volume_tests).ratios("7 % more", "none cut");
    let holds = match gain {
        gain if gain >= 2.0 => Holds::Yes,
        gain if gain > 0.0 => Holds::Partly,
        _ => Holds::No,
    };
    let verdict = Verdict::new(
        holds,
        format!(
            "with 7 % more pieces a query of Pipes takes {gain:.1} % less time (paper: slightly more than 4 %) with {:.1} % fewer volume tests; over all \
             five the time changes by {}{}",
            100.0 * (1.0 - tests[0]),
            changed(&ratios),
            or_noise(&times, &ratios)
        ),
    )
    .with_noise(flown.noise());
    Ok(Outcome { tables: tables(&flown, "pieces"), plots: vec![], verdict })
}

/// The paper keeps to the conservative test "for efficiency".
fn closure(lab: &mut Lab) -> Result<Outcome, Fault> {
    let flown = Fielded::fly(lab, "closure", |_| {
        let of = |name: &str, normals, test| {
            let volume = VolumeKind::Kdop(normals, test, HullLevels(1));
            Entrant::cold(name, Options { volume, ..paper() })
        };
        vec![
            of("14-dop, 7 slabs", Normals::N14, DopTest::Slabs),
            of("14-dop, closure of 13", Normals::N14, DopTest::Closure),
            of("18-dop, 9 slabs", Normals::N18, DopTest::Slabs),
            of("18-dop, closure of 25", Normals::N18, DopTest::Closure),
        ]
    })?;
    let (times, tests) = (flown.times_us(), flown.per_query(|cost| cost.volume_tests));
    let pairs = [
        ("14-dop, closure of 13", "14-dop, 7 slabs"),
        ("18-dop, closure of 25", "18-dop, 9 slabs"),
    ];
    let ratios = pairs.map(|(all, own)| times.ratios(all, own)).concat();
    let fewer = pairs.map(|(all, own)| tests.ratios(all, own)).concat();
    let slower = times.above_one(&ratios);
    let verdict = Verdict::new(
        Holds::by_count(slower, ratios.len(), ratios.len()),
        format!(
            "the exact test is slower in {slower} of {} cases (paper: conservative for efficiency), its time changing by {} while the volume tests \
             change by {}",
            ratios.len(),
            changed(&ratios),
            changed(&fewer)
        ),
    )
    .with_noise(flown.noise());
    Ok(Outcome { tables: tables(&flown, "test"), plots: vec![], verdict })
}

/// Full knowledge of all objects "can allow us to perform more optimizations and thus get
/// (potentially) better query times" than dynamic structures.
fn builders(lab: &mut Lab) -> Result<Outcome, Fault> {
    let flown = Fielded::fly(lab, "builders", |_| {
        let of = |name: &str, builder| Entrant::cold(name, Options { builder, ..paper() });
        vec![
            of("top-down", Builder::TopDown),
            of("bottom-up", Builder::BottomUp),
            of("insertion", Builder::Insertion),
        ]
    })?;
    let times = flown.times_us();
    let [up, inserted] = ["bottom-up", "insertion"].map(|name| times.ratios(name, "top-down"));
    let slower = times.above_one(&inserted);
    let verdict = Verdict::new(
        Holds::by_count(slower, inserted.len(), inserted.len()),
        format!(
            "inserted trees are slower than top-down ones on {slower} of {} (paper: dynamic structures in general do not permit as fast queries), \
             {:.2} times on the mean; bottom-up ones take {:.2} of the time (paper: future work)",
            inserted.len(),
            typical(&inserted),
            typical(&up)
        ),
    )
    .with_noise(flown.noise());
    Ok(Outcome { tables: tables(&flown, "builder"), plots: vec![], verdict })
}

const SLABS: usize = 9;

/// The slab test of 18-DOPs in a given order; counts what it compares.
#[derive(Clone, Copy)]
struct InOrder<'a> {
    order: &'a [usize; SLABS],
    compared: Option<&'a Counter<u64>>,
}

impl Test<Kdop<SLABS>> for InOrder<'_> {
    type Axis = u8;

    #[inline]
    fn apart(
        &self,
        a: &Kdop<SLABS>,
        b: &Kdop<SLABS>,
        _: &Rigid,
        _: Option<u8>,
    ) -> Option<Separation<u8>> {
        let gap = |slab: usize| (a.low[slab] - b.high[slab]).max(b.low[slab] - a.high[slab]);
        let place = (0..SLABS).find(|place| gap(self.order[*place]) > 0.0);
        if let Some(compared) = self.compared {
            compared.set(compared.get() + place.map_or(SLABS, |place| place + 1) as u64);
        }
        let slab = self.order[place?];
        Some(Separation { axis: slab as u8, gap: gap(slab) / norms::<SLABS>()[slab] })
    }
}

/// Three orders: each next direction as unlike all before as can be, as like the last as can be,
/// and the axes first.
fn orders() -> [(&'static str, [usize; SLABS]); 3] {
    let likeness = |a: usize, b: usize| {
        let [a, b] = [a, b].map(|slab| vector(directions::<SLABS>()[slab]).normalize());
        a.dot(b).abs()
    };
    let greedy = |unlike: bool| {
        let mut order = vec![0];
        while order.len() < SLABS {
            let left = (0..SLABS).filter(|slab| !order.contains(slab));
            let key = |slab: &usize| {
                if unlike {
                    order.iter().map(|other| likeness(*slab, *other)).fold(0.0, f64::max)
                } else {
                    1.0 - likeness(*slab, order[order.len() - 1])
                }
            };
            let next = left.min_by(|a, b| key(a).total_cmp(&key(b))).expect("some are left");
            order.push(next);
        }
        std::array::from_fn(|place| order[place])
    };
    [
        ("unlike", greedy(true)),
        ("alike", greedy(false)),
        ("axes first", std::array::from_fn(|place| place)),
    ]
}

/// "We would like to order the interval tests so that we test intervals with largely different
/// directions."
fn slab_order(lab: &mut Lab) -> Result<Outcome, Fault> {
    let [mut times, mut compared] = [(); 2].map(|()| Grid::new(SETS));
    let orders = orders();
    let mut columns = Vec::new();
    for set in DataSet::ALL {
        let scene = lab.scene(set)?;
        lab.progress.start(set.name(), lab.settings.reps);
        let options = paper();
        let body = |mesh: &Mesh, leaf_size, fit: Tumbling| {
            let tree = build::<Kdop<SLABS>>(mesh, &fit, leaf_size, &options);
            ClassicBody::new(Arc::new(mesh.clone()), tree)
        };
        let a = body(&scene.env, options.leaf_size.0, Tumbling::Fixed);
        let b = body(&scene.obj, options.leaf_size.1, Tumbling::Flying { hull_levels: 1 });
        let scratch = &mut ClassicScratch::default();
        let mut fly = |test: InOrder<'_>| {
            let start = Instant::now();
            for frame in &scene.frames {
                let sink = &mut All(|_, _| ControlFlow::Continue(()));
                let how = (test, &mut EnvironmentFirst);
                query((&a, &b), &frame.pose, how, Clearance::NONE, scratch, sink, Uncounted);
            }
            1e6 * start.elapsed().as_secs_f64() / scene.frames.len() as f64
        };
        let mut best = [f64::INFINITY; 3];
        for _ in 0..lab.settings.reps {
            for (best, (_, order)) in best.iter_mut().zip(&orders) {
                *best = best.min(fly(InOrder { order, compared: None }));
            }
            lab.progress.step();
        }
        let counts = orders.each_ref().map(|(_, order)| {
            let counter = Counter::new(0);
            fly(InOrder { order, compared: Some(&counter) });
            counter.get() as f64 / scene.frames.len() as f64
        });
        columns.push((best, counts));
    }
    for (at, (name, _)) in orders.iter().enumerate() {
        times.push(*name, columns.iter().map(|(best, _)| Some(best[at])).collect());
        compared.push(*name, columns.iter().map(|(_, counts)| Some(counts[at])).collect());
    }
    let [counts, durations] = [&compared, &times].map(|grid| grid.ratios("unlike", "alike"));
    let fewer = counts.iter().filter(|ratio| **ratio < 1.0).count();
    let (least, most) = span(&counts);
    let none = &Grid::default();
    let verdict = Verdict::new(
        Holds::by_count(fewer, counts.len(), counts.len()),
        format!(
            "unlike directions first compare fewer slabs than like ones on {fewer} of {} ({least:.2} to {most:.2} of them; paper: it seems likely), their \
             time changing by {}",
            counts.len(),
            changed(&durations)
        ),
    );
    let tables = vec![
        compared.table("Slabs compared per query, 18-dops", "order", "", none),
        times.table("Time of a query, the fastest repetition", "order", "µs", none),
    ];
    Ok(Outcome { tables, plots: vec![], verdict })
}

/// "For Interior most of the time is spent on triangle-triangle tests"; a quarter of all time on
/// overlap tests (§6.4.3).
fn breakdown(lab: &mut Lab) -> Result<Outcome, Fault> {
    let flown = Fielded::fly(lab, "18-dop", |_| vec![Entrant::cold("18-dop", paper())])?;
    let mut grid = Grid::new(SETS);
    let mut rows = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
    for (at, set) in DataSet::ALL.into_iter().enumerate() {
        let scene = lab.scene(set)?;
        let [test, update, triangles] = costs::of_18_dops(&scene, lab.settings.breadth);
        let (entry, poses) = (flown.entry(at, 0), flown.poses[at] as f64);
        let cost = &entry.cost;
        let parts = [
            cost.volume_tests as f64 * test,
            cost.updates as f64 * update,
            cost.triangle_tests as f64 * triangles,
        ]
        .map(|ns| ns / poses / 1e3);
        let sum: f64 = parts.iter().sum();
        for (row, part) in rows.iter_mut().zip(parts) {
            row.push(Some(100.0 * part / sum));
        }
        rows[3].push(Some(100.0 * sum / entry.mean_us));
    }
    let names = ["overlap tests", "updates", "triangle tests", "all three, of the time measured"];
    for (name, row) in names.into_iter().zip(rows) {
        grid.push(name, row);
    }
    let interior = grid.at("triangle tests", "Interior").unwrap_or(0.0);
    let tests: Vec<f64> = grid.row("overlap tests").iter().flatten().copied().collect();
    let (least, most) = span(&tests);
    let most_triangles = if interior > 50.0 { Holds::Yes } else { Holds::No };
    let quarter = if (15.0..=35.0).contains(&(tests.iter().sum::<f64>() / tests.len() as f64)) {
        Holds::Yes
    } else {
        Holds::No
    };
    let verdict = Verdict::new(
        most_triangles.and(quarter),
        format!(
            "triangle tests take {interior:.0} % of Interior's time (paper: most), overlap tests {least:.0} to {most:.0} % of all five (paper: roughly 25)"
        ),
    );
    let title = "N_v·C_v, N_u·C_u and N_p·C_p as shares of their sum, and their sum as a share of the measured time";
    Ok(Outcome {
        tables: vec![grid.table(title, "part", "%", &Grid::default())],
        plots: vec![],
        verdict,
    })
}
