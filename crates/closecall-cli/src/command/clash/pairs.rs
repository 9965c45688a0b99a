//! Every two of many parts, on all cores, within a budget.
//!
//! A world of all parts says which of them touch. Pairs that touch are then asked in what way, and
//! the others how far apart they are.

use std::collections::HashMap;

use closecall::geom::Clearance;
use closecall::query::{Meaning, Penetration};
use closecall::world::{Body, Handle, WorldError};
use closecall::{Ask, Budget, Distance, Kind, Pose, World};
use closecall_robot::scene::SceneStep;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::Part;
use crate::budget_watch::BudgetWatch;
use crate::failure::Failure;
use crate::scene::{Wanted, touching, touching_within};

/// How two parts lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As solids, or as surfaces.
    Of(Kind),
    /// They do not touch, but are no further apart than the clearance.
    Near,
    /// A part of an open surface lies inside a solid, and touches nothing of its surface.
    Inside,
}

impl Way {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Of(kind) => kind.name(),
            Self::Near => "near",
            Self::Inside => "inside",
        }
    }

    /// Is it a clash?
    pub fn clashes(self) -> bool {
        self != Self::Of(Kind::Apart)
    }
}

/// Two parts that were looked at.
#[derive(Clone, Debug)]
pub struct Met {
    pub a: usize,
    pub b: usize,
    pub way: Way,
    pub meaning: Meaning,
    pub contact: Option<(u32, u32)>,
    /// How far apart they are, if they are.
    pub apart: Option<Distance>,
    /// How deep they are in each other, if that was asked and they are solids that overlap.
    pub depth: Option<Penetration>,
}

/// Two parts of which it is not known in what way they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPair {
    pub a: usize,
    pub b: usize,
    /// Is it certain that they meet? If not, they may be apart.
    pub meets: bool,
}

/// All pairs.
#[derive(Debug, Default)]
pub struct Pairs {
    pub met: Vec<Met>,
    pub open: Vec<OpenPair>,
}

impl Pairs {
    /// How many meet for certain.
    pub fn clashes(&self) -> usize {
        let met = self.met.iter().filter(|met| met.way.clashes()).count();
        met + self.open.iter().filter(|open| open.meets).count()
    }

    pub fn count(&self) -> usize {
        self.met.len() + self.open.len()
    }
}

/// The parts, and a world of them in which closed ones are solids.
pub struct Parts<'p> {
    parts: &'p [Part],
    world: World,
    handles: Vec<Handle>,
    asks_depth: bool,
}

impl<'p> Parts<'p> {
    /// All parts where their files have them.
    pub fn new(parts: &'p [Part], clearance: Clearance) -> Result<Self, Failure> {
        let mut world = World::new();
        world.set_clearance(clearance);
        let handles = parts.iter().enumerate().map(|(number, part)| {
            let handle = world.insert(Body::new(number.to_string(), &part.model))?;
            world.set_solid(handle, part.solid.is_some())?;
            Ok(handle)
        });
        let handles = handles.collect::<Result<_, WorldError>>().map_err(Failure::of_fault)?;
        Ok(Self { parts, world, handles, asks_depth: false })
    }

    /// Also asks how deep overlapping pairs are in each other, or does not.
    pub fn with_depth(self, asks_depth: bool) -> Self {
        Self { asks_depth, ..self }
    }
}

