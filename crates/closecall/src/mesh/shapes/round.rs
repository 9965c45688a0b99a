//! Spheres and tori about the origin.

use std::collections::HashMap;
use std::f64::consts::{PI, TAU};

use super::{mesh, quad};
use crate::geom::DVec3;
use crate::mesh::Mesh;

/// A sphere of meridians and parallels, its poles on the z axis: 2·`slices`·(`stacks` − 1)
/// triangles.
///
/// # Panics
/// If there are fewer than 3 slices or 2 stacks, or the radius is out of range.
#[must_use]
pub fn uv_sphere(radius: f64, slices: u32, stacks: u32) -> Mesh {
    assert!(
        slices >= 3 && stacks >= 2,
        "a sphere needs 3 slices and 2 stacks, not {slices} and {stacks}"
    );
    let ring = |stack: u32| {
        let (sin, cos) = (PI * f64::from(stack) / f64::from(stacks)).sin_cos();
        (0..slices).map(move |slice| {
            let (y, x) = (TAU * f64::from(slice) / f64::from(slices)).sin_cos();
            DVec3::new(sin * x, sin * y, cos) * radius
        })
    };
    let mut vertices: Vec<DVec3> = (1..stacks).flat_map(ring).collect();
    let (north, south) = (vertices.len() as u32, vertices.len() as u32 + 1);
    vertices.extend([DVec3::Z * radius, -DVec3::Z * radius]);
    let last = (stacks - 2) * slices;
    let mut triangles = Vec::new();
    for (slice, next) in (0..slices).map(|slice| (slice, (slice + 1) % slices)) {
        triangles.push([north, slice, next]);
        for above in (0..last).step_by(slices as usize) {
            let below = above + slices;
            triangles.extend(quad([above + slice, below + slice, below + next, above + next]));
        }
        triangles.push([south, last + next, last + slice]);
    }
    mesh(vertices, triangles)
}

/// A sphere from an icosahedron, every triangle divided in four `subdivisions` times: 20·4ⁿ
/// triangles.
///
/// # Panics
/// If there are more than 12 subdivisions, or the radius is out of range.
#[must_use]
pub fn icosphere(radius: f64, subdivisions: u32) -> Mesh {
    assert!(subdivisions <= 12, "{subdivisions} subdivisions make too many triangles");
    let (mut vertices, mut triangles) = icosahedron();
    for _ in 0..subdivisions {
        triangles = divide(&mut vertices, &triangles);
    }
    mesh(vertices.into_iter().map(|v| v * radius).collect(), triangles)
}

/// The icosahedron with unit vertices.
#[rustfmt::skip]
fn icosahedron() -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let golden = f64::midpoint(1.0, 5f64.sqrt());
    let rectangle = [(-1.0, golden), (1.0, golden), (-1.0, -golden), (1.0, -golden)];
    let places: [fn(f64, f64) -> DVec3; 3] =
        [|a, b| DVec3::new(a, b, 0.0), |a, b| DVec3::new(0.0, a, b), |a, b| DVec3::new(b, 0.0, a)];
    let vertices = places.iter().flat_map(|place| rectangle.iter().map(|&(a, b)| place(a, b).normalize())).collect();
    let triangles = vec![
        [0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11],
        [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6], [7, 1, 8],
        [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9],
        [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7], [9, 8, 1],
    ];
    (vertices, triangles)
}

/// Cuts every triangle in four at the middles of its edges, which move out to the unit sphere.
fn divide(vertices: &mut Vec<DVec3>, triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut middles = HashMap::new();
    let mut middle = |a: u32, b: u32| {
        *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
            vertices.push((vertices[a as usize] + vertices[b as usize]).normalize());
            vertices.len() as u32 - 1
        })
    };
    let mut divided = Vec::with_capacity(4 * triangles.len());
    for &[a, b, c] in triangles {
        let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
        divided.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
    }
    divided
}

/// A torus around the z axis: `ring` sections, `tube` corners each, 2·`ring`·`tube` triangles.
///
/// # Panics
/// If a number of sections or corners is below 3, or a radius is out of range.
#[must_use]
pub fn torus(ring_radius: f64, tube_radius: f64, ring: u32, tube: u32) -> Mesh {
    assert!(ring >= 3 && tube >= 3, "a torus needs 3 sections of 3 corners, not {ring} of {tube}");
    let angle = |i: u32, n: u32| (TAU * f64::from(i) / f64::from(n)).sin_cos();
    let section = |i: u32| {
        let (y, x) = angle(i, ring);
        (0..tube).map(move |j| {
            let (up, out) = angle(j, tube);
            let reach = ring_radius + tube_radius * out;
            DVec3::new(x * reach, y * reach, tube_radius * up)
        })
    };
    let number = |i: u32, j: u32| i % ring * tube + j % tube;
    let faces = (0..ring).flat_map(|i| (0..tube).map(move |j| (i, j)));
    let quads = faces
        .map(|(i, j)| [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)]);
    mesh((0..ring).flat_map(section).collect(), quads.flat_map(quad).collect())
}
