//! The pairs that touch: one budget over all pairs of a world, the most dangerous first.
//!
//! Every close pair gets a bound from the boxes of the broad phase: moving one of the two along an
//! axis by the least overlap takes the boxes apart, and the bodies in them, with their clearance.
//! Then rounds follow: each looks at the pairs that are not decided, those with the largest depth
//! still possible first, and gives every pair this many tests, eight times more than the round
//! before. So no pair starves the others, and a pair that is asked again costs at most a seventh
//! more in all. The first round is short, so that what is easily decided is, before hard pairs use
//! up the budget. A pair that it did not decide in the last step is left out of it, unless the two
//! touched, and one that this many tests did not decide has more at once, so that every step gets
//! further than the one before. Pairs that touched in the last step are asked where they did, and
//! those that were apart are passed over as long as they have not moved by as much (`margins`).

use super::memory::Witnesses;
use super::pair::{Bodies, MeshPair, Row};
use super::space::depth;
use super::{Handle, World};
use crate::Answer;
use crate::cost::Meter;

/// The number of tests of a pair in the first round, and the factor for each next round.
const FIRST_ROUND: u64 = 64;
const GROWTH: u64 = 8;

/// A pair has no more than this at once, however many were in vain before, unless the round has.
const MOST_AT_ONCE: u64 = 1 << 15;

/// The cost, in tests, of seeing that a pair has not moved by more than it was apart.
const GLANCE: u64 = 8;

/// The pairs that touch, and the undecided pairs. A pair that was looked at and is not named is
/// apart, for certain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Touches {
    /// The pairs that touch, the lower handle first, sorted.
    pub touching: Vec<(Handle, Handle)>,
    /// The pairs that may touch, the deepest possible first.
    pub undecided: Vec<UndecidedPair>,
    /// The number of pairs that were close enough to be looked at.
    pub close: usize,
}

/// Two bodies that may touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UndecidedPair {
    /// The body with the lower handle.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// No two triangles of them touch that could not be taken apart by moving one of them this far;
    /// where one of the bodies is a solid, moving all of it this far takes the two apart. None if
    /// nothing is known: of exact shapes.
    pub depth: Option<f64>,
}

/// A pair that is not decided.
struct Suspect {
    a: u32,
    b: u32,
    depth: f64,
    /// The number of the pair in the [`PairMargins`](super::margins::PairMargins).
    margin: u32,
}

impl Suspect {
    /// The deepest first; depths are not negative, so that their bits are in their order.
    fn order(&self) -> (u64, u32, u32) {
        (!self.depth.to_bits(), self.a, self.b)
    }
}

impl Touches {
    /// Of the answers about all close pairs.
    pub(super) fn of(answers: Vec<((Handle, Handle), Answer)>) -> Self {
        let mut touches = Self { close: answers.len(), ..Self::default() };
        for (pair, answer) in answers {
            touches.take(pair, answer);
        }
        touches
    }

    fn take(&mut self, (a, b): (Handle, Handle), answer: Answer) {
        match answer {
            Answer::Clear => {}
            Answer::Touching(()) => self.touching.push((a, b)),
            Answer::Undecided(()) => self.undecided.push(UndecidedPair { a, b, depth: None }),
        }
    }
}

