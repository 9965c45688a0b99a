//! The search for neighbours.
//!
//! A *measure* is the square of a distance, or the distance in the largest norm: what can be
//! compared without a root. Let u = 2⁻⁵³. The measure of a point rounds by D + 2 of u at most. That
//! of a box grows from node to node by the difference of two squares, none of which is smaller than
//! the one before: sums of positive terms, off by 4u a level, of which there are at most 32. So
//! nothing that is as near as the best in exact arithmetic has a measure beyond the best one's
//! times 1 + [`slack`].

use super::exact::{interval, measures};
use super::{BLOCK, Cloud, CloudError, Neighbour, Norm, check};
use crate::parallel;
use crate::rounding::shape::{CLOUD_DIMENSION, CLOUD_MEASURE};
use crate::wide::simd::{F64x4, Hardware, Lanes, Level, Task};

/// A cloud that is asked for many neighbours.
#[derive(Clone, Debug)]
pub struct Neighbours<'c, const D: usize> {
    cloud: &'c Cloud<D>,
    norm: Norm,
    waiting: Vec<Waiting<D>>,
    found: Vec<(f64, u32)>,
    measures: Vec<f64>,
}

/// A node that was put off: its box is `away` from the point, coordinate by coordinate.
#[derive(Clone, Copy, Debug)]
struct Waiting<const D: usize> {
    measure: f64,
    node: usize,
    away: [f64; D],
}

/// What a measure may be too large or too small by, relatively.
fn slack<const D: usize>() -> f64 {
    CLOUD_MEASURE + D as f64 * CLOUD_DIMENSION
}

/// How many points a thread takes at a time, at least.
const STRIDE: usize = 256;

impl<'c, const D: usize> Neighbours<'c, D> {
    pub(super) fn new(cloud: &'c Cloud<D>, norm: Norm) -> Self {
        Self { cloud, norm, waiting: Vec::new(), found: Vec::new(), measures: Vec::new() }
    }

    /// The nearest point.
    ///
    /// # Errors
    /// If a coordinate is out of range.
    pub fn nearest(&mut self, to: &[f64; D]) -> Result<Neighbour, CloudError> {
        self.search(to, 1, 1.0)?;
        Ok(self.neighbour(to, self.best(to)))
    }

    /// The nearest `count` points, or all if there are fewer, the nearest first.
    ///
    /// # Errors
    /// If a coordinate is out of range.
    pub fn nearest_few(
        &mut self,
        to: &[f64; D],
        count: usize,
    ) -> Result<Vec<Neighbour>, CloudError> {
        self.search(to, count, 1.0)?;
        let mut ranked = self.ranked(to);
        ranked.truncate(count);
        Ok(ranked.into_iter().map(|point| self.neighbour(to, point)).collect())
    }

    /// A point that is at most 1 + `epsilon` times as far as the nearest; sooner.
    ///
    /// # Errors
    /// If a coordinate is out of range, or `epsilon` negative or not finite.
    pub fn nearly_nearest(&mut self, to: &[f64; D], epsilon: f64) -> Result<Neighbour, CloudError> {
        if !(epsilon >= 0.0 && epsilon.is_finite()) {
            return Err(CloudError::BadFactor { epsilon });
        }
        let factor = match self.norm {
            Norm::Euclidean => (1.0 + epsilon) * (1.0 + epsilon),
            Norm::Largest => 1.0 + epsilon,
        };
        // Rounded down, so that the promise holds.
        self.search(to, 1, (factor * (1.0 - 4.0 * slack::<D>())).max(1.0))?;
        Ok(self.neighbour(to, self.best(to)))
    }

    /// [`Neighbours::nearest`] of many points, on all cores, in their order.
    ///
    /// # Errors
    /// At the first coordinate that is out of range.
    pub fn nearest_batch(&self, to: &[[f64; D]]) -> Result<Vec<Neighbour>, CloudError> {
        parallel::map(to, STRIDE, || self.clone(), |own, to| own.nearest(to)).into_iter().collect()
    }

    fn neighbour(&self, to: &[f64; D], point: u32) -> Neighbour {
        Neighbour { point, distance: interval(self.norm, to, &self.cloud.points[point as usize]) }
    }

    /// The best of what was found.
    fn best(&self, to: &[f64; D]) -> u32 {
        if let [(_, only)] = self.found[..] { only } else { self.ranked(to)[0] }
    }

    /// What was found, in exact order, then by number. Only measures within their rounding of each
    /// other are compared in integers.
    fn ranked(&self, to: &[f64; D]) -> Vec<u32> {
        let mut found = self.found.clone();
        found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let alike = found.chunk_by(|a, b| b.0 <= a.0 * (1.0 + slack::<D>()));
        alike
            .flat_map(|alike| {
                if let [(_, only)] = alike { vec![*only] } else { self.ranked_exactly(to, alike) }
            })
            .collect()
    }

