//! Stalagmites and stalactites: cones that rise from the floor and hang from the ceiling.

use closecall::Mesh;
use closecall::engine::geom::{DVec3, Rng};

use super::parts::{Parts, oval};
use super::refine::refined_to;

/// The most cones; more triangles make them rounder.
const MOST_CONES: usize = 196;
/// Below this many triangles a cone, there are fewer cones.
const LEAST_EACH: usize = 48;
const LEAST_SIDES: u32 = 3;

/// The fewest triangles that make a cave.
pub const LEAST_TRIANGLES: usize = 4 * LEAST_EACH;

/// A cave of cones in the unit cube with `count` triangles. Every cone is closed and keeps to its
/// own square of the floor, so that no two touch.
///
/// # Panics
/// If `count` is odd or below [`LEAST_TRIANGLES`].
#[must_use]
pub fn stalagmites(count: usize, seed: u64) -> Mesh {
    assert!(
        count >= LEAST_TRIANGLES,
        "{count} triangles are below the {LEAST_TRIANGLES} of the smallest cave"
    );
    let rng = &mut Rng::new(seed);
    let cones = (count / LEAST_EACH).min(MOST_CONES);
    let sides = (((count / cones / 2) as f64).sqrt() as u32).max(LEAST_SIDES);
    let columns = (cones as f64).sqrt().ceil() as usize;
    let mut parts = Parts::default();
    for cone in 0..cones {
        let cell = DVec3::new((cone % columns) as f64, (cone / columns) as f64, 0.0);
        add_cone(&mut parts, cell / columns as f64, 1.0 / columns as f64, sides, rng);
    }
    refined_to(parts.mesh(), count)
}

/// A leaning cone of rings that shrink towards the tip, in the square of this corner and side.
fn add_cone(parts: &mut Parts, corner: DVec3, side: f64, sides: u32, rng: &mut Rng) {
    let mut within = |margin: f64| {
        let share = [(); 2].map(|()| rng.between(margin, side - margin));
        corner + DVec3::new(share[0], share[1], 0.0)
    };
    // The base and the tip are in the square, and so is all between them.
    let (foot, tip) = (within(0.35 * side), within(0.05 * side));
    let radius = side * rng.between(0.15, 0.3);
    let height = rng.between(0.35, 0.8);
    let [floor, up] = if rng.below(2) == 0 { [0.0, 1.0] } else { [1.0, -1.0] };
    let at = |rise: f64| foot.lerp(tip, rise) + DVec3::Z * (floor + up * height * rise);
    let ring = |k: u32| {
        let rise = f64::from(k) / f64::from(sides);
        oval(
            at(rise),
            DVec3::X * (radius * (1.0 - rise)),
            DVec3::Y * (up * radius * (1.0 - rise)),
            sides,
        )
    };
    parts.skin(&(0..sides).map(ring).collect::<Vec<_>>(), [at(0.0), at(1.0)]);
}

#[cfg(test)]
mod tests {
    use super::super::{bsp::BspCell, check};
    use super::*;
    use closecall::engine::geom::GlamMesh as _;

    #[test]
    fn caves_have_their_count_and_disjoint_cones() {
        for (count, cones) in [(LEAST_TRIANGLES, 4), (1000, 20), (9812, 196), (12_346, 196)] {
            let mesh = stalagmites(count, 1);
            assert_eq!((mesh.triangle_count(), check::closed_parts(&mesh)), (count, cones));
            assert!(check::parts_are_disjoint(&mesh));
            assert!(mesh.points().iter().all(|&v| BspCell::UNIT.contains(v)));
        }
    }

    #[test]
    fn some_rise_and_some_hang_and_the_seed_decides() {
        let mesh = stalagmites(2000, 2);
        let on = |z: f64| mesh.points().iter().filter(|v| v.z == z).count();
        assert!(on(0.0) > 0 && on(1.0) > 0);
        assert_eq!(mesh, stalagmites(2000, 2));
        assert_ne!(mesh, stalagmites(2000, 3));
    }
}
