//! A mesh in groups of neighbouring triangles, as the leaves of a tree have them.

use closecall::Mesh;
use closecall::engine::geom::{DVec3, GlamMesh as _, Triangle};

/// Groups of at most this many triangles: halved along the widest extent of their centres.
pub fn groups(mesh: &Mesh, most: usize) -> Vec<Vec<Triangle>> {
    let mut found = Vec::new();
    let mut waiting = vec![mesh.iter().collect::<Vec<Triangle>>()];
    while let Some(mut group) = waiting.pop() {
        if group.len() <= most {
            found.push(group);
            continue;
        }
        let center = |t: &Triangle| t[0] + t[1] + t[2];
        let extremes =
            |(low, high): (DVec3, DVec3), t: &Triangle| (low.min(center(t)), high.max(center(t)));
        let (low, high) = group.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), extremes);
        let axis = (high - low).max_position();
        let middle = group.len() / 2;
        group.select_nth_unstable_by(middle, |a, b| center(a)[axis].total_cmp(&center(b)[axis]));
        waiting.push(group.split_off(middle));
        waiting.push(group);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::mesh::shapes;

    #[test]
    fn every_triangle_is_in_one_group() {
        let mesh = shapes::torus(2.0, 0.5, 20, 10);
        let groups = groups(&mesh, 16);
        assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), mesh.triangle_count());
        assert!(groups.iter().all(|group| !group.is_empty() && group.len() <= 16));
    }
}
