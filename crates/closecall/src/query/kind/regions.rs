//! The regions that were found so far.

use super::Witness;
use super::cells::germs;
use super::patches::PatchTask;
use super::steps::Steps;
use crate::geom::exact::germ::Germ;
use crate::parallel;
use crate::query::solid::placed::Placed;

/// The number of triangles that are looked at before it is asked whether all regions are found. The
/// first lot is small.
const FIRST_LOT: usize = 4;
const LOT: usize = 256;

/// The bodies that a region is inside of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RegionName {
    Both,
    AOnly,
    BOnly,
}

impl RegionName {
    pub(super) const ALL: [Self; 3] = [Self::Both, Self::AOnly, Self::BOnly];
}

/// A witness of each region that was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Regions {
    pub(super) both: Option<Witness>,
    pub(super) a_only: Option<Witness>,
    pub(super) b_only: Option<Witness>,
}

impl Regions {
    /// Are all of these found?
    pub(super) fn have(&self, wanted: &[RegionName]) -> bool {
        wanted.iter().all(|region| match region {
            RegionName::Both => self.both.is_some(),
            RegionName::AOnly => self.a_only.is_some(),
            RegionName::BOnly => self.b_only.is_some(),
        })
    }

    /// Looks at both sides of every piece of these triangles, until all of these regions are found;
    /// none if the question is broken off.
    pub(super) fn explore(
        &mut self,
        bodies: &[Placed; 2],
        tasks: &[PatchTask],
        wanted: &[RegionName],
        steps: &Steps,
    ) -> Option<()> {
        let (first, rest) = tasks.split_at(tasks.len().min(FIRST_LOT));
        for lot in std::iter::once(first).chain(rest.chunks(LOT)) {
            if self.have(wanted) {
                return Some(());
            }
            let known = *self;
            let beside = |(): &mut (), task: &PatchTask| known.beside(bodies, task, wanted, steps);
            let found = parallel::map(lot, 1, || (), beside);
            found.iter().for_each(|found| self.join(found));
            if steps.is_over() {
                return self.have(wanted).then_some(());
            }
        }
        Some(())
    }

    /// With the regions at the border of which a triangle is.
    fn beside(
        mut self,
        bodies: &[Placed; 2],
        task: &PatchTask,
        wanted: &[RegionName],
        steps: &Steps,
    ) -> Self {
        if steps.is_over() {
            return self;
        }
        let (triangle, cutters) = task.triangles(bodies);
        for germ in germs(&triangle, &cutters) {
            if self.have(wanted) || steps.step().is_none() {
                break;
            }
            self.add(bodies, &germ);
        }
        self
    }

    fn add(&mut self, [a, b]: &[Placed; 2], germ: &Germ) {
        let (winding_a, winding_b) = (a.winding(germ), b.winding(germ));
        let region = match (winding_a != 0, winding_b != 0) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.a_only,
            (false, true) => &mut self.b_only,
            (false, false) => return,
        };
        region.get_or_insert(Witness { point: germ.point().into(), winding_a, winding_b });
    }

    fn join(&mut self, other: &Self) {
        self.both = self.both.or(other.both);
        self.a_only = self.a_only.or(other.a_only);
        self.b_only = self.b_only.or(other.b_only);
    }
}
