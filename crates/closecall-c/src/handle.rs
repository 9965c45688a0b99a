//! The table of all handles: a handle is a place in it and the place's generation, never an address.
//!
//! So nothing that a caller passes as a handle is followed. A number that is no handle, one that was
//! freed and one of another kind are told apart from a good one by looking them up. Every place has a
//! lock that is only tried: readers share it, and a thread that comes at the wrong time gets an error.

use crate::error::{Failure, closecall_status};
use crate::lock::{Lock, ReadGuard, Taken, WriteGuard};
use std::any::{Any, TypeId};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

#[cfg(not(target_pointer_width = "64"))]
compile_error!("a handle has 64 bits: 32 for its place and 32 for its generation");

/// An object that callers own by a handle.
pub trait Kept: Any + Send + Sync {
    /// The opaque type that C sees.
    type Handle;
    /// The name in messages.
    const NAME: &'static str;
}

/// A place of the table.
struct Entry {
    generation: u32,
    object: Option<Object>,
}

/// An object that is kept, with its type beside it, and the word of messages for it.
struct Object {
    kept: Box<dyn Any + Send + Sync>,
    type_id: TypeId,
    name: &'static str,
}

/// A place on cache lines of its own, so that threads with different handles do not disturb each other.
#[repr(align(128))]
struct Slot(Lock<Entry>);

/// The first chunk has this many slots, and every further one twice as many as the one before.
const FIRST: usize = 64;

/// The slots; a chunk that exists never moves and never goes.
static CHUNKS: [OnceLock<Box<[Slot]>>; 26] = [const { OnceLock::new() }; 26];

/// Places that are not in use.
static PLACES: Mutex<Places> = Mutex::new(Places { free: Vec::new(), used: 0, live: 0 });

struct Places {
    free: Vec<u32>,
    /// Places below this were used at some time.
    used: u32,
    live: usize,
}

fn places() -> MutexGuard<'static, Places> {
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The chunk of a place, and where it is in there.
fn divided(place: u32) -> (usize, usize) {
    let chunk = (place as usize / FIRST + 1).ilog2() as usize;
    (chunk, place as usize - FIRST * ((1 << chunk) - 1))
}

/// The slot of a place, if it was ever used.
fn slot(place: u32) -> Option<&'static Slot> {
    let (chunk, offset) = divided(place);
    CHUNKS.get(chunk)?.get()?.get(offset)
}

fn new_chunk(chunk: usize) -> Box<[Slot]> {
    let slot = |generation| Slot(Lock::new(Entry { generation, object: None }));
    // Generations begin at numbers that no address of a program is likely to have in its lower half.
    (0..(FIRST << chunk) as u32).map(|offset| slot(0x9E37_79B9 ^ offset << 12)).collect()
}

/// The number of handles that have not been freed.
pub fn live() -> usize {
    places().live
}

/// Keeps an object, and gives out its handle.
pub fn keep<T: Kept>(object: T) -> *mut T::Handle {
    let place = {
        let mut places = places();
        places.live += 1;
        places.free.pop().unwrap_or_else(|| {
            places.used += 1;
            places.used - 1
        })
    };
    let (chunk, offset) = divided(place);
    let slot = &CHUNKS[chunk].get_or_init(|| new_chunk(chunk))[offset];
    let kept = Box::new(object);
    let mut entry = slot.0.wait_write();
    entry.object = Some(Object { kept, type_id: TypeId::of::<T>(), name: T::NAME });
    let number = (u64::from(place) + 1) << 32 | u64::from(entry.generation);
    std::ptr::without_provenance_mut(number as usize)
}

/// The slot and the generation that a handle names.
#[inline]
fn named<T: Kept>(handle: *const T::Handle) -> Result<(&'static Slot, u32), Failure> {
    let number = handle.addr() as u64;
    let place = ((number >> 32) as u32).checked_sub(1);
    match place.and_then(slot) {
        Some(slot) => Ok((slot, number as u32)),
        None => Err(no_handle::<T>(handle.is_null())),
    }
}

#[cold]
fn no_handle<T: Kept>(is_null: bool) -> Failure {
    let name = T::NAME;
    match is_null {
        true => Failure::null(name),
        false => {
            Failure::new(closecall_status::BadHandle, format_args!("this is no handle of a {name}"))
        }
    }
}

#[cold]
fn taken<T: Kept>(taken: Taken) -> Failure {
    let name = T::NAME;
    match taken {
        Taken::InUse => {
            let message = format_args!("the {name} is in use by another thread");
            Failure::new(closecall_status::Busy, message)
        }
        Taken::LeftHalfDone => {
            let message =
                format_args!("an earlier call left the {name} half done: it can only be freed");
            Failure::new(closecall_status::Internal, message)
        }
    }
}

impl Entry {
    /// The object that a handle of this generation and kind names.
    #[inline]
    fn object<T: Kept>(&self, generation: u32) -> Result<NonNull<T>, Failure> {
        match &self.object {
            Some(object)
                if self.generation == generation && object.type_id == TypeId::of::<T>() =>
            {
                Ok(NonNull::from(&*object.kept).cast())
            }
            _ => Err(self.refused::<T>(generation)),
        }
    }

