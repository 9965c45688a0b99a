//! The highest lift along one line of W, in plain f64: a guess that [`super::Bounds`] then
//! certifies.
//!
//! Along the line, x is the distance from the point next to the axis and c that point's distance
//! from the axis. The lift k·x − b(√(c² + x²)) is concave in x; it rises until b's slope along the
//! line, b'(r)·x/r, has reached k.

use crate::tool::profile::{Profile, ProfilePart};

/// A guess of the highest place of a line.
pub(super) struct Peak {
    /// The place along x.
    pub(super) along: f64,
    /// b's slope there: the one at a kink that balances the line's.
    pub(super) slope: f64,
}

/// From where to where an edge goes, in x: uphill from the point next to the axis, which is `foot`
/// along it.
pub(super) fn reach(foot: f64, length: f64, rise: f64) -> [f64; 2] {
    if rise < 0.0 { [foot - length, foot] } else { [-foot, length - foot] }
}

/// The highest place of the whole line; where that takes a search, it ends at `reach`, from where
/// to where an edge goes. `None` if the line passes the tool. `rise` is k ≥ 0, so that x ≥ 0.
pub(super) fn peak(profile: &Profile, c: f64, rise: f64, reach: [f64; 2]) -> Option<Peak> {
    let rim = profile.radius();
    if c.is_nan() || c > rim {
        return None;
    }
    let mut along = 0.0;
    for part in profile.parts() {
        if part.to() < c {
            continue;
        }
        let start = part.from().max(c);
        let start_x = (start * start - c * c).max(0.0).sqrt();
        let uphill = |r: f64, x: f64| if r > 0.0 { part.slope(r) * x / r } else { part.slope(0.0) };
        if uphill(start, start_x) >= rise && start > 0.0 {
            return Some(Peak { along: start_x, slope: balanced(rise, start_x, start, profile) });
        }
        let end = part.to();
        let end_x = (end * end - c * c).max(0.0).sqrt();
        if uphill(end, end_x) > rise {
            let along = within(part, c, rise, [start_x, end_x], reach);
            let r = c.hypot(along);
            return Some(Peak { along, slope: part.slope(r) });
        }
        along = end_x;
    }
    Some(Peak { along, slope: balanced(rise, along, rim, profile) })
}

/// The slope at a kink: k·r/x, within what the kink allows.
fn balanced(rise: f64, x: f64, r: f64, profile: &Profile) -> f64 {
    let (left, right) = profile.slopes(r);
    let wanted = if x > 0.0 { rise * r / x } else { left };
    wanted.clamp(left.min(1e12), right.clamp(left.min(1e12), 1e12))
}

/// The place at which the slope of one part along the line is `rise`.
fn within(part: &ProfilePart, c: f64, rise: f64, [low, high]: [f64; 2], reach: [f64; 2]) -> f64 {
    let x = match *part {
        ProfilePart::Line { .. } => {
            // m·x/√(c² + x²) = k.
            let m = part.slope(part.from());
            c * rise / (m * m - rise * rise).max(0.0).sqrt()
        }
        ProfilePart::Arc { center: 0.0, radius, .. } => {
            // x/√(ρ² − c² − x²) = k.
            (radius * radius - c * c).max(0.0).sqrt() * rise / (1.0 + rise * rise).sqrt()
        }
        ProfilePart::Arc { .. } => {
            bracketed(part, c, rise, [low.max(reach[0]), high.min(reach[1])])
        }
    };
    x.clamp(low, high)
}

/// The same for a torus, where it is the root of a quartic: by false position, in some ten steps.
fn bracketed(part: &ProfilePart, c: f64, rise: f64, [mut low, mut high]: [f64; 2]) -> f64 {
    // The slope's sine rises about evenly along an arc, where the slope itself goes to infinity.
    let level = rise / (1.0 + rise * rise).sqrt();
    let excess = |x: f64| {
        let r = (c * c + x * x).sqrt();
        let slope = if r > 0.0 { part.slope(r) * x / r } else { 0.0 };
        if slope.is_finite() { slope / (1.0 + slope * slope).sqrt() - level } else { 1.0 - level }
    };
    let (mut below, mut above) = (excess(low), excess(high));
    // The edge ends before the place, or begins behind it.
    if low >= high || below >= 0.0 {
        return low;
    }
    if above <= 0.0 {
        return high;
    }
    let (mut last, mut was_above) = (f64::NAN, None);
    for _ in 0..40 {
        let x = low + (high - low) * (below / (below - above));
        let x = if x > low && x < high { x } else { 0.5 * (low + high) };
        let here = excess(x);
        // An end that stays twice counts half (the Illinois rule).
        let stays = was_above == Some(here > 0.0);
        if here > 0.0 {
            (high, above) = (x, here);
            below *= if stays { 0.5 } else { 1.0 };
        } else {
            (low, below) = (x, here);
            above *= if stays { 0.5 } else { 1.0 };
        }
        was_above = Some(here > 0.0);
        if here.abs() <= 4.0 * f64::EPSILON || (x - last).abs() <= 2.0 * f64::EPSILON * x {
            return x;
        }
        last = x;
    }
    low
}
