//! Depths of two solids: the shortest way out of each other, the way along a direction, and patches of contact.

use crate::ask::{ask, closecall_ask};
use crate::contact::{closecall_answer, closecall_triangles};
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::model::closecall_model;
use crate::pair::closecall_pair;
use crate::signed::solid;
use closecall::mesh::OpenMesh;
use closecall::query::{AlongError, Parting, Penetration};
use closecall::{Ask, Interval, Model, Pair, Pose, Solid};

/// The depth of two solids in each other, and a translation of B that parts them. Solids that only
/// touch are parted.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_depth {
    /// Clear: they share no point, and the rest is 0. Touching: they do. Undecided: they do, and the budget
    /// ended before a way out was found.
    pub answer: closecall_answer,
    /// No translation that was asked for and is shorter than this parts them.
    pub lo: f64,
    /// The length of `translation`, rounded up.
    pub hi: f64,
    /// A translation of B that parts them, in A's frame.
    pub translation: [f64; 3],
    /// The direction of `translation`; 0 if B need not move.
    pub normal: [f64; 3],
    /// The pose of B after it, by the exact test apart from A, or only touching it.
    pub parted: [f64; 7],
    /// Two triangles that are the last to let go; CLOSECALL_NO_TRIANGLE where there are none.
    pub triangles: closecall_triangles,
}

impl closecall_depth {
    /// The answer without a way out, for B at a pose.
    fn without_way(answer: closecall_answer, numbers: &[f64; 7]) -> Self {
        Self {
            answer,
            lo: 0.0,
            hi: if answer == closecall_answer::Undecided { f64::INFINITY } else { 0.0 },
            translation: [0.0; 3],
            normal: [0.0; 3],
            parted: *numbers,
            triangles: closecall_triangles::NONE,
        }
    }

    /// The answer with a way out of a depth, for B at a pose. Its quaternion stays as the caller wrote it, so
    /// that the parted pose is the one that was tested.
    fn parted_by(depth: Interval, parting: &Parting, numbers: &[f64; 7]) -> Self {
        let mut parted = *numbers;
        let matrix = parting.pose.to_matrix();
        (0..3).for_each(|axis| parted[axis] = matrix[axis][3]);
        Self {
            answer: closecall_answer::Touching,
            lo: depth.lo,
            hi: depth.hi,
            translation: parting.translation,
            normal: parting.normal,
            parted,
            triangles: closecall_triangles::of(parting.held_by.first().copied()),
        }
    }

    fn of(found: Option<Penetration>, numbers: &[f64; 7]) -> Self {
        match found {
            Some(found) => Self::parted_by(found.depth, &found.parting, numbers),
            None => Self::without_way(closecall_answer::Clear, numbers),
        }
    }
}

/// Two solids, B's pose and the 7 numbers of it, and the options.
pub(crate) struct Posed<'n> {
    pub a: Solid,
    pub b: Solid,
    pub pose: Pose,
    pub numbers: &'n [f64; 7],
    pub options: Ask,
}

/// The solids and the pose that C asks about.
///
/// # Safety
/// The pose is NULL or has 7 numbers, and the options are NULL or filled in.
pub(crate) unsafe fn posed<'n>(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    ask_with: *const closecall_ask,
) -> Result<Posed<'n>, Failure> {
    let (a, b) = (handle::read::<Model>(a)?, handle::read::<Model>(b)?);
    // SAFETY: as the caller says.
    let (pose, numbers, options) = unsafe {
        let pose = input::pose(a_from_b, "a_from_b")?;
        (pose, input::numbers(a_from_b, "a_from_b")?, ask(ask_with)?)
    };
    Ok(Posed { a: solid(&a)?, b: solid(&b)?, pose, numbers, options })
}

fn not_along(error: AlongError) -> Failure {
    match error {
        AlongError::Units(units) => units.into(),
        other => Failure::value(format_args!("direction: {other}")),
    }
}

