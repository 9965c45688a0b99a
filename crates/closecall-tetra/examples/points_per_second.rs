//! How fast the Delaunay tetrahedralisation is, and how it grows.
//!
//! `cargo run --release -p closecall-tetra --example points_per_second -- 1000 10000 100000
//! 1000000`

use closecall::geom::DVec3;
use closecall_tetra::Delaunay;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sizes: Result<Vec<usize>, _> = std::env::args().skip(1).map(|n| n.parse()).collect();
    println!(
        "{:>9} {:>11} {:>9} {:>11} {:>14}",
        "points", "tetrahedra", "seconds", "points/s", "ns/(n log2 n)"
    );
    for n in sizes? {
        let points = random_points(n);
        let start = Instant::now();
        let delaunay = Delaunay::new(&points)?;
        let seconds = start.elapsed().as_secs_f64();
        let (rate, unit) = (n as f64 / seconds, 1e9 * seconds / (n as f64 * (n as f64).log2()));
        let count = delaunay.tetrahedra().count();
        println!("{n:>9} {count:>11} {seconds:>9.3} {rate:>11.0} {unit:>14.1}");
    }
    Ok(())
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
