//! Contact tests of motions: every pair that touches on the way, with its time.

use super::snapshot::{Asked, closecall_query};
use super::test::{OfTwo, Wanted, closecall_contact, closecall_test, unless_allowed};
use super::{closecall_move, refused};
use crate::ask::{ask, closecall_ask};
use crate::contact::closecall_answer;
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use closecall::geom::Interval;
use closecall::world::sweep::{Edge, Moves, PairOnEdge, Sweeps};
use closecall::{Answer, Ask, Handle};

/// Two nodes, when they first touch, and whether that is certain.
type OnTheWay = ((Handle, Handle), Interval, closecall_answer);

impl Asked {
    /// The pairs that touch on a way, or may, and are asked about; those of two bodies one after the other,
    /// the first in time before others.
    fn on_the_way(&self, moves: &Moves, options: &Ask) -> Result<Vec<OfTwo<OnTheWay>>, Failure> {
        let sweeps = Sweeps::new(self.moment.snapshot.world(), options);
        let bodies = &self.moment.bodies;
        let each = sweeps.each(moves).map_err(refused)?.into_iter();
        let mut pairs: Vec<OfTwo<OnTheWay>> = each
            .filter(|pair| self.is_wanted(pair.bodies.into()))
            .map(|PairOnEdge { bodies: [a, b], answer }| {
                let (time, answer) = match answer {
                    Answer::Undecided(doubt) => (doubt.time, closecall_answer::Undecided),
                    Answer::Touching(hit) => (hit.time, closecall_answer::Touching),
                    Answer::Clear => (Interval { lo: 1.0, hi: 1.0 }, closecall_answer::Clear),
                };
                (((a, b), time, answer), (bodies.of(a).0, bodies.of(b).0))
            })
            .collect();
        pairs.sort_by(|((_, x, _), bodies), ((_, y, _), others)| {
            bodies.cmp(others).then(x.hi.total_cmp(&y.hi))
        });
        Ok(pairs)
    }

    /// The contacts of pairs where they first touch.
    fn contacts_on_the_way(
        &self,
        pairs: &[OfTwo<OnTheWay>],
        moves: &Moves,
        wanted: Wanted,
    ) -> Result<Vec<closecall_contact>, Failure> {
        let mut chosen: Vec<&OnTheWay> = pairs
            .chunk_by(|(_, x), (_, y)| x == y)
            .flat_map(|of_two| of_two.iter().take(wanted.of_two).map(|(on_the_way, _)| on_the_way))
            .collect();
        if wanted.only_first {
            chosen.sort_by(|(_, x, _), (_, y, _)| x.hi.total_cmp(&y.hi));
            chosen.truncate(1);
        }
        let mut there = self.clone();
        let mut found = Vec::new();
        for &&(nodes, time, answer) in &chosen {
            there.place(&moves.poses(time.hi))?;
            if let Some(contact) = there.nearest_of(nodes)? {
                found.push(closecall_contact {
                    answer,
                    free_until: time.lo,
                    time: time.hi,
                    ..contact
                });
            }
        }
        Ok(found)
    }
}

/// Finds contacts of active bodies while bodies move, within the margins and with nothing missed in between,
/// and tells how many; closecall_query_found copies them. Each has the time at which two shapes are first
/// within their margin, and their nearest points there. The first is the earliest of all, and the closest
/// the earliest of two bodies. Bodies that do not move are where the question has them.
/// Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn closecall_query_test_motion(
    query: *mut closecall_query,
    test: *const closecall_test,
    moves: *const closecall_move,
    move_count: usize,
    ask_with: *const closecall_ask,
    count: *mut usize,
) -> closecall_status {
    let mut prepared = None;
    let status = guard(|| {
        // SAFETY: the caller's test is one, the moves are as many as stated, and the options NULL or filled in.
        let (test, moves, options) = unsafe {
            let moves = input::array(moves, move_count, "moves")?;
            (*input::reference(test, "test")?, moves, ask(ask_with)?)
        };
        input::check_place(count, "count")?;
        let (wanted, asked) = (test.wanted()?, handle::read::<Asked>(query)?);
        let moves = asked.moves(moves)?;
        let pairs = asked.on_the_way(&moves, &options)?;
        prepared = Some((test, wanted, moves, pairs));
        Ok(())
    });
    let Some((test, wanted, moves, pairs)) = prepared else { return status };
    // SAFETY: the caller's callback takes these arguments.
    let pairs = unsafe { unless_allowed(pairs, &test) };
    guard(|| {
        let mut asked = handle::using::<Asked>(query)?;
        asked.found = asked.contacts_on_the_way(&pairs, &moves, wanted)?;
        // SAFETY: the caller's place has room for a number.
        unsafe { input::give(count, asked.found.len(), "count") }
    })
}
