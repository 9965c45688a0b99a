//! How each body moves, from the world down, and how one moves seen from another.
//!
//! **Rounding.** Where a body is and how fast it moves is worked out from the world's origin down;
//! so a place is off by at most [`CHAIN_FACTOR`] of all lengths that were added up, for every factor on the
//! way, and a speed by as much of the sum of all slides and of all turns times those lengths. The
//! bends of the motion seen from A are bounded along the way from A to B alone.

use super::Edge;
use crate::geom::range::MAX_COORDINATE;
use crate::geom::vectors::vector;
use crate::geom::{Ball, Pose, PoseError};
use crate::path::{Bounds, Chain, CommonAxis, Course, Factor, Motion, Path, Travel, period};
use crate::rounding::factor::UP_MANY;
use crate::rounding::motion::CHAIN_FACTOR;
use crate::world::broad::Mobility;
use crate::world::pair::relative;
use crate::world::{Handle, Query, World, WorldError};
use std::sync::Mutex;

/// Courses are kept for times that are multiples of one over this: most pairs ask for those.
const KEPT: usize = 64;

/// The ways of all bodies from the world down, while some move.
pub(super) struct Ways<'q> {
    world: &'q World,
    edge: &'q dyn Edge,
    /// By slot.
    ways: Vec<Way<'q>>,
    courses: Mutex<Courses>,
    /// A question, and the time that its bodies are posed for.
    posed: Mutex<Option<(f64, Query<'q>)>>,
}

/// The way of one body from the world down.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way<'q> {
    chain: Option<&'q Chain>,
    /// The lowest of itself and those above that moves on what it is attached to.
    mover: Option<u32>,
    /// Its number among those that are moved along with something.
    number: Option<u32>,
    /// How far from the world's origin it gets, and how many factors there are.
    reach: f64,
    factors: f64,
    /// The sums of all slides and turns.
    slides: f64,
    turns: f64,
}

/// How the points of a body's ball move, in the world's frame: the part that is the same in every
/// interval of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stray {
    bounds: Bounds,
    rounding: f64,
    off: f64,
}

impl Stray {
    /// How far the points stray from the course of the middle of an interval of this half length,
    /// and how far off all that is worked out of them may be.
    pub(super) fn within(&self, half: f64) -> f64 {
        self.bounds.curve(half) + self.rounding * half + self.off + 2.0 * self.bounds.off
    }

    /// How fast the points may get.
    pub(super) fn speed(&self) -> f64 {
        self.bounds.speed
    }
}

/// The courses of moved bodies at times that were asked for.
#[derive(Default)]
struct Courses {
    rows: Vec<(usize, Vec<Option<Course>>)>,
    count: usize,
}

impl Courses {
    /// The row of a time, if it is one of those that are kept.
    fn row(&mut self, time: f64) -> Option<&mut Vec<Option<Course>>> {
        let scaled = time * KEPT as f64;
        let number = scaled as usize;
        if number as f64 != scaled {
            return None;
        }
        let place = self.rows.iter().position(|row| row.0 == number).unwrap_or_else(|| {
            self.rows.push((number, vec![None; self.count]));
            self.rows.len() - 1
        });
        Some(&mut self.rows[place].1)
    }
}

