//! A lock that is tried and not waited for: one writer, or any number of readers.
//!
//! It is taken with one atomic operation that changes the state, and a writer gives it back with a plain
//! store. A writer that panics leaves what it locked marked as half done.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::panicking;

/// The states; between 0 and these, the number of readers.
const WRITER: u32 = u32::MAX;
const HALF_DONE: u32 = u32::MAX - 1;
const MOST_READERS: u32 = u32::MAX / 2;

/// Something that one thread writes, or many read.
pub struct Lock<T> {
    state: AtomicU32,
    value: UnsafeCell<T>,
}

// SAFETY: the guards are given out as for `std::sync::RwLock`: a `&mut T` to one thread at a time, and a `&T`
// to many only while there is no `&mut T`.
unsafe impl<T: Send + Sync> Sync for Lock<T> {}

/// The reason why a lock is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Another thread has it.
    InUse,
    /// A writer panicked.
    LeftHalfDone,
}

impl Taken {
    #[cold]
    fn of(state: u32) -> Self {
        if state == HALF_DONE { Self::LeftHalfDone } else { Self::InUse }
    }
}

impl<T> Lock<T> {
    /// A lock that nobody has.
    pub const fn new(value: T) -> Self {
        Self { state: AtomicU32::new(0), value: UnsafeCell::new(value) }
    }

    /// Takes it for reading, if no thread writes.
    #[inline]
    pub fn try_read(&self) -> Result<ReadGuard<'_, T>, Taken> {
        let mut state = self.state.load(Ordering::Relaxed);
        while state < MOST_READERS {
            let next = state + 1;
            match self.state.compare_exchange_weak(
                state,
                next,
                Ordering::Acquire,
                Ordering::Relaxed,
            ) {
                Ok(_) => return Ok(ReadGuard(self)),
                Err(now) => state = now,
            }
        }
        Err(Taken::of(state))
    }

    /// Takes it for writing, if no other thread has it.
    #[inline]
    pub fn try_write(&self) -> Result<WriteGuard<'_, T>, Taken> {
        self.take_from(0)
    }

    /// Takes it for writing, also if a writer panicked.
    pub fn try_write_even_if_half_done(&self) -> Result<WriteGuard<'_, T>, Taken> {
        self.take_from(0).or_else(|taken| match taken {
            Taken::LeftHalfDone => self.take_from(HALF_DONE),
            Taken::InUse => Err(taken),
        })
    }

    /// Takes it for writing as soon as it is free. Only for what no thread has for long.
    pub fn wait_write(&self) -> WriteGuard<'_, T> {
        loop {
            match self.try_write_even_if_half_done() {
                Ok(guard) => return guard,
                Err(_) => spin_loop(),
            }
        }
    }

    #[inline]
    fn take_from(&self, state: u32) -> Result<WriteGuard<'_, T>, Taken> {
        match self.state.compare_exchange(state, WRITER, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => Ok(WriteGuard(self)),
            Err(now) => Err(Taken::of(now)),
        }
    }
}

/// A lock that is taken for reading.
pub struct ReadGuard<'l, T>(&'l Lock<T>);

impl<T> Deref for ReadGuard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the state counts this reader, so nobody writes.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> Drop for ReadGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.0.state.fetch_sub(1, Ordering::Release);
    }
}

/// A lock that is taken for writing.
pub struct WriteGuard<'l, T>(&'l Lock<T>);

impl<T> Deref for WriteGuard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the state says that this is the only guard.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for WriteGuard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the state says that this is the only guard.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T> Drop for WriteGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let state = if panicking() { HALF_DONE } else { 0 };
        self.0.state.store(state, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn readers_share_and_a_writer_is_alone() {
        let lock = Lock::new(1);
        let (first, second) = (lock.try_read().unwrap(), lock.try_read().unwrap());
        assert!(*first == 1 && *second == 1 && lock.try_write().err() == Some(Taken::InUse));
        drop((first, second));
        *lock.try_write().unwrap() = 2;
        let writer = lock.try_write().unwrap();
        assert!(lock.try_read().err() == Some(Taken::InUse) && *writer == 2);
    }

    #[test]
    fn a_panic_leaves_it_half_done() {
        let lock = Lock::new(1);
        let broken = catch_unwind(AssertUnwindSafe(|| {
            let _writer = lock.try_write();
            panic!("on purpose");
        }));
        assert!(broken.is_err() && lock.try_read().err() == Some(Taken::LeftHalfDone));
        assert!(lock.try_write().err() == Some(Taken::LeftHalfDone));
        drop(lock.try_write_even_if_half_done().unwrap());
        assert_eq!(*lock.try_read().unwrap(), 1);
    }

    #[test]
    fn sums_of_many_threads_are_right() {
        let lock = Lock::new(0u64);
        let add = || {
            for _ in 0..10_000 {
                *lock.wait_write() += 1;
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(add))));
        assert_eq!(*lock.try_read().unwrap(), 40_000);
    }
}
