//! The cost of a query: Klosowski's N_v, N_p and N_u (1998, §3.2, eq. 2); and budgets for it.

mod budget;

pub use budget::{Budget, BudgetError, Meter};
pub(crate) use budget::{Endless, Pace};

/// Hears of every unit of work. [`Uncounted`] compiles away.
pub trait Count {
    /// The counter itself, where there is one. The engine is compiled for two of them, with and
    /// without, and in this crate alone: its entrances ask here which of the two is meant.
    fn cost(&mut self) -> Option<&mut Cost>;
    /// Two volumes were tested (N_v).
    fn volume_test(&mut self);
    /// Two triangles were tested (N_p).
    fn triangle_test(&mut self);
    /// A triangle test needed exact arithmetic.
    fn exact_test(&mut self);
    /// A volume was moved into the other frame (N_u).
    fn update(&mut self);
    /// A margin of an earlier query was compared with the motion since.
    #[inline(always)]
    #[cfg(feature = "lab")]
    fn margin_test(&mut self) {}
    /// The axis of an earlier query was tried alone.
    #[inline(always)]
    #[cfg(feature = "lab")]
    fn axis_test(&mut self) {}
    /// Support planes were tried on two nodes that their volumes did not tell apart.
    #[inline(always)]
    #[cfg(feature = "lab")]
    fn plane_test(&mut self) {}
    /// They told them apart.
    #[inline(always)]
    #[cfg(feature = "lab")]
    fn plane_rejection(&mut self) {}
}

/// Counts nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uncounted;

impl Count for Uncounted {
    #[inline(always)]
    fn cost(&mut self) -> Option<&mut Cost> {
        None
    }
    #[inline(always)]
    fn volume_test(&mut self) {}
    #[inline(always)]
    fn triangle_test(&mut self) {}
    #[inline(always)]
    fn exact_test(&mut self) {}
    #[inline(always)]
    fn update(&mut self) {}
}

/// The work of one or more queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Pairs of volumes tested: N_v.
    pub volume_tests: u64,
    /// Pairs of triangles tested: N_p.
    pub triangle_tests: u64,
    /// Pairs of triangles that needed exact arithmetic.
    pub exact_tests: u64,
    /// Volumes moved: N_u.
    pub updates: u64,
    /// Margins of earlier queries that were compared with the motion since.
    pub margin_tests: u64,
    /// Axes of earlier queries tried alone.
    pub axis_tests: u64,
    /// Pairs of nodes that overlapped and were tried by support planes.
    pub plane_tests: u64,
    /// The number of rejected ones.
    pub plane_rejections: u64,
}

impl Count for Cost {
    #[inline(always)]
    fn cost(&mut self) -> Option<&mut Cost> {
        Some(self)
    }
    fn volume_test(&mut self) {
        self.volume_tests += 1;
    }
    fn triangle_test(&mut self) {
        self.triangle_tests += 1;
    }
    fn exact_test(&mut self) {
        self.exact_tests += 1;
    }
    fn update(&mut self) {
        self.updates += 1;
    }
    #[cfg(feature = "lab")]
    fn margin_test(&mut self) {
        self.margin_tests += 1;
    }
    #[cfg(feature = "lab")]
    fn axis_test(&mut self) {
        self.axis_tests += 1;
    }
    #[cfg(feature = "lab")]
    fn plane_test(&mut self) {
        self.plane_tests += 1;
    }
    #[cfg(feature = "lab")]
    fn plane_rejection(&mut self) {
        self.plane_rejections += 1;
    }
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.volume_tests += other.volume_tests;
        self.triangle_tests += other.triangle_tests;
        self.exact_tests += other.exact_tests;
        self.updates += other.updates;
        self.margin_tests += other.margin_tests;
        self.axis_tests += other.axis_tests;
        self.plane_tests += other.plane_tests;
        self.plane_rejections += other.plane_rejections;
    }
}

/// Counts if there is something to count with.
impl Count for Option<&mut Cost> {
    #[inline(always)]
    fn cost(&mut self) -> Option<&mut Cost> {
        self.as_deref_mut()
    }
    fn volume_test(&mut self) {
        self.iter_mut().for_each(|cost| cost.volume_test());
    }
    fn triangle_test(&mut self) {
        self.iter_mut().for_each(|cost| cost.triangle_test());
    }
    fn exact_test(&mut self) {
        self.iter_mut().for_each(|cost| cost.exact_test());
    }
    fn update(&mut self) {
        self.iter_mut().for_each(|cost| cost.update());
    }
}

impl<C: Count> Count for &mut C {
    #[inline(always)]
    fn cost(&mut self) -> Option<&mut Cost> {
        (**self).cost()
    }
    #[inline(always)]
    fn volume_test(&mut self) {
        (**self).volume_test();
    }
    #[inline(always)]
    fn triangle_test(&mut self) {
        (**self).triangle_test();
    }
    #[inline(always)]
    fn exact_test(&mut self) {
        (**self).exact_test();
    }
    #[inline(always)]
    fn update(&mut self) {
        (**self).update();
    }
    #[inline(always)]
    #[cfg(feature = "lab")]
    fn margin_test(&mut self) {
        (**self).margin_test();
    }
    #[inline(always)]
    #[cfg(feature = "lab")]
    fn axis_test(&mut self) {
        (**self).axis_test();
    }
    #[inline(always)]
    #[cfg(feature = "lab")]
    fn plane_test(&mut self) {
        (**self).plane_test();
    }
    #[inline(always)]
    #[cfg(feature = "lab")]
    fn plane_rejection(&mut self) {
        (**self).plane_rejection();
    }
}
