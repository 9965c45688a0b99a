//! Arguments from C, checked: pointers, arrays, strings, poses; and results on their way back.

use crate::error::Failure;
use closecall::Pose;
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::path::PathBuf;

/// A reference to what a pointer points at.
///
/// # Safety
/// The pointer is NULL or points at a `T` that stays as it is for `'a`.
pub unsafe fn reference<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    check_aligned(pointer, name)?;
    // SAFETY: as the caller says; it is not NULL and is aligned.
    Ok(unsafe { &*pointer })
}

/// An array from C. An empty one may be NULL.
///
/// # Safety
/// The pointer is NULL or points at `count` values that stay as they are for `'a`.
pub unsafe fn array<'a, T>(
    pointer: *const T,
    count: usize,
    name: &str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    check_aligned(pointer, name)?;
    check_size::<T>(count, name)?;
    // SAFETY: as the caller says; it is not NULL, is aligned, and has no more bytes than an isize counts.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// An array that C lends for results, with whatever it holds before.
///
/// # Safety
/// The pointer is NULL or points at room for `count` values that nobody else uses for `'a`.
pub unsafe fn room<'a, T>(
    pointer: *mut T,
    count: usize,
    name: &str,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    if count == 0 {
        return Ok(&mut []);
    }
    check_aligned(pointer, name)?;
    check_size::<T>(count, name)?;
    // SAFETY: as for `array`; what is not initialised is not read.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer.cast(), count) })
}

#[inline]
fn check_aligned<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(misplaced(pointer, name));
    }
    Ok(())
}

#[cold]
fn misplaced<T>(pointer: *const T, name: &str) -> Failure {
    if pointer.is_null() {
        return Failure::null(name);
    }
    let bytes = align_of::<T>();
    Failure::value(format_args!("the {name} is not at a multiple of {bytes} bytes"))
}

fn check_size<T>(count: usize, name: &str) -> Result<(), Failure> {
    let bytes = count.checked_mul(size_of::<T>()).filter(|&bytes| isize::try_from(bytes).is_ok());
    let refused = || Failure::value(format_args!("{count} is too large a number for the {name}"));
    bytes.map(drop).ok_or_else(refused)
}

/// Is this a place for a result?
pub fn check_place<T>(pointer: *mut T, name: &str) -> Result<(), Failure> {
    check_aligned(pointer, name)
}

/// Writes a result.
///
/// # Safety
/// The pointer is NULL or points at room for a `T`.
pub unsafe fn give<T>(pointer: *mut T, value: T, name: &str) -> Result<(), Failure> {
    check_aligned(pointer, name)?;
    // SAFETY: as the caller says; it is not NULL and is aligned.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Is this a place for a list, and for its count?
pub fn check_list<T>(out: *mut T, capacity: usize, count: *mut usize) -> Result<(), Failure> {
    check_place(count, "count")?;
    if capacity > 0 {
        check_aligned(out, "list")?;
    }
    check_size::<T>(capacity, "list")
}

/// Writes a list: how many there are, and as many of them as there is room for.
///
/// # Safety
/// As [`room`] and [`give`].
pub unsafe fn give_list<T: Copy>(
    list: &[T],
    out: *mut T,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Failure> {
    check_list(out, capacity, count)?;
    // SAFETY: as the caller says.
    let room = unsafe { room(out, capacity, "list") }?;
    for (place, &value) in room.iter_mut().zip(list) {
        place.write(value);
    }
    // SAFETY: as the caller says.
    unsafe { give(count, list.len(), "count") }
}

/// A string from C.
///
/// # Safety
/// The pointer is NULL or points at a string that ends with a 0.
pub unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: as the caller says.
    let bytes = unsafe { CStr::from_ptr(pointer) };
    bytes.to_str().map_err(|error| Failure::value(format_args!("the {name} is not UTF-8: {error}")))
}

/// A path from C.
///
/// # Safety
/// As [`text`].
pub unsafe fn path(pointer: *const c_char) -> Result<PathBuf, Failure> {
    // SAFETY: as the caller says.
    unsafe { text(pointer, "path") }.map(PathBuf::from)
}

/// A pose from its 7 numbers.
#[inline]
pub fn to_pose(&[tx, ty, tz, qw, qx, qy, qz]: &[f64; 7]) -> Result<Pose, Failure> {
    Pose::from_quaternion([tx, ty, tz], [qw, qx, qy, qz]).map_err(Failure::value)
}

/// The 7 numbers at a pointer.
///
/// # Safety
/// The pointer is NULL or points at 7 numbers.
pub unsafe fn numbers<'a>(pointer: *const f64, name: &str) -> Result<&'a [f64; 7], Failure> {
    // SAFETY: as the caller says.
    unsafe { reference(pointer.cast(), name) }
}

/// A pose from C.
///
/// # Safety
/// As [`numbers`].
#[inline]
pub unsafe fn pose(pointer: *const f64, name: &str) -> Result<Pose, Failure> {
    // SAFETY: as the caller says.
    to_pose(unsafe { numbers(pointer, name) }?).map_err(|failure| failure.within(name))
}

/// Rows of 7 numbers.
///
/// # Safety
/// The pointer is NULL or points at 7 times as many numbers.
pub unsafe fn rows<'a>(pointer: *const f64, count: usize) -> Result<&'a [[f64; 7]], Failure> {
    // SAFETY: as the caller says.
    unsafe { array(pointer.cast(), count, "poses") }
}

/// Three numbers at a pointer.
///
/// # Safety
/// The pointer is NULL or points at 3 numbers.
pub unsafe fn triple(pointer: *const f64, name: &str) -> Result<[f64; 3], Failure> {
    // SAFETY: as the caller says.
    unsafe { reference(pointer.cast::<[f64; 3]>(), name) }.copied()
}

/// A yes or no from C, where any number but 0 is a yes.
pub fn is_set(value: i32) -> bool {
    value != 0
}

/// Writes a text that ends with a 0: its length with the 0, and as many bytes as there is room for.
///
/// # Safety
/// As [`give_list`].
pub unsafe fn give_text(
    text: &str,
    out: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Failure> {
    let bytes = text.bytes().filter(|&byte| byte != 0).chain([0]);
    let bytes: Vec<c_char> = bytes.map(|byte| byte as c_char).collect();
    // SAFETY: as the caller says.
    unsafe { give_list(&bytes, out, capacity, count) }
}
