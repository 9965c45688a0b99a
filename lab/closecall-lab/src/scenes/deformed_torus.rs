//! A torus that has been bent and dented.

use closecall::Mesh;
use closecall::engine::geom::{DVec3, Rng};
use closecall::mesh::shapes::torus;

use super::parts::{Parts, fitted};
use super::refine::finest;

/// The fewest triangles that make a torus here.
pub const LEAST_TRIANGLES: usize = 72;

/// The number of waves that deform the torus.
const WAVES: usize = 4;
/// The sum of |amplitude|·|wave vector|. Below 1, p ↦ p + Σ aᵢ sin(wᵢ·p + φᵢ) moves no two points
/// to one place, and so the surface cannot cross itself.
const STEEPNESS: f64 = 0.95;

/// A deformed torus of `count` triangles, centred at the origin, the longest edge of its box 1.
///
/// # Panics
/// If `count` is odd or below [`LEAST_TRIANGLES`].
#[must_use]
pub fn deformed_torus(count: usize, seed: u64) -> Mesh {
    let rng = &mut Rng::new(seed);
    let waves = [(); WAVES].map(|()| Wave::random(STEEPNESS / WAVES as f64, rng));
    let even = finest(count, 3, |level| torus(1.0, 0.35, 4 * level, level));
    let mut parts = Parts::default();
    parts.add(&even, |v| v + waves.iter().map(|wave| wave.at(v)).sum::<DVec3>());
    fitted(&parts.mesh(), 1.0)
}

struct Wave {
    amplitude: DVec3,
    vector: DVec3,
    phase: f64,
}

impl Wave {
    fn random(steepness: f64, rng: &mut Rng) -> Self {
        let vector = rng.in_ball().normalize() * rng.between(1.0, 3.0);
        let amplitude = rng.in_ball().normalize() * (steepness / vector.length());
        Self { amplitude, vector, phase: rng.between(0.0, std::f64::consts::TAU) }
    }

    fn at(&self, point: DVec3) -> DVec3 {
        self.amplitude * libm::sin(self.vector.dot(point) + self.phase)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{check, parts::extent};
    use super::*;
    use closecall::mesh::inspect;

    #[test]
    fn it_is_a_torus_of_its_count_that_does_not_cross_itself() {
        for (count, seed) in [(LEAST_TRIANGLES, 1), (500, 2), (2000, 3)] {
            let mesh = deformed_torus(count, seed);
            assert_eq!((mesh.triangle_count(), check::closed_parts(&mesh)), (count, 1));
            assert_eq!(inspect(&mesh).euler_characteristic, 0);
            assert!(!check::crosses_itself(&mesh));
            let (low, high) = extent(&mesh);
            assert!(
                (low + high).length() < 1e-12 && ((high - low).max_element() - 1.0).abs() < 1e-12
            );
        }
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(deformed_torus(300, 4), deformed_torus(300, 4));
        assert_ne!(deformed_torus(300, 4), deformed_torus(300, 5));
    }
}
