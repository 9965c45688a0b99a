//! Look-alikes of the six bodies that fly in Klosowski's comparison of indexes of space (1998,
//! §2.4.1, Table 2), in a cube with an edge of 0.05.
//!
//! The numbers of triangles are the paper's; vertices and corners of the hull are where its shapes
//! could be guessed (a tetrahedron, a football, a chess piece, a balloon with 46 ropes and a
//! basket).

use closecall::Mesh;
use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::mesh::shapes::{cuboid, icosphere, tetrahedron};

use super::aircraft::{self, aircraft};
use super::parts::{Parts, fitted, oval};

/// A body of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flyer {
    /// A tetrahedron.
    Tetra,
    /// A football: the truncated icosahedron.
    Socbal,
    /// A chess piece.
    Bishop,
    /// A balloon.
    Balloon,
    /// A small aircraft.
    Spitfire,
    /// A large one.
    Boeing747,
}

/// The edge of the cube that they fit into.
pub const EDGE: f64 = 0.05;

impl Flyer {
    /// All of them, in the order of Table 2.
    pub const ALL: [Self; 6] =
        [Self::Tetra, Self::Socbal, Self::Bishop, Self::Balloon, Self::Spitfire, Self::Boeing747];

    /// The paper's name for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tetra => "tetra",
            Self::Socbal => "socbal",
            Self::Bishop => "bishop",
            Self::Balloon => "balloon",
            Self::Spitfire => "spitfire",
            Self::Boeing747 => "747",
        }
    }

    /// Vertices, triangles and corners of the hull in Table 2.
    #[must_use]
    pub fn printed(self) -> [usize; 3] {
        match self {
            Self::Tetra => [4, 4, 4],
            Self::Socbal => [60, 116, 60],
            Self::Bishop => [250, 496, 41],
            Self::Balloon => [1141, 2094, 395],
            Self::Spitfire => [2479, 5152, 51],
            Self::Boeing747 => [7594, 14_643, 499],
        }
    }

    /// The body, centred at the origin.
    #[must_use]
    pub fn mesh(self) -> Mesh {
        let [_, triangles, _] = self.printed();
        fitted(
            &match self {
                Self::Tetra => tetrahedron(1.0),
                Self::Socbal => football(),
                Self::Bishop => bishop(),
                Self::Balloon => balloon(),
                Self::Spitfire => aircraft(triangles),
                Self::Boeing747 => with_a_loose_triangle(&aircraft(triangles - 1)),
            },
            EDGE,
        )
    }

    /// The body, or one of few triangles in its place.
    #[must_use]
    pub fn small(self) -> Mesh {
        match self {
            Self::Tetra | Self::Socbal | Self::Bishop => self.mesh(),
            _ => fitted(&aircraft(aircraft::LEAST_TRIANGLES), EDGE),
        }
    }
}

/// The icosahedron without its corners: every edge is cut in three. 12 pentagons and 20 hexagons,
/// each a fan.
fn football() -> Mesh {
    let whole = icosphere(1.0, 0);
    let edges: Vec<[u32; 2]> =
        whole.triangles().iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    let corner = |[from, to]: [u32; 2]| {
        whole.points()[from as usize].lerp(whole.points()[to as usize], 1.0 / 3.0)
    };
    let number = |from: u32, to: u32| {
        edges.iter().position(|&edge| edge == [from, to]).expect("both ways are there") as u32
    };
    let mut faces: Vec<Vec<u32>> = whole
        .triangles()
        .iter()
        .map(|&[a, b, c]| {
            let ends = [[a, b], [b, a], [b, c], [c, b], [c, a], [a, c]];
            ends.map(|[from, to]| number(from, to)).to_vec()
        })
        .collect();
    for around in 0..whole.points().len() as u32 {
        // In a triangle around, b, c the neighbour after b is c.
        let next = |b: u32| {
            let turned = |&[p, q, r]: &[u32; 3]| [[p, q, r], [q, r, p], [r, p, q]];
            let mut all = whole.triangles().iter().flat_map(turned);
            all.find(|&[p, q, _]| p == around && q == b).expect("it is closed")[2]
        };
        let first = edges.iter().find(|edge| edge[0] == around).expect("it has neighbours")[1];
        let ring = std::iter::successors(Some(first), |&b| Some(next(b)));
        faces.push(ring.take(5).map(|b| number(around, b)).collect());
    }
    let fan = |face: Vec<u32>| {
        (2..face.len()).map(move |i| [face[0], face[i - 1], face[i]]).collect::<Vec<_>>()
    };
    Mesh::new(edges.into_iter().map(corner).collect(), faces.into_iter().flat_map(fan).collect())
        .expect("a football is a mesh")
}

