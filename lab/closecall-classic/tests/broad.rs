//! Every broad phase gives the pairs of brute force, through insertions, moves, teleports and
//! removals.

use crate::common::Random;
use closecall::engine::geom::DVec3;
use closecall::lab::broad::{Kdop, Mobility};
use closecall_classic::broad::{BroadPhase, Phase};

/// The places and sizes of bodies: centre and half sides.
type Place = fn(&mut Random) -> (DVec3, DVec3);

const PLACES: [(&str, Place); 6] = [
    ("random", |random| (random.vector() * 4.0, DVec3::splat(0.5) + random.vector() * 0.3)),
    ("clustered", |random| {
        let cluster = DVec3::splat((random.below(4) * 50) as f64);
        (cluster + random.vector(), DVec3::splat(0.1 + 0.2 * random.next()))
    }),
    // On a lattice, so that boxes touch exactly, with everything.
    ("stacked", |random| (random.lattice(6), DVec3::splat(0.5))),
    ("all overlapping", |random| (random.vector(), DVec3::splat(1.0 + random.next()))),
    ("widely scaled", |random| {
        let size = 10f64.powf(random.signed() * 6.0);
        (random.vector() * 10f64.powf(random.signed() * 6.0), DVec3::splat(size))
    }),
    ("far off and flat", |random| {
        let half = DVec3::new(1.0, 1.0, 0.0) * (random.below(3) as f64);
        (DVec3::new(1e9, -1e12, 3.0) + random.lattice(5), half)
    }),
];

fn volume<const S: usize>((center, half): (DVec3, DVec3)) -> Kdop<S> {
    let corner = |k: u8| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { -1.0 } else { 1.0 });
    Kdop::around((0..8).map(|k| center + half * DVec3::from_array(corner(k))))
}

/// All phases side by side.
struct Trial<const S: usize> {
    phases: Vec<Box<dyn BroadPhase<S>>>,
    present: Vec<u32>,
    pairs: usize,
    misses: usize,
}

impl<const S: usize> Trial<S> {
    fn new() -> Self {
        Self {
            phases: Phase::ALL.iter().map(|phase| phase.start()).collect(),
            present: vec![],
            pairs: 0,
            misses: 0,
        }
    }

    fn insert(&mut self, random: &mut Random, place: Place, most: usize) {
        let id = random.below(most) as u32;
        if self.present.contains(&id) {
            return;
        }
        let mobility = if random.below(4) == 0 { Mobility::Fixed } else { Mobility::Moving };
        let volume = volume(place(random));
        self.phases.iter_mut().for_each(|phase| phase.insert(id, mobility, volume));
        self.present.push(id);
    }

    fn remove(&mut self, random: &mut Random) {
        if !self.present.is_empty() {
            let id = self.present.swap_remove(random.below(self.present.len()));
            self.phases.iter_mut().for_each(|phase| phase.remove(id));
        }
    }

    /// Moves a random part of the bodies: a little, or anywhere.
    fn step(&mut self, random: &mut Random, place: Place) {
        let (share, teleports) = ([1, 2, 50][random.below(3)], random.below(8) == 0);
        let mut changes: Vec<(u32, Kdop<S>)> = Vec::new();
        for &id in self.present.iter().filter(|&&id| (id as usize).is_multiple_of(share)) {
            let Kdop { mut low, mut high } = *self.phases[0].volume(id);
            let by = random.signed() * 0.25 * (high[0] - low[0]);
            (0..S).for_each(|k| (low[k], high[k]) = (low[k] + by, high[k] + by));
            changes.push((id, if teleports { volume(place(random)) } else { Kdop { low, high } }));
        }
        self.phases.iter_mut().for_each(|phase| phase.update(&changes));
    }

    fn compare(&mut self, name: &str, step: usize) {
        let all = self.phases.iter_mut().map(|phase| {
            let mut pairs = vec![(9, 9)];
            phase.pairs(&mut pairs);
            phase.check();
            pairs
        });
        let all: Vec<_> = all.collect();
        let (expected, others) = all.split_last().expect("there are phases");
        for (pairs, phase) in others.iter().zip(Phase::ALL) {
            assert!(
                pairs == expected,
                "{name}, step {step}, {S} slabs, {phase}: {} and {}",
                pairs.len(),
                expected.len()
            );
        }
        self.pairs += expected.len();
        self.misses +=
            self.present.len() * self.present.len().saturating_sub(1) / 2 - expected.len();
    }

