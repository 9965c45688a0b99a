//! The pairs of triangles that boxes could not tell apart, and until when they are known not to
//! meet, or not to be within the clearance.

use super::clock::Now;
use super::expiries::Expiries;
use crate::cost::Count;
use crate::geom::exact::within;
use crate::geom::{Clearance, Pose};
use crate::wide::kernel::{FourPairs, MeetOrMargin, WithinOrMargin};
use crate::wide::simd::Hardware;
use crate::wide::step::TreeSide;
use std::ops::ControlFlow;

/// Pairs (triangle of A, triangle of B). Pairs beyond `expiries` were not looked at yet; pairs that
/// met are due at every pose.
#[derive(Clone, Debug)]
pub(super) struct PairList {
    pub ids: Vec<(u32, u32)>,
    /// Their corners, four by four.
    fours: Vec<FourPairs>,
    /// The reach of the triangle of B from B's centre, in the clock's units.
    arms: Vec<f32>,
    expiries: Expiries,
    /// None of them is due before this, on the sum of rush.
    soonest: f64,
}

impl Default for PairList {
    fn default() -> Self {
        Self {
            ids: vec![],
            fours: vec![],
            arms: vec![],
            expiries: Expiries::default(),
            soonest: f64::INFINITY,
        }
    }
}

impl PairList {
    pub(super) fn clear(&mut self) {
        self.ids.clear();
        self.fours.clear();
        self.arms.clear();
        self.soonest = f64::INFINITY;
        self.expiries.clear();
    }

    #[inline(always)]
    pub(super) fn soonest(&self) -> f64 {
        self.soonest
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let fours = self.fours.capacity() * size_of::<FourPairs>();
        let rest =
            self.ids.capacity() * size_of::<(u32, u32)>() + self.arms.capacity() * size_of::<f32>();
        fours + rest + self.expiries.bytes()
    }

    /// Decides all pairs that are due or new, and calls `visit` with those that meet until it
    /// breaks off. Returns the number of pairs that were decided.
    #[inline(always)]
    pub(super) fn settle<H: Hardware>(
        &mut self,
        sides: &[TreeSide; 2],
        (a_from_b, clearance): (&Pose, Clearance),
        now: &Now,
        count: &mut impl Count,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> usize {
        let known = self.expiries.len();
        self.expiries.due.clear();
        if self.soonest <= now.rush {
            self.expiries.find_due::<H>(now);
            self.soonest = f64::INFINITY;
        } else if known == self.ids.len() {
            return 0;
        }
        let mut due = std::mem::take(&mut self.expiries.due);
        for pair in known..self.ids.len() {
            self.keep_corners(sides, pair, now);
            due.push(pair as u32);
        }
        let (mut decided, mut broken_off) = (0, false);
        let mut rest = &due[..];
        'fours: while let Some(&first) = rest.first() {
            let four = first as usize / 4;
            let pairs = &self.fours[four];
            let (mut meeting, undecided, margins) = if clearance == Clearance::NONE {
                H::run(MeetOrMargin { pairs, a_from_b })
            } else {
                H::run(WithinOrMargin { pairs, a_from_b, distance: clearance.distance() })
            };
            while let Some((&pair, others)) = rest.split_first() {
                let (pair, lane) = (pair as usize, pair as usize % 4);
                if pair / 4 != four {
                    break;
                }
                rest = others;
                count.triangle_test();
                decided += 1;
                let (i, j) = self.ids[pair];
                if undecided >> lane & 1 != 0 {
                    count.exact_test();
                    let [a, b] =
                        [sides[0].mesh.triangle(i as usize), sides[1].mesh.triangle(j as usize)];
                    meeting |=
                        u32::from(within(&a, &a_from_b.carried_triangle(&b), clearance).meets)
                            << lane;
                }
                let meets = meeting >> lane & 1 != 0;
                if meets && pair < known {
                    self.expiries.leave_due();
                } else {
                    let margin = if meets { 0.0 } else { margins[lane] };
                    self.expiries.set(pair, now.expiry_of_pair(margin, self.arms[pair]), now);
                }
                if meets && visit(i, j).is_break() {
                    broken_off = true;
                    break 'fours;
                }
            }
        }
        self.expiries.due = due;
        self.soonest = now.later(self.expiries.take_least()).min(self.soonest);
        if broken_off {
            self.soonest = 0.0;
        }
        decided
    }

    fn keep_corners(&mut self, sides: &[TreeSide; 2], pair: usize, now: &Now) {
        let (i, j) = self.ids[pair];
        let (a, b) = (sides[0].mesh.triangle(i as usize), sides[1].mesh.triangle(j as usize));
        self.arms.truncate(pair);
        self.arms.push(now.arm(&b));
        match self.fours.get_mut(pair / 4) {
            Some(four) => four.set(pair % 4, &a, &b),
            None => self.fours.push(FourPairs::of(&a, &b)),
        }
    }
}
