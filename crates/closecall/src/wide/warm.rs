//! Two bodies that are asked again and again: what the last queries learned makes the next one
//! cheap.
//!
//! A query is answered in one of three ways: *cold*, by the walk; from the *front*, which looks
//! only at what may have changed; or by *planting* a new front, which is a walk that takes notes.
//! The choice is made from what the front was seen to cost, in tests and not in time, so that runs
//! repeat:
//!
//! * A front is kept while a query on it costs less than the mean over its life, planting included.
//!   It only grows, so that mean falls, until the front has gathered so much that planting a new
//!   one pays.
//! * If a front did not pay, queries are cold for a while, longer each time, up to a thousand;
//!   unless the body has slowed down to half the least motion at which a front did not pay.
//! * Where B turns much more than it shifts, a round front ([`Shape`]) is tried in place of the
//!   first plain one, and again when fronts come to their ends. It has to cost less than half a
//!   cold query to plant.
//!
//! Most queries on a front that pays do not even look at it: they are *calm* (`front::calm`).
//!
//! A query for any contact first tries the one of last time.

use super::costs::{CALM, FAR_CLEARANCE, IN_A_CROWD, NOT_DUE, Price, REST_WATCH, TURNING};
use super::front::{Front, MotionPace, Shape, Update};
use super::habit::{Habit, Round};
use super::relation::Relation;
use super::step::TreeSide;
use super::{ContactAsked, Level, Scratch, TreeAndMesh, contacts_asked, first_asked};
use crate::cost::{Cost, Count, Uncounted};
use crate::geom::exact::within;
use crate::geom::{Clearance, Pose, Step};
use std::ops::ControlFlow;

/// The memory of two bodies' last queries. It belongs to these two, and has to be
/// [reset](Warm::reset) if one of them is replaced.
#[derive(Clone, Debug)]
pub struct Warm {
    /// The pose of the last query at which motion was measured or will have to be, and how many
    /// there were since.
    last: Option<Pose>,
    between: u32,
    /// Two triangles that touched when somebody last looked.
    pub(crate) witness: Option<(u32, u32)>,
    front: Front,
    habit: Habit,
    clearance: Clearance,
    /// A body that moves by more than this share of the smaller body's radius is asked cold.
    fast: f64,
}

impl Default for Warm {
    fn default() -> Self {
        Self {
            last: None,
            between: 0,
            witness: None,
            front: Front::default(),
            habit: Habit::default(),
            clearance: Clearance::default(),
            fast: f64::INFINITY,
        }
    }
}

/// The trend of the bodies' motion from query to query: the step, and no point moves further than
/// by `motion`, in the units of the meshes.
#[derive(Clone, Copy)]
struct Going {
    step: Step,
    motion: f64,
}

/// The plan by which a query is answered.
enum AnswerPlan {
    Cold,
    Plant,
    Front,
}

impl Warm {
    /// One that answers everything from its front, whether that pays or not, and shows no contact
    /// of last time: for tests.
    #[cfg(any(test, feature = "lab"))]
    #[must_use]
    pub fn always() -> Self {
        Self { habit: Habit::new(true), ..Self::default() }
    }

    /// From now on no axis that told volumes apart before is tried first: for the laboratory.
    #[cfg(feature = "lab")]
    pub fn ignore_kept_axes(&mut self) {
        self.front.ignores_axes = true;
    }

    /// For one of very many pairs, most of which do not stay close for long.
    #[must_use]
    pub fn in_a_crowd() -> Self {
        Self { fast: IN_A_CROWD, ..Self::default() }
    }

    /// Bodies no further apart than this count as touching from now on. All that was learned for
    /// another clearance is forgotten.
    pub fn set_clearance(&mut self, clearance: Clearance) {
        if clearance != self.clearance {
            self.reset();
            self.clearance = clearance;
        }
    }

    /// The clearance.
    #[must_use]
    #[cfg(feature = "lab")]
    pub fn clearance(&self) -> Clearance {
        self.clearance
    }

