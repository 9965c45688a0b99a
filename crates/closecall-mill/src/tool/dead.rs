//! The middle of a cutter that does not cut: inserts and most rougheners leave a disc about the axis
//! without an edge. Such a tool must not go down into material there, or only at a small angle.

use super::piece::{Piece, PieceRole};
use super::stack::ToolError;
use std::str::FromStr;

/// The disc about the axis in which a cutter has no edge. The tool must not go down into material
/// there, or only at a small angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeadCentre {
    /// The diameter within which nothing cuts.
    pub diameter: f64,
    /// How steeply the tool may go down into material all the same, in degrees against the level.
    pub ramp: f64,
}

impl DeadCentre {
    /// Whether the numbers make sense for a cutter whose tip is a level disc of this radius.
    pub(super) fn check(&self, level_radius: f64) -> Result<(), ToolError> {
        if !(0.5 * self.diameter > 0.0 && 0.5 * self.diameter <= level_radius) {
            return Err(ToolError::Lengths(format!(
                "the centre that does not cut is a part of the level end of the cutter, which is {} wide: its diameter cannot be {}",
                2.0 * level_radius,
                self.diameter
            )));
        }
        match (0.0..90.0).contains(&self.ramp) {
            true => Ok(()),
            false => Err(ToolError::Lengths(format!(
                "the angle at which a cutter may go down is from 0 to under 90 degrees, not {}",
                self.ramp
            ))),
        }
    }

    /// A thin disc at the tip.
    pub(crate) fn disc(&self, radius: f64, height: f64) -> Piece {
        Piece::frustum(PieceRole::Cutter, (0.0, radius), Some((height, radius)))
    }
}

/// How far out a cutter's tip is level.
pub(super) fn level_radius(pieces: &[Piece]) -> f64 {
    use super::profile::ProfilePart::Line;
    match pieces.first().and_then(|piece| piece.lower.parts().first()) {
        Some(&Line { from: 0.0, z0: 0.0, to, z1: 0.0 }) => to,
        _ => 0.0,
    }
}

/// `D`, or `D:ANGLE`.
impl FromStr for DeadCentre {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (diameter, ramp) = text.split_once(':').unwrap_or((text, "0"));
        let number = |word: &str| {
            let value: Option<f64> = word.trim().parse().ok();
            value.ok_or_else(|| format!("`{word}` is no number: it is D or D:ANGLE"))
        };
        Ok(Self { diameter: number(diameter)?, ramp: number(ramp)? })
    }
}
