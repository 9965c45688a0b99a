//! The pairs that are not looked at, and the links that touch at rest: for people, programs and
//! pages.

use closecall::world::Handle;
use closecall_flight::numbers::grouped;
use closecall_robot::{Scene, Unchecked, UncheckedPair, Why};

use crate::answer::{LeftOutAnswer, NotLookedAtAnswer};
use crate::escaped::escaped;
use crate::outcome::CommandAnswer;

/// The words for a world in which nothing can touch.
pub const NOTHING_CHECKED: &str = "nothing is checked: no two bodies are looked at";

/// The number of pairs of every reason that are named to people.
const NAMED: usize = 3;

/// The parts that an answer leaves out.
pub struct LeftOut<'s> {
    scene: &'s Scene,
    found: Unchecked,
}

impl<'s> LeftOut<'s> {
    /// Of a scene.
    pub fn of(scene: &'s Scene) -> Self {
        Self { scene, found: scene.unchecked() }
    }

    /// Adds it to an answer for people.
    pub fn add_to(&self, answer: &mut CommandAnswer) {
        answer.text += &self.text();
        answer.warnings.extend(self.warning());
    }

    fn text(&self) -> String {
        let (count, all) = (self.found.count(), self.found.count() + self.found.looked_at);
        if count == 0 {
            return String::new();
        }
        let noun = if all == 1 { "pair" } else { "pairs" };
        let mut text = format!(
            "skipped {} of {} {noun} of bodies, not looked at; --json names all\n",
            grouped(count),
            grouped(all)
        );
        for line in self.lines(NAMED) {
            text += &format!("  {line}\n");
        }
        text
    }

    /// A line for every reason, with all names.
    pub fn notes(&self) -> Vec<String> {
        self.lines(usize::MAX).into_iter().map(|line| format!("not looked at: {line}")).collect()
    }

    fn lines(&self, most: usize) -> Vec<String> {
        let line = |(why, &count): (&Why, &u64)| {
            let of = |pair: &&UncheckedPair| pair.why == *why;
            let names: Vec<String> = self
                .found
                .pairs
                .iter()
                .filter(of)
                // Each of these is a promise of the user's.
                .take(if *why == Why::AtRest { usize::MAX } else { most })
                .map(|pair| [pair.a, pair.b].map(|body| escaped(self.name(body))).join(" and "))
                .collect();
            let more = if (names.len() as u64) < count { ", …" } else { "" };
            format!("{} {}: {}{more}", grouped(count), why.words(), names.join(", "))
        };
        let counts = Why::ALL.iter().zip(&self.found.counts);
        counts.filter(|(_, count)| **count > 0).map(line).collect()
    }

    /// For programs: all of it.
    pub fn told(&self) -> NotLookedAtAnswer {
        let pair = |pair: &UncheckedPair| LeftOutAnswer {
            a: self.name(pair.a).to_owned(),
            b: self.name(pair.b).to_owned(),
            why: pair.why.name(),
        };
        NotLookedAtAnswer {
            pairs_looked_at: self.found.looked_at,
            pairs_not_looked_at: self.found.count(),
            not_looked_at: self.found.pairs.iter().map(pair).collect(),
        }
    }

    /// Links with joints between them are not to be passed over in silence.
    fn warning(&self) -> Option<String> {
        let count = self.found.pairs.iter().filter(|pair| pair.why == Why::Mesh).count() as u64;
        let [first, ..] = &self.lines_of(Why::Mesh)[..] else { return None };
        let count = grouped(count);
        Some(format!(
            "not looked at, though several joints move them against each other: {first} ({count} in all)"
        ))
    }

    fn lines_of(&self, why: Why) -> Vec<String> {
        let pairs = self.found.pairs.iter().filter(|pair| pair.why == why);
        pairs.map(|pair| [pair.a, pair.b].map(|body| self.name(body)).join(" and ")).collect()
    }

    fn name(&self, body: Handle) -> &str {
        self.scene.world.name(body).expect("what is left out is in the world")
    }
}

/// The way to allow links that touch at rest, if some of these pairs do.
pub fn hint(scene: &Scene, touching: &[[Handle; 2]]) -> String {
    let mut at_rest = Vec::new();
    for way in scene.all_robots() {
        let robot = way.robot.robot();
        let Ok(found) = way.robot.collisions(&scene.world, &robot.rest()) else { continue };
        let link = |body: Handle| way.robot.handles().iter().position(|link| *link == body);
        for (a, b) in found {
            let named = [[a, b], [b, a]].iter().any(|pair| touching.contains(pair));
            if let (true, Some(a), Some(b)) = (named, link(a), link(b)) {
                at_rest.push([a, b].map(|link| escaped(&robot.links()[link].name)));
            }
        }
    }
    let [[a, b], others @ ..] = &at_rest[..] else { return String::new() };
    let more = match others.len() {
        0 => String::new(),
        count => format!(", and {} more pairs of links", grouped(count as u64)),
    };
    format!(
        "hint    {a} and {b} touch at rest already{more}. If that is by design, --allow-at-rest passes over such \
         pairs,\n        `closecall srdf` finds out which pairs need not be looked at, and an SRDF file (--srdf) \
         allows them:\n          \
         <disable_collisions link1=\"{a}\" link2=\"{b}\" reason=\"Default\"/>\n"
    )
}
