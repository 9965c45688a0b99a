//! QuickCD as it was released, beside OBBs in RAPID's place and AABBs in SOLID's: Tables 37 to 42,
//! Figures 7, 12 and 14 to 16 (chapter 7).
//!
//! Released means: splatter, mean, τ = 20 for small flying bodies and else 40, 40, 60 or 100 by k,
//! the root tumbled like all others, and the front.

use std::rc::Rc;

use closecall_classic::query::Strategy;
use closecall_classic::query::building::paper_leaf_sizes;
use closecall_classic::query::configure::{
    BoxTest, DopTest, HullLevels, Normals, Options, VolumeKind,
};
use closecall_classic::tree::split::Directions;

use super::field::{Entrant, Fielded, field};
use super::grid::{Grid, typical};
use super::printed;
use super::races::OBB;
use super::setup::{paper, rapid};
use super::study::{Measured, PAPER, Study, StudyFigures};
use crate::coherence::Course;
use crate::experiment::{
    Axis, Experiment, Fault, Holds, Lab, Outcome, Plot, Precision, Scale, Series, Verdict,
};
use crate::scenes::{DataSet, klosowski};
use crate::table::{Breadth, TableQuestion};

/// The k-DOPs of chapter 7.
const DOPS: [(&str, Normals); 7] = [
    ("6-dop", Normals::N6),
    ("8-dop", Normals::N8),
    ("12-dop", Normals::N12),
    ("14-dop", Normals::N14),
    ("18-dop", Normals::N18),
    ("20-dop", Normals::N20),
    ("26-dop", Normals::N26),
];

/// The row that stands where SOLID stood.
const AABB: &str = "AABB";

/// QuickCD's trees for two bodies.
#[must_use]
pub fn released(course: &Course, normals: Normals) -> Options {
    let volume = VolumeKind::Kdop(normals, DopTest::Slabs, HullLevels(0));
    Options { volume, leaf_size: paper_leaf_sizes(&course.env, &course.obj, volume), ..paper() }
}

/// SOLID's trees: axis-aligned boxes, halved across the longest side, all fifteen axes tried.
fn solid() -> Options {
    let volume = VolumeKind::Aabb(BoxTest::Sat15);
    Options { volume, directions: Directions::Axes, ..rapid() }
}

fn entrants(course: &Course) -> Vec<Entrant> {
    let dops = DOPS
        .map(|(name, normals)| Entrant::warm(name, released(course, normals), Strategy::Klosowski));
    let others = [Entrant::cold(OBB, rapid()), Entrant::cold(AABB, solid())];
    let no_front = Entrant::cold("18-dop, no front", released(course, Normals::N18));
    dops.into_iter().chain(others).chain([no_front]).collect()
}

fn packages(lab: &mut Lab) -> Result<Rc<Fielded>, Fault> {
    Fielded::fly(lab, "QuickCD", entrants)
}

