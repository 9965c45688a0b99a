//! Theorem 3.2 as the paper has it, with lines and points, beside the form that the library uses.

use crate::common::Random;
use closecall::engine::geom::{DMat3, DQuat, DVec3};
use closecall::geom::Pose;
use closecall_classic::volume::support::{Plane, SupportRegion, beyond};
use closecall_classic::volume::{Extent, Obb, Rigid, Sphere};

/// The queries that the paper's test makes to a region.
trait Solid: SupportRegion {
    /// The point that is lowest along a direction.
    fn lowest(&self, direction: DVec3) -> DVec3;
    /// Does the line through a point along a direction pass through it?
    fn is_on_line(&self, point: DVec3, direction: DVec3) -> bool;
}

impl Solid for Sphere {
    fn lowest(&self, direction: DVec3) -> DVec3 {
        self.center - direction.normalize() * self.radius
    }

    fn is_on_line(&self, point: DVec3, direction: DVec3) -> bool {
        (self.center - point).reject_from(direction).length() <= self.radius
    }
}

impl Solid for Obb {
    fn lowest(&self, direction: DVec3) -> DVec3 {
        let signs = (self.axes.transpose() * direction).map(|x| if x < 0.0 { 1.0 } else { -1.0 });
        self.center + self.axes * (self.half * signs)
    }

    /// By slabs.
    fn is_on_line(&self, point: DVec3, direction: DVec3) -> bool {
        let (p, d) =
            (self.axes.transpose() * (point - self.center), self.axes.transpose() * direction);
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for i in 0..3 {
            let ends = [(-self.half[i] - p[i]) / d[i], (self.half[i] - p[i]) / d[i]];
            enter = enter.max(ends[0].min(ends[1]));
            leave = leave.min(ends[0].max(ends[1]));
        }
        enter <= leave
    }
}

fn height(plane: &Plane, point: DVec3) -> f64 {
    plane.normal.dot(point - plane.point)
}

/// The point at which the way from p to q crosses a plane.
fn crossing(p: DVec3, q: DVec3, plane: &Plane) -> DVec3 {
    let (from, to) = (height(plane, p), height(plane, q));
    p.lerp(q, from / (from - to))
}

/// A point on both planes and the direction of their line; nothing if they are parallel.
fn line(e1: &Plane, e2: &Plane) -> Option<(DVec3, DVec3)> {
    let along = e1.normal.cross(e2.normal);
    if along.length() < 1e-12 {
        return None;
    }
    let levels = [e1, e2].map(|e| e.normal.dot(e.point));
    let point = (e2.normal.cross(along) * levels[0] + along.cross(e1.normal) * levels[1])
        / along.length_squared();
    Some((point, along))
}

/// Case 1 of the theorem. `c` is a point of the contents of the region.
fn case_1(region: &impl Solid, e1: &Plane, e2: &Plane, c: DVec3) -> bool {
    if line(e1, e2).is_some_and(|(point, along)| region.is_on_line(point, along)) {
        return false;
    }
    let (low, high) = (region.lowest(e2.normal), region.lowest(-e2.normal));
    if height(e2, low) > 0.0 || height(e2, high) < 0.0 {
        return height(e2, c) > 0.0;
    }
    let q = low;
    let p = crossing(region.lowest(e1.normal), region.lowest(-e1.normal), e1);
    let rise = |x: DVec3| (x - p).dot(e1.normal);
    // p and q on one side of E₂: the line crosses it elsewhere, and the theorem says nothing.
    let met = crossing(p, q, e2);
    0.0 < rise(met) && rise(met) <= rise(q) * (1.0 + 1e-12)
}

/// Volumes without any slack: both forms are compared where roundings cannot matter.
fn slackless() -> Rigid {
    let extent = Extent { reach: 1.0, diameter: 1.0 };
    Rigid { slack: 0.0, rounding: 0.0, ..Rigid::new(&Pose::IDENTITY, extent, extent) }
}

/// A margin as small as this is not compared.
const UNDECIDED: f64 = 1e-9;

