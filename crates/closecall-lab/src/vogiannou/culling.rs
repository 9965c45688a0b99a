//! How many pairs of bodies that do not touch are told apart on the first levels, and were not by their volumes: Figure 9.

use closecall::query::configure::SupportPlanes;

use super::couples::couples;
use super::models::models;
use super::stable::{Stable, volumes};
use super::{DFSPM, DVSPM, FSPM, PAPER, VSPM};
use crate::experiment::{Axis, Experiment, Fault, Holds, Lab, Outcome, Plot, Scale, Series, Verdict};
use crate::klosowski::grid::{Grid, span};
use crate::table::Breadth;

/// The figure.
pub fn experiment() -> Experiment {
    Experiment::new(
        "vogiannou-f9",
        "Culling improvement against the levels that have support planes",
        (PAPER, "Figure 9, §5.1"),
        run,
    )
}

fn levels(breadth: Breadth) -> usize {
    if breadth == Breadth::Tiny { 3 } else { 8 }
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let levels = levels(lab.settings.breadth);
    let meshes: Vec<_> = models(lab)?.iter().map(|model| model.mesh.clone()).collect();
    let couples = couples(lab)?;
    let apart: Vec<_> = couples
        .iter()
        .flat_map(|couple| {
            couple.poses.iter().zip(&couple.touches).map(move |(pose, touches)| (couple.pair, pose, touches))
        })
        .filter(|(_, _, touches)| !**touches)
        .take(MOST)
        .map(|(pair, pose, _)| (pair, *pose))
        .collect();
    let mut grid = Grid::new((1..=levels).map(|levels| levels.to_string()));
    let [mut told, mut left] = [(); 2].map(|()| Grid::new(grid.columns.clone()));
    for mut stable in volumes(&meshes) {
        let decided = |stable: &mut Box<dyn Stable>, levels: usize| -> Vec<bool> {
            apart.iter().map(|(pair, pose)| stable.is_apart_on(levels, *pair, pose)).collect()
        };
        let bare: Vec<Vec<bool>> = (1..=levels).map(|levels| decided(&mut stable, levels)).collect();
        let share = |of: &[bool]| Some(100.0 * of.iter().filter(|decided| !**decided).count() as f64 / of.len() as f64);
        left.push(stable.name(), bare.iter().map(|of| share(of)).collect());
        for (name, recipe) in [VSPM, FSPM, DVSPM, DFSPM] {
            lab.progress.start(&format!("{} {name}", stable.name()), levels);
            let mut with = stable.with_planes(SupportPlanes { levels, recipe });
            let mut improvement = |(place, bare): (usize, &Vec<bool>)| {
                lab.progress.step();
                let undecided = bare.iter().filter(|decided| !**decided).count();
                let planes = decided(&mut with, place + 1);
                let gained = planes.iter().zip(bare).filter(|(planes, bare)| **planes && !**bare).count();
                ((undecided > 0).then(|| 100.0 * gained as f64 / undecided as f64), share(&planes))
            };
            let (improved, still_left) = bare.iter().enumerate().map(&mut improvement).unzip();
            let row = format!("{} {name}", stable.name());
            grid.push(&row, improved);
            told.push(&row, still_left);
        }
    }
    let title = format!(
        "Of {} pairs that do not touch, those that volumes on the first levels leave undecided: how many planes on these levels tell apart",
        apart.len()
    );
    let [left, told] = [left, told].map(|grid: Grid| grid.map(|share| 100.0 - share));
    let tables = vec![
        grid.table(&title, "volume, mapping", "%", &Grid::default()),
        left.table("All that volumes on the first levels tell apart", "volume", "%", &Grid::default()),
        told.table("All that volumes and planes tell apart there", "volume, mapping", "%", &Grid::default()),
    ];
    Ok(Outcome { tables, plots: vec![plot(&grid)], verdict: judge(&grid, &told) })
}

/// More poses than these teach little.
const MOST: usize = 2000;

fn plot(grid: &Grid) -> Plot {
    let wanted = |name: &str| [" DVSPM", " DFSPM"].iter().any(|end| name.ends_with(end)) && !name.starts_with("18");
    let series = grid.rows.iter().filter(|(name, _)| wanted(name)).map(|(name, figures)| Series {
        name: name.clone(),
        points: (1..).zip(figures).filter_map(|(level, figure)| Some((f64::from(level), (*figure)?))).collect(),
    });
    Plot {
        name: "culling".to_owned(),
        title: "Culling improvement".to_owned(),
        x: Axis::new("levels with planes", "", Scale::Linear),
        y: Axis::new("of undecided pairs", "%", Scale::Linear),
        series: series.collect(),
    }
}

/// The improvement must come close to 100 %, reach its maximum at 5 or 6 levels, and be as high with tables as without.
fn judge(grid: &Grid, told: &Grid) -> Verdict {
    let figures = |name: &str| -> Vec<f64> { grid.row(name).iter().flatten().copied().collect() };
    let sampled: Vec<Vec<f64>> = ["Sphere", "AABB", "OBB"]
        .iter()
        .flat_map(|volume| ["DVSPM", "DFSPM"].map(|mapping| figures(&format!("{volume} {mapping}"))))
        .filter(|figures| !figures.is_empty())
        .collect();
    let best: Vec<f64> = sampled.iter().map(|figures| figures.iter().copied().fold(0.0, f64::max)).collect();
    let at: Vec<f64> = sampled
        .iter()
        .zip(&best)
        .map(|(figures, best)| 1.0 + figures.iter().position(|figure| figure >= best).unwrap_or(0) as f64)
        .collect();
    let lost: Vec<f64> = ["Sphere", "AABB", "OBB"]
        .iter()
        .flat_map(|volume| {
            ["VSPM", "FSPM"].map(|mapping| (format!("{volume} {mapping}"), format!("{volume} D{mapping}")))
        })
        .flat_map(|(exact, sampled)| {
            figures(&exact)
                .into_iter()
                .zip(figures(&sampled))
                .map(|(exact, sampled)| exact - sampled)
                .collect::<Vec<_>>()
        })
        .collect();
    let ((least, most), (first, last), (_, most_lost)) = (span(&best), span(&at), span(&lost));
    let of_all = |row: &str| told.row(row).last().copied().flatten().unwrap_or(0.0);
    let in_all = ["Sphere DFSPM", "AABB DFSPM", "OBB DFSPM"].map(of_all);
    let (all_least, all_most) = span(&in_all);
    let close = best.iter().filter(|best| **best >= 90.0).count();
    let early = at.iter().filter(|at| (4.0..=7.0).contains(*at)).count();
    let faithful = lost.iter().filter(|lost| **lost <= 5.0).count();
    let holds = Holds::by_count(close, best.len(), best.len())
        .and(Holds::by_count(early, at.len(), at.len()))
        .and(Holds::by_count(faithful, lost.len(), lost.len()));
    Verdict::new(
        holds,
        format!(
            "the improvement has its maximum of {least:.0} to {most:.0} % (paper: very close to 100 %) at {first} to {last} levels (paper: 5 to 6), and \
             tables lose up to {most_lost:.1} points (paper: practically none); volumes and planes of faces on {} levels tell apart {all_least:.0} to {all_most:.0} % of all",
            told.columns.len()
        ),
    )
}
