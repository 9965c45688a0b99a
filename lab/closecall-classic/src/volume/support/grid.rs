//! Directions as cells of a grid over their two angles. (Vogiannou et al. 2010, §4.2)
//!
//! A wrong cell costs sharpness, never correctness; so angles are found roughly, without
//! trigonometry.

use closecall::engine::geom::DVec3;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

/// The number of cells each angle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid(pub usize);

impl Grid {
    /// The directions in the middle of the cells: from pole to pole, and around for each.
    pub fn directions(self) -> impl Iterator<Item = DVec3> {
        let Self(n) = self;
        let middle = move |place: usize, whole: f64| (place as f64 + 0.5) * whole / n as f64;
        (0..n * n).map(move |cell| {
            let (polar_sin, polar_cos) = middle(cell / n, PI).sin_cos();
            let (sin, cos) = middle(cell % n, TAU).sin_cos();
            DVec3::new(polar_sin * cos, polar_sin * sin, polar_cos)
        })
    }

    /// The cell of a direction.
    #[inline]
    pub fn cell(self, direction: DVec3) -> usize {
        let Self(n) = self;
        let DVec3 { x, y, z } = direction;
        let polar = rough_angle((x * x + y * y).sqrt(), z);
        let around = rough_angle(y, x);
        let around = if around < 0.0 { around + TAU } else { around };
        let place = |angle: f64, whole: f64| ((angle / whole * n as f64) as usize).min(n - 1);
        place(polar, PI) * n + place(around, TAU)
    }
}

/// The angle of (x, y) from the x axis, from −π to π, within 0.004; 0 for (0, 0).
#[inline]
fn rough_angle(y: f64, x: f64) -> f64 {
    let (across, along) = (y.abs(), x.abs());
    // A parabola through the arc tangent at 0 and 1, in the half quadrant next to the axis that is
    // nearer.
    let arc = |ratio: f64| ratio * (FRAC_PI_4 + 0.273 * (1.0 - ratio));
    let within_quadrant = if across > along {
        FRAC_PI_2 - arc(along / across)
    } else if along > 0.0 {
        arc(across / along)
    } else {
        0.0
    };
    let within_half = if x < 0.0 { PI - within_quadrant } else { within_quadrant };
    within_half.copysign(y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_roughly_right() {
        for degrees in -179..180 {
            let exact = f64::from(degrees).to_radians();
            let rough = rough_angle(exact.sin() * 1e-50, exact.cos() * 1e-50);
            assert!((rough - exact).abs() < 0.004, "{degrees}: {rough} {exact}");
        }
        assert_eq!(rough_angle(0.0, 0.0), 0.0);
    }

    #[test]
    fn a_direction_lies_in_its_own_cell() {
        for n in [1, 2, 3, 6, 32, 64] {
            for (cell, direction) in Grid(n).directions().enumerate() {
                assert_eq!(Grid(n).cell(direction * 7.0), cell, "{n}");
            }
        }
    }
}