    fn asked(&self) -> ContactAsked {
        ContactAsked { clearance: self.clearance, ..ContactAsked::default() }
    }

    /// A touching pair of triangles, if there is one.
    #[inline]
    pub fn first(
        &mut self,
        a: TreeAndMesh,
        b: TreeAndMesh,
        a_from_b: &Pose,
        scratch: &mut Scratch,
        count: &mut impl Count,
    ) -> Option<(u32, u32)> {
        if self.witness.is_none() {
            if self.is_calm(a_from_b) {
                return None;
            }
            if self.rests(a_from_b) {
                self.witness = first_asked(a, b, a_from_b, &self.asked(), scratch, count);
                return self.witness;
            }
        }
        self.first_uncached(a, b, a_from_b, scratch, count)
    }

    /// [`Warm::first`] where it takes more than a look at where the bodies are; apart from it, so
    /// that this is all that it takes elsewhere.
    #[inline(never)]
    fn first_uncached(
        &mut self,
        a: TreeAndMesh,
        b: TreeAndMesh,
        a_from_b: &Pose,
        scratch: &mut Scratch,
        count: &mut impl Count,
    ) -> Option<(u32, u32)> {
        let going = self.advance(b, a_from_b);
        let motion = going.motion;
        let near = motion <= longest_edge(a).max(longest_edge(b)) && !self.habit.always;
        let touched = self.witness.is_some();
        if let Some(witness) = self.witness.take_if(|_| near) {
            count.triangle_test();
            if self.still_touch(a, b, witness, a_from_b) {
                self.witness = Some(witness);
                return self.witness;
            }
        }
        let mut found = None;
        let plan = match self.plan(&going, [a, b]) {
            // Where they touched before they are likely to touch again, and to find that out is
            // cheaper than to plant.
            AnswerPlan::Plant if touched && !self.habit.always => AnswerPlan::Cold,
            plan => plan,
        };
        let mut visit = |i, j| {
            found.get_or_insert((i, j));
            ControlFlow::Continue(())
        };
        if !self.answer(plan, [a, b], (a_from_b, going), count, &mut visit) {
            found = first_asked(a, b, a_from_b, &self.asked(), scratch, count);
        }
        self.witness = found;
        found
    }

    /// Tells `visit` of every touching pair of triangles, once each, in no particular order, until
    /// it breaks off.
    pub fn contacts(
        &mut self,
        a: TreeAndMesh,
        b: TreeAndMesh,
        a_from_b: &Pose,
        scratch: &mut Scratch,
        count: &mut impl Count,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        self.witness = None;
        if self.is_calm(a_from_b) {
            return;
        }
        let mut witness = None;
        let mut visit = |i, j| {
            witness = Some((i, j));
            visit(i, j)
        };
        if self.rests(a_from_b) {
            contacts_asked(a, b, a_from_b, &self.asked(), scratch, count, &mut visit);
            self.witness = witness;
            return;
        }
        let going = self.advance(b, a_from_b);
        let plan = self.plan(&going, [a, b]);
        if !self.answer(plan, [a, b], (a_from_b, going), count, &mut visit) {
            contacts_asked(a, b, a_from_b, &self.asked(), scratch, count, &mut visit);
        }
        self.witness = witness;
    }

    fn still_touch(
        &self,
        (_, a): TreeAndMesh,
        (_, b): TreeAndMesh,
        (i, j): (u32, u32),
        a_from_b: &Pose,
    ) -> bool {
        let (a, b) =
            (a.triangle_at(i as usize), a_from_b.carried_triangle(&b.triangle_at(j as usize)));
        within(&a, &b, self.clearance).meets
    }

    /// Forgets everything, but keeps the memory and the clearance.
    pub fn reset(&mut self) {
        (self.last, self.between, self.witness) = (None, 0, None);
        self.habit = Habit::new(self.habit.always);
        self.front.clear();
    }

