//! How low a tool reaches at every distance from its axis, as a table for quick rejection: a step function that is nowhere
//! above the true underside.

use crate::interval::Interval;
use crate::tool::Piece;

const STEPS: usize = 256;

/// The head of this file has the derivation.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// The largest radius of a piece.
    pub radius: f64,
    /// The lowest point.
    pub lowest: f64,
    /// The lowest heights from squared distance i·R²/[`STEPS`] on.
    steps: Vec<f32>,
    per_square: f32,
}

impl Envelope {
    /// The envelope of some pieces; at least one.
    #[must_use]
    pub fn of<'p>(pieces: impl Iterator<Item = &'p Piece> + Clone) -> Self {
        let radius = pieces.clone().map(|p| p.lower.radius()).fold(0.0, f64::max);
        let lowest = pieces.clone().map(|p| p.lower.lowest()).fold(f64::INFINITY, f64::min);
        let height = |i: usize| {
            let r = radius * (i as f64 / STEPS as f64).sqrt() * (1.0 - 1e-9);
            let low = pieces.clone().filter_map(|p| p.lower.height(Interval::exact(r)).map(|z| z.lo));
            // Of those that end before r nothing is left; rounding down keeps it below.
            (low.fold(f64::INFINITY, f64::min).min(1e30) as f32).next_down()
        };
        let mut steps: Vec<f32> = (0..STEPS).map(height).collect();
        // Undersides rise outward, but that of a wider piece may begin lower than a narrower one ends.
        for i in (1..STEPS).rev() {
            steps[i - 1] = steps[i - 1].min(steps[i]);
        }
        steps.push(steps[STEPS - 1]);
        Self { radius, lowest, steps, per_square: (STEPS as f64 / (radius * radius) * (1.0 - 1e-6)) as f32 }
    }

    /// Nothing of the tool is lower than this at squared distances of at least `squared`.
    #[inline]
    pub(super) fn lowest_from(&self, squared: f32) -> f32 {
        let step = (squared * self.per_square) as usize;
        self.steps[step.min(STEPS)]
    }
}
