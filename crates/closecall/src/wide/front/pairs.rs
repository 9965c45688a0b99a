//! The pairs of triangles that boxes could not tell apart, and until when they are known not to meet.

use super::clock::Clock;
use super::list::find_due;
use crate::geom::exact::meet;
use crate::geom::{DVec3, Pose};
use crate::wide::kernel::MeetOrMargin;
use crate::wide::simd::Hardware;
use crate::wide::walk::Side;
use crate::walk::Count;
use std::ops::ControlFlow;

/// Pairs (triangle of A, triangle of B). Those beyond `expiry` were not looked at yet; those that met are due at every pose.
#[derive(Clone, Debug, Default)]
pub(super) struct PairList {
    pub ids: Vec<(u32, u32)>,
    expiry: Vec<f32>,
    soonest: Option<f32>,
    due: Vec<u32>,
}

impl PairList {
    pub(super) fn clear(&mut self) {
        self.ids.clear();
        self.expiry.clear();
        self.soonest = None;
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.ids.capacity() * size_of::<(u32, u32)>()
            + (self.expiry.capacity() + self.due.capacity()) * size_of::<f32>()
    }

    /// No expiry is earlier.
    #[inline]
    pub(super) fn soonest(&self) -> f32 {
        self.soonest.unwrap_or(f32::INFINITY)
    }

    /// Decides all pairs that are due or new, tells `visit` of those that meet until it breaks off, and how many were decided.
    #[inline(always)]
    pub(super) fn settle<H: Hardware>(
        &mut self,
        sides: &[Side; 2],
        (a_from_b, clock): (&Pose, &Clock),
        count: &mut impl Count,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> usize {
        self.due.clear();
        let mut soonest = find_due::<H>(&self.expiry, clock.now(), &mut self.due);
        self.due.extend(self.expiry.len() as u32..self.ids.len() as u32);
        // What is not reached, because the visitor breaks off, stays due.
        self.expiry.resize(self.ids.len(), 0.0);
        let mut decided = 0;
        for four in self.due.chunks(4) {
            let (mut left, mut right) = ([[DVec3::ZERO; 3]; 4], [[DVec3::ZERO; 3]; 4]);
            for (x, &pair) in four.iter().enumerate() {
                let (i, j) = self.ids[pair as usize];
                (left[x], right[x]) = (sides[0].mesh.triangle(i as usize), sides[1].mesh.triangle(j as usize));
            }
            let (meeting, undecided, margins) = H::run(MeetOrMargin { a: &left, b: &right, a_from_b });
            for (x, &pair) in four.iter().enumerate() {
                let (i, j) = self.ids[pair as usize];
                count.triangle_test();
                decided += 1;
                let mut meets = meeting >> x & 1 != 0;
                if undecided >> x & 1 != 0 {
                    count.exact_test();
                    meets = meet(&left[x], &a_from_b.carry_triangle(&right[x])).meets;
                }
                let expiry = clock.expiry_of_distance(if meets { 0.0 } else { margins[x] });
                self.expiry[pair as usize] = expiry;
                soonest = soonest.min(expiry);
                if meets && visit(i, j).is_break() {
                    self.soonest = Some(0.0);
                    return decided;
                }
            }
        }
        self.soonest = Some(soonest);
        decided
    }
}
