//! The options of a question, the same at every door.

use super::sweep::Start;
use crate::cost::{Budget, Meter};
use crate::geom::Clearance;

/// The options of a question. Every option has a default, and counts where it means something: a
/// distance has no clearance, and a single pose has no start.
///
/// ```
/// use closecall::mesh::shapes;
/// use closecall::{Ask, Budget, Clearance, Model, Pair, Pose};
/// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
/// let pose = Pose::from_translation([3.0, 0.0, 0.0])?;
/// assert!(!cube.collides(&cube, &pose)?);
/// let near = Ask::new().clearance(Clearance::new(2.0)?).budget(Budget::tests(1000));
/// assert!(cube.ask(&cube, near)?.collides(&pose));
/// assert!(Pair::new(&cube, &cube)?.with(near).collides(&pose)); // the same, with memory
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ask {
    /// Triangles that are no further apart than this count as touching.
    pub clearance: Clearance,
    /// Distances above this are not worth knowing.
    pub limit: f64,
    /// The relative error that a distance may have: `hi` is at most 1 + accuracy times `lo`, give
    /// or take 4 ulps.
    pub accuracy: f64,
    /// The motion below which the time of a path is not divided any more; by default 10⁻⁶ of the
    /// diagonal of B's box.
    pub tolerance: Option<f64>,
    /// Does contact at the start of a path count?
    pub start: Start,
    /// The cost that a question may have. A yes or no has no room for *undecided*: `collides`,
    /// `first_contact` and `visit_contacts` go on to the end.
    pub budget: Budget,
    /// A search for pairs of triangles ends when it has found this many.
    pub most: u64,
    /// Is what a query learned kept for the next one? It never changes an answer.
    pub remembers: bool,
    /// Is the work counted? See [`Pair::cost`](super::Pair::cost).
    pub counts: bool,
}

impl Default for Ask {
    fn default() -> Self {
        Self::new()
    }
}

impl Ask {
    /// True contact, every distance, without end, with memory and uncounted.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            clearance: Clearance::NONE,
            limit: f64::INFINITY,
            accuracy: 0.0,
            tolerance: None,
            start: Start::Counts,
            budget: Budget::ENDLESS,
            most: u64::MAX,
            remembers: true,
            counts: false,
        }
    }

    /// Bodies no further apart than this count as touching.
    #[must_use]
    pub const fn clearance(self, clearance: Clearance) -> Self {
        Self { clearance, ..self }
    }

    /// Distances above this are not worth knowing.
    #[must_use]
    pub const fn limit(self, limit: f64) -> Self {
        Self { limit, ..self }
    }

    /// A distance may be wrong by this share of itself.
    #[must_use]
    pub const fn accuracy(self, accuracy: f64) -> Self {
        Self { accuracy, ..self }
    }

    /// The time of a path is not divided below this motion.
    #[must_use]
    pub fn tolerance(self, tolerance: impl Into<Option<f64>>) -> Self {
        Self { tolerance: tolerance.into(), ..self }
    }

    /// Sets whether contact at the start of a path counts.
    #[must_use]
    pub const fn start(self, start: Start) -> Self {
        Self { start, ..self }
    }

    /// The question ends when this is used up.
    #[must_use]
    pub const fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// A search for pairs of triangles ends when it has found this many.
    #[must_use]
    pub const fn most(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Nothing is kept from one query to the next.
    #[must_use]
    pub const fn cold(self) -> Self {
        Self { remembers: false, ..self }
    }

    /// The work is counted.
    #[must_use]
    pub const fn counted(self) -> Self {
        Self { counts: true, ..self }
    }

    /// Begins to count against the budget; none if nothing can end it.
    #[inline]
    pub(crate) fn meter(&self) -> Option<Meter> {
        (!self.budget.never_ends()).then(|| self.budget.start())
    }
}

impl From<&Self> for Ask {
    fn from(ask: &Self) -> Self {
        *ask
    }
}

impl From<Clearance> for Ask {
    fn from(clearance: Clearance) -> Self {
        Self::new().clearance(clearance)
    }
}

impl From<Budget> for Ask {
    fn from(budget: Budget) -> Self {
        Self::new().budget(budget)
    }
}
