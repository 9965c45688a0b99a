//! Patches of contact: touching pairs of triangles in groups, and where each group is.
//!
//! Two pairs belong to one patch if they have a triangle in common and their other triangles have a
//! corner in common, or through others that do. Two pairs that share a point of contact are in one
//! patch, then, wherever the meshes hang together by their corners: if p is in triangles i and k of
//! A and in j and l of B, all four pairs of these touch.

use std::collections::HashMap;

use closecall::engine::geom::{
    GlamMesh as _, GlamPose as _, Triangle,
    exact::{Shared, distance, shared},
};
use closecall::{Mesh, Pose};

use crate::question::TrianglePair;

/// More pairs than this are not grouped: it would take longer than to find them.
pub const MOST_GROUPED: usize = 100_000;

/// A group of touching pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// The number of pairs.
    pub pairs: usize,
    /// The least of them.
    pub first: TrianglePair,
    /// The lowest and the highest coordinates of all points of contact, in A's frame, rounded as
    /// the points are.
    pub low: [f64; 3],
    /// See `low`.
    pub high: [f64; 3],
    /// A point of contact of the least pair, in A's frame, rounded.
    pub point: [f64; 3],
}

impl Patch {
    fn of(pair: TrianglePair, points: &[[f64; 3]]) -> Self {
        let mut patch =
            Self { pairs: 0, first: pair, low: points[0], high: points[0], point: points[0] };
        patch.add(points);
        patch
    }

    fn add(&mut self, points: &[[f64; 3]]) {
        self.pairs += 1;
        for (axis, point) in points.iter().flat_map(|point| point.iter().copied().enumerate()) {
            self.low[axis] = self.low[axis].min(point);
            self.high[axis] = self.high[axis].max(point);
        }
    }
}

/// The patches of sorted pairs, the largest first.
pub fn patches([a, b]: [&Mesh; 2], a_from_b: &Pose, pairs: &[TrianglePair]) -> Vec<Patch> {
    let mut groups = Groups::new(pairs.len());
    let mut seen: HashMap<(usize, u32, [u64; 3]), usize> = HashMap::new();
    for (number, &(i, j)) in pairs.iter().enumerate() {
        for (side, own, other, mesh) in [(0, i, j, b), (1, j, i, a)] {
            for corner in mesh.triangle(other as usize) {
                let place = corner.map(|x| (x + 0.0).to_bits());
                let before = *seen.entry((side, own, place)).or_insert(number);
                groups.join(before, number);
            }
        }
    }
    let mut found: Vec<Patch> = Vec::new();
    let mut place_of: HashMap<usize, usize> = HashMap::new();
    for (number, &pair) in pairs.iter().enumerate() {
        let points = points([a, b], a_from_b, pair);
        let root = groups.root(number);
        match place_of.get(&root) {
            Some(&place) => found[place].add(&points),
            None => {
                place_of.insert(root, found.len());
                found.push(Patch::of(pair, &points));
            }
        }
    }
    found.sort_by_key(|patch| (std::cmp::Reverse(patch.pairs), patch.first));
    found
}

/// The points that two triangles share at a pose, or the nearest two, of A and of B, where a
/// clearance counts; in A's frame.
pub fn points([a, b]: [&Mesh; 2], a_from_b: &Pose, (i, j): TrianglePair) -> Vec<[f64; 3]> {
    let triangle = a.triangle_at(i as usize);
    let other: Triangle = a_from_b.carried_triangle(&b.triangle_at(j as usize));
    let points = match shared(&triangle, &other) {
        Shared::None => {
            let nearest = distance(&triangle, &other);
            vec![nearest.point_a, nearest.point_b]
        }
        Shared::Point(point) => vec![point],
        Shared::Segment(ends) => ends.to_vec(),
        Shared::Polygon(polygon) => polygon.corners().to_vec(),
    };
    points.into_iter().map(Into::into).collect()
}

