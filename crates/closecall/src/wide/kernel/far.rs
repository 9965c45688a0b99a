//! Bodies that are far apart: how much further than their centres their parts are, at least.
//!
//! Let n be the direction from A's centre to B's and τ their distance. With both centres moved to
//! one place, a point x of A and y of B differ by v, which is about as short as the bodies are
//! large, however long τ is: so f32 has digits enough. With s = n·v and p the rest of v across n,
//! their distance is √((τ+s)² + p²) = τ + g with the *gain* g = s + p²/(2τ + s + g). It grows with
//! s and with p, so that lower bounds of both give one of g; `bend` is at most 1/(2τ + s + g).

use super::boxes::NodeVsBox;
use super::{dot, load, max3, splat, sub};
use crate::wide::relation::{MovedBox, MovedTriangle};
use crate::wide::simd::{Hardware, Lanes};
use crate::wide::tree::Block;

/// The direction from this body to the other in this body's frame, and what p² counts for.
#[derive(Clone, Copy, Debug)]
pub(in crate::wide) struct Far {
    pub direction: [f32; 3],
    pub bend: f32,
}

impl Far {
    #[inline(always)]
    fn along(&self, [x, y, z]: [f32; 3]) -> f32 {
        let [a, b, c] = self.direction;
        a * x + b * y + c * z
    }

    /// How far a box reaches along the direction.
    #[inline(always)]
    fn reach(&self, other: &MovedBox) -> f32 {
        let mut reach = 0.0;
        for j in 0..3 {
            let [x, y, z, _] = other.axes[j];
            reach += self.along([x, y, z]).abs() * other.half[j];
        }
        reach
    }

    /// Of eight boxes and the other. Centres across the direction are at least as far apart as
    /// their distance less both half diagonals.
    #[inline(always)]
    pub(in crate::wide) fn nodes<H: Hardware>(&self, boxes: NodeVsBox) -> H::F {
        let NodeVsBox { node, other, .. } = boxes;
        let zero = H::F::splat(0.0);
        let direction = splat::<H::F>(&self.direction);
        let apart = sub(splat(&other.center), load(&node.center));
        let along = dot(direction, apart);
        let half = load::<H::F>(&node.half);
        let mut reach = H::F::splat(self.reach(other));
        for i in 0..3 {
            reach = dot(direction, load(&node.axes[i])).abs().mul_add(half[i], reach);
        }
        let [h, i, j] = other.half;
        let radii = dot(half, half).root() + H::F::splat((h * h + i * i + j * j).sqrt());
        let across = dot(apart, apart).mul_sub(H::F::splat(1.0 - 1e-6), along * along).max(zero);
        let across = (across.root() - radii).max(zero);
        (across * across).mul_add(H::F::splat(self.bend), along - reach)
    }

    /// Of eight triangles of a block and a box.
    #[inline(always)]
    pub(in crate::wide) fn blocks<H: Hardware>(&self, block: &Block, other: &MovedBox) -> H::F {
        let [x, y, z, _] = other.center;
        H::F::splat(self.along([x, y, z]) - self.reach(other)) - self.furthest::<H>(block)
    }

    /// Of a triangle of the other body and eight of a block, less a slack.
    #[inline(always)]
    pub(in crate::wide) fn row<H: Hardware>(
        &self,
        triangle: &MovedTriangle,
        block: &Block,
        slack: f32,
    ) -> H::F {
        let [p, q, r] = *triangle;
        let [p, q, r] = [[p[0], p[1], p[2]], [q[0], q[1], q[2]], [r[0], r[1], r[2]]];
        let nearest = self.along(p).min(self.along(q)).min(self.along(r));
        H::F::splat(nearest - slack) - self.furthest::<H>(block)
    }

    /// How far the triangles of a block reach towards the other body.
    #[inline(always)]
    fn furthest<H: Hardware>(&self, block: &Block) -> H::F {
        let direction = splat::<H::F>(&self.direction);
        let [p, q, r] = &block.corners;
        max3([dot(direction, load(p)), dot(direction, load(q)), dot(direction, load(r))])
    }
}
