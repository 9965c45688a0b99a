//! What following a front saves, in tests of two volumes; and with it which motions are followed,
//! and whether a walk should take notes.
//!
//! The paper's limit of motions that are followed (P_coherence) is one number for all scenes.
//! Where following a motion loses the ledger lowers it below that motion, and raises it again with
//! time; where following loses on the mean none is followed, and where what is expected to be saved
//! is less than the price of notes, walks take none.
//! Only the time of a query depends on it, never its answer; and it goes by counts, not by clocks,
//! so that the same queries always take the same tests.

use super::tally::Work;

/// Of a test of two volumes from the roots, how much each of these costs: with them the counts of
/// `tropp-t2` in steps of 0.03 give its times to a tenth, for oriented boxes and for aligned ones.
/// A test of a front also writes its outcome down.
const TEST: f64 = 1.15;
const MARGIN: f64 = 0.1;
const AXIS: f64 = 0.75;
/// Notes make a walk dearer by this share (measured: `tropp-f8` and `-f9` at motions of 0.3).
const NOTES: f64 = 0.15;
/// Following that costs more than this share of a walk calls for a new walk to compare with.
const DOUBT: f64 = 0.7;
/// A walk is worth comparing with for so many queries.
const FRESH: u32 = 8;
/// Running means forget all but this share of the past.
const PAST: f64 = 7.0 / 8.0;
/// Without news the limit rises by this factor a query.
const RISE: f64 = 1.01;
/// Without news the expected gain of following comes closer to `HOPE`, by the share `TOWARDS_HOPE`
/// of what is left: so that following is tried again.
const HOPE: f64 = 0.25;
const TOWARDS_HOPE: f64 = 1.0 / 64.0;

/// How a query ended: at the first contact, or after all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The one who asked had heard enough.
    Early,
    /// It came to the end.
    Whole,
}

/// The running account of one front.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// Larger motions are not followed, in sizes of the body.
    limit: f64,
    most: f64,
    /// Tests of the last walk from the roots, by how it ended, and how many queries ago it was.
    walks: [Option<(f64, u32)>; 2],
    /// The share of motions within the limit.
    small: f64,
    /// The share of a walk that following saves.
    gain: f64,
    doubts: bool,
}

impl Ledger {
    /// Nothing is known: what the paper says is taken on trust.
    pub fn new(most: f64) -> Self {
        Self { limit: most, most, walks: [None; 2], small: 1.0, gain: 0.5, doubts: false }
    }

    /// Should a motion be followed, of so many sizes of the body? Counts it.
    pub fn follows(&mut self, motion: f64) -> bool {
        let is_small = motion <= self.limit;
        self.small = mean(self.small, f64::from(u8::from(is_small)));
        self.limit = (self.limit * RISE).min(self.most);
        self.walks.iter_mut().flatten().for_each(|(_, age)| *age += 1);
        is_small && self.gain > 0.0 && !std::mem::take(&mut self.doubts)
    }

    /// Should a walk take notes?
    pub fn takes_notes(&mut self) -> bool {
        if self.small * self.gain > NOTES {
            return true;
        }
        self.gain += (HOPE - self.gain) * TOWARDS_HOPE;
        false
    }

    /// A walk from the roots.
    pub fn walked(&mut self, work: &Work, ended: Ended) {
        self.walks[ended as usize] = Some((f64::from(work.volume_tests), 0));
    }

    /// A motion was followed.
    pub fn followed(&mut self, motion: f64, work: &Work, ended: Ended) {
        let Some((walk, age)) = self.walks[ended as usize] else {
            self.doubts = true;
            return;
        };
        let spent = TEST * f64::from(work.volume_tests)
            + MARGIN * f64::from(work.margin_tests)
            + AXIS * f64::from(work.axis_tests);
        let saved = 1.0 - spent / walk.max(1.0);
        if age > FRESH && saved < 1.0 - DOUBT {
            self.doubts = ended == Ended::Whole;
            return;
        }
        self.gain = mean(self.gain, saved.clamp(-1.0, 1.0));
        if saved < 0.0 {
            self.limit = self.limit.min(motion * PAST);
        }
    }
}

fn mean(past: f64, now: f64) -> f64 {
    PAST * past + (1.0 - PAST) * now
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests(volume_tests: u32) -> Work {
        Work { volume_tests, ..Work::default() }
    }

    /// Queries with one motion, of which a walk takes 100 tests and following so many; how many of
    /// them were followed, and how many took notes.
    fn run(ledger: &mut Ledger, motion: f64, following: u32, queries: usize) -> (usize, usize) {
        let (mut followed, mut noted, mut has_front) = (0, 0, false);
        for _ in 0..queries {
            if ledger.follows(motion) && has_front {
                ledger.followed(motion, &tests(following), Ended::Whole);
                followed += 1;
            } else {
                has_front = ledger.takes_notes();
                noted += usize::from(has_front);
                ledger.walked(&tests(100), Ended::Whole);
            }
        }
        (followed, noted)
    }

    #[test]
    fn who_wins_is_followed_and_who_loses_is_not() {
        let ledger = &mut Ledger::new(0.14);
        let (followed, _) = run(ledger, 0.01, 30, 1000);
        assert!(followed > 990, "{followed}");
        let (followed, noted) = run(ledger, 0.1, 130, 1000);
        assert!(followed + noted < 200, "{followed} {noted}");
        let (followed, _) = run(ledger, 0.01, 30, 1000);
        assert!(followed > 800, "{followed}");
        let (followed, noted) = run(ledger, 0.5, 30, 1000);
        assert!(followed == 0 && noted < 30, "{noted}");
    }

    #[test]
    fn small_motions_are_followed_where_large_ones_lose() {
        let ledger = &mut Ledger::new(0.14);
        let mut followed = [0, 0];
        for query in 0..2000 {
            let (which, motion, work) = if query % 2 == 0 { (0, 0.01, 40) } else { (1, 0.1, 150) };
            if ledger.follows(motion) {
                ledger.followed(motion, &tests(work), Ended::Whole);
                followed[which] += 1;
            } else if ledger.takes_notes() {
                ledger.walked(&tests(100), Ended::Whole);
            }
        }
        assert!(followed[0] > 800 && followed[1] < 400, "{followed:?}");
    }
}
