//! Two bodies at a pose: the one place that asks the engine about two meshes, for pairs and worlds.

use super::ask::Ask;
use super::model::Scratch;
use super::solid::{self, Filled};
use super::timed::{ContactPairs, PairsFound};
use crate::Answer;
use crate::cost::{Cost, Meter};
use crate::geom::{Clearance, Interval, Pose, exact};
use crate::wide::{self, ContactAsked, Distance, DistanceAsked, Level, Recent, TreeAndMesh, Warm};
use std::ops::ControlFlow;
use std::sync::Mutex;

/// Two bodies about to be asked, each a surface or a solid.
#[derive(Clone, Copy)]
pub(crate) struct Two<'q> {
    pub bodies: [Filled<'q>; 2],
    pub a_from_b: &'q Pose,
    pub ask: &'q Ask,
}

/// The memory, the budget and the room that a question may use. Without a meter it has no end.
pub(crate) struct Means<'m> {
    pub warm: Option<&'m mut Warm>,
    pub recent: Option<&'m mut Recent>,
    pub meter: Option<&'m mut Meter>,
    pub scratch: &'m mut Scratch,
    /// Receives the cost, if it is counted.
    pub cost: Option<&'m mut Cost>,
}

/// The budget and the cost of a question that is asked about many pairs, on any thread. A number of
/// tests is that of every pair; a time is that of all.
pub(crate) struct ManyPairs {
    meter: Option<Meter>,
    counts: bool,
    cost: Mutex<Cost>,
}

impl ManyPairs {
    pub(crate) fn new(ask: &Ask) -> Self {
        Self { meter: ask.meter(), counts: ask.counts, cost: Mutex::default() }
    }

    /// Asks about one of the pairs.
    pub(crate) fn ask<T>(
        &self,
        warm: Option<&mut Warm>,
        scratch: &mut Scratch,
        answer: impl FnOnce(&mut Means) -> T,
    ) -> T {
        let (mut meter, mut cost) = (self.meter.clone(), Cost::default());
        let counted = self.counts.then_some(&mut cost);
        let meter = meter.as_mut();
        let answer = answer(&mut Means { warm, recent: None, meter, scratch, cost: counted });
        if self.counts {
            *self.cost.lock().expect("nobody panics with it") += cost;
        }
        answer
    }

    /// The cost of all pairs, if it was counted.
    pub(crate) fn cost(self) -> Cost {
        self.cost.into_inner().expect("nobody panics with it")
    }
}

