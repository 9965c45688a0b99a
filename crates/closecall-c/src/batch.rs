//! Many poses or paths, on all cores.

use crate::contact::{closecall_touch, touches};
use crate::distance::closecall_distance;
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::pair::closecall_pair;
use crate::path::{AnyPath, closecall_path};
use crate::sweep::closecall_sweep;
use closecall::{Pair, Pose};
use std::mem::MaybeUninit;

/// Asks about every pose on all cores, and writes an answer each, or none where one fails.
///
/// # Safety
/// The poses are NULL or have 7 numbers each, and there is room for an answer each.
pub(crate) unsafe fn ask_rows<T: Copy + Send>(
    pair: *const closecall_pair,
    poses: *const f64,
    count: usize,
    answers: *mut T,
    ask: impl Fn(&mut Pair, &[f64; 7]) -> Result<T, Failure> + Sync,
) -> closecall_status {
    guard(|| {
        let pair = handle::read::<Pair>(pair)?;
        // SAFETY: as the caller says.
        let (rows, room) =
            unsafe { (input::rows(poses, count)?, input::room(answers, count, "answers")?) };
        give_all(pair.batch(rows, |pair, row| ask(pair, row)), room)
    })
}

/// Writes all answers, or the first failure.
pub(crate) fn give_all<T>(
    found: Vec<Result<T, Failure>>,
    room: &mut [MaybeUninit<T>],
) -> Result<(), Failure> {
    if let Some(row) = found.iter().position(Result::is_err) {
        let failure = found.into_iter().nth(row).and_then(Result::err);
        return Err(failure.unwrap_or_else(|| Failure::value("no pose")).at("pose", row));
    }
    for (place, answer) in room.iter_mut().zip(found.into_iter().flatten()) {
        place.write(answer);
    }
    Ok(())
}

unsafe fn ask_poses<T: Copy + Send>(
    pair: *const closecall_pair,
    poses: *const f64,
    count: usize,
    answers: *mut T,
    ask: impl Fn(&mut Pair, &Pose) -> T + Sync,
) -> closecall_status {
    // SAFETY: the caller's arrays are as long as stated.
    unsafe {
        ask_rows(pair, poses, count, answers, |pair, row| Ok(ask(pair, &input::to_pose(row)?)))
    }
}

/// Asks whether the bodies of a pair touch at every pose, on all cores, each with a budget of its own:
/// answers[k] is the closecall_answer at pose k, 2 only if the budget ended. Nothing is learned.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_collides_batch(
    pair: *const closecall_pair,
    poses: *const f64,
    count: usize,
    answers: *mut u8,
) -> closecall_status {
    // SAFETY: the caller's arrays are as long as stated.
    unsafe { ask_poses(pair, poses, count, answers, |pair, pose| touches(pair, pose) as u8) }
}

/// closecall_pair_touch at every pose, on all cores, each with a budget of its own. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_touch_batch(
    pair: *const closecall_pair,
    poses: *const f64,
    count: usize,
    answers: *mut closecall_touch,
) -> closecall_status {
    // SAFETY: the caller's arrays are as long as stated.
    unsafe { ask_poses(pair, poses, count, answers, |pair, pose| pair.touch(pose).into()) }
}

/// closecall_pair_distance at every pose, on all cores. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_distance_batch(
    pair: *const closecall_pair,
    poses: *const f64,
    count: usize,
    answers: *mut closecall_distance,
) -> closecall_status {
    let ask = |pair: &mut Pair, pose: &Pose| {
        let limit = pair.asks().limit;
        closecall_distance::of(pair.distance(pose), limit)
    };
    // SAFETY: the caller's arrays are as long as stated.
    unsafe { ask_poses(pair, poses, count, answers, ask) }
}

/// closecall_pair_sweep on every path, on all cores. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_sweep_batch(
    pair: *const closecall_pair,
    paths: *const *const closecall_path,
    count: usize,
    answers: *mut closecall_sweep,
) -> closecall_status {
    guard(|| {
        let pair = handle::read::<Pair>(pair)?;
        // SAFETY: the caller's arrays are as long as stated.
        let (paths, room) = unsafe {
            (input::array(paths, count, "paths")?, input::room(answers, count, "answers")?)
        };
        let read =
            |(n, &path)| handle::read::<AnyPath>(path).map_err(|why: Failure| why.at("path", n));
        let paths = paths.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        let paths: Vec<&AnyPath> = paths.iter().map(|path| &**path).collect();
        let found = pair.batch(&paths, |pair, path| {
            let path = path.path();
            closecall_sweep::of(pair.sweep(path), path.legs() as f64)
        });
        for (place, answer) in room.iter_mut().zip(found) {
            place.write(answer);
        }
        Ok(())
    })
}
