//! What touches first: of several pairs on one edge, and on edges that follow each other.

use super::{Edge, EdgeAnswer, Sweeps};
use crate::parallel;
use crate::query::sweep::{Answer, Doubt, Hit, Scratch};
use crate::world::{Handle, WorldError};

/// So many edges are answered at once; what comes after the first contact need not be known.
const EDGES_AT_ONCE: usize = 64;

/// What is known so far of pairs that are asked one after the other.
pub(super) struct First {
    /// Later contacts do not matter.
    pub end: f64,
    hit: Option<(Hit, [u32; 2])>,
    doubt: Option<(Doubt, [u32; 2])>,
    free_until: f64,
}

impl First {
    pub(super) fn new() -> Self {
        Self { end: 1.0, hit: None, doubt: None, free_until: f64::INFINITY }
    }

    /// Takes the answer of a pair, which was asked up to the end.
    pub(super) fn take(&mut self, pair: [u32; 2], answer: Answer) {
        match answer {
            Answer::Free => {}
            Answer::Hits(found) => {
                (self.end, self.hit) = (found.to, Some((found, pair)));
                self.free_until = self.free_until.min(found.from);
            }
            Answer::Undecided(found) => {
                self.free_until = self.free_until.min(found.free_until);
                if self.doubt.is_none_or(|(first, _)| found.free_until < first.free_until) {
                    self.doubt = Some((found, pair));
                }
            }
        }
    }

    pub(super) fn answer(self, handle: impl Fn(u32) -> Handle) -> EdgeAnswer {
        match (self.hit, self.doubt) {
            (Some((hit, pair)), _) => {
                let from = self.free_until.min(hit.to);
                EdgeAnswer::Hits(Hit { from, ..hit }, pair.map(handle))
            }
            (None, Some((doubt, pair))) => {
                EdgeAnswer::Undecided(doubt, doubt.gap.is_some().then(|| pair.map(handle)))
            }
            (None, None) => EdgeAnswer::Free,
        }
    }
}

impl Sweeps<'_> {
    /// What touches first on edges that follow each other, if anything does? Times are counted in
    /// edges: 2.5 is half way along the third. All edges share the budget, in their order; those
    /// after the first contact are not looked at. `edge` makes each edge when it is needed, and
    /// `done` hears how many are answered. On all cores, unless the budget is a number of tests.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::{Chain, Factor};
    /// use closecall::world::sweep::{EdgeAnswer, Moves, Sweeps};
    /// use closecall::{Ask, Body, Model, World, WorldError, geom::DVec3};
    /// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    /// let mut world = World::new();
    /// let wall = world.insert(Body::new("wall", &cube).fixed())?;
    /// let tool = world.insert(Body::new("tool", &cube))?;
    /// let edge = |step: usize| {
    ///     let [from, to] = [9.0, 5.0].map(|x| DVec3::new(x - 4.0 * step as f64, 0.5, 0.5));
    ///     let way = Chain::new(vec![Factor::Slide { from, to }]).unwrap();
    ///     Ok::<_, WorldError>(Moves(vec![(tool, way)]))
    /// };
    /// match Sweeps::new(&world, &Ask::new()).first(3, edge, |_| {})? {
    ///     EdgeAnswer::Hits(hit, [a, b]) => {
    ///         assert_eq!([a, b], [wall, tool]);
    ///         assert!((hit.to - 2.0).abs() < 1e-6);
    ///     }
    ///     other => panic!("{other:?}"),
    /// }
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
    ) -> Result<EdgeAnswer, X> {
        let mut own = self.scratch();
        let at_once = if self.options.budget.tests_allowed().is_some() { 1 } else { EDGES_AT_ONCE };
        let mut doubt = None;
        for start in (0..edges).step_by(at_once) {
            let end = edges.min(start + at_once);
            let lot = (start..end).map(&edge).collect::<Result<Vec<E>, X>>()?;
            let answers = match &lot[..] {
                [edge] => vec![self.ask_with(edge, &mut own)],
                lot => parallel::map(lot, 1, || own.clone(), |own, edge| self.ask_with(edge, own)),
            };
            for (step, answer) in (start..).zip(answers) {
                let at = |time: f64| step as f64 + time;
                match answer? {
                    EdgeAnswer::Free => {}
                    EdgeAnswer::Hits(Hit { from, to, triangles }, pair) => {
                        let from =
                            doubt.map_or(at(from), |(doubt, _): (Doubt, _)| doubt.free_until);
                        return Ok(EdgeAnswer::Hits(Hit { from, to: at(to), triangles }, pair));
                    }
                    EdgeAnswer::Undecided(found, pair) => {
                        let [free_until, until] = [found.free_until, found.until].map(at);
                        doubt = doubt.or(Some((Doubt { free_until, until, ..found }, pair)));
                    }
                }
            }
            done(end);
        }
        Ok(doubt.map_or(EdgeAnswer::Free, |(doubt, pair)| EdgeAnswer::Undecided(doubt, pair)))
    }

    /// Stacks, and the budget from now on.
    pub(super) fn scratch(&self) -> Scratch {
        let mut scratch = Scratch::default();
        scratch.meter = self.options.budget.start();
        scratch
    }
}
