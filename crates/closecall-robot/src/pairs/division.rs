//! A question about two links in all of the box of the joints between them: the box is halved until
//! every part of it is proved, or one refutes it.
//!
//! The question is *never* (do they touch nowhere?) or *always* (do they touch everywhere?). The
//! half that moves B the most, seen from A, is taken first; parts wait on a stack, so that a division
//! goes on where it stopped.

use std::time::Instant;

use closecall::Answer;
use closecall::world::sweep::Sweeps;

use super::always;
use super::part::Part;
use crate::error::RobotError;
use crate::robot::Robot;

/// The claim to be proved of two links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    Never,
    Always,
}

/// A claim about two links, as far as it is proved.
pub(super) struct Claimed {
    pub pair: [usize; 2],
    pub claim: Claim,
    part: Part,
    /// The boxes that are still to be proved; none from the start if there is no box.
    boxes: Vec<[Vec<f64>; 2]>,
    /// Was a box too small to be divided?
    is_left: bool,
    /// Boxes in which B moves less than this are not divided.
    smallest: f64,
    pub asked: u64,
}

/// Boxes are divided until B moves by no more than this share of its reach.
const SMALLEST: f64 = 1e-5;

/// The number of boxes that are asked between two looks at the clock.
const BOXES_AT_ONCE: u64 = 16;

/// The part of the work that may be done before a division is interrupted.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub boxes: u64,
    pub until: Option<Instant>,
}

impl Share {
    fn is_over(&self, asked: u64) -> bool {
        let is_late = || self.until.is_some_and(|until| Instant::now() >= until);
        asked >= self.boxes || (asked.is_multiple_of(BOXES_AT_ONCE) && is_late())
    }
}

/// Whether two links of a whole robot touch at some positions.
pub(super) type Touches<'t> =
    dyn Fn([usize; 2], &[f64]) -> Result<Option<bool>, RobotError> + Sync + 't;

impl Claimed {
    pub fn new(robot: &Robot, pair: [usize; 2], claim: Claim) -> Result<Self, RobotError> {
        let part = Part::new(robot, pair)?;
        let boxes: Vec<_> = part.limits.iter().cloned().collect();
        let is_left = boxes.is_empty();
        let whole = boxes.first().map_or(0.0, |[low, high]| part.spread(low, high));
        let smallest = SMALLEST * whole;
        Ok(Self { pair, claim, part, boxes, is_left, smallest, asked: 0 })
    }

    /// Goes on with the proof: clear if the claim holds in all of the box, touching with positions
    /// that refute it, and undecided otherwise.
    pub fn go_on(
        &mut self,
        robot: &Robot,
        share: Share,
        touches: &Touches,
    ) -> Result<Answer<Vec<f64>, ()>, RobotError> {
        let sweeps = Sweeps::new(&self.part.world, &self.part.ask());
        let mut asked = 0;
        while let Some([low, high]) = self.boxes.pop() {
            if share.is_over(asked) {
                self.boxes.push([low, high]);
                break;
            }
            asked += 1;
            self.asked += 1;
            let edge = self.part.placed.edge(&low, &high)?;
            let is_proved = match self.claim {
                Claim::Never => sweeps.anywhere(&edge)? == Answer::Clear,
                Claim::Always => always::holds(&self.part, &low, &high)?,
            };
            if is_proved {
                continue;
            }
            let middle: Vec<f64> =
                low.iter().zip(&high).map(|(low, high)| low + (high - low) * 0.5).collect();
            let row = self.part.row(robot, &middle);
            if touches(self.pair, &row)? == Some(self.claim == Claim::Never) {
                return Ok(Answer::Touching(row));
            }
            match halves(&self.part, self.smallest, low, high) {
                Some(halves) => self.boxes.extend(halves),
                None => self.is_left = true,
            }
        }
        let is_proved = self.boxes.is_empty() && !self.is_left;
        Ok(if is_proved { Answer::Clear } else { Answer::Undecided(()) })
    }

    /// Is there nothing more to do?
    pub fn is_at_end(&self) -> bool {
        self.boxes.is_empty()
    }
}

/// The halves of a box along the coordinate that moves B the most; none if it moves less than the
/// smallest way.
fn halves(part: &Part, smallest: f64, low: Vec<f64>, high: Vec<f64>) -> Option<[[Vec<f64>; 2]; 2]> {
    let moves = |k: &usize| (high[*k] - low[*k]) * part.reach[*k];
    let most = (0..low.len()).max_by(|x, y| moves(x).total_cmp(&moves(y)));
    let k = most.filter(|k| moves(k) > smallest)?;
    let at = low[k] + (high[k] - low[k]) * 0.5;
    let (mut below, mut above) = (high.clone(), low.clone());
    (below[k], above[k]) = (at, at);
    Some([[low, below], [above, high]])
}
