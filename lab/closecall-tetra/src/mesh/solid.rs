//! Does a flying body collide with obstacles as solids do: on the surface, or one inside the other?
//! (Klosowski 1998, §2.2.2: the test that the paper describes and left out)
//!
//! If no surfaces touch, each connected part of one is inside or outside the other as a whole,
//! so one corner of it is enough. A flying part is inside where the winding number of its
//! tetrahedron is not 0. An obstacle part is inside the flying body where that winds about its
//! corner; then it lies in the body's box, and phase I has found it.

use super::{TetraMesh, TetraSearch};
use closecall::engine::geom::{DVec3, GlamMesh as _, Triangle, exact::orient3d};
use closecall::mesh::OpenMesh;
use closecall::{Mesh, Pose};
use closecall_space::{Flying, SpaceIndex, SpaceWork};
use std::collections::HashMap;
use std::sync::Arc;

/// A closed body that flies.
#[derive(Clone, Debug)]
pub struct FlyingSolid {
    flying: Flying,
    /// A triangle of each connected part.
    parts: Vec<u32>,
}

/// Why a body collides with obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolidTouch {
    /// These triangles, of the obstacles and of the body, share a point.
    Surfaces(u32, u32),
    /// The connected part of the body that has this triangle lies inside an obstacle.
    BodyInside(u32),
    /// The connected part of the obstacles that has this triangle lies inside the body.
    ObstacleInside(u32),
}

impl FlyingSolid {
    /// A body.
    ///
    /// # Errors
    /// If its mesh is not closed.
    pub fn new(mesh: Arc<Mesh>) -> Result<Self, OpenMesh> {
        mesh.check_closed()?;
        let part_of = parts(&mesh);
        Ok(Self { flying: Flying::new(mesh), parts: firsts(&part_of) })
    }
}

impl TetraSearch {
    /// Why a closed body collides with the obstacles, if it does. Exact, and the answer is that of
    /// [`closecall::Solid`].
    ///
    /// # Errors
    /// If the obstacles are not closed.
    pub fn collision(
        &mut self,
        body: &mut FlyingSolid,
        pose: &Pose,
    ) -> Result<Option<SolidTouch>, OpenMesh> {
        if self.mesh().winding.is_none() {
            self.mesh().obstacles.check_closed()?;
        }
        let found = self.first_contact(&mut body.flying, pose, &mut SpaceWork::default());
        if let Some((a, b)) = found {
            return Ok(Some(SolidTouch::Surfaces(a, b)));
        }
        body.flying.carry();
        let inside = body.parts.iter().copied().find(|&part| self.holds(&body.flying, part));
        Ok(inside.map(SolidTouch::BodyInside).or_else(|| self.held(&body.flying)))
    }

    /// Is a part of a body, which touches no surface, inside an obstacle?
    fn holds(&self, flying: &Flying, part: u32) -> bool {
        let [corner, ..] = flying.triangle(part as usize);
        let mesh = self.mesh();
        let in_space = corner.cmpge(mesh.bounds.low).all() && corner.cmple(mesh.bounds.high).all();
        let winding = |cell: u32| mesh.winding.as_ref().map_or(0, |w| w[cell as usize]);
        in_space && winding(self.cell_at(corner)) != 0
    }

    /// A part of the obstacles that is inside a body.
    fn held(&self, flying: &Flying) -> Option<SolidTouch> {
        let mesh = self.mesh();
        let mut parts: Vec<u32> = self.found().map(|t| mesh.part_of[t as usize]).collect();
        parts.sort_unstable();
        parts.dedup();
        let inside = |&part: &u32| {
            let [corner, ..] = mesh.obstacles.triangle_at(part as usize);
            let around = flying.bounds();
            let near = corner.cmpge(around.low).all() && corner.cmple(around.high).all();
            near && winding_about(flying, corner) != 0
        };
        parts.into_iter().find(inside).map(SolidTouch::ObstacleInside)
    }
}

/// How often a carried body winds about a point beside its surface.
fn winding_about(flying: &Flying, point: DVec3) -> i32 {
    let triangles = (0..flying.mesh().triangle_count()).map(|i| flying.triangle(i));
    triangles.map(|t| crossing(point, &t)).sum()
}

/// +1 if a ray from a point along x crosses a triangle from inside, −1 from outside, else 0. The
/// point is not on it.
///
/// The ray is moved by next to nothing, in y and by far less in z, so it meets no edge: where it
/// meets the line of an edge seen along x, the derivatives of its side decide.
fn crossing(p: DVec3, t: &Triangle) -> i32 {
    let sides = [[0, 1], [1, 2], [2, 0]].map(|[i, j]| edge_side(p, t[i], t[j]));
    if sides[0] != sides[1] || sides[1] != sides[2] || sides[0] == 0 {
        return 0;
    }
    let height = orient3d(t[0], t[1], t[2], p);
    match sides[0] {
        1 if height < 0.0 => 1,
        -1 if height > 0.0 => -1,
        _ => 0,
    }
}

/// On which side of an edge the ray passes: the sign of (a−p)×(b−p) along x.
fn edge_side(p: DVec3, a: DVec3, b: DVec3) -> i32 {
    let [q, a, b] = [p, a, b].map(|v| robust::Coord { x: v.y, y: v.z });
    let sign = |x: f64| i32::from(x > 0.0) - i32::from(x < 0.0);
    let at = sign(robust::orient2d(q, a, b));
    let [along_y, along_z] = [sign(a.y - b.y), sign(b.x - a.x)];
    [at, along_y, along_z].into_iter().find(|&sign| sign != 0).unwrap_or(0)
}

/// A triangle of the same connected part, for each triangle: the first. Vertices at
/// equal positions are one.
pub(super) fn parts(mesh: &Mesh) -> Vec<u32> {
    let mut number = HashMap::new();
    let mut parent: Vec<u32> = Vec::new();
    let mut corners = Vec::with_capacity(mesh.triangle_count());
    for t in mesh.iter() {
        corners.push(t.map(|p| {
            let key = p.to_array().map(|x| (x + 0.0).to_bits());
            *number.entry(key).or_insert_with(|| {
                parent.push(parent.len() as u32);
                parent.len() as u32 - 1
            })
        }));
    }
    for [a, b, c] in &corners {
        for [u, v] in [[a, b], [b, c]] {
            let [u, v] = [*u, *v].map(|v| root(&mut parent, v));
            parent[u.max(v) as usize] = u.min(v);
        }
    }
    let mut first = HashMap::new();
    let part = |(i, [v, ..]): (u32, [u32; 3])| *first.entry(root(&mut parent, v)).or_insert(i);
    (0..).zip(corners).map(part).collect()
}

fn root(parent: &mut [u32], mut v: u32) -> u32 {
    while parent[v as usize] != v {
        parent[v as usize] = parent[parent[v as usize] as usize];
        v = parent[v as usize];
    }
    v
}

/// The first triangle of each part.
fn firsts(part_of: &[u32]) -> Vec<u32> {
    (0..).zip(part_of).filter(|(i, part)| i == *part).map(|(i, _)| i).collect()
}

impl TetraMesh {
    /// The number of connected parts the obstacles have.
    #[must_use]
    pub fn part_count(&self) -> usize {
        firsts(&self.part_of).len()
    }
}
