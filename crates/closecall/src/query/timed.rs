//! Questions with a budget: what is certain when it ends, and a bound on the rest.
//!
//! **The contract.** What is called clear or touching is what an endless query would say. Where the
//! budget ends before that is known, the answer is undecided, with the *depth* that is still
//! possible: every pair of triangles that touches and was not told of can be taken apart by moving
//! one of the two by no more than that. (It is a bound for each pair on its own; bodies that touch
//! in many places may need a longer way out.) With a clearance, "touch" means no further apart than
//! that, and "apart" further.
//!
//! What overlaps most is looked at first, so that the depth falls evenly (Klosowski 1998, §4.3). A
//! budget of tests gives the same answer on every run, at one level of hardware; a budget of time
//! ends by the clock.

use super::model::{Model, Scratch};
use super::pair::Pair;
use crate::cost::{Budget, Meter};
use crate::geom::{Clearance, Pose};
use crate::wide::{self, ContactAsked, Level, TimedDistance};
use std::ops::ControlFlow;

/// Do two bodies touch, as far as the budget went?
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimedTouch {
    /// No: a proof.
    Clear,
    /// Yes: a triangle of A and one of B.
    Touching(u32, u32),
    /// The budget ended before either was proved.
    Undecided {
        /// No two triangles touch that could not be taken apart by moving one of them this far.
        depth: f64,
    },
}

/// The touching pairs that were found within a budget.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimedContacts {
    /// Triangles of A and of B, each pair once, in the order in which they were found.
    pub pairs: Vec<(u32, u32)>,
    /// If there may be more: none of the rest is deeper than this.
    pub rest: Option<f64>,
}

/// How a question with a budget is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimedAsked {
    /// How much it may cost.
    pub budget: Budget,
    /// What is no further apart than this counts as touching. Distances are asked without.
    pub clearance: Clearance,
}

impl From<Budget> for TimedAsked {
    fn from(budget: Budget) -> Self {
        Self { budget, clearance: Clearance::NONE }
    }
}

impl Model {
    /// Do the two touch? Within a budget.
    ///
    /// ```
    /// use closecall::mesh::shapes::icosphere;
    /// use closecall::query::TimedTouch;
    /// use closecall::{Budget, Model, Pose, Scratch};
    /// let (ball, scratch) = (Model::new(icosphere(1.0, 3)), &mut Scratch::default());
    /// let close = Pose::from_translation([0.0, 1.995, 0.0])?;
    /// let touch = |tests| ball.touch_timed(&ball, &close, &Budget::tests(tests).into(), scratch);
    /// let answers = [0, 100_000].map(touch);
    /// let [TimedTouch::Undecided { depth }, TimedTouch::Touching(..)] = answers else {
    ///     panic!("{answers:?}")
    /// };
    /// assert!(depth > 0.0 && depth < 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn touch_timed(
        &self,
        other: &Self,
        a_from_b: &Pose,
        asked: &TimedAsked,
        scratch: &mut Scratch,
    ) -> TimedTouch {
        touch(self, other, a_from_b, asked.clearance, &mut asked.budget.start(), scratch)
    }

    /// The touching pairs, as far as a budget goes.
    pub fn contacts_timed(
        &self,
        other: &Self,
        a_from_b: &Pose,
        asked: &TimedAsked,
        scratch: &mut Scratch,
    ) -> TimedContacts {
        let mut pairs = Vec::new();
        let engine = ContactAsked { clearance: asked.clearance, ..ContactAsked::default() };
        let bodies = self.beside(other);
        let mut visit = |i, j| {
            pairs.push((i, j));
            ControlFlow::Continue(())
        };
        let meter = &mut asked.budget.start();
        let rest = wide::contacts_timed(bodies, a_from_b, &engine, meter, scratch, &mut visit);
        TimedContacts { pairs, rest }
    }

    /// How far apart the two are: the certified interval that the budget reached. One pair of
    /// triangles is always looked at, however small the budget is.
    ///
    /// ```
    /// use closecall::mesh::shapes::icosphere;
    /// use closecall::{Budget, Model, Pose, Scratch};
    /// let (ball, scratch) = (Model::new(icosphere(1.0, 3)), &mut Scratch::default());
    /// let pose = Pose::from_translation([2.5, 0.3, 0.2])?;
    /// let exact = ball.distance(&ball, &pose);
    /// let rough = ball.distance_timed(&ball, &pose, &Budget::tests(0), scratch);
    /// assert!(!rough.is_final && rough.distance.lo < exact.lo && exact.hi <= rough.distance.hi);
    /// let all = ball.distance_timed(&ball, &pose, &Budget::ENDLESS, scratch);
    /// assert!(all.is_final && all.distance.hi == exact.hi);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distance_timed(
        &self,
        other: &Self,
        a_from_b: &Pose,
        budget: &Budget,
        scratch: &mut Scratch,
    ) -> TimedDistance {
        wide::distance_timed(
            self.beside(other),
            a_from_b,
            Level::best(),
            &mut budget.start(),
            scratch,
        )
    }
}

