//! Lumps: closed bodies with bumps and dents, as large as a bunny and no less irregular.

use closecall::Mesh;
use closecall::engine::geom::{DVec3, GlamMesh as _, Rng};

use super::parts::fitted;
use super::sphere;

/// How many bumps there are, and how high all of them together: below 1, so that a ray from the
/// centre leaves once.
const BUMPS: usize = 9;
const HEIGHT: f64 = 0.8;

/// A lump of `count` triangles, centred at the origin, the longest edge of its box 1.
///
/// # Panics
/// If there is no [`sphere`] of this many triangles.
#[must_use]
pub fn lump(count: usize, seed: u64) -> Mesh {
    let rng = &mut Rng::new(seed);
    let bumps: Vec<(DVec3, f64)> = (0..BUMPS)
        .map(|_| {
            (
                rng.in_ball().normalize_or(DVec3::Z),
                rng.between(-1.0, 1.0) * HEIGHT / BUMPS as f64 * 2.0,
            )
        })
        .collect();
    let even = sphere(count);
    let bumpy = |v: &DVec3| {
        let height = |(middle, height): &(DVec3, f64)| {
            height * libm::exp(-6.0 * (1.0 - middle.dot(v.normalize())))
        };
        *v * (1.0 + bumps.iter().map(height).sum::<f64>()).max(1.0 - HEIGHT)
    };
    let vertices = even.points().iter().map(bumpy).collect();
    fitted(&Mesh::new(vertices, even.triangles().to_vec()).expect("bumps keep a mesh a mesh"), 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::mesh::inspect;

    #[test]
    fn a_lump_is_closed_and_of_the_size_that_was_asked_for() {
        let lump = lump(500, 3);
        let found = inspect(&lump);
        assert!(found.closed && found.triangles == 500 && found.degenerate == 0);
        let size = (0..3).map(|axis| found.max[axis] - found.min[axis]).fold(0.0, f64::max);
        assert!((size - 1.0).abs() < 1e-12);
    }
}
