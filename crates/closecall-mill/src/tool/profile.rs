//! The underside of a convex piece of a tool: how high it lies above the tip at every distance from
//! the axis.
//!
//! A profile is a function b on [0, R], convex and nowhere falling, made of straight lines and
//! arcs. Where two parts overlap the lower one counts. Beyond R there is nothing: the piece has an
//! upright wall there. Two numbers about it are certified: [`Profile::height`], from which lower
//! bounds of a lift come, and the upper bound [`Profile::conjugate`] of b*(m) = max over r of (m·r
//! − b(r)), from which upper bounds come (Fenchel's inequality: b(r) ≥ m·r − b*(m)). Slopes and
//! contact radii are only guesses and need not be right.

use closecall::engine::rounding::mill::TOUCH;
use closecall::geom::Interval;

/// One part of a profile, over the distances `from` to `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ProfilePart {
    /// From (`from`, `z0`) to (`to`, `z1`).
    Line {
        /// Its start.
        from: f64,
        /// The height there.
        z0: f64,
        /// Its end.
        to: f64,
        /// The height there.
        z1: f64,
    },
    /// The lower half of a circle around (`center`, `height`), cut to its distances.
    Arc {
        /// Its start.
        from: f64,
        /// Its end.
        to: f64,
        /// The centre's distance from the axis.
        center: f64,
        /// The centre's height.
        height: f64,
        /// The radius.
        radius: f64,
    },
}

/// See the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    parts: Vec<ProfilePart>,
    radius: f64,
}

impl Profile {
    /// A profile of these parts, from the axis outward.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn new(parts: Vec<ProfilePart>) -> Self {
        let radius = parts.last().expect("a profile has a part").to();
        Self { parts, radius }
    }

    /// Straight lines through these points (distance, height), from the axis outward. Points that
    /// repeat are dropped.
    ///
    /// # Panics
    /// If fewer than two points differ.
    #[must_use]
    pub fn polyline(points: &[(f64, f64)]) -> Self {
        let line = |pair: &[(f64, f64)]| {
            let [(from, z0), (to, z1)] = [pair[0], pair[1]];
            (to > from).then_some(ProfilePart::Line { from, z0, to, z1 })
        };
        Self::new(points.windows(2).filter_map(line).collect())
    }

    /// Its parts, from the axis outward.
    #[must_use]
    pub fn parts(&self) -> &[ProfilePart] {
        &self.parts
    }

    /// R: beyond it there is nothing.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The height over the axis, the lowest of all.
    #[must_use]
    pub fn lowest(&self) -> f64 {
        self.height(Interval::exactly(0.0)).map_or(0.0, |z| z.lo)
    }

    /// b(r) for all r of the interval: certified. `None` where it reaches beyond R. Below 0 counts
    /// as 0.
    #[must_use]
    pub fn height(&self, r: Interval) -> Option<Interval> {
        if r.hi.is_nan() || r.hi > self.radius {
            return None;
        }
        let at = |r: f64| {
            let over = self.parts.iter().filter(|part| part.from() <= r && r <= part.to());
            over.map(|part| part.height(r))
                .reduce(|a, b| Interval { lo: a.lo.min(b.lo), hi: a.hi.min(b.hi) })
        };
        // b never falls: its extremes over an interval are at the ends.
        let (low, high) = (at(r.lo.max(0.0))?, at(r.hi.max(0.0))?);
        Some(Interval { lo: low.lo.min(high.lo), hi: high.hi.max(low.hi) })
    }

    /// An upper bound of b*(m), for m ≥ 0. Certified.
    ///
    /// A line's largest m·r − z is at one of its ends. An arc's is where its slope is m, and there
    /// m·center − height + radius·√(1 + m²), if that lies within the arc, else at one of its ends.
    /// Where rounding leaves open whether it lies within, the formula of the whole circle is taken:
    /// it can only be larger.
    #[must_use]
    pub fn conjugate(&self, m: f64) -> f64 {
        let bound = |part: &ProfilePart| {
            let end = |r: f64| (Interval::exactly(m) * Interval::exactly(r) - part.height(r)).hi;
            let ends = end(part.from()).max(end(part.to()));
            match *part {
                ProfilePart::Line { .. } => ends,
                ProfilePart::Arc { from, to, center, height, radius } => {
                    let touch = center + radius * m / (1.0 + m * m).sqrt();
                    let margin = TOUCH * (to.abs() + radius);
                    if touch < from - margin || touch > to + margin {
                        return ends;
                    }
                    let m = Interval::exactly(m);
                    let slant = (Interval::exactly(1.0) + m.square()).sqrt();
                    let whole = m * Interval::exactly(center) - Interval::exactly(height);
                    ends.max((whole + Interval::exactly(radius) * slant).hi)
                }
            }
        };
        self.parts.iter().map(bound).fold(f64::NEG_INFINITY, f64::max)
    }

    /// b*(m) in plain f64: off by less than 16u of the sizes involved, (1 + m)·(R + height).
    #[inline]
    #[must_use]
    pub fn conjugate_about(&self, m: f64) -> f64 {
        let bound = |part: &ProfilePart| match *part {
            ProfilePart::Line { from, z0, to, z1 } => (m * from - z0).max(m * to - z1),
            ProfilePart::Arc { from, to, center, height, radius } => {
                let slant = (1.0 + m * m).sqrt();
                let x = (radius * m / slant).clamp(from - center, to - center);
                // Where the touching point is cut off, the end of the arc counts.
                match x < to - center && x > from - center {
                    true => m * center - height + radius * slant,
                    false => m * (center + x) - height + (radius * radius - x * x).max(0.0).sqrt(),
                }
            }
        };
        self.parts.iter().map(bound).fold(f64::NEG_INFINITY, f64::max)
    }

    /// About b(r).
    #[inline]
    #[must_use]
    pub fn height_about(&self, r: f64) -> f64 {
        let part = self
            .parts
            .iter()
            .find(|part| r <= part.to())
            .unwrap_or(&self.parts[self.parts.len() - 1]);
        match *part {
            ProfilePart::Line { from, z0, to, z1 } => z0 + (z1 - z0) * ((r - from) / (to - from)),
            ProfilePart::Arc { center, height, radius, .. } => {
                let x = r - center;
                height - (radius * radius - x * x).max(0.0).sqrt()
            }
        }
    }

    /// The lowest height.
    #[inline]
    #[must_use]
    pub fn lowest_about(&self) -> f64 {
        match self.parts[0] {
            ProfilePart::Line { z0, .. } => z0,
            ProfilePart::Arc { height, radius, .. } => height - radius,
        }
    }

    /// About the distance at which the slope reaches `m`.
    #[must_use]
    pub fn contact(&self, m: f64) -> f64 {
        let mut radius = 0.0;
        for part in &self.parts {
            match *part {
                ProfilePart::Line { .. } if part.slope(part.from()) > m => return radius,
                ProfilePart::Line { to, .. } => radius = to,
                ProfilePart::Arc { from, to, center, radius: rho, .. } => {
                    let touch = center + rho * m / (1.0 + m * m).sqrt();
                    if touch < to {
                        return touch.max(from);
                    }
                    radius = to;
                }
            }
        }
        radius
    }

    /// About the slopes left and right of `r`; they differ at a kink. Right of R the slope is
    /// infinite.
    #[must_use]
    pub fn slopes(&self, r: f64) -> (f64, f64) {
        let left = self
            .parts
            .iter()
            .rfind(|part| part.from() < r)
            .map_or(0.0, |part| part.slope(r.min(part.to())));
        let right = self
            .parts
            .iter()
            .find(|part| part.to() > r)
            .map_or(f64::INFINITY, |p| p.slope(r.max(p.from())));
        (left, right)
    }
}

