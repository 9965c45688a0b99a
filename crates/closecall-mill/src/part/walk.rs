//! Which boxes may a tool meet that moves along a line?
//!
//! Seen along the axis, a box is at least d away from the line; there the tool is nowhere lower than its envelope at d,
//! above the lowest point of the move. A box whose top lies below that is left out, and so is one with d beyond the
//! tool's radius. All is done in f32 about the target's centre: sums of three products of numbers up to `size` (the
//! target's and the move's) are off by less than 8·2⁻²⁴·size, and the slack is four times that.

use super::envelope::Envelope;
use super::{LEAF, Target};
use crate::lift::Frame;
use glam::{DVec3, Vec3};

/// A tool on its way.
#[derive(Clone, Copy)]
pub struct Sweep<'t> {
    /// From where to where the tip goes.
    pub ends: [DVec3; 2],
    /// How the tool stands.
    pub frame: &'t Frame,
    /// How low the tool reaches.
    pub envelope: &'t Envelope,
    /// What the tool may lie beside the line, and be wider.
    pub beside: f64,
    /// Lifts up to this do not count.
    pub above: f64,
}

/// A sweep in f32, about the target's centre and in the tool's frame.
struct Shape<'t> {
    /// Rows of tool_from_part, and their magnitudes.
    rows: Option<([Vec3; 3], [Vec3; 3])>,
    low: Vec3,
    high: Vec3,
    /// Across the line, seen along the axis, and where the line is in that direction.
    across: [f32; 2],
    line: f32,
    /// Beyond it nothing is met; squared.
    reach: f32,
    slack: f32,
    /// What is added to the envelope.
    base: f32,
    /// The envelope's lowest point.
    lowest: f32,
    envelope: &'t Envelope,
}

pub(super) fn walk(target: &Target, sweep: &Sweep, mut visit: impl FnMut(usize)) {
    let shape = Shape::new(target, sweep);
    let mut stack = [0u32; 256];
    let mut depth = 1;
    while depth > 0 {
        depth -= 1;
        let node = &target.nodes[stack[depth] as usize];
        let mut hits = match &shape.rows {
            None => shape.upright(&node.low, &node.high),
            Some(rows) => shape.inclined(&node.low, &node.high, rows),
        };
        while hits != 0 {
            let lane = hits.trailing_zeros() as usize;
            hits &= hits - 1;
            let child = node.children[lane];
            if child & LEAF == 0 {
                // At most 7 more per level, and levels are at most ⌈31/3⌉.
                stack[depth] = child;
                depth += 1;
                continue;
            }
            let (first, count) = (((child & !LEAF) / 8) as usize, (child % 8) as usize);
            (first..first + count).for_each(&mut visit);
        }
    }
}

impl<'t> Shape<'t> {
    fn new(target: &Target, sweep: &Sweep<'t>) -> Self {
        let [from, to] = sweep.ends.map(|p| sweep.frame.tool_from_part(p - target.center));
        let size = target.size as f64 + from.abs().max(to.abs()).max_element();
        let reach = sweep.envelope.radius + sweep.beside;
        let slack = (size + reach) * (32.0 / (1 << 24) as f64);
        let way = (to - from).truncate();
        let across = way.try_normalize().map_or([0.0; 2], |d| [-d.y as f32, d.x as f32]);
        let rows = match sweep.frame {
            Frame::Upright => None,
            Frame::Inclined(m) => {
                let row = |i: usize| m.row(i).as_vec3();
                Some(([row(0), row(1), row(2)], [row(0).abs(), row(1).abs(), row(2).abs()]))
            }
        };
        Self {
            rows,
            low: from.min(to).as_vec3(),
            high: from.max(to).as_vec3(),
            across,
            line: across[0] * from.x as f32 + across[1] * from.y as f32,
            reach: ((reach + slack) * (reach + slack)) as f32 * 1.000_001,
            slack: (slack + sweep.beside) as f32 * 1.000_001,
            base: (from.z.min(to.z) + sweep.above - slack) as f32,
            lowest: (sweep.envelope.lowest as f32).next_down(),
            envelope: sweep.envelope,
        }
    }

    /// The mask of boxes that may be met.
    #[inline]
    fn upright(&self, low: &[[f32; 8]; 3], high: &[[f32; 8]; 3]) -> u32 {
        let mut squared = [0f32; 8];
        for i in 0..8 {
            let dx = (low[0][i] - self.high.x).max(self.low.x - high[0][i]).max(0.0);
            let dy = (low[1][i] - self.high.y).max(self.low.y - high[1][i]).max(0.0);
            let (cx, cy) = (0.5 * (low[0][i] + high[0][i]), 0.5 * (low[1][i] + high[1][i]));
            let (hx, hy) = (0.5 * (high[0][i] - low[0][i]), 0.5 * (high[1][i] - low[1][i]));
            let off = (self.across[0] * cx + self.across[1] * cy - self.line).abs();
            let off = (off - self.across[0].abs() * hx - self.across[1].abs() * hy).max(0.0);
            squared[i] = (dx * dx + dy * dy).max(off * off);
        }
        let mut mask = 0;
        for i in 0..8 {
            // An absent box has its top at the lowest number.
            let near = squared[i] <= self.reach && high[2][i] > self.base + self.lowest;
            mask |= u32::from(near) << i;
        }
        self.above(mask, &squared, |i| high[2][i])
    }

    fn inclined(&self, low: &[[f32; 8]; 3], high: &[[f32; 8]; 3], (rows, sizes): &([Vec3; 3], [Vec3; 3])) -> u32 {
        let (mut squared, mut tops, mut mask) = ([0f32; 8], [0f32; 8], 0);
        for i in (0..8).filter(|&i| low[0][i] <= high[0][i]) {
            let low = Vec3::new(low[0][i], low[1][i], low[2][i]);
            let high = Vec3::new(high[0][i], high[1][i], high[2][i]);
            let (center, half) = (0.5 * (low + high), 0.5 * (high - low));
            let c = Vec3::new(rows[0].dot(center), rows[1].dot(center), rows[2].dot(center));
            let h = Vec3::new(sizes[0].dot(half), sizes[1].dot(half), sizes[2].dot(half));
            let (low, high) = (c - h, c + h);
            let dx = (low.x - self.high.x).max(self.low.x - high.x).max(0.0);
            let dy = (low.y - self.high.y).max(self.low.y - high.y).max(0.0);
            let off = (self.across[0] * c.x + self.across[1] * c.y - self.line).abs();
            let off = (off - self.across[0].abs() * h.x - self.across[1].abs() * h.y).max(0.0);
            squared[i] = (dx * dx + dy * dy).max(off * off);
            tops[i] = high.z;
            mask |= u32::from(squared[i] <= self.reach) << i;
        }
        self.above(mask, &squared, |i| tops[i])
    }

    /// Of the boxes of `mask`, those whose top is above the tool's underside at their distance.
    #[inline]
    fn above(&self, mask: u32, squared: &[f32; 8], top: impl Fn(usize) -> f32) -> u32 {
        let (mut left, mut kept) = (mask, 0);
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            // √s − slack, squared, from below.
            let distance = (squared[i].sqrt() - self.slack).max(0.0);
            let lowest = self.base + self.envelope.lowest_from(distance * distance * 0.999_999);
            kept |= u32::from(top(i) > lowest) << i;
        }
        kept
    }
}
