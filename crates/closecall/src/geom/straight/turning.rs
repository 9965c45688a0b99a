//! Normals that turn with the bodies: a face's, or what is square to an edge of each.
//!
//! n(t) = e(t) × f(t), so that heights along it are polynomials of the third degree, above the
//! lower hull of their four Bernstein coefficients.
//!
//! **Rounding.** With M as in [`super`], heights along a normal that turns are positive above
//! [`STRAIGHT_TURNING`] times M³.

use super::features::edges_of_normal;
use super::{Stage, Straight};
use crate::geom::exact::nearest::Nearest;
use crate::geom::{DVec3, Triangle};
use crate::rounding::exact::STRAIGHT_TURNING;
use crate::rounding::factor::DOWN_16;

/// The number of stretches that are tried for a normal that turns.
const STRETCHES: u32 = 6;

/// The last moment found to which A is beyond B along the normal that turns with them; `time` if
/// there is none.
pub(super) fn apart_turning(a: &Straight, b: &Straight, found: &Nearest, stage: Stage) -> f64 {
    let Stage { time, origin, reach } = stage;
    let now = [a.at(time, origin), b.at(time, origin)];
    let Some(from) = edges_of_normal(found, [&now[0], &now[1]]) else { return time };
    let side = if from[0].cross(from[1]).dot(found.a - found.b) < 0.0 { -1.0 } else { 1.0 };
    let (mut until, mut stretch) = (time, 1.0 - time);
    for _ in 0..STRETCHES {
        let then = [a.at(time + stretch, origin), b.at(time + stretch, origin)];
        let Some(to) = edges_of_normal(found, [&then[0], &then[1]]) else { break };
        let share =
            apart_share([&now, &then], [from, to], side, STRAIGHT_TURNING * reach * reach * reach);
        until = until.max(time + share * stretch);
        // A stretch that fits tells more; one that was used for the most part is long enough.
        if share > 0.25 || share == 0.0 {
            break;
        }
        stretch *= 4.0 * share;
    }
    until
}

/// For what share of a stretch A stays beyond B along the normal of two edges that turn: 1 for all
/// of it.
fn apart_share(
    [now, then]: [&[Triangle; 2]; 2],
    [[e, f], [e_to, f_to]]: [[DVec3; 2]; 2],
    side: f64,
    certain: f64,
) -> f64 {
    let [first, middle, last] =
        [e.cross(f), (e.cross(f_to) + e_to.cross(f)) * 0.5, e_to.cross(f_to)].map(|n| n * side);
    let mut share = 1.0f64;
    for (i, j) in (0..9).map(|pair| (pair / 3, pair % 3)) {
        let (d, d_to) = (now[0][i] - now[1][j], then[0][i] - then[1][j]);
        let heights = [
            first.dot(d),
            (first.dot(d_to) + 2.0 * middle.dot(d)) / 3.0,
            (2.0 * middle.dot(d_to) + last.dot(d)) / 3.0,
            last.dot(d_to),
        ];
        share = share.min(share_above(heights, certain));
    }
    share
}

/// The time when the lower hull of four Bernstein coefficients first comes down to a level; 1 if it does
/// not.
///
/// The hull's edges are among the lines through two coefficients, and all others come down later.
fn share_above(heights: [f64; 4], level: f64) -> f64 {
    // Also for what is no number.
    if !(heights[0] > level) {
        return 0.0;
    }
    let mut share = 1.0f64;
    for k in (1..4).filter(|&k| !(heights[k] > level)) {
        for i in (0..k).filter(|&i| heights[i] > level) {
            let along = (heights[i] - level) / (heights[i] - heights[k]);
            let at = (i as f64 + (k - i) as f64 * along) / 3.0;
            // Also for what is no number.
            if !(at >= share) {
                share = if at > 0.0 { at } else { 0.0 };
            }
        }
    }
    // A few roundings less.
    if share < 1.0 { share * DOWN_16 } else { 1.0 }
}
