//! Nine bodies that move at random and never touch: the experiment of Li and Chen 1998, §5.2.
//!
//! In every round each body in turn tries a move, by one increment forth or back in one of its six
//! dimensions. Then all 36 pairs are asked; a move after which two of them touch is undone. What
//! was asked is written down, so that all engines answer the same. The paper does not say how close
//! the bodies are; here they start in a square and stay near their places in it, where they reach
//! into one another.

use std::sync::Arc;

use closecall::geom::{DQuat, DVec3};
use closecall::mesh::shapes::Rng;
use closecall::{Mesh, Model, Pose};
use closecall_classic::volume::Fit;
use closecall_classic::volume::sphere::Small;

use crate::scenes::deformed_torus;

/// How many bodies there are.
pub const BODIES: usize = 9;
/// How many polygons each has.
const TRIANGLES: usize = 500;
/// How far a move turns, in degrees.
const TURN_DEGREES: f64 = 5.0;
/// The bodies start in a square along their two shorter sides, so many of these from one another.
const SPACING: f64 = 1.02;
/// How far a body may be from where it started, in sizes.
const LEASH: f64 = 0.4;

/// What is asked about two bodies: which, and how the second stands to the first.
pub struct NineBodiesQuery {
    /// The number of their list.
    pub list: usize,
    /// The pose of the one in the frame of the other.
    pub a_from_b: Pose,
}

/// All queries of a run.
pub struct NineBodies {
    /// The body that all of them are.
    pub body: Arc<Mesh>,
    /// What is asked, in this order.
    pub queries: Vec<NineBodiesQuery>,
    /// How many moves were tried, and how many were undone.
    pub moves: (usize, usize),
}

#[derive(Clone, Copy)]
struct Place {
    at: DVec3,
    turn: DQuat,
}

impl Place {
    fn pose_from(&self, other: &Self) -> Pose {
        let back = self.turn.conjugate();
        let DQuat { x, y, z, w } = (back * other.turn).normalize();
        let between = (back * (other.at - self.at)).to_array();
        Pose::from_quaternion(between, [w, x, y, z])
            .expect("bodies of a crowd stay near one another")
    }

    /// One increment forth or back in one dimension.
    fn moved(&self, rng: &mut Rng, increment: f64) -> Self {
        let axis = DVec3::AXES[rng.below(3)] * (2.0 * rng.below(2) as f64 - 1.0);
        match rng.below(2) {
            0 => Self { at: self.at + axis * increment, ..*self },
            _ => {
                let turn = DQuat::from_scaled_axis(axis * TURN_DEGREES.to_radians());
                Self { turn: (turn * self.turn).normalize(), ..*self }
            }
        }
    }
}

/// The list of two different bodies.
fn list(i: usize, j: usize) -> usize {
    let (low, high) = (i.min(j), i.max(j));
    high * (high - 1) / 2 + low
}

/// How many lists there are.
pub const LISTS: usize = BODIES * (BODIES - 1) / 2;

impl NineBodies {
    /// Every body tries `rounds` moves.
    pub fn new(rounds: usize, seed: u64) -> Self {
        let rng = &mut Rng::new(seed);
        let body = deformed_torus(TRIANGLES, 1);
        let increment = smallest_sphere(&body);
        let model = Model::new(body.clone());
        let sides = sides(&body);
        let along: Vec<usize> = (0..3).filter(|axis| sides[*axis] != sides.max_element()).collect();
        let start = |i: usize| {
            let place = [(along[0], i % 3), (along[1], i / 3)];
            place
                .map(|(axis, at)| DVec3::AXES[axis] * sides[axis] * SPACING * at as f64)
                .into_iter()
                .sum::<DVec3>()
        };
        let mut crowd = Self { body: Arc::new(body), queries: Vec::new(), moves: (0, 0) };
        let mut places: [Place; BODIES] =
            std::array::from_fn(|i| Place { at: start(i), turn: DQuat::IDENTITY });
        for mover in (0..rounds).flat_map(|_| 0..BODIES) {
            let before = places[mover];
            places[mover] = loop {
                let next = before.moved(rng, increment);
                if next.at.distance(start(mover)) <= LEASH {
                    break next;
                }
            };
            crowd.moves.0 += 1;
            if crowd.ask(&model, &places) {
                places[mover] = before;
                crowd.moves.1 += 1;
            }
        }
        crowd
    }

    /// Asks about all pairs: does any touch?
    fn ask(&mut self, model: &Model, places: &[Place; BODIES]) -> bool {
        let mut any_touches = false;
        for (i, j) in (0..BODIES).flat_map(|j| (0..j).map(move |i| (i, j))) {
            let a_from_b = places[i].pose_from(&places[j]);
            any_touches |= model.collides(model, &a_from_b);
            self.queries.push(NineBodiesQuery { list: list(i, j), a_from_b });
        }
        any_touches
    }
}

/// The sides of the box around a mesh.
fn sides(mesh: &Mesh) -> DVec3 {
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let (low, high) = mesh.iter().flatten().fold(start, |(low, high), v| (low.min(v), high.max(v)));
    high - low
}

/// The radius of the smallest sphere in the tree, which is a leaf's.
fn smallest_sphere(mesh: &Mesh) -> f64 {
    let triangles: Vec<_> = mesh.iter().collect();
    let radius = |item: u32| Small.fit(&triangles, &[item], 0).0.radius;
    (0..triangles.len() as u32).map(radius).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_a_list_and_some_moves_are_undone() {
        let mut lists: Vec<usize> =
            (0..BODIES).flat_map(|j| (0..j).map(move |i| list(j, i))).collect();
        lists.sort_unstable();
        assert_eq!(lists, (0..LISTS).collect::<Vec<_>>());
        let crowd = NineBodies::new(30, 1);
        assert_eq!((crowd.moves.0, crowd.queries.len()), (30 * BODIES, 30 * BODIES * LISTS));
        assert!(crowd.moves.1 > 0 && crowd.moves.1 < crowd.moves.0, "{:?}", crowd.moves);
    }
}
