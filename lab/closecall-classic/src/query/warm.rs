//! The classic engine with memory: every volume, test and tree with every strategy of
//! [`crate::coherence`].

use super::classic::{Checker, Classic, ClassicBody, pairs};
use super::volume_kind::VolumeKind;
use crate::coherence::{
    AnswerVisitor, Bottom, Front, FrontFootprint, Kinship, ListMoves, Policy, RootFront, Round,
    SeparationList, Tally, Updating,
};
use crate::tree::BinaryTree;
use crate::volume::{Recall, Volume};
use crate::walk::{
    Agenda, All, AnyDescent, Cost, Count, Descent, Moved, NodePair, Reported, Uncounted, walk,
};
use closecall::UnknownName;
use closecall::engine::geom::{Ball, GlamMesh as _, Triangle};
use closecall::geom::{Clearance, Pose};
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

/// How a query learns from the one before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strategy {
    /// Li and Chen's separation list.
    List(Updating),
    /// Klosowski's front of the flying root. The environment is always opened first, whatever the
    /// traversal.
    Klosowski,
    /// Tropp's front with margins and axes.
    Tropp(Policy),
}

impl Policy {
    /// The paper's parameters for a volume; those of axis-aligned boxes for volumes it does not
    /// treat.
    #[must_use]
    pub fn of(volume: VolumeKind) -> Self {
        if matches!(volume, VolumeKind::Obb(..)) { Self::OBB } else { Self::AABB }
    }
}

crate::names::named!(Bottom, "bottom", { Bottom::Triangles => "triangles", Bottom::Volumes => "volumes" });

impl Updating {
    /// The paper's ways, in its order.
    pub const ALL: &'static [Self] = &[Self::Plain, Self::Predicted, Self::DEFERRED];

    /// Its name, without how often it defers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Predicted => "predicted",
            Self::Deferred(_) => "deferred",
        }
    }
}

impl fmt::Display for Updating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deferred(times) if *times != 1 => write!(f, "deferred {times} times"),
            other => f.pad(other.name()),
        }
    }
}

impl FromStr for Updating {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.iter().copied().find(|value| value.name() == name).ok_or_else(|| {
            let known = Self::ALL.iter().map(|value| value.name()).collect::<Vec<_>>().join(", ");
            UnknownName { what: "way of updating", name: name.to_owned(), known }
        })
    }
}

impl Strategy {
    /// Tropp's front with the paper's parameters for a volume; those of axis-aligned boxes for
    /// volumes it does not treat.
    #[must_use]
    pub fn tropp(volume: VolumeKind) -> Self {
        Self::Tropp(Policy::of(volume))
    }

    /// Its name, without its parameters.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::List(_) => "list",
            Self::Klosowski => "klosowski",
            Self::Tropp(_) => "tropp",
        }
    }
}

/// A checker whose queries learn from those before them. It answers every question like one without
/// memory would, whatever was asked before: only the time it takes depends on that.
///
/// ```
/// use closecall::engine::geom::DVec3;
/// use closecall::{Mesh, Pose};
/// use closecall_classic::query::{Options, Strategy, checker};
/// let mesh = std::sync::Arc::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
/// let options = Options::default();
/// let mut warm = checker(mesh.clone(), mesh, &options).remembering(Strategy::tropp(options.volume));
/// for step in 0..4 {
///     let pose = Pose::from_translation([f64::from(step) * 0.5, 0.0, 0.0])?;
///     assert_eq!(warm.collides(&pose), step <= 2);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Remembering: Checker {
    /// Forgets what it learned.
    fn reset(&mut self);

    /// Goes on with the memory of this number: many pairs of the same two bodies can share one
    /// checker, each with a memory of its own. The first memory has the number 0.
    fn switch_to(&mut self, memory: usize);

    /// The size of its memory of the present pair.
    fn footprint(&self) -> FrontFootprint;

    /// The pairs of nodes that it remembers, if any: every pair of leaves lies under one of them.
    fn front(&self) -> Vec<NodePair>;

    /// The surfaces of the volumes of some nodes of A and of some of B, each in its body's frame,
    /// to draw them.
    fn surfaces(&self, nodes: [&[u32]; 2]) -> [Vec<Vec<Triangle>>; 2];

    /// The moves of the nodes of a separation list in the last query; none of other memories.
    fn list_moves(&self) -> ListMoves;

    /// Remembers no more than this many pairs of nodes from now on; a query that would need more
    /// leaves nothing for the next.
    fn limit(&mut self, most_entries: usize);

    /// The same, memory included.
    fn boxed_clone(&self) -> Box<dyn Remembering>;
}

