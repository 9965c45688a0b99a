//! Material that was not removed from a part: stock that is left further outside of it than a tolerance.

use super::brick::{Brick, Node};
use super::grid::{Cuboid, Stock};
use closecall::geom::Interval;
use closecall::query::SignedError;
use closecall::{Model, query::Points};
use rayon::prelude::*;

/// Stock that is left outside of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Excess {
    /// The distance outside of the part of the furthest point that is left. Both ends are 0 if
    /// nothing is left outside of it.
    pub furthest: Interval,
    /// About where.
    pub point: [f64; 3],
    /// The volume that is left further outside than the tolerance.
    pub volume: Interval,
}

impl Excess {
    const NONE: Self =
        Self { furthest: Interval::exactly(0.0), point: [0.0; 3], volume: Interval::exactly(0.0) };

    fn join(self, other: Self) -> Self {
        let point = if other.furthest.hi > self.furthest.hi { other.point } else { self.point };
        Self {
            furthest: self.furthest.max(other.furthest),
            point,
            volume: self.volume + other.volume,
        }
    }

    /// Adds a box whose middle is `apart` from the part.
    fn add(&mut self, cuboid: &Cuboid, apart: Interval, tolerance: f64, is_left: bool) {
        let reach = cuboid.reach();
        let hi = (apart.hi + reach).max(0.0);
        if hi > self.furthest.hi {
            (self.furthest.hi, self.point) = (hi, (0.5 * (cuboid.low + cuboid.high)).to_array());
        }
        let volume = (cuboid.high - cuboid.low).element_product();
        if apart.hi + reach > tolerance {
            self.volume.hi += volume;
        }
        if is_left {
            self.furthest.lo = self.furthest.lo.max(apart.lo);
            if apart.lo - reach > tolerance {
                self.volume.lo += volume;
            }
        }
    }
}

impl Stock {
    /// The material left further outside of a closed part than a tolerance. Each cell is measured
    /// at its middle, and the interval is wider by half of its diagonal.
    ///
    /// # Errors
    /// If the part is not closed, or a place is out of its range.
    pub fn excess(&self, part: &Model, tolerance: f64) -> Result<Excess, SignedError> {
        let of_brick = |points: &mut Points, number: usize| {
            let mut found = Excess::NONE;
            let mut nodes = vec![Node::ROOT];
            while let Some(node) = nodes.pop() {
                nodes.extend(self.excess_of(number, node, points, tolerance, &mut found)?);
            }
            Ok(found)
        };
        let left = (0..self.bricks.len())
            .into_par_iter()
            .filter(|&number| !matches!(self.bricks[number], Brick::Cut));
        let found: Result<Vec<Excess>, SignedError> =
            left.map_init(|| part.points(), of_brick).collect();
        Ok(found?.into_iter().fold(Excess::NONE, Excess::join))
    }

    /// Adds a node, or names those to look at instead.
    fn excess_of(
        &self,
        number: usize,
        node: Node,
        points: &mut Points,
        tolerance: f64,
        found: &mut Excess,
    ) -> Result<Vec<Node>, SignedError> {
        let brick = &self.bricks[number];
        if brick.is_cut(node) {
            return Ok(Vec::new());
        }
        let cuboid = self.cuboid_of(number, node);
        let apart = points.signed((0.5 * (cuboid.low + cuboid.high)).to_array())?.distance;
        let reach = cuboid.reach();
        let most = apart.hi + reach;
        // Nothing of it counts, and nothing of it is further than what was found.
        if most <= tolerance && most <= found.furthest.hi.max(0.0) {
            return Ok(Vec::new());
        }
        let (is_left, is_finest) = (brick.is_left(node) && !self.is_doubted, node.side == 1);
        let counts_whole = is_left && apart.lo - reach > tolerance && most <= found.furthest.hi;
        if is_finest || counts_whole {
            found.add(&cuboid, apart, tolerance, is_left);
            return Ok(Vec::new());
        }
        Ok(node.halves().collect())
    }
}
