//! Eight boxes of a node, and all that is within reach of a point.

use super::{Margins, Want, dot, load, splat, sub};
use crate::rounding::F32_TINY;
use crate::rounding::tree::ROOT_WELL_ABOVE;
use crate::wide::simd::{F32x8, Hardware, Lanes, Task};
use crate::wide::tree::Node;

/// Eight boxes of a node, and all that is within `reach` of a point.
pub(in crate::wide) struct NodeVsBall<'k> {
    pub node: &'k Node,
    pub center: [f32; 3],
    pub reach: f32,
    pub slack: f32,
    pub settled: u32,
}

impl Task for NodeVsBall<'_> {
    type Output = Margins;
    /// With t for a box's coordinates of the point and h for its half sides, its points are at
    /// least √Σmax(|t|−h, 0)² away. Of two squares of distances a gap is their difference over the
    /// sum of the distances.
    #[inline(always)]
    fn run<H: Hardware>(self) -> Margins {
        let zero = H::F::splat(0.0);
        let apart = sub(load::<H::F>(&self.node.center), splat(&self.center));
        let mut squares = zero;
        for i in 0..3 {
            let along = dot(load::<H::F>(&self.node.axes[i]), apart).abs();
            let beyond = (along - H::F::load(&self.node.half[i])).max(zero);
            squares = beyond.mul_add(beyond, squares);
        }
        let difference = squares - H::F::splat(self.reach * self.reach);
        let squares = squares + H::F::splat(F32_TINY);
        let sum = (squares * squares.inverse_root())
            .mul_add(H::F::splat(ROOT_WELL_ABOVE), H::F::splat(self.reach + F32_TINY));
        let root = sum.inverse_root();
        Margins::of(difference * root * root - H::F::splat(self.slack), self.settled)
    }
}
