//! Time-critical queries (§4.3): how far do bounding volumes still reach into each other when a
//! query is interrupted? Environment first, as the paper walks otherwise, against lock-step, which
//! it proposes for this.
//!
//! A walk reports all contacts, so that it never ends before its time. The overlap of two 18-DOPs
//! is the least of their overlaps along the nine directions: moving one of them by that takes them
//! apart. At every budget the overlaps of the pairs that wait are averaged, and the largest is
//! kept; a walk that is done has none.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

use closecall::Pose;
use closecall_classic::query::building::build;
use closecall_classic::tree::BinaryTree;
use closecall_classic::volume::kdop::Tumbling;
use closecall_classic::volume::kdop::directions::{directions, vector};
use closecall_classic::volume::{Extent, Kdop, Rigid, Volume};
use closecall_classic::walk::{Descent, EnvironmentFirst, LargerFirst, LockStep, NodePair};

use super::setup::paper;
use crate::experiment::{
    Axis, Cell, Column, Experiment, Fault, Holds, Lab, Outcome, Plot, Row, Scale, Series, Table,
    Verdict,
};
use crate::scenes::DataSet;
use crate::table::TableScene;

type Dop = Kdop<9>;

/// After this many volume tests a query is interrupted.
const BUDGETS: [usize; 6] = [10, 30, 100, 300, 1000, 3000];

/// The contenders: which node gives way, and which pair is next.
const CONTENDERS: [(&str, Way, Order); 5] = [
    ("environment first, last in first out", Way::Environment, Order::Last),
    ("lock-step, last in first out", Way::LockStep, Order::Last),
    ("environment first, largest overlap first", Way::Environment, Order::Largest),
    ("lock-step, largest overlap first", Way::LockStep, Order::Largest),
    ("larger first, largest overlap first", Way::Larger, Order::Largest),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Environment,
    LockStep,
    Larger,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Last,
    Largest,
}

/// The experiment.
#[must_use]
pub fn experiment() -> Experiment {
    Experiment::new(
        "klosowski-time",
        "What overlap is left when a query is interrupted: lock-step against environment first",
        ("Klosowski 1998", "§4.3, time-critical computing"),
        run,
    )
}

/// Of one contender on one data set: mean and largest overlap at every budget, in sizes of the
/// flying body.
type Curve = [[f64; 2]; BUDGETS.len()];

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let (mut tables, mut plots, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for set in DataSet::ALL {
        let scene = lab.scene(set)?;
        lab.progress.start(set.name(), scene.frames.len());
        let curves = curves(&scene, || lab.progress.step());
        tables.push(table(set, &curves));
        // Where nothing is left after the first tests there is nothing to draw.
        let drawn = plot(set, &curves);
        if drawn.series.iter().any(|series| !series.points.is_empty()) {
            plots.push(drawn);
        }
        all.push(curves);
    }
    Ok(Outcome { tables, plots, verdict: judge(&all) })
}

fn table(set: DataSet, curves: &[Curve]) -> Table {
    let columns = BUDGETS.iter().flat_map(|tests| {
        [
            Column::new(format!("mean, {tests} tests"), ""),
            Column::new(format!("largest, {tests} tests"), ""),
        ]
    });
    let row = |(curve, (name, ..)): (&Curve, &(&str, Way, Order))| {
        Row::new(*name, curve.iter().flatten().map(|figure| Cell::ours(*figure)).collect())
    };
    Table {
        title: format!(
            "{}: overlap of the pairs that wait, in sizes of the flying body; 0 where all is decided",
            set.name()
        ),
        rows_are: "walk",
        columns: columns.collect(),
        rows: curves.iter().zip(&CONTENDERS).map(row).collect(),
    }
}

