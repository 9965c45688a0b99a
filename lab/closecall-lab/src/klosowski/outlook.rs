//! Questions that the dissertation leaves to the future (§3.4.2, §3.4.5, §4.4, §9.1): k beyond 26, trees of a
//! higher degree, and thresholds that are found and not chosen.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use closecall::geom::Clearance;
use closecall::{Cost, Mesh};
use closecall_classic::query::building::{build, paper_leaf_sizes};
use closecall_classic::query::classic::{ClassicBody, ClassicScratch, query};
use closecall_classic::query::configure::{DopTest, HullLevels, Normals, Options, VolumeKind};
use closecall_classic::tree::{BinaryTree, Content};
use closecall_classic::volume::kdop::Tumbling;
use closecall_classic::volume::{Kdop, Slabs, Volume};
use closecall_classic::walk::{Agenda, All, Descent, NodePair};

use super::conclusions::changed;
use super::field::{Entrant, Fielded, field};
use super::grid::{Grid, typical};
use super::printed::SETS;
use super::setup::paper;
use super::study::PAPER;
use crate::coherence::{Course, course_poses};
use crate::experiment::{Experiment, Fault, Holds, Lab, Outcome, Verdict};
use crate::scenes::DataSet;
use crate::table::TableQuestion;

/// The three.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let new = |name, title, place, run: fn(&mut Lab) -> Result<Outcome, Fault>| {
        Experiment::new(name, title, (PAPER, place), run)
    };
    vec![
        new("klosowski-many-directions", "k-dops with k beyond 26", "§3.4.5, §9.1", more),
        new("klosowski-degree", "Trees of degree 2, 4 and 8", "§3.4.2", degrees),
        new("klosowski-auto-tau", "Thresholds found on a few poses", "§4.4, §9.1", found),
    ]
}

/// Fewer tests, but dearer ones: does any k beyond 26 pay?
fn more(lab: &mut Lab) -> Result<Outcome, Fault> {
    let dops = [
        ("18-dop", Normals::N18),
        ("26-dop", Normals::N26),
        ("50-dop", Normals::N50),
        ("74-dop", Normals::N74),
        ("98-dop", Normals::N98),
    ];
    let flown = Fielded::fly(lab, "many directions", |_| {
        let of = |(name, normals): (&str, Normals)| {
            let volume = VolumeKind::Kdop(normals, DopTest::Slabs, HullLevels(1));
            Entrant::cold(name, Options { volume, ..paper() })
        };
        dops.map(of).to_vec()
    })?;
    let (times, tests) = (flown.times_us(), flown.per_query(|cost| cost.volume_tests));
    let best = |grid: &Grid| grid.wins("18-dop", &dops.map(|(name, _)| name));
    let (slower, fewer) = (times.ratios("50-dop", "18-dop"), tests.ratios("50-dop", "18-dop"));
    let wins = best(&times);
    let verdict = Verdict::new(
        Holds::by_count(times.above_one(&slower), slower.len(), slower.len()),
        format!(
            "the 18-dop is fastest on {wins} of {} (paper: larger k is future work, and 26 was slower than 18 on most); 50-dops test {} volumes and take {} \
             more or less time",
            slower.len(),
            changed(&fewer),
            changed(&slower)
        ),
    )
    .with_noise(flown.noise());
    let none = &Grid::default();
    let tables = vec![
        times.table("Time of a query, all contacts", "volume", "µs", none),
        tests.table("N_v per query", "volume", "", none),
        flown.grid(|entry| entry.build_ms).table("Time to build both trees", "volume", "ms", none),
    ];
    Ok(Outcome { tables, plots: vec![], verdict })
}

/// The environment first; a node gives way to its descendants this many levels down, as if they were
/// its children.
struct OfDegree {
    levels: u32,
}

impl OfDegree {
    fn below<V: Volume>(&self, tree: &BinaryTree<V>, node: u32, depth: u32, found: &mut Vec<u32>) {
        match tree.node(node).content() {
            Content::Children(left, right) if depth < self.levels => {
                self.below(tree, right, depth + 1, found);
                self.below(tree, left, depth + 1, found);
            }
            _ => found.push(node),
        }
    }
}

impl<V: Volume> Descent<V> for OfDegree {
    fn open(&mut self, a: &BinaryTree<V>, b: &BinaryTree<V>, pair: NodePair, agenda: &mut Agenda) {
        let mut found = Vec::with_capacity(8);
        if a.node(pair.0).is_leaf() {
            self.below(b, pair.1, 0, &mut found);
            agenda.extend(found.into_iter().map(|node| (pair.0, node)));
        } else {
            self.below(a, pair.0, 0, &mut found);
            agenda.extend(found.into_iter().map(|node| (node, pair.1)));
        }
    }
}

const SLABS: usize = 9;

