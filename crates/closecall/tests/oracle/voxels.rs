//! Bodies made of boxes with whole corners, and how two of them meet: every point of space with
//! coordinates in halves is looked at. They stand for all faces, edges, corners and cells of the
//! unit grid, so that nothing is missed.

use super::random::Random;
use super::regions::Found;

/// A box from `low` to `high`, counted once or, turned inside out, taken off.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub low: [i32; 3],
    pub high: [i32; 3],
    pub sign: i32,
}

impl Block {
    pub fn random(random: &mut Random, side: i32) -> Self {
        let mut ends = [[0; 2]; 3].map(|_| {
            let (a, b) = (random.integer(0, side), random.integer(0, side - 1));
            let b = if b >= a { b + 1 } else { b };
            [a.min(b), a.max(b)]
        });
        if random.once_in(3) {
            ends[2] = ends[1];
        }
        let sign = if random.once_in(3) { -1 } else { 1 };
        Self { low: ends.map(|e| e[0]), high: ends.map(|e| e[1]), sign }
    }

    fn moved(&self, by: [i32; 3]) -> Self {
        let plus = |p: [i32; 3]| std::array::from_fn(|i| p[i] + by[i]);
        Self { low: plus(self.low), high: plus(self.high), sign: self.sign }
    }

    /// Is a point, in halves, inside, or on the border?
    fn holds(&self, p: [i32; 3]) -> (bool, bool) {
        let inside = (0..3).all(|i| 2 * self.low[i] < p[i] && p[i] < 2 * self.high[i]);
        let within = (0..3).all(|i| 2 * self.low[i] <= p[i] && p[i] <= 2 * self.high[i]);
        (inside, within && !inside)
    }
}

/// The winding number at a point in halves; none on a surface.
pub fn winding(body: &[Block], p: [i32; 3]) -> Option<i32> {
    let holds: Vec<_> = body.iter().map(|block| (block.sign, block.holds(p))).collect();
    let on_surface = holds.iter().any(|(_, (_, border))| *border);
    (!on_surface)
        .then(|| holds.iter().filter(|(_, (inside, _))| *inside).map(|(sign, _)| sign).sum())
}

/// The regions found of two bodies, B being moved.
pub fn found(a: &[Block], b: &[Block], by: [i32; 3], side: i32) -> Found {
    let b: Vec<Block> = b.iter().map(|block| block.moved(by)).collect();
    let mut found = Found::default();
    let range = -2 * side..=4 * side;
    for x in range.clone() {
        for y in range.clone() {
            for z in range.clone() {
                let (at_a, at_b) = (winding(a, [x, y, z]), winding(&b, [x, y, z]));
                found.meet |= at_a != Some(0) && at_b != Some(0);
                if [x, y, z].iter().all(|c| c % 2 != 0) {
                    found.add(at_a.expect("a cell") != 0, at_b.expect("a cell") != 0);
                }
            }
        }
    }
    found
}