fn plot(set: DataSet, curves: &[Curve]) -> Plot {
    let points = |curve: &Curve| {
        let points = BUDGETS.iter().zip(curve).map(|(tests, [mean, _])| (*tests as f64, *mean));
        points.filter(|(_, mean)| *mean > 0.0).collect()
    };
    let series = curves.iter().zip(&CONTENDERS);
    Plot {
        name: set.name().to_lowercase(),
        title: format!("{}: mean overlap left after so many tests", set.name()),
        x: Axis::new("volume tests", "", Scale::Log),
        y: Axis::new("mean overlap", "sizes", Scale::Log),
        series: series
            .map(|(curve, (name, ..))| Series { name: (*name).to_owned(), points: points(curve) })
            .collect(),
    }
}

/// "By descending in lock-step, we are able to decrease the average overlap at any given state of
/// the search."
fn judge(all: &[Vec<Curve>]) -> Verdict {
    let cases = |better: usize, worse: usize, figure: usize| {
        let cells = all.iter().flat_map(|curves| (0..BUDGETS.len()).map(move |at| (curves, at)));
        let open: Vec<[f64; 2]> = cells
            .map(|(curves, at)| [curves[better][at][figure], curves[worse][at][figure]])
            .filter(|figures| figures.iter().any(|figure| *figure > 0.0))
            .collect();
        let smaller = open.iter().filter(|[better, worse]| better < worse).count();
        let logs: Vec<f64> = open
            .iter()
            .filter(|pair| pair.iter().all(|x| *x > 0.0))
            .map(|[b, w]| (b / w).ln())
            .collect();
        let ratio = (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp();
        (smaller, open.len(), ratio)
    };
    let (smaller, of, ratio) = cases(1, 0, 0);
    let (ordered, _, by_order) = cases(3, 1, 0);
    let (largest, of_largest, largest_ratio) = cases(3, 0, 1);
    Verdict::new(
        Holds::by_count(smaller, of, of),
        format!(
            "in lock-step the mean overlap left is smaller in {smaller} of {of} states ({ratio:.2} of that of environment first); with the largest overlap first it is \
             smaller still in {ordered} of them ({by_order:.2} of lock-step's), and the largest overlap left is smaller than environment first's in {largest} of \
             {of_largest} ({largest_ratio:.2})"
        ),
    )
}

/// Walks a whole flight with every contender.
fn curves(scene: &TableScene, mut step: impl FnMut()) -> Vec<Curve> {
    let options = paper();
    let a: BinaryTree<Dop> = build(&scene.env, &Tumbling::Fixed, options.leaf_size.0, &options);
    let flying = Tumbling::Flying { hull_levels: 1 };
    let b: BinaryTree<Dop> = build(&scene.obj, &flying, options.leaf_size.1, &options);
    let extents = [&scene.env, &scene.obj].map(|mesh| Extent::of(mesh.iter().flatten()));
    let size = extents_size(scene);
    let mut sums = vec![Curve::default(); CONTENDERS.len()];
    for frame in &scene.frames {
        for (sum, (_, way, order)) in sums.iter_mut().zip(CONTENDERS) {
            let mut walk = Walk::new((&a, &b), extents, &frame.pose, (way, order));
            for (at, tests) in BUDGETS.into_iter().enumerate() {
                walk.go_on(tests);
                let [mean, largest] = walk.overlap();
                sum[at][0] += mean / size / scene.frames.len() as f64;
                sum[at][1] += largest / size / scene.frames.len() as f64;
            }
        }
        step();
    }
    sums
}

/// The diagonal of the flying body's box.
fn extents_size(scene: &TableScene) -> f64 {
    let corners = || scene.obj.points().iter().copied();
    let low = corners().reduce(DVec3::min).unwrap_or_default();
    let high = corners().reduce(DVec3::max).unwrap_or_default();
    (high - low).length()
}

/// A pair of nodes that waits.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Waiting {
    overlap: f64,
    pair: NodePair,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.overlap.total_cmp(&other.overlap).then(self.pair.cmp(&other.pair))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A walk that can be interrupted.
struct Walk<'a> {
    a: &'a BinaryTree<Dop>,
    b: &'a BinaryTree<Dop>,
    rigid: Rigid,
    way: Way,
    order: Order,
    moved: Vec<Option<Dop>>,
    stack: Vec<Waiting>,
    heap: BinaryHeap<Waiting>,
    tests: usize,
}

