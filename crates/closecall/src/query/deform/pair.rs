//! Two deforming meshes, and what is found of them.

use super::DeformingMesh;
use crate::Answer;
use crate::geom::Pose;
use crate::geom::straight::{Close, StraightLimits};
use crate::geom::vectors::vectors;
use crate::mesh::{MeshError, Unit, UnitsDiffer};
use crate::query::{ScaleDoubt, Side};

/// Two triangles that meet, or may.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleMeeting {
    /// A triangle of the first mesh.
    pub a: u32,
    /// One of the second, or of the same.
    pub b: u32,
    /// When: never [`Answer::Clear`].
    pub first: Answer<Close, f64>,
}

impl TriangleMeeting {
    /// They do not meet before this time.
    #[must_use]
    pub fn clear_until(&self) -> f64 {
        match self.first {
            Answer::Clear => 1.0,
            Answer::Touching(Close { time, .. }) => time,
            Answer::Undecided(clear_until) => clear_until,
        }
    }

    /// Do they come as near as the tolerance, for certain?
    #[must_use]
    pub fn is_close(&self) -> bool {
        matches!(self.first, Answer::Touching(_))
    }
}

/// All that meet between two states.
#[derive(Clone, Debug, PartialEq)]
pub struct Meetings {
    /// Pairs of triangles that meet or are undecided, sorted.
    pub meetings: Vec<TriangleMeeting>,
    /// The number of pairs that were looked at: those whose swept boxes come together.
    pub candidates: usize,
    /// Nothing meets before this time; 1 if nothing meets at all.
    pub clear_until: f64,
}

impl Meetings {
    /// Is it proved that nothing meets?
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.meetings.is_empty()
    }

    /// The first time at which two triangles are within the tolerance, if there is one.
    #[must_use]
    pub fn first_close(&self) -> Option<f64> {
        self.meetings
            .iter()
            .filter(|meeting| meeting.is_close())
            .map(TriangleMeeting::clear_until)
            .reduce(f64::min)
    }
}

/// Two deforming meshes, in one frame.
#[derive(Clone, Debug)]
pub struct DeformingPair {
    a: DeformingMesh,
    b: DeformingMesh,
}

impl DeformingPair {
    /// Two meshes between two states each.
    ///
    /// # Errors
    /// If they state different units: [`Mesh::unit`](crate::Mesh::unit).
    pub fn new(a: DeformingMesh, b: DeformingMesh) -> Result<Self, UnitsDiffer> {
        Unit::agree(a.start().unit(), b.start().unit())?;
        Ok(Self { a, b })
    }

    /// The first mesh.
    #[must_use]
    pub fn a(&self) -> &DeformingMesh {
        &self.a
    }

    /// The second.
    #[must_use]
    pub fn b(&self) -> &DeformingMesh {
        &self.b
    }

    /// Both meshes.
    #[must_use]
    pub fn into_parts(self) -> [DeformingMesh; 2] {
        [self.a, self.b]
    }

    /// Do the sizes of the two, or their places at the start, make it unlikely that they are in one
    /// unit? See [`Mesh::scale_doubt`](crate::Mesh::scale_doubt).
    #[must_use]
    pub fn scale_doubt(&self) -> Option<ScaleDoubt<Side>> {
        self.a.start().scale_doubt(self.b.start(), [&Pose::IDENTITY])
    }

    /// The next states of both.
    ///
    /// # Errors
    /// If there are not as many vertices as the meshes have, or a coordinate is out of range.
    pub fn advance(
        &mut self,
        a: Vec<impl Into<[f64; 3]>>,
        b: Vec<impl Into<[f64; 3]>>,
    ) -> Result<(), MeshError> {
        let a = vectors(a);
        let b = vectors(b);
        self.a.advance(a)?;
        self.b.advance(b)
    }

    /// Every triangle of the first and of the second that meet, or may.
    #[must_use]
    pub fn meetings(&self, limits: &StraightLimits) -> Meetings {
        Meetings::of(self.a.candidates(&self.b, limits), |pair| {
            self.a.meeting(&self.b, pair, limits)
        })
    }
}
