//! A convex piece of a tool, and what it belongs to.

use super::facets::Hulls;
use super::profile::{Profile, ProfilePart};

/// The role of a piece of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PieceRole {
    /// It cuts.
    Cutter,
    /// It carries the cutter.
    Shank,
    /// It holds the shank.
    Holder,
}

impl PieceRole {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cutter => "cutter",
            Self::Shank => "shank",
            Self::Holder => "holder",
        }
    }
}

/// A convex solid of revolution about the tool's axis: all points that lie between its underside
/// and its top.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The role.
    pub role: PieceRole,
    /// Its underside; of a polyhedral piece that of a solid of revolution that holds it.
    pub lower: Profile,
    /// Its top, upside down: the underside of the piece mirrored in the tip's plane. `None`: it
    /// goes up without end.
    pub upper: Option<Profile>,
    /// The true undersides of a polyhedral piece.
    pub facets: Option<Hulls>,
    /// The disc, upside down as `upper`, that its top shares with the piece above it: the disc lies
    /// inside the tool, though inside neither of the two. Its rim does not.
    pub seam: Option<Profile>,
}

impl Piece {
    /// A solid of revolution.
    #[must_use]
    pub fn round(role: PieceRole, lower: Profile, upper: Option<Profile>) -> Self {
        Self { role, lower, upper, facets: None, seam: None }
    }

    /// A cylinder or a frustum of a cone from height `z0` with radius `r0` to `z1` with `r1`;
    /// without a `z1`, a cylinder that goes up without end.
    #[must_use]
    pub fn frustum(role: PieceRole, (z0, r0): (f64, f64), end: Option<(f64, f64)>) -> Self {
        let Some((z1, r1)) = end else {
            return Self::round(role, Profile::polyline(&[(0.0, z0), (r0, z0)]), None);
        };
        let (mut lower, mut upper) = (vec![(0.0, z0), (r0, z0)], vec![(0.0, -z1), (r1, -z1)]);
        if r1 > r0 {
            lower.push((r1, z1));
        } else if r0 > r1 {
            upper.push((r0, -z0));
        }
        Self::round(role, Profile::polyline(&lower), Some(Profile::polyline(&upper)))
    }

    /// Says that another piece stands on this one's top, if that is at height `z`, and covers it out
    /// to `radius`.
    pub fn join_above(&mut self, z: f64, radius: f64) {
        let Some(upper) = &self.upper else { return };
        let is_top = matches!(
            upper.parts()[0],
            ProfilePart::Line { z0, z1, .. } if z0 == -z && z1 == -z
        );
        if is_top && radius > 0.0 {
            self.seam = Some(Profile::polyline(&[(0.0, -z), (radius, -z)]));
        }
    }
}
