//! Arrays that are owned, or lie in a file that is mapped into memory: a reader sees a slice either
//! way.
//!
//! Taking the slice of a mapped array costs a few instructions more than that of a vector; queries
//! take it once.

mod map;

pub(crate) use map::Map;

use bytemuck::Pod;
use std::fmt;
use std::ops::{Deref, DerefMut, Range};
use std::sync::Arc;

/// An array of plain numbers.
pub(crate) enum Store<T> {
    Owned(Vec<T>),
    /// A range of bytes that was seen to hold whole, aligned items.
    Mapped {
        map: Arc<Map>,
        range: Range<usize>,
    },
}

impl<T: Pod> Store<T> {
    /// The items in a range of a mapped file; none if the range is not inside, or does not hold
    /// whole, aligned items.
    #[cfg_attr(not(feature = "tree-file"), allow(dead_code, reason = "no file is mapped"))]
    pub(crate) fn mapped(map: &Arc<Map>, range: Range<usize>) -> Option<Self> {
        let bytes = map.bytes().get(range.clone())?;
        bytemuck::try_cast_slice::<u8, T>(bytes).ok()?;
        Some(Self::Mapped { map: Arc::clone(map), range })
    }

    /// As a vector that can grow; what is mapped is copied.
    pub(crate) fn owned(&mut self) -> &mut Vec<T> {
        if let Self::Mapped { .. } = self {
            *self = Self::Owned(self.to_vec());
        }
        match self {
            Self::Owned(items) => items,
            Self::Mapped { .. } => unreachable!("it has just been copied"),
        }
    }
}

impl<T: Pod> Deref for Store<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Owned(items) => items,
            Self::Mapped { map, range } => bytemuck::cast_slice(&map.bytes()[range.clone()]),
        }
    }
}

/// A mapped array is copied before it is written to: files do not change.
impl<T: Pod> DerefMut for Store<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.owned()
    }
}

impl<T> From<Vec<T>> for Store<T> {
    fn from(items: Vec<T>) -> Self {
        Self::Owned(items)
    }
}

impl<T: Clone> Clone for Store<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Owned(items) => Self::Owned(items.clone()),
            Self::Mapped { map, range } => {
                Self::Mapped { map: Arc::clone(map), range: range.clone() }
            }
        }
    }
}

impl<T: Pod + PartialEq> PartialEq for Store<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Pod + fmt::Debug> fmt::Debug for Store<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
