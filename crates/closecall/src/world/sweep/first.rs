//! The first contact: of several pairs on one edge, and on edges that follow each other.

use super::{Edge, EdgeDoubt, EdgeHit, Sweeps};
use crate::Answer;
use crate::geom::Interval;
use crate::parallel;
use crate::query::sweep::{Doubt, Hit, Scratch};
use crate::world::{Handle, WorldError};

/// The number of edges that are answered at once; what comes after the first contact need not be known.
const EDGES_AT_ONCE: usize = 64;

/// The facts known so far about pairs that are asked one after the other.
pub(super) struct First {
    /// Later contacts do not matter.
    pub end: f64,
    hit: Option<(Hit, [u32; 2])>,
    doubt: Option<(Doubt, [u32; 2])>,
    clear_until: f64,
}

impl First {
    pub(super) fn new() -> Self {
        Self { end: 1.0, hit: None, doubt: None, clear_until: f64::INFINITY }
    }

    /// Takes the answer of a pair, which was asked up to the end.
    pub(super) fn take(&mut self, pair: [u32; 2], answer: Answer<Hit, Doubt>) {
        match answer {
            Answer::Clear => {}
            Answer::Touching(found) => {
                (self.end, self.hit) = (found.time.hi, Some((found, pair)));
                self.clear_until = self.clear_until.min(found.time.lo);
            }
            Answer::Undecided(found) => {
                self.clear_until = self.clear_until.min(found.time.lo);
                if self.doubt.is_none_or(|(first, _)| found.time.lo < first.time.lo) {
                    self.doubt = Some((found, pair));
                }
            }
        }
    }

    /// Is a contact known?
    pub(super) fn is_hit(&self) -> bool {
        self.hit.is_some()
    }

    /// The answer where any contact will do: bodies that were not asked may touch before it.
    pub(super) fn any(mut self, handle: impl Fn(u32) -> Handle) -> Answer<EdgeHit, EdgeDoubt> {
        self.clear_until = 0.0;
        self.answer(handle)
    }

    pub(super) fn answer(self, handle: impl Fn(u32) -> Handle) -> Answer<EdgeHit, EdgeDoubt> {
        match (self.hit, self.doubt) {
            (Some((hit, pair)), _) => {
                let hit = hit.apart_until(self.clear_until.min(hit.time.hi));
                Answer::Touching(EdgeHit { hit, bodies: pair.map(handle) })
            }
            (None, Some((doubt, pair))) => {
                let bodies = doubt.gap.is_some().then(|| pair.map(handle));
                Answer::Undecided(EdgeDoubt { doubt, bodies })
            }
            (None, None) => Answer::Clear,
        }
    }
}

impl Sweeps<'_> {
    /// The first contact on edges that follow each other, if there is one. Times are counted in
    /// edges: 2.5 is half way along the third. All edges share the budget, in their order; those
    /// after the first contact are not looked at. `edge` makes each edge when it is needed, and
    /// `done` hears how many are answered. On all cores, unless the budget is a number of tests.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::{Chain, Factor};
    /// use closecall::world::sweep::{Moves, Sweeps};
    /// use closecall::{Answer, Ask, Body, Model, World, WorldError};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut world = World::new();
    /// let wall = world.insert(Body::new("wall", &cube).fixed())?;
    /// let tool = world.insert(Body::new("tool", &cube))?;
    /// let edge = |step: usize| {
    ///     let [from, to] = [9.0, 5.0].map(|x| [x - 4.0 * step as f64, 0.5, 0.5]);
    ///     let way = Chain::new(vec![Factor::Slide { from, to }]).unwrap();
    ///     Ok::<_, WorldError>(Moves(vec![(tool, way)]))
    /// };
    /// let answer = Sweeps::new(&world, &Ask::new()).first(3, edge, |_| {})?;
    /// let Answer::Touching(first) = answer else { panic!("{answer:?}") };
    /// assert_eq!(first.bodies, [wall, tool]);
    /// assert!((first.hit.time.hi - 2.0).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Sweeps::ask`], and those of `edge`.
    pub fn first<E: Edge, X: From<WorldError>>(
        &self,
        edges: usize,
        edge: impl Fn(usize) -> Result<E, X>,
        mut done: impl FnMut(usize),
    ) -> Result<Answer<EdgeHit, EdgeDoubt>, X> {
        let mut own = self.scratch();
        let at_once = if self.options.budget.tests_allowed().is_some() { 1 } else { EDGES_AT_ONCE };
        let mut doubt = None::<EdgeDoubt>;
        for start in (0..edges).step_by(at_once) {
            let end = edges.min(start + at_once);
            let lot = (start..end).map(&edge).collect::<Result<Vec<E>, X>>()?;
            let answers = match &lot[..] {
                [edge] => vec![self.ask_with(edge, &mut own)],
                lot => parallel::map(lot, 1, || own.clone(), |own, edge| self.ask_with(edge, own)),
            };
            for (step, answer) in (start..).zip(answers) {
                let at = |time: Interval| {
                    let [lo, hi] = [time.lo, time.hi].map(|time| step as f64 + time);
                    Interval { lo, hi }
                };
                match answer? {
                    Answer::Clear => {}
                    Answer::Touching(EdgeHit { hit, bodies }) => {
                        let hit = Hit { time: at(hit.time), ..hit };
                        let from = doubt.map_or(hit.time.lo, |doubt| doubt.doubt.time.lo);
                        let hit = hit.apart_until(from);
                        return Ok(Answer::Touching(EdgeHit { hit, bodies }));
                    }
                    Answer::Undecided(found) => {
                        let shifted = Doubt { time: at(found.doubt.time), ..found.doubt };
                        doubt = doubt.or(Some(EdgeDoubt { doubt: shifted, ..found }));
                    }
                }
            }
            done(end);
        }
        Ok(doubt.map_or(Answer::Clear, Answer::Undecided))
    }

    /// Stacks, and the budget from now on.
    pub(super) fn scratch(&self) -> Scratch {
        let mut scratch = Scratch::default();
        scratch.meter = self.options.budget.start();
        scratch
    }
}
