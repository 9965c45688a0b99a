//! Cutting a brick with one straight move.

use super::brick::{Brick, Node};
use super::grid::Stock;
use super::sweep::{Side, Sweep};

impl Stock {
    /// Cuts what the sweep holds of a brick, and leaves undecided what it may hold in part.
    pub(super) fn cut_brick(&self, number: usize, brick: &mut Brick, sweep: &Sweep) {
        if brick.is_cut(Node::ROOT) {
            return;
        }
        match sweep.side(&self.cuboid_of(number, Node::ROOT)) {
            Side::Outside => {}
            Side::Inside => *brick = Brick::Cut,
            Side::Across => {
                for half in Node::ROOT.halves() {
                    self.cut_node(number, brick, half, sweep);
                }
                if brick.is_cut(Node::ROOT) {
                    *brick = Brick::Cut;
                }
            }
        }
    }

    fn cut_node(&self, number: usize, brick: &mut Brick, node: Node, sweep: &Sweep) {
        if brick.is_cut(node) {
            return;
        }
        let cuboid = self.cuboid_of(number, node);
        if node.side == 1 && !brick.is_left(node) {
            // It stays undecided, unless all of it is cut.
            if sweep.holds(&cuboid) {
                brick.cells().cut(node);
            }
            return;
        }
        match sweep.side(&cuboid) {
            Side::Outside => {}
            Side::Inside => brick.cells().cut(node),
            Side::Across if node.side == 1 => brick.cells().doubt(node),
            Side::Across => {
                for half in node.halves() {
                    self.cut_node(number, brick, half, sweep);
                }
            }
        }
    }
}
