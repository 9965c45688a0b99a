//! Paths: how B moves in A's frame.

use crate::error::{Failure, closecall_status, guard};
use crate::handle::{self, Kept};
use crate::input;
use crate::pose::give_pose;
use closecall::path::{Chain, Factor, Path, Rows};

/// A motion between poses: where B is at every time.
pub struct closecall_path(());

/// A path of either kind. `Rows` has one unit of time for each leg, `Chain` one for all.
pub(crate) enum AnyPath {
    Rows(Rows),
    Chain(Chain),
}

impl AnyPath {
    /// The path that questions take.
    pub(crate) fn path(&self) -> &dyn Path {
        match self {
            Self::Rows(rows) => rows,
            Self::Chain(chain) => chain,
        }
    }
}

impl Kept for AnyPath {
    type Handle = closecall_path;
    const NAME: &'static str = "path";
}

/// The kind of an elementary motion.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_factor_kind {
    /// None: values are the 7 numbers of a pose.
    Fixed = 0,
    /// A turn: values are a unit axis x, y, z and the angles at the start and at the end, in radians.
    Turn = 1,
    /// A straight way: values are the translations x, y, z at the start and x, y, z at the end.
    Slide = 2,
}

/// An elementary motion in one unit of time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_factor {
    /// A closecall_factor_kind.
    pub kind: i32,
    /// Its numbers; numbers that the kind does not use are ignored.
    pub values: [f64; 7],
}

impl closecall_factor {
    fn factor(&self) -> Result<Factor, Failure> {
        let [a, b, c, d, e, f, _] = self.values;
        match self.kind {
            0 => Ok(Factor::Fixed(input::to_pose(&self.values)?)),
            1 => Ok(Factor::Turn { axis: [a, b, c], from: d, to: e }),
            2 => Ok(Factor::Slide { from: [a, b, c], to: [d, e, f] }),
            other => Err(Failure::value(format_args!("{other} is no closecall_factor_kind"))),
        }
    }
}

unsafe fn give_path(path: AnyPath, place: *mut *mut closecall_path) -> Result<(), Failure> {
    input::check_place(place, "place for the path")?;
    // SAFETY: as the caller says.
    unsafe { input::give(place, handle::keep(path), "place for the path") }
}

/// Makes a path through poses, one unit of time from each to the next: the origin of B goes straight, and
/// B turns about it the shorter way. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_path_rows(
    poses: *const f64,
    count: usize,
    path: *mut *mut closecall_path,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's poses have 7 numbers each.
        unsafe {
            let rows = input::rows(poses, count)?.iter();
            let rows = rows.map(|&[tx, ty, tz, w, x, y, z]| ([tx, ty, tz], [w, x, y, z]));
            let made = Rows::new(rows.collect()).map_err(Failure::value)?;
            give_path(AnyPath::Rows(made), path)
        }
    })
}

/// Makes a path from one pose to another, in one unit of time. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_path_between(
    from: *const f64,
    to: *const f64,
    path: *mut *mut closecall_path,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's poses have 7 numbers each.
        unsafe {
            let (from, to) = (input::pose(from, "from")?, input::pose(to, "to")?);
            give_path(AnyPath::Chain(Chain::between(&from, &to).map_err(Failure::value)?), path)
        }
    })
}

/// Makes a screw in one unit of time: from the pose `start`, a turn by `angle` radians about an axis
/// through a point of A's frame, while B advances along it. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_path_screw(
    start: *const f64,
    point: *const f64,
    axis: *const f64,
    angle: f64,
    advance: f64,
    path: *mut *mut closecall_path,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's pose has 7 numbers, point and axis have 3.
        unsafe {
            let start = input::pose(start, "start")?;
            let (point, axis) = (input::triple(point, "point")?, input::triple(axis, "axis")?);
            let made = Chain::screw(start, point, axis, angle, advance);
            give_path(AnyPath::Chain(made.map_err(Failure::value)?), path)
        }
    })
}

/// Makes a path of factors, as those of joints, in one unit of time: the pose a_from_b is their product in
/// this order. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_path_joints(
    factors: *const closecall_factor,
    count: usize,
    path: *mut *mut closecall_path,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's array has as many factors as stated.
        unsafe {
            let factors = input::array(factors, count, "factors")?.iter().enumerate();
            let factors =
                factors.map(|(n, given)| given.factor().map_err(|why| why.at("factor", n)));
            let made = Chain::new(factors.collect::<Result<_, _>>()?).map_err(Failure::value)?;
            give_path(AnyPath::Chain(made), path)
        }
    })
}

/// Tells how many units of time a path takes. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_path_duration(
    path: *const closecall_path,
    duration: *mut f64,
) -> closecall_status {
    guard(|| {
        let legs = handle::read::<AnyPath>(path)?.path().legs();
        // SAFETY: the caller's place has room for a number.
        unsafe { input::give(duration, legs as f64, "duration") }
    })
}

/// Tells where B is at a time from 0 to the duration. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_path_pose(
    path: *const closecall_path,
    time: f64,
    a_from_b: *mut f64,
) -> closecall_status {
    guard(|| {
        let path = handle::read::<AnyPath>(path)?;
        let legs = path.path().legs();
        if !(0.0..=legs as f64).contains(&time) {
            let message = format_args!("the time is {time}, not between 0 and {legs}");
            return Err(Failure::value(message));
        }
        // SAFETY: the caller's place has room for 7 numbers.
        unsafe { give_pose(&path.path().pose(time), a_from_b) }
    })
}

/// Frees a path. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_path_free(path: *mut closecall_path) -> closecall_status {
    guard(|| handle::free::<AnyPath>(path))
}
