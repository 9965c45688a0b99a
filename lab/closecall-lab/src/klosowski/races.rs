//! Tables that set times beside each other: who is raced against whom, and what the paper
//! concludes.

use std::rc::Rc;

use closecall_classic::query::Options;
use closecall_classic::query::configure::{
    Builder, DopTest, HullLevels, Normals, Traversal, VolumeKind,
};
use closecall_classic::tree::split::Directions;

use super::flights::{Contender, Flights};
use super::grid::Grid;
use super::setup::{dop, paper, rapid};
use super::study::{Measured, Study, StudyFigures};
use super::trees::ruled;
use super::{conclusions, printed};
use crate::engine::Setup;
use crate::experiment::{Fault, Lab, Precision, Verdict};
use crate::scenes::DataSet;
use crate::table::Builds;

/// The four k-DOPs of chapter 5.
pub const DOPS: [(&str, Normals); 4] = [
    ("6-dop", Normals::N6),
    ("14-dop", Normals::N14),
    ("18-dop", Normals::N18),
    ("26-dop", Normals::N26),
];

/// A race and what is read from it.
struct Race {
    name: &'static str,
    title: &'static str,
    place: &'static str,
    rows_are: &'static str,
    /// In ms.
    paper: Grid,
    contenders: fn() -> Vec<Contender>,
    /// Which of them the table shows: some tables come from one race.
    shown: fn(&str) -> bool,
    judge: fn(&Grid, &Grid) -> Verdict,
}

/// The races, in the order of their tables.
#[must_use]
pub fn studies() -> Vec<Study> {
    races().into_iter().map(study).collect()
}

fn races() -> Vec<Race> {
    vec![
        Race {
            name: "klosowski-t18",
            title: "Time of a query by volume (OBB: our OBB tree, built and walked as RAPID's)",
            place: "Table 18, §5.4",
            rows_are: "volume",
            paper: printed::table_18(),
            contenders: by_volume,
            shown: |_| true,
            judge: conclusions::eighteen_is_best,
        },
        Race {
            name: "klosowski-t20",
            title: "Time of a query by rule, splitting at the mean",
            place: "Table 20, §5.4",
            rows_are: "rule",
            paper: printed::table_20(),
            contenders: by_rule,
            shown: |name| name.ends_with("mean"),
            judge: conclusions::min_sum_is_best_and_splatter_close,
        },
        Race {
            name: "klosowski-t21",
            title: "Time of a query by rule, splitting at the mean or the median",
            place: "Table 21, §5.4",
            rows_are: "rule",
            paper: printed::tables_20_and_21(),
            contenders: by_rule,
            shown: |name| name != OBB,
            judge: conclusions::median_is_never_faster,
        },
        Race {
            name: "klosowski-t22",
            title: "Time of a query by traversal: the environment first, or starting again for every flying node",
            place: "Table 22, §5.4",
            rows_are: "traversal",
            paper: printed::table_22(),
            contenders: by_traversal,
            shown: |_| true,
            judge: conclusions::starting_again_is_slower,
        },
        Race {
            name: "klosowski-t26",
            title: "Time of a query by k-DOP and by the number of directions to split along",
            place: "Table 26, §6.3.2",
            rows_are: "method",
            paper: printed::table_26(),
            contenders: by_directions,
            shown: |_| true,
            judge: conclusions::eighteen_ranks_first_and_three_directions_do,
        },
        Race {
            name: "klosowski-hulls",
            title: "Time of a query by how many levels of the flying tree are tumbled exactly, each climb from the last vertex",
            place: "§4.2",
            rows_are: "levels",
            paper: Grid::default(),
            contenders: by_hull_levels,
            shown: |_| true,
            judge: conclusions::the_root_alone_is_best,
        },
        Race {
            name: "klosowski-oscillating",
            title: "Time of a query in an oscillating tree",
            place: "§6.3.4",
            rows_are: "tree",
            paper: Grid::default(),
            contenders: by_builder,
            shown: |_| true,
            judge: conclusions::oscillating_gains_nothing,
        },
        Race {
            name: "klosowski-truncated",
            title: "Time of a query when the ordered test of 26-DOPs gives up after 6 intervals",
            place: "§6.4.2",
            rows_are: "test",
            paper: Grid::default(),
            contenders: by_test,
            shown: |_| true,
            judge: conclusions::truncating_gains_nothing,
        },
    ]
}

fn study(race: Race) -> Study {
    let Race { name, title, place, rows_are, paper, contenders, shown, judge } = race;
    let figures = StudyFigures {
        are: "The mean over the poses of each pose's fastest repetition; all contacts are looked for",
        rows_are,
        unit: "µs",
        precision: Precision::Figures,
    };
    let measure = move |lab: &mut Lab| {
        let flights = flown(lab, contenders())?;
        Ok(Measured {
            ours: flights.times_us().only(shown),
            others: flights.work(rows_are, shown),
            plots: vec![],
        })
    };
    Study {
        name,
        title,
        place,
        figures,
        paper: paper.map(|ms| 1e3 * ms),
        measure: Box::new(measure),
        judge,
    }
}

/// Table 19: how long the environment's trees of the race of rules took to build.
#[must_use]
pub fn building() -> Study {
    let figures = StudyFigures {
        are: "The time to build the environment's tree, once, on one thread",
        rows_are: "rule",
        unit: "ms",
        precision: Precision::Figures,
    };
    let measure = |lab: &mut Lab| {
        let shown = |name: &str| name.ends_with("mean") || name == OBB;
        Ok(Measured::from(flown(lab, by_rule())?.builds_ms().only(shown)))
    };
    Study {
        name: "klosowski-t19",
        title: "Time to build the environment's tree, by rule",
        place: "Table 19, §5.4",
        figures,
        paper: printed::table_19().map(|minutes| 60e3 * minutes),
        measure: Box::new(measure),
        judge: conclusions::min_sum_takes_long_to_build,
    }
}

