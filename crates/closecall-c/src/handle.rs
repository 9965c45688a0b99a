//! The table of all handles: a handle is a place in it and the place's generation, never an address.
//!
//! So nothing that a caller passes as a handle is followed. A number that is no handle, one that was
//! freed and one of another kind are told apart from a good one by looking them up. Every place has a
//! lock that is only tried: readers share it, and whoever comes at the wrong time gets an error.

use crate::error::{Failure, closecall_status};
use std::any::Any;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::sync::{MutexGuard, TryLockError};

#[cfg(not(target_pointer_width = "64"))]
compile_error!("a handle has 64 bits: 32 for its place and 32 for its generation");

/// An object that callers own by a handle.
pub trait Kept: Any + Send + Sync {
    /// The opaque type that C sees.
    type Handle;
    /// What messages call it.
    const NAME: &'static str;
}

/// A place of the table.
struct Entry {
    generation: u32,
    /// What is kept, and what messages call it.
    object: Option<(Box<dyn Any + Send + Sync>, &'static str)>,
}

/// A place on cache lines of its own, so that threads with different handles do not disturb each other.
#[repr(align(128))]
struct Slot(RwLock<Entry>);

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
    let slot = |generation| Slot(RwLock::new(Entry { generation, object: None }));
    // Generations begin at numbers that no address of a program is likely to have in its lower half.
    (0..(FIRST << chunk) as u32).map(|offset| slot(0x9E37_79B9 ^ offset << 12)).collect()
}

/// How many handles have not been freed.
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
    let mut entry = slot.0.write().unwrap_or_else(PoisonError::into_inner);
    entry.object = Some((Box::new(object), T::NAME));
    let number = (u64::from(place) + 1) << 32 | u64::from(entry.generation);
    std::ptr::without_provenance_mut(number as usize)
}

/// The slot and the generation that a handle names.
fn named<T: Kept>(handle: *const T::Handle) -> Result<(&'static Slot, u32), Failure> {
    if handle.is_null() {
        return Err(Failure::null(T::NAME));
    }
    let number = handle.addr() as u64;
    let place = ((number >> 32) as u32).checked_sub(1);
    let slot = place.and_then(slot).ok_or_else(no_handle::<T>)?;
    Ok((slot, number as u32))
}

fn no_handle<T: Kept>() -> Failure {
    let name = T::NAME;
    Failure::new(closecall_status::BadHandle, format!("this is no handle of a {name}"))
}

fn busy<T: Kept, G>(error: &TryLockError<G>) -> Failure {
    let name = T::NAME;
    match error {
        TryLockError::WouldBlock => {
            let message = format!("the {name} is in use by another thread");
            Failure::new(closecall_status::Busy, message)
        }
        TryLockError::Poisoned(_) => {
            let message =
                format!("an earlier call left the {name} half done: it can only be freed");
            Failure::new(closecall_status::Internal, message)
        }
    }
}

impl Entry {
    /// Is this what a handle of this generation and kind names?
    fn check<T: Kept>(&self, generation: u32) -> Result<(), Failure> {
        let name = T::NAME;
        match &self.object {
            Some((object, _)) if self.generation == generation && object.is::<T>() => Ok(()),
            Some((_, other)) if self.generation == generation => {
                let message = format!("this is the handle of a {other}, not of a {name}");
                Err(Failure::new(closecall_status::BadHandle, message))
            }
            _ => {
                let message = format!("this is no handle of a {name}, or it was freed");
                Err(Failure::new(closecall_status::BadHandle, message))
            }
        }
    }

    fn object<T: Kept>(&self) -> &T {
        let object = self.object.as_ref().and_then(|(object, _)| object.downcast_ref());
        object.expect("it was checked")
    }

    fn object_mut<T: Kept>(&mut self) -> &mut T {
        let object = self.object.as_mut().and_then(|(object, _)| object.downcast_mut());
        object.expect("it was checked")
    }
}

/// An object that is read, by any number of threads.
pub struct Reading<T>(RwLockReadGuard<'static, Entry>, PhantomData<T>);

impl<T: Kept> Deref for Reading<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.object()
    }
}

/// An object that is used by this thread alone.
pub struct Using<T>(RwLockWriteGuard<'static, Entry>, PhantomData<T>);

impl<T: Kept> Deref for Using<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.object()
    }
}

impl<T: Kept> DerefMut for Using<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.object_mut()
    }
}

/// The object of a handle, to be read.
pub fn read<T: Kept>(handle: *const T::Handle) -> Result<Reading<T>, Failure> {
    let (slot, generation) = named::<T>(handle)?;
    let entry = slot.0.try_read().map_err(|error| busy::<T, _>(&error))?;
    entry.check::<T>(generation)?;
    Ok(Reading(entry, PhantomData))
}

/// The object of a handle, for this thread alone.
pub fn using<T: Kept>(handle: *mut T::Handle) -> Result<Using<T>, Failure> {
    let (slot, generation) = named::<T>(handle)?;
    let entry = slot.0.try_write().map_err(|error| busy::<T, _>(&error))?;
    entry.check::<T>(generation)?;
    Ok(Using(entry, PhantomData))
}

/// Frees a handle and what it owns. NULL is nothing to free.
pub fn free<T: Kept>(handle: *mut T::Handle) -> Result<(), Failure> {
    if handle.is_null() {
        return Ok(());
    }
    let (slot, generation) = named::<T>(handle)?;
    let mut entry = match slot.0.try_write() {
        Ok(entry) => entry,
        Err(TryLockError::Poisoned(left)) => left.into_inner(),
        Err(error) => return Err(busy::<T, _>(&error)),
    };
    entry.check::<T>(generation)?;
    let object = entry.object.take();
    entry.generation = entry.generation.wrapping_add(1);
    drop(entry);
    slot.0.clear_poison();
    drop(object);
    let mut places = places();
    places.live -= 1;
    places.free.push((handle.addr() as u64 >> 32) as u32 - 1);
    Ok(())
}