impl Clone for Box<dyn Remembering> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Unless it is told otherwise, a checker remembers at most this many pairs of nodes.
pub const MOST_ENTRIES: usize = 1 << 20;

/// The memory.
#[derive(Clone, Debug)]
enum Memory<K> {
    List(SeparationList),
    Root(RootFront),
    Front(Box<Front<K>>),
}

/// The classic engine with one volume, one test and one strategy.
#[derive(Clone, Debug)]
pub struct WarmClassic<V: Volume, T: Recall<V>> {
    a: Arc<ClassicBody<V>>,
    b: Arc<ClassicBody<V>>,
    test: T,
    descent: AnyDescent,
    clearance: Clearance,
    strategy: Strategy,
    kinship: Arc<Kinship>,
    ball: Ball,
    most_entries: usize,
    memory: Memory<T::Kept>,
    /// The memories of other pairs, by number; in the place of the present one lies an empty one.
    others: Vec<Memory<T::Kept>>,
    present: usize,
    agenda: Agenda,
    moved: Moved<V>,
    reported: Reported,
}

impl<V: Volume, T: Recall<V> + Copy> WarmClassic<V, T> {
    /// Readies two bodies.
    #[must_use]
    pub fn new(
        a: Arc<ClassicBody<V>>,
        b: Arc<ClassicBody<V>>,
        (test, descent): (T, AnyDescent),
        clearance: Clearance,
        strategy: Strategy,
    ) -> Self {
        let descent = match (strategy, descent) {
            (Strategy::Klosowski, _) => AnyDescent::EnvironmentFirst,
            // A cut is followed from left to right.
            (_, AnyDescent::BreadthFirst(_) | AnyDescent::BestFirst(_)) => AnyDescent::LockStep,
            (_, other) => other,
        };
        let kinship =
            Arc::new(Kinship::new(a.tree(), b.tree(), matches!(descent, AnyDescent::Restart(_))));
        let ball =
            Ball::around((0..b.mesh().triangle_count()).flat_map(|i| b.mesh().triangle_at(i)));
        let memory = memory(&a, &b, ball, strategy, MOST_ENTRIES);
        let (agenda, moved, reported) = (Agenda::new(), Moved::default(), Reported::default());
        Self {
            a,
            b,
            test,
            descent,
            clearance,
            strategy,
            kinship,
            ball,
            most_entries: MOST_ENTRIES,
            memory,
            others: Vec::new(),
            present: 0,
            agenda,
            moved,
            reported,
        }
    }

    fn empty_memory(&self, most_entries: usize) -> Memory<T::Kept> {
        memory(&self.a, &self.b, self.ball, self.strategy, most_entries)
    }

    fn ask<C: Count>(&mut self, a_from_b: &Pose, answer: &mut AnswerVisitor<'_>, count: C) {
        let mut once;
        let has_pieces = self.a.tree().has_pieces() || self.b.tree().has_pieces();
        let answer: &mut AnswerVisitor<'_> = if has_pieces {
            let reported = &mut self.reported;
            reported.clear();
            once = |a, b| {
                if reported.insert((a, b)) { answer(a, b) } else { ControlFlow::Continue(()) }
            };
            &mut once
        } else {
            answer
        };
        Descent::<V>::start(&mut self.descent, self.b.tree().nodes().len());
        let Self { a, b, test, clearance, descent, agenda, moved, kinship, memory, .. } = self;
        let (bodies, how) = ((&**a, &**b), (*test, *clearance));
        match memory {
            Memory::List(list) => {
                let pairs = pairs(bodies, a_from_b, how, moved, count);
                list.query(&mut Round { pairs, descent, agenda }, kinship, answer);
            }
            Memory::Root(front) => {
                let pairs = pairs(bodies, a_from_b, how, moved, count);
                front.query(&mut Round { pairs, descent, agenda }, kinship, answer);
            }
            // The walk without memory, and nothing beside it.
            Memory::Front(front) if front.rests() => {
                front.count_rest();
                let mut pairs = pairs(bodies, a_from_b, how, moved, count);
                agenda.clear();
                agenda.push((BinaryTree::<V>::ROOT, BinaryTree::<V>::ROOT));
                // Who breaks off has heard enough.
                let _ = walk(&mut pairs, descent, agenda, &mut All(answer));
            }
            Memory::Front(front) => {
                let pairs = pairs(bodies, a_from_b, how, moved, Tally::new(count));
                front.query(&mut Round { pairs, descent, agenda }, kinship, answer);
            }
        }
    }

    fn ask_first(&mut self, a_from_b: &Pose, count: impl Count) -> Option<(u32, u32)> {
        let mut first = None;
        let mut answer = |a, b| {
            first = Some((a, b));
            ControlFlow::Break(())
        };
        self.ask(a_from_b, &mut answer, count);
        first
    }
}

