//! Nested spheres: parallel surfaces in close proximity (Klosowski 1998, §5.4, Tables 23 and 24).

use closecall::Mesh;
use closecall::mesh::shapes::uv_sphere;

use super::parts::Parts;
use super::refine::refined_to;
use closecall_flight::{Flight, Waypoint};

/// The values of α in the paper's tables.
pub const ALPHAS: [f64; 8] = [0.55, 0.1, 0.055, 0.01, 0.0055, 0.001, 0.000_55, 0.0001];

/// The fewest triangles that make a sphere here.
pub const LEAST_TRIANGLES: usize = 16;

/// A sphere of radius 1 about the origin with `count` triangles, its vertices on the sphere or on
/// its triangles.
///
/// # Panics
/// If `count` is odd or below [`LEAST_TRIANGLES`].
#[must_use]
pub fn sphere(count: usize) -> Mesh {
    assert!(
        count >= LEAST_TRIANGLES,
        "{count} triangles are below the {LEAST_TRIANGLES} of the smallest sphere"
    );
    let half = count / 2;
    // About five bands for eight slices, and among those numbers the one that leaves the least to
    // refine.
    let bands = (half as f64 * 0.625).sqrt();
    let bands =
        ((0.9 * bands) as usize..=(1.1 * bands).ceil() as usize).min_by_key(|bands| half % bands);
    let bands = bands.expect("the range has its upper end");
    refined_to(uv_sphere(1.0, (half / bands) as u32, bands as u32 + 1), count)
}

/// A sphere of radius 1 and, at rest in its middle, a copy of radius 1 − α; each has `count`
/// triangles. They do not touch.
///
/// # Panics
/// If `count` is odd or below [`LEAST_TRIANGLES`], or unless 0 < α < 1.
#[must_use]
pub fn nested_spheres(count: usize, alpha: f64) -> Flight {
    assert!(alpha > 0.0 && alpha < 1.0, "alpha is {alpha}, not between 0 and 1");
    let env = sphere(count);
    let mut obj = Parts::default();
    obj.add(&env, |v| v * (1.0 - alpha));
    let rest = Waypoint::new([0.0; 3], [1.0, 0.0, 0.0, 0.0]).expect("no motion is a pose");
    Flight { env, obj: obj.mesh(), waypoints: vec![rest] }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use closecall::engine::geom::GlamMesh as _;
    use closecall::{Model, Pose};

    #[test]
    fn spheres_are_closed_and_have_their_count() {
        for count in [LEAST_TRIANGLES, 18, 202, 358, 2000] {
            let mesh = sphere(count);
            assert_eq!((mesh.triangle_count(), check::closed_parts(&mesh)), (count, 1));
        }
    }

    #[test]
    fn the_papers_spheres_have_all_their_vertices_on_the_sphere() {
        for count in [2000, 20_000] {
            let mesh = sphere(count);
            assert_eq!(mesh.triangle_count(), count);
            assert!(mesh.points().iter().all(|v| (v.length() - 1.0).abs() < 1e-12));
        }
    }

    #[test]
    fn nested_spheres_do_not_touch_until_one_moves() {
        for alpha in ALPHAS {
            let Flight { env, obj, waypoints } = nested_spheres(2000, alpha);
            let (env, obj) = (Model::new(env), Model::new(obj));
            assert!(!env.collides(&obj, &waypoints[0].pose()).unwrap(), "{alpha}");
            assert!(
                env.collides(&obj, &Pose::from_translation([0.0, 0.0, alpha * 1.5]).unwrap())
                    .unwrap(),
                "{alpha}"
            );
        }
    }
}
