//! How to choose the orientation of a box around triangles. (Gottschalk, Lin and Manocha 1996, §4)

use super::eigen::{orthonormal, principal_axes};
use super::extremal::Extremal;
use super::moments::Moments;
use super::rectangle::rectangles;
use super::{Fit, Obb, corners};
use crate::geom::hull::Hull;
use crate::geom::{DMat3, DVec3, Triangle};

/// How to choose the orientation of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orientation {
    /// The principal axes of the corners. Dense clusters turn the box.
    Vertices,
    /// The principal axes of the corners of the convex hull. What is inside no longer matters.
    HullVertices,
    /// The principal axes of the hull's surface. Nor do dense clusters on the hull.
    HullSurface,
    /// The principal axes of the triangles' surface: as cheap as the corners, and no cluster matters, but the inside does.
    Surface,
    /// The smallest surface among several candidates.
    #[default]
    Best,
}

impl Fit<Obb> for Orientation {
    fn fit(&self, triangles: &[Triangle], items: &[u32], _depth: usize) -> (Obb, ()) {
        (Obb::along(self.axes(triangles, items), corners(triangles, items)), ())
    }
}

impl Orientation {
    fn axes(self, triangles: &[Triangle], items: &[u32]) -> DMat3 {
        let points = || corners(triangles, items);
        let covariance = match self {
            Self::Vertices => Moments::of_points(points()).covariance(),
            Self::HullVertices => Moments::of_points(hull(points()).vertices().iter().copied()).covariance(),
            Self::HullSurface => surface_of(&hull(points())).covariance(),
            Self::Surface => Moments::of_surface(items.iter().map(|&i| triangles[i as usize])).0.covariance(),
            Self::Best if items.len() == 1 => return along_longest_edge(&triangles[items[0] as usize]),
            Self::Best => return best_axes(triangles, items),
        };
        // Where there is no area there are still corners.
        let covariance = covariance.or_else(|| Moments::of_points(points()).covariance());
        covariance.map_or(DMat3::IDENTITY, |covariance| principal_axes(&covariance))
    }
}

fn hull(points: impl Iterator<Item = DVec3>) -> Hull {
    Hull::around(&points.collect::<Vec<_>>())
}

fn surface_of(hull: &Hull) -> Moments {
    Moments::of_surface(hull.faces().iter().map(|face| face.map(|v| hull.vertices()[v as usize]))).0
}

/// The box of a single triangle lies in its plane and along its longest edge: it has twice the triangle's area.
fn along_longest_edge(t: &Triangle) -> DMat3 {
    let edges = [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let longest = edges.into_iter().max_by(|e, f| e.length_squared().total_cmp(&f.length_squared()));
    orthonormal(longest.unwrap_or(DVec3::X), edges[1] - edges[0])
}

/// Of more triangles than these only a sample is looked at to choose the axes. (The box is then made to hold them all.)
const SAMPLE: usize = 64;

/// A mean normal shorter than this part of the sum of the normals says nothing.
const DEFINITE: f64 = 0.5;

/// The axes of the frame, the principal axes of the surface, and the smallest rectangles across the shortest of those or
/// across the mean normal: whichever has the least surface around the extremal points.
fn best_axes(triangles: &[Triangle], items: &[u32]) -> DMat3 {
    let sample = || items.iter().step_by(items.len().div_ceil(SAMPLE)).map(|&i| triangles[i as usize]);
    let few = Extremal::of(sample().flatten());
    let mut best = Best { points: few.as_slice(), axes: DMat3::IDENTITY, surface: f64::INFINITY };
    best.try_axes(DMat3::IDENTITY);
    let (moments, normals) = Moments::of_surface(sample());
    let Some(covariance) = moments.covariance() else { return best.axes };
    let principal = principal_axes(&covariance);
    best.try_axes(principal);
    best.try_rectangles_across(principal.x_axis, principal.y_axis);
    let mean = normals / moments.weight();
    let is_new = mean.cross(principal.x_axis).length_squared() > 1e-6;
    if mean.length() > DEFINITE && is_new {
        best.try_rectangles_across(mean.normalize(), principal.y_axis);
    }
    best.axes
}

/// The best axes so far.
struct Best<'a> {
    points: &'a [DVec3],
    axes: DMat3,
    surface: f64,
}

impl Best<'_> {
    fn try_axes(&mut self, axes: DMat3) {
        let local = axes.transpose();
        let bounds = super::Aabb::around(self.points.iter().map(|p| local * *p));
        self.keep_if_smaller(bounds.high - bounds.low, || axes);
    }

    fn try_rectangles_across(&mut self, normal: DVec3, beside: DVec3) {
        let frame = orthonormal(normal, beside);
        let local = frame.transpose();
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let points = self.points;
        let flat = points.iter().map(|p| {
            let p = local * *p;
            (low, high) = (low.min(p.x), high.max(p.x));
            [p.y, p.z]
        });
        let mut found = Vec::with_capacity(super::extremal::MOST);
        rectangles(flat, |along, sides| found.push((along, sides)));
        for ([along_y, along_z], [along, across]) in found {
            let y = || frame.y_axis * along_y + frame.z_axis * along_z;
            self.keep_if_smaller(DVec3::new(high - low, along, across), || orthonormal(normal, y()));
        }
    }

    fn keep_if_smaller(&mut self, sides: DVec3, axes: impl FnOnce() -> DMat3) {
        let surface = sides.x * sides.y + sides.y * sides.z + sides.z * sides.x;
        if surface < self.surface {
            (self.surface, self.axes) = (surface, axes());
        }
    }
}
