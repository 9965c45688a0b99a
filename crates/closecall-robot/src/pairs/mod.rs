//! Pairs of links of a robot over all of its joint limits: the table of pairs that need not
//! be looked at.
//!
//! Tools of planners try positions at random, and call links that never touched *never*. Here that is
//! a proof: the box of the joints between two links is divided until they are proved apart in every
//! part of it ([`closecall::world::sweep::Sweeps::anywhere`]), or until they touch in the middle of
//! one. *Always* is a proof, too. Links with closed meshes are solids: what lies inside touches. A pair of which neither was proved in time stays *unknown*, and is
//! looked at.

mod always;
mod division;
mod part;
mod sample;
mod write;

use std::time::{Duration, Instant};

use closecall::{Answer, Budget};
use rayon::prelude::*;

use crate::error::RobotError;
use crate::neighbours::Neighbours;
use crate::robot::Robot;
use division::{Claim, Claimed, Share};
use sample::{Seen, Tried};
pub use write::AtRest;

/// The relation of two links over the joint limits.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LinksDo {
    /// One joint joins them, or they are welded together or to such a pair.
    Adjacent,
    /// They touch nowhere: a proof.
    Never,
    /// They touch everywhere: a proof.
    Always,
    /// They touch at some positions.
    Sometimes {
        /// Positions at which they touch.
        touching: Vec<f64>,
        /// Positions at which they are apart; none if they touched wherever they were tried.
        apart: Option<Vec<f64>>,
    },
    /// They touched nowhere where they were tried, but that was not proved.
    Unknown,
}

impl LinksDo {
    /// In one word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Adjacent => "adjacent",
            Self::Never => "never",
            Self::Always => "always",
            Self::Sometimes { .. } => "sometimes",
            Self::Unknown => "unknown",
        }
    }
}

/// Two links with shapes, and what they do.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkPair {
    /// Their numbers in [`Robot::links`], the lower first.
    pub links: [usize; 2],
    /// The relation.
    pub links_do: LinksDo,
    /// Do they touch at rest?
    pub at_rest: bool,
}

/// The relations of all pairs of links of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkPairs {
    /// The pairs, sorted.
    pub pairs: Vec<LinkPair>,
    /// The number of rows of positions that were tried.
    pub rows: usize,
    /// The number of boxes of joints that were asked about.
    pub boxes: u64,
    /// The links whose meshes are not closed: they have no inside, so that a link within one of them
    /// counts as apart. All others are solids.
    pub open: Vec<usize>,
}

/// The limits on the work. [`Default`] gives usual ones; a method for each changes it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairLimits {
    /// A time, or a number of boxes of joints.
    pub budget: Budget,
    /// The number of rows of positions that are tried before; at most a quarter of the time.
    pub rows: usize,
    /// The seed of random positions.
    pub seed: u64,
}

impl PairLimits {
    /// Says how much work may be done.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Says how many rows of positions are tried before.
    #[must_use]
    pub fn rows(self, rows: usize) -> Self {
        Self { rows, ..self }
    }

