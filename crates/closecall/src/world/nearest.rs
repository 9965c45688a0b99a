//! The distances of the bodies of a world.
//!
//! Bodies that may be near, by the balls around them, are asked first, and rule out most other pairs
//! before these are even listed. Allowed pairs, those of other
//! groups and those of two fixed bodies are left out. Clearances and paddings play no part. What
//! lies inside a solid is at distance 0. Of exact shapes, which are filled, distances are intervals
//! of a few roundings; of a mesh and a shape as `pair` says, in the world's frame.

use super::broad::{Kdop, Mobility, PairWalk, WalkedBody};
use super::filter::Filter;
use super::pair::Bodies;
use super::poses::Poses;
use super::scene::Scene;
use super::{Handle, Query, World};
#[cfg(doc)]
use crate::Ask;
use crate::geom::{Ball, Interval};
use crate::parallel;
use crate::query::two::ManyPairs;
use crate::rounding::factor::UP_MANY;
use crate::rounding::world::BALLS_GAP;
use crate::wide::{Distance, Scratch};

/// Two bodies and how far apart they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyDistance {
    /// The body with the lower handle.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// The distance: `hi` is 0 if they certainly touch. Where one is inside the other and that is a
    /// solid, the distance is 0.
    pub distance: Interval,
    /// The nearest points of the surfaces of their meshes, in the frame of the one with the lower
    /// handle; none if an exact shape of one of them is nearer to the other.
    pub meshes: Option<Distance>,
    /// The nearest points in the world, rounded: a point of A and one of B. Where they touch, it is
    /// a point of both, twice. None of tori, of two half-spaces, and where a budget ended first.
    pub points: Option<[[f64; 3]; 2]>,
    /// The triangles that these points are on; none of an exact shape, and of what is inside a solid.
    pub triangles: [Option<u32>; 2],
}

impl World {
    /// The two bodies that are nearest to each other; none if no two are looked at, or all are
    /// further apart than the limit. A budget is that of every two bodies where it is a number of
    /// tests, and that of all where it is a time; exact shapes are looked at all the same.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::{Ask, Model, Pose};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]);
    /// let mut world = World::new();
    /// let a = world.insert(Body::new("a", &cube))?;
    /// let b = world.insert(Body::new("b", &cube).at(at(3.0)?))?;
    /// let c = world.insert(Body::new("c", &cube).at(at(9.0)?))?;
    /// let nearest = world.nearest().expect("there are three");
    /// assert_eq!((nearest.a, nearest.b), (a, b));
    /// assert!(nearest.distance.lo <= 2.0 && 2.0 <= nearest.distance.hi);
    /// world.allow(a, b)?;
    /// assert_eq!(world.nearest().map(|found| (found.a, found.b)), Some((b, c)));
    /// world.set(Ask::new().limit(5.5));
    /// assert_eq!(world.distances().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nearest(&self) -> Option<BodyDistance> {
        nearest(self, self.bodies(), |slot| self.moves(slot))
    }

    /// Every two bodies that are no further apart than the limit ([`Ask::limit`]), sorted by
    /// handles, and how far apart they are. The budget is as of [`World::nearest`]. On all cores.
    #[must_use]
    pub fn distances(&self) -> Vec<BodyDistance> {
        distances(self, self.bodies(), |slot| self.moves(slot))
    }

    /// The pairs that are looked at whose balls are no further apart than a limit, the lower slot
    /// first, sorted.
    pub(super) fn pairs_within(&self, limit: f64) -> Vec<(u32, u32)> {
        pairs_within(limit, self, self.bodies(), |slot| self.moves(slot))
    }

    /// Is a body not fixed?
    fn moves(&self, slot: u32) -> bool {
        self.scene.node(slot).mobility != Mobility::Fixed
    }
}

impl Query<'_> {
    /// The two bodies that are nearest to each other, of those pairs that a posed body takes part
    /// in.
    #[must_use]
    pub fn nearest(&self) -> Option<BodyDistance> {
        nearest(self.world(), self.bodies(), |slot| self.is_posed(slot))
    }

    /// Every two bodies that are no further apart than the limit, of those pairs that a posed body
    /// takes part in: [`World::distances`].
    #[must_use]
    pub fn distances(&self) -> Vec<BodyDistance> {
        distances(self.world(), self.bodies(), |slot| self.is_posed(slot))
    }
}

/// The balls around all bodies, by slot; none of what is without bounds.
struct Balls(Vec<Option<Ball>>);

impl Balls {
    fn new(scene: &Scene, poses: &Poses) -> Self {
        let mut balls = Vec::new();
        for slot in scene.slots() {
            balls.resize(slot as usize, None);
            balls.push(ball(scene, poses, slot));
        }
        Self(balls)
    }

