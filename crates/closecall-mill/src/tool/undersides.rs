//! The height of the pieces of a tool at every distance from its axis, as a walk of a tree needs
//! it: tangents of each piece's underside.

use super::piece::Piece;
use closecall::engine::milling::Revolved;

/// The head of this file says what it is.
#[derive(Clone, Debug)]
pub struct Undersides {
    solids: Vec<Revolved>,
    radius: f64,
}

impl Undersides {
    /// The undersides of some pieces. A piece that ends above is taken as one that does not.
    #[must_use]
    pub fn of<'p>(pieces: impl Iterator<Item = &'p Piece>) -> Self {
        let solid = |piece: &Piece| {
            let under = &piece.lower;
            Revolved::new(
                under.radius(),
                under.lowest(),
                |r| under.slopes(r).0,
                |m| under.conjugate(m),
            )
        };
        let solids: Vec<Revolved> = pieces.map(solid).collect();
        let radius = solids.iter().map(Revolved::radius).fold(0.0, f64::max);
        Self { solids, radius }
    }

    /// One for each piece.
    #[must_use]
    pub fn solids(&self) -> &[Revolved] {
        &self.solids
    }

    /// The largest radius of a piece.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }
}
