//! Pairs of bodies that may be near each other, without a list of all pairs.
//!
//! A tree of boxes around the balls of the bodies is walked with itself, depth first and the nearer
//! parts first, so that little waits. Whoever is told of a pair answers how far to look from then
//! on: parts that are further apart are left out.

use super::nearest::least_gap;
use crate::geom::{Ball, DVec3};
use crate::rounding::factor::DOWN_MANY;
use crate::rounding::world::BALLS_GAP;

/// How many bodies a leaf has at most.
const LEAF: usize = 4;

/// A body, by its slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearBody {
    pub(super) slot: u32,
    /// None of a body without bounds, which may be near anything.
    pub(super) ball: Option<Ball>,
    /// Pairs are asked for of which one body at least is asked about.
    pub(super) is_asked: bool,
}

/// The tree; the root is node 0. Bodies without bounds are apart from it.
#[derive(Debug)]
pub(super) struct NearPairs {
    nodes: Vec<NearNode>,
    bodies: Vec<NearBody>,
    boundless: Vec<NearBody>,
}

/// A box and what is in it: two nodes from `first`, or `count` bodies from there.
#[derive(Clone, Copy, Debug)]
struct NearNode {
    low: DVec3,
    high: DVec3,
    is_asked: bool,
    first: u32,
    count: u32,
}

impl NearPairs {
    /// Of these bodies, in the order of their slots.
    pub(super) fn new(bodies: impl Iterator<Item = NearBody>) -> Self {
        let (mut bodies, boundless): (Vec<_>, Vec<_>) = bodies.partition(|b| b.ball.is_some());
        let mut nodes = vec![NearNode::around(&bodies, 0)];
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            let NearNode { low, high, first, count, .. } = nodes[node];
            if count as usize <= LEAF {
                continue;
            }
            let (first, end) = (first as usize, (first + count) as usize);
            let (middle, axis) = (first + (end - first) / 2, (high - low).max_position());
            bodies[first..end].select_nth_unstable_by(middle - first, |p, q| {
                p.center(axis).total_cmp(&q.center(axis)).then(p.slot.cmp(&q.slot))
            });
            nodes[node] = NearNode { first: nodes.len() as u32, count: 0, ..nodes[node] };
            for part in [first..middle, middle..end] {
                open.push(nodes.len());
                nodes.push(NearNode::around(&bodies[part.clone()], part.start));
            }
        }
        Self { nodes, bodies, boundless }
    }

    /// Tells of pairs whose balls are no further apart than a limit, with a lower bound of their
    /// distance and the lower slot first. The answer is the limit from then on.
    pub(super) fn visit(&self, mut limit: f64, mut told: impl FnMut(f64, u32, u32) -> f64) {
        for (place, one) in self.boundless.iter().enumerate() {
            for other in self.boundless[place + 1..].iter().chain(&self.bodies) {
                tell(one, other, &mut limit, &mut told);
            }
        }
        let mut open = vec![(0, 0)];
        while let Some((a, b)) = open.pop() {
            let (one, other) = (&self.nodes[a as usize], &self.nodes[b as usize]);
            if !(one.is_asked || other.is_asked) || one.gap(other) > limit {
                continue;
            }
            match (one.count > 0, other.count > 0) {
                (true, true) => self.leaves((one, other), a == b, &mut limit, &mut told),
                _ if a == b => {
                    let [left, right] = [one.first, one.first + 1];
                    open.extend([(left, right), (right, right), (left, left)]);
                }
                (is_leaf, other_is_leaf) => {
                    let opens_a = other_is_leaf || (!is_leaf && one.size() >= other.size());
                    let [p, q] = [0, 1].map(|k| match opens_a {
                        true => (one.first + k, b),
                        false => (a, other.first + k),
                    });
                    open.extend(if self.gap(p) > self.gap(q) { [p, q] } else { [q, p] });
                }
            }
        }
    }

    fn gap(&self, (a, b): (u32, u32)) -> f64 {
        self.nodes[a as usize].gap(&self.nodes[b as usize])
    }

    fn leaves(
        &self,
        (one, other): (&NearNode, &NearNode),
        same: bool,
        limit: &mut f64,
        told: &mut impl FnMut(f64, u32, u32) -> f64,
    ) {
        let of = |node: &NearNode| {
            let first = node.first as usize;
            &self.bodies[first..first + node.count as usize]
        };
        for (place, a) in of(one).iter().enumerate() {
            let rest = if same { place + 1 } else { 0 };
            of(other)[rest..].iter().for_each(|b| tell(a, b, limit, told));
        }
    }
}

