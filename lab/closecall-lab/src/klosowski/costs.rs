//! Costs of a test of two k-DOPs, an update and a test of two triangles: Table 17.
//!
//! Times are of what the flights meet: the pairs of nodes that the paper's walk visits, the
//! flying nodes among them, and the pairs of triangles with overlapping boxes under pairs of
//! leaves. Updates are those by the approximating method, at the root, too.

use closecall::engine::geom::{GlamMesh as _, GlamPose as _, Triangle, exact::meet};
use std::cell::RefCell;
use std::hint::black_box;
use std::ops::{AddAssign, ControlFlow};
use std::sync::Arc;
use std::time::Instant;

use closecall::Mesh;
use closecall::geom::{Clearance, Pose};
use closecall_classic::query::building::build;
use closecall_classic::query::classic::{ClassicBody, ClassicScratch, query};
use closecall_classic::tree::BinaryTree;
use closecall_classic::volume::kdop::Tumbling;
use closecall_classic::volume::{Aabb, Extent, Kdop, Rigid, Slabs, Test, Volume};
use closecall_classic::walk::{Agenda, All, Descent, EnvironmentFirst, NodePair, Uncounted};

use super::conclusions::ranged;
use super::grid::Grid;
use super::printed;
use super::races::DOPS;
use super::setup::paper;
use super::study::{Measured, Study, StudyFigures};
use crate::experiment::{Fault, Holds, Lab, Noise, Precision, Verdict};
use crate::scenes::DataSet;
use crate::table::{Breadth, TableScene};

/// The table.
#[must_use]
pub fn study() -> Study {
    Study {
        name: "klosowski-t17",
        title: "The cost of a volume test (C_v), an update (C_u) and a triangle test (C_p)",
        place: "Table 17, §5.4",
        figures: StudyFigures {
            are: "Means over what the flights meet, the data of many calls at hand",
            rows_are: "cost",
            unit: "ns",
            precision: Precision::Figures,
        },
        paper: printed::table_17().map(|ms| 1e6 * ms),
        measure: Box::new(|lab| Ok(Measured::from(costs(lab)?))),
        judge: costs_grow_with_k,
    }
}

fn costs(lab: &mut Lab) -> Result<Grid, Fault> {
    let of_dop: [fn(&TableScene, usize) -> Spent; 4] =
        [spent::<3>, spent::<7>, spent::<9>, spent::<13>];
    let mut columns = [Spent::default(); 4];
    let rounds = if lab.settings.breadth == Breadth::Tiny { 1 } else { ROUNDS };
    for set in DataSet::ALL {
        let scene = lab.scene(set)?;
        lab.progress.start(set.name(), of_dop.len());
        for (spent, of_dop) in columns.iter_mut().zip(of_dop) {
            *spent += of_dop(&scene, rounds);
            lab.progress.step();
        }
    }
    let spreads = columns
        .iter()
        .flat_map(|spent| [spent.test, spent.update, spent.triangles])
        .map(|total| total.spread());
    let noise = spreads.collect::<Noise>().typical();
    let mut grid = Grid::new(DOPS.map(|(name, _)| name)).of_times(noise);
    grid.push("C_v", columns.map(|spent| Some(spent.test.mean_ns())).to_vec());
    grid.push("C_u", columns.map(|spent| Some(spent.update.mean_ns())).to_vec());
    grid.push("C_p", columns.map(|spent| Some(spent.triangles.mean_ns())).to_vec());
    Ok(grid)
}

/// C_v, C_u and C_p of 18-DOPs on one flight, in ns; 0 for what the flight does not meet.
#[must_use]
pub fn of_18_dops(scene: &TableScene, breadth: Breadth) -> [f64; 3] {
    let rounds = if breadth == Breadth::Tiny { 1 } else { ROUNDS };
    let Spent { test, update, triangles } = spent::<9>(scene, rounds);
    [test, update, triangles].map(|total| if total.calls == 0 { 0.0 } else { total.mean_ns() })
}

/// The number of poses of a flight that are looked at, and of each kind of call at most this many are kept.
const POSES: usize = 100;
const CALLS: usize = 20_000;

/// All calls of a kind are timed together, this many times; the fastest counts, and how far the
/// median is above it is the noise.
const ROUNDS: usize = 20;

/// Time and calls.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    ns: f64,
    /// The median round.
    median_ns: f64,
    calls: usize,
}

impl Total {
    fn mean_ns(&self) -> f64 {
        self.ns / self.calls as f64
    }

