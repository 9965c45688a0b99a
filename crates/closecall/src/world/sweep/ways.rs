//! The motion of each body, from the world down, and of one seen from another.
//!
//! **Rounding.** Where a body is and how fast it moves is worked out from the world's origin down;
//! so a place is off by at most [`CHAIN_FACTOR`] of all lengths that were added up, for every factor on the
//! way, and a speed by as much of the sum of all slides and of all turns times those lengths. The
//! bends of the motion seen from A are bounded along the way from A to B alone.

use super::Edge;
use super::pair_path::PairPath;
use crate::geom::range::MAX_COORDINATE;
use crate::geom::vectors::vector;
use crate::geom::{Ball, DVec3, Pose, PoseError};
use crate::path::{Bounds, Chain, CommonAxis, Course, Factor, period};
use crate::rounding::factor::UP_MANY;
use crate::rounding::motion::CHAIN_FACTOR;
use crate::world::broad::Mobility;
use crate::world::pair::relative;
use crate::world::{Handle, World, WorldError};
use std::sync::{Mutex, OnceLock};

/// Courses are kept for times that are multiples of one over this: most pairs ask for those.
const KEPT: usize = 64;

/// The same with more bodies than a few: only the times that every body is asked for.
const KEPT_OF_MANY: usize = 16;
const MANY: usize = 256;

/// Slower turns are not looked at, in radians; and axes that are further apart than this are not
/// one, whatever is rounded.
const LEAST_SPIN: f64 = 1e-6;
const SLANTED: f64 = 1e-6;

/// The ways of all bodies from the world down, while some move.
pub(super) struct Ways<'q> {
    world: &'q World,
    edge: &'q dyn Edge,
    /// By slot.
    ways: Vec<Way<'q>>,
    /// The bodies that are moved along with something, by their numbers.
    moved: Vec<u32>,
    /// Their courses at each time that is kept, as far as it was asked for.
    courses: Vec<OnceLock<Vec<Course>>>,
    posed: Mutex<Posed>,
}

/// The way of one body from the world down.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way<'q> {
    chain: Option<&'q Chain>,
    /// Its place among the edge's moves, if it is one of those.
    place: Option<usize>,
    /// The lowest of itself and those above that moves on what it is attached to.
    mover: Option<u32>,
    /// Its number among the bodies that are moved along with something.
    number: Option<u32>,
    /// The distance from the world's origin that it gets to, and the number of factors.
    reach: f64,
    factors: f64,
    /// The sums of all slides and turns.
    slides: f64,
    turns: f64,
}

/// The motion of the points of a body's ball, in the world's frame: the part that is the same in
/// every interval of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stray {
    ball: Ball,
    bounds: Bounds,
    rounding: f64,
    /// The error bound of accelerations.
    blur: f64,
    off: f64,
}

impl Stray {
    /// The distance of the points from the course of the middle of an interval of this half length,
    /// and the error bound of all that is worked out of them.
    pub(super) fn within(&self, half: f64, course: &Course) -> f64 {
        let hub = course.carry(self.ball.center);
        let bend = course.acceleration_from(&Course::START, hub, self.ball.radius) + self.blur;
        let curve = self.bounds.curve_about(half, bend);
        curve + self.rounding * half + self.off + 2.0 * self.bounds.off
    }

    /// The speed of the points, at most.
    pub(super) fn speed(&self) -> f64 {
        self.bounds.speed
    }
}

