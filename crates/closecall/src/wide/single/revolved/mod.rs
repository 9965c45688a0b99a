//! A tool against a tree: convex solids of revolution that go up their common axis without end,
//! moved along a segment.
//!
//! A solid is given by its radius R and by tangents of its underside b: lines of slope m with b(r)
//! ≥ m·r − rest. Its *lift* off a point w, seen from its tip in its own frame, is w_z − b(|w_xy|),
//! or nothing where |w_xy| > R.
//!
//! **What is claimed.** A triangle is reported if some solid, made wider by `beside`, has a lift of
//! `above` or more off one of its points, somewhere on the way. A triangle that is not reported was ruled out
//! for each solid by a direction u across the axis, |u| ≤ 1: either u·w > R + beside for all of it,
//! all along the way, or w_z − m·u·w + rest + m·beside < above. (Fenchel's inequality: b(r −
//! beside) ≥ m·r − rest − m·beside, and u·w ≤ |w_xy|. For any u and any tangent this is a proof, so
//! u and m are guessed: from the middle of the box or triangle.)
//!
//! **Rounding**, in the tree's units, ε = 2⁻²⁴. C bounds |c|, the centre of a box or a corner:
//! √3·reach. A coordinate in the tool's frame has three products with rounded rows (7.1ε·C), the
//! start of the way (ε·S) and a difference: 8.2ε(C + S). Times u and m, with two more products and
//! the sum of six terms, under 24ε(1 + m)(C + S + D) for a way of length D; `above` and `beside`
//! are rounded once each and added: 8ε of their size. So is `rest`, which can be much larger (50
//! radii, where the tangent is steep): it is kept larger by 16ε ([`TOOL_REST`]) of itself. u itself is longer than
//! 1 by 4ε at most, and what b* grows by then is paid alike. [`TOOL`](crate::rounding::walk::TOOL) = 48ε of all these sizes times
//! (1 + m) pays for it, and for a stored corner (√3·ε·reach). The part of a box's half sides,
//! 15ε(1 + m)·H for their sum H, is paid by their margin of 48ε·H, which is worth 34ε(1 + m)·H
//! along a normal of length √(1 + m²). What is done in f64 is off by less than
//! [`TOOL_F64`](crate::rounding::walk::TOOL_F64) of the sizes.
//!
//! [`sweep`] puts a tool on its way into a tree's frame; [`kernel`] has the tests of eight boxes
//! and of eight triangles.

mod kernel;
mod sweep;

use crate::geom::{DMat3, DVec3, Triangle};
use crate::rounding::walk::TOOL_REST;
use crate::wide::simd::{Hardware, Level, Task};
use crate::wide::stack::Stack;
use crate::wide::tree::{Arrays, Child};
use crate::wide::{Scratch, TreeAndMesh};
use sweep::{Local, SweepPlace};

/// The number of tangents that are kept of an underside, by the square of the distance from the
/// axis; and one beyond the rim.
const STEPS: usize = 256;

/// The steepest tangent that is kept: the slack grows with the slope.
const STEEPEST: f64 = 50.0;

/// A convex solid of revolution that goes up its axis without end: what the walk needs of it.
#[derive(Clone, Debug)]
pub struct Revolved {
    radius: f64,
    /// The largest magnitude of a tangent's rest.
    tall: f64,
    lowest: f64,
    /// Slope and rest, larger by what it is rounded by.
    tangents: Box<[[f32; 2]; STEPS + 1]>,
}

impl Revolved {
    /// A solid of this radius, nowhere lower than `lowest`. `slope` guesses that of the underside
    /// at a distance from the axis; `conjugate` is an upper bound of max over r ≤ R of (m·r − b(r))
    /// for m ≥ 0.
    #[must_use]
    pub fn new(
        radius: f64,
        lowest: f64,
        slope: impl Fn(f64) -> f64,
        conjugate: impl Fn(f64) -> f64,
    ) -> Self {
        let mut tangents = Box::new([[0.0; 2]; STEPS + 1]);
        let mut tall = lowest.abs();
        for (step, tangent) in tangents.iter_mut().enumerate() {
            let share = (step as f64 + 0.5) / STEPS as f64;
            let guess = slope(radius * share.min(1.0).sqrt());
            let m = if guess > 0.0 { guess.min(STEEPEST) as f32 } else { 0.0 };
            let rest = conjugate(f64::from(m));
            tall = tall.max(rest.abs());
            *tangent = [m, (rest + TOOL_REST * rest.abs()) as f32];
        }
        Self { radius, tall, lowest, tangents }
    }

