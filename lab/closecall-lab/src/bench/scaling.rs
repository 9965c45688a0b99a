//! Builds on more and more threads. The tree does not depend on how many there are.

use std::time::{Duration, Instant};

use closecall::Mesh;
use closecall::lab::wide::{BuildOptions, Tree};
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

use super::{BenchPage, BenchSheet};
use closecall_flight::numbers::{counted, figures};

/// A build is repeated until this much time has gone by, and at least thrice.
const TIME: Duration = Duration::from_secs(1);

/// Builds every mesh on 1, 2, 4, … threads, up to `most`. Threads take turns, so that a slow moment
/// is nobody's alone.
///
/// # Panics
/// If trees differ: the engine promises that they do not.
pub fn page(meshes: &[(String, Mesh)], most: usize) -> Result<BenchPage, ThreadPoolBuildError> {
    let threads = numbers_of_threads(most);
    let sheets =
        meshes.iter().map(|(name, mesh)| sheet(name, mesh, &threads)).collect::<Result<_, _>>()?;
    let preface = "The wide tree, built in pools of so many threads; the fastest of all repetitions. A speedup is over one thread; \
                   threads beyond the machine's cores bring none."
        .to_owned();
    Ok(BenchPage { name: "scaling", title: "Builds on more threads", preface, sheets })
}

/// The powers of two below `most`, and `most`.
fn numbers_of_threads(most: usize) -> Vec<usize> {
    let powers = std::iter::successors(Some(1), |n| Some(2 * n)).take_while(|&n| n < most);
    powers.chain([most]).collect()
}

fn sheet(name: &str, mesh: &Mesh, threads: &[usize]) -> Result<BenchSheet, ThreadPoolBuildError> {
    let pools = threads
        .iter()
        .map(|&n| ThreadPoolBuilder::new().num_threads(n).build())
        .collect::<Result<Vec<_>, _>>()?;
    let mut best = vec![f64::INFINITY; pools.len()];
    let reference = Tree::build(mesh, &BuildOptions::default());
    let (begin, mut rounds) = (Instant::now(), 0);
    while rounds < 3 || begin.elapsed() < TIME * pools.len() as u32 {
        for (pool, best) in pools.iter().zip(&mut best) {
            let start = Instant::now();
            let tree = pool.install(|| Tree::build(mesh, &BuildOptions::default()));
            *best = best.min(start.elapsed().as_secs_f64());
            assert!(tree == reference, "{name}: the tree depends on the number of threads");
        }
        rounds += 1;
    }
    let row = |(&threads, &time): (&usize, &f64)| {
        let triangles = mesh.triangle_count() as f64;
        vec![
            threads.to_string(),
            figures(time * 1e3),
            figures(time * 1e9 / triangles),
            figures(best[0] / time),
        ]
    };
    Ok(BenchSheet {
        title: format!("{name}: {}", counted(mesh.triangle_count() as u64, "triangle")),
        header: vec!["threads", "build ms", "ns/triangle", "speedup"],
        rows: threads.iter().zip(&best).map(row).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_double_up_to_the_most() {
        assert_eq!(numbers_of_threads(1), [1]);
        assert_eq!(numbers_of_threads(2), [1, 2]);
        assert_eq!(numbers_of_threads(12), [1, 2, 4, 8, 12]);
    }
}