impl World {
    /// The pairs of bodies that touch, as far as the budget goes. All of them share it. A pair that
    /// is said to touch does, and a pair that is not named does not. Pairs that the budget did not
    /// reach stay undecided, and pairs of exact shapes for which there is no exact predicate and
    /// whose distance is the clearance up to rounding: [`World::collisions`] has these among those
    /// that touch.
    ///
    /// ```
    /// use closecall::mesh::shapes::icosphere;
    /// use closecall::world::{Body, World};
    /// use closecall::{Ask, Budget, Model, Pose};
    /// let ball = Model::new(icosphere(1.0, 3));
    /// let mut world = World::new();
    /// let at = |x: f64, y: f64| Pose::from_translation([x, y, 0.0]);
    /// let a = world.insert(Body::new("a", &ball))?;
    /// let b = world.insert(Body::new("b", &ball).at(at(1.5, 0.0)?))?;
    /// let c = world.insert(Body::new("c", &ball).at(at(0.0, 1.995)?))?;
    /// world.set(Budget::tests(0));
    /// let named: Vec<_> = world.touch().undecided.iter().map(|pair| (pair.a, pair.b)).collect();
    /// assert_eq!(named, [(a, b), (b, c), (a, c)]); // the deeper first, as far as boxes tell
    /// world.set(Ask::new());
    /// let all = world.touch();
    /// assert_eq!((all.touching, all.undecided.len()), (vec![(a, b), (a, c)], 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn touch(&mut self) -> Touches {
        let Some(mut meter) = self.asks.meter() else {
            return Touches::of(self.ask_all(|| false, |pair, means| Some(pair.answer(means))));
        };
        let Self { scene, poses, filter, space, memory, clearances, asks } = self;
        space.near_pairs(&mut memory.found);
        memory.found.retain(|&(a, b)| filter.passes(scene, a, b));
        let bodies = Bodies { scene, poses, clearances, ask: asks };
        let depth = |a, b| depth(space.volume(a).copied(), space.volume(b).copied());
        bodies.touch_in_rounds(&memory.found, depth, &mut meter, &mut memory.witnesses)
    }
}

