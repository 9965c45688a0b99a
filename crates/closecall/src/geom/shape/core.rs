//! Convex sets by their furthest points: what is left of a shape, or a triangle, when its rounding
//! radius is taken away.

use crate::geom::{DMat3, DVec3};
use crate::rounding::shape::AXES_UP;

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
        disk: Disk,
    },
    /// `along` leads from the middle of the base to the apex.
    Cone {
        base: DVec3,
        along: DVec3,
        disk: Disk,
    },
    Cuboid {
        center: DVec3,
        axes: DMat3,
        half: DVec3,
    },
}

/// A disk around the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disk {
    /// Orthogonal unit vectors in its plane.
    axes: [DVec3; 2],
    radius: f64,
}

impl Disk {
    fn new(normal: DVec3, radius: f64) -> Self {
        // Scaled first: the square of a short normal could lose digits.
        let (x, y) = (normal / normal.abs().max_element()).normalize().any_orthonormal_pair();
        Self { axes: [x, y], radius }
    }

    /// A point of it that is furthest along n. It is a combination of the axes whatever n is, so
    /// that it lies in the plane even where n is the normal and nothing but rounding is left of it.
    fn furthest(&self, n: DVec3) -> DVec3 {
        let [x, y] = self.axes.map(|axis| n.dot(axis));
        let length = x.hypot(y);
        if length == 0.0 {
            return DVec3::ZERO;
        }
        (self.axes[0] * (x / length) + self.axes[1] * (y / length)) * self.radius
    }
}

impl Core {
    pub(super) fn point(p: DVec3) -> Self {
        Self::Hull([p; 3])
    }

    pub(super) fn segment(p: DVec3, q: DVec3) -> Self {
        Self::Hull([p, q, q])
    }

    pub(super) fn cylinder([foot, head]: [DVec3; 2], radius: f64) -> Self {
        let along = head - foot;
        Self::Cylinder { foot, along, disk: Disk::new(along, radius) }
    }

    pub(super) fn cone(apex: DVec3, base: DVec3, radius: f64) -> Self {
        let along = apex - base;
        Self::Cone { base, along, disk: Disk::new(along, radius) }
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
            Self::Cylinder { foot, along, disk } => {
                Self::Cylinder { foot: foot - origin, along, disk }
            }
            Self::Cone { base, along, disk } => Self::Cone { base: base - origin, along, disk },
            Self::Cuboid { center, axes, half } => {
                Self::Cuboid { center: center - origin, axes, half }
            }
        }
    }

    /// No point of it is further from the origin.
    pub(super) fn reach(&self) -> f64 {
        match *self {
            Self::Hull(points) => points.into_iter().map(DVec3::length).fold(0.0, f64::max),
            Self::Cylinder { foot, along, disk } => {
                foot.length().max((foot + along).length()) + disk.radius
            }
            Self::Cone { base, along, disk } => {
                (base + along).length().max(base.length() + disk.radius)
            }
            Self::Cuboid { center, half, .. } => center.length() + half.length() * AXES_UP,
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
            Self::Cylinder { foot, along, disk } => {
                let end = if n.dot(along) > 0.0 { foot + along } else { foot };
                end + disk.furthest(n)
            }
            Self::Cone { base, along, disk } => {
                let rim = disk.furthest(n);
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
