//! The limit on what a file may unfold to. A few hundred bytes of instances of instances, of zeros
//! in an accessor or of a deflated part can stand for more than any memory holds, so whatever is
//! not in the file byte by byte is paid for before it is made.

use std::cell::Cell;

use super::error::Problem;

/// The size to which any file may unfold: about two million triangles.
const ALWAYS: u64 = 64 << 20;
/// The size that each byte of a file adds. Meshes as XML deflate by 5 to 20 times, and one that is instanced
/// more often than this is better kept as one model at many poses.
const PER_BYTE: u64 = 256;

/// Bytes that may still be made.
pub(super) struct Allowance {
    limit: Cell<u64>,
    left: Cell<u64>,
}

impl Allowance {
    /// For a file of this length.
    pub fn for_length(bytes: usize) -> Self {
        let limit = ALWAYS.saturating_add(PER_BYTE.saturating_mul(bytes as u64));
        Self { limit: Cell::new(limit), left: Cell::new(limit) }
    }

    /// A file of this length belongs to the first.
    pub fn extend(&self, bytes: usize) {
        let more = PER_BYTE.saturating_mul(bytes as u64);
        self.limit.set(self.limit.get().saturating_add(more));
        self.left.set(self.left.get().saturating_add(more));
    }

    /// The number of bytes that may still be made.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Pays for `things` things of `bytes` bytes each.
    pub fn pay(&self, things: usize, bytes: usize) -> Result<(), Problem> {
        let price = (things as u64).checked_mul(bytes as u64);
        let left = price.and_then(|price| self.left.get().checked_sub(price));
        self.left.set(left.ok_or_else(|| self.exceeded())?);
        Ok(())
    }

    /// The error of a file that goes too far.
    pub fn exceeded(&self) -> Problem {
        Problem::UnfoldsTooFar { limit: self.limit.get() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_paid_is_gone_and_nothing_wraps() {
        let allowance = Allowance::for_length(2);
        let limit = ALWAYS + 2 * PER_BYTE;
        assert_eq!(allowance.left(), limit);
        assert_eq!(allowance.pay(limit as usize - 1, 1), Ok(()));
        assert_eq!(allowance.pay(1, 2), Err(Problem::UnfoldsTooFar { limit }));
        assert_eq!(allowance.pay(usize::MAX, usize::MAX), Err(Problem::UnfoldsTooFar { limit }));
        assert_eq!(allowance.pay(1, 1), Ok(()));
        allowance.extend(1);
        assert_eq!(allowance.left(), PER_BYTE);
    }
}