/// Degree 4 and 8 by leaving out levels of binary trees.
fn degrees(lab: &mut Lab) -> Result<Outcome, Fault> {
    let [mut times, mut tests] = [(); 2].map(|()| Grid::new(SETS));
    let names = ["2", "4", "8"];
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
        let mut fly = |levels: u32, cost: &mut Cost| {
            let start = Instant::now();
            let mut contacts = 0u64;
            for frame in &scene.frames {
                let sink = &mut All(|_, _| {
                    contacts += 1;
                    ControlFlow::Continue(())
                });
                let how = (Slabs, &mut OfDegree { levels });
                query((&a, &b), &frame.pose, how, Clearance::NONE, scratch, sink, &mut *cost);
            }
            (1e6 * start.elapsed().as_secs_f64() / scene.frames.len() as f64, contacts)
        };
        let (mut best, mut counts, mut found) = ([f64::INFINITY; 3], [0.0; 3], [0; 3]);
        for _ in 0..lab.settings.reps {
            for at in 0..3 {
                let mut cost = Cost::default();
                let (time, contacts) = fly(at as u32 + 1, &mut cost);
                best[at] = best[at].min(time);
                counts[at] = cost.volume_tests as f64 / scene.frames.len() as f64;
                found[at] = contacts;
            }
            lab.progress.step();
        }
        assert!(found.iter().all(|count| *count == found[0]), "every degree finds the same");
        columns.push((best, counts));
    }
    for (at, name) in names.into_iter().enumerate() {
        times.push(name, columns.iter().map(|(best, _)| Some(best[at])).collect());
        tests.push(name, columns.iter().map(|(_, counts)| Some(counts[at])).collect());
    }
    let [four, eight] = ["4", "8"].map(|name| times.ratios(name, "2"));
    let [more_four, more_eight] = ["4", "8"].map(|name| tests.ratios(name, "2"));
    let slower = times.above_one(&eight);
    let none = &Grid::default();
    let verdict = Verdict::new(
        Holds::by_count(slower, eight.len(), eight.len()),
        format!(
            "with degree 4 a query takes {:.2} of the time of binary trees and {:.2} of the tests, with degree 8 {:.2} and {:.2}, slower on {slower} of {} \
             (paper: binary trees by default, others are future work)",
            typical(&four),
            typical(&more_four),
            typical(&eight),
            typical(&more_eight),
            eight.len()
        ),
    );
    let tables = vec![
        times.table("Time of a query, counters on, the fastest repetition", "degree", "µs", none),
        tests.table("N_v per query", "degree", "", none),
    ];
    Ok(Outcome { tables, plots: vec![], verdict })
}

/// The thresholds that are tried.
const TAUS: [usize; 7] = [5, 10, 20, 40, 60, 100, 150];

/// A tenth of the poses decides which threshold the others are flown with.
fn found(lab: &mut Lab) -> Result<Outcome, Fault> {
    let names = [
        "found",
        "paper's",
        "40",
        "best of all",
        "time found",
        "time paper's",
        "time 40",
        "time best",
    ];
    let mut columns = Vec::new();
    for set in DataSet::ALL {
        let course = Course::new(lab, set.name(), set)?;
        let path = course.original(course_poses(lab));
        let volume = paper().volume;
        let (_, recommended) = paper_leaf_sizes(&course.env, &course.obj, volume);
        let of =
            |tau: usize| Entrant::cold(tau.to_string(), Options { leaf_size: (1, tau), ..paper() });
        let bodies = (course.name, &course.env, &course.obj);
        let entries = field(lab, bodies, &TAUS.map(of), &path, TableQuestion::All)?;
        let tried = |at: usize| entries[at].best_us.iter().step_by(10).sum::<f64>();
        let flown = |at: usize| {
            let rest = entries[at].best_us.iter().enumerate().filter(|(pose, _)| pose % 10 != 0);
            rest.map(|(_, us)| us).sum::<f64>() / (path.len() as f64 * 0.9)
        };
        let least = |key: &dyn Fn(usize) -> f64| {
            (0..TAUS.len()).min_by(|a, b| key(*a).total_cmp(&key(*b))).expect("some are tried")
        };
        let at = |tau: usize| TAUS.iter().position(|known| *known == tau).expect("it is tried");
        let chosen = [least(&tried), at(recommended), at(40), least(&flown)];
        columns.push((chosen.map(|at| TAUS[at] as f64), chosen.map(flown)));
    }
    let mut grid = Grid::new(SETS);
    for (row, name) in names.into_iter().enumerate() {
        let figure = |(taus, times): &([f64; 4], [f64; 4])| {
            Some(if row < 4 { taus[row] } else { times[row - 4] })
        };
        grid.push(name, columns.iter().map(figure).collect());
    }
    let [by_paper, by_forty, by_best] =
        ["time paper's", "time 40", "time best"].map(|other| grid.ratios("time found", other));
    let no_slower = by_paper.iter().filter(|ratio| **ratio <= 1.02).count();
    let verdict = Verdict::new(
        Holds::by_count(no_slower, by_paper.len(), by_paper.len()),
        format!(
            "a threshold found on a tenth of the poses takes {:.3} of the time of the paper's, no more on {no_slower} of {}, {:.3} of that with 40, and {:.3} of \
             the best that was tried (paper: an open problem)",
            typical(&by_paper),
            by_paper.len(),
            typical(&by_forty),
            typical(&by_best)
        ),
    );
    let title = "Thresholds of the flying tree of 18-dops, and the time of a query with them in µs";
    Ok(Outcome {
        tables: vec![grid.table(title, "τ", "", &Grid::default())],
        plots: vec![],
        verdict,
    })
}
