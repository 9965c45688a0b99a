//! What a query cost: Klosowski's N_v, N_p and N_u (1998, §3.2, eq. 2).

/// Hears of every unit of work. [`Uncounted`] compiles away.
pub trait Count {
    /// Two volumes were tested (N_v).
    fn volume_test(&mut self);
    /// Two triangles were tested (N_p).
    fn triangle_test(&mut self);
    /// A triangle test needed exact arithmetic.
    fn exact_test(&mut self);
    /// A volume was moved into the other frame (N_u).
    fn update(&mut self);
}

/// Counts nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uncounted;

impl Count for Uncounted {
    #[inline(always)]
    fn volume_test(&mut self) {}
    #[inline(always)]
    fn triangle_test(&mut self) {}
    #[inline(always)]
    fn exact_test(&mut self) {}
    #[inline(always)]
    fn update(&mut self) {}
}

/// How much work one or more queries did.
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
}

impl Count for Cost {
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
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.volume_tests += other.volume_tests;
        self.triangle_tests += other.triangle_tests;
        self.exact_tests += other.exact_tests;
        self.updates += other.updates;
    }
}

impl<C: Count> Count for &mut C {
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
}
