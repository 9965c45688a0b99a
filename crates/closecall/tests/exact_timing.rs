//! The cost of one `meet`, by how pairs are decided. Run with
//! `cargo test --release -p closecall --test exact_timing -- --ignored --nocapture`.

use closecall::engine::geom::{DVec3, Triangle, exact::meet};
use std::hint::black_box;
use std::time::Instant;

/// A small deterministic generator (Knuth's MMIX constants).
struct Random(u64);

impl Random {
    /// Uniform in −1 … 1.
    fn number(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as f64 / f64::from(1u32 << 31) - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }

    fn triangle(&mut self) -> Triangle {
        [self.vector(), self.vector(), self.vector()]
    }
}

fn on_grid(t: Triangle, cells: f64) -> Triangle {
    t.map(|p| (p * cells).round())
}

/// The mean time of a `meet`, the best of many rounds over pairs that fit the cache.
fn report(name: &str, pair: impl Fn(&mut Random) -> (Triangle, Triangle)) {
    let mut random = Random(2);
    let pairs: Vec<_> = (0..2_000).map(|_| pair(&mut random)).collect();
    let share = |holds: fn(&(Triangle, Triangle)) -> bool| {
        100.0 * pairs.iter().filter(|pair| holds(pair)).count() as f64 / pairs.len() as f64
    };
    let mut best = f64::INFINITY;
    for _ in 0..300 {
        let start = Instant::now();
        for (a, b) in &pairs {
            black_box(meet(black_box(a), black_box(b)));
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let ns = best * 1e9 / pairs.len() as f64;
    let (hits, exact) = (share(|(a, b)| meet(a, b).meets), share(|(a, b)| meet(a, b).exact));
    println!("{name:<28} {ns:>6.1} ns   hits {hits:>5.1} %   exact {exact:>5.1} %");
}

#[test]
#[ignore = "a measurement"]
fn meet_costs() {
    let shifted = |t: Triangle, by: DVec3| t.map(|p| p + by);
    report("rejected by a plane", |r| {
        (r.triangle(), shifted(r.triangle(), DVec3::new(1.6, 0.3, 0.1)))
    });
    report("mixed", |r| (r.triangle(), shifted(r.triangle(), 0.5 * r.vector())));
    report("many hits", |r| {
        let a = r.triangle();
        let inside = (a[0] + a[1] + a[2]) / 3.0;
        let normal = (a[1] - a[0]).cross(a[2] - a[0]);
        let edge = 0.2 * r.vector();
        (a, [inside + normal + edge, inside - normal - edge, inside - normal + edge])
    });
    report("integer grid", |r| (on_grid(r.triangle(), 2.0), on_grid(r.triangle(), 2.0)));
    report("coplanar", |r| {
        let flat = |t: Triangle| t.map(|p| DVec3::new(p.x, p.y, p.x + p.y));
        (flat(on_grid(r.triangle(), 9.0)), flat(on_grid(r.triangle(), 9.0)))
    });
    report("one shared corner", |r| {
        let (a, b) = (r.triangle(), r.triangle());
        (a, [a[0], b[1], b[2]])
    });
}
