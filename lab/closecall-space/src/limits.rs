//! When a cell is not divided any further. (Klosowski 1998, §2.3.2)

/// How far cells are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// τ: a cell with this many triangles is a leaf.
    pub tau: usize,
    /// How often, on the way from the root to a leaf, a cell may be divided although one of its
    /// parts keeps all of its triangles.
    pub no_gain: u32,
}

impl Limits {
    /// The paper's for the 3-d tree: τ = 10, and five times without gain.
    pub const PAPER: Self = Self { tau: 10, no_gain: 5 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::PAPER
    }
}

/// The number of triangles a tree may store while it grows. Cells of a soup of large triangles can
/// be divided without end; the division stops where the tree would store more than 64 times its
/// triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    left: usize,
    pub cut_short: bool,
}

impl Room {
    pub fn for_triangles(count: usize) -> Self {
        Self { left: 63 * count + 100_000, cut_short: false }
    }

    /// May a cell with `before` triangles become cells with `after` together? If so, it is booked.
    pub fn grants(&mut self, before: usize, after: usize) -> bool {
        let granted = self.left + before >= after;
        if granted {
            self.left = self.left + before - after;
        }
        self.cut_short |= !granted;
        granted
    }
}
