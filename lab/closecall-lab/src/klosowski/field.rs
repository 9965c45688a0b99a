//! Contenders of the classic engine, with and without memory, in turns on contiguous stretches of
//! the five flights: what each took to build and to ask.
//!
//! All must give the same answers; where one does not, there is no figure but a disagreement.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use closecall::{Cost, Mesh, Pose};
use closecall_classic::query::{Checker, Options, Remembering, Strategy, checker_watched};

use super::grid::Grid;
use super::printed::SETS;
use crate::coherence::{Course, ask, course_poses, same};
use crate::experiment::{Fault, Lab, Noise};
use crate::scenes::DataSet;
use crate::table::TableQuestion;
use closecall_flight::timing::Stopwatch;

/// A contender: its name, its trees and what it remembers.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name in a table.
    pub name: String,
    /// How its trees are built and walked.
    pub options: Options,
    /// The memory of a query, if it has one.
    pub memory: Option<Strategy>,
}

impl Entrant {
    /// One that remembers nothing.
    pub fn cold(name: impl Into<String>, options: Options) -> Self {
        Self { name: name.into(), options, memory: None }
    }

    /// One with a memory.
    pub fn warm(name: impl Into<String>, options: Options, memory: Strategy) -> Self {
        Self { name: name.into(), options, memory: Some(memory) }
    }
}

/// The work of a contender on one path.
#[derive(Clone, Debug)]
pub struct FieldEntry {
    /// The mean over the poses of each pose's fastest repetition, in µs.
    pub mean_us: f64,
    /// The slowest pose, likewise.
    pub max_us: f64,
    /// By which share its repetitions differ.
    pub spread: f64,
    /// The cost of all queries together.
    pub cost: Cost,
    /// The most pairs that were remembered.
    pub entries: usize,
    /// The time to build both trees, in ms.
    pub build_ms: f64,
    /// The number of bytes the two trees take.
    pub bytes: (usize, usize),
    /// Each pose's fastest repetition, in µs.
    pub best_us: Vec<f64>,
}

/// A checker that may remember.
enum Asked {
    Cold(Box<dyn Checker>),
    Warm(Box<dyn Remembering>),
}

impl Asked {
    fn checker(&mut self) -> &mut dyn Checker {
        match self {
            Self::Cold(checker) => &mut **checker,
            Self::Warm(checker) => &mut **checker,
        }
    }

    fn reset(&mut self) {
        if let Self::Warm(checker) = self {
            checker.reset();
        }
    }

    fn entries(&self) -> usize {
        if let Self::Warm(checker) = self { checker.footprint().entries } else { 0 }
    }
}

/// Builds all contenders, and asks them about every pose.
pub fn field(
    lab: &mut Lab,
    (name, env, obj): (&str, &Arc<Mesh>, &Arc<Mesh>),
    entrants: &[Entrant],
    poses: &[Pose],
    question: TableQuestion,
) -> Result<Vec<FieldEntry>, Fault> {
    let mut asked = Vec::new();
    for entrant in entrants {
        let start = Instant::now();
        let cold = checker_watched(env.clone(), obj.clone(), &entrant.options, &mut |_| ());
        let build_ms = 1e3 * start.elapsed().as_secs_f64();
        let bytes = cold.tree_bytes();
        let one = match entrant.memory {
            None => Asked::Cold(cold),
            Some(strategy) => Asked::Warm(cold.remembering(strategy)),
        };
        asked.push((one, Stopwatch::new(poses.len()), build_ms, bytes));
    }
    lab.progress.start(name, lab.settings.reps);
    for _ in 0..lab.settings.reps {
        for (one, watch, ..) in &mut asked {
            one.reset();
            watch.repetition(|k| ask(one.checker(), &poses[k], question, None));
        }
        lab.progress.step();
    }
    let mut entries = Vec::new();
    let mut expected: Option<Vec<u64>> = None;
    for ((mut one, watch, build_ms, bytes), entrant) in asked.into_iter().zip(entrants) {
        let (mut cost, mut most) = (Cost::default(), 0);
        one.reset();
        for pose in poses {
            ask(one.checker(), pose, question, Some(&mut cost));
            most = most.max(one.entries());
        }
        let timed = watch.finish();
        let reference = expected.get_or_insert_with(|| timed.answers.clone());
        same(name, &entrant.name, &timed.answers, reference)?;
        entries.push(FieldEntry {
            mean_us: timed.timing.mean_best_us,
            max_us: timed.timing.max_us,
            spread: timed.timing.spread,
            cost,
            entries: most,
            build_ms,
            bytes,
            best_us: timed.best_us,
        });
    }
    Ok(entries)
}

/// The work of all contenders on the five flights.
#[derive(Clone, Debug)]
pub struct Fielded {
    names: Vec<String>,
    /// The entries of a flight, in the order of the names.
    sets: Vec<Vec<FieldEntry>>,
    /// The number of poses each has.
    pub poses: Vec<usize>,
    /// The environment's triangles of each.
    pub env_triangles: Vec<usize>,
}

impl Fielded {
    /// Flies all five; measured once, however many tables read it.
    pub fn fly(
        lab: &mut Lab,
        key: &str,
        entrants: impl Fn(&Course) -> Vec<Entrant>,
    ) -> Result<Rc<Self>, Fault> {
        lab.kept(&format!("field {key}"), |lab| {
            let mut all = Self {
                names: Vec::new(),
                sets: Vec::new(),
                poses: Vec::new(),
                env_triangles: Vec::new(),
            };
            for set in DataSet::ALL {
                let course = Course::new(lab, set.name(), set)?;
                let path = course.original(course_poses(lab));
                let entrants = entrants(&course);
                let bodies = (course.name, &course.env, &course.obj);
                all.sets.push(field(lab, bodies, &entrants, &path, TableQuestion::All)?);
                all.names = entrants.into_iter().map(|entrant| entrant.name).collect();
                all.poses.push(path.len());
                all.env_triangles.push(course.env.triangle_count());
            }
            Ok(all)
        })
    }

    /// A figure of every contender on every flight.
    pub fn grid(&self, figure: impl Fn(&FieldEntry) -> f64) -> Grid {
        let mut grid = Grid::new(SETS).of_times(self.noise());
        for (at, name) in self.names.iter().enumerate() {
            grid.push(name, self.sets.iter().map(|set| Some(figure(&set[at]))).collect());
        }
        grid
    }

    /// A count of every contender on every flight, per query.
    pub fn per_query(&self, count: impl Fn(&Cost) -> u64) -> Grid {
        let mut grid = Grid::new(SETS);
        for (at, name) in self.names.iter().enumerate() {
            let one = |(set, poses): (&Vec<FieldEntry>, &usize)| {
                Some(count(&set[at].cost) as f64 / *poses as f64)
            };
            grid.push(name, self.sets.iter().zip(&self.poses).map(one).collect());
        }
        grid
    }

    /// The entry of a contender on a flight, by their numbers.
    pub fn entry(&self, set: usize, contender: usize) -> &FieldEntry {
        &self.sets[set][contender]
    }

    /// The mean time of a query in µs.
    pub fn times_us(&self) -> Grid {
        self.grid(|entry| entry.mean_us)
    }

    /// By which share repetitions typically differ.
    pub fn noise(&self) -> f64 {
        self.sets.iter().flatten().map(|entry| entry.spread).collect::<Noise>().typical()
    }
}