/// Tells of two bodies, if they may be within the limit.
fn tell(a: &NearBody, b: &NearBody, limit: &mut f64, told: &mut impl FnMut(f64, u32, u32) -> f64) {
    let least = least_gap(a.ball.as_ref(), b.ball.as_ref());
    if (a.is_asked || b.is_asked) && !(least > *limit) {
        *limit = told(least, a.slot.min(b.slot), a.slot.max(b.slot));
    }
}

impl NearBody {
    fn center(&self, axis: usize) -> f64 {
        self.ball.map_or(0.0, |ball| ball.center[axis])
    }
}

impl NearNode {
    fn around(bodies: &[NearBody], first: usize) -> Self {
        let empty = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let balls = bodies.iter().filter_map(|body| body.ball);
        let (low, high) = balls.fold(empty, |(low, high), Ball { center, radius }| {
            (low.min(center - radius), high.max(center + radius))
        });
        let is_asked = bodies.iter().any(|body| body.is_asked);
        Self { low, high, is_asked, first: first as u32, count: bodies.len() as u32 }
    }

    /// How far apart what is in two boxes is at least: a few roundings, of all that was added up,
    /// are taken off.
    fn gap(&self, other: &Self) -> f64 {
        let apart = (other.low - self.high).max(self.low - other.high).max(DVec3::ZERO);
        let reach = |node: &Self| node.low.abs().max(node.high.abs()).element_sum();
        let off = BALLS_GAP * (reach(self) + reach(other));
        apart.length() * DOWN_MANY - off
    }

    fn size(&self) -> f64 {
        (self.high - self.low).length_squared()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::Rng;
    use std::collections::BTreeSet;

    fn bodies(count: u32, random: &mut Rng) -> Vec<NearBody> {
        let body = |slot: u32| {
            let ball = Ball { center: random.in_ball() * 10.0, radius: 0.1 };
            NearBody {
                slot,
                ball: (slot % 17 != 3).then_some(ball),
                is_asked: !slot.is_multiple_of(5),
            }
        };
        (0..count).map(body).collect()
    }

    #[test]
    fn every_pair_within_the_limit_is_told_of_once() {
        let mut random = Rng::new(3);
        for (count, limit) in [(0, 1.0), (1, 1.0), (5, f64::INFINITY), (60, 1.0), (200, 2.5)] {
            let bodies = bodies(count, &mut random);
            let mut told = Vec::new();
            NearPairs::new(bodies.iter().copied()).visit(limit, |least, a, b| {
                told.push((a, b, least.to_bits()));
                limit
            });
            let mut expected = BTreeSet::new();
            for (place, a) in bodies.iter().enumerate() {
                for b in &bodies[place + 1..] {
                    let least = least_gap(a.ball.as_ref(), b.ball.as_ref());
                    if least <= limit && (a.is_asked || b.is_asked) {
                        expected.insert((a.slot, b.slot, least.to_bits()));
                    }
                }
            }
            told.sort_unstable();
            assert_eq!(told, expected.into_iter().collect::<Vec<_>>(), "{count} up to {limit}");
        }
    }

    #[test]
    fn with_a_falling_limit_few_pairs_are_told_of() {
        let mut random = Rng::new(4);
        let ball = |_| Ball { center: random.in_ball() * 100.0, radius: 0.1 };
        let balls: Vec<Ball> = (0..2000).map(ball).collect();
        let bodies = balls.iter().zip(0..).map(|(&ball, slot)| NearBody {
            slot,
            ball: Some(ball),
            is_asked: true,
        });
        let (mut told, mut best) = (0, f64::INFINITY);
        NearPairs::new(bodies).visit(f64::INFINITY, |least, _, _| {
            told += 1;
            best = best.min(least);
            best
        });
        let least = |(k, a): (usize, &Ball)| {
            balls[k + 1..].iter().map(|b| least_gap(Some(a), Some(b))).fold(f64::INFINITY, f64::min)
        };
        assert_eq!(best, balls.iter().enumerate().map(least).fold(f64::INFINITY, f64::min));
        assert!(told < 4 * balls.len(), "{told} pairs");
    }
}
