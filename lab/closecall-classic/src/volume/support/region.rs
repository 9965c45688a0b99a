//! Volumes as regions that a half-space cuts: how far what is left reaches. (Vogiannou et al. 2010,
//! §4.1)

use crate::volume::kdop::{Closed, Ranked};
use crate::volume::{Aabb, Kdop, Obb, Sphere};
use closecall::engine::geom::DVec3;

/// A lower bound, and what proves it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Least {
    /// `aim`·(x − centre) is no less.
    pub bound: f64,
    /// How often the half-space was added to the aim.
    pub multiplier: f64,
}

/// A convex region around a centre.
///
/// For every m ≥ 0, every x of the region with `cut`·(x − centre) ≤ `depth` has
///
/// ```text
/// aim·(x − centre) = (aim + m·cut)·(x − centre) − m·cut·(x − centre) ≥ −reach(aim + m·cut) − m·depth
/// ```
///
/// (Lagrange). So any m gives a lower bound, however it was found and rounded; and the best m gives
/// the least value itself, since region and half-space are convex. It depends on the region where
/// that m is.
pub trait SupportRegion {
    /// A point in its middle.
    fn center(&self) -> DVec3;

    /// The least of `aim`·(x − centre) over the region's x with `cut`·(x − centre) ≤ `depth`. Both
    /// vectors are unit vectors, more or less.
    fn least(&self, aim: DVec3, cut: DVec3, depth: f64) -> Least;
}

/// The reach of a ball along L is r·|L|. With d = aim·cut the bound has its maximum over m where
/// −depth = r·(m + d)/√((m + d)² + 1 − d²), which is m = −d − k·√((1 − d²)/(1 − k²)) with k =
/// depth/r.
impl SupportRegion for Sphere {
    #[inline]
    fn center(&self) -> DVec3 {
        self.center
    }

    #[inline]
    fn least(&self, aim: DVec3, cut: DVec3, depth: f64) -> Least {
        let (d, k) = (aim.dot(cut), depth / self.radius);
        // Otherwise nothing is cut off, or everything, or the ball is a point.
        let best = if k.abs() < 1.0 {
            -d - k * ((1.0 - d * d).max(0.0) / (1.0 - k * k)).sqrt()
        } else {
            0.0
        };
        let multiplier = best.max(0.0);
        let bound = -self.radius * (aim + cut * multiplier).length() - depth * multiplier;
        Least { bound, multiplier }
    }
}

/// The reach of a box along L is Σ hᵢ|Lᵢ|, so that the bound is concave in m and has its corners
/// where a component of aim + m·cut is 0: the best m is one of those, or 0.
#[inline]
fn least_in_box(half: DVec3, aim: DVec3, cut: DVec3, depth: f64) -> Least {
    let at = |multiplier: f64| -(aim + cut * multiplier).abs().dot(half) - depth * multiplier;
    let mut least = Least { bound: at(0.0), multiplier: 0.0 };
    for multiplier in (-aim / cut).to_array() {
        if multiplier > 0.0 && multiplier < f64::INFINITY {
            let bound = at(multiplier);
            if bound > least.bound {
                least = Least { bound, multiplier };
            }
        }
    }
    least
}

impl SupportRegion for Aabb {
    #[inline]
    fn center(&self) -> DVec3 {
        self.center()
    }

    #[inline]
    fn least(&self, aim: DVec3, cut: DVec3, depth: f64) -> Least {
        least_in_box(self.half(), aim, cut, depth)
    }
}

impl SupportRegion for Obb {
    #[inline]
    fn center(&self) -> DVec3 {
        self.center
    }

    #[inline]
    fn least(&self, aim: DVec3, cut: DVec3, depth: f64) -> Least {
        let local = self.axes.transpose();
        least_in_box(self.half, local * aim, local * cut, depth)
    }
}

/// The box around a k-DOP stands for it: the least over the k-DOP itself would be a linear program
/// with all its planes.
macro_rules! region_of_box {
    ([$($generic:tt)*], $volume:ty, $bounds:expr) => {
        impl<$($generic)*> SupportRegion for $volume {
            #[inline]
            fn center(&self) -> DVec3 {
                $bounds(self).center()
            }

            #[inline]
            fn least(&self, aim: DVec3, cut: DVec3, depth: f64) -> Least {
                least_in_box($bounds(self).half(), aim, cut, depth)
            }
        }
    };
}

region_of_box!([const S: usize], Kdop<S>, Self::bounds);
region_of_box!([const S: usize], Ranked<S>, |own: &Self| own.dop.bounds());
region_of_box!([const S: usize, const E: usize], Closed<S, E>, |own: &Self| own.dop.bounds());

/// The ways from the centres of two boxes in one frame to that of the box they have in common.
/// (§4.1.2)
#[inline]
pub(in crate::volume) fn ways_to_common_box(a: &Aabb, b: &Aabb) -> [DVec3; 2] {
    let common = Aabb { low: a.low.max(b.low), high: a.high.min(b.high) };
    [common.center() - a.center(), common.center() - b.center()]
}