/// F64 poses of moved bodies in the world, by their numbers, at the time that was asked for last.
#[derive(Default)]
struct Posed {
    time: f64,
    in_world: Vec<Option<Pose>>,
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
        for (place, (handle, chain)) in edge.moves().iter().enumerate() {
            let way = &mut ways[world.scene.slot(*handle)? as usize];
            (way.chain, way.place) = (Some(chain), Some(place));
        }
        let mut moved = Vec::new();
        for &slot in order {
            let above = world
                .scene
                .node(slot)
                .parent
                .map_or(Way::default(), |parent| ways[parent as usize]);
            let way = &mut ways[slot as usize];
            let (chain, place) = (way.chain, way.place);
            *way = Way { chain, place, ..above };
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
                way.number = Some(moved.len() as u32);
                moved.push(slot);
                let name = || world.scene.node(slot).name.clone();
                check_reach(way.reach).map_err(|error| WorldError::Pose { name: name(), error })?;
            }
        }
        let courses = (0..=KEPT).map(|_| OnceLock::new()).collect();
        Ok(Self { world, edge, ways, moved, courses, posed: Mutex::default() })
    }

    /// The f64 poses of the moving bodies at a time.
    pub(super) fn poses(&self, time: f64) -> Vec<(Handle, Pose)> {
        self.edge.poses(time)
    }

    /// Does a body move?
    pub(super) fn is_moved(&self, slot: u32) -> bool {
        self.ways[slot as usize].number.is_some()
    }

    /// The pose and speed of a body at a time; in the world's frame.
    pub(super) fn course(&self, slot: u32, time: f64) -> Course {
        match (self.ways[slot as usize].number, self.kept(time)) {
            (None, _) => Course::still(self.world.poses.world_from(slot)),
            (Some(number), Some(kept)) => {
                self.courses[kept].get_or_init(|| self.all_courses(time))[number as usize]
            }
            (Some(_), None) => {
                let above = self.world.scene.node(slot).parent;
                let above = above.map_or(Course::START, |parent| self.course(parent, time));
                self.behind(above, slot, time)
            }
        }
    }

    /// The number of a time among the times that courses are kept for, if it is one of them.
    fn kept(&self, time: f64) -> Option<usize> {
        let most = if self.moved.len() > MANY { KEPT_OF_MANY } else { KEPT };
        let scaled = time * most as f64;
        let number = scaled as usize;
        (number as f64 == scaled && number <= most).then_some(number)
    }

    /// The courses of all moved bodies, each after its parent.
    fn all_courses(&self, time: f64) -> Vec<Course> {
        let mut courses: Vec<Course> = Vec::with_capacity(self.moved.len());
        for &slot in &self.moved {
            let above = match self.world.scene.node(slot).parent {
                None => Course::START,
                Some(parent) => match self.ways[parent as usize].number {
                    Some(number) => courses[number as usize],
                    None => Course::still(self.world.poses.world_from(parent)),
                },
            };
            courses.push(self.behind(above, slot, time));
        }
        courses
    }

    /// The course of a moved body, from that of its parent.
    fn behind(&self, above: Course, slot: u32, time: f64) -> Course {
        match self.ways[slot as usize].chain {
            Some(chain) => above.along(chain.factors(), time),
            None => above.along(&[Factor::Fixed(*self.world.poses.parent_from(slot))], time),
        }
    }

    /// Do bodies on the way from one to another surely turn about more than one axis? Then their
    /// turns have none in common, and nothing repeats itself.
    fn turn_about_several(&self, bodies: [u32; 2]) -> bool {
        let mut axis = None::<DVec3>;
        for slot in self.apart_from_common(bodies).into_iter().flatten() {
            if self.ways[slot as usize].chain.is_none() {
                continue;
            }
            let above = self.world.scene.node(slot).parent;
            let above = above.map_or(DVec3::ZERO, |parent| self.course(parent, 0.5).turn);
            let spin = self.course(slot, 0.5).turn - above;
            if spin.length_squared() < LEAST_SPIN * LEAST_SPIN {
                continue;
            }
            let first = *axis.get_or_insert(spin);
            if first.cross(spin).length() > SLANTED * first.length() * spin.length() {
                return true;
            }
        }
        false
    }

    /// The pose of the second of two bodies in the frame of the first, at a time.
    pub(super) fn pose_between(&self, slots: [u32; 2], time: f64) -> Pose {
        let mut posed = self.posed.lock().expect("nobody panics with it");
        if posed.time != time || posed.in_world.is_empty() {
            posed.time = time;
            posed.in_world.clear();
            posed.in_world.resize(self.moved.len(), None);
        }
        let [a, b] = slots.map(|slot| self.posed(slot, time, &mut posed));
        relative(&a, &b)
    }

    /// The pose of a body in the world at a time, as [`World`] composes it from the edge's f64
    /// poses.
    fn posed(&self, slot: u32, time: f64, posed: &mut Posed) -> Pose {
        let Way { place, number, .. } = self.ways[slot as usize];
        let Some(number) = number else { return *self.world.poses.world_from(slot) };
        if let Some(pose) = posed.in_world[number as usize] {
            return pose;
        }
        let own = match place {
            Some(place) => self.edge.pose(place, time),
            None => *self.world.poses.parent_from(slot),
        };
        let pose = match self.world.scene.node(slot).parent {
            Some(parent) => self.posed(parent, time, posed).compose(&own),
            None => Ok(own.orthogonal()),
        };
        *posed.in_world[number as usize].insert(pose.expect("the reach was checked"))
    }

    /// The motion of the points of a body's ball, in the world's frame.
    pub(super) fn stray(&self, slot: u32, ball: &Ball) -> Stray {
        let way = &self.ways[slot as usize];
        let reach = way.reach + ball.center.length() + ball.radius;
        let off = self.off(way.factors, reach);
        let (rounding, blur) = (way.rounding(reach), way.blur(reach));
        Stray { ball: *ball, bounds: self.bounds(ball, slot), rounding, blur, off }
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

    /// The error bound of f64 poses in the world, and of what is worked out here.
    fn off(&self, factors: f64, reach: f64) -> f64 {
        2.0 * (CHAIN_FACTOR * (factors + 2.0) + self.edge.blur()) * reach
    }

    /// Bounds of a body's ball, seen from another body: up to what both are attached to, then down to the
    /// other.
    pub(super) fn seen(&self, body: u32, ball: &Ball, from: u32) -> Bounds {
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

    /// The motion of B in A's frame; with what is known of points of B that come within `near` of
    /// A's ball, if others do not matter.
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
        let turns = moves && bounds.turn > 0.0 && !self.turn_about_several([a, b]);
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
        let blur = way_a.and(&way_b).blur(reach);
        let (ways, slots) = (self, [a, b]);
        Ok(PairPath { ways, slots, bounds, axis, period, moves, rounding, blur, off })
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

    /// The sums of this and another.
    fn and(&self, other: &Self) -> Self {
        let factors = self.factors + other.factors;
        Way {
            factors,
            slides: self.slides + other.slides,
            turns: self.turns + other.turns,
            ..*self
        }
    }

    /// The error bound of accelerations of points within this reach of the world's origin: a point
    /// accelerates by less than six times all turns times its speed.
    fn blur(&self, reach: f64) -> f64 {
        8.0 * self.rounding(reach) * self.turns
    }

    /// The error bound of speeds of points within this reach of the world's origin.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::{self, Rng};
    use crate::path::tests_support::no_point_strays;
    use crate::world::Body;
    use crate::world::sweep::Moves;
    use crate::{Mesh, Model};

    /// Two arms of joints that turn and slide, one next to the other, and a wall.
    fn arms(rng: &mut Rng, joints: usize) -> (World, Moves) {
        let link: Mesh = shapes::cuboid(DVec3::splat(-0.2), DVec3::splat(0.2));
        let model = Model::new(link);
        let (mut world, mut moves) = (World::new(), Vec::new());
        world.insert(Body::new("wall", &model).fixed()).unwrap();
        for arm in 0..2 {
            let mut above = None;
            for joint in 0..joints {
                let mut body = Body::new(format!("{arm} {joint}"), &model);
                if let Some(above) = above {
                    body = body.on(above);
                }
                let pose = Pose::from_quaternion(rng.in_ball().to_array(), rng.quaternion());
                let pose = pose.unwrap();
                let handle = world.insert(body.at(pose)).unwrap();
                above = Some(handle);
                let factor = if rng.below(4) == 0 {
                    Factor::Slide { from: rng.in_ball().into(), to: rng.in_ball().into() }
                } else {
                    let (from, to) = (rng.between(-3.0, 3.0), rng.between(-3.0, 3.0));
                    Factor::Turn { axis: rng.in_ball().normalize().into(), from, to }
                };
                if rng.below(5) > 0 {
                    moves.push((handle, Chain::new(vec![Factor::Fixed(pose), factor]).unwrap()));
                }
            }
        }
        (world, Moves(moves))
    }

    #[test]
    fn no_point_of_a_link_strays_from_its_travel_seen_from_another() {
        let mut rng = Rng::new(4201);
        for joints in [1, 2, 3, 6] {
            for _ in 0..12 {
                let (world, edge) = arms(&mut rng, joints);
                let order: Vec<u32> = world.scene.slots().collect();
                let ways = Ways::new(&world, &order, &edge).unwrap();
                for a in &order {
                    let b = order[rng.below(order.len())];
                    // As large as the balls that are asked about.
                    let ball = Ball { center: DVec3::ZERO, radius: 5.5 };
                    if *a != b {
                        let path = ways.between([*a, b], [ball; 2], None).unwrap();
                        no_point_strays(&path, &mut rng);
                    }
                }
            }
        }
    }
}
