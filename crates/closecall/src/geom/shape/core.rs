//! Convex sets by their furthest points: what is left of a shape, or a triangle, when its rounding
//! radius is taken away.

use crate::geom::{DMat3, DVec3};

/// A convex set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Core {
    /// The hull of one to three points; the last may be repeated.
    Hull([DVec3; 3]),
    /// `along` leads from foot to head. It is kept beside the foot, not the head, so that its
    /// direction survives another origin however flat the cylinder is.
    Cylinder {
        foot: DVec3,
        along: DVec3,
        radius: f64,
    },
    /// `along` leads from the middle of the base to the apex.
    Cone {
        base: DVec3,
        along: DVec3,
        radius: f64,
    },
    Cuboid {
        center: DVec3,
        axes: DMat3,
        half: DVec3,
    },
}

impl Core {
    pub(super) fn point(p: DVec3) -> Self {
        Self::Hull([p; 3])
    }

    pub(super) fn segment(p: DVec3, q: DVec3) -> Self {
        Self::Hull([p, q, q])
    }

    pub(super) fn cylinder([foot, head]: [DVec3; 2], radius: f64) -> Self {
        Self::Cylinder { foot, along: head - foot, radius }
    }

    pub(super) fn cone(apex: DVec3, base: DVec3, radius: f64) -> Self {
        Self::Cone { base, along: apex - base, radius }
    }

    /// Some point of it.
    pub(super) fn middle(&self) -> DVec3 {
        match *self {
            Self::Hull([p, ..]) => p,
            Self::Cylinder { foot, .. } => foot,
            Self::Cone { base, .. } => base,
            Self::Cuboid { center, .. } => center,
        }
    }

    /// The same, seen from another origin: every coordinate of a point is rounded once.
    pub(super) fn seen_from(&self, origin: DVec3) -> Self {
        match *self {
            Self::Hull(points) => Self::Hull(points.map(|p| p - origin)),
            Self::Cylinder { foot, along, radius } => {
                Self::Cylinder { foot: foot - origin, along, radius }
            }
            Self::Cone { base, along, radius } => Self::Cone { base: base - origin, along, radius },
            Self::Cuboid { center, axes, half } => {
                Self::Cuboid { center: center - origin, axes, half }
            }
        }
    }

    /// No point of it is further from the origin.
    pub(super) fn reach(&self) -> f64 {
        match *self {
            Self::Hull(points) => points.into_iter().map(DVec3::length).fold(0.0, f64::max),
            Self::Cylinder { foot, along, radius } => {
                foot.length().max((foot + along).length()) + radius
            }
            Self::Cone { base, along, radius } => {
                (base + along).length().max(base.length() + radius)
            }
            Self::Cuboid { center, half, .. } => center.length() + half.length() * (1.0 + 1e-8),
        }
    }

    /// A point of it that is furthest along n, off by less than 16 roundings of the reach.
    pub(super) fn furthest(&self, n: DVec3) -> DVec3 {
        match *self {
            Self::Hull([p, q, r]) => {
                let further =
                    |best: DVec3, next: DVec3| if n.dot(next) > n.dot(best) { next } else { best };
                further(further(p, q), r)
            }
            Self::Cylinder { foot, along, radius } => {
                let end = if n.dot(along) > 0.0 { foot + along } else { foot };
                end + across(n, along) * radius
            }
            Self::Cone { base, along, radius } => {
                let rim = across(n, along) * radius;
                if n.dot(rim) > n.dot(along) { base + rim } else { base + along }
            }
            Self::Cuboid { center, axes, half } => {
                let side = |k: usize| {
                    axes.col(k) * if n.dot(axes.col(k)) > 0.0 { half[k] } else { -half[k] }
                };
                center + side(0) + side(1) + side(2)
            }
        }
    }
}

/// The unit vector of what is left of n across an axis; 0 if nothing is.
pub(super) fn across(n: DVec3, axis: DVec3) -> DVec3 {
    let along = axis.normalize_or_zero();
    let rest = n - along * n.dot(along);
    // Once more: what the first subtraction left along the axis may be all there is.
    (rest - along * rest.dot(along)).normalize_or_zero()
}