/// Tables 37 to 42.
#[must_use]
pub fn studies() -> Vec<Study> {
    let builds = |name, place, paper: Grid| Study {
        name,
        title: "Time to build both trees, by volume",
        place,
        figures: StudyFigures {
            are: "The time to build both trees, once, on one thread",
            rows_are: "volume",
            unit: "ms",
            precision: Precision::Figures,
        },
        paper: paper.map(|seconds| 1e3 * seconds),
        measure: Box::new(|lab| {
            let flown = packages(lab)?;
            let ours = flown.grid(|entry| entry.build_ms).only(|name| name != "18-dop, no front");
            Ok(Measured::from(ours))
        }),
        judge: builds_compare_as_there,
    };
    let queries = |name, place, paper: Grid| Study {
        name,
        title: "Time of a query of QuickCD as released, by k",
        place,
        figures: times("volume"),
        paper: paper.map(|ms| 1e3 * ms),
        measure: Box::new(|lab| {
            let flown = packages(lab)?;
            let dops = |name: &str| DOPS.iter().any(|(dop, _)| *dop == name);
            Ok(Measured {
                ours: flown.times_us().only(dops),
                others: vec![flown.per_query(|cost| cost.volume_tests).only(dops).table(
                    "N_v: pairs of volumes tested per query",
                    "volume",
                    "",
                    &Grid::default(),
                )],
                plots: vec![],
            })
        }),
        judge: eighteen_is_best_on_average,
    };
    let across = |name, place, paper: Grid| Study {
        name,
        title: "Time of a query across packages",
        place,
        figures: times("package"),
        paper: paper.map(|ms| 1e3 * ms),
        measure: Box::new(|lab| {
            let flown = packages(lab)?;
            let mut ours =
                flown.times_us().only(|name| name == "18-dop" || name == OBB || name == AABB);
            ours.rows.iter_mut().filter(|(name, _)| name == "18-dop").for_each(|(name, _)| {
                *name = QUICKCD.to_owned();
            });
            Ok(Measured::from(ours))
        }),
        judge: quickcd_wins,
    };
    vec![
        builds("klosowski-t37", "Table 37, §7.2.2 (Sun)", printed::table_37()),
        builds("klosowski-t38", "Table 38, §7.2.2 (SGI)", printed::table_38()),
        queries("klosowski-t39", "Table 39, §7.2.2 (Sun)", printed::table_39()),
        queries("klosowski-t40", "Table 40, §7.2.2 (SGI)", printed::table_40()),
        across("klosowski-t41", "Table 41, §7.2.2 (Sun)", printed::table_41()),
        across("klosowski-t42", "Table 42, §7.3 (Sun)", printed::table_42()),
    ]
}

/// The row of the package.
const QUICKCD: &str = "QuickCD";

fn times(rows_are: &'static str) -> StudyFigures {
    StudyFigures {
        are: "The mean over the poses of each pose's fastest repetition; all contacts are looked for",
        rows_are,
        unit: "µs",
        precision: Precision::Figures,
    }
}

/// Is the 18-dop built faster than OBBs, or slower, as it is there; and are 6-dops built fastest of
/// the k-dops?
fn builds_compare_as_there(ours: &Grid, paper: &Grid) -> Verdict {
    let [ratios, there] = [ours, paper].map(|grid| grid.ratios("18-dop", OBB));
    let same = ratios.iter().zip(&there).filter(|(a, b)| (**a > 1.0) == (**b > 1.0)).count();
    let of = ratios.len();
    let dops: Vec<&str> = DOPS.iter().map(|(name, _)| *name).collect();
    let [first, paper_first] = [ours, paper].map(|grid| grid.wins("6-dop", &dops));
    Verdict::new(
        Holds::by_count(same, of, of).and(Holds::by_count(first, paper_first, of)),
        format!(
            "the 18-dop trees take {:.2} of the time of OBBs to build (paper: {:.2}), which is the same side of 1 on {same} of {of}; 6-dops are built \
             fastest of all k-dops on {first} (paper: {paper_first})",
            typical(&ratios),
            typical(&there)
        ),
    )
}

/// "While the choice of 18-dop is not optimal in every case, it does best on average"; 8-dops are
/// "by far the worst".
fn eighteen_is_best_on_average(ours: &Grid, paper: &Grid) -> Verdict {
    let place = |grid: &Grid, name: &str| {
        let rank = grid.mean_rank(name);
        1 + grid.names().into_iter().filter(|other| grid.mean_rank(other) < rank).count()
    };
    let [first, paper_first] = [ours, paper].map(|grid| place(grid, "18-dop"));
    let [worst, paper_worst] = [ours, paper].map(|grid| place(grid, "8-dop"));
    let best = if first <= paper_first.max(1) {
        Holds::Yes
    } else if first <= 3 {
        Holds::Partly
    } else {
        Holds::No
    };
    let bad = if worst + 1 >= paper_worst { Holds::Yes } else { Holds::No };
    Verdict::new(
        best.and(bad),
        format!(
            "by mean rank the 18-dop is number {first} of {} (paper: {paper_first}) and the 8-dop number {worst} (paper: {paper_worst})",
            ours.rows.len()
        ),
    )
}