/// Table 25: the same after the code was tidied, in seconds there.
#[must_use]
pub fn building_again() -> Study {
    let measure = |lab: &mut Lab| {
        let shown = |name: &str| ["longest mean", "splatter mean", OBB].contains(&name);
        Ok(Measured::from(flown(lab, by_rule())?.builds_ms().only(shown)))
    };
    Study {
        name: "klosowski-t25",
        title: "Time to build the environment's tree, after the code was tidied",
        place: "Table 25, §6.2",
        paper: printed::table_25().map(|seconds| 1e3 * seconds),
        measure: Box::new(measure),
        judge: conclusions::dops_are_built_faster_than_boxes,
        ..building()
    }
}

/// Table 28: the sizes of the flying bodies.
#[must_use]
pub fn sizes() -> Study {
    let figures = StudyFigures {
        are: "Triangles of the flying bodies",
        rows_are: "",
        unit: "",
        precision: Precision::Whole,
    };
    let measure = |lab: &mut Lab| {
        let mut grid = Grid::new(printed::SETS);
        let mut sizes = Vec::new();
        for set in DataSet::ALL {
            sizes.push(Some(lab.scene(set)?.obj.triangle_count() as f64));
        }
        grid.push("triangles", sizes);
        Ok(Measured::from(grid))
    };
    Study {
        name: "klosowski-t28",
        title: "Triangles of the flying bodies",
        place: "Table 28, §6.3.3",
        figures,
        paper: printed::table_28(),
        measure: Box::new(measure),
        judge: conclusions::sizes_are_the_papers,
    }
}

fn flown(lab: &mut Lab, contenders: Vec<Contender>) -> Result<Rc<Flights>, Fault> {
    lab.kept(&format!("flights of {contenders:?}"), |lab| {
        Flights::fly(lab, contenders, Builds::Once, |_, _| true)
    })
}

/// The race of the tests of 26-DOPs, which Table 36 looks at, too.
pub fn race_of_tests(lab: &mut Lab) -> Result<Rc<Flights>, Fault> {
    flown(lab, by_test())
}

/// The row that stands where RAPID stood.
pub const OBB: &str = "OBB";

fn classic<const N: usize>(contenders: [(&str, Options); N]) -> Vec<Contender> {
    contenders.map(|(name, options)| (name.to_owned(), Setup::Classic(options))).to_vec()
}

fn by_volume() -> Vec<Contender> {
    let dops = DOPS.map(|(name, normals)| (name, Options { volume: dop(normals), ..paper() }));
    let others = [
        (OBB, rapid()),
        ("18-dop, no hull", Options { volume: hulled(0), ..paper() }),
        ("OBB, our way", Options::default()),
    ];
    let wide = ("wide engine".to_owned(), Setup::Wide);
    classic(dops).into_iter().chain(classic(others)).chain([wide]).collect()
}

fn by_rule() -> Vec<Contender> {
    let rules = ruled().into_iter().map(|(name, options)| (name, Setup::Classic(options)));
    rules.chain(classic([(OBB, rapid())])).collect()
}

fn by_traversal() -> Vec<Contender> {
    classic([
        ("current", paper()),
        ("modified", Options { traversal: Traversal::Restart, ..paper() }),
    ])
}

fn by_directions() -> Vec<Contender> {
    use Directions::{Axes, Own};
    classic(
        [
            ("6-dop (3)", Normals::N6, Axes),
            ("8-dop (4)", Normals::N8, Own),
            ("12-dop (6)", Normals::N12, Own),
            ("14-dop (3)", Normals::N14, Axes),
            ("14-dop (7)", Normals::N14, Own),
            ("18-dop (3)", Normals::N18, Axes),
            ("18-dop (9)", Normals::N18, Own),
            ("20-dop (10)", Normals::N20, Own),
            ("26-dop (3)", Normals::N26, Axes),
            ("26-dop (13)", Normals::N26, Own),
        ]
        .map(|(name, normals, directions)| {
            (name, Options { volume: dop(normals), directions, ..paper() })
        }),
    )
}

fn by_hull_levels() -> Vec<Contender> {
    classic(
        [("none", 0), ("root", 1), ("2 levels", 2), ("3 levels", 3)]
            .map(|(name, levels)| (name, Options { volume: hulled(levels), ..paper() })),
    )
}

/// An 18-DOP that is tumbled exactly on this many levels.
fn hulled(levels: usize) -> VolumeKind {
    VolumeKind::Kdop(Normals::N18, DopTest::Slabs, HullLevels(levels))
}

fn by_builder() -> Vec<Contender> {
    classic([
        ("splatter", paper()),
        ("oscillating", Options { builder: Builder::Oscillating, ..paper() }),
    ])
}

fn by_test() -> Vec<Contender> {
    let tests = [
        ("all", DopTest::Slabs),
        ("ordered", DopTest::ORDERED),
        ("truncated", DopTest::Ordered(6)),
    ];
    classic(tests.map(|(name, test)| {
        let volume = VolumeKind::Kdop(Normals::N26, test, HullLevels(1));
        (name, Options { volume, ..paper() })
    }))
}
