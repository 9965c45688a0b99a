//! Nine bunnies that move at random and never touch: the experiment of Li and Chen 1998, §5.2.
//!
//! In every round each of the nine tries a move, by one increment forth or back in each of its six
//! dimensions at random; a move after which it touches another is ignored. Then all 36 pairs are
//! asked. What was asked is written down, so that all engines answer the same. The paper does not
//! say how close the bodies are; its seconds imply thousands of tests a pair, so here they start as
//! close together as they can be pushed, and stay near.

use std::sync::Arc;

use closecall::engine::geom::{DQuat, DVec3, Rng};
use closecall::{Mesh, Model, Pose};

use crate::experiment::Fault;
use crate::scenes::decimate::decimated;
use crate::scenes::lump;
use crate::scenes::stanford::{BUNNY, stanford};

/// The number of bodies.
pub const BODIES: usize = 9;
/// The number of polygons each has.
const TRIANGLES: usize = 500;
/// How far a move turns, in degrees.
const TURN_DEGREES: f64 = 5.0;
/// How far a body may be from where it started, in sizes.
const LEASH: f64 = 0.15;
/// How often all are pushed together, and how far at once.
const PUSHES: usize = 300;
const PUSH: f64 = 0.02;

/// How far bodies move in a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Increment {
    /// Along an axis, in radii of the smallest sphere.
    pub shift: f64,
    /// About an axis, in degrees.
    pub turn_degrees: f64,
}

impl Increment {
    /// The paper's.
    pub const PAPER: Self = Self { shift: 1.0, turn_degrees: TURN_DEGREES };

    /// This many times the paper's.
    #[must_use]
    pub fn times(factor: f64) -> Self {
        Self { shift: factor, turn_degrees: factor * TURN_DEGREES }
    }
}

/// A question about two bodies: which ones, and the pose of the second seen from the first.
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
    /// The questions, in this order.
    pub queries: Vec<NineBodiesQuery>,
    /// The number of moves that were tried, and of those that were undone.
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

    /// One increment forth, back or not at all in each dimension.
    fn moved(&self, rng: &mut Rng, shift: f64, turn: f64) -> Self {
        let mut some = || DVec3::from_array([(); 3].map(|()| rng.below(3) as f64 - 1.0));
        let (shifted, turned) = (some() * shift, some() * turn);
        let turn = DQuat::from_scaled_axis(turned);
        Self { at: self.at + shifted, turn: (turn * self.turn).normalize() }
    }
}

/// The list of two different bodies.
fn list(i: usize, j: usize) -> usize {
    let (low, high) = (i.min(j), i.max(j));
    high * (high - 1) / 2 + low
}

/// The number of lists.
pub const LISTS: usize = BODIES * (BODIES - 1) / 2;

/// A bunny of 500 triangles, or a lump of as many where there is none.
pub fn bunny(seed: u64) -> Result<Mesh, Fault> {
    match stanford(BUNNY) {
        Some(read) => Ok(decimated(&read?, TRIANGLES)),
        None => Ok(lump(TRIANGLES, seed)),
    }
}

impl NineBodies {
    /// Every body tries `rounds` moves; `smallest` is the radius of the smallest sphere of its
    /// tree.
    pub fn new(body: &Mesh, smallest: f64, increment: Increment, rounds: usize, seed: u64) -> Self {
        let rng = &mut Rng::new(seed);
        let model = Model::new(body.clone());
        let start = packed(&model, rng);
        let mut places = start;
        let mut crowd = Self { body: Arc::new(body.clone()), queries: Vec::new(), moves: (0, 0) };
        let (shift, turn) = (increment.shift * smallest, increment.turn_degrees.to_radians());
        for _ in 0..rounds {
            for mover in 0..BODIES {
                let before = places[mover];
                places[mover] = before.moved(rng, shift, turn);
                crowd.moves.0 += 1;
                let strays = places[mover].at.distance(start[mover].at) > LEASH;
                if strays || touches(&model, &places, mover) {
                    places[mover] = before;
                    crowd.moves.1 += 1;
                }
            }
            crowd.ask(&places);
        }
        crowd
    }

    /// Asks about all pairs.
    fn ask(&mut self, places: &[Place; BODIES]) {
        for (i, j) in (0..BODIES).flat_map(|j| (0..j).map(move |i| (i, j))) {
            let a_from_b = places[i].pose_from(&places[j]);
            self.queries.push(NineBodiesQuery { list: list(i, j), a_from_b });
        }
    }
}

fn touches(model: &Model, places: &[Place; BODIES], body: usize) -> bool {
    let others = (0..BODIES).filter(|other| *other != body);
    others
        .into_iter()
        .any(|other| model.collides(model, &places[body].pose_from(&places[other])).unwrap())
}

/// Anyhow in a cube of 27 places, and then pushed towards the middle as long as nothing touches.
fn packed(model: &Model, rng: &mut Rng) -> [Place; BODIES] {
    let mut places: [Place; BODIES] = std::array::from_fn(|i| {
        let cell = 3 * i;
        let [x, y, z] = [cell % 3 + i % 3, cell / 3 % 3, cell / 9].map(|n| n as f64 - 1.0);
        let [w, qx, qy, qz] = rng.quaternion();
        Place { at: DVec3::new(x, y, z) * 1.9, turn: DQuat::from_xyzw(qx, qy, qz, w) }
    });
    for _ in 0..PUSHES {
        for body in 0..BODIES {
            let before = places[body];
            let stray = rng.in_ball() * 0.3;
            let inward = (stray - before.at).normalize_or(DVec3::X);
            places[body] = before.moved(rng, 0.0, 0.05);
            places[body].at += inward * PUSH;
            if touches(model, &places, body) {
                places[body] = before;
            }
        }
    }
    places
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
        let body = lump(TRIANGLES, 1);
        let crowd = NineBodies::new(&body, 0.02, Increment::PAPER, 30, 1);
        assert_eq!((crowd.moves.0, crowd.queries.len()), (30 * BODIES, 30 * LISTS));
        assert!(crowd.moves.1 > 0 && crowd.moves.1 < crowd.moves.0, "{:?}", crowd.moves);
        let model = Model::new(body);
        assert!(
            crowd.queries.iter().all(|query| !model.collides(&model, &query.a_from_b).unwrap())
        );
    }
}
