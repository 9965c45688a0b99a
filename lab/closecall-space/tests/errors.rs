//! Bad parameters are refused with a sentence; what would become too large is cut short and says
//! so.

use std::sync::Arc;

use closecall::Mesh;
use closecall::engine::geom::{DVec3, Rng};
use closecall::mesh::shapes::icosphere;
use closecall_space::{AxisChoice, Limits, SpaceError, SpaceKind};

#[test]
fn parameters_out_of_range_are_refused() {
    let ball = Arc::new(icosphere(1.0, 1));
    let message = |kind: SpaceKind| kind.build(ball.clone()).err().map(|error| error.to_string());
    let grid = |cells| message(SpaceKind::Grid { cells });
    assert_eq!(grid(0).unwrap(), "a grid of 0 cells along an axis: it must have from 1 to 400");
    assert_eq!(grid(401).unwrap(), "a grid of 401 cells along an axis: it must have from 1 to 400");
    let limits = Limits { tau: 0, ..Limits::PAPER };
    let kd_tree = SpaceKind::KdTree { choice: AxisChoice::Longest, limits };
    for kind in [
        SpaceKind::RTree { tau: 0 },
        kd_tree,
        SpaceKind::Octree { limits },
        SpaceKind::Bsp { limits },
    ] {
        assert_eq!(message(kind).unwrap(), SpaceError::NoTau.to_string(), "{kind:?}");
    }
}

#[test]
fn soups_of_large_triangles_do_not_grow_without_end() {
    let rng = &mut Rng::new(1);
    let point = |rng: &mut Rng| DVec3::from_array([(); 3].map(|()| rng.between(0.0, 1.0)));
    let count = 1500;
    let vertices: Vec<DVec3> = (0..3 * count).map(|_| point(rng)).collect();
    let faces = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let soup = Arc::new(Mesh::new(vertices, faces).unwrap());
    for kind in [SpaceKind::KD_TREE, SpaceKind::OCTREE, SpaceKind::BSP] {
        let figures = kind.build(soup.clone()).unwrap().figures();
        assert!(figures.stored <= 64 * count as usize + 100_000, "{kind:?}: {figures:?}");
    }
    assert!(SpaceKind::KD_TREE.build(soup).unwrap().figures().cut_short);
}

#[test]
fn an_r_tree_stores_every_triangle_once_and_is_balanced() {
    let ball = Arc::new(icosphere(1.0, 4));
    let figures = SpaceKind::R_TREE.build(ball.clone()).unwrap().figures();
    let count = ball.triangle_count();
    assert_eq!((figures.stored, figures.cells), (count, count));
    assert_eq!(figures.height, count.next_power_of_two().ilog2() as usize);
}