/// A turned piece: 31 rings of 8 points, and two tips.
fn bishop() -> Mesh {
    const RINGS: u32 = 31;
    let radius = |share: f64| match share {
        s if s < 0.1 => 0.3,
        s if s < 0.2 => 0.3 - 1.2 * (s - 0.1),
        s if s < 0.7 => 0.18 - 0.16 * (s - 0.2),
        s if s < 0.76 => 0.2,
        s => 0.16 * (1.0 - ((s - 0.85) / 0.16) * ((s - 0.85) / 0.16)).max(0.05).sqrt(),
    };
    let ring = |k: u32| {
        let share = (f64::from(k) + 0.5) / f64::from(RINGS);
        let radius = radius(share);
        oval(DVec3::Z * share, DVec3::X * radius, DVec3::Y * radius, 8)
    };
    let mut parts = Parts::default();
    parts.skin(&(0..RINGS).map(ring).collect::<Vec<_>>(), [DVec3::ZERO, DVec3::Z]);
    parts.mesh()
}

/// An envelope of 24 rings of 32 points, 45 ropes, and a basket of 3 rings of 3 points.
fn balloon() -> Mesh {
    const RINGS: u32 = 24;
    let ring = |k: u32| {
        let share = (f64::from(k) + 0.5) / f64::from(RINGS);
        // The upper half is round, the lower half narrows inwards.
        let radius = if share > 0.5 {
            let up = 2.0 * share - 1.0;
            (1.0 - up * up).sqrt()
        } else {
            0.15 + 0.85 * (2.0 * share) * (2.0 * share)
        };
        oval(DVec3::Z * (2.0 * share), DVec3::X * radius, DVec3::Y * radius, 32)
    };
    let mut parts = Parts::default();
    parts.skin(&(0..RINGS).map(ring).collect::<Vec<_>>(), [DVec3::ZERO, DVec3::Z * 2.0]);
    for rope in 0..45 {
        let angle = std::f64::consts::TAU * f64::from(rope) / 45.0;
        let at = DVec3::new(0.14 * libm::cos(angle), 0.14 * libm::sin(angle), -0.5);
        parts.add(&cuboid(at, at + DVec3::new(0.004, 0.004, 0.52)), |v| v);
    }
    let basket =
        [-0.8, -0.65, -0.5].map(|z| oval(DVec3::Z * z, DVec3::X * 0.16, DVec3::Y * 0.16, 3));
    parts.skin(&basket, [DVec3::Z * -0.8, DVec3::Z * -0.5]);
    parts.mesh()
}

/// The paper's number is odd.
fn with_a_loose_triangle(mesh: &Mesh) -> Mesh {
    let mut triangles = mesh.triangles().to_vec();
    let last = triangles.len() - 1;
    triangles.push([triangles[0][0], triangles[last / 2][0], triangles[last][0]]);
    Mesh::new(mesh.points().to_vec(), triangles).expect("its corners are there")
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use closecall_hull::Hull;

    #[test]
    fn triangles_are_the_papers_and_vertices_where_the_shape_is_known() {
        for flyer in Flyer::ALL {
            let (mesh, [vertices, triangles, _]) = (flyer.mesh(), flyer.printed());
            assert_eq!(mesh.triangle_count(), triangles, "{}", flyer.name());
            if !matches!(flyer, Flyer::Spitfire | Flyer::Boeing747) {
                assert_eq!(mesh.points().len(), vertices, "{}", flyer.name());
            }
            let half = 0.5 * EDGE * (1.0 + 1e-12);
            assert!(mesh.points().iter().all(|v| v.abs().max_element() <= half));
        }
    }

    #[test]
    fn a_football_is_closed_and_convex() {
        let ball = football();
        assert_eq!(check::closed_parts(&ball), 1);
        assert_eq!(Hull::around(ball.points()).vertices().len(), 60);
        assert_eq!(check::closed_parts(&balloon()), 47);
        assert_eq!(check::closed_parts(&bishop()), 1);
    }
}