    /// By which share the median round is above the fastest.
    fn spread(&self) -> f64 {
        if self.ns > 0.0 { self.median_ns / self.ns - 1.0 } else { 0.0 }
    }

    /// The fastest of this many rounds of `call` over all items.
    fn of<I>(items: &[I], rounds: usize, mut call: impl FnMut(&I)) -> Self {
        let mut round = || {
            let start = Instant::now();
            items.iter().for_each(&mut call);
            start.elapsed().as_secs_f64() * 1e9
        };
        let mut times_ns: Vec<f64> = (0..rounds).map(|_| round()).collect();
        times_ns.sort_by(f64::total_cmp);
        Self { ns: times_ns[0], median_ns: times_ns[rounds / 2], calls: items.len() }
    }
}

impl AddAssign for Total {
    fn add_assign(&mut self, other: Self) {
        self.ns += other.ns;
        self.median_ns += other.median_ns;
        self.calls += other.calls;
    }
}

/// The cost of the three kinds of calls.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    test: Total,
    update: Total,
    triangles: Total,
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.test += other.test;
        self.update += other.update;
        self.triangles += other.triangles;
    }
}

/// Walks some poses of a flight, and times again what it met.
fn spent<const S: usize>(scene: &TableScene, rounds: usize) -> Spent {
    let options = paper();
    let body = |mesh: &Mesh, leaf_size, fit: Tumbling| {
        ClassicBody::new(Arc::new(mesh.clone()), build::<Kdop<S>>(mesh, &fit, leaf_size, &options))
    };
    let a = body(&scene.env, options.leaf_size.0, Tumbling::Fixed);
    let b = body(&scene.obj, options.leaf_size.1, Tumbling::Flying { hull_levels: 0 });
    let mut met = Met { tests: vec![], updates: vec![], triangles: vec![] };
    for frame in scene.frames.iter().step_by(scene.frames.len().div_ceil(POSES)) {
        met.meet(&a, &b, &frame.pose);
    }
    let update = |(node, rigid): &(u32, Rigid)| {
        black_box(b.tree().node(*node).volume.moved(b.tree().extra(*node), rigid));
    };
    let test = |(node, moved, rigid): &(u32, Kdop<S>, Rigid)| {
        black_box(Slabs.apart(&a.tree().node(*node).volume, moved, rigid, None));
    };
    let triangles = |(a, b): &(Triangle, Triangle)| {
        black_box(meet(a, b));
    };
    Spent {
        test: Total::of(&met.tests, rounds, test),
        update: Total::of(&met.updates, rounds, update),
        triangles: Total::of(&met.triangles, rounds, triangles),
    }
}

/// The pairs that walks meet.
struct Met<const S: usize> {
    /// A node of the environment, a moved k-DOP, and how it was moved.
    tests: Vec<(u32, Kdop<S>, Rigid)>,
    /// A flying node, and how it is moved.
    updates: Vec<(u32, Rigid)>,
    /// Triangles with overlapping boxes, the second carried.
    triangles: Vec<(Triangle, Triangle)>,
}

impl<const S: usize> Met<S> {
    fn meet(&mut self, a: &ClassicBody<Kdop<S>>, b: &ClassicBody<Kdop<S>>, pose: &Pose) {
        let extent = |body: &ClassicBody<Kdop<S>>| Extent::of(body.mesh().iter().flatten());
        let rigid = Rigid::new(pose, extent(a), extent(b));
        let visited = visited(a, b, pose);
        let mut flying: Vec<u32> = visited.iter().map(|pair| pair.1).collect();
        flying.sort_unstable();
        flying.dedup();
        let moved = |node: u32| b.tree().node(node).volume.moved(b.tree().extra(node), &rigid);
        let tests = visited.iter().map(|&(node, other)| (node, moved(other), rigid));
        let triangles = visited.iter().flat_map(|pair| close_triangles(a, b, pose, *pair));
        let rooms =
            [self.tests.len(), self.updates.len(), self.triangles.len()].map(|taken| CALLS - taken);
        self.tests.extend(tests.take(rooms[0]));
        self.updates.extend(flying.into_iter().map(|node| (node, rigid)).take(rooms[1]));
        self.triangles.extend(triangles.take(rooms[2]));
    }
}

