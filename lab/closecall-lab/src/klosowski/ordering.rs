//! Ordered overlap tests: how many comparisons a test of two 26-DOPs takes, and whether fewer are
//! faster. Table 36.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use closecall::geom::Clearance;
use closecall_classic::query::building::build;
use closecall_classic::query::classic::{ClassicBody, ClassicScratch, query};
use closecall_classic::volume::kdop::{Ordered, Ranked, Tumbling};
use closecall_classic::volume::{Fit, Kdop, Rigid, Separation, Slabs, Test, Volume};
use closecall_classic::walk::{All, EnvironmentFirst, Uncounted};

use super::conclusions::{changed, or_noise};
use super::grid::Grid;
use super::printed::{self, SETS};
use super::races::race_of_tests;
use super::setup::paper;
use super::study::{Measured, Study, StudyFigures};
use crate::experiment::{Fault, Holds, Lab, Precision, Table, Verdict};
use crate::scenes::DataSet;
use crate::table::TableScene;

/// The slabs of a 26-DOP.
const SLABS: usize = 13;

/// The table.
#[must_use]
pub fn study() -> Study {
    Study {
        name: "klosowski-t36",
        title: "Comparisons in tests of 26-DOPs when thin slabs are compared first",
        place: "Table 36, §6.4.1",
        figures: StudyFigures {
            are: "Per query: tests, those that found an overlap, and comparisons of two numbers; and the time of a query in µs",
            rows_are: "per query",
            unit: "",
            precision: Precision::Figures,
        },
        paper: per_query(printed::table_36()),
        measure: Box::new(|lab| {
            let ours = measured(lab)?;
            Ok(Measured { others: vec![shares(&ours)], ours, plots: vec![] })
        }),
        judge: ordering_compares_less_and_gains_nothing,
    }
}

/// The paper counts over whole flights.
fn per_query(mut grid: Grid) -> Grid {
    for (_, figures) in &mut grid.rows {
        for (figure, set) in figures.iter_mut().zip(DataSet::ALL) {
            *figure = figure.map(|count| count / set.figures().steps as f64);
        }
    }
    grid
}

fn measured(lab: &mut Lab) -> Result<Grid, Fault> {
    let times = race_of_tests(lab)?.times_us();
    let mut tallies = Vec::new();
    for set in DataSet::ALL {
        let scene = lab.scene(set)?;
        lab.progress.start(set.name(), 2);
        let plain = tally::<Kdop<SLABS>, _>(&scene, Slabs);
        lab.progress.step();
        let ordered = tally::<Ranked<SLABS>, _>(&scene, Ordered { at_most: SLABS });
        lab.progress.step();
        tallies.push((scene.frames.len() as f64, plain, ordered));
    }
    let mut grid = Grid { noise: times.noise, ..Grid::new(SETS) };
    let mut row = |name: &str, figure: fn(&Tally, &Tally) -> u64| {
        let per_query = |(poses, plain, ordered): &(f64, Tally, Tally)| {
            Some(figure(plain, ordered) as f64 / poses)
        };
        grid.push(name, tallies.iter().map(per_query).collect());
    };
    row("tests", |plain, _| plain.tests);
    row("overlaps", |plain, _| plain.overlaps);
    row("comparisons", |plain, _| plain.comparisons());
    row("on misses", |plain, _| plain.on_misses);
    row("ordered comparisons", |_, ordered| ordered.comparisons());
    row("ordered on misses", |_, ordered| ordered.on_misses);
    grid.push(TIME, times.row("all").to_vec());
    grid.push(ORDERED_TIME, times.row("ordered").to_vec());
    Ok(grid)
}

