//! The scenarios of Tropp et al. with the motions of their Table 1: the median and the share of
//! large ones, drawn from a lognormal distribution along the look-alike's path.

use std::rc::Rc;

use closecall::Pose;
use closecall::engine::geom::Rng;

use super::course::{Course, poses};
use super::tropp_table::PAPER;
use crate::experiment::{Experiment, Fault, Holds, Lab, Outcome, Verdict};
use crate::klosowski::grid::Grid;
use crate::scenes::DataSet;
use crate::scenes::flange::flange;
use crate::table::Breadth;

/// A row of Table 1.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// Its name.
    pub name: &'static str,
    /// The look-alike; none for the flange, which is made for this.
    set: Option<DataSet>,
    /// Triangles of the environment and of the object, and frames.
    counts: [usize; 3],
    /// The median motion, in sizes of the object, by OBBs.
    median: f64,
    /// The share of motions above 0.1, in percent, by OBBs.
    large: f64,
    /// The spread of the logarithm with which the two agree: ln(0.1/median) over the quantile of
    /// 1 − large. For Torus, which has no large ones, one with which few in a thousand are.
    spread: f64,
}

/// All of them, in the order of Table 2.
pub const SCENARIOS: [Scenario; 4] = [
    Scenario {
        name: "Torus",
        set: Some(DataSet::Torus),
        counts: [98_114, 20_000, 3001],
        median: 0.018,
        large: 0.0,
        spread: 0.55,
    },
    Scenario {
        name: "Pipes",
        set: Some(DataSet::Pipes),
        counts: [143_690, 143_690, 3954],
        median: 0.09,
        large: 43.21,
        spread: 0.616,
    },
    Scenario {
        name: "Hand",
        set: Some(DataSet::Interior),
        counts: [169_944, 404, 2528],
        median: 0.147,
        large: 60.15,
        spread: 1.498,
    },
    Scenario {
        name: "Flange",
        set: None,
        counts: [990, 5306, 1018],
        median: 0.137,
        large: 62.9,
        spread: 0.957,
    },
];

/// A motion above this share of the size is large (Table 1).
const LARGE: f64 = 0.1;

/// The steps of the path that motions are picked from, in sizes.
const FINE: f64 = 0.002;

impl Scenario {
    /// Its look-alike.
    pub fn course(&self, lab: &mut Lab) -> Result<Rc<Course>, Fault> {
        match self.set {
            Some(set) => Course::new(lab, self.name, set),
            None => lab.kept("course Flange", |lab| {
                let is_small = lab.settings.breadth == Breadth::Tiny;
                Ok(Course::of(self.name, flange(is_small, self.counts[2], lab.settings.seed)))
            }),
        }
    }

    /// This many frames with its motions, there and back along the path as long as it takes.
    pub fn path(&self, course: &Course, poses: usize, seed: u64) -> Vec<Pose> {
        let (fine, mut rng) = (course.stepped_whole(FINE), Rng::new(seed));
        let mut normal = || {
            let (u, v) = (rng.between(1e-12, 1.0), rng.between(0.0, std::f64::consts::TAU));
            libm::sqrt(-2.0 * libm::log(u)) * libm::cos(v)
        };
        let (mut at, mut forth) = (0, true);
        let mut path = vec![fine[0]];
        while path.len() < poses {
            let motion = self.median * libm::exp(self.spread * normal());
            let from = fine[at];
            // Longer than the path nothing can move.
            for _ in 0..2 * fine.len() {
                forth = if at + 1 == fine.len() { false } else { forth || at == 0 };
                at = if forth { at + 1 } else { at - 1 };
                if course.motion(&from, &fine[at]) >= motion {
                    break;
                }
            }
            path.push(fine[at]);
        }
        path
    }
}

/// The table.
pub fn experiment() -> Experiment {
    Experiment::new(
        "tropp-t1",
        "The scenarios and their motions",
        (PAPER, "Table 1 and Figure 7, §6"),
        run,
    )
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let names = SCENARIOS.map(|scenario| scenario.name);
    let rows = [
        "triangles of the environment",
        "triangles of the object",
        "frames",
        "median motion",
        "large motions, %",
    ];
    let [mut ours, mut paper] = [(); 2].map(|()| vec![Vec::new(); rows.len()]);
    let mut alike = 0;
    for scenario in SCENARIOS {
        let course = scenario.course(lab)?;
        let path = scenario.path(&course, poses(lab), lab.settings.seed);
        let mut motions: Vec<f64> =
            path.windows(2).map(|pair| course.motion(&pair[0], &pair[1])).collect();
        motions.sort_by(f64::total_cmp);
        let median = motions[motions.len() / 2];
        let large = 100.0 * motions.iter().filter(|motion| **motion > LARGE).count() as f64
            / motions.len() as f64;
        let [env, obj] = [&course.env, &course.obj].map(|mesh| mesh.triangle_count() as f64);
        let figures = [env, obj, path.len() as f64, median, large];
        let [a, b, c] = scenario.counts.map(|count| count as f64);
        let printed = [a, b, c, scenario.median, scenario.large];
        alike += usize::from((median / scenario.median - 1.0).abs() < 0.25);
        alike += usize::from((large - scenario.large).abs() < 8.0);
        for row in 0..rows.len() {
            ours[row].push(Some(figures[row]));
            paper[row].push(Some(printed[row]));
        }
    }
    let grid = |figures: Vec<Vec<Option<f64>>>| {
        let mut grid = Grid::new(names);
        rows.into_iter().zip(figures).for_each(|(name, row)| grid.push(name, row));
        grid
    };
    let (ours, paper) = (grid(ours), grid(paper));
    let verdict = Verdict::new(
        Holds::by_count(alike, 8, 8),
        format!(
            "{alike} of 8 medians and shares of large motions are the paper's, within a quarter and 8 points: the paths are drawn to have them"
        ),
    );
    let table = ours.table(
        "Scenes, and the motions per frame in sizes of the object (by OBBs)",
        "",
        "",
        &paper,
    );
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}
