//! Honest timing: repetitions outside, poses inside, one thread, every call on its own.
//!
//! Two neighbouring calls ask about neighbouring poses and not the same pose again, so that no
//! repetition finds its own data warm. The figures are those of the runners of the other libraries,
//! so that they can be read side by side.

use std::time::{Duration, Instant};

/// Time per query in microseconds. Where there is nothing to average, a figure is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timing {
    /// The median over the repetitions of the mean over the poses.
    pub mean_us: f64,
    /// The mean over the poses of each pose's fastest repetition. The figures below are over these
    /// minima too.
    pub mean_best_us: f64,
    /// Half the poses are faster.
    pub median_us: f64,
    /// 99 of 100 poses are faster.
    pub p99_us: f64,
    /// 999 of 1000 poses are faster.
    pub p999_us: f64,
    /// The slowest pose.
    pub max_us: f64,
    /// The mean over the poses that collide.
    pub mean_hit_us: f64,
    /// The mean over the poses that do not.
    pub mean_miss_us: f64,
    /// The slowest single call of all repetitions, interrupts and all.
    pub worst_us: f64,
    /// By which share the mean of the slowest repetition is above that of the fastest.
    pub spread: f64,
}

/// The result of a timed flight.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    /// The time it took.
    pub timing: Timing,
    /// The answer to each pose: how many contacts, or 0 and 1.
    pub answers: Vec<u64>,
    /// Each pose's fastest repetition in microseconds.
    pub best_us: Vec<f64>,
}

/// Asks `query` about poses `0..poses`, `reps` times over, and times each call. `between` runs
/// after each repetition, untimed.
///
/// # Panics
/// If there is no pose or no repetition: there is no honest figure for nothing.
pub fn time_queries(
    reps: usize,
    poses: usize,
    mut query: impl FnMut(usize) -> u64,
    mut between: impl FnMut(),
) -> Timed {
    let mut stopwatch = Stopwatch::new(poses);
    for _ in 0..reps {
        stopwatch.repetition(&mut query);
        between();
    }
    stopwatch.finish()
}

/// A timing in the making, one repetition after the other, so that those of several engines can
/// take turns.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    best: Vec<Duration>,
    answers: Vec<u64>,
    worst: Duration,
    means_us: Vec<f64>,
}

impl Stopwatch {
    /// For this number of poses.
    #[must_use]
    pub fn new(poses: usize) -> Self {
        Self {
            best: vec![Duration::MAX; poses],
            answers: vec![0; poses],
            worst: Duration::ZERO,
            means_us: vec![],
        }
    }

    /// Asks about every pose once, and times each call.
    pub fn repetition(&mut self, mut query: impl FnMut(usize) -> u64) {
        let mut total = Duration::ZERO;
        for (pose, (best, answer)) in self.best.iter_mut().zip(&mut self.answers).enumerate() {
            let start = Instant::now();
            *answer = query(pose);
            let took = start.elapsed();
            total += took;
            self.worst = self.worst.max(took);
            *best = took.min(*best);
        }
        self.means_us.push(micros(total) / self.best.len() as f64);
    }

    /// The figures.
    ///
    /// # Panics
    /// If there was no pose or no repetition.
    #[must_use]
    pub fn finish(self) -> Timed {
        let (reps, poses) = (self.means_us.len(), self.best.len());
        assert!(reps > 0 && poses > 0, "{reps} repetitions of {poses} poses");
        let best_us: Vec<f64> = self.best.into_iter().map(micros).collect();
        let timing = summary(self.means_us, &best_us, micros(self.worst), &self.answers);
        Timed { timing, answers: self.answers, best_us }
    }
}

fn summary(mut means_us: Vec<f64>, best_us: &[f64], worst_us: f64, answers: &[u64]) -> Timing {
    means_us.sort_by(f64::total_cmp);
    let mut sorted = best_us.to_vec();
    sorted.sort_by(f64::total_cmp);
    let poses = sorted.len();
    let mean_where = |hit: bool| {
        mean(best_us.iter().zip(answers).filter(|&(_, &n)| (n > 0) == hit).map(|(us, _)| *us))
    };
    Timing {
        mean_us: means_us[means_us.len() / 2],
        mean_best_us: mean(best_us.iter().copied()),
        median_us: sorted[poses / 2],
        p99_us: percentile(&sorted, 0.99),
        p999_us: percentile(&sorted, 0.999),
        max_us: sorted[poses - 1],
        mean_hit_us: mean_where(true),
        mean_miss_us: mean_where(false),
        worst_us,
        spread: means_us[means_us.len() - 1] / means_us[0] - 1.0,
    }
}

/// The least of these numbers, sorted, that has `share` of all before it; the last if there are too
/// few.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    sorted[((sorted.len() as f64 * share) as usize).min(sorted.len() - 1)]
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0u32);
    for number in numbers {
        sum += number;
        count += 1;
    }
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

fn micros(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_are_asked_in_order_within_each_repetition() {
        let mut asked = Vec::new();
        let mut repetitions = 0;
        let timed = time_queries(
            2,
            3,
            |pose| {
                asked.push(pose);
                pose as u64
            },
            || repetitions += 1,
        );
        assert_eq!(asked, [0, 1, 2, 0, 1, 2]);
        assert_eq!(timed.answers, [0, 1, 2]);
        assert_eq!(timed.best_us.len(), 3);
        assert_eq!(repetitions, 2);
    }

    #[test]
    fn the_summary_of_known_times() {
        let best: Vec<f64> = (1..=200).rev().map(f64::from).collect();
        let answers: Vec<u64> = best.iter().map(|&us| u64::from(us > 150.0)).collect();
        let timing = summary(vec![130.0, 110.0, 120.0], &best, 999.0, &answers);
        assert_eq!(timing.mean_us, 120.0);
        assert_eq!(timing.mean_best_us, 100.5);
        assert_eq!(timing.median_us, 101.0);
        assert_eq!(timing.p99_us, 199.0);
        // Of 200 there is none that is exceeded by one in a thousand only.
        assert_eq!((timing.p999_us, timing.max_us), (200.0, 200.0));
        assert_eq!(timing.mean_hit_us, 175.5);
        assert_eq!(timing.mean_miss_us, 75.5);
        assert_eq!(timing.worst_us, 999.0);
        assert!((timing.spread - 2.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn one_of_a_thousand_is_above_its_percentile() {
        let sorted: Vec<f64> = (0..10_000).map(f64::from).collect();
        assert_eq!(percentile(&sorted, 0.999), 9990.0);
        assert_eq!(
            sorted.iter().filter(|number| **number < percentile(&sorted, 0.5)).count(),
            5000
        );
        assert_eq!(percentile(&[7.0], 0.999), 7.0);
    }

    #[test]
    fn one_kind_of_answer_leaves_the_other_mean_at_zero() {
        let timing = summary(vec![1.0], &[1.0], 1.0, &[0]);
        assert_eq!((timing.mean_hit_us, timing.mean_miss_us), (0.0, 1.0));
    }

    #[test]
    fn the_order_of_the_figures_holds_on_a_real_run() {
        let work =
            |pose: usize| (0..pose * 50).fold(0u64, |sum, k| std::hint::black_box(sum + k as u64));
        let Timing { mean_us, mean_best_us, median_us, p99_us, p999_us, max_us, worst_us, .. } =
            time_queries(3, 50, work, || ()).timing;
        assert!(
            median_us <= p99_us && p99_us <= p999_us && p999_us <= max_us && max_us <= worst_us
        );
        assert!(mean_best_us <= mean_us && mean_us <= worst_us);
    }
}
