//! Spheres: the cheapest test, and a motion that only moves the centre.

use super::extremal::Extremal;
use super::smallest_ball::center_of_smallest_ball;
use super::{Fit, Rigid, Separation, Test, Volume, corners};
use closecall::engine::{
    geom::{DVec3, Triangle},
    rounding::factor::UP_16,
};

/// A ball.
///
/// Invariant: no point of the contents is further than `radius` from `center`, in exact arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Its centre.
    pub center: DVec3,
    /// Its radius.
    pub radius: f64,
}

impl Sphere {
    /// The smallest sphere with a given centre around some points.
    pub fn about(center: DVec3, points: impl Iterator<Item = DVec3>) -> Self {
        let squared = points.map(|p| p.distance_squared(center)).fold(0.0, f64::max);
        // A difference, a square, two sums and a root: under 4 relative roundings.
        Self { center, radius: squared.sqrt() * UP_16 }
    }
}

impl Volume for Sphere {
    type Moved = Self;
    type Extra = ();
    type Trail = ();

    /// The sphere around two spheres, as in the slides (Pedersen 2006, whose direction T points the
    /// wrong way): either holds the other, or the new one touches both from outside on the line of
    /// the centres.
    fn merge(&self, other: &Self) -> Self {
        let distance = self.center.distance(other.center) * UP_16;
        for (outer, inner) in [(self, other), (other, self)] {
            if (distance + inner.radius) * UP_16 <= outer.radius {
                return *outer;
            }
        }
        let radius = (distance + self.radius + other.radius) * 0.5;
        let towards = ((radius - self.radius) / distance).clamp(0.0, 1.0);
        let center =
            if distance > 0.0 { self.center.lerp(other.center, towards) } else { self.center };
        let reach =
            |sphere: &Self| (sphere.center.distance(center) * UP_16 + sphere.radius) * UP_16;
        Self { center, radius: reach(self).max(reach(other)) }
    }

    #[inline]
    fn size(&self) -> f64 {
        self.radius * self.radius
    }

    fn volume(&self) -> f64 {
        std::f64::consts::PI * 4.0 / 3.0 * self.radius.powi(3)
    }

    fn area(&self) -> f64 {
        std::f64::consts::PI * 4.0 * self.radius.powi(2)
    }

    fn sides(&self) -> impl Iterator<Item = (DVec3, f64)> {
        DVec3::AXES.into_iter().map(|axis| (axis, 2.0 * self.radius))
    }

    /// An octahedron, its faces divided thrice, with its vertices on the sphere.
    fn surface(&self) -> Vec<Triangle> {
        let [x, y, z] = DVec3::AXES;
        let upper = [[x, y, z], [y, -x, z], [-x, -y, z], [-y, x, z]];
        let mut faces: Vec<Triangle> =
            upper.into_iter().flat_map(|[p, q, r]| [[p, q, r], [q, p, -r]]).collect();
        for _ in 0..3 {
            faces = faces.iter().flat_map(divided).collect();
        }
        faces.iter().map(|face| face.map(|p| self.center + p * self.radius)).collect()
    }

    #[inline]
    fn moved(&self, (): &(), rigid: &Rigid) -> Self {
        Self { center: rigid.carry(self.center), radius: self.radius * rigid.stretch }
    }
}

/// Four triangles for one on the unit sphere.
fn divided(&[p, q, r]: &Triangle) -> [Triangle; 4] {
    let [a, b, c] = [p + q, q + r, r + p].map(DVec3::normalize);
    [[p, a, c], [a, q, b], [c, b, r], [a, b, c]]
}

/// Small spheres: the smallest around the extremal points, whose centre is then drawn towards what
/// sticks out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Small;

/// How often the furthest point joins the extremal ones. Twice brings the radius within a percent
/// of the smallest.
const ROUNDS: usize = 2;

impl Fit<Sphere> for Small {
    fn fit(&self, triangles: &[Triangle], items: &[u32], _depth: usize) -> (Sphere, ()) {
        let points = || corners(triangles, items);
        let mut few = Extremal::of(points()).as_slice().to_vec();
        let mut best = Sphere::about(center_of_smallest_ball(&few), points());
        for _ in 0..ROUNDS {
            let furthest = points().max_by(|p, q| {
                p.distance_squared(best.center).total_cmp(&q.distance_squared(best.center))
            });
            few.extend(furthest);
            let next = Sphere::about(center_of_smallest_ball(&few), points());
            if next.radius >= best.radius {
                break;
            }
            best = next;
        }
        (best, ())
    }
}

/// The distance of the centres against the sum of the radii.
#[derive(Clone, Copy, Debug, Default)]
pub struct Centers;

impl Test<Sphere> for Centers {
    /// There is only one axis to try, the line of the centres.
    type Axis = ();

    #[inline]
    fn apart(
        &self,
        a: &Sphere,
        b: &Sphere,
        rigid: &Rigid,
        _hint: Option<()>,
    ) -> Option<Separation<()>> {
        let reach = a.radius + b.radius + rigid.slack;
        let between = b.center - a.center;
        if between.length_squared() <= reach * reach {
            return None;
        }
        let gap = between.length() - reach;
        (gap > 0.0).then_some(Separation { axis: (), gap })
    }
}
