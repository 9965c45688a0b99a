//! A hand: a palm and five fingers, half closed, with the triangle count of the one in Klosowski's
//! Interior (§5.4).

use closecall::Mesh;
use closecall::engine::geom::DVec3;

use super::parts::{Parts, Station, fitted, oval};
use super::refine::refined_to;

/// The number of triangles the hand has.
pub const TRIANGLES: usize = 404;

/// A hand, centred at the origin, fingers along x, the longest edge of its box 1.
#[must_use]
pub fn hand() -> Mesh {
    let mut parts = Parts::default();
    palm(&mut parts);
    for (y, length) in [(-3.3, 7.0), (-1.1, 7.8), (1.1, 7.2), (3.3, 5.8)] {
        finger(&mut parts, DVec3::new(9.0, y, 0.0), DVec3::X, length);
    }
    let thumb = DVec3::new(0.6, -0.8, 0.0);
    finger(&mut parts, DVec3::new(3.5, -3.8, -0.3), thumb, 6.0);
    fitted(&refined_to(parts.mesh(), TRIANGLES), 1.0)
}

/// From the wrist to the knuckles, in centimetres.
fn palm(parts: &mut Parts) {
    let rings = [
        (0.0, 2.8, 1.9),
        (2.0, 3.6, 1.7),
        (4.0, 4.2, 1.6),
        (6.0, 4.4, 1.5),
        (8.0, 4.4, 1.3),
        (9.3, 4.2, 1.0),
    ];
    let rings =
        rings.map(|(x, wide, thick)| oval(DVec3::X * x, DVec3::Y * wide, DVec3::Z * thick, 8));
    parts.skin(&rings, [DVec3::ZERO, DVec3::X * 9.8]);
}

/// Three joints, each bent a bit further.
fn finger(parts: &mut Parts, knuckle: DVec3, forward: DVec3, length: f64) {
    let mut curve = Vec::new();
    let mut point = knuckle;
    for (bend, share) in [(0.1, 0.0), (0.25, 0.4), (0.6, 0.3), (0.9, 0.2), (1.1, 0.1)] {
        let along = forward * libm::cos(bend) - DVec3::Z * libm::sin(bend);
        point += along * (share * length);
        curve.push(Station { point, along });
    }
    parts.tube(&curve, 0.85, 6);
}

#[cfg(test)]
mod tests {
    use super::super::{check, parts::extent};
    use super::*;

    #[test]
    fn a_hand_has_its_count_and_six_closed_parts() {
        let mesh = hand();
        assert_eq!((mesh.triangle_count(), check::closed_parts(&mesh)), (TRIANGLES, 6));
        let (low, high) = extent(&mesh);
        assert!(((high - low).x - 1.0).abs() < 1e-12 && (low + high).length() < 1e-12);
        assert_eq!(check::touching_groups(&mesh), 1);
    }
}
