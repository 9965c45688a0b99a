//! A better slope where the guesses leave a gap: the upper bound is a convex function of q = (q_x,
//! q_y), and the ellipsoid method finds its least value whatever kinks it has (the tip of a cone, a
//! corner of the triangle on the rim).

use super::Bounds;
use glam::{DMat2, DVec2};

/// Steps of the ellipsoid method. In the plane each shrinks the ellipse's area by a factor of 0.77
/// or better, so 160 steps narrow it by 1e-9 in either direction.
const STEPS: usize = 160;

/// Lowers the upper bound as far as it goes, or until nothing more is asked.
pub(super) fn improve(bounds: &mut Bounds) {
    let mut center = DVec2::from(bounds.slope);
    let radius = 4.0 * (1.0 + center.length());
    // {q : (q − center)ᵀ shape⁻¹ (q − center) ≤ 1} holds the best slope, if it is not very steep.
    let mut shape = DMat2::from_diagonal(DVec2::splat(radius * radius));
    for _ in 0..STEPS {
        bounds.try_slope(center.x, center.y);
        if bounds.settled() || bounds.tight() {
            return;
        }
        let (gradient, touching) = gradient(bounds, center);
        if let Some((ends, share)) = touching {
            bounds.try_point(bounds.prism.on_edge(ends, share));
        }
        let scale = gradient.dot(shape * gradient).sqrt();
        if scale.is_nan() || scale <= 1e-300 {
            return;
        }
        let step = shape * gradient / scale;
        center -= step / 3.0;
        let outer = DMat2::from_cols(step * step.x, step * step.y);
        shape = (shape - outer * (2.0 / 3.0)) * (4.0 / 3.0);
    }
}

/// About the gradient of the upper bound at `q`, and the corner of W that gives it.
fn gradient(bounds: &Bounds, q: DVec2) -> (DVec2, Option<([usize; 2], f64)>) {
    let about = bounds.prism.about();
    let value = |i: usize| about[i].z - q.dot(about[i].truncate());
    let highest = (0..6).max_by(|&i, &j| value(i).total_cmp(&value(j))).unwrap_or(0);
    let m = q.length();
    let reach = bounds.profile.contact(m) + bounds.question.astray + bounds.question.wider;
    let outward = if m > 0.0 { q * (reach / m) } else { DVec2::ZERO };
    (outward - about[highest].truncate(), Some(([highest, (highest + 3) % 6], 0.0)))
}
