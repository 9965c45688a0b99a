//! A whole tool: cutter, shank and holder, one above the other.
//!
//! The topmost of them goes up without end: above a holder there is a spindle. So a tool that is
//! wholly inside a part is found, too: the part's surface lies above its tip.

use super::piece::{Piece, PieceRole};
use super::shape::{ToolShape, ToolShapeError, stacked};

/// A cylinder or a cone of a holder, from below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// The diameter at its lower end.
    pub lower: f64,
    /// The diameter at its upper end.
    pub upper: f64,
    /// Its length.
    pub length: f64,
}

/// How a tool is put together.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// The cutter.
    pub shape: ToolShape,
    /// From the tip to the end of the cutting part. Without it the cutter goes up without end, or
    /// to the holder.
    pub length: Option<f64>,
    /// The shank's diameter. Above the cutter's length, without it, the cutter's own goes on, as a
    /// shank.
    pub shank: Option<f64>,
    /// From the tip to the lower end of the holder.
    pub stick_out: Option<f64>,
    /// The holder, from below.
    pub holder: Vec<Stage>,
}

/// Why a tool was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// The cutter makes no sense.
    #[error(transparent)]
    ToolShape(#[from] ToolShapeError),
    /// The text names no tool.
    #[error("`{text}` is no tool: {why}")]
    Spec {
        /// What was read.
        text: String,
        /// The fault.
        why: String,
    },
    /// The lengths do not go together.
    #[error("{0}")]
    Lengths(String),
    /// What is taken off the cutter's radius leaves no cutter.
    #[error("{side} cannot be taken off the cutter's radius: {source}")]
    Side {
        /// How much.
        side: f64,
        /// Why not.
        source: ToolShapeError,
    },
}

impl Tool {
    /// A cutter that goes up without end.
    #[must_use]
    pub fn of(shape: ToolShape) -> Self {
        Self { shape, length: None, shank: None, stick_out: None, holder: Vec::new() }
    }

    /// Whether all numbers go together.
    pub fn check(&self) -> Result<(), ToolError> {
        self.shape.check()?;
        let lengths = |text: String| Err(ToolError::Lengths(text));
        // Radii are halves, and half of the smallest number is 0.
        let positive = |x: &f64| 0.5 * *x > 0.0 && *x <= 1e9;
        let height = self.shape.height();
        if let Some(length) = self.length
            && !(positive(&length) && length >= height)
        {
            return lengths(format!(
                "the cutter's shape is {height} high: its length cannot be {length}"
            ));
        }
        if self.shank.is_some() && self.length.is_none() {
            return lengths(
                "a shank begins where the cutter ends: give the cutter's length, too".to_string(),
            );
        }
        if let Some(shank) = self.shank.filter(|d| !positive(d)) {
            return lengths(format!("the shank's diameter must be more than 0, not {shank}"));
        }
        let Some(stick_out) = self.stick_out else {
            return match self.holder.is_empty() {
                true => Ok(()),
                false => lengths("where does the holder begin? give its stick-out".to_string()),
            };
        };
        if !(positive(&stick_out) && stick_out >= self.length.unwrap_or(height)) {
            let least = self.length.unwrap_or(height);
            return lengths(format!(
                "the stick-out must be at least the cutter's {least}, not {stick_out}"
            ));
        }
        match self
            .holder
            .iter()
            .find(|s| !(positive(&s.lower) && positive(&s.upper) && positive(&s.length)))
        {
            Some(s) => lengths(format!(
                "a holder's stage needs positive numbers, not {}:{}:{}",
                s.lower, s.upper, s.length
            )),
            None => Ok(()),
        }
    }

    /// The same with `side` taken off the cutter's radius.
    pub fn thinner(&self, side: f64) -> Result<Self, ToolError> {
        let refused = |source| ToolError::Side { side, source };
        if matches!(self.shape, ToolShape::Mesh(_)) {
            return Err(refused(ToolShapeError::Odd("it is a mesh".to_string())));
        }
        let radius = 0.5 * self.shape.diameter();
        if side >= radius {
            return Err(refused(ToolShapeError::Odd(format!("that is {radius}"))));
        }
        let tool = Self { shape: self.shape.thinner(side), ..self.clone() };
        tool.shape.check().map_err(refused)?;
        Ok(tool)
    }

    /// The convex pieces of the tool.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        let holder_at = self.stick_out.filter(|_| !self.holder.is_empty());
        let cutter_top = self.length.or(holder_at);
        let mut pieces = self.shape.pieces(cutter_top);
        let mut radius = 0.5 * self.top_diameter();
        if let Some(z0) = self.length
            && holder_at.is_none_or(|z| z > z0)
        {
            let shank = self.shank.map_or(radius, |d| 0.5 * d);
            pieces.iter_mut().for_each(|piece| piece.join_above(z0, shank.min(radius)));
            let top = holder_at.map(|z| (z, shank));
            pieces.push(Piece::frustum(PieceRole::Shank, (z0, shank), top));
            radius = shank;
        }
        if let Some(z0) = holder_at {
            let holder = 0.5 * self.holder[0].lower;
            pieces.iter_mut().for_each(|piece| piece.join_above(z0, holder.min(radius)));
            pieces.extend(self.holder_pieces(z0));
        }
        pieces
    }

    fn holder_pieces(&self, from: f64) -> Vec<Piece> {
        let mut points = Vec::new();
        let mut z = from;
        for stage in &self.holder {
            points.push((0.5 * stage.lower, z));
            z += stage.length;
            points.push((0.5 * stage.upper, z));
        }
        stacked(PieceRole::Holder, &points, None)
    }

    /// The diameter where the cutter ends.
    fn top_diameter(&self) -> f64 {
        match &self.shape {
            ToolShape::Lollipop { neck, .. } => *neck,
            ToolShape::Profile { points } => 2.0 * points.last().map_or(0.0, |p| p.0),
            shape => shape.diameter(),
        }
    }
}