impl Two<'_> {
    /// Finds two triangles that touch; a budget plays no part.
    #[inline]
    pub(crate) fn first(&self, means: &mut Means) -> Option<(u32, u32)> {
        let ([a, b], pose) = (self.meshes(), self.a_from_b);
        match &mut means.warm {
            Some(warm) => warm.first(a, b, pose, means.scratch, &mut means.cost),
            None => {
                let asked = asked(self.ask.clearance);
                wide::first_asked(a, b, pose, &asked, means.scratch, &mut means.cost)
            }
        }
    }

    /// Do they touch? A budget plays no part.
    #[inline]
    pub(crate) fn collides(&self, means: &mut Means) -> bool {
        self.first(means).is_some() || self.one_is_inside()
    }

    /// Visits every touching pair of triangles, once each, until the visitor breaks off; a budget
    /// plays no part.
    pub(crate) fn visit(
        &self,
        means: &mut Means,
        visitor: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        let ([a, b], pose) = (self.meshes(), self.a_from_b);
        match &mut means.warm {
            Some(warm) => warm.contacts(a, b, pose, means.scratch, &mut means.cost, visitor),
            None => {
                let asked = asked(self.ask.clearance);
                wide::contacts_asked(a, b, pose, &asked, means.scratch, &mut means.cost, visitor);
            }
        }
    }

    /// Decides whether they touch, as far as the budget goes: by two triangles, or because one lies
    /// inside the other.
    pub(crate) fn touch(&self, means: &mut Means) -> Answer<Option<(u32, u32)>, f64> {
        let Some(meter) = &mut means.meter else {
            return match self.first(means) {
                None if !self.one_is_inside() => Answer::Clear,
                triangles => Answer::Touching(triangles),
            };
        };
        let witness = means.warm.as_ref().and_then(|warm| warm.witness);
        let answer = self.touch_within(self.ask.clearance, witness, meter, means.scratch);
        if let (Some(warm), Answer::Touching(_) | Answer::Clear) = (&mut means.warm, answer) {
            warm.witness = answer.touching();
        }
        match answer {
            Answer::Touching(triangles) => Answer::Touching(Some(triangles)),
            Answer::Clear if self.one_is_inside() => Answer::Touching(None),
            Answer::Clear => Answer::Clear,
            Answer::Undecided(depth) => Answer::Undecided(depth),
        }
    }

    /// Decides whether their surfaces come within a clearance, as far as a meter goes. The two
    /// triangles of a witness are asked first.
    pub(crate) fn touch_within(
        &self,
        clearance: Clearance,
        witness: Option<(u32, u32)>,
        meter: &mut Meter,
        scratch: &mut Scratch,
    ) -> Answer<(u32, u32), f64> {
        let ([a, b], pose) = (self.meshes(), self.a_from_b);
        if let Some((i, j)) = witness.filter(|_| !meter.is_over()) {
            let other = pose.carried_triangle(&b.1.triangle_at(j as usize));
            meter.spend_slow(1);
            if exact::within(&a.1.triangle_at(i as usize), &other, clearance).meets {
                return Answer::Touching((i, j));
            }
        }
        let mut found = None;
        let mut visit = |i, j| {
            found = Some((i, j));
            ControlFlow::Break(())
        };
        let asked = asked(clearance);
        let rest = wide::contacts_timed([a, b], pose, &asked, meter, scratch, &mut visit);
        match (found, rest) {
            (Some(pair), _) => Answer::Touching(pair),
            (None, Some(depth)) => Answer::Undecided(depth),
            (None, None) => Answer::Clear,
        }
    }

    /// Lists the touching pairs of triangles, as far as the budget goes; sorted, if it has no end.
    pub(crate) fn contacts(&self, means: &mut Means) -> ContactPairs {
        let mut found = PairsFound::new(self.ask.most);
        let mut take = |i, j| found.take((i, j));
        let Some(meter) = &mut means.meter else {
            self.visit(means, &mut take);
            return found.sorted();
        };
        let (meshes, asked) = (self.meshes(), asked(self.ask.clearance));
        let rest =
            wide::contacts_timed(meshes, self.a_from_b, &asked, meter, means.scratch, &mut take);
        found.with_rest(rest)
    }

    /// Finds how far apart they are, as far as the budget goes, unless that is above a limit; 0
    /// where one lies inside the other.
    pub(crate) fn distance(&self, limit: f64, means: &mut Means) -> Option<Distance> {
        let ([a, b], pose, accuracy) = (self.meshes(), self.a_from_b, self.ask.accuracy);
        let is_inside = self.one_is_inside();
        let limit = if is_inside { f64::INFINITY } else { limit };
        let found = match (&mut means.meter, &mut means.recent) {
            (Some(meter), _) => {
                let found = wide::distance_timed([a, b], pose, Level::best(), meter, means.scratch);
                Some(found).filter(|found| !(found.distance.lo > limit))
            }
            (None, Some(recent)) if accuracy == 0.0 => {
                recent.distance(a, b, pose, limit, means.scratch)
            }
            (None, _) => {
                let asked =
                    DistanceAsked { limit, tolerance: accuracy, ..DistanceAsked::default() };
                wide::distance(a, b, pose, &asked, means.scratch)
            }
        };
        if let (Some(warm), Some(found)) = (&mut means.warm, &found)
            && found.distance.hi == 0.0
        {
            warm.witness = Some((found.a, found.b));
        }
        found.map(|found| match is_inside {
            true => Distance { distance: Interval::exactly(0.0), ..found },
            false => found,
        })
    }

    /// Of surfaces that share no point: does a part of one lie inside the other, a solid?
    pub(crate) fn one_is_inside(&self) -> bool {
        solid::one_is_inside(self.bodies, self.a_from_b)
    }

    #[inline]
    fn meshes(&self) -> [TreeAndMesh<'_>; 2] {
        self.bodies.map(|(model, _)| model.body())
    }
}

fn asked(clearance: Clearance) -> ContactAsked {
    ContactAsked { clearance, ..ContactAsked::default() }
}
