//! A way is made shorter: rows are left out, and points on it are joined directly. A change is made
//! only if every new edge is proved clear.

use closecall::engine::geom::Rng;

use super::proof::Proofs;
use super::space::JointSpace;
use crate::error::RobotError;

/// The number of points of a way that are joined directly.
const TRIES: usize = 40;

/// A share of the length that is worth a proof.
const WORTH: f64 = 0.01;

/// A way from the same start to the same goal that is no longer.
pub(super) fn shorten(
    space: &JointSpace,
    proofs: &mut Proofs,
    rows: Vec<Vec<f64>>,
    seed: u64,
) -> Result<Vec<Vec<f64>>, RobotError> {
    let mut way = Way { space, proofs, rows };
    way.leave_out()?;
    let mut rng = Rng::new(seed);
    for _ in 0..TRIES {
        if way.rows.len() < 3 || way.proofs.is_over() {
            break;
        }
        let whole = space.length(&way.rows);
        let (a, b) = (rng.between(0.0, whole), rng.between(0.0, whole));
        way.join(a.min(b), a.max(b), WORTH * whole)?;
    }
    way.leave_out()?;
    Ok(way.rows)
}

/// A way that is being made shorter.
struct Way<'w, 'r, 'p, 'q> {
    space: &'w JointSpace<'r>,
    proofs: &'p mut Proofs<'q>,
    rows: Vec<Vec<f64>>,
}

impl Way<'_, '_, '_, '_> {
    /// Leaves out rows whose neighbours can be joined, as long as there are any.
    fn leave_out(&mut self) -> Result<(), RobotError> {
        let mut place = 1;
        while place + 1 < self.rows.len() && !self.proofs.is_over() {
            if self.proofs.is_clear(&self.rows[place - 1], &self.rows[place + 1])? {
                self.rows.remove(place);
                place = place.saturating_sub(1).max(1);
            } else {
                place += 1;
            }
        }
        Ok(())
    }

    /// Joins two points of the way, which are so far along it, if that is worth it and clear.
    fn join(&mut self, from: f64, to: f64, worth: f64) -> Result<(), RobotError> {
        let ((first, start), (last, end)) = (self.at(from), self.at(to));
        if first == last {
            return Ok(());
        }
        let a = self.space.between(&self.rows[first], &self.rows[first + 1], start);
        let b = self.space.between(&self.rows[last], &self.rows[last + 1], end);
        if (to - from) - self.space.distance(&a, &b) < worth || !self.proofs.is_clear(&a, &b)? {
            return Ok(());
        }
        // The parts of the old edges end at other positions, so that they are other edges.
        if a != self.rows[first] && !self.proofs.is_clear(&self.rows[first], &a)?
            || b != self.rows[last + 1] && !self.proofs.is_clear(&b, &self.rows[last + 1])?
        {
            return Ok(());
        }
        self.rows.splice(first + 1..=last, [a, b]);
        self.rows.dedup();
        Ok(())
    }

    /// The edge, and the share of it, that is so far along the way.
    fn at(&self, length: f64) -> (usize, f64) {
        let mut left = length;
        for (edge, ends) in self.rows.windows(2).enumerate() {
            let own = self.space.distance(&ends[0], &ends[1]);
            if left < own {
                return (edge, (left / own).max(0.0));
            }
            left -= own;
        }
        (self.rows.len() - 2, 1.0)
    }
}
