//! The arguments of a launch: a pair of trees, the slack of their tests, and a batch of poses.
//!
//! **The slack.** A box of Y, moved into X's frame, has a centre that is off by at most
//! [`DEVICE_POSITION`] of ρ·reach_Y + reach_X + |T|, where ρ is the ratio of the scales and T the
//! offset of the centres in X's units. The offset itself is off by `off`, [`POSITION_F64`] of all
//! that it is made of. The constants are the library's own, so that both change together.
//!
//! One slack serves all poses: the walk begins only where the balls around the two meshes overlap.
//! There |T| is at most both radii and `off`, and the translation at most that and both centres.
//!
//! **Clearance.** What is no further apart than d counts. Distances are longer by d then: that
//! costs 18.1ε·d for the length of an axis and 4.1ε·d for roundings, and half sides that are longer
//! by s lengthen a reach by s(1 − 40ε) at least. [`CLEARANCE_UP`] is 1 + 128ε.
//!
//! **Range.** Meshes of which one is 2³⁰ times the other, slacks beyond [`USEFUL`] sizes and trees
//! beyond 2²⁸ nodes are left to the CPU. Else no length exceeds 2³⁶, no product overflows f32, and
//! what underflows is below 2⁻¹²⁶, nothing beside a slack of 2⁻²⁹ or more.

use crate::layout::Facts;
use bytemuck::{Pod, Zeroable};
use closecall::Clearance;
use closecall::engine::rounding::{
    factor::{UP_10, UP_MANY},
    outward::to_f32_up,
    tree::{
        CLEARANCE_UP, DEVICE_POSITION, DEVICE_SHIFT_UP, DEVICE_SUM, MAX_RATIO, POSITION_F64,
        STRETCH, USEFUL,
    },
};
use closecall::geom::range::MIN_COORDINATE;

/// Marks an item's node as one of B.
const OF_B: u32 = 1 << 31;

/// One tree, by its addresses on the device.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct TreeAt {
    pub rows: u64,
    pub children: u64,
    pub corners: u64,
    pub ids: u64,
    pub center: [f64; 3],
    pub scale: f64,
    pub radius: f64,
}

/// The struct `Question` of the kernels, byte by byte.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct Question {
    pub trees: [TreeAt; 2],
    pub pair: PairFacts,
    pub numbers: u64,
    pub numbers_per_pose: u32,
    pub poses: u32,
    pub maps: u64,
    pub exact: u64,
    pub answers: u64,
    pub first: u64,
    pub counters: u64,
    pub found: u64,
    pub found_room: u32,
    pub at_a_time: u32,
    /// The label that `first` gets in place of triangles; [`NO_LABEL`] for none.
    pub label: u32,
    pub unused: u32,
}

/// Triangles are wanted.
pub(crate) const NO_LABEL: u32 = u32::MAX;

/// The constants of a pair, the same for all poses.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct PairFacts {
    pub balls: f64,
    pub off: f64,
    pub clearance: f64,
    pub slack: [f32; 2],
    pub ratio: [f32; 2],
    pub start_node: u32,
    pub start_place: u32,
}

impl PairFacts {
    /// None if the pair is out of the range that f32 serves.
    pub(crate) fn new(a: &Facts, b: &Facts, clearance: Clearance) -> Option<Self> {
        let distance = clearance.distance() * CLEARANCE_UP;
        let balls = (a.radius / a.scale + b.radius / b.scale * STRETCH + distance) * UP_10;
        let centers = a.center.length() + b.center.length() * STRETCH;
        let sum = |v: closecall::engine::geom::DVec3| v.abs().element_sum();
        // The sum of a translation's magnitudes is at most √3 of its length.
        let magnitude =
            sum(a.center) + sum(b.center) + b.radius / b.scale + DEVICE_SUM * (centers + balls);
        let off = (POSITION_F64 * magnitude + 2.0 * MIN_COORDINATE) * UP_MANY;
        let ratios = [a.scale / b.scale, b.scale / a.scale];
        let mut slack = [0.0; 2];
        for (side, [x, y]) in [[a, b], [b, a]].into_iter().enumerate() {
            let shift = (balls + off) * x.scale * DEVICE_SHIFT_UP;
            let lengths = ratios[side] * y.reach + x.reach + shift;
            let position = DEVICE_POSITION * lengths + off * x.scale;
            let whole = position + distance * x.scale;
            if !(whole <= USEFUL * ratios[side].max(1.0)) || !(ratios[side] <= MAX_RATIO) {
                return None;
            }
            slack[side] = to_f32_up(whole);
        }
        // The larger root is opened, the other's box is at place 0 of its tree.
        let a_is_larger = a.root_size >= ratios[0] * ratios[0] * b.root_size;
        let start_node = if a_is_larger { a.root } else { b.root | OF_B };
        let ratio = ratios.map(|ratio| ratio as f32);
        Some(Self {
            balls,
            off,
            clearance: clearance.distance(),
            slack,
            ratio,
            start_node,
            start_place: 0,
        })
    }
}

/// As the kernels have it.
const _: () = assert!(size_of::<Question>() == 272);
