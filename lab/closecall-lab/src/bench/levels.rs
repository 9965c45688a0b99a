//! The wide engine on every level of hardware that this machine has: what plain numbers cost.

use std::ops::ControlFlow;

use closecall::Pose;
use closecall::lab::Uncounted;
use closecall::lab::wide::{self, BuildOptions, ContactAsked, Level, Scratch, Tree, TreeAndMesh};

use super::{BenchPage, BenchSheet};
use crate::table::TableScene;
use closecall_flight::numbers::figures;
use closecall_flight::timing::Stopwatch;

/// Asks first contact and all pairs on every scene, level beside level.
#[must_use]
pub fn page(scenes: &[TableScene], rounds: usize) -> BenchPage {
    let preface = format!(
        "The wide engine from the roots, one thread, the levels in turn; the mean over the poses of each pose's fastest of {rounds} rounds, \
         in µs. Times AVX2: the time over that of AVX2 and FMA."
    );
    BenchPage {
        name: "levels",
        title: "Levels of hardware",
        preface,
        sheets: scenes.iter().map(|scene| sheet(scene, rounds)).collect(),
    }
}

fn sheet(scene: &TableScene, rounds: usize) -> BenchSheet {
    let trees = [&scene.env, &scene.obj].map(|mesh| Tree::build(mesh, &BuildOptions::default()));
    let bodies = [(&trees[0], &scene.env), (&trees[1], &scene.obj)];
    let poses: Vec<Pose> = scene.frames.iter().map(|frame| frame.pose).collect();
    let levels: Vec<Level> = Level::ALL.into_iter().filter(|level| level.is_available()).collect();
    let [first, all] = [true, false].map(|first| times(bodies, &poses, &levels, first, rounds));
    let avx2 = levels.iter().position(|&level| level == Level::Avx2);
    let times_avx2 = |us: &[f64], i: usize| avx2.map_or(String::new(), |k| figures(us[i] / us[k]));
    let row = |(i, level): (usize, &Level)| {
        vec![
            format!("{level:?}"),
            figures(first[i]),
            times_avx2(&first, i),
            figures(all[i]),
            times_avx2(&all, i),
        ]
    };
    BenchSheet {
        title: scene.name.clone(),
        header: vec!["level", "first µs", "times AVX2", "all µs", "times AVX2"],
        rows: levels.iter().enumerate().map(row).collect(),
    }
}

/// µs of a query on each level.
fn times(
    [a, b]: [TreeAndMesh; 2],
    poses: &[Pose],
    levels: &[Level],
    first: bool,
    rounds: usize,
) -> Vec<f64> {
    let scratch = &mut Scratch::default();
    let mut watches: Vec<Stopwatch> = levels.iter().map(|_| Stopwatch::new(poses.len())).collect();
    for _ in 0..rounds {
        for (watch, &level) in watches.iter_mut().zip(levels) {
            let asked = ContactAsked { level, ..ContactAsked::default() };
            watch.repetition(|k| {
                let (pose, mut count) = (&poses[k], 0);
                if first {
                    let found = wide::first_asked(a, b, pose, &asked, scratch, &mut Uncounted);
                    return u64::from(found.is_some());
                }
                let mut visit = |_, _| {
                    count += 1;
                    ControlFlow::Continue(())
                };
                wide::contacts_asked(a, b, pose, &asked, scratch, &mut Uncounted, &mut visit);
                count
            });
        }
    }
    let timed: Vec<_> = watches.into_iter().map(Stopwatch::finish).collect();
    assert!(timed.iter().all(|t| t.answers == timed[0].answers), "levels do not agree");
    timed.iter().map(|t| t.timing.mean_best_us).collect()
}
