//! Random terrain: the "terrains" of Klosowski 1998, §2.4.1, were elevations sampled at 120 × 120
//! points.

use closecall::Mesh;
use closecall::engine::geom::Rng;
use closecall::mesh::shapes;

const WAVES: usize = 40;
/// The height of the terrain over its length.
const RELIEF: f64 = 0.25;

/// `points` × `points` elevations over the unit square, from 0 to a quarter: 2·(`points` − 1)²
/// triangles that look up.
///
/// # Panics
/// If there are fewer than 2 × 2 points.
#[must_use]
pub fn random_terrain(points: u32, seed: u64) -> Mesh {
    assert!(points >= 2, "a terrain needs 2 × 2 points, not {points} × {points}");
    let rng = &mut Rng::new(seed);
    let waves: Vec<Wave> = (0..WAVES).map(|k| Wave::random(k, rng)).collect();
    let share = |i: u32| f64::from(i) / f64::from(points - 1);
    let height = |i: u32, j: u32| waves.iter().map(|wave| wave.at(share(i), share(j))).sum::<f64>();
    let all = (0..points).flat_map(|i| (0..points).map(move |j| (i, j)));
    let heights = all.map(|(i, j)| height(i, j));
    let (low, high) = heights
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(h), high.max(h)));
    let cells = points - 1;
    shapes::terrain(cells, cells, 1.0 / f64::from(cells), |i, j| {
        (height(i, j) - low) / (high - low) * RELIEF
    })
}

/// A wave of the landscape. Those with twice the frequency have less than half the height, as in
/// nature.
struct Wave {
    amplitude: f64,
    vector: [f64; 2],
    phase: f64,
}

impl Wave {
    fn random(k: usize, rng: &mut Rng) -> Self {
        let frequency = 3.0 * libm::pow(1.1, k as f64);
        let (direction, phase) =
            (rng.between(0.0, std::f64::consts::TAU), rng.between(0.0, std::f64::consts::TAU));
        let vector = [libm::cos(direction), libm::sin(direction)].map(|x| x * frequency);
        Self { amplitude: libm::pow(frequency, -1.1), vector, phase }
    }

    fn at(&self, x: f64, y: f64) -> f64 {
        self.amplitude * libm::sin(self.vector[0] * x + self.vector[1] * y + self.phase)
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts::extent;
    use super::*;
    use closecall::engine::geom::DVec3;
    use closecall::engine::geom::GlamMesh as _;

    #[test]
    fn a_terrain_has_the_papers_count_and_extent_and_looks_up() {
        let mesh = random_terrain(120, 1);
        assert_eq!((mesh.points().len(), mesh.triangle_count()), (14_400, 28_322));
        let (low, high) = extent(&mesh);
        assert!(
            low == DVec3::ZERO && (high - DVec3::new(1.0, 1.0, RELIEF)).length() < 1e-12,
            "{low} {high}"
        );
        assert!(mesh.iter().all(|[a, b, c]| (b - a).cross(c - a).z > 0.0));
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(random_terrain(9, 2), random_terrain(9, 2));
        assert_ne!(random_terrain(9, 2), random_terrain(9, 3));
    }
}