/// Numbers in groups that can be joined.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The number that stands for the group of this one.
    fn root(&mut self, mut number: usize) -> usize {
        while self.0[number] != number {
            self.0[number] = self.0[self.0[number]];
            number = self.0[number];
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::Model;
    use closecall::mesh::shapes::{self, icosphere};

    fn found(a: &Mesh, b: &Mesh, t: [f64; 3]) -> Vec<Patch> {
        let pose = Pose::from_translation(t).unwrap();
        let pairs = Model::new(a.clone()).contacts(&Model::new(b.clone()), &pose).unwrap();
        let found = patches([a, b], &pose, &pairs);
        assert_eq!(found.iter().map(|patch| patch.pairs).sum::<usize>(), pairs.len());
        found
    }

    #[test]
    fn feet_on_one_triangle_are_patches_of_their_own() {
        let floor = shapes::cuboid([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]);
        let foot = |x: f64| shapes::cuboid([x, 1.0, 0.0], [x + 0.5, 1.5, 2.0]);
        let feet = [foot(2.0), foot(4.0), foot(6.0)];
        let corners = feet.iter().flat_map(|foot| foot.vertices().to_vec()).collect();
        let triangles = (0..3).flat_map(|k| {
            feet[0].triangles().iter().map(move |t| t.map(|v| v + 8 * k)).collect::<Vec<_>>()
        });
        let table = Mesh::new(corners, triangles.collect()).unwrap();
        let patches = found(&floor, &table, [0.0; 3]);
        assert_eq!(patches.len(), 3);
        let mut lows: Vec<f64> = patches.iter().map(|patch| patch.low[0]).collect();
        lows.sort_by(f64::total_cmp);
        assert_eq!(lows, [2.0, 4.0, 6.0]);
        assert!(patches.iter().all(|patch| patch.low[2] == 0.0 && patch.high[2] == 0.0));
    }

    #[test]
    fn a_curve_of_contact_is_one_patch_and_its_box_is_right() {
        let ball = icosphere(1.0, 4);
        let patches = found(&ball, &ball, [1.2, 0.0, 0.0]);
        assert_eq!(patches.len(), 1);
        // Two balls meet in a circle of radius 0.8 in the plane x = 0.6.
        let expected = ([0.6, -0.8, -0.8], [0.6, 0.8, 0.8]);
        for axis in 0..3 {
            assert!((patches[0].low[axis] - expected.0[axis]).abs() < 0.01, "{patches:?}");
            assert!((patches[0].high[axis] - expected.1[axis]).abs() < 0.01, "{patches:?}");
        }
        assert_eq!(found(&ball, &ball, [5.0, 0.0, 0.0]), []);
    }

    #[test]
    fn groups_are_those_of_a_search_through_all_pairs() {
        let (ball, cube) = (icosphere(1.0, 2), shapes::cuboid([-0.8; 3], [0.8; 3]));
        let pose = Pose::from_translation([0.01, 0.02, 0.03]).unwrap();
        let pairs = Model::new(ball.clone()).contacts(&Model::new(cube.clone()), &pose).unwrap();
        let neighbours = |mesh: &Mesh, i: u32, k: u32| {
            let [of_i, of_k] = [i, k].map(|triangle| mesh.triangle(triangle as usize));
            of_i.iter().any(|corner| of_k.contains(corner))
        };
        let joined = |p: TrianglePair, q: TrianglePair| {
            p.0 == q.0 && neighbours(&cube, p.1, q.1) || p.1 == q.1 && neighbours(&ball, p.0, q.0)
        };
        let (mut left, mut sizes) = (pairs.clone(), Vec::new());
        while let Some(pair) = left.pop() {
            let (mut group, mut next) = (vec![pair], 0);
            while next < group.len() {
                let at = group[next];
                let near: Vec<_> = left.iter().copied().filter(|q| joined(at, *q)).collect();
                left.retain(|q| !near.contains(q));
                group.extend(near);
                next += 1;
            }
            sizes.push(group.len());
        }
        sizes.sort_by_key(|size| std::cmp::Reverse(*size));
        let found = patches([&ball, &cube], &pose, &pairs);
        assert_eq!(found.iter().map(|patch| patch.pairs).collect::<Vec<_>>(), sizes);
        assert!(sizes.len() > 1, "{sizes:?}");
    }
}
