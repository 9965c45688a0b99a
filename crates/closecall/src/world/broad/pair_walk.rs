//! Pairs of bodies without a list of all pairs: the nearest first, or all within a limit, as far as
//! boxes tell.
//!
//! A tree of boxes is walked with itself. Two nodes wait with the gap of their boxes, which is a
//! lower bound for all that is in them, and two bodies with a gap that the question knows better.

use super::tree::BoxTree;
use crate::geom::DVec3;
use crate::geom::kdop::Kdop;
use crate::rounding::factor::DOWN_MANY;
use crate::rounding::world::BALLS_GAP;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A body, by its number.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct WalkedBody {
    pub body: u32,
    /// None of a body without bounds, which may be near anything.
    pub volume: Option<Kdop<3>>,
    /// Pairs are asked for of which one body at least is asked about.
    pub is_asked: bool,
}

/// Bodies whose pairs are asked for; `gap` is a lower bound of the distance of two of them, not
/// negative, the lower number first, or none if they are not looked at.
pub(in crate::world) struct PairWalk<G> {
    tree: BoxTree<3>,
    /// Is a body below a node asked about?
    is_asked: Vec<bool>,
    boundless: Vec<(u32, bool)>,
    bodies: Vec<(u32, bool)>,
    gap: G,
}

/// Two nodes or two bodies that wait to be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Waiting {
    bound: f64,
    is_pair: bool,
    a: u32,
    b: u32,
}

impl<G: Fn(u32, u32) -> Option<f64>> PairWalk<G> {
    pub(in crate::world) fn new(bodies: &[WalkedBody], gap: G) -> Self {
        let is_asked = |body: &WalkedBody| (body.body, body.is_asked);
        let bounded = bodies.iter().filter_map(|body| Some((body.body, body.volume.as_ref()?)));
        let tree = BoxTree::of(bounded);
        let mut asked: Vec<u32> =
            bodies.iter().filter(|body| body.is_asked).map(|body| body.body).collect();
        asked.sort_unstable();
        let mut of_nodes = vec![false; tree.len()];
        for node in (0..tree.len()).rev() {
            of_nodes[node] = match tree.body(node as u32) {
                Some(body) => asked.binary_search(&body).is_ok(),
                None => tree.children(node as u32).any(|part| of_nodes[part as usize]),
            };
        }
        let (boundless, bodies): (Vec<_>, Vec<_>) =
            bodies.iter().partition::<Vec<&WalkedBody>, _>(|body| body.volume.is_none());
        Self {
            tree,
            is_asked: of_nodes,
            boundless: boundless.into_iter().map(is_asked).collect(),
            bodies: bodies.into_iter().map(is_asked).collect(),
            gap,
        }
    }

    /// All pairs, the nearest first, and of those as near the lower numbers.
    pub(in crate::world) fn nearest_first(self) -> impl Iterator<Item = (f64, u32, u32)> {
        let mut waiting = BinaryHeap::new();
        self.start(&mut |next| waiting.push(next));
        std::iter::from_fn(move || {
            loop {
                let Waiting { bound, is_pair, a, b } = waiting.pop()?;
                if is_pair {
                    return Some((bound, a, b));
                }
                self.open([a, b], &mut |next| waiting.push(next));
            }
        })
    }

    /// Visits the pairs that are not further apart than a limit, depth first and the nearer parts
    /// first, so that little waits. The answer of `visit` is the limit from then on.
    pub(in crate::world) fn within(&self, mut limit: f64, mut visit: impl FnMut(u32, u32) -> f64) {
        let mut waiting: Vec<Waiting> = Vec::new();
        self.start(&mut |next| waiting.push(next));
        while let Some(Waiting { bound, is_pair, a, b }) = waiting.pop() {
            match is_pair {
                _ if bound > limit => {}
                true => limit = visit(a, b),
                false => {
                    let before = waiting.len();
                    self.open([a, b], &mut |next| waiting.push(next));
                    waiting[before..].sort_unstable();
                }
            }
        }
    }

    /// The root with itself, and what is without bounds with everything.
    fn start(&self, wait: &mut impl FnMut(Waiting)) {
        for (place, &(one, is_asked)) in self.boundless.iter().enumerate() {
            for &(other, other_is_asked) in self.boundless[place + 1..].iter().chain(&self.bodies) {
                if is_asked || other_is_asked {
                    self.wait_for_bodies(one, other, wait);
                }
            }
        }
        if self.tree.len() > 0 {
            self.wait_for_nodes([0, 0], wait);
        }
    }

    /// Puts the parts of two nodes in their place: of the larger one.
    fn open(&self, [a, b]: [u32; 2], wait: &mut impl FnMut(Waiting)) {
        let mut wait_for = |nodes: [u32; 2]| self.wait_for_nodes(nodes, wait);
        let parts = |node: u32| self.tree.children(node);
        match (self.tree.body(a), self.tree.body(b)) {
            (Some(one), Some(other)) => self.wait_for_bodies(one, other, wait),
            _ if a == b => {
                let pairs = parts(a).enumerate();
                let pairs =
                    pairs.flat_map(|(k, one)| parts(a).skip(k).map(move |other| [one, other]));
                pairs.for_each(wait_for);
            }
            (None, other) if other.is_some() || self.size(a) >= self.size(b) => {
                parts(a).for_each(|part| wait_for([part, b]));
            }
            _ => parts(b).for_each(|part| wait_for([a, part])),
        }
    }

