//! How many pairs of bodies that do not touch are told apart on the first levels, and were not by
//! their volumes: Figure 9.

use closecall::Pose;
use closecall_classic::query::configure::SupportPlanes;

use super::crowd::{CloseScene, scene};
use super::falling::NAMES;
use super::sheet::curves;
use super::stable::{Stable, volumes};
use super::{DFSPM, DVSPM, FSPM, PAPER, VSPM};
use crate::experiment::{Axis, Experiment, Fault, Holds, Lab, Outcome, Plot, Scale, Verdict};
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

/// Of each fall, more pairs than these teach little.
const MOST: usize = 1500;

/// Two bodies that do not touch, and how they stand to each other.
type Apart = ((usize, usize), Pose);

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let levels = levels(lab.settings.breadth);
    let (mut apart, mut meshes) = (Vec::new(), Vec::new());
    for (name, ground) in NAMES {
        let scene = scene(lab, name, ground)?;
        apart.extend(that_do_not_touch(&scene));
        meshes.clone_from(&scene.meshes);
    }
    let [mut improved, mut by_volumes, mut by_planes] =
        [(); 3].map(|()| Grid::new((1..=levels).map(|n| n.to_string())));
    for mut stable in volumes(&meshes) {
        let bare = decided(&mut *stable, levels, &apart);
        by_volumes.push(stable.name(), bare.iter().map(|decided| share(decided)).collect());
        for (name, recipe) in [VSPM, FSPM, DVSPM, DFSPM] {
            lab.progress.start(&format!("{} {name}", stable.name()), 1);
            let with =
                decided(&mut *stable.with_planes(SupportPlanes { levels, recipe }), levels, &apart);
            let row = format!("{} {name}", stable.name());
            improved.push(
                &row,
                bare.iter().zip(&with).map(|(bare, with)| improvement(bare, with)).collect(),
            );
            by_planes.push(&row, with.iter().map(|decided| share(decided)).collect());
            lab.progress.step();
        }
    }
    let title = format!(
        "Of {} pairs that do not touch, those that volumes on the first levels leave undecided: how many planes on these levels tell apart",
        apart.len()
    );
    let none = &Grid::default();
    let tables = vec![
        improved.table(&title, "volume, mapping", "%", none),
        by_volumes.table("All that volumes on the first levels tell apart", "volume", "%", none),
        by_planes.table(
            "All that volumes and planes tell apart there",
            "volume, mapping",
            "%",
            none,
        ),
    ];
    let verdict = judge(&improved, &by_planes);
    Ok(Outcome { tables, plots: vec![plot(improved)], verdict })
}

/// Pairs of bodies, without the ground, from all over a fall.
fn that_do_not_touch(scene: &CloseScene) -> Vec<Apart> {
    let ground = scene.meshes.len() - 1;
    let all = scene.steps.iter().flatten().zip(&scene.touches);
    let apart = all.filter(|(close, touches)| {
        !**touches && close.models.0 != ground && close.models.1 != ground
    });
    let apart: Vec<Apart> = apart.map(|(close, _)| (close.models, close.a_from_b)).collect();
    let stride = apart.len().div_ceil(MOST).max(1);
    apart.into_iter().step_by(stride).collect()
}

/// For every number of levels, which pairs are told apart there.
fn decided(stable: &mut dyn Stable, levels: usize, apart: &[Apart]) -> Vec<Vec<bool>> {
    let mut on =
        |levels| apart.iter().map(|(pair, pose)| stable.is_apart_on(levels, *pair, pose)).collect();
    (1..=levels).map(&mut on).collect()
}

fn share(decided: &[bool]) -> Option<f64> {
    Some(100.0 * decided.iter().filter(|decided| **decided).count() as f64 / decided.len() as f64)
}

/// How many of those that volumes leave undecided planes decide, if there are any.
fn improvement(bare: &[bool], with: &[bool]) -> Option<f64> {
    let left: Vec<bool> =
        bare.iter().zip(with).filter(|(bare, _)| !**bare).map(|(_, with)| *with).collect();
    share(&left).filter(|_| !left.is_empty())
}

fn plot(improved: Grid) -> Plot {
    let is_drawn = |name: &str| {
        [" DVSPM", " DFSPM"].iter().any(|end| name.ends_with(end)) && !name.starts_with("18")
    };
    Plot {
        name: "culling".to_owned(),
        title: "Culling improvement".to_owned(),
        x: Axis::new("levels with planes", "", Scale::Linear),
        y: Axis::new("of undecided pairs", "%", Scale::Linear),
        series: curves(&improved.only(is_drawn)),
    }
}

/// The improvement must come close to 100 %, reach its maximum at 5 or 6 levels, and be as high
/// with tables as without.
fn judge(improved: &Grid, by_planes: &Grid) -> Verdict {
    let figures =
        |name: &str| -> Vec<f64> { improved.row(name).iter().flatten().copied().collect() };
    let sampled: Vec<Vec<f64>> = ["Sphere", "AABB", "OBB"]
        .iter()
        .flat_map(|volume| {
            ["DVSPM", "DFSPM"].map(|mapping| figures(&format!("{volume} {mapping}")))
        })
        .filter(|figures| !figures.is_empty())
        .collect();
    let best: Vec<f64> =
        sampled.iter().map(|figures| figures.iter().copied().fold(0.0, f64::max)).collect();
    let at: Vec<f64> = sampled
        .iter()
        .zip(&best)
        .map(|(figures, best)| {
            1.0 + figures.iter().position(|figure| figure >= best).unwrap_or(0) as f64
        })
        .collect();
    let lost: Vec<f64> = ["Sphere", "AABB", "OBB"]
        .iter()
        .flat_map(|volume| {
            ["VSPM", "FSPM"]
                .map(|mapping| (format!("{volume} {mapping}"), format!("{volume} D{mapping}")))
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
    let of_all = |row: &str| by_planes.row(row).last().copied().flatten().unwrap_or(0.0);
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
            by_planes.columns.len()
        ),
    )
}