impl<'a> Walk<'a> {
    fn new(
        (a, b): (&'a BinaryTree<Dop>, &'a BinaryTree<Dop>),
        [of_a, of_b]: [Extent; 2],
        pose: &Pose,
        (way, order): (Way, Order),
    ) -> Self {
        let rigid = Rigid::new(pose, of_a, of_b);
        let moved = vec![None; b.nodes().len()];
        let (stack, heap) = (Vec::new(), BinaryHeap::new());
        let mut walk = Self { a, b, rigid, way, order, moved, stack, heap, tests: 0 };
        walk.test((BinaryTree::<Dop>::ROOT, BinaryTree::<Dop>::ROOT));
        walk
    }

    /// Tests two nodes, and keeps them if they overlap.
    fn test(&mut self, pair: NodePair) {
        self.tests += 1;
        let (b, rigid) = (self.b, &self.rigid);
        let moved = self.moved[pair.1 as usize]
            .get_or_insert_with(|| b.node(pair.1).volume.moved(b.extra(pair.1), rigid));
        let overlap = overlap(&self.a.node(pair.0).volume, moved);
        if overlap >= 0.0 {
            let waiting = Waiting { overlap, pair };
            match self.order {
                Order::Last => self.stack.push(waiting),
                Order::Largest => self.heap.push(waiting),
            }
        }
    }

    /// Goes on until this many tests were done in all.
    fn go_on(&mut self, tests: usize) {
        let mut agenda = Vec::new();
        while self.tests < tests {
            let next = match self.order {
                Order::Last => self.stack.pop(),
                Order::Largest => self.heap.pop(),
            };
            let Some(Waiting { pair, .. }) = next else { return };
            // Triangles of two leaves are tested, and settled.
            if self.a.node(pair.0).is_leaf() && self.b.node(pair.1).is_leaf() {
                continue;
            }
            match self.way {
                Way::Environment => EnvironmentFirst.open(self.a, self.b, pair, &mut agenda),
                Way::LockStep => LockStep.open(self.a, self.b, pair, &mut agenda),
                Way::Larger => LargerFirst.open(self.a, self.b, pair, &mut agenda),
            }
            agenda.drain(..).for_each(|pair| self.test(pair));
        }
    }

    /// The mean and the largest overlap of what waits.
    fn overlap(&self) -> [f64; 2] {
        let (mut sum, mut count, mut largest) = (0.0, 0, 0.0f64);
        for waiting in self.stack.iter().chain(&self.heap) {
            sum += waiting.overlap;
            count += 1;
            largest = largest.max(waiting.overlap);
        }
        [sum / f64::from(count.max(1)), largest]
    }
}

/// The least overlap along the nine directions.
fn overlap(a: &Dop, b: &Dop) -> f64 {
    let lengths = directions::<9>().map(|direction| vector(direction).length());
    let along = |slab: usize| {
        (a.high[slab].min(b.high[slab]) - a.low[slab].max(b.low[slab])) / lengths[slab]
    };
    (0..9).map(along).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::report::tests::check_all;

    #[test]
    fn it_runs_at_a_tiny_size() {
        check_all(vec![experiment()]);
    }

    #[test]
    fn the_overlap_of_two_cubes_is_along_an_axis() {
        let corner = |k: u32, x: f64| {
            DVec3::new(x + f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2))
        };
        let cube = |x: f64| Dop::around((0..8).map(|k| corner(k, x)));
        assert_eq!(overlap(&cube(0.0), &cube(0.75)), 0.25);
        assert!(overlap(&cube(0.0), &cube(1.5)) < 0.0);
    }
}
