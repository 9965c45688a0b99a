//! Work on all cores; on one, where the feature `parallel` is off.
//!
//! Items are shared out in lots, and answers come in the order of the items, whatever the number of
//! threads. Only `spread` and [`join`] know of threads. `spread` calls through a pointer, so that
//! it is compiled once and not for every loop there is: that is a good part of a build's time.

use std::ops::Range;
use std::sync::Mutex;

#[cfg(feature = "parallel")]
pub(crate) use rayon::join;

/// Does both.
#[cfg(not(feature = "parallel"))]
pub(crate) fn join<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
    (a(), b())
}

/// The number of lots for a thread, so that none waits long for the last.
const LOTS_PER_THREAD: usize = 8;

/// The number of items that make a lot: at least `least`.
pub(crate) fn lot(items: usize, least: usize) -> usize {
    #[cfg(feature = "parallel")]
    let threads = rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    let threads = 1;
    items.div_ceil(LOTS_PER_THREAD * threads).max(least).max(1)
}

/// Maps every item, in order.
pub(crate) fn each<I: Send, R: Send>(items: Vec<I>, work: impl Fn(I) -> R + Sync) -> Vec<R> {
    let places: Vec<Mutex<(Option<I>, Option<R>)>> =
        items.into_iter().map(|item| Mutex::new((Some(item), None))).collect();
    spread(0..places.len(), &|number| {
        let place = || places[number].lock().expect("nobody else has it");
        let item = place().0.take().expect("every number comes once");
        let done = work(item);
        place().1 = Some(done);
    });
    let done = |place: Mutex<(Option<I>, Option<R>)>| place.into_inner().ok()?.1;
    places.into_iter().map(|place| done(place).expect("every number came")).collect()
}

/// Maps every item, in order. A thread that takes a lot, of at least `least` items, makes
/// the scratch of `init` first.
pub(crate) fn map<T: Sync, S, R: Send>(
    items: &[T],
    least: usize,
    init: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let lots = items.chunks(lot(items.len(), least)).collect();
    flat(each(lots, |lot: &[T]| {
        let mut own = init();
        lot.iter().map(|item| work(&mut own, item)).collect()
    }))
}

/// [`map`] of items that change.
pub(crate) fn map_mut<T: Send, S, R: Send>(
    items: &mut [T],
    least: usize,
    init: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &mut T) -> R + Sync,
) -> Vec<R> {
    let lots = items.chunks_mut(lot(items.len(), least)).collect();
    flat(each(lots, |lot: &mut [T]| {
        let mut own = init();
        lot.iter_mut().map(|item| work(&mut own, item)).collect()
    }))
}

/// Maps every number below `count`, in order; results of `None` are left out.
pub(crate) fn filter_map<R: Send>(
    count: usize,
    least: usize,
    work: impl Fn(usize) -> Option<R> + Sync,
) -> Vec<R> {
    let size = lot(count, least);
    let lots = (0..count).step_by(size).map(|first| first..(first + size).min(count)).collect();
    flat(each(lots, |lot: Range<usize>| lot.filter_map(&work).collect()))
}

fn flat<R>(lots: Vec<Vec<R>>) -> Vec<R> {
    let mut all = Vec::with_capacity(lots.iter().map(Vec::len).sum());
    lots.into_iter().for_each(|lot| all.extend(lot));
    all
}

/// Calls `work` once with every number of a range.
fn spread(numbers: Range<usize>, work: &(dyn Fn(usize) + Sync)) {
    if numbers.len() < 2 {
        return numbers.for_each(work);
    }
    let middle = numbers.start + numbers.len() / 2;
    join(|| spread(numbers.start..middle, work), || spread(middle..numbers.end, work));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order_whatever_the_lots() {
        for (count, least) in [(0, 1), (1, 1), (7, 3), (1000, 1), (1000, 64), (1000, 5000)] {
            let mut items: Vec<usize> = (0..count).collect();
            let squares: Vec<usize> = items.iter().map(|i| i * i).collect();
            assert_eq!(map(&items, least, || (), |(), i| i * i), squares);
            assert_eq!(filter_map(count, least, |i| Some(i * i)), squares);
            assert_eq!(
                filter_map(count, least, |i| (i % 3 == 0).then_some(i)),
                (0..count).step_by(3).collect::<Vec<_>>()
            );
            let before = map_mut(&mut items, least, || 1, |one, i| std::mem::replace(i, *i + *one));
            assert_eq!(before, (0..count).collect::<Vec<_>>());
            assert_eq!(items, (1..=count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_panic_is_passed_on() {
        let fails = || map(&[1, 2, 3], 1, || (), |(), &i| assert_ne!(i, 2));
        assert!(std::panic::catch_unwind(fails).is_err());
    }
}