/// Asks how deep two closed models are in each other, B at the pose a_from_b in A's frame: the length of the
/// shortest translation that parts them. The accuracy (a thousandth, if it is 0), the tolerance and the budget
/// of the options say how closely it is found. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_penetration(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    ask_with: *const closecall_ask,
    depth: *mut closecall_depth,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's pose has 7 numbers, the options are NULL or filled in, and the place has room.
        unsafe {
            let posed = posed(a, b, a_from_b, ask_with)?;
            let found = posed.a.penetration(&posed.b, &posed.pose, posed.options)?;
            input::give(depth, closecall_depth::of(found, posed.numbers), "depth")
        }
    })
}

/// Asks how far B has to go along a direction (x, y, z, of any length but 0) until two closed models are
/// parted for the first time; it may enter again later. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_penetration_along(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    direction: *const f64,
    ask_with: *const closecall_ask,
    depth: *mut closecall_depth,
) -> closecall_status {
    guard(|| {
        // SAFETY: as for closecall_penetration; the direction has 3 numbers.
        unsafe {
            let posed = posed(a, b, a_from_b, ask_with)?;
            let way = input::triple(direction, "direction")?;
            let found = posed.a.penetration_along(&posed.b, &posed.pose, way, posed.options);
            let found = found.map_err(not_along)?;
            input::give(depth, closecall_depth::of(found, posed.numbers), "depth")
        }
    })
}

/// Finds a translation that parts two closed models, near a direction, such as that of the last answer: an
/// upper bound of the depth, and quick. `lo` is 0: nothing shorter is ruled out. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_parting_near(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    direction: *const f64,
    ask_with: *const closecall_ask,
    depth: *mut closecall_depth,
) -> closecall_status {
    guard(|| {
        // SAFETY: as for closecall_penetration_along.
        unsafe {
            let posed = posed(a, b, a_from_b, ask_with)?;
            let way = input::triple(direction, "direction")?;
            let found = posed.a.parting_near(&posed.b, &posed.pose, way, posed.options);
            let answer = match found.map_err(not_along)? {
                Some(parting) => {
                    let depth = Interval { lo: 0.0, hi: parting.length };
                    closecall_depth::parted_by(depth, &parting, posed.numbers)
                }
                None => {
                    let shares_point = posed.a.collides(&posed.b, &posed.pose)?;
                    let answer = match shares_point {
                        true => closecall_answer::Undecided,
                        false => closecall_answer::Clear,
                    };
                    closecall_depth::without_way(answer, posed.numbers)
                }
            };
            input::give(depth, answer, "depth")
        }
    })
}

fn not_closed(open: OpenMesh) -> Failure {
    Failure::new(closecall_status::NotClosed, open)
}

fn deep(pair: &mut Pair, numbers: &[f64; 7]) -> Result<closecall_depth, Failure> {
    let found = pair.penetration(&input::to_pose(numbers)?).map_err(not_closed)?;
    Ok(closecall_depth::of(found, numbers))
}

/// Asks how deep the bodies of a pair are in each other, as solids, and tries the last way out first. Their
/// meshes must be closed. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_penetration(
    pair: *mut closecall_pair,
    a_from_b: *const f64,
    depth: *mut closecall_depth,
) -> closecall_status {
    guard(|| {
        let mut pair = handle::using::<Pair>(pair)?;
        // SAFETY: the caller's pose has 7 numbers, and the place room for an answer.
        unsafe {
            let numbers = input::numbers(a_from_b, "a_from_b")?;
            input::give(depth, deep(&mut pair, numbers)?, "depth")
        }
    })
}

/// closecall_pair_penetration at every pose, on all cores. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_penetration_batch(
    pair: *const closecall_pair,
    poses: *const f64,
    count: usize,
    answers: *mut closecall_depth,
) -> closecall_status {
    // SAFETY: the caller's arrays are as long as stated.
    unsafe { crate::batch::ask_rows(pair, poses, count, answers, deep) }
}