/// Compares both forms; tells the outcome, if it is beyond doubt.
fn agree(region: &impl Solid, e1: &Plane, e2: &Plane, round: usize) -> Option<bool> {
    let nudged = |by: f64| Plane { point: e2.point + e2.normal * by, ..*e2 };
    let outcomes = [-UNDECIDED, 0.0, UNDECIDED]
        .map(|by| beyond(region, e1, &nudged(by), &slackless()).is_some());
    if outcomes[0] != outcomes[2] {
        return None;
    }
    // A point of the contents, which touch E₁ from below.
    let c = crossing(region.lowest(e1.normal), region.lowest(-e1.normal), e1);
    assert_eq!(case_1(region, e1, e2, c), outcomes[1], "round {round}: {e1:?} {e2:?}");
    Some(outcomes[1])
}

/// A plane that cuts a region somewhere.
fn cutting(random: &mut Random, region: &impl Solid, normal: DVec3) -> Plane {
    let (low, high) = (region.lowest(normal), region.lowest(-normal));
    Plane { normal, point: low.lerp(high, 0.001 + 0.998 * random.next()) }
}

fn region(random: &mut Random, round: usize) -> Obb {
    let [w, x, y, z] = random.rotation();
    let axes = if round.is_multiple_of(3) {
        DMat3::IDENTITY
    } else {
        DMat3::from_quat(DQuat::from_xyzw(x, y, z, w))
    };
    Obb { axes, center: random.vector(), half: random.vector().abs() + DVec3::splat(1e-3) }
}

/// Planes in general, parallel ones, and ones along a face or an edge of the box.
fn second_normal(random: &mut Random, region: &Obb, first: DVec3, round: usize) -> DVec3 {
    match round % 6 {
        0 => -first,
        1 => first,
        2 => region.axes.col(round % 3),
        3 => (region.axes.col(0) - region.axes.col(1)).normalize(),
        _ => random.vector().normalize(),
    }
}

#[test]
fn both_forms_agree() {
    let random = &mut Random(51);
    let mut outcomes = [[0; 2]; 2];
    for round in 0..6000 {
        let in_box = region(random, round);
        let ball = Sphere { center: in_box.center, radius: in_box.half.length() * 0.8 };
        let normal = random.vector().normalize();
        let other = Plane {
            normal: second_normal(random, &in_box, normal, round),
            point: in_box.center + random.vector() * 2.0 * in_box.half.length(),
        };
        let (in_ball, in_box) = (
            agree(&ball, &cutting(random, &ball, normal), &other, round),
            agree(&in_box, &cutting(random, &in_box, normal), &other, round),
        );
        for (count, outcome) in outcomes.iter_mut().zip([in_ball, in_box]) {
            if let Some(apart) = outcome {
                count[usize::from(apart)] += 1;
            }
        }
    }
    assert!(outcomes.iter().flatten().all(|&count| count > 1000), "{outcomes:?}");
}

/// The line of both planes passes the region by, or goes through it, by very little.
#[test]
fn both_forms_agree_where_the_line_grazes_the_region() {
    let random = &mut Random(52);
    let mut outcomes = [0; 2];
    for round in 0..4000 {
        let region = region(random, round);
        // What is below both planes is a wedge that opens away from the box, from a line beside one
        // of its corners or just inside.
        let corner = region.lowest(random.vector());
        let out = (corner - region.center).normalize();
        let aside = random.vector().cross(out).normalize();
        let by = out * ([1e-3, 1e-6, 1e-8][round % 3] * if round % 4 < 2 { 1.0 } else { -1.0 });
        let tilt = 1.0 + 9.0 * random.next();
        let [e1, e2] = [aside, -aside]
            .map(|side| Plane { normal: (side * tilt - out).normalize(), point: corner + by });
        if height(&e1, region.lowest(e1.normal)) < 0.0
            && height(&e1, region.lowest(-e1.normal)) > 0.0
            && let Some(apart) = agree(&region, &e1, &e2, round)
        {
            outcomes[usize::from(apart)] += 1;
        }
    }
    assert!(outcomes.iter().all(|&count| count > 100), "{outcomes:?}");
}
