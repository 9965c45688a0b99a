//! Convex sets by their furthest points: what is left of a shape, or a triangle, when its rounding
//! radius is taken away.

use crate::geom::{DMat3, DVec3};

/// A convex set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Core {
    /// The hull of one to three points; the last may be repeated.
    Hull([DVec3; 3]),
    Cylinder {
        ends: [DVec3; 2],
        radius: f64,
    },
    Cone {
        apex: DVec3,
        base: DVec3,
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

    /// Some point of it.
    pub(super) fn middle(&self) -> DVec3 {
        match *self {
            Self::Hull([p, ..]) => p,
            Self::Cylinder { ends: [p, _], .. } => p,
            Self::Cone { base, .. } => base,
            Self::Cuboid { center, .. } => center,
        }
    }

    /// The same, seen from another origin: every coordinate is rounded once.
    pub(super) fn seen_from(&self, origin: DVec3) -> Self {
        match *self {
            Self::Hull(points) => Self::Hull(points.map(|p| p - origin)),
            Self::Cylinder { ends, radius } => {
                Self::Cylinder { ends: ends.map(|p| p - origin), radius }
            }
            Self::Cone { apex, base, radius } => {
                Self::Cone { apex: apex - origin, base: base - origin, radius }
            }
            Self::Cuboid { center, axes, half } => {
                Self::Cuboid { center: center - origin, axes, half }
            }
        }
    }

    /// No point of it is further from the origin.
    pub(super) fn reach(&self) -> f64 {
        match *self {
            Self::Hull(points) => points.into_iter().map(DVec3::length).fold(0.0, f64::max),
            Self::Cylinder { ends: [p, q], radius } => p.length().max(q.length()) + radius,
            Self::Cone { apex, base, radius } => apex.length().max(base.length() + radius),
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
            Self::Cylinder { ends: [p, q], radius } => {
                let end = if n.dot(q - p) > 0.0 { q } else { p };
                end + across(n, q - p) * radius
            }
            Self::Cone { apex, base, radius } => {
                let rim = base + across(n, apex - base) * radius;
                if n.dot(rim - apex) > 0.0 { rim } else { apex }
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
