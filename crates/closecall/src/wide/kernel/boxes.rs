//! Eight boxes of a node against one box of the other tree, on the six face axes. The nine edge axes would save 3 to 20 % of the
//! visits and cost more than that.

use super::{abs, dot, load, splat, sub};
use crate::wide::relation::MovedBox;
use crate::wide::simd::{F32x8, Hardware, Task};
use crate::wide::tree::Node;

/// Eight oriented boxes.
pub(in crate::wide) struct OrientedBoxes<'k> {
    pub node: &'k Node,
    pub other: &'k MovedBox,
}

/// Eight boxes that are all aligned with the frame.
pub(in crate::wide) struct AlignedBoxes<'k> {
    pub node: &'k Node,
    pub other: &'k MovedBox,
}

impl Task for OrientedBoxes<'_> {
    type Output = u32;
    #[inline(always)]
    fn run<H: Hardware>(self) -> u32 {
        oriented_gaps::<H::F>(self.node, self.other).at_most(H::F::splat(0.0))
    }
}

impl Task for AlignedBoxes<'_> {
    type Output = u32;
    #[inline(always)]
    fn run<H: Hardware>(self) -> u32 {
        aligned_gaps::<H::F>(self.node, self.other).at_most(H::F::splat(0.0))
    }
}

/// The largest gap on the six axes; not positive where none was found.
#[inline(always)]
fn oriented_gaps<F: F32x8>(node: &Node, other: &MovedBox) -> F {
    let apart = sub(load::<F>(&node.center), splat(&other.center));
    let half = load::<F>(&node.half);
    let mut reach = half;
    let mut gap = F::splat(-1.0);
    for j in 0..3 {
        let other_axis = splat::<F>(&other.axes[j]);
        let other_half = F::splat(other.half[j]);
        let mut other_reach = other_half;
        for i in 0..3 {
            let along = dot(load(&node.axes[i]), other_axis).abs();
            reach[i] = along.mul_add(other_half, reach[i]);
            other_reach = along.mul_add(half[i], other_reach);
        }
        gap = gap.max(dot(other_axis, apart).abs() - other_reach);
    }
    for i in 0..3 {
        gap = gap.max(dot(load(&node.axes[i]), apart).abs() - reach[i]);
    }
    gap
}

/// [`oriented_gaps`] where the axes are the unit vectors.
#[inline(always)]
fn aligned_gaps<F: F32x8>(node: &Node, other: &MovedBox) -> F {
    let apart = sub(load::<F>(&node.center), splat(&other.center));
    let half = load::<F>(&node.half);
    let mut gap = F::splat(-1.0);
    let mut reach = half;
    for j in 0..3 {
        let axis = splat::<F>(&other.axes[j]);
        let along = abs(axis);
        let own = F::splat(other.half[j]);
        for k in 0..3 {
            reach[k] = along[k].mul_add(own, reach[k]);
        }
        gap = gap.max(dot(axis, apart).abs() - (dot(along, half) + own));
    }
    for k in 0..3 {
        gap = gap.max(apart[k].abs() - reach[k]);
    }
    gap
}