impl Bodies<'_> {
    /// The pairs among these that touch, as far as a meter goes. The pairs are sorted, and `depth`
    /// says by how much the boxes of two bodies overlap.
    pub(super) fn touch_in_rounds(
        self,
        close: &[(u32, u32)],
        depth: impl Fn(u32, u32) -> f64,
        meter: &mut Meter,
        witnesses: &mut Witnesses,
    ) -> Touches {
        meter.look();
        let mut reached = Touches { close: close.len(), ..Touches::default() };
        witnesses.margins.renew(close);
        let meshes = (0..).zip(close).filter(|(_, (a, b))| Row::Meshes.is_of(self.scene, [*a, *b]));
        let suspect = |(margin, &(a, b))| Suspect { a, b, depth: depth(a, b), margin };
        let mut suspects: Vec<Suspect> = meshes.map(suspect).collect();
        meter.look();
        suspects.sort_unstable_by_key(Suspect::order);
        suspects.retain(|suspect| !self.is_still_apart(suspect, meter, witnesses));
        let mut round = FIRST_ROUND;
        while !suspects.is_empty() && !meter.is_over() {
            suspects.sort_unstable_by_key(Suspect::order);
            suspects
                .retain_mut(|suspect| self.look_at(suspect, round, meter, witnesses, &mut reached));
            round = round.saturating_mul(GROWTH);
        }
        suspects.sort_unstable_by_key(Suspect::order);
        reached.undecided.extend(suspects.iter().map(|suspect| {
            let [a, b] = [suspect.a, suspect.b].map(|slot| self.scene.handle(slot));
            UndecidedPair { a, b, depth: Some(suspect.depth).filter(|depth| depth.is_finite()) }
        }));
        self.look_at_shapes(close, meter, witnesses, &mut reached);
        reached.touching.sort_unstable();
        reached.touching.dedup();
        reached
    }

    /// Is a pair apart, by what earlier steps have proved?
    fn is_still_apart(
        &self,
        suspect: &Suspect,
        meter: &mut Meter,
        witnesses: &mut Witnesses,
    ) -> bool {
        let margin = &mut witnesses.margins.of[suspect.margin as usize];
        if meter.is_over() || !margin.is_proved() {
            return false;
        }
        meter.spend(GLANCE);
        let meshes = self.meshes(suspect);
        margin.look(self.scene, &meshes.a_from_b);
        margin.is_still_apart(self.scene, &meshes.a_from_b, meshes.two().ask.clearance)
            && !meshes.has_solid()
    }

    fn meshes(&self, suspect: &Suspect) -> MeshPair<'_> {
        self.pair((suspect.a, suspect.b)).meshes().expect("only pairs of meshes are suspects")
    }

    /// Decides whether two bodies touch. A pair that did not touch in the last step is first asked
    /// with room for the next steps.
    fn touch(
        &self,
        suspect: &Suspect,
        meshes: &MeshPair,
        meter: &mut Meter,
        witnesses: &mut Witnesses,
    ) -> Answer<(u32, u32), f64> {
        let (key, meshes) = ((suspect.a, suspect.b), meshes.two());
        let clearance = meshes.ask.clearance;
        let Witnesses { touched, margins, scratch } = witnesses;
        let (witness, margin) =
            (touched.get(&key).copied(), &mut margins.of[suspect.margin as usize]);
        let generous = margin.generous(clearance).filter(|_| witness.is_none());
        if let Some(generous) = generous {
            match meshes.touch_within(generous, None, meter, scratch) {
                Answer::Touching(_) => margin.failed(),
                Answer::Clear => {
                    margin.proved_generously(generous);
                    return Answer::Clear;
                }
                undecided @ Answer::Undecided(_) => return undecided,
            }
        } else {
            margin.rested();
        }
        let answer = meshes.touch_within(clearance, witness, meter, scratch);
        if answer == Answer::Clear {
            margin.proved(clearance);
        }
        answer
    }

    /// Gives a pair a round; is it still undecided?
    fn look_at(
        &self,
        suspect: &mut Suspect,
        round: u64,
        meter: &mut Meter,
        witnesses: &mut Witnesses,
        reached: &mut Touches,
    ) -> bool {
        if meter.is_over() {
            return true;
        }
        let key = (suspect.a, suspect.b);
        let in_vain = witnesses.margins.of[suspect.margin as usize].in_vain;
        if round == FIRST_ROUND && in_vain >= round && !witnesses.touched.contains_key(&key) {
            return true;
        }
        let tests = match round {
            FIRST_ROUND => round,
            _ => round.max(in_vain.saturating_mul(GROWTH).min(MOST_AT_ONCE)),
        };
        let mut part = meter.part(tests);
        let meshes = self.meshes(suspect);
        witnesses.margins.of[suspect.margin as usize].look(self.scene, &meshes.a_from_b);
        let answer = self.touch(suspect, &meshes, &mut part, witnesses);
        meter.give_back(&part);
        let has_solid = meshes.has_solid();
        let touches = match answer {
            Answer::Undecided(depth) => {
                if part.spent() >= tests {
                    witnesses.margins.of[suspect.margin as usize].in_vain = tests;
                }
                if !has_solid {
                    suspect.depth = depth.min(suspect.depth);
                }
                return true;
            }
            Answer::Touching((i, j)) => {
                witnesses.margins.of[suspect.margin as usize].in_vain = 0;
                witnesses.touched.insert(key, (i, j));
                true
            }
            Answer::Clear => {
                witnesses.margins.of[suspect.margin as usize].in_vain = 0;
                witnesses.touched.remove(&key);
                if has_solid {
                    meter.spend_slow(1);
                    if meter.is_over() {
                        return true;
                    }
                }
                has_solid && meshes.two().one_is_inside()
            }
        };
        if touches {
            reached.touching.push((self.scene.handle(suspect.a), self.scene.handle(suspect.b)));
        }
        false
    }

    /// Close pairs with an exact shape on one side.
    fn look_at_shapes(
        &self,
        close: &[(u32, u32)],
        meter: &mut Meter,
        witnesses: &mut Witnesses,
        reached: &mut Touches,
    ) {
        for &(a, b) in close.iter().filter(|&&(a, b)| Row::Shapes.is_of(self.scene, [a, b])) {
            let pair = self.pair((a, b));
            let touch = if meter.is_over() {
                Answer::Undecided(())
            } else {
                meter.spend_slow(1);
                pair.shapes_touch(&mut witnesses.scratch)
            };
            let handles = pair.handles();
            if touch.is_undecided() {
                reached.undecided.retain(|known| (known.a, known.b) != handles);
            }
            reached.take(handles, touch);
        }
        let touching = &reached.touching;
        reached.undecided.retain(|known| !touching.contains(&(known.a, known.b)));
    }
}