/// QuickCD ties with RAPID or is faster, and RAPID is faster than SOLID but for Pipes.
fn quickcd_wins(ours: &Grid, paper: &Grid) -> Verdict {
    let ratios = [ours, paper].map(|grid| grid.ratios(OBB, QUICKCD));
    let tied = |grid: &Grid, ratios: &[f64]| {
        ratios.iter().filter(|ratio| **ratio >= 1.0 / (1.0 + grid.noise())).count()
    };
    let [won, paper_won] = [tied(ours, &ratios[0]), tied(paper, &ratios[1])];
    let boxes = [ours, paper].map(|grid| grid.ratios(AABB, OBB));
    let [behind, paper_behind] = [ours.above_one(&boxes[0]), paper.above_one(&boxes[1])];
    let of = ratios[0].len();
    Verdict::new(
        Holds::by_count(won, paper_won, of).and(Holds::by_count(behind, paper_behind, of)),
        format!(
            "OBBs take {:.2} of QuickCD's time on the mean (paper: {:.2}) and are no faster on {won} of {of} (paper: {paper_won}); AABBs take {:.2} of \
             OBBs' (paper: {:.2}) and are slower on {behind} (paper: {paper_behind})",
            typical(&ratios[0]),
            typical(&ratios[1]),
            typical(&boxes[0]),
            typical(&boxes[1])
        ),
    )
}

/// Figures 7, 12 and 14 to 16.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment::new(
            "klosowski-f7",
            "Every single query of Pipes, with 18-dops",
            (PAPER, "Figure 7, §5.4"),
            |lab| along_the_flight(lab, &[("18-dop", 0)]),
        ),
        Experiment::new(
            "klosowski-f12",
            "Time of a query against the number of tetrahedra",
            (PAPER, "Figure 12, §7.2.2"),
            growth,
        ),
        Experiment::new(
            "klosowski-f14-16",
            "Every single query of Pipes, QuickCD beside OBBs",
            (PAPER, "Figures 14 to 16, §7.3"),
            |lab| along_the_flight(lab, &[("18-dop", 1), (OBB, 2)]),
        ),
    ]
}

/// The whole flight through the pipes: chapter 5's 18-dop, the released one, and OBBs.
fn pipes(lab: &mut Lab) -> Result<Rc<Vec<Vec<f64>>>, Fault> {
    lab.kept("all of Pipes", |lab| {
        let course = Course::new(lab, DataSet::Pipes.name(), DataSet::Pipes)?;
        let entrants = [
            Entrant::cold("18-dop", paper()),
            Entrant::warm("QuickCD", released(&course, Normals::N18), Strategy::Klosowski),
            Entrant::cold(OBB, rapid()),
        ];
        let bodies = (course.name, &course.env, &course.obj);
        let entries = field(lab, bodies, &entrants, &course.whole(), TableQuestion::All)?;
        Ok(entries.into_iter().map(|entry| entry.best_us).collect())
    })
}

fn along_the_flight(lab: &mut Lab, shown: &[(&str, usize)]) -> Result<Outcome, Fault> {
    let all = pipes(lab)?;
    let mut grid = Grid::new(["mean", "median", "slowest", "slowest over mean"]);
    for (name, at) in shown {
        let mut sorted = all[*at].clone();
        sorted.sort_by(f64::total_cmp);
        let (mean, most) =
            (sorted.iter().sum::<f64>() / sorted.len() as f64, sorted[sorted.len() - 1]);
        grid.push(
            *name,
            vec![Some(mean), Some(sorted[sorted.len() / 2]), Some(most), Some(most / mean)],
        );
    }
    let series = shown.iter().map(|(name, at)| Series {
        name: (*name).to_owned(),
        points: all[*at].iter().enumerate().map(|(step, us)| (step as f64, *us)).collect(),
    });
    let plot = Plot {
        name: "steps".to_owned(),
        title: "Every single query of Pipes".to_owned(),
        x: Axis::new("step", "", Scale::Linear),
        y: Axis::new("time", "µs", Scale::Linear),
        series: series.collect(),
    };
    let table = grid.table(
        "Times of single queries, each pose's fastest repetition, in µs",
        "method",
        "",
        &Grid::default(),
    );
    let verdict = if shown.len() == 1 { judge_spikes(&grid) } else { judge_beside(&all, shown) };
    Ok(Outcome { tables: vec![table], plots: vec![plot], verdict })
}