    /// Chooses the seed of random positions.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

impl Default for PairLimits {
    fn default() -> Self {
        Self { budget: Budget::time(Duration::from_secs(20)), rows: 2000, seed: 1 }
    }
}

/// The number of boxes every pair may ask about in the first round; each next one is twice as long.
const FIRST_ROUND: u64 = 64;

impl Robot {
    /// Finds out what every two links do over the joint limits. `progress` receives from time to
    /// time the number of pairs of which something is known, and the number of all pairs.
    ///
    /// ```
    /// use closecall_robot::{LinksDo, PairLimits, Robot, RobotFiles};
    /// # let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    /// let robot = Robot::load(folder.join("arm.urdf"), &RobotFiles::default())?;
    /// let found = robot.link_pairs(&PairLimits::default(), &mut |_, _| {})?;
    /// let never = found.pairs.iter().find(|pair| pair.links_do == LinksDo::Never).unwrap();
    /// let [a, b] = never.links.map(|link| robot.links()[link].name.as_str());
    /// println!("{a} and {b} never touch");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If something would be out of range.
    pub fn link_pairs(
        &self,
        limits: &PairLimits,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<LinkPairs, RobotError> {
        let start = Instant::now();
        let bodies: Vec<usize> =
            (0..self.links().len()).filter(|&link| self.links()[link].is_body()).collect();
        let others =
            |(place, &a): (usize, &usize)| bodies[place + 1..].iter().map(move |&b| [a, b]);
        let all: Vec<[usize; 2]> = bodies.iter().enumerate().flat_map(others).collect();
        let bare = self.clone().with_neighbours(Neighbours::Joint).without_srdf();
        let asked: Vec<[usize; 2]> =
            all.iter().copied().filter(|&[a, b]| bare.allowed().why(a, b).is_none()).collect();
        let tried = Tried::new(self)?;
        let time = limits.budget.time_allowed();
        let quarter = time.map(|time| start + time / 4);
        let (seen, rows) = tried.try_rows(&asked, limits.rows, limits.seed, quarter)?;
        let rest = tried.touching(&self.rest())?.unwrap_or_default();
        let mut table = Table { robot: self, tried, pairs: Vec::new(), open: Vec::new() };
        for &links in &all {
            let links_do = match seen.get(&links) {
                None => LinksDo::Adjacent,
                Some(seen) => table.open_claim(links, seen)?,
            };
            table.pairs.push(LinkPair { links, links_do, at_rest: rest.contains(&links) });
        }
        let boxes = table.prove(limits, time.map(|time| start + time), progress)?;
        Ok(LinkPairs { pairs: table.pairs, rows, boxes, open: table.tried.open })
    }
}

/// A table that is being filled.
struct Table<'r> {
    robot: &'r Robot,
    tried: Tried,
    pairs: Vec<LinkPair>,
    /// Claims that are neither proved nor refuted.
    open: Vec<Claimed>,
}

impl Table<'_> {
    /// Records the facts known about two links by trying, and returns the claim that is left to be
    /// proved.
    fn open_claim(&mut self, links: [usize; 2], seen: &Seen) -> Result<LinksDo, RobotError> {
        let claim = match (&seen.touching, &seen.apart) {
            (Some(_), Some(_)) => None,
            (Some(_), None) => Some(Claim::Always),
            (None, _) => Some(Claim::Never),
        };
        if let Some(claim) = claim {
            self.open.push(Claimed::new(self.robot, links, claim)?);
        }
        Ok(match &seen.touching {
            Some(touching) => {
                LinksDo::Sometimes { touching: touching.clone(), apart: seen.apart.clone() }
            }
            None => LinksDo::Unknown,
        })
    }

    /// Goes on with all open claims, in rounds, until the budget ends; how many boxes were asked.
    fn prove(
        &mut self,
        limits: &PairLimits,
        until: Option<Instant>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<u64, RobotError> {
        let (mut boxes, mut round) = (0, FIRST_ROUND);
        loop {
            progress(self.pairs.len() - self.open.len(), self.pairs.len());
            let is_late = until.is_some_and(|until| Instant::now() >= until);
            let left = limits.budget.tests_allowed().map(|tests| tests.saturating_sub(boxes));
            let each = left.map_or(round, |left| round.min(left / (self.open.len() as u64).max(1)));
            if self.open.is_empty() || is_late || each == 0 {
                return Ok(boxes);
            }
            let before: u64 = self.open.iter().map(|claim| claim.asked).sum();
            let (robot, tried, share) = (self.robot, &self.tried, Share { boxes: each, until });
            let touches = |pair: [usize; 2], row: &[f64]| tried.touches(pair, row);
            let answers = self.open.par_iter_mut().map(|claim| claim.go_on(robot, share, &touches));
            let answers = answers.collect::<Result<Vec<_>, _>>()?;
            boxes += self.open.iter().map(|claim| claim.asked).sum::<u64>() - before;
            let claims: Vec<Claimed> = self.open.drain(..).collect();
            for (claim, answer) in claims.into_iter().zip(answers) {
                self.settle(claim, answer);
            }
            round *= 2;
        }
    }

    /// Takes an answer into the table; what is open stays so.
    fn settle(&mut self, claim: Claimed, answer: Answer<Vec<f64>, ()>) {
        let place = self.pairs.binary_search_by_key(&claim.pair, |pair| pair.links);
        let found = &mut self.pairs[place.expect("all pairs are in the table")].links_do;
        *found = match (claim.claim, answer) {
            (_, Answer::Undecided(())) => {
                if !claim.is_at_end() {
                    self.open.push(claim);
                }
                return;
            }
            (Claim::Never, Answer::Clear) => LinksDo::Never,
            (Claim::Always, Answer::Clear) => LinksDo::Always,
            (Claim::Never, Answer::Touching(row)) => {
                LinksDo::Sometimes { touching: row, apart: Some(self.robot.rest()) }
            }
            (Claim::Always, Answer::Touching(row)) => {
                match std::mem::replace(found, LinksDo::Unknown) {
                    LinksDo::Sometimes { touching, .. } => {
                        LinksDo::Sometimes { touching, apart: Some(row) }
                    }
                    other => other,
                }
            }
        };
    }
}