/// Decides every pair. A budget of time is for all of them, a number of tests for each that meets.
pub fn all_pairs(parts: Parts, budget: Budget, pool: &ThreadPool) -> Result<Pairs, Failure> {
    let Parts { parts, mut world, handles, asks_depth } = parts;
    let count = parts.len();
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let watch = BudgetWatch::new("clash", pairs.len(), budget);
    let rest = [SceneStep { name: String::new(), line: None, seconds: None, poses: Vec::new() }];
    let found = match budget.time_allowed() {
        Some(time) => touching_within(&mut world, &rest, &Budget::time(time))?,
        None => touching(&mut world, &rest, Wanted::Bodies, pool)?,
    };
    let found = found.iter().flatten().map(|pair| ((pair.a, pair.b), pair.undecided));
    let found: HashMap<(Handle, Handle), bool> = found.collect();
    let look = |&(a, b): &(usize, usize)| {
        let pair = LookedAt { world: &world, parts, handles: &handles, a, b, asks_depth };
        let met = match found.get(&(handles[a], handles[b])) {
            None => Ok(pair.apart(&watch)),
            Some(true) => Err(OpenPair { a, b, meets: false }),
            Some(false) => pair.meeting(&watch).ok_or(OpenPair { a, b, meets: true }),
        };
        watch.inc(1);
        met
    };
    let looked_at: Vec<Result<Met, OpenPair>> =
        pool.install(|| pairs.par_iter().map(look).collect());
    let mut found = Pairs::default();
    for pair in looked_at {
        match pair {
            Ok(met) => found.met.push(met),
            Err(open) => found.open.push(open),
        }
    }
    Ok(found)
}

/// Why parts can be asked about each other.
const SAME_UNIT: &str = "the world has taken both parts";

/// Two parts of the world.
struct LookedAt<'w> {
    world: &'w World,
    parts: &'w [Part],
    handles: &'w [Handle],
    a: usize,
    b: usize,
    asks_depth: bool,
}

impl LookedAt<'_> {
    /// Two that do not touch, and how far apart they are unless the time is over.
    fn apart(&self, watch: &BudgetWatch) -> Met {
        let [a, b] = [self.a, self.b].map(|part| &self.parts[part]);
        let is_solid = a.solid.is_some() && b.solid.is_some();
        let meaning = if is_solid { Meaning::Solids } else { Meaning::Surfaces };
        let mut asked = a.model.ask(&b.model, watch.left()).expect(SAME_UNIT);
        let apart = watch.allows(0).is_continue().then(|| asked.distance(&Pose::IDENTITY));
        let (way, apart) = (Way::Of(Kind::Apart), apart.flatten());
        Met { a: self.a, b: self.b, way, meaning, contact: None, apart, depth: None }
    }

    /// In what way do two meet that touch, or are too near? None if the budget ends before that is
    /// known.
    fn meeting(&self, watch: &BudgetWatch) -> Option<Met> {
        let ([a, b], pose) = ([self.a, self.b].map(|part| &self.parts[part]), Pose::IDENTITY);
        let at = |steps| watch.allows(steps);
        let found = match (&a.solid, &b.solid) {
            (Some(a), Some(b)) => a.meeting_watched(b, &pose, &at),
            _ => a.model.surface_meeting_watched(&b.model, &pose, &at),
        };
        let found = found.expect(SAME_UNIT)?;
        let (way, apart) = match found.kind {
            Kind::Apart => self.beside(),
            kind => (Way::Of(kind), None),
        };
        let (meaning, contact) = (found.meaning, found.contact);
        let overlap = a.solid.as_ref().zip(b.solid.as_ref()).filter(|_| found.both.is_some());
        let depth = overlap.filter(|_| self.asks_depth).and_then(|(a, b)| {
            let ask = Ask::new().budget(watch.left());
            a.penetration(b, &pose, ask).expect(SAME_UNIT)
        });
        Some(Met { a: self.a, b: self.b, way, meaning, contact, apart, depth })
    }

    /// Of two whose surfaces share no point: is one inside the other, or are they near?
    fn beside(&self) -> (Way, Option<Distance>) {
        let [a, b] = [self.a, self.b].map(|part| self.handles[part]);
        let mut query = self.world.query().with(Ask::new());
        query.pose_all();
        let found = query.distance(a, b).expect("both are in the world");
        match found.and_then(|found| found.meshes) {
            Some(apart) if apart.distance.hi > 0.0 => (Way::Near, Some(apart)),
            _ => (Way::Inside, None),
        }
    }
}