/// The pairs of nodes that a walk tests.
fn visited<V: Volume>(a: &ClassicBody<V>, b: &ClassicBody<V>, pose: &Pose) -> Vec<NodePair>
where
    Slabs: Test<V>,
{
    let mut watched = Watched::default();
    let sink = &mut All(|_, _| ControlFlow::Continue(()));
    query(
        (a, b),
        pose,
        (Slabs, &mut watched),
        Clearance::NONE,
        &mut ClassicScratch::default(),
        sink,
        Uncounted,
    );
    watched.0.into_inner()
}

/// The paper's descent, which writes down every pair.
#[derive(Default)]
struct Watched(RefCell<Vec<NodePair>>);

impl<V: Volume> Descent<V> for Watched {
    fn open(&mut self, a: &BinaryTree<V>, b: &BinaryTree<V>, pair: NodePair, agenda: &mut Agenda) {
        EnvironmentFirst.open(a, b, pair, agenda);
    }

    fn is_done_with(&self, pair: NodePair) -> bool {
        self.0.borrow_mut().push(pair);
        false
    }
}

/// Triangles of two leaves whose boxes overlap; none where one is no leaf.
fn close_triangles<V: Volume>(
    a: &ClassicBody<V>,
    b: &ClassicBody<V>,
    pose: &Pose,
    pair: NodePair,
) -> Vec<(Triangle, Triangle)> {
    let mut close = Vec::new();
    for &b_item in b.tree().items(pair.1) {
        let carried = pose.carried_triangle(&b.mesh().triangle_at(b_item as usize));
        let triangles =
            a.tree().items(pair.0).iter().map(|&a_item| a.mesh().triangle_at(a_item as usize));
        close.extend(
            triangles
                .filter(|triangle| boxes_overlap(triangle, &carried))
                .map(|triangle| (triangle, carried)),
        );
    }
    close
}

fn boxes_overlap(a: &Triangle, b: &Triangle) -> bool {
    let [a, b] = [a, b].map(|triangle| Aabb::around(*triangle));
    a.low.cmple(b.high).all() && b.low.cmple(a.high).all()
}

/// C_v grows with k, and C_u, which is larger, grows faster (§3.3, §5.4).
fn costs_grow_with_k(ours: &Grid, paper: &Grid) -> Verdict {
    let figures =
        |grid: &Grid, row: &str| -> Vec<f64> { grid.row(row).iter().flatten().copied().collect() };
    let rises = |grid: &Grid| {
        let rises =
            |row: &str| figures(grid, row).windows(2).filter(|pair| pair[1] > pair[0]).count();
        rises("C_v") + rises("C_u")
    };
    let growth = |grid: &Grid, row: &str| {
        let figures = figures(grid, row);
        figures[figures.len() - 1] / figures[0]
    };
    let [test, paper_test] = [ours, paper].map(|grid| growth(grid, "C_v"));
    let [update, paper_update] = [ours, paper].map(|grid| growth(grid, "C_u"));
    let [dearer, paper_dearer] = [ours, paper].map(|grid| ranged(&grid.ratios("C_u", "C_v"), 1));
    let [up, paper_up] = [ours, paper].map(rises);
    let faster = if update > test { Holds::Yes } else { Holds::No };
    Verdict::new(
        Holds::by_count(up, paper_up, paper_up).and(faster),
        format!(
            "from 6 to 26 directions C_v grows {test:.1}-fold (paper: {paper_test:.1}) and C_u {update:.1}-fold (paper: {paper_update:.1}), \
             an update costing {dearer} tests (paper: {paper_dearer})"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_that_do_not_grow_refute() {
        let paper = printed::table_17();
        let verdict = costs_grow_with_k(&paper, &paper);
        assert!(verdict.finding.contains("C_v grows 3.5-fold"), "{verdict}");
        let flat =
            Grid::printed(&["6-dop", "14-dop", "18-dop", "26-dop"], "C_v: 1 1 1 1\nC_u: 2 2 2 2");
        assert_eq!(costs_grow_with_k(&flat, &paper).holds, Holds::No);
        let tests =
            Grid::printed(&["6-dop", "14-dop", "18-dop", "26-dop"], "C_v: 1 2 3 9\nC_u: 2 3 4 5");
        assert_eq!(costs_grow_with_k(&tests, &paper).holds, Holds::Partly);
    }

    #[test]
    fn a_round_calls_once_for_each_item() {
        let mut calls = 0;
        let total = Total::of(&[1, 2, 3], 4, |_| calls += 1);
        assert_eq!((total.calls, calls), (3, 12));
    }
}
