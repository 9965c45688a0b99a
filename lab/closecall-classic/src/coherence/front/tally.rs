//! A counter that also counts for the ledger.

use crate::walk::{Cost, Count};

/// The work of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Tests of two volumes.
    pub volume_tests: u32,
    /// Margins that were compared with the motion.
    pub margin_tests: u32,
    /// Axes that were tried alone.
    pub axis_tests: u32,
    /// Tests of two triangles.
    pub triangle_tests: u32,
}

/// Counts what a query does, and passes it on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally<C> {
    /// The counts.
    pub work: Work,
    /// The other counter.
    pub to: C,
}

impl<C> Tally<C> {
    /// Nothing was counted yet.
    pub fn new(to: C) -> Self {
        Self { work: Work::default(), to }
    }
}

impl<C: Count> Count for Tally<C> {
    fn cost(&mut self) -> Option<&mut Cost> {
        self.to.cost()
    }

    #[inline(always)]
    fn volume_test(&mut self) {
        self.work.volume_tests += 1;
        self.to.volume_test();
    }

    #[inline(always)]
    fn triangle_test(&mut self) {
        self.work.triangle_tests += 1;
        self.to.triangle_test();
    }

    #[inline(always)]
    fn exact_test(&mut self) {
        self.to.exact_test();
    }

    #[inline(always)]
    fn update(&mut self) {
        self.to.update();
    }

    #[inline(always)]
    fn margin_test(&mut self) {
        self.work.margin_tests += 1;
        self.to.margin_test();
    }

    #[inline(always)]
    fn axis_test(&mut self) {
        self.work.axis_tests += 1;
        self.to.axis_test();
    }

    #[inline(always)]
    fn plane_test(&mut self) {
        self.to.plane_test();
    }

    #[inline(always)]
    fn plane_rejection(&mut self) {
        self.to.plane_rejection();
    }
}