impl<'q> Ways<'q> {
    /// `order` has all slots, what others are attached to first.
    pub(super) fn new(
        world: &'q World,
        order: &[u32],
        edge: &'q dyn Edge,
    ) -> Result<Self, WorldError> {
        let slots = order.iter().max().map_or(0, |&last| last as usize + 1);
        let mut ways = vec![Way::default(); slots];
        for (handle, chain) in edge.moves() {
            ways[world.scene.slot(*handle)? as usize].chain = Some(chain);
        }
        let mut count = 0;
        for &slot in order {
            let above = world
                .scene
                .node(slot)
                .parent
                .map_or(Way::default(), |parent| ways[parent as usize]);
            let way = &mut ways[slot as usize];
            let chain = way.chain;
            *way = Way { chain, number: above.number, ..above };
            match chain {
                Some(chain) => chain.factors().iter().for_each(|factor| way.take(factor)),
                None => way.take(&Factor::Fixed(*world.poses.parent_from(slot))),
            }
            if chain.is_some_and(|chain| chain.factors().iter().any(Factor::moves)) {
                way.mover = Some(slot);
            }
            if chain.is_some() || above.number.is_some() {
                let node = world.scene.node(slot);
                if node.mobility == Mobility::Fixed {
                    return Err(WorldError::Fixed { name: node.name.clone() });
                }
                way.number = Some(count);
                count += 1;
                let name = || world.scene.node(slot).name.clone();
                check_reach(way.reach).map_err(|error| WorldError::Pose { name: name(), error })?;
            }
        }
        let courses = Mutex::new(Courses { rows: Vec::new(), count: count as usize });
        Ok(Self { world, edge, ways, courses, posed: Mutex::new(None) })
    }

    /// Where the bodies that move are at a time, as f64 poses.
    pub(super) fn poses(&self, time: f64) -> Vec<(Handle, Pose)> {
        self.edge.poses(time)
    }

    /// Does a body move?
    pub(super) fn is_moved(&self, slot: u32) -> bool {
        self.ways[slot as usize].number.is_some()
    }

    /// Where a body is at a time, and how fast it moves; in the world's frame.
    pub(super) fn course(&self, slot: u32, time: f64) -> Course {
        let mut courses = self.courses.lock().expect("nobody panics with it");
        match courses.row(time) {
            Some(row) => self.kept_course(slot, time, row),
            None => self.kept_course(slot, time, &mut []),
        }
    }

    fn kept_course(&self, slot: u32, time: f64, row: &mut [Option<Course>]) -> Course {
        let Way { chain, number, .. } = self.ways[slot as usize];
        let Some(number) = number else { return Course::still(self.world.poses.world_from(slot)) };
        if let Some(Some(course)) = row.get(number as usize) {
            return *course;
        }
        let above = match self.world.scene.node(slot).parent {
            Some(parent) => self.kept_course(parent, time, row),
            None => Course::still(&Pose::IDENTITY),
        };
        let course = match chain {
            Some(chain) => above.along(chain.factors(), time),
            None => above.along(&[Factor::Fixed(*self.world.poses.parent_from(slot))], time),
        };
        if let Some(kept) = row.get_mut(number as usize) {
            *kept = Some(course);
        }
        course
    }

    /// How the points of a body's ball move, in the world's frame.
    pub(super) fn stray(&self, slot: u32, ball: &Ball) -> Stray {
        let way = &self.ways[slot as usize];
        let reach = way.reach + ball.center.length() + ball.radius;
        let off = self.off(way.factors, reach);
        Stray { bounds: self.bounds(ball, slot), rounding: way.rounding(reach), off }
    }

    /// Bounds seen from the world.
    fn bounds(&self, ball: &Ball, body: u32) -> Bounds {
        let parent = |&slot: &u32| self.world.scene.node(slot).parent;
        let mut bounds = Bounds::of(ball);
        for slot in std::iter::successors(Some(body), parent) {
            self.factors_of(slot, |factors| {
                bounds = factors.iter().rev().fold(bounds, Bounds::behind);
            });
        }
        bounds
    }

    /// What f64 poses of the world, and what is worked out here, may be off by.
    fn off(&self, factors: f64, reach: f64) -> f64 {
        2.0 * (CHAIN_FACTOR * (factors + 2.0) + self.edge.blur()) * reach
    }

