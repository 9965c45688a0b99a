//! The volume of what planes or faces enclose, to compare bounds by: the bounding efficiency is the
//! object's over the bound's. (Vogiannou et al. 2010, §5.1)

use super::Plane;
use closecall::engine::geom::{DVec3, Triangle, exact::orient3d};
use closecall_hull::Hull;

/// Planes closer to the middle than this part of the furthest one enclose nothing worth measuring.
const FLAT: f64 = 1.0 / (1u64 << 50) as f64;

/// Corners that are further above a plane than this part of its distance are none.
const SLIVER: f64 = 1e-9;

/// The volume that triangles enclose, counterclockwise from outside; where there are holes, what
/// cones to `about` add there.
pub fn enclosed_by_faces(faces: impl Iterator<Item = Triangle>, about: DVec3) -> f64 {
    let cone = |[a, b, c]: Triangle| (a - about).dot((b - about).cross(c - about));
    faces.map(cone).sum::<f64>() / 6.0
}

/// The volume of the space below all planes: 0 if one of them goes through its middle, infinite if
/// they do not close it in.
///
/// Seen from a point inside, a plane at distance e is the point n/e of the dual space; a face of
/// the hull of all those is a corner of the space.
#[must_use]
pub fn enclosed_by_planes(planes: &[Plane]) -> f64 {
    if planes.len() < 4 {
        return f64::INFINITY;
    }
    let middle = planes.iter().map(|plane| plane.point).sum::<DVec3>() / planes.len() as f64;
    let distances: Vec<f64> =
        planes.iter().map(|plane| plane.normal.dot(plane.point - middle)).collect();
    let furthest = distances.iter().copied().fold(0.0, f64::max);
    if distances.iter().any(|&distance| distance <= FLAT * furthest) {
        return 0.0;
    }
    let duals: Vec<DVec3> =
        planes.iter().zip(&distances).map(|(plane, e)| plane.normal * (furthest / e)).collect();
    let hull = Hull::around(&duals);
    let faces =
        || hull.faces().iter().map(|face| face.map(|number| hull.vertices()[number as usize]));
    if !hull.is_solid() || faces().any(|[a, b, c]| orient3d(a, b, c, DVec3::ZERO) >= 0.0) {
        return f64::INFINITY;
    }
    // The corner of a sliver, whose planes are nearly one, may be anywhere; the slivers' neighbours
    // have it too.
    let is_below_all = |corner: &DVec3| duals.iter().all(|dual| dual.dot(*corner) <= 1.0 + SLIVER);
    let corners: Vec<DVec3> = faces().map(primal).filter(is_below_all).collect();
    volume_of_hull(&corners) * furthest.powi(3)
}

/// The corner that a face of the dual hull stands for.
fn primal([a, b, c]: Triangle) -> DVec3 {
    let normal = (b - a).cross(c - a);
    normal / normal.dot(a)
}

fn volume_of_hull(points: &[DVec3]) -> f64 {
    let hull = Hull::around(points);
    let corner = |number: u32| hull.vertices()[number as usize];
    enclosed_by_faces(hull.faces().iter().map(|face| face.map(corner)), points[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planes(normals: &[DVec3]) -> Vec<Plane> {
        normals
            .iter()
            .map(|&normal| Plane { normal, point: normal * 0.5 + DVec3::splat(3.0) })
            .collect()
    }

    #[test]
    fn a_cube_has_its_volume_and_half_of_its_planes_enclose_nothing() {
        let [x, y, z] = DVec3::AXES;
        let volume = enclosed_by_planes(&planes(&[x, y, z, -x, -y, -z]));
        assert!((volume - 1.0).abs() < 1e-12, "{volume}");
        assert_eq!(enclosed_by_planes(&planes(&[x, y, z, -x, -y])), f64::INFINITY);
        assert_eq!(enclosed_by_planes(&planes(&[x, y, z])), f64::INFINITY);
        let through_one_point =
            planes(&[x, y, z, -x, -y, -z]).into_iter().map(|p| Plane { point: DVec3::ONE, ..p });
        assert_eq!(enclosed_by_planes(&through_one_point.collect::<Vec<_>>()), 0.0);
    }
}
