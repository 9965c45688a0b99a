//! Pairs: two bodies, how they are asked, and what their queries learned.

use crate::ask::{ask, closecall_ask};
use crate::error::{Failure, closecall_status, guard};
use crate::handle::{self, Kept};
use crate::input;
use crate::model::closecall_model;
use crate::signed::solid;
use closecall::query::Subject;
use closecall::{Model, Pair};

/// Two bodies, and what earlier questions about them left for the next. It belongs to one thread at a
/// time; closecall_pair_fork makes one for another thread.
pub struct closecall_pair(());

impl Kept for Pair {
    type Handle = closecall_pair;
    const NAME: &'static str = "pair";
}

/// The reading of a body: a surface or a solid.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_taken_as {
    /// A surface: bodies collide where triangles touch.
    Surface = 0,
    /// A solid: what lies inside collides, too. Its mesh must be closed.
    Solid = 1,
}

/// One side of a pair.
fn side(model: &Model, taken_as: i32) -> Result<Subject, Failure> {
    match taken_as {
        0 => Ok(model.into()),
        1 => Ok((&solid(model)?).into()),
        other => Err(Failure::value(format_args!("{other} is no closecall_taken_as"))),
    }
}

/// Makes a pair of two models, each taken as a closecall_taken_as says. The models stay the caller's and
/// can be freed. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_new(
    a: *const closecall_model,
    a_as: i32,
    b: *const closecall_model,
    b_as: i32,
    ask_with: *const closecall_ask,
    pair: *mut *mut closecall_pair,
) -> closecall_status {
    guard(|| {
        let (a, b) = (handle::read::<Model>(a)?, handle::read::<Model>(b)?);
        let (a, b) = (side(&a, a_as)?, side(&b, b_as)?);
        // SAFETY: the caller's options are NULL or filled in, and the place has room for a handle.
        unsafe { give_pair(Pair::new(a, b)?.with(ask(ask_with)?), pair) }
    })
}

unsafe fn give_pair(pair: Pair, place: *mut *mut closecall_pair) -> Result<(), Failure> {
    input::check_place(place, "place for the pair")?;
    // SAFETY: as the caller says.
    unsafe { input::give(place, handle::keep(pair), "place for the pair") }
}

/// Asks with other options from now on. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_set(
    pair: *mut closecall_pair,
    ask_with: *const closecall_ask,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's options are NULL or filled in.
        let options = unsafe { ask(ask_with) }?;
        handle::using::<Pair>(pair)?.set(options);
        Ok(())
    })
}

/// Makes a pair of the same bodies with the same options, for another thread. What was learned stays
/// here. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_fork(
    pair: *const closecall_pair,
    fork: *mut *mut closecall_pair,
) -> closecall_status {
    guard(|| {
        let made = handle::read::<Pair>(pair)?.fork();
        // SAFETY: the caller's place has room for a handle.
        unsafe { give_pair(made, fork) }
    })
}

/// Forgets what was learned. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_reset(pair: *mut closecall_pair) -> closecall_status {
    guard(|| {
        handle::using::<Pair>(pair)?.reset();
        Ok(())
    })
}

/// Frees a pair. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_free(pair: *mut closecall_pair) -> closecall_status {
    guard(|| handle::free::<Pair>(pair))
}
