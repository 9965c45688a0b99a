//! The tests that following a front saves, in tests of two volumes; and with it which motions are followed,
//! and when the front rests.
//!
//! The paper's limit of motions that are followed (P_coherence) is one number for all scenes.
//! If following a motion loses much, the ledger lowers it below that motion, and raises it again
//! with time. Where following and the notes of walks lose on the whole the front rests: queries
//! are those of an engine without memory, and nothing is counted. It rests until the loss, by the
//! prices below, is at most the share `LOSS` of all queries since it was awake; and longer the more
//! often it has lost without a gain.
//!
//! Only the time of a query depends on the ledger, never its answer; and it goes by counts, not by
//! clocks, so that the same queries always take the same tests.

use super::tally::Work;

/// Of a test of two volumes from the roots, how much each of these costs: fitted to the times and
/// counts of every query of `tropp-t2`, for oriented boxes and for aligned ones.
const WALK: f64 = 10.0;
const TRIANGLES: f64 = 2.0;
/// A test of a front also writes its outcome down, and finds less of what it needs in the cache.
/// (Of volumes 1.2 to 1.4: rather too much than too little, so that who is about even rests.)
const FOLLOWING: f64 = 20.0;
const FRONT_TRIANGLES: f64 = 3.0;
const TEST: f64 = 1.35;
const MARGIN: f64 = 0.05;
const AXIS: f64 = 0.55;
/// Notes make a walk dearer by this share.
const NOTES: f64 = 0.15;
/// The share of all queries that may be lost by trying.
const LOSS: f64 = 0.025;
/// A front rests once it has lost this many walks.
const DEBT: f64 = 1.0;
/// No more gained walks than these are set against later losses.
const CREDIT: f64 = 3.0;
/// Every loss without a gain makes a rest twice as long as the one before, this many times.
const DOUBLINGS: u32 = 2;
/// No rest has more queries: the bodies may be elsewhere by then.
const LONGEST_REST: f64 = 512.0;
/// A walk follows to compare with, if following costs more than this many times the last walk;
const DEAR: f64 = 1.15;
/// or after this many queries more than this share of it.
const STALE: u32 = 16;
const STALE_AND_DEAR: f64 = 0.7;
/// A motion is too large if following it costs this many times the walk after it.
const TOO_DEAR: f64 = 1.4;
/// The limit then comes below the motion by this factor, and rises by the other with every query.
const FALL: f64 = 7.0 / 8.0;
const RISE: f64 = 1.03;
/// The mean of walks forgets all but this share of the past.
const PAST: f64 = 7.0 / 8.0;

/// The running account of one front.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// Larger motions are not followed, in sizes of the body.
    limit: f64,
    most: f64,
    /// The last walk and what was followed since; none before the first, and after a rest.
    stretch: Option<Stretch>,
    /// The cost of a walk on the mean of the last ones.
    mean_walk: f64,
    /// The gain, in walks; negative if lost.
    balance: f64,
    losses: u32,
    /// The number of queries that are left of a rest.
    rest: u32,
}

/// A walk from the roots and the queries that followed its front.
#[derive(Clone, Copy, Debug, Default)]
struct Stretch {
    walk: f64,
    followed: u32,
    /// The saving of all followed queries but the last.
    saved: f64,
    /// The last motion that was followed, and what that cost.
    last: Option<(f64, f64)>,
    /// The next query should walk, to compare with.
    doubts: bool,
}

impl Ledger {
    /// Nothing is known: what the paper says is taken on trust.
    pub fn new(most: f64) -> Self {
        Self { limit: most, most, stretch: None, mean_walk: 0.0, balance: 0.0, losses: 0, rest: 0 }
    }

    /// Does the front rest?
    #[inline]
    pub fn rests(&self) -> bool {
        self.rest > 0
    }

    /// It rested in a query.
    #[inline]
    pub fn rested(&mut self) {
        self.rest = self.rest.saturating_sub(1);
    }

    /// Should a motion be followed, of this many sizes of the body?
    pub fn follows(&mut self, motion: f64) -> bool {
        let is_small = motion <= self.limit;
        self.limit = (self.limit * RISE).min(self.most);
        is_small && !self.stretch.is_some_and(|stretch| stretch.doubts)
    }

