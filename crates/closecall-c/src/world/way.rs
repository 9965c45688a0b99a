//! Motions in a world: what touches first while bodies move, with nothing missed in between.

use super::snapshot::{Asked, closecall_query};
use super::{CLOSECALL_NO_BODY, closecall_shape_pair, refused};
use crate::ask::{ask, closecall_ask};
use crate::contact::{closecall_answer, closecall_triangles};
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use closecall::path::{Chain, Factor};
use closecall::world::sweep::{EdgeDoubt, EdgeHit, Moves, Sweeps};
use closecall::{Answer, Handle};

/// A body that moves from one pose in its parent's frame to another, in one unit of time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_move {
    /// The body.
    pub body: u32,
    /// Its pose at the start.
    pub from: [f64; 7],
    /// Its pose at the end.
    pub to: [f64; 7],
}

/// The answer about bodies that move: the first contact, if there is one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_edge {
    /// Whether anything does.
    pub answer: closecall_answer,
    /// Nothing touches before this time; 1 where the way is clear.
    pub free_until: f64,
    /// Touching: there is contact at this time. Undecided: the stretch that is too close to call ends here.
    /// Clear: 1.
    pub until: f64,
    /// The shapes that this is about; CLOSECALL_NO_BODY where it is about none.
    pub shapes: closecall_shape_pair,
    /// Their triangles; CLOSECALL_NO_TRIANGLE where there are none.
    pub triangles: closecall_triangles,
}

const NO_SHAPES: closecall_shape_pair = closecall_shape_pair {
    body_a: CLOSECALL_NO_BODY,
    shape_a: 0,
    body_b: CLOSECALL_NO_BODY,
    shape_b: 0,
};

impl closecall_edge {
    pub(crate) fn of(asked: &Asked, answer: &Answer<EdgeHit, EdgeDoubt>) -> Self {
        let shapes = |[a, b]: [Handle; 2]| closecall_shape_pair::of(&asked.moment.bodies, (a, b));
        match *answer {
            Answer::Clear => Self {
                answer: closecall_answer::Clear,
                free_until: 1.0,
                until: 1.0,
                shapes: NO_SHAPES,
                triangles: closecall_triangles::NONE,
            },
            Answer::Touching(EdgeHit { hit, bodies }) => Self {
                answer: closecall_answer::Touching,
                free_until: hit.time.lo,
                until: hit.time.hi,
                shapes: shapes(bodies),
                triangles: closecall_triangles::of(hit.triangles),
            },
            Answer::Undecided(EdgeDoubt { doubt, bodies }) => Self {
                answer: closecall_answer::Undecided,
                free_until: doubt.time.lo,
                until: doubt.time.hi,
                shapes: bodies.map_or(NO_SHAPES, shapes),
                triangles: closecall_triangles::of(doubt.triangles),
            },
        }
    }
}

impl Asked {
    /// The motions of bodies, and the poses of those that were put elsewhere for this question.
    pub(super) fn moves(&self, moves: &[closecall_move]) -> Result<Moves, Failure> {
        let mut chains: Vec<(Handle, Chain)> = Vec::new();
        for (n, given) in moves.iter().enumerate() {
            let refuse = |why: Failure| why.at("move", n);
            let frame = self.moment.bodies.get(given.body).map_err(refuse)?.frame;
            let (from, to) = (input::to_pose(&given.from), input::to_pose(&given.to));
            let chain = Chain::between(&from.map_err(refuse)?, &to.map_err(refuse)?);
            if chains.iter().any(|&(other, _)| other == frame) {
                return Err(refuse(Failure::value(format_args!(
                    "body {} moves twice",
                    given.body
                ))));
            }
            chains.push((frame, chain.map_err(Failure::value).map_err(refuse)?));
        }
        for (&node, pose) in &self.given {
            if chains.iter().all(|&(other, _)| other != node) {
                let still = Chain::new(vec![Factor::Fixed(*pose)]).map_err(Failure::value)?;
                chains.push((node, still));
            }
        }
        Ok(Moves(chains))
    }
}

/// Asks what touches first while bodies move; others are where the question has them. All pairs are looked
/// at, whichever bodies are active. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_sweep(
    query: *mut closecall_query,
    moves: *const closecall_move,
    count: usize,
    ask_with: *const closecall_ask,
    edge: *mut closecall_edge,
) -> closecall_status {
    guard(|| {
        let asked = handle::using::<Asked>(query)?;
        // SAFETY: the caller's moves are as many as stated, and the options NULL or filled in.
        let (moves, options) = unsafe { (input::array(moves, count, "moves")?, ask(ask_with)?) };
        let moves = asked.moves(moves)?;
        let answer =
            Sweeps::new(asked.moment.snapshot.world(), &options).ask(&moves).map_err(refused)?;
        // SAFETY: the caller's place has room for an answer.
        unsafe { input::give(edge, closecall_edge::of(&asked, &answer), "edge") }
    })
}
