//! W = T − S: what the corners of a triangle sweep, seen from a tool that moves along a line. Six
//! corners, nine edges (three of the triangle at either end of the move, three along the move),
//! five facets (the triangle at either end, and a parallelogram over each of its edges). Every
//! highest point of W lies on one of the facets.

use closecall::engine::{geom::Triangle, rounding::mill::INCLINED};
use closecall::geom::Interval;
use glam::{DMat3, DVec3};

/// From the part's frame to one in which the tool's axis is z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ToolFrame {
    /// The tool stands upright: nothing to do, nothing is rounded.
    Upright,
    /// The tool is inclined: its frame from the part's.
    Inclined(DMat3),
}

impl ToolFrame {
    /// The frame of a tool whose axis, from the tip to the holder, is `axis`.
    #[must_use]
    pub fn of_axis(axis: DVec3) -> Self {
        let z = axis.normalize();
        if z == DVec3::Z {
            return Self::Upright;
        }
        let x = z.any_orthonormal_vector();
        Self::Inclined(DMat3::from_cols(x, z.cross(x), z).transpose())
    }

    /// The tool's axis in the part's frame.
    #[must_use]
    pub fn axis(&self) -> DVec3 {
        match self {
            Self::Upright => DVec3::Z,
            Self::Inclined(tool_from_part) => tool_from_part.row(2),
        }
    }

    /// About `vector` of the part's frame in the tool's.
    #[must_use]
    pub fn tool_from_part(&self, vector: DVec3) -> DVec3 {
        match self {
            Self::Upright => vector,
            Self::Inclined(tool_from_part) => *tool_from_part * vector,
        }
    }

    /// About `vector` of the tool's frame in the part's.
    #[must_use]
    pub fn part_from_tool(&self, vector: DVec3) -> DVec3 {
        match self {
            Self::Upright => vector,
            Self::Inclined(tool_from_part) => tool_from_part.transpose() * vector,
        }
    }
}

/// A point that is known up to an interval in each coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    pub(crate) x: Interval,
    pub(crate) y: Interval,
    pub(crate) z: Interval,
}

/// The head of this file has the derivation.
#[derive(Clone, Debug)]
pub struct Prism {
    corners: [Corner; 6],
    /// About the corners.
    about: [DVec3; 6],
    /// The parts it was made of, if that is still exact.
    pub(super) made_of: Option<(Triangle, [DVec3; 2])>,
}

/// Pairs of corners. Corner i + 3j is corner i of the triangle at end j of the move.
pub(super) const EDGES: [[usize; 2]; 9] =
    [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [0, 3], [1, 4], [2, 5]];

/// A corner and the two that span a facet with it; whether it is a triangle (else a parallelogram).
pub(super) const FACETS: [([usize; 3], bool); 5] = [
    ([0, 1, 2], true),
    ([3, 4, 5], true),
    ([0, 1, 3], false),
    ([1, 2, 4], false),
    ([2, 0, 5], false),
];

impl Prism {
    /// The prism of a triangle and a move of the tip, both in the part's frame.
    #[must_use]
    pub fn new(triangle: &Triangle, [from, to]: [DVec3; 2], frame: &ToolFrame) -> Self {
        let ends = [from, from, from, to, to, to];
        let corner = |i: usize| Corner::between(ends[i], triangle[i % 3], frame);
        let corners = std::array::from_fn(corner);
        let made_of = matches!(frame, ToolFrame::Upright).then_some((*triangle, [from, to]));
        Self { about: std::array::from_fn(|i| corners[i].middle()), corners, made_of }
    }

    /// Mirrored in the plane z = 0.
    pub(super) fn upside_down(&self) -> Self {
        let corners = self.corners.map(|w| Corner { z: -w.z, ..w });
        Self { about: self.about.map(|w| w.with_z(-w.z)), corners, made_of: self.made_of }
    }

    pub(super) fn corners(&self) -> &[Corner; 6] {
        &self.corners
    }

    pub(super) fn about(&self) -> &[DVec3; 6] {
        &self.about
    }

    /// The point `share` of the way along an edge; 0 ≤ `share` ≤ 1.
    pub(super) fn on_edge(&self, [a, b]: [usize; 2], share: f64) -> Corner {
        self.corners[a].plus(share, &self.corners[b].minus(&self.corners[a]))
    }

    /// A point of a facet, by its coordinates along the two sides at the facet's first corner.
    pub(super) fn on_facet(&self, [o, a, b]: [usize; 3], [s, t]: [f64; 2]) -> Corner {
        let (along, across) =
            (self.corners[a].minus(&self.corners[o]), self.corners[b].minus(&self.corners[o]));
        self.corners[o].plus(s, &along).plus(t, &across)
    }
}

impl Corner {
    /// `to` − `from` in the tool's frame.
    ///
    /// Upright, each coordinate is one subtraction. Inclined, it is off by [`INCLINED`] of Σ|d|.
    fn between(from: DVec3, to: DVec3, frame: &ToolFrame) -> Self {
        match frame {
            ToolFrame::Upright => {
                let difference = |a: f64, b: f64| Interval::exactly(a) - Interval::exactly(b);
                Self {
                    x: difference(to.x, from.x),
                    y: difference(to.y, from.y),
                    z: difference(to.z, from.z),
                }
            }
            ToolFrame::Inclined(tool_from_part) => {
                let d = to - from;
                let w = *tool_from_part * d;
                let slack = INCLINED * (d.x.abs() + d.y.abs() + d.z.abs());
                Self {
                    x: Interval::about(w.x, slack),
                    y: Interval::about(w.y, slack),
                    z: Interval::about(w.z, slack),
                }
            }
        }
    }

    pub(super) fn middle(&self) -> DVec3 {
        let middle = |i: Interval| if i.lo == i.hi { i.lo } else { 0.5 * (i.lo + i.hi) };
        DVec3::new(middle(self.x), middle(self.y), middle(self.z))
    }

    fn minus(&self, other: &Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }

    fn plus(&self, share: f64, side: &Self) -> Self {
        let share = Interval::exactly(share);
        Self { x: self.x + share * side.x, y: self.y + share * side.y, z: self.z + share * side.z }
    }
}
