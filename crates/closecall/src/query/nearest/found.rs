//! The nearest few so far, known by intervals.

use crate::geom::Interval;

/// What may be among the nearest `count`.
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