    fn ranked_exactly(&self, to: &[f64; D], found: &[(f64, u32)]) -> Vec<u32> {
        let points: Vec<_> =
            found.iter().map(|&(_, point)| &self.cloud.points[point as usize]).collect();
        let exact = measures(self.norm, to, &points);
        let mut ranked: Vec<_> =
            exact.into_iter().zip(found.iter().map(|&(_, point)| point)).collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, point)| point).collect()
    }

    /// Leaves in `found` all that may be among the nearest `count`. Boxes whose measure, times the
    /// factor, is beyond what was found are left out.
    fn search(&mut self, to: &[f64; D], count: usize, factor: f64) -> Result<(), CloudError> {
        check(0, to)?;
        let Self { cloud, norm, waiting, found, measures: best } = self;
        waiting.clear();
        found.clear();
        best.clear();
        if count == 0 {
            return Ok(());
        }
        let limit = {
            let search = CloudSearch {
                cloud,
                to,
                count,
                factor,
                waiting,
                found,
                best,
                limit: f64::INFINITY,
            };
            match norm {
                Norm::Euclidean => Level::best().run(Of::<D, Euclidean>(search, Euclidean)),
                Norm::Largest => {
                    Level::best().run(Of::<D, LargestCoordinate>(search, LargestCoordinate))
                }
            }
        };
        found.retain(|(measure, _)| *measure <= limit);
        Ok(())
    }
}

/// A norm, as the search needs it.
trait NormMeasure {
    fn add<F: F64x4>(sum: F, difference: F) -> F;
    /// The measure of a box that is `now` away along an axis, where it was `before`.
    fn moved(measure: f64, before: f64, now: f64) -> f64;
}

struct Euclidean;
struct LargestCoordinate;

impl NormMeasure for Euclidean {
    #[inline(always)]
    fn add<F: F64x4>(sum: F, difference: F) -> F {
        difference.mul_add(difference, sum)
    }
    #[inline(always)]
    fn moved(measure: f64, before: f64, now: f64) -> f64 {
        measure + (now * now - before * before)
    }
}

impl NormMeasure for LargestCoordinate {
    #[inline(always)]
    fn add<F: F64x4>(sum: F, difference: F) -> F {
        sum.max(difference.abs())
    }
    #[inline(always)]
    fn moved(measure: f64, _: f64, now: f64) -> f64 {
        measure.max(now)
    }
}

/// A search under way.
struct CloudSearch<'s, const D: usize> {
    cloud: &'s Cloud<D>,
    to: &'s [f64; D],
    count: usize,
    factor: f64,
    waiting: &'s mut Vec<Waiting<D>>,
    found: &'s mut Vec<(f64, u32)>,
    best: &'s mut Vec<f64>,
    /// No measure beyond this is of interest.
    limit: f64,
}

struct Of<'s, const D: usize, M>(CloudSearch<'s, D>, M);

impl<const D: usize, M: NormMeasure> Task for Of<'_, D, M> {
    type Output = f64;

    #[inline(always)]
    fn run<H: Hardware>(self) -> f64 {
        let Self(mut search, _) = self;
        search.waiting.push(Waiting { measure: 0.0, node: 1, away: [0.0; D] });
        while let Some(next) = search.waiting.pop() {
            if next.measure * search.factor <= search.limit {
                let leaf = search.descend::<M>(next);
                search.scan::<H, M>(leaf);
            }
        }
        search.limit
    }
}

impl<const D: usize> CloudSearch<'_, D> {
    /// To the leaf on the point's side; the other sides wait.
    #[inline(always)]
    fn descend<M: NormMeasure>(
        &mut self,
        Waiting { measure, mut node, away }: Waiting<D>,
    ) -> usize {
        while node < self.cloud.leaves {
            let split = self.cloud.splits[node];
            let axis = split.axis as usize;
            let beyond = self.to[axis] - split.value;
            let side = usize::from(beyond > 0.0);
            let now = beyond.abs();
            // Not below what it was, but for rounding.
            let other = M::moved(measure, away[axis], now.max(away[axis]));
            if other * self.factor <= self.limit {
                let mut further = away;
                further[axis] = now.max(away[axis]);
                self.waiting.push(Waiting {
                    measure: other,
                    node: 2 * node + 1 - side,
                    away: further,
                });
            }
            node = 2 * node + side;
        }
        node - self.cloud.leaves
    }

    #[inline(always)]
    fn scan<H: Hardware, M: NormMeasure>(&mut self, leaf: usize) {
        let block = &self.cloud.blocks[leaf * D..(leaf + 1) * D];
        for four in 0..BLOCK / 4 {
            let mut sum = H::D::splat(0.0);
            for (row, &to) in block.iter().zip(self.to) {
                let at = four * 4;
                let lanes = H::D::new([row[at], row[at + 1], row[at + 2], row[at + 3]]);
                sum = M::add(sum, lanes - H::D::splat(to));
            }
            let mut lanes = sum.at_most(H::D::splat(self.limit));
            if lanes == 0 {
                continue;
            }
            let measures = sum.to_array();
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                let number = self.cloud.numbers[leaf][four * 4 + lane];
                if number != u32::MAX {
                    self.take(measures[lane], number);
                }
                lanes &= lanes - 1;
            }
        }
    }

    /// Notes a point that may be among the nearest.
    #[inline(always)]
    fn take(&mut self, measure: f64, number: u32) {
        if measure > self.limit {
            return;
        }
        let slack = slack::<D>();
        if self.count == 1 {
            if measure * (1.0 + slack) < self.limit * (1.0 - 2.0 * slack) {
                // Nearer than all before, beyond doubt.
                self.found.clear();
            }
            self.found.push((measure, number));
            self.limit = self.limit.min(measure * (1.0 + slack));
            return;
        }
        self.found.push((measure, number));
        let place = self.best.partition_point(|&other| other <= measure);
        if place < self.count {
            self.best.insert(place, measure);
            self.best.truncate(self.count);
        }
        if self.best.len() == self.count {
            self.limit = self.best[self.count - 1] * (1.0 + slack);
        }
    }
}