    /// Searches agree too.
    fn search(&self, random: &mut Random, place: Place) {
        let wanted: Kdop<S> = volume(place(random));
        let all = self.phases.iter().map(|phase| {
            let mut found = Vec::new();
            phase.search(&|volume| closecall::lab::broad::overlap(volume, &wanted), &mut |id| {
                found.push(id)
            });
            found.sort_unstable();
            found
        });
        let all: Vec<_> = all.collect();
        assert!(all.windows(2).all(|two| two[0] == two[1]));
    }
}

fn run<const S: usize>(seed: u64, steps: usize, most: usize) {
    for (name, place) in PLACES {
        let (mut trial, random) = (Trial::<S>::new(), &mut Random(seed));
        for step in 0..steps {
            match random.below(16) {
                0..5 => (0..random.below(8)).for_each(|_| trial.insert(random, place, most)),
                5..7 => (0..random.below(8)).for_each(|_| trial.remove(random)),
                7 if step % 50 == 0 => (0..most).for_each(|_| trial.remove(random)),
                _ => trial.step(random, place),
            }
            if random.below(3) > 0 {
                trial.compare(name, step);
            }
            trial.search(random, place);
        }
        assert!(trial.pairs > 100, "{name} has hardly any pair");
        assert!(trial.misses > 100 || name == "all overlapping", "{name} has only pairs");
    }
}

#[test]
fn all_phases_give_the_same_pairs_of_boxes() {
    run::<3>(801, 1500, 120);
    run::<3>(802, 200, 600);
}

#[test]
fn all_phases_give_the_same_pairs_of_k_dops() {
    run::<9>(803, 400, 100);
    run::<13>(804, 300, 100);
    run::<4>(805, 300, 100);
}

#[test]
fn boxes_that_touch_exactly_are_pairs_and_those_a_hair_apart_are_not() {
    let unit = |x: f64| Kdop::<3> { low: [x, 0.0, 0.0], high: [x + 1.0, 1.0, 1.0] };
    for offset in [0.0, 1e6, -3e12] {
        for phase in Phase::ALL {
            let mut touching = phase.start::<3>();
            touching.insert(0, Mobility::Moving, unit(offset));
            touching.insert(1, Mobility::Moving, unit(offset + 1.0));
            let mut apart = unit(offset + 1.0);
            apart.low[0] = apart.low[0].next_up();
            apart.high[1] = 1.0;
            touching.insert(2, Mobility::Moving, apart);
            let mut pairs = Vec::new();
            touching.pairs(&mut pairs);
            assert_eq!(pairs, [(0, 1), (1, 2)], "{phase} at {offset}");
        }
    }
}

#[test]
fn nothing_and_one_body_have_no_pairs() {
    for phase in Phase::ALL {
        let (mut empty, mut pairs) = (phase.start::<3>(), vec![(1, 2)]);
        empty.pairs(&mut pairs);
        assert!(pairs.is_empty());
        empty.insert(7, Mobility::Moving, Kdop { low: [0.0; 3], high: [0.0; 3] });
        empty.pairs(&mut pairs);
        assert!(pairs.is_empty());
        empty.remove(7);
        empty.pairs(&mut pairs);
        empty.check();
        assert!(pairs.is_empty());
    }
}

#[test]
fn bodies_at_the_ends_of_the_range_are_kept_apart_and_together() {
    let at = |x: f64, half: f64| Kdop::<3> { low: [x - half; 3], high: [x + half; 3] };
    let far = 2f64.powi(100);
    let volumes = [
        at(-far, 1.0),
        at(-far, 0.0),
        at(far, far / 4.0),
        at(far, 0.0),
        at(0.0, 2f64.powi(-200)),
        at(0.0, 0.0),
    ];
    for phase in Phase::ALL {
        let (mut world, mut pairs) = (phase.start::<3>(), Vec::new());
        for (id, volume) in volumes.iter().enumerate() {
            world.insert(id as u32, Mobility::Moving, *volume);
        }
        world.pairs(&mut pairs);
        assert_eq!(pairs, [(0, 1), (2, 3), (4, 5)], "{phase}");
    }
}

#[test]
fn phases_go_by_their_names() {
    for phase in Phase::ALL {
        assert_eq!(phase.name().parse(), Ok(*phase));
    }
    let error = "octree".parse::<Phase>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no broad phase `octree`; there are mixed, sweep, tree, grid, brute"
    );
}
