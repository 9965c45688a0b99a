//! Random binary space partitions of the unit cube into disjoint boxes (Klosowski 1998, §2.4.1).

use closecall::engine::geom::{DVec3, Rng};

/// A box of the partition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BspCell {
    /// Its lowest corner.
    pub min: DVec3,
    /// Its highest corner.
    pub max: DVec3,
}

impl BspCell {
    /// The whole workspace.
    pub const UNIT: Self = Self { min: DVec3::ZERO, max: DVec3::ONE };

    /// The lengths of its sides.
    #[must_use]
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }

    /// Its middle.
    #[must_use]
    pub fn centre(&self) -> DVec3 {
        (self.min + self.max) * 0.5
    }

    /// Is the point in it, or on its boundary?
    #[must_use]
    pub fn contains(&self, point: DVec3) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// The box about the same middle whose sides are `factor` times as long.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        let half = self.size() * (0.5 * factor);
        Self { min: self.centre() - half, max: self.centre() + half }
    }

    /// A point of it, every one as likely as any other.
    pub fn point(&self, rng: &mut Rng) -> DVec3 {
        let share = DVec3::from_array([(); 3].map(|()| rng.between(0.0, 1.0)));
        self.min + self.size() * share
    }
}

/// The largest ε that a partition into this many cells may ask for: ½·N^(−1/3).
#[must_use]
pub fn largest_epsilon(cells: usize) -> f64 {
    0.5 / libm::cbrt(cells as f64)
}

/// Cuts the unit cube into `cells` boxes: time and again a box chosen at random, across one of its
/// axes longer than 2ε, at least ε from either end. So no side is shorter than ε, and nothing
/// becomes a pancake.
///
/// # Panics
/// Unless 0 < `epsilon` < [`largest_epsilon`] and there is a cell.
#[must_use]
pub fn partition(cells: usize, epsilon: f64, rng: &mut Rng) -> Vec<BspCell> {
    let largest = largest_epsilon(cells);
    assert!(
        cells > 0 && epsilon > 0.0 && epsilon < largest,
        "epsilon is {epsilon}, not between 0 and {largest}"
    );
    let mut finished = Vec::new();
    let mut active = vec![BspCell::UNIT];
    while finished.len() + active.len() < cells {
        // There is one: boxes with no side above 2ε have a volume of at most (2ε)³ < 1/N, and fewer
        // than N of them do not fill the cube.
        let chosen = active.swap_remove(rng.below(active.len()));
        match long_axes(&chosen, epsilon).as_slice() {
            [] => finished.push(chosen),
            axes => active.extend(cut(&chosen, axes[rng.below(axes.len())], epsilon, rng)),
        }
    }
    finished.extend(active);
    finished
}

fn long_axes(cell: &BspCell, epsilon: f64) -> Vec<usize> {
    (0..3).filter(|&axis| cell.size()[axis] > 2.0 * epsilon).collect()
}

fn cut(cell: &BspCell, axis: usize, epsilon: f64, rng: &mut Rng) -> [BspCell; 2] {
    let at = rng.between(cell.min[axis] + epsilon, cell.max[axis] - epsilon);
    let [mut low, mut high] = [*cell; 2];
    low.max[axis] = at;
    high.min[axis] = at;
    [low, high]
}

/// Some of the cells, chosen at random, in random order.
#[must_use]
pub fn some_of(mut cells: Vec<BspCell>, count: usize, rng: &mut Rng) -> Vec<BspCell> {
    let count = count.min(cells.len());
    for k in 0..count {
        let other = k + rng.below(cells.len() - k);
        cells.swap(k, other);
    }
    cells.truncate(count);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_fill_the_cube_without_overlap_or_pancake() {
        for (seed, count, share) in [(1, 1, 0.5), (2, 50, 0.99), (3, 400, 0.5), (4, 400, 0.01)] {
            let epsilon = largest_epsilon(count) * share;
            let cells = partition(count, epsilon, &mut Rng::new(seed));
            assert_eq!(cells.len(), count);
            let volume: f64 = cells.iter().map(|cell| cell.size().element_product()).sum();
            assert!((volume - 1.0).abs() < 1e-9, "{volume}");
            for (i, a) in cells.iter().enumerate() {
                assert!(
                    a.size().min_element() > epsilon * (1.0 - 1e-9)
                        && BspCell::UNIT.contains(a.min)
                );
                let overlap = |b: &BspCell| a.min.cmplt(b.max).all() && b.min.cmplt(a.max).all();
                assert!(!cells[..i].iter().any(overlap), "cell {i} of {count}");
            }
        }
    }

    #[test]
    fn the_seed_decides() {
        let make = |seed| partition(60, 0.05, &mut Rng::new(seed));
        assert_eq!(make(7), make(7));
        assert_ne!(make(7), make(8));
    }

    #[test]
    fn a_choice_has_no_cell_twice() {
        let rng = &mut Rng::new(9);
        let cells = partition(60, 0.05, rng);
        let chosen = some_of(cells.clone(), 20, rng);
        assert_eq!(chosen.len(), 20);
        assert!(
            chosen.iter().enumerate().all(|(i, a)| cells.contains(a) && !chosen[..i].contains(a))
        );
        assert_eq!(some_of(cells, 99, rng).len(), 60);
    }

    #[test]
    #[should_panic(expected = "epsilon is 0.2, not between 0 and 0.1")]
    fn too_large_an_epsilon_is_refused() {
        let _ = partition(125, 0.2, &mut Rng::new(1));
    }
}
