//! What is asked at a pose: does anything touch, or everything that touches.

use std::ops::ControlFlow;

use closecall::{Cost, Pose};
use closecall_flight::Asked;

/// A pair of touching triangles: of A and of B.
pub type Pair = (u32, u32);

/// The two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Does anything touch?
    First,
    /// Which triangles touch?
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

    /// Stop a query after N pairs and say `truncated`; which pairs these are depends on the engine. Implies --all.
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

/// What is asked at every pose.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Which question.
    pub mode: Mode,
    /// How many pairs end a query.
    pub max_pairs: Option<u64>,
}

/// An answer, beside the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many pairs; 0 or 1 for [`Mode::First`].
    pub count: u64,
    /// Were there more pairs than were asked for?
    pub truncated: bool,
}

impl Question {
    /// Asks about B at a pose in A's frame. `pairs` then holds the pairs, in no particular order, unless only
    /// [`Mode::First`] was asked.
    pub fn ask(
        &self,
        bodies: &mut impl Asked,
        a_from_b: &Pose,
        cost: Option<&mut Cost>,
        pairs: &mut Vec<Pair>,
    ) -> Found {
        pairs.clear();
        if self.mode == Mode::First {
            return Found { count: u64::from(bodies.collides(a_from_b, cost)), truncated: false };
        }
        let most = self.max_pairs.unwrap_or(u64::MAX);
        let mut truncated = false;
        bodies.visit(a_from_b, cost, |i, j| {
            if pairs.len() as u64 == most {
                truncated = true;
                return ControlFlow::Break(());
            }
            pairs.push((i, j));
            ControlFlow::Continue(())
        });
        Found { count: pairs.len() as u64, truncated }
    }
}
