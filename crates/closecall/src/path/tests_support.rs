//! Points of a ball, followed along a path and compared with what its travel promises.

use super::{Path, Travel};
use crate::geom::{Ball, DVec3};
use crate::mesh::shapes::Rng;

/// Asserts that random points of random balls stay where [`Travel`] says, at many times.
pub(crate) fn no_point_strays(path: &dyn Path, rng: &mut Rng) {
    for leg in 0..path.legs() {
        for length in [1.0, 0.25, 1e-3] {
            let ball = Ball { center: rng.in_ball() * 3.0, radius: rng.between(0.1, 2.0) };
            let from = leg as f64 + rng.between(0.0, 1.0 - length);
            let to = (from + length).min(leg as f64 + 1.0);
            let travel = path.travel(leg, from, to, &ball);
            let (middle, half) = Travel::halves(from, to);
            for _ in 0..20 {
                let point = ball.center + rng.in_ball() * ball.radius;
                let time = rng.between(from, to);
                let share = (time - middle) / half;
                let at_middle = travel.pose.carried(point);
                let center = travel.pose.carried(ball.center);
                let way: DVec3 = travel.shift + travel.turn.cross(at_middle - center);
                let strayed = path.pose(time).carried(point).distance(at_middle + way * share);
                let allowed = travel.curve + travel.off + 1e-15;
                assert!(strayed <= allowed, "{strayed:e} is above {allowed:e}, {length}");
                if let Some(axis) = travel.axis {
                    let strayed = path.pose(time).carried(point) - (at_middle + way * share);
                    let (along, allowed) =
                        (strayed.dot(axis.direction).abs(), axis.curve + travel.off + 1e-15);
                    assert!(along <= allowed, "{along:e} is above {allowed:e}, {length}");
                }
                let moved = path.pose(time).carried(point).distance(at_middle);
                assert!(moved <= travel.reach(ball.radius) + travel.off, "{moved}");
            }
        }
    }
}
