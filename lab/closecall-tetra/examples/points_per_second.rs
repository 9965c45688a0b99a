//! How fast the Delaunay tetrahedralisation is, and how it grows. Prints a page.
//!
//! ```text
//! cargo run --release -p closecall-tetra --features peers --example points_per_second -- \
//!     1000 10000 100000 1000000
//! ```
//!
//! With the feature `peers`, the crate `delaunay` is measured beside ours, as far as it goes in
//! reasonable time.

use std::time::Instant;

use closecall::engine::geom::DVec3;
use closecall_flight::stamp::Stamp;
use closecall_tetra::Delaunay;

/// The least time of this many rounds counts.
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sizes: Result<Vec<usize>, _> = std::env::args().skip(1).map(|n| n.parse()).collect();
    println!("# Points per second of the Delaunay tetrahedralisation\n");
    Stamp::now(1).entries().iter().for_each(|(name, value)| println!("- {name}: {value}"));
    println!("\nRandom points in a cube, one core, the least of {ROUNDS} rounds.\n");
    println!(
        "| points | tetrahedra | seconds | points/s | ns/(n log₂ n) | `delaunay`, points/s | times |"
    );
    println!("|---{}|", "|---:".repeat(6));
    for n in sizes? {
        let points = random_points(n);
        let count = Delaunay::new(&points)?.tetrahedra().count();
        let [mut seconds, mut peer] = [f64::INFINITY; 2];
        for round in 0..ROUNDS {
            seconds = seconds.min(time(|| Delaunay::new(&points).is_ok()));
            if round == 0 {
                peer = peer.min(peer_time(&points));
            }
        }
        let rate = n as f64 / seconds;
        let unit = 1e9 * seconds / (n as f64 * (n as f64).log2());
        let (peer_rate, times) = if peer.is_finite() {
            (format!("{:.0}", n as f64 / peer), format!("{:.1}", peer / seconds))
        } else {
            ("–".to_owned(), "–".to_owned())
        };
        println!(
            "| {n} | {count} | {seconds:.3} | {rate:.0} | {unit:.1} | {peer_rate} | {times} |"
        );
    }
    Ok(())
}

fn time(work: impl FnOnce() -> bool) -> f64 {
    let start = Instant::now();
    assert!(std::hint::black_box(work()), "it is built");
    start.elapsed().as_secs_f64()
}

/// More points than this take the crate `delaunay` minutes.
#[cfg(feature = "peers")]
const MOST: usize = 10_000;

#[cfg(feature = "peers")]
fn peer_time(points: &[DVec3]) -> f64 {
    use delaunay::prelude::construction::{DelaunayTriangulationBuilder, vertex};
    if points.len() > MOST {
        return f64::INFINITY;
    }
    let vertices: Vec<_> = points.iter().map(|p| vertex!(p.to_array())).collect();
    time(|| DelaunayTriangulationBuilder::new(&vertices).build::<()>().is_ok())
}

#[cfg(not(feature = "peers"))]
fn peer_time(_: &[DVec3]) -> f64 {
    f64::INFINITY
}

/// Points in the unit cube, by a linear congruential generator.
fn random_points(n: usize) -> Vec<DVec3> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..n).map(|_| DVec3::new(next(), next(), next()).max(DVec3::splat(1e-30))).collect()
}
