//! The question at a pose: does anything touch, or everything that touches.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use closecall::{Pair, Pose};

/// A pair of touching triangles: of A and of B.
pub type TrianglePair = (u32, u32);

/// The two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Does anything touch?
    First,
    /// Every pair of triangles that touches.
    All,
}

impl Mode {
    /// As the flags and the JSON say it.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::All => "all",
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::First => "first contact",
            Self::All => "all pairs",
        }
    }
}

/// The flags that choose a question.
#[derive(clap::Args, Debug)]
pub struct QuestionArgs {
    /// Ask only whether anything touches.
    #[arg(long, conflicts_with_all = ["all", "max_pairs"])]
    first: bool,

    /// Ask for every pair of touching triangles.
    #[arg(long)]
    all: bool,

    /// Stop a query after N pairs and say `truncated`; which pairs these are depends on the engine.
    /// Implies --all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_pairs: Option<u64>,
}

impl QuestionArgs {
    /// The question they mean; `otherwise` when they leave it open.
    pub fn question(&self, otherwise: Mode) -> Question {
        let mode = match (self.first, self.all || self.max_pairs.is_some()) {
            (true, _) => Mode::First,
            (false, true) => Mode::All,
            (false, false) => otherwise,
        };
        Question { mode, max_pairs: self.max_pairs }
    }
}

/// The pairs that an answer keeps; it counts them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Every pair.
    All,
    /// The least of them, this many, as they are sorted.
    Least(usize),
    /// Every pair is stored, but only the last few stay: the work of keeping them all, in little
    /// memory. For timing.
    Passing,
    /// None.
    None,
}

/// The greatest number of pairs that stay of [`Keep::Passing`].
const PASSING: usize = 4096;

/// The question at every pose.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The question.
    pub mode: Mode,
    /// The number of pairs after which a query ends.
    pub max_pairs: Option<u64>,
}

/// An answer, beside the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of pairs; 0 or 1 for [`Mode::First`].
    pub count: u64,
    /// Were there more pairs than were asked for?
    pub truncated: bool,
}

impl Found {
    /// The answer of [`Mode::First`].
    pub fn first(touches: bool) -> Self {
        Self { count: u64::from(touches), truncated: false }
    }
}

impl Question {
    /// Asks about B at a pose in A's frame. `pairs` then holds the kept pairs, in no particular
    /// order: memory is bounded by their number, no matter how much touches.
    pub fn ask(
        &self,
        keep: Keep,
        pair: &mut Pair,
        a_from_b: &Pose,
        pairs: &mut Vec<TrianglePair>,
    ) -> Found {
        pairs.clear();
        if self.mode == Mode::First {
            return Found::first(pair.collides(a_from_b));
        }
        let mut collector = Collector::new(self, keep, pairs);
        pair.visit_contacts(a_from_b, |i, j| collector.take(i, j));
        collector.finish()
    }
}

/// Takes the pairs of a query one by one, counts them, and keeps some.
#[derive(Debug)]
pub struct Collector<'p> {
    most: u64,
    keep: Keep,
    pairs: &'p mut Vec<TrianglePair>,
    least: BinaryHeap<TrianglePair>,
    found: Found,
}

impl<'p> Collector<'p> {
    /// For a question; the kept pairs go to `pairs`.
    pub fn new(question: &Question, keep: Keep, pairs: &'p mut Vec<TrianglePair>) -> Self {
        pairs.clear();
        let (most, found) = (question.max_pairs.unwrap_or(u64::MAX), Found::first(false));
        Self { most, keep, pairs, least: BinaryHeap::new(), found }
    }

    /// Takes a pair; breaks off when there are enough.
    pub fn take(&mut self, i: u32, j: u32) -> ControlFlow<()> {
        if self.found.count == self.most {
            self.found.truncated = true;
            return ControlFlow::Break(());
        }
        self.found.count += 1;
        match self.keep {
            Keep::All => self.pairs.push((i, j)),
            Keep::Passing => {
                if self.pairs.len() == PASSING {
                    self.pairs.clear();
                }
                self.pairs.push((i, j));
            }
            Keep::Least(room) => keep_least(&mut self.least, room, (i, j)),
            Keep::None => {}
        }
        ControlFlow::Continue(())
    }

    /// The count; the pairs that are kept are in their place.
    pub fn finish(self) -> Found {
        self.pairs.extend(self.least);
        self.found
    }
}

/// Adds a pair to the least ones, of which the largest is on top.
pub fn keep_least(least: &mut BinaryHeap<TrianglePair>, room: usize, pair: TrianglePair) {
    if least.len() < room {
        least.push(pair);
    } else if let Some(mut largest) = least.peek_mut()
        && pair < *largest
    {
        *largest = pair;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_pairs_are_kept() {
        let mut least = BinaryHeap::new();
        for k in 0..1000u32 {
            keep_least(&mut least, 3, (k * 7919 % 1000, 1));
        }
        assert_eq!(least.into_sorted_vec(), [(0, 1), (1, 1), (2, 1)]);
        let mut none = BinaryHeap::new();
        keep_least(&mut none, 0, (1, 1));
        assert!(none.is_empty());
    }
}
