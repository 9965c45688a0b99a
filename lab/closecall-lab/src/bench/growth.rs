//! Growth: time per query, bytes and build time against the number of triangles.
//!
//! Two scenes that only get finer: a torus among stalagmites, where few triangles come near each
//! other, and spheres in each other, where a gap of constant width keeps many boxes close.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use closecall::lab::wide::{self, BuildOptions, Scratch, Tree};
use closecall::{Cost, Mesh, Pose};

use super::{BenchPage, BenchSheet, SEED};
use crate::scenes::{BspCell, Pace, deformed_torus, sphere, stalagmites, wander};
use closecall_flight::Waypoint;
use closecall_flight::numbers::{figures, grouped};
use closecall_flight::timing::time_queries;

const POSES: usize = 200;
const REPETITIONS: usize = 7;
/// Builds are repeated until this much time has gone by.
const BUILD_TIME: Duration = Duration::from_millis(500);
/// The radius of the inner sphere, and how large a torus is in the cave.
const INNER: f64 = 0.985;
const TORUS: f64 = 0.1;

/// The sizes of a page: a thousand to a million triangles, or to ten million.
#[must_use]
pub fn sizes(full: bool) -> &'static [usize] {
    &[1000, 10_000, 100_000, 1_000_000, 10_000_000][..if full { 5 } else { 4 }]
}

/// Measures both scenes at every size. `step` is called with every size that is done.
#[must_use]
pub fn page(sizes: &[usize], mut step: impl FnMut(&str, usize)) -> BenchPage {
    let header = vec![
        "triangles",
        "first µs",
        "all µs",
        "pairs",
        "visits",
        "ns/visit",
        "build ms",
        "ns/triangle",
        "ns/(triangle·log₂)",
        "bytes/triangle",
    ];
    let scenes: [(&str, Maker); 2] =
        [("torus among stalagmites", torus), ("nested spheres", spheres)];
    let sheets = scenes.map(|(name, scene)| {
        let row = |&size: &usize| {
            let row = measure(&scene(size));
            step(name, size);
            row
        };
        BenchSheet {
            title: name.to_owned(),
            header: header.clone(),
            rows: sizes.iter().map(row).collect(),
        }
    });
    let preface = format!(
        "The wide engine as it is built by default, one thread for queries, {POSES} poses, the mean over the poses of each pose's fastest of \
         {REPETITIONS} repetitions; builds on all cores, the fastest of those that fit in half a second, or of one. Both bodies count as \
         triangles. Pairs (touching) and visits (kernels called) are per pose, for all pairs; ns/visit is all µs over visits."
    );
    BenchPage {
        name: "growth",
        title: "Growth with the number of triangles",
        preface,
        sheets: sheets.into(),
    }
}

/// Makes a scene with this many triangles.
type Maker = fn(usize) -> Scene;

struct Scene {
    env: Mesh,
    obj: Mesh,
    poses: Vec<Pose>,
}

/// A tenth of the triangles for the torus.
fn torus(triangles: usize) -> Scene {
    let obj = triangles / 20 * 2;
    let unit = deformed_torus(obj, SEED);
    let vertices = unit.points().iter().map(|&v| v * TORUS).collect();
    let obj = Mesh::new(vertices, unit.triangles().to_vec()).expect("a smaller mesh is a mesh");
    let pace = Pace { step: 0.3 * TORUS, turn: 0.15 };
    let poses = wander(&BspCell::UNIT, pace, POSES, SEED).iter().map(Waypoint::pose).collect();
    Scene { env: stalagmites(triangles / 20 * 18, SEED), obj, poses }
}

/// Half the triangles each; the inner one moves from the middle until it touches.
fn spheres(triangles: usize) -> Scene {
    let env = sphere(triangles / 4 * 2);
    let vertices = env.points().iter().map(|&v| v * INNER).collect();
    let obj = Mesh::new(vertices, env.triangles().to_vec()).expect("a smaller mesh is a mesh");
    let direction = DVec3::new(0.6, 0.48, 0.64);
    let at = |k: usize| direction * ((1.0 - INNER) * k as f64 / (POSES - 1) as f64);
    let poses = (0..POSES)
        .map(|k| Pose::from_translation(at(k).to_array()).expect("a short way"))
        .collect();
    Scene { env, obj, poses }
}

fn measure(Scene { env, obj, poses }: &Scene) -> Vec<String> {
    let triangles = env.triangle_count() + obj.triangle_count();
    let (trees, build_ms) = build(env, obj);
    let [a, b] = [(&trees[0], env), (&trees[1], obj)];
    let scratch = &mut Scratch::default();
    let ask_first = |k: usize| u64::from(wide::collides(a, b, &poses[k], scratch));
    let first_us = time_queries(REPETITIONS, poses.len(), ask_first, || ()).timing.mean_best_us;
    let scratch = &mut Scratch::default();
    let ask_all = |k: usize| {
        let mut count = 0;
        wide::contacts(a, b, &poses[k], scratch, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    };
    let all = time_queries(REPETITIONS, poses.len(), ask_all, || ());
    let (all_us, pairs) = (all.timing.mean_best_us, all.answers.iter().sum::<u64>());
    let mut cost = Cost::default();
    for pose in poses {
        let (asked, every) = (wide::ContactAsked::default(), &mut |_, _| ControlFlow::Continue(()));
        wide::contacts_asked(a, b, pose, &asked, &mut Scratch::default(), &mut cost, every);
    }
    let per_pose = |count: u64| count as f64 / poses.len() as f64;
    let per_triangle = build_ms * 1e6 / triangles as f64;
    let bytes = trees.iter().map(Tree::bytes).sum::<usize>() as f64 / triangles as f64;
    let visits = per_pose(cost.updates);
    let numbers = [
        first_us,
        all_us,
        per_pose(pairs),
        visits,
        all_us * 1e3 / visits,
        build_ms,
        per_triangle,
        per_triangle / (triangles as f64).log2(),
        bytes,
    ];
    std::iter::once(grouped(triangles as u64)).chain(numbers.map(figures)).collect()
}

/// Both trees, and the shortest time in milliseconds that they took.
fn build(env: &Mesh, obj: &Mesh) -> ([Tree; 2], f64) {
    let (begin, mut best_ms) = (Instant::now(), f64::INFINITY);
    loop {
        let start = Instant::now();
        let trees = [env, obj].map(|mesh| Tree::build(mesh, &BuildOptions::default()));
        best_ms = best_ms.min(start.elapsed().as_secs_f64() * 1e3);
        if begin.elapsed() > BUILD_TIME {
            return (trees, best_ms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_scenes_hold_both_answers() {
        for Scene { env, obj, poses } in [torus(4000), spheres(4000)] {
            assert_eq!(env.triangle_count() + obj.triangle_count(), 4000);
            let trees = [&env, &obj].map(|mesh| Tree::build(mesh, &BuildOptions::default()));
            let scratch = &mut Scratch::default();
            let hits = poses
                .iter()
                .filter(|pose| wide::collides((&trees[0], &env), (&trees[1], &obj), pose, scratch))
                .count();
            assert!(hits > 0 && hits < poses.len(), "{hits}");
        }
    }

    #[test]
    fn a_row_for_every_size() {
        let page = page(&[1000], |_, _| ());
        assert!(
            page.sheets
                .iter()
                .all(|sheet| sheet.rows.len() == 1 && sheet.rows[0].len() == sheet.header.len())
        );
    }
}