    /// Through the pairs that are looked at, of which one body at least is asked about.
    fn walk(
        &self,
        scene: &Scene,
        filter: &Filter,
        is_asked: impl Fn(u32) -> bool,
    ) -> PairWalk<impl Fn(u32, u32) -> Option<f64>> {
        let of = |slot: u32| self.0[slot as usize].as_ref();
        let around = |Ball { center, radius }: &Ball| Kdop {
            low: (center - *radius).to_array(),
            high: (center + *radius).to_array(),
        };
        let bodies = scene.slots().filter(|&slot| scene.node(slot).is_body());
        let bodies: Vec<WalkedBody> = bodies
            .map(|body| WalkedBody { body, volume: of(body).map(around), is_asked: is_asked(body) })
            .collect();
        PairWalk::new(&bodies, move |a, b| {
            filter.passes(scene, a, b).then(|| least_gap(of(a), of(b)).max(0.0))
        })
    }
}

/// The nearest pair, of those of which one body is asked about.
fn nearest(world: &World, bodies: Bodies, is_asked: impl Fn(u32) -> bool) -> Option<BodyDistance> {
    let (mut best, mut scratch): (Option<BodyDistance>, _) = (None, Scratch::default());
    let (balls, question) = (Balls::new(bodies.scene, bodies.poses), ManyPairs::new(bodies.ask));
    balls.walk(bodies.scene, &world.filter, is_asked).within(bodies.ask.limit, |a, b| {
        let limit = best.map_or(bodies.ask.limit, |best| best.distance.hi);
        let pair = bodies.pair((a, b));
        let found = question.ask(None, &mut scratch, |means| pair.distance(limit, means));
        if let Some(found) = found {
            // `lo` is below the distances of all pairs.
            let lo = best.map_or(found.distance.lo, |best| best.distance.lo.min(found.distance.lo));
            let nearer = best.filter(|best| best.is_no_further(&found)).unwrap_or(found);
            best = Some(BodyDistance { distance: Interval { lo, ..nearer.distance }, ..nearer });
        }
        // Nothing is nearer than what touches.
        match best.map_or(bodies.ask.limit, |best| best.distance.hi) {
            0.0 if best.is_some() => f64::NEG_INFINITY,
            limit => limit,
        }
    });
    best
}

/// The pairs that are looked at whose balls are no further apart than a limit, the lower slot first,
/// sorted, of those of which one body is asked about.
pub(super) fn pairs_within(
    limit: f64,
    world: &World,
    bodies: Bodies,
    is_asked: impl Fn(u32) -> bool,
) -> Vec<(u32, u32)> {
    let (balls, mut found) = (Balls::new(bodies.scene, bodies.poses), Vec::new());
    balls.walk(bodies.scene, &world.filter, is_asked).within(limit, |a, b| {
        found.push((a, b));
        limit
    });
    found.sort_unstable();
    found
}

/// The pairs within the limit of the question, of those of which one body is asked about.
fn distances(world: &World, bodies: Bodies, is_asked: impl Fn(u32) -> bool) -> Vec<BodyDistance> {
    let (limit, question) = (bodies.ask.limit, ManyPairs::new(bodies.ask));
    let ask = |scratch: &mut Scratch, &pair: &(u32, u32)| {
        let pair = bodies.pair(pair);
        question.ask(None, scratch, |means| pair.distance(limit, means))
    };
    let pairs = pairs_within(limit, world, bodies, is_asked);
    parallel::map(&pairs, 1, Scratch::default, ask).into_iter().flatten().collect()
}

impl BodyDistance {
    /// Is it nearer, or as near and of lower handles?
    fn is_no_further(&self, other: &Self) -> bool {
        let key = |found: &Self| (found.a, found.b);
        let order = self.distance.hi.total_cmp(&other.distance.hi);
        order.then_with(|| key(self).cmp(&key(other))).is_le()
    }
}

/// The ball around a body where it is; none if it is without bounds.
pub(super) fn ball(scene: &Scene, poses: &Poses, slot: u32) -> Option<Ball> {
    Some(scene.node(slot).outline()?.ball_at(poses.world_from(slot)))
}

/// The distance of the contents of two balls, at least; what is without bounds may be near
/// anything.
pub(super) fn least_gap(a: Option<&Ball>, b: Option<&Ball>) -> f64 {
    a.zip(b).map_or(0.0, |(a, b)| gap(a, b))
}

/// The distance of two balls, at least: a few roundings, of all that was added up, are taken off.
fn gap(a: &Ball, b: &Ball) -> f64 {
    let off = BALLS_GAP * (a.center.abs() + b.center.abs()).element_sum();
    a.center.distance(b.center) - (a.radius + b.radius) * UP_MANY - off
}
