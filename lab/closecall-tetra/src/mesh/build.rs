//! From obstacles to a mesh: Delaunay, then edges, then triangles, then marks.

use super::complex::Complex;
use super::{Facet, TetraError, TetraMesh, facets, gate, marks, solid};
use crate::Delaunay;
use crate::place::Places;
use closecall::Mesh;
use closecall::engine::geom::{Aabb, DVec3, GlamMesh as _, exact::collinear};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

pub(super) fn build(obstacles: Arc<Mesh>) -> Result<TetraMesh, TetraError> {
    gate::check(&obstacles)?;
    let bounds = Aabb::around(obstacles.iter().flatten());
    let space = space_around(&bounds);
    let (mut complex, vertex_of, box_corners) = delaunay(&obstacles, &space)?;
    let vertices = complex.places.len();
    let (facets, thin) = facets_of(&obstacles, &vertex_of);
    conform(&mut complex, &facets, &box_corners)?;
    let Complex { cells, places, labels, .. } = complex;
    let boxes = boxes(&cells, &places);
    let steiner = places.len() - vertices;
    let part_of = solid::parts(&obstacles);
    let mut mesh = TetraMesh {
        obstacles,
        cells,
        places,
        labels,
        facets,
        thin,
        part_of,
        boxes,
        bounds,
        space,
        winding: None,
        steiner,
    };
    mesh.winding = marks::winding(&mesh);
    Ok(mesh)
}

/// A box that has another strictly inside: wider by an eighth, or by what rounding keeps.
fn space_around(bounds: &Aabb) -> Aabb {
    let size = (bounds.high - bounds.low).max_element();
    let reach = bounds.low.abs().max(bounds.high.abs()).max_element();
    let margin = (0.125 * size).max(reach * 2f64.powi(-40));
    let margin = DVec3::splat(if margin > 0.0 { margin } else { 1.0 });
    Aabb { low: bounds.low - margin, high: bounds.high + margin }
}

/// The tetrahedralisation of all corners and of the box; the vertex of each vertex of the mesh that
/// a triangle uses, and those of the box's corners.
fn delaunay(obstacles: &Mesh, space: &Aabb) -> Result<(Complex, Vec<u32>, [u32; 8]), TetraError> {
    let mut point_of = vec![usize::MAX; obstacles.points().len()];
    let mut points: Vec<DVec3> = (0..8)
        .map(|i| {
            let high = |k: usize| i >> k & 1 == 1;
            DVec3::from([0, 1, 2].map(|k| if high(k) { space.high[k] } else { space.low[k] }))
        })
        .collect();
    for &v in obstacles.triangles().iter().flatten() {
        if point_of[v as usize] == usize::MAX {
            point_of[v as usize] = points.len();
            points.push(obstacles.points()[v as usize]);
        }
    }
    let (vertices, vertex_of_point, cells) = Delaunay::of_carried(&points)?.into_parts();
    let vertex_of = |point: usize| vertex_of_point.get(point).copied().unwrap_or(u32::MAX);
    let box_corners = std::array::from_fn(vertex_of);
    let vertex_of = point_of.into_iter().map(vertex_of).collect();
    Ok((Complex::new(cells, Places::new(vertices)), vertex_of, box_corners))
}

/// The triangles with area, those at one place together; and the others.
fn facets_of(obstacles: &Mesh, vertex_of: &[u32]) -> (Vec<Facet>, Vec<u32>) {
    let mut facets: Vec<Facet> = Vec::new();
    let mut thin = Vec::new();
    let mut facet_at = HashMap::new();
    for (i, t) in (0..).zip(obstacles.triangles()) {
        let [a, b, c] = obstacles.triangle_at(i as usize);
        if collinear(a, b, c) {
            thin.push(i);
            continue;
        }
        let corners = t.map(|v| vertex_of[v as usize]);
        let mut place = corners;
        place.sort_unstable();
        let facet = *facet_at.entry(place).or_insert_with(|| {
            facets.push(Facet { corners, triangles: Vec::new() });
            facets.len() - 1
        });
        let [p, q, r] = facets[facet].corners;
        let forward = [[p, q, r], [q, r, p], [r, p, q]].contains(&corners);
        facets[facet].triangles.push((i, forward));
    }
    (facets, thin)
}

/// Divides tetrahedra until all facets are unions of faces.
fn conform(
    complex: &mut Complex,
    facets: &[Facet],
    box_corners: &[u32; 8],
) -> Result<(), TetraError> {
    let mut chains: HashMap<[u32; 2], Vec<u32>> = HashMap::new();
    for facet in facets {
        let [a, b, c] = facet.corners;
        for [u, v] in [[a, b], [b, c], [c, a]] {
            let ends = [u.min(v), u.max(v)];
            if let Entry::Vacant(free) = chains.entry(ends) {
                free.insert(complex.chain(ends, facet.triangles[0].0)?);
            }
        }
    }
    for (label, facet) in (0..).zip(facets) {
        let [a, b, c] = facet.corners;
        let mut boundary = Vec::new();
        for [u, v] in [[a, b], [b, c], [c, a]] {
            let chain = &chains[&[u.min(v), u.max(v)]];
            let open = chain.len() - 1;
            if u < v {
                boundary.extend(&chain[..open]);
            } else {
                boundary.extend(chain[1..].iter().rev());
            }
        }
        let is_above = |&v: &u32| complex.places.side([a, b, c, v]) > 0.0;
        let above = box_corners.iter().copied().find(is_above).expect("the box is around it");
        let triangle = facet.triangles[0].0;
        let corners = facet.corners;
        complex.cover(&facets::Facet { corners, above, label, triangle }, &boundary)?;
    }
    Ok(())
}

/// A box around each tetrahedron; those of ghosts have nothing in them.
fn boxes(cells: &crate::Cells, places: &Places) -> Vec<Aabb> {
    let around = |cell: u32| {
        if cells.is_ghost(cell) {
            return Aabb { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY };
        }
        Aabb::around(cells.corners[cell as usize].into_iter().flat_map(|v| places.bounds(v)))
    };
    (0..cells.len() as u32).map(around).collect()
}
