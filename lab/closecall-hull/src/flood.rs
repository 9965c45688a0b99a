//! The hull of points in space, grown from a tetrahedron: the furthest point above a face floods
//! the faces it sees, and is joined with the shore. ("Quickhull", Barber, Dobkin and
//! Huhdanpaa 1996)
//!
//! Only faces that a point is *strictly* above count as seen. That is exactly what a generic set of
//! points would give: move every point a little towards an inner point, each by far more than the
//! one before it, and a point in the plane of a face falls below it. So the seen faces are always a
//! disc, a new face never lacks area (a point on the line of an edge is in the planes of both its
//! faces), and a point above a flooded face that is above no new face is inside.

use closecall::engine::geom::{DVec3, exact::orient3d};

struct FloodFace {
    corners: [u32; 3],
    /// The face across the edge from corner i to corner i + 1.
    across: [u32; 3],
    /// Points above it that are above no earlier face.
    above: Vec<u32>,
    drowned: bool,
}

/// The faces of the hull, as numbers of points; `first` is a tetrahedron whose last corner is above
/// the others' plane.
pub(super) fn hull(points: &[DVec3], [a, b, c, d]: [usize; 4]) -> Vec<[u32; 3]> {
    let [a, b, c, d] = [a, b, c, d].map(|i| i as u32);
    let corners = [[a, c, b], [a, b, d], [b, c, d], [c, a, d]];
    // The edges a→c, c→b, b→a of the base, then a→b, b→d, d→a and so on round the sides.
    let across = [[3, 2, 1], [0, 2, 3], [0, 3, 1], [0, 1, 2]];
    let face = |(corners, across)| FloodFace { corners, across, above: Vec::new(), drowned: false };
    let mut faces: Vec<FloodFace> = corners.into_iter().zip(across).map(face).collect();
    assign(points, &mut faces, 0, 0..points.len() as u32);
    let mut next = 0;
    while next < faces.len() {
        match furthest_above(points, &faces[next]) {
            Some(peak) => flood(points, &mut faces, next as u32, peak),
            None => next += 1,
        }
    }
    faces.into_iter().filter(|face| !face.drowned).map(|face| face.corners).collect()
}

fn height(points: &[DVec3], face: &FloodFace, point: u32) -> f64 {
    let [a, b, c] = face.corners.map(|corner| points[corner as usize]);
    orient3d(a, b, c, points[point as usize])
}

/// Gives every point to the first face from `from` on that it is above; the others are inside.
fn assign(
    points: &[DVec3],
    faces: &mut [FloodFace],
    from: usize,
    candidates: impl Iterator<Item = u32>,
) {
    for point in candidates {
        if let Some(face) = faces[from..].iter_mut().find(|face| height(points, face, point) > 0.0)
        {
            face.above.push(point);
        }
    }
}

fn furthest_above(points: &[DVec3], face: &FloodFace) -> Option<u32> {
    if face.drowned {
        return None;
    }
    face.above
        .iter()
        .copied()
        .max_by(|&p, &q| height(points, face, p).total_cmp(&height(points, face, q)))
}

/// An edge between a drowned face and one that stays.
struct Shore {
    from: u32,
    to: u32,
    dry: u32,
}

/// Adds the point `peak`, which is above the face `seen`.
fn flood(points: &[DVec3], faces: &mut Vec<FloodFace>, seen: u32, peak: u32) {
    let (drowned, shore) = drown(points, faces, seen, peak);
    let first = faces.len();
    for (i, &Shore { from, to, dry }) in shore.iter().enumerate() {
        let (before, after) = ((i + shore.len() - 1) % shore.len(), (i + 1) % shore.len());
        let across = [dry, (first + after) as u32, (first + before) as u32];
        faces.push(FloodFace {
            corners: [from, to, peak],
            across,
            above: Vec::new(),
            drowned: false,
        });
        let edge = edge_from(&faces[dry as usize], to);
        faces[dry as usize].across[edge] = (first + i) as u32;
    }
    let orphans: Vec<u32> =
        drowned.iter().flat_map(|&face| std::mem::take(&mut faces[face as usize].above)).collect();
    assign(points, faces, first, orphans.into_iter().filter(|&orphan| orphan != peak));
}

/// Marks all faces that `peak` is above, and returns them with the shore, in order around it.
fn drown(
    points: &[DVec3],
    faces: &mut [FloodFace],
    seen: u32,
    peak: u32,
) -> (Vec<u32>, Vec<Shore>) {
    let (mut drowned, mut shore) = (vec![seen], Vec::new());
    faces[seen as usize].drowned = true;
    // Depth first, the edges of each face in order from the one it was entered by: so the shore
    // comes out in order too.
    let mut pending: Vec<(u32, u32)> =
        faces[seen as usize].corners.iter().rev().map(|&from| (seen, from)).collect();
    while let Some((face, from)) = pending.pop() {
        let edge = edge_from(&faces[face as usize], from);
        let (other, to) =
            (faces[face as usize].across[edge], faces[face as usize].corners[(edge + 1) % 3]);
        if faces[other as usize].drowned {
            continue;
        }
        if height(points, &faces[other as usize], peak) > 0.0 {
            faces[other as usize].drowned = true;
            drowned.push(other);
            // Entered by its edge to→from; the edges from→x and x→to follow.
            let x = faces[other as usize].corners[(edge_from(&faces[other as usize], to) + 2) % 3];
            pending.extend([(other, x), (other, from)]);
        } else {
            shore.push(Shore { from, to, dry: other });
        }
    }
    (drowned, shore)
}

fn edge_from(face: &FloodFace, corner: u32) -> usize {
    face.corners.iter().position(|&c| c == corner).expect("the edge is the face's")
}

/// The points that the faces use, and the faces renumbered to them.
pub(super) fn only_used(points: &[DVec3], faces: Vec<[u32; 3]>) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut used: Vec<u32> = faces.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let renumber = |corner: u32| used.binary_search(&corner).expect("it is used") as u32;
    let faces = faces.into_iter().map(|face| face.map(renumber)).collect();
    (used.iter().map(|&corner| points[corner as usize]).collect(), faces)
}

/// The vertices whose faces span more than two planes; the others lie on an edge or in a face.
pub(super) fn true_corners(vertices: &[DVec3], faces: &[[u32; 3]]) -> Vec<DVec3> {
    let mut around = vec![Vec::new(); vertices.len()];
    for (number, face) in faces.iter().enumerate() {
        face.iter().for_each(|&corner| around[corner as usize].push(number));
    }
    let height = |face: [u32; 3], of: u32| {
        let [a, b, c] = face.map(|corner| vertices[corner as usize]);
        orient3d(a, b, c, vertices[of as usize])
    };
    let coplanar =
        |f: usize, g: usize| faces[g].iter().all(|&corner| height(faces[f], corner) == 0.0);
    let is_corner = |own: &Vec<usize>| {
        let mut planes: Vec<usize> = Vec::with_capacity(3);
        for &face in own {
            if planes.len() < 3 && !planes.iter().any(|&plane| coplanar(plane, face)) {
                planes.push(face);
            }
        }
        planes.len() >= 3
    };
    vertices.iter().zip(&around).filter(|(_, own)| is_corner(own)).map(|(v, _)| *v).collect()
}