    /// A walk from the roots that took notes. Returns whether the front rests from now on.
    pub fn walked(&mut self, work: &Work) -> bool {
        let walk = WALK + f64::from(work.volume_tests) + TRIANGLES * f64::from(work.triangle_tests);
        let known = self.mean_walk > 0.0;
        self.mean_walk = if known { PAST * self.mean_walk + (1.0 - PAST) * walk } else { walk };
        let mut gained = -NOTES * walk;
        // Neighbours along the path are compared: the last that was followed with this walk.
        if let Some(Stretch { saved, last: Some((motion, spent)), .. }) = self.stretch {
            gained += saved + walk - spent;
            if spent > TOO_DEAR * walk {
                self.limit = self.limit.min(motion * FALL);
            }
        }
        self.stretch = Some(Stretch { walk, ..Stretch::default() });
        self.balance = (self.balance + gained / self.mean_walk).min(CREDIT);
        if self.balance == CREDIT {
            self.losses = 0;
        }
        let loses = self.balance < -DEBT;
        if loses {
            self.start_rest();
        }
        loses
    }

    fn start_rest(&mut self) {
        let factor = f64::from(1u32 << self.losses.min(DOUBLINGS));
        self.rest = (factor * -self.balance / LOSS).min(LONGEST_REST) as u32;
        self.losses += 1;
        (self.balance, self.limit, self.stretch) = (0.0, self.most, None);
    }

    /// A motion was followed.
    pub fn followed(&mut self, motion: f64, work: &Work) {
        let Some(stretch) = &mut self.stretch else { return };
        let spent = FOLLOWING
            + TEST * f64::from(work.volume_tests)
            + MARGIN * f64::from(work.margin_tests)
            + AXIS * f64::from(work.axis_tests)
            + FRONT_TRIANGLES * f64::from(work.triangle_tests);
        if let Some((_, spent)) = stretch.last.replace((motion, spent)) {
            stretch.saved += stretch.walk - spent;
        }
        stretch.followed += 1;
        let allowed = if stretch.followed < STALE { DEAR } else { STALE_AND_DEAR };
        stretch.doubts = spent > allowed * stretch.walk;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests(volume_tests: u32) -> Work {
        Work { volume_tests, ..Work::default() }
    }

    /// Queries with one motion, of which a walk takes 1000 tests and following this many; how many
    /// of them were followed, and how many took notes.
    fn run(ledger: &mut Ledger, motion: f64, following: u32, queries: usize) -> (usize, usize) {
        let (mut followed, mut noted, mut has_front) = (0, 0, false);
        for _ in 0..queries {
            if ledger.rests() {
                ledger.rested();
                continue;
            }
            if ledger.follows(motion) && has_front {
                ledger.followed(motion, &tests(following));
                followed += 1;
            } else {
                has_front = !ledger.walked(&tests(1000));
                noted += 1;
            }
        }
        (followed, noted)
    }

    #[test]
    fn who_wins_is_followed_and_who_loses_is_not() {
        let ledger = &mut Ledger::new(0.14);
        let (followed, _) = run(ledger, 0.01, 300, 1000);
        assert!(followed > 990, "{followed}");
        let (followed, noted) = run(ledger, 0.1, 1300, 1000);
        assert!(followed + noted < 100, "{followed} {noted}");
        let (followed, _) = run(ledger, 0.01, 300, 1000);
        assert!(followed > 700, "{followed}");
        let (followed, noted) = run(ledger, 0.5, 300, 1000);
        assert!(followed == 0 && noted < 100, "{noted}");
    }

    /// Whatever following costs, the loss is at most 2.5 % by its own prices, and one debt.
    #[test]
    fn the_loss_is_bounded() {
        for (motion, following) in
            [(0.5, 100), (0.1, 700), (0.1, 1000), (0.1, 1500), (0.1, 4000), (0.01, 770)]
        {
            let queries = 4000;
            let (followed, noted) = run(&mut Ledger::new(0.14), motion, following, queries);
            let dear = (TEST * f64::from(following) / 1000.0 - 1.0) * followed as f64;
            let lost = dear + NOTES * noted as f64;
            assert!(lost < LOSS * queries as f64 + 5.0, "{motion} {following}: {lost} walks lost");
        }
    }

    #[test]
    fn small_motions_are_followed_where_large_ones_lose() {
        let ledger = &mut Ledger::new(0.14);
        let (mut followed, mut has_front) = ([0, 0], false);
        for query in 0..2000 {
            let (which, motion, work) = if query % 4 < 3 { (0, 0.01, 300) } else { (1, 0.1, 1500) };
            if ledger.rests() {
                ledger.rested();
                continue;
            }
            if ledger.follows(motion) && has_front {
                ledger.followed(motion, &tests(work));
                followed[which] += 1;
            } else {
                has_front = !ledger.walked(&tests(1000));
            }
        }
        // Of the large ones at most every other is tried.
        assert!(followed[0] > 1000 && followed[1] <= 250, "{followed:?}");
    }
}
