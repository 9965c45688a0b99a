//! The meeting of a tool and the stock that is left.
//!
//! The answer has a lower and an upper bound of the lift that frees the tool, as everywhere in
//! milling. Cells that are certainly left and hold a point of the tool are a proof. An undecided cell
//! that the tool meets is none: if a corner of it, taken a little larger, is certainly outside of
//! the sweep, the tool goes no deeper into it than the [band](Stock::band); else it is open whether
//! it does.

use super::brick::{Brick, Node};
use super::grid::{BESIDE, Cuboid, Stock};
use super::sweep::Sweep;
use glam::DVec3;

/// The contacts of some pieces of a tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Touch {
    /// The lift that frees them, at least; −∞ if it is not proved that they meet anything.
    pub(crate) lo: f64,
    /// The same at most; −∞ if it is proved that they meet nothing.
    pub(crate) hi: f64,
    /// Whether they may go deeper than the band into something that may be left.
    pub(crate) is_open: bool,
    /// A place where they met it.
    pub(crate) point: DVec3,
}

impl Touch {
    pub(crate) const NONE: Self =
        Self { lo: f64::NEG_INFINITY, hi: f64::NEG_INFINITY, is_open: false, point: DVec3::ZERO };

    /// Whether they may meet something.
    pub(crate) fn is_any(&self) -> bool {
        self.hi > f64::NEG_INFINITY
    }

    /// Whether they certainly do.
    pub(crate) fn is_certain(&self) -> bool {
        self.lo > 0.0
    }

    /// Both together.
    pub(crate) fn join(&mut self, other: &Self) {
        if other.lo > self.lo || !self.is_any() {
            self.point = other.point;
        }
        self.lo = self.lo.max(other.lo);
        self.hi = self.hi.max(other.hi);
        self.is_open |= other.is_open;
    }

    /// The same, with nothing of it certain.
    pub(crate) fn doubted(self) -> Self {
        Self { lo: f64::NEG_INFINITY, is_open: self.is_open || self.is_certain(), ..self }
    }
}

impl Stock {
    /// The contacts of the pieces of a sweep with a brick.
    pub(super) fn meet_brick(&self, number: usize, brick: &Brick, sweep: &Sweep) -> Touch {
        let mut touch = Touch::NONE;
        self.meet_node(number, brick, Node::ROOT, sweep, &mut touch);
        touch
    }

    fn meet_node(
        &self,
        number: usize,
        brick: &Brick,
        node: Node,
        sweep: &Sweep,
        touch: &mut Touch,
    ) {
        if brick.is_cut(node) {
            return;
        }
        let cuboid = self.cuboid_of(number, node);
        let most = sweep.most_lift(&cuboid);
        if most == f64::NEG_INFINITY {
            return;
        }
        if brick.is_left(node)
            && let Some((lo, point)) = sweep.witness(&cuboid)
        {
            touch.join(&Touch { lo, hi: lo, is_open: false, point });
        }
        // What is hardly deeper than something certain need not be told apart from it.
        if touch.is_certain() && most <= touch.lo + self.sides().z || node.side == 1 {
            let is_open = !touch.is_certain() && !self.stays_in_band(&cuboid, sweep);
            let point = 0.5 * (cuboid.low + cuboid.high);
            touch.join(&Touch { lo: f64::NEG_INFINITY, hi: most, is_open, point });
            return;
        }
        for half in node.halves() {
            self.meet_node(number, brick, half, sweep, touch);
        }
    }

    /// Whether a corner of a cell, taken a little larger, is certainly outside of the sweep.
    fn stays_in_band(&self, cuboid: &Cuboid, sweep: &Sweep) -> bool {
        let beside = self.sides() * BESIDE;
        let ends = [cuboid.low - beside, cuboid.high + beside];
        (0..8).any(|i: usize| {
            let corner = DVec3::from_array(std::array::from_fn(|axis| ends[i >> axis & 1][axis]));
            sweep.most_lift(&Cuboid { low: corner, high: corner }) == f64::NEG_INFINITY
        })
    }
}
