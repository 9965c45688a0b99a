//! Rays that make trouble: through corners, edges and faces of a mesh, along them, from them, and
//! past them.

use crate::common::Random;
use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::geom::Ray;
use closecall::geom::range::is_coordinate;
use closecall::mesh::Mesh;

/// A point that an f64 holds: a corner, a point of an edge or a face, or one next to these.
pub fn target(random: &mut Random, mesh: &Mesh) -> DVec3 {
    let [a, b, c] = mesh.triangle_at(random.below(mesh.triangle_count()));
    let share = random.below(9) as f64 / 8.0;
    match random.below(6) {
        0 | 1 => a,
        2 => (a + b) * 0.5,
        3 => a + (b - a) * share,
        4 => a + (b - a) * random.next() * 0.5 + (c - a) * random.next() * 0.5,
        _ => a + (a - b) * 1e-16,
    }
}

/// A ray or segment through a target, exactly where the numbers allow it.
pub fn ray(random: &mut Random, mesh: &Mesh, size: f64) -> Option<Ray> {
    let (p, q) = (target(random, mesh), target(random, mesh));
    let flush =
        |v: DVec3| DVec3::from_array(v.to_array().map(|x| if is_coordinate(x) { x } else { 0.0 }));
    let axis = DVec3::AXES[random.below(3)] * if random.below(2) == 0 { size } else { -size };
    let [p, q] = [flush(p), flush(q)];
    let made = match random.below(9) {
        0 => Ray::segment(p, q),
        1 => Ray::segment(p, flush(p + (q - p) * 2.0)),
        2 => Ray::segment(flush(p + random.vector() * size), q),
        3 => Ray::new(p, flush(q - p)),
        4 => Ray::new(flush(p - axis), axis),
        5 => Ray::new(flush(p - axis), axis * 0.3),
        6 => Ray::new(flush(p + random.vector() * size), flush(random.vector() * size)),
        7 => Ray::new(
            flush(p - (random.lattice(4) - 2.0) * size),
            flush((random.lattice(4) - 2.0) * size),
        ),
        _ => {
            let away = flush(p + random.vector() * size);
            Ray::new(away, flush(p - away))
        }
    };
    made.ok()
}
