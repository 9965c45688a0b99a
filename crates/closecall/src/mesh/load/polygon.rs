//! Polygons for which a fan from the first corner may be wrong: those that are concave or not planar.
//!
//! The fan is the mesh, and the answers about it are exact; this only decides whether to warn that
//! the polygon may have been meant otherwise. So it may use a tolerance.

use crate::geom::DVec3;

/// A bend below this angle, or a thickness below this part of a polygon's extent, is taken for the
/// rounding of the digits in the file. Six digits, as many programs write, leave up to 1e-5 per
/// coordinate.
const ROUGHNESS: f64 = 1e-4;

/// The warnings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Doubts {
    /// Some corner turns the wrong way, or the polygon crosses itself.
    pub concave: bool,
    /// The corners are not in one plane.
    pub non_planar: bool,
}

/// Inspects a polygon of at least 4 corners.
pub(super) fn doubts(corners: &[DVec3]) -> Doubts {
    let arms = || corners[1..].iter().map(|&c| c - corners[0]);
    let fan = || arms().zip(arms().skip(1));
    let area_normal: DVec3 = fan().map(|(a, b)| a.cross(b)).sum();
    let largest = fan().map(|(a, b)| a.cross(b).length()).fold(0.0, f64::max);
    let extent = extent(corners);
    if largest <= ROUGHNESS * ROUGHNESS * extent * extent {
        // All on a line: whatever the fan, it is that line.
        return Doubts { concave: false, non_planar: false };
    }
    let area = area_normal.length();
    if area <= ROUGHNESS * largest {
        // Areas that cancel: a bow tie.
        return Doubts { concave: true, non_planar: false };
    }
    let normal = area_normal / area;
    let turns_back =
        |(a, b): (DVec3, DVec3)| a.cross(b).dot(normal) < -ROUGHNESS * a.length() * b.length();
    // Every triangle of the fan turns left: the polygon is seen whole from its first corner, so it
    // does not cross itself. Every corner turns left, too: then it is convex.
    let concave = fan().any(turns_back) || bends(corners).any(turns_back);
    let heights = arms().map(|arm| arm.dot(normal));
    let (low, high) = heights.fold((0.0f64, 0.0f64), |(low, high), h| (low.min(h), high.max(h)));
    Doubts { concave, non_planar: high - low > ROUGHNESS * extent }
}

/// Successive edges around the polygon, those without length left out.
fn bends(corners: &[DVec3]) -> impl Iterator<Item = (DVec3, DVec3)> {
    let next = corners.iter().cycle().skip(1);
    let edges = corners.iter().zip(next).map(|(&a, &b)| b - a).filter(|&edge| edge != DVec3::ZERO);
    let mut before = edges.clone().last().unwrap_or(DVec3::ZERO);
    edges.map(move |edge| (std::mem::replace(&mut before, edge), edge))
}

fn extent(corners: &[DVec3]) -> f64 {
    let min = corners.iter().copied().fold(corners[0], DVec3::min);
    let max = corners.iter().copied().fold(corners[0], DVec3::max);
    (max - min).max_element()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The polygon at several places, sizes and turns, and from every first corner.
    fn doubts_everywhere(corners: &[(f64, f64, f64)]) -> Vec<Doubts> {
        let mut all = Vec::new();
        for first in 0..corners.len() {
            for scale in [2f64.powi(-190), 1e-3, 1.0, 2f64.powi(90)] {
                let rotated = corners.iter().cycle().skip(first).take(corners.len());
                let placed: Vec<_> = rotated
                    .map(|&(x, y, z)| DVec3::new(y - z, x * 0.6 + z, x * 0.8) * scale)
                    .collect();
                all.push(doubts(&placed));
            }
        }
        all
    }

    fn assert_doubts(name: &str, corners: &[(f64, f64, f64)], concave: bool, non_planar: bool) {
        for found in doubts_everywhere(corners) {
            assert_eq!(found, Doubts { concave, non_planar }, "{name}");
        }
    }

    const SQUARE: [(f64, f64, f64); 4] = [(0., 0., 0.), (1., 0., 0.), (1., 1., 0.), (0., 1., 0.)];

    #[test]
    fn convex_polygons_raise_no_doubt() {
        assert_doubts("square", &SQUARE, false, false);
        let t_junction =
            [(0., 0., 0.), (0.5, 1e-6, 0.), (1., 0., 0.), (1., 1., 0.), (0., 1., 1e-6)];
        assert_doubts("corner on an edge, rounded", &t_junction, false, false);
        let repeated = [SQUARE[0], SQUARE[1], SQUARE[1], SQUARE[2], SQUARE[3]];
        assert_doubts("corner given twice", &repeated, false, false);
        assert_doubts(
            "line",
            &[(0., 0., 0.), (1., 1., 1.), (3., 3., 3.), (2., 2., 2.)],
            false,
            false,
        );
        assert_doubts("point", &[(1., 1., 1.); 4], false, false);
    }

    #[test]
    fn a_reflex_corner_is_seen() {
        let dart = [(0., 0., 0.), (2., 0., 0.), (0.5, 0.5, 0.), (0., 2., 0.)];
        assert_doubts("dart", &dart, true, false);
        let small_notch = [
            (0., 0., 0.),
            (1., 0., 0.),
            (1., 1., 0.),
            (0.5, 1., 0.),
            (0.499, 0.999, 0.),
            (0.498, 1., 0.),
            (0., 1., 0.),
        ];
        assert_doubts("small notch", &small_notch, true, false);
        let repeated = [dart[0], dart[1], dart[2], dart[2], dart[3]];
        assert_doubts("reflex corner given twice", &repeated, true, false);
    }

    #[test]
    fn crossing_itself_is_seen() {
        assert_doubts("bow tie", &[SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]], true, false);
        let star: Vec<_> = (0..5)
            .map(|i| f64::from(i * 2) * std::f64::consts::TAU / 5.0)
            .map(|a| (a.cos(), a.sin(), 0.0))
            .collect();
        assert_doubts("pentagram: all corners turn left", &star, true, false);
    }

    #[test]
    fn a_corner_out_of_the_plane_is_seen() {
        let bent = [SQUARE[0], SQUARE[1], (1., 1., 0.01), SQUARE[3]];
        assert_doubts("bent square", &bent, false, true);
    }
}
