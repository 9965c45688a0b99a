//! Bodies by their numbers: the volumes that every broad phase keeps as they were given.

use closecall::lab::broad::{Kdop, Mobility, both_fixed, overlap};

/// A body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<const S: usize> {
    pub volume: Kdop<S>,
    pub mobility: Mobility,
}

/// All bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots<const S: usize> {
    slots: Vec<Option<Body<S>>>,
    count: usize,
}

impl<const S: usize> Slots<S> {
    pub(super) fn insert(&mut self, id: u32, mobility: Mobility, volume: Kdop<S>) {
        let place = id as usize;
        if place >= self.slots.len() {
            self.slots.resize(place + 1, None);
        }
        assert!(self.slots[place].is_none(), "body {id} is here already");
        self.slots[place] = Some(Body { volume, mobility });
        self.count += 1;
    }

    pub(super) fn remove(&mut self, id: u32) -> Body<S> {
        self.count -= 1;
        self.slots.get_mut(id as usize).and_then(Option::take).unwrap_or_else(|| absent(id))
    }

    pub(super) fn update(&mut self, changes: &[(u32, Kdop<S>)]) {
        for (id, volume) in changes {
            match self.slots.get_mut(*id as usize) {
                Some(Some(body)) => body.volume = *volume,
                _ => absent(*id),
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub(super) fn body(&self, id: u32) -> &Body<S> {
        match self.slots.get(id as usize) {
            Some(Some(body)) => body,
            _ => absent(id),
        }
    }

    /// The bodies, by rising numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Body<S>)> {
        (0..).zip(&self.slots).filter_map(|(id, body)| Some((id, body.as_ref()?)))
    }

    /// Do two bodies overlap that are not both fixed?
    #[inline(always)]
    pub(super) fn is_pair(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.body(a), self.body(b));
        overlap(&a.volume, &b.volume) && !both_fixed(a.mobility, b.mobility)
    }

    pub(super) fn search(&self, may_meet: &dyn Fn(&Kdop<S>) -> bool, visit: &mut dyn FnMut(u32)) {
        self.iter().filter(|(_, body)| may_meet(&body.volume)).for_each(|(id, _)| visit(id));
    }

    /// Panics unless the bodies are in order.
    pub(super) fn check(&self) {
        assert_eq!(self.count, self.iter().count());
        for (id, Body { volume, .. }) in self.iter() {
            assert!(
                (0..S).all(|slab| volume.low[slab] <= volume.high[slab]),
                "body {id} is inside out: {volume:?}"
            );
        }
    }
}

#[cold]
fn absent(id: u32) -> ! {
    panic!("there is no body {id}")
}
