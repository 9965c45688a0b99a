//! The nearest few so far, known by intervals.

use crate::geom::Interval;
use crate::rounding::factor::UP_16;

/// The candidates for the nearest `count`.
pub(super) struct NearestFound {
    count: usize,
    /// The least upper ends of all intervals, sorted, no more than `count`.
    highs: Vec<f64>,
    /// Lower ends and numbers.
    lows: Vec<(f64, u32)>,
}

impl NearestFound {
    pub(super) fn new(count: usize) -> Self {
        Self { count, highs: Vec::new(), lows: Vec::new() }
    }

    /// Takes a triangle in, if it may be among the nearest; what is of interest from then on.
    #[inline]
    pub(super) fn offer(&mut self, number: u32, distance: Interval) -> f64 {
        if distance.lo <= self.limit() {
            self.lows.push((distance.lo, number));
            let place = self.highs.partition_point(|&high| high <= distance.hi);
            if place < self.count {
                self.highs.insert(place, distance.hi);
                self.highs.truncate(self.count);
            }
        }
        self.limit()
    }

    /// Nothing further can be among them; negative if none is asked for.
    fn limit(&self) -> f64 {
        match self.count.checked_sub(1) {
            None => -1.0,
            Some(last) => self.highs.get(last).copied().unwrap_or(f64::INFINITY),
        }
    }

    /// The numbers of all that may still be among them.
    pub(super) fn left(&self) -> impl Iterator<Item = u32> + '_ {
        let limit = self.limit();
        self.lows.iter().filter(move |(low, _)| *low <= limit).map(|(_, number)| *number)
    }
}

/// The nearest so far, of which one is wanted; kept from point to point.
#[derive(Clone, Debug, Default)]
pub(super) struct NearestOne {
    /// The least upper end.
    limit: f64,
    /// Lower ends and numbers.
    lows: Vec<(f64, u32)>,
}

impl NearestOne {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.limit = f64::INFINITY;
        self.lows.clear();
    }

    /// Takes a triangle in, if it may be the nearest; what is of interest from then on. Triangles as
    /// near as the nearest up to 16 roundings are kept: their measured intervals may overlap.
    #[inline]
    pub(super) fn offer(&mut self, number: u32, distance: Interval) -> f64 {
        self.limit = self.limit.min(distance.hi * UP_16);
        if distance.lo <= self.limit {
            self.lows.push((distance.lo, number));
        }
        self.limit
    }

    /// The numbers of all that may still be the nearest.
    pub(super) fn left(&self) -> impl Iterator<Item = u32> + '_ {
        self.lows.iter().filter(|(low, _)| *low <= self.limit).map(|(_, number)| *number)
    }
}