impl ProfilePart {
    /// Its start.
    #[must_use]
    pub fn from(&self) -> f64 {
        match *self {
            Self::Line { from, .. } | Self::Arc { from, .. } => from,
        }
    }

    /// Its end.
    #[must_use]
    pub fn to(&self) -> f64 {
        match *self {
            Self::Line { to, .. } | Self::Arc { to, .. } => to,
        }
    }

    /// About the slope at `r`.
    #[must_use]
    pub fn slope(&self, r: f64) -> f64 {
        match *self {
            Self::Line { from, z0, to, z1 } => (z1 - z0) / (to - from),
            Self::Arc { center, radius, .. } => {
                let x = r - center;
                x / (radius * radius - x * x).max(0.0).sqrt()
            }
        }
    }

    /// The height at `r`, which lies within it. Certified.
    fn height(&self, r: f64) -> Interval {
        let exact = Interval::exactly;
        match *self {
            Self::Line { from, z0, z1, .. } if r == from || z0 == z1 => exact(z0),
            Self::Line { to, z1, .. } if r == to => exact(z1),
            Self::Line { from, z0, to, z1 } => {
                let share = (exact(r) - exact(from)).over(exact(to) - exact(from));
                exact(z0) + share * (exact(z1) - exact(z0))
            }
            // The lowest point of a ball must be exact: tools rest on it.
            Self::Arc { center, height, radius, .. } if r == center => {
                exact(height) - exact(radius)
            }
            Self::Arc { center, height, radius, .. } => {
                let drop = exact(radius).square() - (exact(r) - exact(center)).square();
                exact(height) - drop.sqrt()
            }
        }
    }
}
