//! The exact triangle test and its classes against an independent oracle, on a million pairs and
//! more.
//!
//! `CLOSECALL_LONG=N cargo test --release --test main exact_oracle:: -- --nocapture` asks N times
//! as many and prints a line per family.

use crate::oracle::difference::{Meeting, meeting};
use crate::oracle::families::{FAMILIES, Family};
use closecall::engine::geom::{
    DVec3, Triangle,
    exact::{Class, classify, meet},
};

/// The number of pairs of each family a plain test run asks about.
const PAIRS: usize = 90_000;
const _: () = assert!(PAIRS * FAMILIES.len() >= 1_000_000);

#[derive(Default)]
struct Tally {
    pairs: usize,
    hits: usize,
    exact: usize,
    crossing: usize,
    overlapping: usize,
    touching: usize,
    disagreements: usize,
}

impl Tally {
    fn count(&mut self, (a, b): (Triangle, Triangle)) {
        let (verdict, class) = (meet(&a, &b), classify(&a, &b));
        let expected = meeting(&a.map(DVec3::into), &b.map(DVec3::into)).map(class_of);
        if verdict.meets != expected.is_some() || class != expected {
            self.disagreements += 1;
            println!("{a:?} {b:?}: {verdict:?}, {class:?}, but the oracle says {expected:?}");
        }
        self.pairs += 1;
        self.hits += usize::from(verdict.meets);
        self.exact += usize::from(verdict.exact);
        self.crossing += usize::from(class == Some(Class::Crossing));
        self.overlapping += usize::from(class == Some(Class::CoplanarOverlap));
        self.touching += usize::from(class == Some(Class::Touching));
    }

    fn percent(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.pairs as f64
    }

    fn print(&self, name: &str) {
        let [hits, exact, crossing, overlapping, touching] =
            [self.hits, self.exact, self.crossing, self.overlapping, self.touching]
                .map(|n| self.percent(n));
        println!(
            "{name:<26} {:>9} pairs   hits {hits:5.1} % (crossing {crossing:5.1}, overlapping {overlapping:5.1}, \
             touching {touching:5.1})   exact {exact:5.1} %   {} disagreements",
            self.pairs, self.disagreements
        );
    }
}

fn class_of(meeting: Meeting) -> Class {
    match meeting {
        Meeting::Crossing => Class::Crossing,
        Meeting::CoplanarOverlap => Class::CoplanarOverlap,
        Meeting::Touching => Class::Touching,
    }
}

fn agrees(family: Family) {
    let long = std::env::var("CLOSECALL_LONG")
        .map_or(1, |n| n.parse().expect("CLOSECALL_LONG is a number"));
    let mut tally = Tally::default();
    family.pairs().take(PAIRS * long).for_each(|pair| tally.count(pair));
    tally.print(family.name);
    assert_eq!(tally.disagreements, 0, "{}", family.name);
    let (hits, exact) = (tally.percent(tally.hits), tally.percent(tally.exact));
    assert!((20.0..=80.0).contains(&hits), "{}: {hits:.1} % hits", family.name);
    assert!(exact >= 10.0, "{}: {exact:.1} % reach exact arithmetic", family.name);
}

/// Two tests, so that two cores share the work.
#[test]
fn families_with_even_numbers_agree() {
    FAMILIES.into_iter().step_by(2).for_each(agrees);
}

#[test]
fn families_with_odd_numbers_agree() {
    FAMILIES.into_iter().skip(1).step_by(2).for_each(agrees);
}