/// The shares of tests that find an overlap. In a binary walk from the roots every pair that
/// overlaps and is no pair of leaves is followed by two tests, so that all tests but the first come
/// in twos: at least (N_v − 1) / 2 of them find an overlap. The paper's 14 to 45 % are below that,
/// and are totals over a flight, so its tests were not all those from the roots. A front leaves out
/// the tests above it, which overlap; that the paper counted with one is not said.
fn shares(ours: &Grid) -> Table {
    let paper = per_query(printed::table_36());
    let share = |grid: &Grid| -> Vec<Option<f64>> {
        grid.ratios("overlaps", "tests").into_iter().map(|ratio| Some(100.0 * ratio)).collect()
    };
    let least = |grid: &Grid| -> Vec<Option<f64>> {
        grid.row("tests").iter().map(|tests| tests.map(|n| 50.0 * (1.0 - 1.0 / n))).collect()
    };
    // Without the tests above a front, of which there is one fewer than the front has entries: the
    // misses, and the overlaps that are no pair of leaves.
    let with_front = |grid: &Grid| -> Vec<Option<f64>> {
        let both = grid.row("overlaps").iter().zip(grid.row("tests"));
        both.map(|(overlaps, tests)| {
            let (overlaps, tests) = ((*overlaps)?, (*tests)?);
            let above = 0.5 * (tests - 1.0);
            Some(100.0 * (overlaps - above).max(0.0) / (tests - above))
        })
        .collect()
    };
    let [mut grid, mut printed] = [(); 2].map(|()| Grid::new(SETS));
    for (name, figures) in [
        ("overlaps of all tests", share(ours)),
        ("the least that a walk from the roots can have", least(ours)),
        ("overlaps, if all tests above leaves and misses are left out", with_front(ours)),
    ] {
        grid.push(name, figures);
    }
    printed.push("overlaps of all tests", share(&paper));
    printed.push("the least that a walk from the roots can have", least(&paper));
    let title = "Tests that find an overlap: of all N_v tests of a binary walk from the roots at least (N_v − 1) / 2 do, and the paper has fewer. Its counts are of all queries together; that it counted with its front, which leaves out the tests above, would explain it, but is not said";
    grid.table(title, "share", "%", &printed)
}

const TIME: &str = "time";
const ORDERED_TIME: &str = "ordered time";

/// The cost of tests of k-DOPs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    tests: u64,
    overlaps: u64,
    on_misses: u64,
}

impl Tally {
    /// An overlap takes two for each slab.
    fn comparisons(&self) -> u64 {
        self.on_misses + self.overlaps * 2 * SLABS as u64
    }
}

/// Walks a whole flight with a counting test.
fn tally<V: Slabbed, T: Test<V, Axis = u8> + Copy>(scene: &TableScene, test: T) -> Tally
where
    Tumbling: Fit<V>,
{
    let options = paper();
    let body = |mesh: &closecall::Mesh, leaf_size, fit: Tumbling| {
        ClassicBody::new(Arc::new(mesh.clone()), build::<V>(mesh, &fit, leaf_size, &options))
    };
    let a = body(&scene.env, options.leaf_size.0, Tumbling::Fixed);
    let b = body(&scene.obj, options.leaf_size.1, Tumbling::Flying { hull_levels: 1 });
    let (tally, scratch) = (Cell::default(), &mut ClassicScratch::default());
    for frame in &scene.frames {
        let how = (Counting { test, tally: &tally }, &mut EnvironmentFirst);
        let sink = &mut All(|_, _| ControlFlow::Continue(()));
        query((&a, &b), &frame.pose, how, Clearance::NONE, scratch, sink, Uncounted);
    }
    tally.get()
}

/// A volume of slabs that are compared in some order.
trait Slabbed: Volume<Moved = Kdop<SLABS>> {
    fn dop(&self) -> &Kdop<SLABS>;

    /// After how many others a slab is compared.
    fn place(&self, slab: usize) -> usize;
}

impl Slabbed for Kdop<SLABS> {
    fn dop(&self) -> &Self {
        self
    }

    fn place(&self, slab: usize) -> usize {
        slab
    }
}

impl Slabbed for Ranked<SLABS> {
    fn dop(&self) -> &Kdop<SLABS> {
        &self.dop
    }

    /// Thin ones come first, and of two alike the one with the smaller number.
    fn place(&self, slab: usize) -> usize {
        let widths: Vec<f64> = self.dop.widths().collect();
        (0..SLABS).filter(|&other| (widths[other], other) < (widths[slab], slab)).count()
    }
}

/// A test that counts the comparisons of the test in it: two for each slab, or one where the first
/// has settled it.
#[derive(Clone, Copy)]
struct Counting<'a, T> {
    test: T,
    tally: &'a Cell<Tally>,
}