    /// Bounds of a body's ball, seen from another body: up to what both are attached to, then down to the
    /// other.
    fn seen(&self, body: u32, ball: &Ball, from: u32) -> Bounds {
        let [down, up] = self.apart_from_common([from, body]);
        let mut bounds = Bounds::of(ball);
        for slot in up {
            self.factors_of(slot, |factors| {
                bounds = factors.iter().rev().fold(bounds, Bounds::behind)
            });
        }
        for &slot in down.iter().rev() {
            self.factors_of(slot, |factors| bounds = factors.iter().fold(bounds, Bounds::before));
        }
        bounds
    }

    /// Two bodies and all that each is attached to, from itself up, without what both are attached to.
    fn apart_from_common(&self, bodies: [u32; 2]) -> [Vec<u32>; 2] {
        let parent = |&slot: &u32| self.world.scene.node(slot).parent;
        let [mut a, mut b] =
            bodies.map(|body| std::iter::successors(Some(body), parent).collect::<Vec<_>>());
        while a.last().is_some_and(|last| b.last() == Some(last)) {
            a.pop();
            b.pop();
        }
        [a, b]
    }

    /// The factors by which a body is on what it is attached to.
    fn factors_of(&self, slot: u32, take: impl FnOnce(&[Factor])) {
        match self.ways[slot as usize].chain {
            Some(chain) => take(chain.factors()),
            None => take(&[Factor::Fixed(*self.world.poses.parent_from(slot))]),
        }
    }

    /// The factors from one body to another; None if one of them has no inverse in the range.
    fn factors_between(&self, bodies: [u32; 2]) -> Option<Vec<Factor>> {
        let [up, down] = self.apart_from_common(bodies);
        let (mut back, mut there) = (Vec::new(), Vec::new());
        for slot in up {
            self.factors_of(slot, |factors| back.extend(factors.iter().rev().map(Factor::inverse)));
        }
        for &slot in down.iter().rev() {
            self.factors_of(slot, |factors| there.extend(factors.iter().copied().map(Ok)));
        }
        back.into_iter().chain(there).collect::<Result<_, _>>().ok()
    }

    /// How B moves in A's frame; with what is known of points of B that come within `near` of A's
    /// ball, if others do not matter.
    pub(super) fn between(
        &self,
        [a, b]: [u32; 2],
        [ball_a, ball]: [Ball; 2],
        near: Option<f64>,
    ) -> Result<PairPath<'_, 'q>, WorldError> {
        let mut bounds = self.seen(b, &ball, a);
        let [way_a, way_b] = [a, b].map(|slot| self.ways[slot as usize]);
        let reach = way_a.reach + way_b.reach + ball.center.length() + ball.radius;
        check_reach(bounds.place.max(reach)).map_err(|error| {
            let name = self.world.scene.node(b).name.clone();
            WorldError::Pose { name, error }
        })?;
        let moves = way_a.mover != way_b.mover;
        let rounding = if moves { way_a.rounding(reach) + way_b.rounding(reach) } else { 0.0 };
        let off = self.off(way_a.factors + way_b.factors, reach) + 2.0 * bounds.off;
        let turns = moves && bounds.turn > 0.0;
        let factors = turns.then(|| self.factors_between([a, b])).flatten().unwrap_or_default();
        let axis = CommonAxis::of(&factors).map(|axis| (axis, bounds));
        if let Some(near) = near
            && ball_a.radius < 0.5 * ball.radius
        {
            // Of half the time, the longest from the middle of an interval, A's centre gets no
            // further.
            let stray = 0.5 * self.seen(a, &Ball { radius: 0.0, ..ball_a }, b).speed;
            let radius = (ball_a.radius + near + stray + off) * UP_MANY;
            bounds = bounds.or_seen_back(&self.seen(a, &Ball { radius, ..ball_a }, b));
        }
        let period = period(&factors);
        Ok(PairPath { ways: self, slots: [a, b], bounds, axis, period, moves, rounding, off })
    }
}