    /// Its radius.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

/// Solids on their way.
#[derive(Clone, Copy, Debug)]
pub struct RevolvedSweep<'t> {
    /// The solids, all about the same axis.
    pub solids: &'t [Revolved],
    /// Rows are the axes of the tool's frame; the last is the solids' axis. Orthonormal up to
    /// 10⁻¹⁵.
    pub tool_from_mesh: DMat3,
    /// From where to where the tip goes.
    pub ends: [DVec3; 2],
    /// The solids are this much wider.
    pub beside: f64,
    /// Lifts below this do not count.
    pub above: f64,
}

/// Calls `visit` with the number and corners of each triangle that a moving tool may meet, beginning
/// with those that it may have to be lifted off furthest. `visit` returns the lift from which on other
/// triangles are still of interest: it gets all triangles that need more.
pub fn triangles_met(
    (tree, mesh): TreeAndMesh,
    sweep: &RevolvedSweep,
    scratch: &mut Scratch,
    visit: &mut dyn FnMut(u32, &Triangle) -> f64,
) {
    let (found, corners) = (&mut scratch.single.found, mesh.indexed());
    found.clear();
    match Local::placed(tree, sweep) {
        SweepPlace::Apart => return,
        SweepPlace::OutOfRange => {
            found.extend((0..mesh.triangle_count() as u32).map(|number| (f32::INFINITY, number)))
        }
        SweepPlace::Near(local) => {
            let (tree, stack) = (tree.arrays(), &mut scratch.single.nodes);
            match sweep.tool_from_mesh == DMat3::IDENTITY {
                true => {
                    Level::best().run(RevolvedMet::<true> { tree, local: &local, stack, found })
                }
                false => {
                    Level::best().run(RevolvedMet::<false> { tree, local: &local, stack, found })
                }
            }
        }
    }
    let scale = tree.frame.scale;
    while let Some(next) = (0..found.len()).max_by(|&i, &j| found[i].0.total_cmp(&found[j].0)) {
        let (_, number) = found.swap_remove(next);
        let limit = visit(number, &corners.triangle(number as usize)) * scale;
        // To f32 and below: what is left out was bounded by less than the limit.
        let limit = (limit as f32).next_down();
        found.retain(|&(bound, _)| !(bound < limit));
    }
}

/// The walk: which triangles no test ruled out, and upper bounds of the lifts off them, in the
/// tree's units. Of an upright tool the frame is the tree's, and nothing has to be turned.
struct RevolvedMet<'q, 't, const UPRIGHT: bool> {
    tree: Arrays<'q>,
    local: &'q Local<'t>,
    stack: &'q mut Stack,
    found: &'q mut Vec<(f32, u32)>,
}

impl<const UPRIGHT: bool> Task for RevolvedMet<'_, '_, UPRIGHT> {
    type Output = ();

    #[inline(always)]
    fn run<H: Hardware>(self) {
        let Self { tree, local, stack, found } = self;
        stack.clear();
        stack.push(tree.root().0, 0);
        while let Some((child, _)) = stack.pop() {
            let child = Child(child);
            if child.is_block() {
                let block = &tree.blocks[child.index()];
                let mut bounds = [0.0; 8];
                let mut lanes =
                    local.triangles::<H, UPRIGHT>(block, &mut bounds) & block.lanes::<H>();
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize & 7;
                    found.push((bounds[lane], block.ids[lane]));
                    lanes &= lanes - 1;
                }
            } else {
                let node = &tree.nodes[child.index()];
                let hits = local.boxes::<H, UPRIGHT>(node, child.is_aligned());
                stack.push_low::<H>(hits, &node.child, 0);
            }
        }
    }
}