impl Pair {
    /// Do the two touch? Within a budget. The triangles that touched the last time are asked first;
    /// nothing else that the pair remembers is used.
    pub fn touch_timed(&mut self, a_from_b: &Pose, budget: &Budget) -> TimedTouch {
        let clearance = self.clearance();
        self.with_models(|a, b, scratch, witness| {
            let meter = &mut budget.start();
            let answer = touch_again(a, b, a_from_b, clearance, *witness, meter, scratch);
            if let TimedTouch::Touching(i, j) = answer {
                *witness = Some((i, j));
            }
            answer
        })
    }

    /// The touching pairs, as far as a budget goes.
    pub fn contacts_timed(&mut self, a_from_b: &Pose, budget: &Budget) -> TimedContacts {
        let asked = TimedAsked { budget: *budget, clearance: self.clearance() };
        self.with_models(|a, b, scratch, _| a.contacts_timed(b, a_from_b, &asked, scratch))
    }

    /// How far apart the two are: the certified interval that the budget reached.
    pub fn distance_timed(&mut self, a_from_b: &Pose, budget: &Budget) -> TimedDistance {
        self.with_models(|a, b, scratch, _| a.distance_timed(b, a_from_b, budget, scratch))
    }
}

/// Do two models touch, as far as a meter goes?
pub(crate) fn touch(
    a: &Model,
    b: &Model,
    a_from_b: &Pose,
    clearance: Clearance,
    meter: &mut Meter,
    scratch: &mut Scratch,
) -> TimedTouch {
    let mut found = None;
    let mut visit = |i, j| {
        found = Some((i, j));
        ControlFlow::Break(())
    };
    let asked = ContactAsked { clearance, ..ContactAsked::default() };
    let rest = wide::contacts_timed(a.beside(b), a_from_b, &asked, meter, scratch, &mut visit);
    match (found, rest) {
        (Some((i, j)), _) => TimedTouch::Touching(i, j),
        (None, Some(depth)) => TimedTouch::Undecided { depth },
        (None, None) => TimedTouch::Clear,
    }
}

/// [`touch`], with two triangles that are asked first.
pub(crate) fn touch_again(
    a: &Model,
    b: &Model,
    a_from_b: &Pose,
    clearance: Clearance,
    witness: Option<(u32, u32)>,
    meter: &mut Meter,
    scratch: &mut Scratch,
) -> TimedTouch {
    if let Some((i, j)) = witness.filter(|_| !meter.is_over()) {
        let other = a_from_b.carry_triangle(&b.mesh().triangle(j as usize));
        meter.spend_slow(1);
        if crate::geom::exact::within(&a.mesh().triangle(i as usize), &other, clearance).meets {
            return TimedTouch::Touching(i, j);
        }
    }
    touch(a, b, a_from_b, clearance, meter, scratch)
}
