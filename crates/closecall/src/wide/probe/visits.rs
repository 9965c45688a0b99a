//! The number of calls of each kernel in a query. An adaptor around the hardware counts, so the
//! walk never learns of it.

use super::super::contact::Contact;
use super::super::simd::{Hardware, Portable, Task};
use super::super::walk::{Goal, Walk};
use super::super::{Relation, Scratch, TreeAndMesh, TreeSide};
use super::Kernel;
use crate::cost::Cost;
use crate::geom::{Clearance, Pose};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The number of calls of each kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    calls: [u64; Kernel::ALL.len()],
    /// Pairs of triangles that were left to exact arithmetic.
    pub exact: u64,
}

impl Visits {
    /// The calls of a kernel. A node counts as one of oriented boxes, whatever its boxes are.
    #[must_use]
    pub fn of(&self, kernel: Kernel) -> u64 {
        self.calls[kernel as usize]
    }
}

impl std::ops::AddAssign for Visits {
    fn add_assign(&mut self, other: Self) {
        self.calls.iter_mut().zip(other.calls).for_each(|(sum, calls)| *sum += calls);
        self.exact += other.exact;
    }
}

/// The calls that finding all pairs at a pose makes.
#[must_use]
pub fn visits(a: TreeAndMesh, b: TreeAndMesh, a_from_b: &Pose, scratch: &mut Scratch) -> Visits {
    let Some(relation) = Relation::new(a.0, b.0, a_from_b, Clearance::NONE) else {
        return Visits::default();
    };
    let sides = TreeSide::both([a, b], &relation);
    let question =
        Contact { clearance: Clearance::NONE, visit: &mut |_, _| ControlFlow::Continue(()) };
    CALLS.set([0; Kernel::ALL.len()]);
    let walk = Walk {
        sides: &sides,
        a_from_b,
        scratch,
        goal: Goal::All,
        count: Cost::default(),
        question,
    };
    let cost = walk.run::<Counted>();
    let mut calls = CALLS.get();
    // Every call but that of the pairs counts as an update, and the boxes are tested where they are
    // found.
    let below =
        [Kernel::BlockAgainstBox, Kernel::TriangleAgainstBoxes, Kernel::TriangleAgainstBlock];
    calls[Kernel::OrientedBoxes as usize] =
        cost.updates - below.map(|kernel| calls[kernel as usize]).iter().sum::<u64>();
    Visits { calls, exact: cost.exact_tests }
}

thread_local! {
    static CALLS: Cell<[u64; Kernel::ALL.len()]> = const { Cell::new([0; Kernel::ALL.len()]) };
}

/// The portable level, counting what it runs.
#[derive(Clone, Copy)]
struct Counted;

impl Hardware for Counted {
    type F = <Portable as Hardware>::F;
    type Q = <Portable as Hardware>::Q;
    type D = <Portable as Hardware>::D;

    fn compress_low(mask: u32, low: &[u32; 8], high: u32, out: &mut [u64; 8]) {
        Portable::compress_low(mask, low, high, out);
    }

    fn compress_high(mask: u32, low: u32, base: u32, out: &mut [u64; 8]) {
        Portable::compress_high(mask, low, base, out);
    }

    fn high_bits(x: &[u32; 8]) -> u32 {
        Portable::high_bits(x)
    }

    fn prefetch<T>(_: &T) {}

    fn run<T: Task>(task: T) -> T::Output {
        // Tasks borrow, so that they have no type id; their names will do.
        let name = std::any::type_name::<T>();
        let kernels = [
            ("BlockVsBox", Kernel::BlockAgainstBox),
            ("TriangleVsNode", Kernel::TriangleAgainstBoxes),
            ("TriangleVsBlock", Kernel::TriangleAgainstBlock),
            ("MeetOrUndecided", Kernel::FourPairs),
        ];
        if let Some((_, kernel)) = kernels.into_iter().find(|(kernel, _)| name.contains(kernel)) {
            let mut calls = CALLS.get();
            calls[kernel as usize] += 1;
            CALLS.set(calls);
        }
        task.run::<Self>()
    }
}
