//! A brick of 16 × 16 × 16 cells: all cut, all left, or two bits for every cell.
//!
//! The bits of 4 × 4 × 4 cells are one word, so that the halves of a brick, down to one cell, are
//! words or masks of a word: the tree over the cells needs no memory of its own.

/// Cells along a side of a brick.
pub(super) const SIDE: usize = 16;

/// Words of a brick.
const WORDS: usize = 64;

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(super) enum Brick {
    /// Nothing of it is left.
    #[default]
    Cut,
    /// All of it is.
    Left,
    /// Some of it.
    Cells(Box<Cells>),
}

/// The bits of a brick. A cell that is certainly left is perhaps left, too.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    perhaps: [u64; WORDS],
    certain: [u64; WORDS],
}

/// A cube of cells in a brick: its lowest cell, and cells along its side (16, 8, 4, 2 or 1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) at: [usize; 3],
    pub(super) side: usize,
}

impl Node {
    /// The whole brick.
    pub(super) const ROOT: Self = Self { at: [0; 3], side: SIDE };

    /// Its eight halves, the upper ones first.
    pub(super) fn halves(self) -> impl Iterator<Item = Self> {
        let side = self.side / 2;
        (0..8usize).rev().map(move |i| Self {
            at: std::array::from_fn(|axis| self.at[axis] + (i >> axis & 1) * side),
            side,
        })
    }

    /// Its words, and the bits of it in each.
    fn words(self) -> impl Iterator<Item = (usize, u64)> {
        let [x, y, z] = self.at;
        let first = x / 4 + 4 * (y / 4) + 16 * (z / 4);
        let along = (self.side / 4).max(1);
        let shift = x % 4 + 4 * (y % 4) + 16 * (z % 4);
        let mask = match self.side {
            1 => 1u64 << shift,
            2 => 0x0033_0033u64 << shift,
            _ => u64::MAX,
        };
        (0..along * along * along).map(move |i| {
            let [a, b, c] = [i % along, i / along % along, i / along / along];
            (first + a + 4 * b + 16 * c, mask)
        })
    }
}

impl Cells {
    /// All cut, or all left.
    pub(super) fn all(is_left: bool) -> Self {
        let word = if is_left { u64::MAX } else { 0 };
        Self { perhaps: [word; WORDS], certain: [word; WORDS] }
    }

    /// Whether nothing of a node is left.
    pub(super) fn is_cut(&self, node: Node) -> bool {
        node.words().all(|(word, mask)| self.perhaps[word] & mask == 0)
    }

    /// Whether all of a node is certainly left.
    pub(super) fn is_left(&self, node: Node) -> bool {
        node.words().all(|(word, mask)| self.certain[word] & mask == mask)
    }

    /// Cuts all of a node.
    pub(super) fn cut(&mut self, node: Node) {
        for (word, mask) in node.words() {
            self.perhaps[word] &= !mask;
            self.certain[word] &= !mask;
        }
    }

    /// Says that it is not known of a node what is left of it.
    pub(super) fn doubt(&mut self, node: Node) {
        node.words().for_each(|(word, mask)| self.certain[word] &= !mask);
    }

    /// The number of cells that are certainly left, and of those that are perhaps left.
    pub(super) fn counts(&self) -> [u64; 2] {
        [&self.certain, &self.perhaps]
            .map(|words| words.iter().map(|word| u64::from(word.count_ones())).sum())
    }
}

impl Brick {
    /// The bytes that it needs beside itself.
    pub(super) fn bytes(&self) -> usize {
        if matches!(self, Self::Cells(_)) { size_of::<Cells>() } else { 0 }
    }

    /// Its cells, made if need be.
    pub(super) fn cells(&mut self) -> &mut Cells {
        if !matches!(self, Self::Cells(_)) {
            *self = Self::Cells(Box::new(Cells::all(matches!(self, Self::Left))));
        }
        let Self::Cells(cells) = self else { unreachable!("they were made") };
        cells
    }

    /// Whether nothing of a node is left.
    pub(super) fn is_cut(&self, node: Node) -> bool {
        match self {
            Self::Cut => true,
            Self::Left => false,
            Self::Cells(cells) => cells.is_cut(node),
        }
    }

    /// Whether all of a node is certainly left.
    pub(super) fn is_left(&self, node: Node) -> bool {
        match self {
            Self::Cut => false,
            Self::Left => true,
            Self::Cells(cells) => cells.is_left(node),
        }
    }

    /// Frees the bits of a brick of which nothing is left, or all.
    pub(super) fn tidy(&mut self) {
        if self.is_cut(Node::ROOT) {
            *self = Self::Cut;
        } else if self.is_left(Node::ROOT) {
            *self = Self::Left;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every node of every size against cells that are counted one by one.
    #[test]
    fn nodes_are_the_cells_in_them() {
        let mut nodes = vec![Node::ROOT];
        let mut next = 0;
        while next < nodes.len() {
            let node = nodes[next];
            next += 1;
            if node.side > 1 {
                nodes.extend(node.halves());
            }
            let mut cells = Cells::all(true);
            cells.cut(node);
            let volume = (node.side * node.side * node.side) as u64;
            assert_eq!(cells.counts(), [4096 - volume; 2]);
            let inside = |at: [usize; 3]| {
                (0..3).all(|axis| (node.at[axis]..node.at[axis] + node.side).contains(&at[axis]))
            };
            for i in [0usize, 17, 911, 2048, 4095] {
                let at = [i % 16, i / 16 % 16, i / 256];
                assert_eq!(cells.is_cut(Node { at, side: 1 }), inside(at), "{node:?} {at:?}");
            }
            assert_eq!((cells.is_cut(node), cells.is_left(node)), (true, false));
            let mut cells = Cells::all(true);
            cells.doubt(node);
            assert_eq!(cells.counts(), [4096 - volume, 4096]);
        }
        assert_eq!(nodes.len(), 1 + 8 + 64 + 512 + 4096);
    }
}
