//! How to choose the orientation of a box around triangles. (Gottschalk, Lin and Manocha 1996, §4)

use super::extremal::{Extremal, MOST};
use super::moments::Moments;
use super::rectangle::rectangles;
use super::{Aabb, Fit, Obb, corners};
use closecall::engine::geom::{DMat3, DVec3, Triangle};
use closecall::lab::eigen::{orthonormal, principal_axes};
use closecall_hull::Hull;

/// How to choose the orientation of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orientation {
    /// The principal axes of the corners. Dense clusters turn the box.
    Vertices,
    /// The principal axes of the corners of the convex hull. What is inside no longer matters.
    HullVertices,
    /// The principal axes of the hull's surface. Nor do dense clusters on the hull.
    HullSurface,
    /// The principal axes of the triangles' surface: as cheap as the corners, and no cluster
    /// matters, but the inside does.
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
            Self::HullVertices => {
                Moments::of_points(hull(points()).vertices().iter().copied()).covariance()
            }
            Self::HullSurface => surface_of(&hull(points())).covariance(),
            Self::Surface => {
                Moments::of_surface(items.iter().map(|&i| triangles[i as usize])).0.covariance()
            }
            Self::Best if items.len() == 1 => {
                return along_longest_edge(&triangles[items[0] as usize]);
            }
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

/// The box of a single triangle lies in its plane and along its longest edge: it has twice the
/// triangle's area.
fn along_longest_edge(t: &Triangle) -> DMat3 {
    let edges = [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let longest =
        edges.into_iter().max_by(|e, f| e.length_squared().total_cmp(&f.length_squared()));
    orthonormal(longest.unwrap_or(DVec3::X), edges[1] - edges[0])
}

/// Of more triangles than these only a sample is looked at to choose the axes. (The box is then
/// made to hold them all.)
const SAMPLE: usize = 64;

/// So few points are looked at as they are.
const SO_FEW: usize = 12;

/// A mean normal shorter than this part of the sum of the normals says nothing.
const DEFINITE: f64 = 0.5;

/// The axes of the frame, the principal axes of the surface, and the smallest rectangles across the
/// shortest of those or across the mean normal: whichever has the least surface around the extremal
/// points.
fn best_axes(triangles: &[Triangle], items: &[u32]) -> DMat3 {
    let sample =
        || items.iter().step_by(items.len().div_ceil(SAMPLE)).map(|&i| triangles[i as usize]);
    let all = items.len() * 3 <= SO_FEW;
    let few =
        if all { Extremal::all(sample().flatten()) } else { Extremal::of(sample().flatten()) };
    let mut best = Best { points: few.as_slice(), axes: DMat3::IDENTITY, surface: f64::INFINITY };
    best.try_axes(DMat3::IDENTITY);
    let (moments, normals) = Moments::of_surface(sample());
    let Some(covariance) = moments.covariance() else { return best.axes };
    let mean = normals / moments.weight();
    let is_definite = mean.length() > DEFINITE;
    if is_definite {
        best.try_rectangles_across(mean, covariance.x_axis);
    }
    // Two triangles that face the same way have said all there is.
    if items.len() > 2 || !is_definite {
        let principal = principal_axes(&covariance);
        best.try_axes(principal);
        best.try_rectangles_across(principal.x_axis, principal.y_axis);
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
        let bounds = Aabb::around(self.points.iter().map(|p| local * *p));
        let surface = surface(bounds.high - bounds.low);
        if surface < self.surface {
            (self.surface, self.axes) = (surface, axes);
        }
    }

    fn try_rectangles_across(&mut self, normal: DVec3, beside: DVec3) {
        let frame = orthonormal(normal, beside);
        let local = frame.transpose();
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut flat = [[0.0; 2]; MOST];
        for (slot, p) in flat.iter_mut().zip(self.points) {
            let DVec3 { x, y, z } = local * *p;
            (low, high) = (low.min(x), high.max(x));
            *slot = [y, z];
        }
        let mut least = None;
        rectangles(&mut flat[..self.points.len()], |along, [length, width]| {
            let surface = surface(DVec3::new(high - low, length, width));
            if surface < self.surface {
                (self.surface, least) = (surface, Some(along));
            }
        });
        if let Some([y, z]) = least {
            self.axes = orthonormal(normal, frame.y_axis * y + frame.z_axis * z);
        }
    }
}

fn surface(sides: DVec3) -> f64 {
    sides.x * sides.y + sides.y * sides.z + sides.z * sides.x
}
