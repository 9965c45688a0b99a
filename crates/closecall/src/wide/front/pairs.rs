//! The pairs of triangles that boxes could not tell apart, and until when they are known not to meet.

use super::clock::Now;
use super::expiries::Expiries;
use crate::geom::exact::meet;
use crate::geom::{DVec3, Pose};
use crate::walk::Count;
use crate::wide::kernel::MeetOrMargin;
use crate::wide::simd::Hardware;
use crate::wide::walk::Side;
use std::ops::ControlFlow;

/// Pairs (triangle of A, triangle of B). Those beyond `expiries` were not looked at yet; those that met are due at every pose.
#[derive(Clone, Debug, Default)]
pub(super) struct PairList {
    pub ids: Vec<(u32, u32)>,
    pub expiries: Expiries,
}

impl PairList {
    pub(super) fn clear(&mut self) {
        self.ids.clear();
        self.expiries.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.ids.capacity() * size_of::<(u32, u32)>() + self.expiries.bytes()
    }

    /// Decides all pairs that are due or new, tells `visit` of those that meet until it breaks off, and how many were decided.
    #[inline(always)]
    pub(super) fn settle<H: Hardware>(
        &mut self,
        sides: &[Side; 2],
        a_from_b: &Pose,
        now: &Now,
        count: &mut impl Count,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> usize {
        if self.expiries.may_be_due(now.rush) {
            self.expiries.find_due::<H>(now);
        } else {
            self.expiries.none_due(now);
        }
        let mut due = std::mem::take(&mut self.expiries.due);
        due.extend(self.expiries.len() as u32..self.ids.len() as u32);
        let (mut decided, mut broken_off) = (0, false);
        'fours: for four in due.chunks(4) {
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
                let hold = now.hold_distance(if meets { 0.0 } else { margins[x] });
                self.expiries.set(pair as usize, hold, now);
                if meets && visit(i, j).is_break() {
                    broken_off = true;
                    break 'fours;
                }
            }
        }
        self.expiries.due = due;
        self.expiries.finish(now);
        if broken_off {
            self.expiries.stay_due();
        }
        decided
    }
}