    /// The number of bytes it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.front.bytes()
    }

    /// The number of entries its front has.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.front.len()
    }

    /// Is this one of the queries that are to be cold whatever the motion is? To measure it costs a
    /// tenth of a short query, so that it is done at some only, and the pose is kept for those.
    #[inline]
    fn rests(&mut self, pose: &Pose) -> bool {
        if self.front.is_planted() || self.habit.rest.is_multiple_of(REST_WATCH) {
            return false;
        }
        self.habit.rest -= 1;
        self.between += 1;
        if self.habit.rest.is_multiple_of(REST_WATCH) {
            (self.last, self.between) = (Some(*pose), 0);
        }
        true
    }

    /// Does the front know, at the cost of a few products, that nothing has come to touch?
    #[inline(always)]
    fn is_calm(&mut self, pose: &Pose) -> bool {
        let calm = self.front.is_calm(pose);
        if calm {
            self.between = self.between.saturating_add(1);
            self.habit.asked(CALM);
        }
        calm
    }

    /// Goes on to a pose.
    #[inline]
    fn advance(&mut self, b: TreeAndMesh, pose: &Pose) -> Going {
        let ball = b.0.frame.ball();
        let nowhere = Step { shift: f64::INFINITY, turn: f64::INFINITY };
        let step = self.last.map_or(nowhere, |last| ball.step(&last, pose));
        self.front.advance(pose, step);
        self.last = Some(*pose);
        let per_query = 1.0 / (1.0 + f64::from(std::mem::take(&mut self.between)));
        let step = Step { shift: step.shift * per_query, turn: step.turn * per_query };
        Going { step, motion: step.shift + step.turn * ball.radius }
    }

    fn plan(&mut self, going: &Going, [a, b]: [TreeAndMesh; 2]) -> AnswerPlan {
        let Self { front, habit, clearance, .. } = self;
        let radii = [a, b].map(|body| body.0.frame.ball().radius);
        let far = FAR_CLEARANCE * (radii[0] + radii[1]);
        if *clearance != Clearance::NONE && clearance.distance() > far {
            return AnswerPlan::Cold;
        }
        if habit.always {
            return if front.is_planted() && !front.is_old() {
                AnswerPlan::Front
            } else {
                AnswerPlan::Plant
            };
        }
        if going.motion == f64::INFINITY || going.motion > self.fast * radii[0].min(radii[1]) {
            return AnswerPlan::Cold;
        }
        if front.is_planted() {
            if habit.round == Round::AtOnce && going.is_turning(b) {
                return AnswerPlan::Plant;
            }
            let dear = habit.is_dear();
            if !dear && !front.is_old() && !front.is_too_large() {
                return AnswerPlan::Front;
            }
            if !dear {
                habit.round = Round::Next;
            }
            habit.judge(going.motion);
            front.clear();
        }
        if habit.rest > 0 && going.motion > habit.too_far * 0.5 {
            habit.rest -= 1;
            return AnswerPlan::Cold;
        }
        AnswerPlan::Plant
    }

    /// Answers from the front, old or new; false if the query has to be cold.
    fn answer(
        &mut self,
        plan: AnswerPlan,
        bodies: [TreeAndMesh; 2],
        (a_from_b, going): (&Pose, Going),
        count: &mut impl Count,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> bool {
        let plant = match plan {
            AnswerPlan::Cold => return false,
            AnswerPlan::Plant => true,
            AnswerPlan::Front if !self.front.may_be_due() => {
                self.habit.asked(NOT_DUE);
                self.front.calm_down(a_from_b, going.step);
                return true;
            }
            AnswerPlan::Front => false,
        };
        let [a, b] = bodies;
        let Some(relation) = Relation::new(a.0, b.0, a_from_b, self.clearance) else { return true };
        let (sides, clearance) = (&TreeSide::both(bodies, &relation), self.clearance);
        let query = WarmQuery { sides, a_from_b, clearance, pace: going.pace(a, b) };
        let answered = if plant {
            let round = self.habit.round != Round::No && (self.habit.always || going.is_turning(b));
            self.plant(bodies, &query, round, count, visit)
        } else {
            self.ask(&query, going.motion, count, visit)
        };
        if answered {
            self.front.calm_down(a_from_b, going.step);
        }
        answered
    }

    /// Answers from the front there is, unless that would be dearer than to do without.
    fn ask(
        &mut self,
        query: &WarmQuery,
        motion: f64,
        count: &mut impl Count,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> bool {
        let limit = if self.habit.always { u64::MAX } else { self.habit.cold };
        let price = query.update(&mut self.front, (limit, 0), count, visit);
        if let Some(price) = price {
            self.habit.asked(price.warm);
        } else {
            self.habit.judge(motion);
            self.front.clear();
        }
        price.is_some()
    }

    /// Answers while a new front is planted: a round one, if that is to be tried and costs less
    /// than half a cold query.
    fn plant(
        &mut self,
        [a, b]: [TreeAndMesh; 2],
        query: &WarmQuery,
        round: bool,
        count: &mut impl Count,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> bool {
        let Self { front, habit, .. } = self;
        let mut plant = |shape, limit| {
            front.restart(&a.0.frame, &b.0.frame, query.a_from_b, query.clearance);
            let fresh = front.plant(query.sides, shape);
            query.update(front, (limit, fresh), count, visit)
        };
        if round
            && let Some(price) =
                plant(Shape::Round, if habit.always { u64::MAX } else { habit.cold / 2 })
        {
            habit.planted_round(price);
            return true;
        }
        if let Some(price) = plant(Shape::Plain, u64::MAX) {
            habit.planted_plain(price, round);
            return true;
        }
        front.clear();
        false
    }
}

/// The bodies, where they are, and how they move.
struct WarmQuery<'q> {
    sides: &'q [TreeSide<'q>; 2],
    a_from_b: &'q Pose,
    clearance: Clearance,
    pace: MotionPace,
}

