//! A question: which pairs of triangles touch, or are no further apart than a clearance?
//!
//! The bound that rules volumes out is the slack of the [`super::relation`], of which the clearance
//! is a part. Pairs that are left are decided in f64, four at a time, where rounding cannot matter,
//! else exactly.

use super::kernel::{MeetOrUndecided, WithinOrUndecided};
use super::simd::Hardware;
use super::walk::{PairsToSettle, Question};
use crate::cost::Count;
use crate::geom::exact::within;
use crate::geom::{Clearance, DVec3};
use std::ops::ControlFlow;

/// Called with every pair, until it breaks off.
pub(super) type Visit<'v> = dyn FnMut(u32, u32) -> ControlFlow<()> + 'v;

/// The sink for pairs within a clearance of each other.
pub(super) struct Contact<'v> {
    pub clearance: Clearance,
    pub visit: &'v mut Visit<'v>,
}

impl Question for Contact<'_> {
    fn is_about_clearance(&self) -> bool {
        self.clearance != Clearance::NONE
    }

    fn hear(&mut self, pairs: &[(u32, u32)]) -> ControlFlow<()> {
        pairs.iter().try_for_each(|&(i, j)| (self.visit)(i, j))
    }

    #[inline(always)]
    fn settle<H: Hardware>(
        &mut self,
        pairs: &PairsToSettle,
        count: &mut impl Count,
    ) -> ControlFlow<()> {
        let ([a, b], a_from_b) = (pairs.meshes, pairs.a_from_b);
        for four in pairs.ids.chunks(4) {
            let (mut left, mut right) = ([[DVec3::ZERO; 3]; 4], [[DVec3::ZERO; 3]; 4]);
            for (x, &(i, j)) in four.iter().enumerate() {
                (left[x], right[x]) = (a.triangle(i as usize), b.triangle(j as usize));
            }
            let (found, undecided) = if self.clearance == Clearance::NONE {
                H::run(MeetOrUndecided { a: &left, b: &right, a_from_b })
            } else {
                let (distance, lanes) = (self.clearance.distance(), (1 << four.len()) - 1);
                H::run(WithinOrUndecided { a: &left, b: &right, a_from_b, distance, lanes })
            };
            for (x, &(i, j)) in four.iter().enumerate() {
                count.triangle_test();
                let mut is_found = found >> x & 1 != 0;
                if undecided >> x & 1 != 0 {
                    count.exact_test();
                    is_found =
                        within(&left[x], &a_from_b.carried_triangle(&right[x]), self.clearance)
                            .meets;
                }
                if is_found {
                    (self.visit)(i, j)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