/// "The CD time increases substantially at various positions": Table 18's mean is 0.366 ms, the
/// slowest query takes 18.
fn judge_spikes(grid: &Grid) -> Verdict {
    let ratio = grid.rows[0].1[3].unwrap_or(0.0);
    let holds = match ratio {
        ratio if ratio >= 20.0 => Holds::Yes,
        ratio if ratio >= 5.0 => Holds::Partly,
        _ => Holds::No,
    };
    Verdict::new(
        holds,
        format!(
            "the slowest query takes {ratio:.0} times the mean (paper: 18 ms of 0.366, 49 times), where the body is close"
        ),
    )
}

/// "The RAPID system takes more time on every step of this flight": 183 ms at worst, not 23.
fn judge_beside(all: &[Vec<f64>], shown: &[(&str, usize)]) -> Verdict {
    let [ours, theirs] = [&all[shown[0].1], &all[shown[1].1]];
    let slower = ours.iter().zip(theirs).filter(|(ours, theirs)| theirs > ours).count();
    let most = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
    let worst = most(theirs) / most(ours);
    let steps = Holds::by_count(slower, ours.len(), ours.len());
    Verdict::new(
        steps.and(if worst > 1.0 { Holds::Yes } else { Holds::No }),
        format!(
            "OBBs take longer on {slower} of {} steps (paper: all), and {worst:.1} times as long for their slowest query (paper: 183 ms against 23, 8 times)",
            ours.len()
        ),
    )
}

/// Figure 12: the 747 among more and more tetrahedra.
fn growth(lab: &mut Lab) -> Result<Outcome, Fault> {
    let (counts, steps, triangles): (&[usize], _, _) = match lab.settings.breadth {
        Breadth::Tiny => (&[200, 400], 40, 500),
        Breadth::Short => (&[2_500, 5_000, 10_000, 20_000], 800, 4_000),
        Breadth::Full => (&[10_000, 25_000, 50_000, 75_000, 100_000], 2_000, 14_646),
    };
    let mut grid = Grid::new(counts.iter().map(usize::to_string));
    let mut rows = [Vec::new(), Vec::new(), Vec::new()];
    for &count in counts {
        let flight = klosowski::among_tetrahedra(count, triangles, steps, lab.settings.seed)?;
        let course = Course::of("747", flight);
        let entrants = [
            Entrant::warm("QuickCD", released(&course, Normals::N18), Strategy::Klosowski),
            Entrant::cold(OBB, rapid()),
        ];
        let bodies = ("tetrahedra", &course.env, &course.obj);
        let entries = field(lab, bodies, &entrants, &course.whole(), TableQuestion::All)?;
        for (row, entry) in rows.iter_mut().zip(&entries) {
            row.push(Some(entry.mean_us));
        }
        rows[2].push(Some(entries[1].mean_us / entries[0].mean_us));
    }
    for (name, row) in [QUICKCD, OBB, "OBB over QuickCD"].into_iter().zip(rows) {
        grid.push(name, row);
    }
    let series = grid.rows[..2].iter().map(|(name, row)| Series {
        name: name.clone(),
        points: counts.iter().zip(row).filter_map(|(x, y)| Some((*x as f64, (*y)?))).collect(),
    });
    let plot = Plot {
        name: "growth".to_owned(),
        title: "Time of a query against the number of tetrahedra".to_owned(),
        x: Axis::new("tetrahedra", "", Scale::Linear),
        y: Axis::new("time", "µs", Scale::Linear),
        series: series.collect(),
    };
    let ratios: Vec<f64> = grid.row("OBB over QuickCD").iter().flatten().copied().collect();
    let slower = ratios.iter().filter(|ratio| **ratio > 1.0).count();
    let most = ratios.iter().copied().fold(0.0, f64::max);
    let verdict = Verdict::new(
        Holds::by_count(slower, ratios.len(), ratios.len()),
        format!(
            "OBBs take longer at {slower} of {} sizes, up to {most:.2} times (paper: always, up to about 2)",
            ratios.len()
        ),
    );
    let table = grid.table(
        "Time of a query in µs, by the number of tetrahedra",
        "package",
        "",
        &Grid::default(),
    );
    Ok(Outcome { tables: vec![table], plots: vec![plot], verdict })
}
