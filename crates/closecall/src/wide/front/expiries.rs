//! Until when the outcome of each test is known, and which are due.

use super::clock::Now;
use crate::wide::simd::{F32x8, Hardware, Lanes, Task};

/// The form in which a margin is kept: see [`super::clock`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Expiry {
    pub until: f32,
    pub lever: f32,
    pub turned: f32,
}

/// The margins of many tests, array by array.
#[derive(Clone, Debug)]
pub(super) struct Expiries {
    until: Vec<f32>,
    lever: Vec<f32>,
    turned: Vec<f32>,
    /// The rest of the least margin seen at the pose of the query.
    least: f32,
    /// The numbers of the entries that are due.
    pub due: Vec<u32>,
}

impl Default for Expiries {
    fn default() -> Self {
        Self { until: vec![], lever: vec![], turned: vec![], least: f32::INFINITY, due: vec![] }
    }
}

impl Expiries {
    pub(super) fn clear(&mut self) {
        for array in [&mut self.until, &mut self.lever, &mut self.turned] {
            array.clear();
        }
        self.least = f32::INFINITY;
        self.due.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.until.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let words = self.until.capacity()
            + self.lever.capacity()
            + self.turned.capacity()
            + self.due.capacity();
        words * size_of::<f32>()
    }

    /// Sets a margin, old or new.
    #[inline(always)]
    pub(super) fn set(&mut self, index: usize, expiry: Expiry, now: &Now) {
        if index == self.until.len() {
            self.until.push(expiry.until);
            self.lever.push(expiry.lever);
            self.turned.push(expiry.turned);
        } else {
            self.until[index] = expiry.until;
            self.lever[index] = expiry.lever;
            self.turned[index] = expiry.turned;
        }
        self.least = self.least.min(expiry.until - now.used(expiry.lever, expiry.turned));
    }

    /// Sets a margin there is already, or leaves it as it is.
    #[inline(always)]
    pub(super) fn set_if(&mut self, certain: bool, index: usize, expiry: Expiry, now: &Now) {
        let (until, lever, turned) =
            (&mut self.until[index], &mut self.lever[index], &mut self.turned[index]);
        *until = if certain { expiry.until } else { *until };
        *lever = if certain { expiry.lever } else { *lever };
        *turned = if certain { expiry.turned } else { *turned };
        let left = expiry.until - now.used(expiry.lever, expiry.turned);
        self.least = self.least.min(if certain { left } else { f32::INFINITY });
    }

    /// Something that was due is due at the next pose too, wherever that is.
    #[inline(always)]
    pub(super) fn leave_due(&mut self) {
        self.least = f32::NEG_INFINITY;
    }

    /// Takes the rest of the least margin that was seen; the next pose begins with none.
    #[inline(always)]
    pub(super) fn take_least(&mut self) -> f32 {
        std::mem::replace(&mut self.least, f32::INFINITY)
    }

    /// Finds all that are due, and sees the margins of all others.
    #[inline(always)]
    pub(super) fn find_due<H: Hardware>(&mut self, now: &Now) {
        self.due.clear();
        let mut least = H::F::splat(f32::INFINITY);
        let (untils, rest) = self.until.as_chunks::<8>();
        let (levers, turns) = (self.lever.as_chunks::<8>().0, self.turned.as_chunks::<8>().0);
        for (x, ((until, lever), turned)) in untils.iter().zip(levers).zip(turns).enumerate() {
            let left = H::F::load(until) - used::<H::F>(now, H::F::load(lever), H::F::load(turned));
            let mut found = left.at_most(H::F::splat(0.0));
            least = least.min(left.or_if_less(
                H::F::splat(f32::INFINITY),
                left,
                H::F::splat(f32::MIN_POSITIVE),
            ));
            while found != 0 {
                self.due.push(x as u32 * 8 + found.trailing_zeros());
                found &= found - 1;
            }
        }
        let mut least = least.least_except(0);
        for (index, &until) in (untils.len() * 8..).zip(rest) {
            let left = until - now.used(self.lever[index], self.turned[index]);
            if left <= 0.0 {
                self.due.push(index as u32);
            } else {
                least = least.min(left);
            }
        }
        self.least = least;
    }
}

/// [`Now::used`] in every lane.
#[inline(always)]
fn used<F: F32x8>(now: &Now, lever: F, turned: F) -> F {
    let turn = (F::splat(now.turn) - turned).max(F::splat(0.0));
    let lever = turn.mul_add(F::splat(now.lever_rate), lever + F::splat(now.lever));
    turn.mul_add(lever.min(F::splat(now.radius)), F::splat(now.shift))
}

/// [`Expiries::find_due`] as a function of its own, which keeps its registers to itself.
pub(super) struct FindDue<'q> {
    pub expiries: &'q mut Expiries,
    pub now: &'q Now,
}

impl Task for FindDue<'_> {
    type Output = ();

    #[inline(always)]
    fn run<H: Hardware>(self) {
        self.expiries.find_due::<H>(self.now);
    }
}