impl WarmQuery<'_> {
    /// Brings the front up to date, and reports all pairs that touch. Returns None and reports
    /// nothing if that would cost more than the limit.
    fn update(
        &self,
        front: &mut Front,
        (limit, fresh): (u64, u32),
        count: &mut impl Count,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> Option<Price> {
        let now = front.now()?;
        let &Self { sides, a_from_b, clearance, pace } = self;
        // The update, compiled with counting and without, and in this crate alone: see
        // `Count::cost`.
        macro_rules! update {
            ($count:expr) => {
                Update {
                    sides,
                    a_from_b,
                    clearance,
                    front,
                    now,
                    limit,
                    pace,
                    fresh,
                    count: $count,
                    visit,
                }
            };
        }
        match count.cost() {
            None => updated(update!(&mut Uncounted)),
            Some(count) => updated_counting(update!(count)),
        }
    }
}

fn updated(update: Update<&mut Uncounted>) -> Option<Price> {
    Level::best().run(update)
}

fn updated_counting(update: Update<&mut Cost>) -> Option<Price> {
    Level::best().run(update)
}

impl Going {
    /// In the units of each body's frame.
    #[inline]
    fn pace(&self, a: TreeAndMesh, b: TreeAndMesh) -> MotionPace {
        let Step { shift, turn } = self.step;
        MotionPace {
            shift: [a, b].map(|(tree, _)| (shift * tree.frame.scale) as f32),
            turn: turn as f32,
        }
    }

    /// Does B's surface move much faster than its centre?
    #[inline]
    fn is_turning(&self, b: TreeAndMesh) -> bool {
        self.step.turn * b.0.frame.ball().radius > TURNING * self.step.shift
    }
}

fn longest_edge((tree, _): TreeAndMesh) -> f64 {
    f64::from(tree.longest_edge) / tree.frame.scale
}
