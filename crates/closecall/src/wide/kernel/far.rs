//! Bodies that are far apart: how much further than their centres their parts are, at least.
//!
//! Let n be the direction from A's centre to B's and τ their distance. With both centres moved to
//! one place, a point x of A and y of B differ by v, which is about as short as the bodies are
//! large, however long τ is: so f32 has digits enough. Their distance |τn + v| is τ + g, and what
//! is bounded from below is the *gain* g.
//!
//! Along n alone parts that lie beside the line of the centres seem nearer than they are, by up to
//! p²/2τ for p across n. So every two parts have a direction of their own, n + u, which leads from
//! the one to the other with the bodies where they are. With L = |n + u| the distance is at least
//! (τn + v)·(n + u)/L, so that g ≥ (v·(n + u) − τ(L − 1 − n·u))/L. For u across n the second term
//! is at most τu²/2, and where n·u = x is not quite 0, (u² − x²)/(L + 1 + x) is no more than that,
//! up to a share of x. 1/L is between 1 − u²/2 and that plus 3u⁴/8. Nothing long is left.

use super::boxes::NodeVsBox;
use super::{V3, dot, load, max3, min3, splat, sub};
use crate::wide::relation::{MovedBox, MovedTriangle};
use crate::wide::simd::{F32x8, Hardware, Lanes};
use crate::wide::tree::Block;

/// The direction from this body to the other in this body's frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::wide) struct FarDirection {
    pub direction: [f32; 3],
    /// One over about how far apart the nearest parts are: any number is right, a good one useful.
    pub per_length: f32,
    /// Half of τ, rounded up, unless `per_length` is 0.
    pub half_between: f32,
}

/// A direction for each of eight pairs.
struct Leads<F> {
    lead: V3<F>,
    /// The cost of leaving n, and u².
    cost: F,
    square: F,
}

impl<F: F32x8> Leads<F> {
    /// The gain, for how far apart along the direction two parts are.
    #[inline(always)]
    fn gain(&self, along: F) -> F {
        let short = along - self.cost;
        let per_length = self.square.mul_add(F::splat(-0.5), F::splat(1.0));
        let more = (self.square * self.square).mul_add(F::splat(0.375), per_length);
        (short * per_length).min(short * more)
    }
}

impl FarDirection {
    /// For parts that are so far apart, centre from centre, with the bodies at one place.
    #[inline(always)]
    fn leads<F: F32x8>(&self, apart: V3<F>) -> Leads<F> {
        let direction = splat::<F>(&self.direction);
        let along = dot(direction, apart);
        let share = F::splat(self.per_length);
        let (mut aside, mut lead) = (apart, direction);
        for k in 0..3 {
            aside[k] = (apart[k] - along * direction[k]) * share;
            lead[k] = direction[k] + aside[k];
        }
        let square = dot(aside, aside);
        Leads { lead, cost: square * F::splat(self.half_between), square }
    }

    /// Of eight boxes and the other.
    #[inline(always)]
    pub(in crate::wide) fn nodes<H: Hardware>(&self, boxes: NodeVsBox) -> H::F {
        let NodeVsBox { node, other, .. } = boxes;
        let apart = sub(splat::<H::F>(&other.center), load(&node.center));
        let leads = self.leads(apart);
        let half = load::<H::F>(&node.half);
        let mut reach = reach(&leads.lead, other);
        for i in 0..3 {
            reach = dot(leads.lead, load(&node.axes[i])).abs().mul_add(half[i], reach);
        }
        leads.gain(dot(leads.lead, apart) - reach)
    }

    /// Of eight triangles of a block and a box.
    #[inline(always)]
    pub(in crate::wide) fn blocks<H: Hardware>(&self, block: &Block, other: &MovedBox) -> H::F {
        let center = splat::<H::F>(&other.center);
        let leads = self.leads(sub(center, load(&block.corners[0])));
        let nearest = dot(leads.lead, center) - reach(&leads.lead, other);
        leads.gain(nearest - furthest(&leads.lead, block))
    }

    /// Of a triangle of the other body and eight of a block, less a slack.
    #[inline(always)]
    pub(in crate::wide) fn row<H: Hardware>(
        &self,
        triangle: &MovedTriangle,
        block: &Block,
        slack: f32,
    ) -> H::F {
        let [p, q, r] = triangle;
        let [p, q, r] = [splat::<H::F>(p), splat(q), splat(r)];
        let leads = self.leads(sub(p, load(&block.corners[0])));
        let nearest = min3([dot(leads.lead, p), dot(leads.lead, q), dot(leads.lead, r)]);
        leads.gain(nearest - furthest(&leads.lead, block) - H::F::splat(slack))
    }
}

/// The reach of a box along each direction.
#[inline(always)]
fn reach<F: F32x8>(lead: &V3<F>, other: &MovedBox) -> F {
    let mut reach = F::splat(0.0);
    for j in 0..3 {
        let along = dot(*lead, splat(&other.axes[j])).abs();
        reach = along.mul_add(F::splat(other.half[j]), reach);
    }
    reach
}

/// The reach of the triangles of a block towards the other body, each along its own direction.
#[inline(always)]
fn furthest<F: F32x8>(lead: &V3<F>, block: &Block) -> F {
    let [p, q, r] = &block.corners;
    max3([dot(*lead, load(p)), dot(*lead, load(q)), dot(*lead, load(r))])
}
