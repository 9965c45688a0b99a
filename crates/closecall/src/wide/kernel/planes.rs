//! Axes that are kept: planes that tell a node's boxes from another box, and how a turn about B's
//! centre uses up what lies between.
//!
//! Why such a gap bounds the distance of the contents is derived in [`crate::wide::relation`],
//! under "Margins".

use super::boxes::{Keep, NodeVsBox};
use super::{Margins, V3, Want, cross, dot, load, splat};
use crate::rounding::F32_TINY;
use crate::rounding::factor::F32_UP_168;
use crate::rounding::tree::{LEVER, QUOTIENT_ABOVE, ROOT_WELL_ABOVE};
use crate::wide::relation::MovedBox;
use crate::wide::simd::{F32x8, Hardware, Lanes, Task};

/// [`Margins`] on axes that are known, and a lever about B's centre for all those lanes together.
///
/// A turn by Θ uses up Θ·λ of the margin m of a lane with the lever λ. What is left of the least of
/// all, min(m − Θλ), is concave in Θ, so it is above the straight line from the least margin M at 0
/// to its zero at Θ = min(m/λ): M − Θ·M·max(λ/m). That slope is the lever of the eight.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Levered {
    pub hits: u32,
    pub least: f32,
    pub lever: f32,
}

/// The distance of a box from B's centre, and of its points from its own centre.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Arm {
    pub to_center: [f32; 3],
    pub radius: f32,
}

/// A plane for every lane, with the lane's contents behind it: n·u ≤ offset, |n| about 1.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(in crate::wide) struct Planes {
    normal: [[f32; 8]; 3],
    offset: [f32; 8],
}

/// Eight boxes of a node and one box of the other tree; the planes that tell them apart best are
/// written down.
pub(in crate::wide) struct NodeVsBoxPlanes<'k> {
    pub boxes: NodeVsBox<'k>,
    pub arm: &'k Arm,
    pub settled: u32,
    pub planes: &'k mut Planes,
}

/// The distance by which a box is before all planes, at least.
pub(in crate::wide) struct BoxVsPlanes<'k> {
    pub planes: &'k Planes,
    pub other: &'k MovedBox,
    pub arm: &'k Arm,
    pub slack: f32,
}

impl Planes {
    /// Planes that everything is infinitely far before.
    pub(in crate::wide) const NONE: Self =
        Self { normal: [[0.0; 8]; 3], offset: [f32::NEG_INFINITY; 8] };
}

impl Task for NodeVsBoxPlanes<'_> {
    type Output = Levered;
    #[inline(always)]
    fn run<H: Hardware>(self) -> Levered {
        let mut best =
            BestAxis { gaps: H::F::splat(f32::NEG_INFINITY), axes: [H::F::splat(0.0); 3] };
        self.boxes.face_axes(&mut best);
        let (node, BestAxis { gaps, axes: normal }) = (self.boxes.node, best);
        let mut offset = dot(normal, load(&node.center));
        for i in 0..3 {
            offset =
                dot(normal, load(&node.axes[i])).abs().mul_add(H::F::load(&node.half[i]), offset);
        }
        let Margins { hits, least } = Margins::of(gaps, self.settled);
        let done = hits | self.settled;
        let lever = least * longest_per_margin(self.arm.levers(normal), gaps, done);
        for k in 0..3 {
            normal[k].or_where(done, H::F::splat(0.0)).store(&mut self.planes.normal[k]);
        }
        offset.or_where(done, H::F::splat(f32::NEG_INFINITY)).store(&mut self.planes.offset);
        Levered { hits, least, lever }
    }
}

impl Task for BoxVsPlanes<'_> {
    type Output = Levered;
    #[inline(always)]
    fn run<H: Hardware>(self) -> Levered {
        let normal = load::<H::F>(&self.planes.normal);
        let mut before = dot(normal, splat(&self.other.center)) - H::F::load(&self.planes.offset);
        for j in 0..3 {
            let along = dot(normal, splat(&self.other.axes[j])).abs();
            before = before - along * H::F::splat(self.other.half[j]);
        }
        let margins = before - H::F::splat(self.slack);
        let least = margins.least_except(0);
        let lever = least * longest_per_margin(self.arm.levers(normal), margins, 0);
        Levered { hits: 0, least, lever }
    }
}

impl Arm {
    /// No lever of the points of the box is longer, on whatever axis.
    #[inline(always)]
    pub(in crate::wide) fn longest(&self) -> f32 {
        let [x, y, z] = self.to_center;
        (x * x + y * y + z * z).sqrt() * F32_UP_168 + self.radius
    }

    /// The levers of the points of the box on an axis in every lane: |p × n| ≤ |c × n| + |p − c|.
    ///
    /// [`LEVER`] of |c| pays for the product in f32, and [`ROOT_WELL_ABOVE`] for the inverse root.
    #[inline(always)]
    fn levers<F: F32x8>(&self, normal: V3<F>) -> F {
        let across = cross(splat(&self.to_center), normal);
        let square = dot(across, across) + F::splat(F32_TINY);
        let [x, y, z] = self.to_center;
        let rest = (x.abs() + y.abs() + z.abs()) * LEVER + self.radius;
        (square * square.inverse_root()).mul_add(F::splat(ROOT_WELL_ABOVE), F::splat(rest))
    }
}

/// The largest λ/m of all lanes but those to skip, whose margins m have to be positive.
#[inline(always)]
fn longest_per_margin<F: F32x8>(levers: F, margins: F, skip: u32) -> f32 {
    let root = margins.inverse_root();
    let opposite = F::splat(0.0) - levers * root * root;
    -opposite.least_except(skip) * QUOTIENT_ABOVE
}

/// The largest gap found so far, and its axis, pointing from the lane to the other volume. (To
/// choose the axis whose gap will last the longest, by levers, saves a tenth of the tests and costs
/// more than that.)
struct BestAxis<F> {
    gaps: F,
    axes: V3<F>,
}

impl<F: F32x8> Keep<F> for BestAxis<F> {
    #[inline(always)]
    fn own(&mut self, axis: V3<F>, along: F, reach: F) {
        let gap = along.abs() - reach;
        for k in 0..3 {
            self.axes[k] = self.axes[k].or_if_less(axis[k].against(along), self.gaps, gap);
        }
        self.gaps = self.gaps.max(gap);
    }

    #[inline(always)]
    fn other(&mut self, axis: V3<F>, along: F, reach: F) {
        self.own(axis, along, reach);
    }
}
