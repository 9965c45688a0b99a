//! The regions that were found so far.

use super::Witness;
use super::cells::germs;
use super::patches::PatchTask;
use crate::geom::exact::germ::Germ;
use crate::parallel;
use crate::query::solid::placed::Placed;

/// How many triangles are looked at before it is asked whether all regions are found. The first lot
/// is small.
const FIRST_LOT: usize = 4;
const LOT: usize = 256;

/// A witness of each region that was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Regions {
    pub(super) both: Option<Witness>,
    pub(super) a_only: Option<Witness>,
    pub(super) b_only: Option<Witness>,
}

impl Regions {
    pub(super) fn are_all_found(&self) -> bool {
        self.both.is_some() && self.a_only.is_some() && self.b_only.is_some()
    }

    /// Looks at both sides of every piece of these triangles, until all regions are found.
    pub(super) fn explore(&mut self, bodies: &[Placed; 2], tasks: &[PatchTask]) {
        let (first, rest) = tasks.split_at(tasks.len().min(FIRST_LOT));
        for lot in std::iter::once(first).chain(rest.chunks(LOT)) {
            if self.are_all_found() {
                return;
            }
            let found = parallel::map(lot, 1, || (), |(), task| Self::beside(bodies, task));
            found.iter().for_each(|found| self.join(found));
        }
    }

    /// The regions at the border of which a triangle is.
    fn beside(bodies: &[Placed; 2], task: &PatchTask) -> Self {
        let mut found = Self::default();
        let (triangle, cutters) = task.triangles(bodies);
        for germ in germs(&triangle, &cutters) {
            if found.are_all_found() {
                break;
            }
            found.add(bodies, &germ);
        }
        found
    }

    fn add(&mut self, [a, b]: &[Placed; 2], germ: &Germ) {
        let (winding_a, winding_b) = (a.winding(germ), b.winding(germ));
        let region = match (winding_a != 0, winding_b != 0) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.a_only,
            (false, true) => &mut self.b_only,
            (false, false) => return,
        };
        region.get_or_insert(Witness { point: germ.point(), winding_a, winding_b });
    }

    fn join(&mut self, other: &Self) {
        self.both = self.both.or(other.both);
        self.a_only = self.a_only.or(other.a_only);
        self.b_only = self.b_only.or(other.b_only);
    }
}
