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
        oriented_boxes::<H::F>(self.node, self.other)
    }
}

impl Task for AlignedBoxes<'_> {
    type Output = u32;
    #[inline(always)]
    fn run<H: Hardware>(self) -> u32 {
        aligned_boxes::<H::F>(self.node, self.other)
    }
}

#[inline(always)]
fn oriented_boxes<F: F32x8>(node: &Node, other: &MovedBox) -> u32 {
    let apart = sub(load::<F>(&node.center), splat(&other.center));
    let other_axes = [splat::<F>(&other.axes[0]), splat(&other.axes[1]), splat(&other.axes[2])];
    let other_half = splat::<F>(&other.half);
    let mut other_reach = other_half;
    let mut gap = F::splat(-1.0);
    for i in 0..3 {
        let axis = load::<F>(&node.axes[i]);
        let half = F::load(&node.half[i]);
        let mut reach = half;
        for j in 0..3 {
            let along = dot(axis, other_axes[j]).abs();
            reach = along.mul_add(other_half[j], reach);
            other_reach[j] = along.mul_add(half, other_reach[j]);
        }
        gap = gap.max(dot(axis, apart).abs() - reach);
    }
    for j in 0..3 {
        gap = gap.max(dot(other_axes[j], apart).abs() - other_reach[j]);
    }
    gap.at_most(F::splat(0.0))
}

/// Here the axes are the unit vectors.
#[inline(always)]
fn aligned_boxes<F: F32x8>(node: &Node, other: &MovedBox) -> u32 {
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
    gap.at_most(F::splat(0.0))
}
