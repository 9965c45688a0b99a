//! A convex body against a tree: its box by the kernels that compare boxes of two trees, its slabs
//! one by one.
//!
//! **What is claimed.** A triangle that shares a point with the body, { p : |aⱼ·(p−c)| ≤ hⱼ, low ≤
//! n·p ≤ high for every slab } in exact arithmetic, is reported. Below, o is the centre of the
//! tree's frame, R the radius of its ball, ε = 2⁻²⁴ and v = 2⁻⁵³; all lengths are in the tree's
//! units.
//!
//! **The body is cut down to the ball.** A point of both has aⱼ·(p−o) within R(1+10⁻⁸) of 0 and
//! within hⱼ of dⱼ = aⱼ·(c−o), which is off by 5v(|c|₁ + |o|₁): [`BODY_F64`] = 32v of |c|₁ + |o|₁ + R
//! pay for that and for all else that is done in f64. So the box is replaced by what these two
//! intervals share; along an axis where they share nothing, the two are apart. Whatever its size
//! and place, the box that is left lies in the frame's range: |centre|, half sides ≤ √3·R(1+10⁻⁸).
//! Its centre is Σ aⱼ·midⱼ instead of the point with these products: |AAᵀ−I|·√3R ≤ 3·10⁻⁹·√3R <
//! 0.1ε·R apart.
//!
//! **`position`.** The centre to f32: √3·ε·|centre|∞. A vertex of the tree in f32: √3·ε·reach. So
//! [`BODY_POSITION`] = 4ε of |centre|∞ + reach cover both and the 0.1ε·R.
//!
//! **Boxes against boxes, triangles against boxes.** As in [`super::super::relation`], with the
//! body as the box of Y: there moved axes are off by 7ε, here by ε (rounding) and 10⁻⁹. Its box
//! gets the margin of 48ε·H that stored boxes have, and the same slack for triangles: 17ε·D for the
//! longest edge D.
//!
//! **Slabs.** n·u for a centre or vertex |u| ≤ √3·reach: n to f32 costs ε·|u|, three products and
//! sums 3.1ε·√3|u|, a stored vertex √3·ε·reach: under 16ε·reach together. low and high are n·o less
//! in f64, 5v(|o|₁ + |low|), cut off at 2R + 1, beyond all contents, and rounded to f32 once. The
//! half sides' part, 6.1ε·H + 4.1ε·H + ε·H, is paid by their margin of 48ε.

use super::Sieve;
use super::candidates::{Candidates, SingleStacks};
use crate::geom::convex::Slab;
use crate::geom::{Convex, DVec3};
use crate::rounding::outward::to_f32_up;
use crate::rounding::shape::AXES_UP;
use crate::rounding::tree::{BOX_MARGIN, TRIANGLE};
use crate::rounding::walk::{BODY_F64, BODY_POSITION, BODY_SLAB};
use crate::wide::Scratch;
use crate::wide::kernel::{BlockVsBox, Hits, NodeVsBox, V3, dot, load, max3, min3};
use crate::wide::relation::MovedBox;
use crate::wide::simd::{F32x8, Hardware, Level, Task};
use crate::wide::tree::{Block, Node, Tree};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The number of slabs that are looked at; more would only rule out more.
const SLABS: usize = 16;

/// Tells `visit` of every triangle that may meet the body: of all that do, and of few others.
pub(crate) fn triangles_near(
    tree: &Tree,
    body: &Convex,
    scratch: &mut Scratch,
    visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
) {
    let Some(sieve) = ConvexBody::new(tree, body) else { return };
    let stacks: &mut SingleStacks = &mut scratch.single;
    // Whether the visitor broke off, it knows itself.
    let _ = Level::best().run(Candidates { tree: tree.arrays(), sieve: &sieve, stacks, visit });
}

/// A convex body in a tree's frame.
pub(super) struct ConvexBody {
    for_nodes: MovedBox,
    for_blocks: MovedBox,
    slabs: [LocalSlab; SLABS],
    count: usize,
}

#[derive(Clone, Copy, Default)]
struct LocalSlab {
    normal: [f32; 3],
    low: f32,
    high: f32,
}

