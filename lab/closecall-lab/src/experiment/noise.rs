//! By how much repetitions of the same work differ: what a verdict on times is compared with.

/// The spreads of everything that an experiment timed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Noise(Vec<f64>);

impl Noise {
    /// Adds by which share the slowest repetition was above the fastest.
    pub fn add(&mut self, spread: f64) {
        self.0.push(spread);
    }

    /// Adds the times of repetitions of the same work.
    pub fn add_rounds(&mut self, times: &[f64]) {
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        let most = times.iter().copied().fold(0.0, f64::max);
        if least > 0.0 && times.len() > 1 {
            self.add(most / least - 1.0);
        }
    }

    /// Adds all that others found.
    pub fn extend(&mut self, others: impl IntoIterator<Item = f64>) {
        self.0.extend(others);
    }

    /// The median of the spreads, by which repetitions typically differ; 0 if nothing was repeated.
    #[must_use]
    pub fn typical(&self) -> f64 {
        let mut spreads = self.0.clone();
        spreads.sort_by(f64::total_cmp);
        spreads.get(spreads.len() / 2).copied().unwrap_or(0.0)
    }
}

impl FromIterator<f64> for Noise {
    fn from_iter<I: IntoIterator<Item = f64>>(spreads: I) -> Self {
        Self(spreads.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_typical_spread_is_the_median() {
        assert_eq!(Noise::default().typical(), 0.0);
        let mut noise: Noise = [3.0, 0.1].into_iter().collect();
        noise.add_rounds(&[2.0, 1.0, 1.5]);
        assert_eq!(noise.typical(), 1.0);
        // One round alone says nothing.
        noise.add_rounds(&[7.0]);
        noise.extend([0.2, 0.3]);
        assert_eq!(noise.typical(), 0.3);
    }
}
