//! The features that the nearest points of two triangles lie on, and the edges that are square to the line
//! between them.

use crate::geom::exact::nearest::{Feature, Nearest};
use crate::geom::{DVec3, Triangle};

pub(super) fn is_inner(share: f64) -> bool {
    share > 0.0 && share < 1.0
}

/// The edge from corner `i` to the next.
pub(super) fn edge(t: &Triangle, i: usize) -> DVec3 {
    t[(i + 1) % 3] - t[i]
}

/// The two edges to which the line between the nearest points is square: of a face, or one of each
/// body.
pub(super) fn edges_of_normal(found: &Nearest, [a, b]: [&Triangle; 2]) -> Option<[DVec3; 2]> {
    match found.feature {
        Feature::FirstCorner(_) => Some([edge(b, 0), edge(b, 1)]),
        Feature::SecondCorner(_) => Some([edge(a, 0), edge(a, 1)]),
        Feature::Edges(i, j) if found.shares.into_iter().all(is_inner) => {
            Some([edge(a, i), edge(b, j)])
        }
        Feature::Edges(..) => None,
    }
}