impl ConvexBody {
    /// None if it is apart from the ball around the tree.
    pub(super) fn new(tree: &Tree, body: &Convex) -> Option<Self> {
        let (scale, ball) = (tree.frame.scale, tree.frame.radius * AXES_UP);
        let offset = body.center - tree.frame.center;
        let off = BODY_F64 * (scale * (l1(body.center) + l1(tree.frame.center)) + ball);
        let (mut middle, mut half) = (DVec3::ZERO, DVec3::ZERO);
        for j in 0..3 {
            let place = body.axes.col(j).dot(offset) * scale;
            let reach = body.half[j] * scale + off;
            let (low, high) = ((place - reach).max(-ball), (place + reach).min(ball));
            if low > high {
                return None;
            }
            (middle[j], half[j]) = ((low + high) * 0.5, (high - low) * 0.5);
        }
        let center = body.axes * middle;
        let lengths = center.abs().max_element() + f64::from(tree.reach);
        let position = BODY_POSITION * lengths;
        let half = half + BOX_MARGIN * half.element_sum();
        let triangle = position + TRIANGLE * f64::from(tree.longest_edge);
        let boxed = |slack: f64| MovedBox {
            axes: [0, 1, 2].map(|j| four(body.axes.col(j))),
            center: four(center),
            half: [0, 1, 2].map(|j| to_f32_up(half[j] + slack)),
        };
        let mut slabs = [LocalSlab::default(); SLABS];
        let count = body.slabs.len().min(SLABS);
        for (local, slab) in slabs.iter_mut().zip(&body.slabs) {
            *local = local_slab(tree, slab);
        }
        Some(Self { for_nodes: boxed(position), for_blocks: boxed(triangle), slabs, count })
    }

    /// The slabs. (No closure sees to a slab: closures do not inherit the features that a walk is
    /// compiled for.)
    #[inline(always)]
    fn slabs(&self) -> &[LocalSlab] {
        &self.slabs[..self.count]
    }
}

impl LocalSlab {
    #[inline(always)]
    fn normal<F: F32x8>(&self) -> V3<F> {
        let [x, y, z] = self.normal;
        [F::splat(x), F::splat(y), F::splat(z)]
    }

    /// A bit for every lane that reaches from `low` to `high` and so into the slab.
    #[inline(always)]
    fn meets<F: F32x8>(&self, low: F, high: F) -> u32 {
        low.at_most(F::splat(self.high)) & F::splat(self.low).at_most(high)
    }
}

impl Sieve for ConvexBody {
    #[inline(always)]
    fn boxes<H: Hardware>(&self, node: &Node, aligned: bool) -> u32 {
        let mut lanes = NodeVsBox { node, aligned, other: &self.for_nodes }.hits::<H>();
        for slab in self.slabs() {
            if lanes == 0 {
                return 0;
            }
            let (low, high) = spread_of_boxes::<H::F>(node, slab.normal());
            lanes &= slab.meets(low, high);
        }
        lanes
    }

    #[inline(always)]
    fn triangles<H: Hardware>(&self, block: &Block) -> u32 {
        let mut lanes = 255;
        for slab in self.slabs() {
            let (low, high) = spread_of_triangles::<H::F>(block, slab.normal());
            lanes &= slab.meets(low, high);
            if lanes == 0 {
                return 0;
            }
        }
        let settled = !lanes & 255;
        let Hits(hits) =
            BlockVsBox { block, other: &self.for_blocks, settled, want: PhantomData }.run::<H>();
        hits
    }
}

/// From where to where eight boxes reach along a normal.
#[inline(always)]
fn spread_of_boxes<F: F32x8>(node: &Node, normal: V3<F>) -> (F, F) {
    let middle = dot(normal, load(&node.center));
    let mut reach = F::splat(0.0);
    for i in 0..3 {
        reach = dot(normal, load(&node.axes[i])).abs().mul_add(F::load(&node.half[i]), reach);
    }
    (middle - reach, middle + reach)
}

/// From where to where eight triangles reach along a normal.
#[inline(always)]
fn spread_of_triangles<F: F32x8>(block: &Block, normal: V3<F>) -> (F, F) {
    let [p, q, r] = &block.corners;
    let places = [dot(normal, load(p)), dot(normal, load(q)), dot(normal, load(r))];
    (min3(places), max3(places))
}

fn local_slab(tree: &Tree, slab: &Slab) -> LocalSlab {
    let scale = tree.frame.scale;
    let beyond = 2.0 * tree.frame.radius + 1.0;
    let place = slab.normal.dot(tree.frame.center);
    let off = |end: f64| BODY_F64 * scale * (l1(tree.frame.center) + end.abs());
    let pad = BODY_SLAB * (f64::from(tree.reach) + beyond);
    let low = (slab.low - place) * scale - off(slab.low) - pad;
    let high = (slab.high - place) * scale + off(slab.high) + pad;
    let normal = slab.normal.as_vec3().to_array();
    // An end so far off that infinities meet is not a number: `max` and `min` open the slab there.
    LocalSlab {
        normal,
        low: low.max(-beyond).min(beyond) as f32,
        high: high.min(beyond).max(-beyond) as f32,
    }
}

fn l1(v: DVec3) -> f64 {
    v.abs().element_sum()
}

fn four(v: DVec3) -> [f32; 4] {
    [v.x as f32, v.y as f32, v.z as f32, 0.0]
}
