//! A whole tool: cutter, shank and holder, one above the other.
//!
//! The topmost of them goes up without end: above a holder there is a spindle. So a tool that is
//! wholly inside a part is found, too: the part's surface lies above its tip.

use super::dead::{DeadCentre, level_radius};
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

/// A tool, put together of its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// The cutter.
    pub shape: ToolShape,
    /// From the tip to the end of the cutting part. Without it the cutter goes up without end, or
    /// to the holder.
    pub length: Option<f64>,
    /// The stages between the cutter's length and the shank, from below.
    pub shaft: Vec<Stage>,
    /// The shank's diameter. Above the cutter's length, without it, the cutter's own goes on, as a
    /// shank.
    pub shank: Option<f64>,
    /// From the tip to the lower end of the holder.
    pub stick_out: Option<f64>,
    /// The holder, from below.
    pub holder: Vec<Stage>,
    /// From the tip to the spindle's nose, where a machine's spindle ends.
    pub gauge: Option<f64>,
    /// The middle of the cutter, if that does not cut.
    pub dead: Option<DeadCentre>,
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
        /// The text that was read.
        text: String,
        /// The fault.
        why: String,
    },
    /// The lengths do not go together.
    #[error("{0}")]
    Lengths(String),
    /// The allowance off the cutter's radius leaves no cutter.
    #[error("{side} cannot be taken off the cutter's radius: {source}")]
    Side {
        /// The allowance.
        side: f64,
        /// Why not.
        source: ToolShapeError,
    },
}

impl Tool {
    /// A cutter that goes up without end.
    #[must_use]
    pub fn of(shape: ToolShape) -> Self {
        Self {
            shape,
            length: None,
            shaft: Vec::new(),
            shank: None,
            stick_out: None,
            holder: Vec::new(),
            gauge: None,
            dead: None,
        }
    }

    /// The distance of its tip from the spindle's nose: as it says, or up to the end of its holder.
    #[must_use]
    pub fn gauge_length(&self) -> Option<f64> {
        let of_holder = self.stick_out.filter(|_| !self.holder.is_empty());
        let holder = self.holder.iter().map(|stage| stage.length).sum::<f64>();
        self.gauge.or_else(|| of_holder.map(|out| out + holder))
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
        if !self.shaft.is_empty() && self.length.is_none() {
            return lengths(
                "a shaft begins where the cutter ends: give the cutter's length, too".to_string(),
            );
        }
        if self.shank.is_some() && self.length.is_none() {
            return lengths(
                "a shank begins where the cutter ends: give the cutter's length, too".to_string(),
            );
        }
        if let Some(shank) = self.shank.filter(|d| !positive(d)) {
            return lengths(format!("the shank's diameter must be more than 0, not {shank}"));
        }
        if let Some(gauge) = self.gauge.filter(|gauge| !(positive(gauge) && *gauge >= height)) {
            return lengths(format!(
                "the spindle's nose must be above the cutter's {height}, not at {gauge}"
            ));
        }
        if let Some(dead) = &self.dead {
            dead.check(level_radius(&self.shape.pieces(None)))?;
        }
        self.check_stages("a shaft's", &self.shaft)?;
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
        self.check_stages("a holder's", &self.holder)
    }

    fn check_stages(&self, whose: &str, stages: &[Stage]) -> Result<(), ToolError> {
        let positive = |x: &f64| 0.5 * *x > 0.0 && *x <= 1e9;
        match stages
            .iter()
            .find(|s| !(positive(&s.lower) && positive(&s.upper) && positive(&s.length)))
        {
            Some(s) => Err(ToolError::Lengths(format!(
                "{whose} stage needs positive numbers, not {}:{}:{}",
                s.lower, s.upper, s.length
            ))),
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
            let points = self.shank_points(z0, radius, holder_at);
            let [first, last] = [points[0].0, points[points.len() - 1].0];
            pieces.iter_mut().for_each(|piece| piece.join_above(z0, first.min(radius)));
            pieces.extend(stacked(PieceRole::Shank, &points, holder_at));
            radius = last;
        }
        if let Some(z0) = holder_at {
            let holder = 0.5 * self.holder[0].lower;
            pieces.iter_mut().for_each(|piece| piece.join_above(z0, holder.min(radius)));
            pieces.extend(self.holder_pieces(z0));
        }
        pieces
    }

    /// Shaft and shank from the cutter's end on, as radius and height: up to `top`, or without end above
    /// the last.
    fn shank_points(&self, from: f64, radius: f64, top: Option<f64>) -> Vec<(f64, f64)> {
        let (mut points, mut z, mut last) = (Vec::new(), from, radius);
        for stage in &self.shaft {
            let left = top.map_or(stage.length, |top| (top - z).min(stage.length));
            if left <= 0.0 {
                return points;
            }
            let (lower, upper) = (0.5 * stage.lower, 0.5 * stage.upper);
            last = lower + (upper - lower) * (left / stage.length);
            points.push((lower, z));
            z += left;
            points.push((last, z));
        }
        if top.is_none_or(|top| z < top) {
            points.push((self.shank.map_or(last, |d| 0.5 * d), z));
        }
        points
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
