//! The cube in which the obstacles stand, and coordinates in it. (Klosowski 1998, §2.3.1: the
//! workspace is the unit cube)
//!
//! A coordinate x of a point becomes w(x) = x − low, rounded: 0 at the least coordinate of the
//! obstacles, at most the edge at the greatest. Cells are cut in terms of w.
//!
//! Why no triangle is lost. For f64 numbers w is monotone, because subtraction is, and off by at
//! most u·edge within the cube. Between two neighbouring f64 let w go straight: then it is monotone
//! and as near for all real numbers. Let p be a point that an obstacle and a probe share. Per axis,
//! w(p) lies between the least and the greatest w of the obstacle's corners, and of the probe's. So
//! a comparison of such bounds with a cut puts p into the same cell on both sides, and none of it
//! needs a slack. Only tests that look at more than one axis do: the obstacle with corners w(a),
//! w(b), w(c) comes within 2u·edge of w(p), as each of its corners, and w(p) itself, is off by
//! u·edge.

use closecall::Mesh;
use closecall::engine::geom::{Aabb, DVec3, GlamMesh as _, Triangle};

/// A cube around obstacles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Workspace {
    low: DVec3,
    /// The longest extent of the obstacles; 0 if they all lie in one point.
    pub edge: f64,
}

impl Workspace {
    pub fn around(obstacles: &Mesh) -> Self {
        let bounds = Aabb::around(obstacles.iter().flatten());
        Self { low: bounds.low, edge: (bounds.high - bounds.low).max_element() }
    }

    /// The whole of it, in its own coordinates.
    pub fn cell(&self) -> Aabb {
        Aabb { low: DVec3::ZERO, high: DVec3::splat(self.edge) }
    }

    #[inline]
    pub fn local(&self, p: DVec3) -> DVec3 {
        p - self.low
    }

    #[inline]
    pub fn local_box(&self, bounds: &Aabb) -> Aabb {
        Aabb { low: self.local(bounds.low), high: self.local(bounds.high) }
    }

    #[inline]
    pub fn local_triangle(&self, triangle: &Triangle) -> Triangle {
        [self.local(triangle[0]), self.local(triangle[1]), self.local(triangle[2])]
    }
}
