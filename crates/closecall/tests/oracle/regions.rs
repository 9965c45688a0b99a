//! How two bodies meet that are signed sums of tetrahedra, over the rationals, with none of the
//! library's ideas.
//!
//! Every tetrahedron of either body is cut by all others, edge by edge, until each piece is inside
//! or outside each. The middle of a piece then says for all of it in how many tetrahedra of A and
//! of B it is.

use closecall::Kind;
use dashu::rational::RBig;

pub type Point = [RBig; 3];
pub type Tetra = [Point; 4];

/// A tetrahedron, counted once or taken off.
pub type Signed = (Tetra, i32);

/// Which regions there are, and whether the closed bodies share a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found {
    pub both: bool,
    pub a_only: bool,
    pub b_only: bool,
    pub meet: bool,
}

impl Found {
    pub fn add(&mut self, in_a: bool, in_b: bool) {
        self.both |= in_a && in_b;
        self.a_only |= in_a && !in_b;
        self.b_only |= in_b && !in_a;
    }

    pub fn kind(&self) -> Kind {
        match (self.both, self.a_only, self.b_only) {
            (false, ..) if self.meet => Kind::Touching,
            (false, ..) => Kind::Apart,
            (true, true, true) => Kind::Crossing,
            (true, false, false) => Kind::Identical,
            _ => Kind::Contained,
        }
    }
}

/// Which regions there are.
pub fn found(a: &[Signed], b: &[Signed]) -> Found {
    let mut found = Found::default();
    for (tetra, _) in a.iter().chain(b) {
        let mut pieces = vec![tetra.clone()];
        for (other, _) in a.iter().chain(b) {
            pieces = pieces.into_iter().flat_map(|piece| cut_by(piece, other)).collect();
        }
        for piece in &pieces {
            let middle = middle(piece);
            found.add(winding(a, &middle) != 0, winding(b, &middle) != 0);
        }
    }
    found
}

/// The pieces of a tetrahedron inside and outside another: face by face, only what is not outside
/// yet is cut on.
fn cut_by(piece: Tetra, other: &Tetra) -> Vec<Tetra> {
    let mut outside = Vec::new();
    let mut open = vec![piece];
    for face in 0..4 {
        let corners: Vec<&Point> = (0..4).filter(|&i| i != face).map(|i| &other[i]).collect();
        let plane = [corners[0].clone(), corners[1].clone(), corners[2].clone()];
        let inner = volume(&plane[0], &plane[1], &plane[2], &other[face]);
        let is_inside = |piece: &Tetra| {
            piece.iter().any(|p| volume(&plane[0], &plane[1], &plane[2], p) * &inner > RBig::ZERO)
        };
        let pieces = open.into_iter().flat_map(|piece| cut(piece, &plane));
        let (inside, beyond): (Vec<_>, Vec<_>) = pieces.partition(is_inside);
        open = inside;
        outside.extend(beyond);
    }
    outside.extend(open);
    outside
}

/// The number of tetrahedra a point is in; it must be on no face.
pub fn winding(body: &[Signed], p: &Point) -> i32 {
    body.iter().filter(|(tetra, _)| is_inside(tetra, p)).map(|(_, sign)| sign).sum()
}

fn is_inside(tetra: &Tetra, p: &Point) -> bool {
    let whole = volume(&tetra[0], &tetra[1], &tetra[2], &tetra[3]);
    let mut others = (0..4).map(|i| {
        let mut replaced = tetra.clone();
        replaced[i] = p.clone();
        volume(&replaced[0], &replaced[1], &replaced[2], &replaced[3])
    });
    others.all(|part| part * &whole > RBig::ZERO)
}

/// The pieces of a tetrahedron on either side of a plane.
fn cut(tetra: Tetra, plane: &[Point; 3]) -> Vec<Tetra> {
    let mut done = Vec::new();
    let mut open = vec![tetra];
    while let Some(tetra) = open.pop() {
        let heights = tetra.each_ref().map(|p| volume(&plane[0], &plane[1], &plane[2], p));
        let edges = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let Some((i, j)) = edges.into_iter().find(|&(i, j)| &heights[i] * &heights[j] < RBig::ZERO)
        else {
            done.push(tetra);
            continue;
        };
        let share = &heights[i] / (&heights[i] - &heights[j]);
        let point: Point =
            std::array::from_fn(|k| &tetra[i][k] + (&tetra[j][k] - &tetra[i][k]) * &share);
        for corner in [i, j] {
            let mut half = tetra.clone();
            half[corner] = point.clone();
            open.push(half);
        }
    }
    done
}

fn middle(t: &Tetra) -> Point {
    std::array::from_fn(|k| (&t[0][k] + &t[1][k] + &t[2][k] + &t[3][k]) / RBig::from(4))
}

fn volume(a: &Point, b: &Point, c: &Point, d: &Point) -> RBig {
    let minus = |p: &Point| -> Point { std::array::from_fn(|i| &p[i] - &a[i]) };
    let (u, v, w) = (minus(b), minus(c), minus(d));
    let cross = |i: usize| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &u[j] * &v[k] - &u[k] * &v[j]
    };
    cross(0) * &w[0] + cross(1) * &w[1] + cross(2) * &w[2]
}
