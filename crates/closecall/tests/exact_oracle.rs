//! The exact triangle test against an independent oracle.

mod oracle;

use closecall::geom::{DVec3, exact::meet};
use oracle::difference::meeting;

/// A small deterministic generator (Knuth's MMIX constants).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n) as f64
    }
}

#[test]
fn small_integer_grids_agree() {
    let mut random = Random(12_345);
    for side in [3, 4, 6] {
        let mut hits = 0;
        for _ in 0..50_000 {
            let mut triangle = || [(); 3].map(|()| [(); 3].map(|()| random.below(side)));
            let (a, b) = (triangle(), triangle());
            let verdict = meet(&a.map(DVec3::from), &b.map(DVec3::from));
            assert_eq!(verdict.meets, meeting(&a, &b).is_some(), "{a:?} {b:?}");
            hits += u32::from(verdict.meets);
        }
        assert!((10_000..40_000).contains(&hits), "{hits}");
    }
}