    fn wait_for_bodies(&self, one: u32, other: u32, wait: &mut impl FnMut(Waiting)) {
        let (a, b) = (one.min(other), one.max(other));
        if let Some(bound) = (self.gap)(a, b) {
            wait(Waiting { bound, is_pair: true, a, b });
        }
    }

    fn wait_for_nodes(&self, [a, b]: [u32; 2], wait: &mut impl FnMut(Waiting)) {
        let is_one_body = a == b && self.tree.body(a).is_some();
        if !is_one_body && (self.is_asked[a as usize] || self.is_asked[b as usize]) {
            let [one, other] = [a, b].map(|node| self.tree.volume(node));
            // What is in one node comes before what is in two.
            let bound = if a == b { f64::NEG_INFINITY } else { box_gap(one, other) };
            wait(Waiting { bound, is_pair: false, a, b });
        }
    }

    fn size(&self, node: u32) -> f64 {
        let bounds = self.tree.volume(node).bounds();
        (bounds.high - bounds.low).length_squared()
    }
}

/// The distance of the contents of two boxes, at least: a few roundings, of all that was added up,
/// are taken off.
fn box_gap(one: &Kdop<3>, other: &Kdop<3>) -> f64 {
    let (one, other) = (one.bounds(), other.bounds());
    let apart = (other.low - one.high).max(one.low - other.high).max(DVec3::ZERO);
    let reach = one.low.abs().max(one.high.abs()) + other.low.abs().max(other.high.abs());
    apart.length() * DOWN_MANY - BALLS_GAP * reach.element_sum()
}

/// The nearest is the greatest; nodes come before bodies, which they may hold.
impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let rest = |waiting: &Self| (waiting.is_pair, waiting.a, waiting.b);
        other.bound.total_cmp(&self.bound).then_with(|| rest(other).cmp(&rest(self)))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Eq for Waiting {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::Rng;

    const RADIUS: f64 = 0.1;

    fn bodies(count: u32, random: &mut Rng) -> (Vec<WalkedBody>, Vec<DVec3>) {
        let centers: Vec<DVec3> = (0..count).map(|_| random.in_ball() * 10.0).collect();
        let body = |(body, center): (u32, &DVec3)| {
            let [low, high] = [-RADIUS, RADIUS].map(|reach| (center + reach).to_array());
            let volume = (body % 17 != 3).then_some(Kdop { low, high });
            WalkedBody { body, volume, is_asked: body % 5 != 0 }
        };
        ((0..).zip(&centers).map(body).collect(), centers)
    }

    #[test]
    fn every_pair_comes_once_and_the_nearest_first() {
        let mut random = Rng::new(3);
        for (count, limit) in [(0, 1.0), (1, 1.0), (5, f64::INFINITY), (60, 1.0), (200, 2.5)] {
            let (bodies, centers) = bodies(count, &mut random);
            let gap = |a: u32, b: u32| {
                let is_bounded = |body: u32| bodies[body as usize].volume.is_some();
                let [p, q] = [a, b].map(|body| centers[body as usize]);
                let gap = (p.distance(q) - 2.0 * RADIUS).max(0.0);
                Some(if is_bounded(a) && is_bounded(b) { gap } else { 0.0 })
            };
            let mut expected: Vec<(f64, u32, u32)> = (0..count)
                .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
                .filter(|&(a, b)| a % 5 != 0 || b % 5 != 0)
                .map(|(a, b)| (gap(a, b).unwrap(), a, b))
                .collect();
            expected.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
            let found: Vec<_> = PairWalk::new(&bodies, gap).nearest_first().collect();
            assert_eq!(found, expected, "{count}");
            let mut within = Vec::new();
            PairWalk::new(&bodies, gap).within(limit, |a, b| {
                within.push((a, b));
                limit
            });
            within.sort_unstable();
            expected.retain(|&(gap, ..)| gap <= limit);
            let mut expected: Vec<_> = expected.into_iter().map(|(_, a, b)| (a, b)).collect();
            expected.sort_unstable();
            assert_eq!(within, expected, "{count} up to {limit}");
        }
    }

    #[test]
    fn the_nearest_pair_is_found_without_most_others() {
        let mut random = Rng::new(4);
        let centers: Vec<DVec3> = (0..2000).map(|_| random.in_ball() * 100.0).collect();
        let body = |(body, center): (u32, &DVec3)| {
            let [low, high] = [-RADIUS, RADIUS].map(|reach| (center + reach).to_array());
            WalkedBody { body, volume: Some(Kdop { low, high }), is_asked: true }
        };
        let bodies: Vec<_> = (0..).zip(&centers).map(body).collect();
        let asked = std::cell::Cell::new(0);
        let gap = |a: u32, b: u32| {
            asked.set(asked.get() + 1);
            Some(centers[a as usize].distance(centers[b as usize]) - 2.0 * RADIUS)
        };
        let (found, ..) = PairWalk::new(&bodies, gap).nearest_first().next().unwrap();
        let least = |(k, p): (usize, &DVec3)| {
            centers[k + 1..].iter().map(|q| p.distance(*q)).fold(f64::INFINITY, f64::min)
        };
        let expected = centers.iter().enumerate().map(least).fold(f64::INFINITY, f64::min);
        assert_eq!(found, expected - 2.0 * RADIUS);
        assert!(asked.get() < 4 * centers.len(), "{} pairs", asked.get());
    }
}