impl<V: Slabbed, T: Test<V, Axis = u8>> Test<V> for Counting<'_, T> {
    type Axis = u8;

    fn apart(
        &self,
        a: &V,
        b: &Kdop<SLABS>,
        rigid: &Rigid,
        hint: Option<u8>,
    ) -> Option<Separation<u8>> {
        let found = self.test.apart(a, b, rigid, hint);
        let mut tally = self.tally.get();
        tally.tests += 1;
        match &found {
            None => tally.overlaps += 1,
            Some(separation) => {
                let slab = usize::from(separation.axis);
                let last = if a.dop().low[slab] > b.high[slab] { 1 } else { 2 };
                tally.on_misses += 2 * a.place(slab) as u64 + last;
            }
        }
        self.tally.set(tally);
        found
    }
}

/// Fewer comparisons, but "the query times were typically slower, by a few percentage points"
/// (§6.4.1).
fn ordering_compares_less_and_gains_nothing(ours: &Grid, paper: &Grid) -> Verdict {
    let totals = [ours, paper].map(|grid| grid.ratios("ordered comparisons", "comparisons"));
    let misses = [ours, paper].map(|grid| grid.ratios("ordered on misses", "on misses"));
    let [fewer, paper_fewer] =
        totals.each_ref().map(|ratios| ratios.iter().filter(|ratio| **ratio < 1.0).count());
    // The paper has no figures of the time.
    let times = if ours.names().contains(&TIME) {
        ours.ratios(ORDERED_TIME, TIME)
    } else {
        vec![1.0; SETS.len()]
    };
    let (faster, of) = (ours.below_one(&times), totals[0].len());
    Verdict::new(
        Holds::by_count(fewer, paper_fewer, of).and(Holds::by_count(of - faster, of, of)),
        format!(
            "ordering needs fewer comparisons on {fewer} of {of} (paper: {paper_fewer}), {} in all (paper: {}) and {} on misses (paper: \
             {}), and is faster on {faster} (paper: typically slower), its time changing by {}{}",
            changed(&totals[0]),
            changed(&totals[1]),
            changed(&misses[0]),
            changed(&misses[1]),
            changed(&times),
            or_noise(ours, &times)
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::DVec3;
    use closecall_classic::volume::Extent;

    #[test]
    fn comparisons_are_counted_until_one_settles_it() {
        let at = |x: f64, z: f64| {
            let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.1]];
            Kdop::around(corners.map(|corner| DVec3::from_array(corner) + DVec3::new(x, 0.0, z)))
        };
        let extent = Extent::of([DVec3::ONE].into_iter());
        let rigid =
            Rigid::new(&closecall::Pose::from_translation([0.0; 3]).unwrap(), extent, extent);
        let count = |a: Kdop<SLABS>, b: &Kdop<SLABS>| {
            let (plain, ordered) = (Cell::default(), Cell::default());
            Counting { test: Slabs, tally: &plain }.apart(&a, b, &rigid, None);
            let test = Ordered { at_most: SLABS };
            Counting { test, tally: &ordered }.apart(&Ranked::from(a), b, &rigid, None);
            [plain.get(), ordered.get()].map(|tally| (tally.overlaps, tally.comparisons()))
        };
        assert_eq!(count(at(0.0, 0.0), &at(0.0, 0.0)), [(1, 26), (1, 26)]);
        // Apart along x, the first slab: the second comparison, or the first, finds it.
        assert_eq!(count(at(0.0, 0.0), &at(5.0, 0.0))[0], (0, 2));
        assert_eq!(count(at(5.0, 0.0), &at(0.0, 0.0))[0], (0, 1));
        // Apart along z, the third slab, which is the thinnest.
        assert_eq!(count(at(0.0, 0.0), &at(0.0, 0.2)), [(0, 6), (0, 2)]);
    }

    #[test]
    fn a_gain_in_time_refutes() {
        let paper = per_query(printed::table_36());
        let verdict = ordering_compares_less_and_gains_nothing(&paper, &paper);
        assert!(verdict.finding.contains("-20.3 to -3.4 % in all"), "{verdict}");
        let mut ours = paper.clone();
        ours.push(TIME, vec![Some(2.0); 5]);
        ours.push(ORDERED_TIME, vec![Some(1.0); 5]);
        let verdict = ordering_compares_less_and_gains_nothing(&ours, &paper);
        assert_eq!(verdict.holds, Holds::Partly);
        assert!(verdict.finding.contains("faster on 5 (paper: typically slower)"), "{verdict}");
    }
}