    #[cold]
    fn refused<T: Kept>(&self, generation: u32) -> Failure {
        let name = T::NAME;
        let other = self.object.as_ref().filter(|_| self.generation == generation);
        let message = match other.map(|object| object.name) {
            Some(other) => format!("this is the handle of a {other}, not of a {name}"),
            None => format!("this is no handle of a {name}, or it was freed"),
        };
        Failure::new(closecall_status::BadHandle, message)
    }
}

/// An object that is read, by any number of threads.
pub struct Reading<T> {
    object: NonNull<T>,
    _guard: ReadGuard<'static, Entry>,
}

// SAFETY: it lends a `&T` while the lock is held, as a `&T` of any thread may be used where `T` is `Sync`, which
// `Kept` asks for.
unsafe impl<T: Kept> Sync for Reading<T> {}

impl<T: Kept> Deref for Reading<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the entry has a box with a `T`, whose type was compared, and the guard keeps it there.
        unsafe { self.object.as_ref() }
    }
}

/// An object that is used by this thread alone.
pub struct Using<T> {
    object: NonNull<T>,
    _guard: WriteGuard<'static, Entry>,
}

impl<T: Kept> Deref for Using<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: as for `Reading`.
        unsafe { self.object.as_ref() }
    }
}

impl<T: Kept> DerefMut for Using<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as for `Reading`; the guard is the only one, and the pointer was made of a `&mut`.
        unsafe { self.object.as_mut() }
    }
}

/// The object of a handle, to be read.
#[inline]
pub fn read<T: Kept>(handle: *const T::Handle) -> Result<Reading<T>, Failure> {
    let (slot, generation) = named::<T>(handle)?;
    let guard = slot.0.try_read().map_err(taken::<T>)?;
    Ok(Reading { object: guard.object(generation)?, _guard: guard })
}

/// The object of a handle, for this thread alone.
#[inline]
pub fn using<T: Kept>(handle: *mut T::Handle) -> Result<Using<T>, Failure> {
    let (slot, generation) = named::<T>(handle)?;
    let mut guard = slot.0.try_write().map_err(taken::<T>)?;
    guard.object::<T>(generation)?;
    let object = guard.object.as_mut().map(|object| NonNull::from(&mut *object.kept).cast());
    let object = object.ok_or_else(|| no_handle::<T>(false))?;
    Ok(Using { object, _guard: guard })
}

/// Frees a handle and what it owns. NULL is nothing to free.
pub fn free<T: Kept>(handle: *mut T::Handle) -> Result<(), Failure> {
    if handle.is_null() {
        return Ok(());
    }
    let (slot, generation) = named::<T>(handle)?;
    let mut entry = slot.0.try_write_even_if_half_done().map_err(taken::<T>)?;
    entry.object::<T>(generation)?;
    let object = entry.object.take();
    entry.generation = entry.generation.wrapping_add(1);
    drop(entry);
    drop(object);
    let mut places = places();
    places.live -= 1;
    places.free.push((handle.addr() as u64 >> 32) as u32 - 1);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::guard;

    /// A handle of a type of its own.
    struct Toy(u32);
    struct ToyHandle(());
    impl Kept for Toy {
        type Handle = ToyHandle;
        const NAME: &'static str = "toy";
    }
    struct Other;
    impl Kept for Other {
        type Handle = ToyHandle;
        const NAME: &'static str = "other";
    }

    fn status(handle: *mut ToyHandle) -> closecall_status {
        guard(|| using::<Toy>(handle).map(drop))
    }

    #[test]
    fn a_handle_in_use_is_busy_and_not_waited_for() {
        let handle = keep(Toy(5));
        let reader = read::<Toy>(handle).unwrap();
        assert_eq!(reader.0, 5);
        assert_eq!(status(handle), closecall_status::Busy);
        assert!(read::<Toy>(handle).is_ok());
        assert_eq!(guard(|| free::<Toy>(handle)), closecall_status::Busy);
        drop(reader);
        let writer = using::<Toy>(handle).unwrap();
        assert_eq!(guard(|| read::<Toy>(handle).map(drop)), closecall_status::Busy);
        drop(writer);
        assert_eq!(guard(|| read::<Other>(handle).map(drop)), closecall_status::BadHandle);
        assert_eq!(guard(|| free::<Toy>(handle)), closecall_status::Ok);
        assert_eq!(status(handle), closecall_status::BadHandle);
    }

    #[test]
    fn a_panic_is_an_error_and_its_object_can_only_be_freed() {
        let handle = keep(Toy(0));
        let broken = guard(|| {
            using::<Toy>(handle)?.0 = 1;
            let _half_done = using::<Toy>(handle)?;
            panic!("on purpose")
        });
        assert_eq!(broken, closecall_status::Internal);
        assert_eq!(status(handle), closecall_status::Internal);
        assert_eq!(guard(|| free::<Toy>(handle)), closecall_status::Ok);
        assert_eq!(status(handle), closecall_status::BadHandle);
    }
}