impl Way<'_> {
    fn take(&mut self, factor: &Factor) {
        self.factors += 1.0;
        match *factor {
            Factor::Fixed(pose) => self.reach += pose.shift().length(),
            Factor::Turn { from, to, .. } => self.turns += (to - from).abs(),
            Factor::Slide { from, to } => {
                let [from, to] = [from, to].map(vector);
                self.reach += from.length().max(to.length());
                self.slides += (to - from).length();
            }
        }
    }

    /// What speeds of points within this reach of the world's origin may be off by.
    fn rounding(&self, reach: f64) -> f64 {
        2.0 * CHAIN_FACTOR * (self.factors + 2.0) * (self.slides + self.turns * reach)
    }
}

/// Is everything within the range of coordinates, with room for sums of a few?
fn check_reach(reach: f64) -> Result<(), PoseError> {
    match reach <= MAX_COORDINATE / 4.0 {
        true => Ok(()),
        false => Err(PoseError::OutOfRange { name: "the reach of the chain", value: reach }),
    }
}

/// The motion of one body seen from another.
pub(super) struct PairPath<'p, 'q> {
    ways: &'p Ways<'q>,
    pub(super) slots: [u32; 2],
    /// Of B's ball, seen from A.
    bounds: Bounds,
    /// The axis of all turns, and the bounds of all points of B, near A or not.
    axis: Option<(CommonAxis, Bounds)>,
    period: Option<f64>,
    /// Does one move, seen from the other?
    moves: bool,
    /// What a speed may be off by.
    rounding: f64,
    off: f64,
}

impl PairPath<'_, '_> {
    /// Points of B that touch A's ball somewhere are no further from it at time ½, wherever between
    /// its ends each factor is: as far as the one body gets seen from the other, whichever is less.
    /// There is no ball around what has no end.
    pub(super) fn spread(&self, ball_a: Option<&Ball>) -> f64 {
        let [a, b] = self.slots;
        let seen = ball_a.map_or(f64::INFINITY, |ball| self.ways.seen(a, ball, b).speed);
        let speed = self.bounds.speed.min(seen);
        (speed * 0.5 + self.rounding) * UP_MANY + 2.0 * self.off
    }
}

impl Motion for PairPath<'_, '_> {
    /// Seen from A, a point of B at x in the world has the difference of both bodies' speeds there.
    fn travel(&self, _leg: usize, from: f64, to: f64, ball: &Ball) -> Travel {
        let (middle, half) = Travel::halves(from, to);
        let [a, b] = self.slots.map(|slot| self.ways.course(slot, middle));
        let back = a.rotation.transpose();
        let pose = Pose::rigid(back * b.rotation, back * (b.origin - a.origin));
        let half = if self.moves { half } else { 0.0 };
        let center = b.carry(ball.center);
        let rounding = self.rounding * half;
        let bends = |(axis, all): &(CommonAxis, Bounds)| axis.bends(all.curve(half), rounding);
        Travel {
            pose,
            shift: back * (b.speed_of(center) - a.speed_of(center)) * half,
            turn: back * (b.turn - a.turn) * half,
            curve: self.bounds.curve(half) + rounding,
            axis: self.axis.as_ref().map(bends),
            off: self.off + 2.0 * ball.carry_error(&pose),
        }
    }
}

impl Path for PairPath<'_, '_> {
    fn legs(&self) -> usize {
        1
    }

    fn pose(&self, time: f64) -> Pose {
        let Ways { world, edge, posed, .. } = self.ways;
        let mut posed = posed.lock().expect("nobody panics with it");
        let (at, query) = posed.get_or_insert_with(|| (f64::NAN, world.query()));
        if *at != time {
            query.set_poses(&edge.poses(time)).expect("the edge was checked");
            *at = time;
        }
        let [a, b] = self.slots.map(|slot| {
            let handle = world.scene.handle(slot);
            query.world_from_body(handle).expect("the body is here")
        });
        relative(&a, &b)
    }

    fn is_straight(&self, _leg: usize) -> bool {
        self.bounds.turn == 0.0
    }

    fn period(&self) -> Option<f64> {
        self.period
    }
}
