//! The same tetrahedra as the crate `delaunay` finds, where no five points lie on one sphere.

mod common;

use closecall::engine::geom::{DVec3, GlamMesh as _};
use std::collections::{BTreeSet, HashMap};

use closecall_tetra::Delaunay;
use common::Rng;
use delaunay::prelude::construction::{DelaunayTriangulationBuilder, vertex};

/// Tetrahedra by the numbers of their points, sorted.
fn ours(points: &[DVec3]) -> BTreeSet<[usize; 4]> {
    let delaunay = Delaunay::new(points).unwrap();
    let mut point_of_vertex = vec![0; delaunay.points().len()];
    for point in 0..points.len() {
        point_of_vertex[delaunay.vertex_of_point(point) as usize] = point;
    }
    delaunay
        .tetrahedra()
        .map(|corners| sorted(corners.map(|v| point_of_vertex[v as usize])))
        .collect()
}

fn theirs(points: &[DVec3]) -> BTreeSet<[usize; 4]> {
    let vertices: Vec<_> = points.iter().map(|p| vertex!(p.to_array())).collect();
    let found = DelaunayTriangulationBuilder::new(&vertices).build::<()>().unwrap();
    let bits = |p: [f64; 3]| p.map(f64::to_bits);
    let number: HashMap<[u64; 3], usize> =
        points.iter().enumerate().map(|(i, p)| (bits(p.to_array()), i)).collect();
    let number: HashMap<_, usize> =
        found.points().map(|(key, v)| (key, number[&bits(*v.point().coords())])).collect();
    let corners = |keys: &[_]| [0, 1, 2, 3].map(|i: usize| number[&keys[i]]);
    found.simplices().map(|(_, simplex)| sorted(corners(simplex.points()))).collect()
}

fn sorted(mut corners: [usize; 4]) -> [usize; 4] {
    corners.sort_unstable();
    corners
}

#[test]
fn random_points_have_the_same_tetrahedra() {
    let mut rng = Rng(11);
    // Not optimised, a thousand points take the other library minutes.
    let sizes: &[usize] = if cfg!(debug_assertions) { &[10, 100] } else { &[10, 100, 1000, 3000] };
    for &n in sizes {
        let points: Vec<DVec3> = (0..n).map(|_| rng.point()).collect();
        let (ours, theirs) = (ours(&points), theirs(&points));
        println!("{n} points: {} tetrahedra, {} theirs", ours.len(), theirs.len());
        assert_eq!(ours, theirs, "{n} points");
    }
}
