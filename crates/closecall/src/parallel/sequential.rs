//! The methods of rayon's iterators that this crate uses, one item after the other.

/// Does both.
pub(crate) fn join<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
    (a(), b())
}

/// What begins an iteration.
pub(crate) mod prelude {
    pub(crate) use super::{OfItems, OfSlices};
}

/// Slices, by item or by chunk.
pub(crate) trait OfSlices<T> {
    fn par_iter(&self) -> InTurn<std::slice::Iter<'_, T>>;
    fn par_iter_mut(&mut self) -> InTurn<std::slice::IterMut<'_, T>>;
    fn par_chunks(&self, size: usize) -> InTurn<std::slice::Chunks<'_, T>>;
    fn par_chunks_mut(&mut self, size: usize) -> InTurn<std::slice::ChunksMut<'_, T>>;
}

impl<T> OfSlices<T> for [T] {
    fn par_iter(&self) -> InTurn<std::slice::Iter<'_, T>> {
        InTurn(self.iter())
    }

    fn par_iter_mut(&mut self) -> InTurn<std::slice::IterMut<'_, T>> {
        InTurn(self.iter_mut())
    }

    fn par_chunks(&self, size: usize) -> InTurn<std::slice::Chunks<'_, T>> {
        InTurn(self.chunks(size))
    }

    fn par_chunks_mut(&mut self, size: usize) -> InTurn<std::slice::ChunksMut<'_, T>> {
        InTurn(self.chunks_mut(size))
    }
}

/// Anything that can be iterated over.
pub(crate) trait OfItems: IntoIterator + Sized {
    fn into_par_iter(self) -> InTurn<Self::IntoIter> {
        InTurn(self.into_iter())
    }
}

impl<I: IntoIterator> OfItems for I {}

/// Items, one after the other.
pub(crate) struct InTurn<I>(I);

impl<I: Iterator> InTurn<I> {
    pub(crate) fn with_min_len(self, _: usize) -> Self {
        self
    }

    pub(crate) fn map<T>(self, f: impl FnMut(I::Item) -> T) -> InTurn<impl Iterator<Item = T>> {
        InTurn(self.0.map(f))
    }

    pub(crate) fn map_init<S, T>(
        self,
        init: impl FnOnce() -> S,
        mut f: impl FnMut(&mut S, I::Item) -> T,
    ) -> InTurn<impl Iterator<Item = T>> {
        let mut state = init();
        InTurn(self.0.map(move |item| f(&mut state, item)))
    }

    pub(crate) fn filter(
        self,
        keep: impl FnMut(&I::Item) -> bool,
    ) -> InTurn<impl Iterator<Item = I::Item>> {
        InTurn(self.0.filter(keep))
    }

    pub(crate) fn filter_map<T>(
        self,
        f: impl FnMut(I::Item) -> Option<T>,
    ) -> InTurn<impl Iterator<Item = T>> {
        InTurn(self.0.filter_map(f))
    }

    pub(crate) fn flatten_iter<T>(self) -> InTurn<impl Iterator<Item = T>>
    where
        I::Item: IntoIterator<Item = T>,
    {
        InTurn(self.0.flatten())
    }

    pub(crate) fn zip<J: Iterator>(self, other: InTurn<J>) -> InTurn<std::iter::Zip<I, J>> {
        InTurn(self.0.zip(other.0))
    }

    pub(crate) fn any(mut self, is: impl FnMut(I::Item) -> bool) -> bool {
        self.0.any(is)
    }

    pub(crate) fn find_map_first<T>(mut self, f: impl FnMut(I::Item) -> Option<T>) -> Option<T> {
        self.0.find_map(f)
    }

    pub(crate) fn reduce_with(self, f: impl FnMut(I::Item, I::Item) -> I::Item) -> Option<I::Item> {
        self.0.reduce(f)
    }

    pub(crate) fn for_each_init<S>(
        self,
        init: impl FnOnce() -> S,
        mut f: impl FnMut(&mut S, I::Item),
    ) {
        let mut state = init();
        self.0.for_each(|item| f(&mut state, item));
    }

    pub(crate) fn try_for_each_init<S>(
        mut self,
        init: impl FnOnce() -> S,
        mut f: impl FnMut(&mut S, I::Item) -> Option<()>,
    ) -> Option<()> {
        let mut state = init();
        self.0.try_for_each(|item| f(&mut state, item))
    }

    pub(crate) fn collect<C: FromIterator<I::Item>>(self) -> C {
        self.0.collect()
    }
}