fn memory<V: Volume, K: Copy + Default>(
    a: &ClassicBody<V>,
    b: &ClassicBody<V>,
    ball: Ball,
    strategy: Strategy,
    most_entries: usize,
) -> Memory<K> {
    match strategy {
        Strategy::List(updating) => Memory::List(SeparationList::new(updating, most_entries)),
        Strategy::Klosowski => Memory::Root(RootFront::new(most_entries)),
        Strategy::Tropp(policy) => {
            Memory::Front(Box::new(Front::new(a.tree(), b.tree(), ball, policy, most_entries)))
        }
    }
}

impl<V: Volume, T: Recall<V> + Copy + Send + 'static> Checker for WarmClassic<V, T> {
    fn first(&mut self, a_from_b: &Pose) -> Option<(u32, u32)> {
        self.ask_first(a_from_b, Uncounted)
    }

    fn visit_contacts(
        &mut self,
        a_from_b: &Pose,
        visitor: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        self.ask(a_from_b, visitor, Uncounted);
    }

    fn first_counted(&mut self, a_from_b: &Pose, cost: &mut Cost) -> Option<(u32, u32)> {
        self.ask_first(a_from_b, cost)
    }

    fn visit_contacts_counted(
        &mut self,
        a_from_b: &Pose,
        cost: &mut Cost,
        visitor: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        self.ask(a_from_b, visitor, cost);
    }

    fn fork(&self) -> Box<dyn Checker> {
        let how = (self.test, self.descent.clone());
        Box::new(Classic::new(self.a.clone(), self.b.clone(), how, self.clearance))
    }

    fn remembering(&self, strategy: Strategy) -> Box<dyn Remembering> {
        let how = (self.test, self.descent.clone());
        Box::new(Self::new(self.a.clone(), self.b.clone(), how, self.clearance, strategy))
    }

    fn tree_bytes(&self) -> (usize, usize) {
        (self.a.bytes(), self.b.bytes())
    }
}

impl<V: Volume, T: Recall<V> + Copy + Send + 'static> Remembering for WarmClassic<V, T> {
    fn reset(&mut self) {
        self.others.clear();
        self.present = 0;
        match &mut self.memory {
            Memory::List(list) => list.reset(),
            Memory::Root(front) => front.reset(),
            Memory::Front(front) => front.reset(),
        }
    }

    fn switch_to(&mut self, memory: usize) {
        while self.others.len() <= memory.max(self.present) {
            self.others.push(self.empty_memory(self.most_entries));
        }
        std::mem::swap(&mut self.memory, &mut self.others[self.present]);
        std::mem::swap(&mut self.memory, &mut self.others[memory]);
        self.present = memory;
    }

    fn footprint(&self) -> FrontFootprint {
        let own = match &self.memory {
            Memory::List(list) => list.footprint(),
            Memory::Root(front) => front.footprint(),
            Memory::Front(front) => front.footprint(),
        };
        FrontFootprint { bytes: own.bytes + self.kinship.bytes(), ..own }
    }

    fn front(&self) -> Vec<NodePair> {
        match &self.memory {
            Memory::List(list) => list.pairs(),
            Memory::Root(front) => front.pairs(),
            Memory::Front(front) => front.pairs(),
        }
    }

    fn surfaces(&self, [of_a, of_b]: [&[u32]; 2]) -> [Vec<Vec<Triangle>>; 2] {
        let surface = |body: &ClassicBody<V>, node: &u32| body.tree().node(*node).volume.surface();
        [(&self.a, of_a), (&self.b, of_b)]
            .map(|(body, nodes)| nodes.iter().map(|node| surface(body, node)).collect())
    }

    fn list_moves(&self) -> ListMoves {
        if let Memory::List(list) = &self.memory { list.moves() } else { ListMoves::default() }
    }

    fn limit(&mut self, most_entries: usize) {
        self.most_entries = most_entries;
        self.memory = self.empty_memory(most_entries);
        self.others.clear();
        self.present = 0;
    }

    fn boxed_clone(&self) -> Box<dyn Remembering> {
        Box::new(self.clone())
    }
}
