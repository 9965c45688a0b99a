//! Two bodies and how they are asked: every question with options goes through here.

use super::ask::Ask;
use super::depth::DepthMemory;
use super::model::{Model, Scratch};
use super::subject::{Subject, one_is_inside};
use super::sweep::{self, Approach, Doubt, Hit, Question, Start, tolerance};
use super::timed::ContactPairs;
use super::two::{Means, Two};
use crate::Answer;
use crate::cost::Cost;
use crate::geom::Pose;
use crate::mesh::UnitsDiffer;
use crate::parallel;
use crate::path::Path;
use crate::wide::{Distance, Recent, Warm};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Hears how many items of a batch are done, now and then and from any thread; breaking off stops
/// the batch.
pub type Watch<'w> = dyn Fn(usize) -> ControlFlow<()> + Sync + 'w;

/// A watch that never breaks off.
pub(super) const GO_ON: fn(usize) -> ControlFlow<()> = |_| ControlFlow::Continue(());

/// The number of items of a batch a thread takes at a time.
const STRIDE: usize = 64;

/// Two bodies, how they are asked, and what their queries learned. It answers every question like
/// the bodies would, whatever was asked before; only faster, where they have not moved far. A
/// query allocates nothing once the memory it needs is there.
///
/// ```
/// use closecall::{Mesh, Model, Pair, Pose};
/// let model = Model::new(Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?);
/// let mut pair = Pair::new(&model, &model)?;
/// for step in 0..4 {
///     let pose = Pose::from_translation([f64::from(step) * 0.5, 0.0, 0.0])?;
///     assert_eq!(pair.collides(&pose), step <= 2);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pair {
    pub(super) a: Subject,
    pub(super) b: Subject,
    pub(super) ask: Ask,
    scratch: Scratch,
    pub(super) learned: Learned,
    /// The cost of the queries, if it is counted.
    cost: Cost,
    path_scratch: Option<Box<sweep::Scratch>>,
    /// The tolerance of paths, once it was asked for.
    tolerance: Option<f64>,
}

/// The memory that earlier queries leave for the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Learned {
    warm: Warm,
    recent: Recent,
    pub(super) depth: DepthMemory,
}

impl Learned {
    pub(super) fn forget(&mut self) {
        self.warm.reset();
        self.recent = Recent::default();
        self.depth.forget();
    }
}

impl Model {
    /// This model and another, to be asked with options. Nothing is kept from one query to the
    /// next; [`Pair::new`] is for one question after the other along a path.
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn ask(&self, other: &Self, ask: impl Into<Ask>) -> Result<Pair, UnitsDiffer> {
        self.check_units(other)?;
        Ok(Pair::cold(self, other, ask))
    }
}

impl Pair {
    /// Two bodies that have not been asked yet. Each may be a [`Model`], a [`super::Solid`], of
    /// which what lies inside counts, or a `world::DynamicModel`. Of that the pair, and every
    /// clone of it, notices the changes by itself, on any thread. A query sees one state of it,
    /// whatever happens meanwhile, also where it is both sides; when it is dropped, its last state
    /// stays.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::DynamicModel;
    /// use closecall::{Model, Pair, Pose};
    /// let mut scene = DynamicModel::new(&shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut pair = Pair::new(&scene, &Model::new(shapes::tetrahedron(0.1)))?;
    /// let pose = Pose::from_translation([3.0, 0.5, 0.5])?;
    /// assert!(!pair.collides(&pose));
    /// scene.insert(&shapes::cuboid([3.0, 0.0, 0.0], [4.0, 1.0, 1.0]))?;
    /// assert!(pair.collides(&pose));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn new(a: impl Into<Subject>, b: impl Into<Subject>) -> Result<Self, UnitsDiffer> {
        let (mut a, mut b) = (a.into(), b.into());
        {
            let (a, b) = Subject::now(&mut a, &mut b, || ());
            a.check_units(&b)?;
        }
        Ok(Self::asking(a, b, Ask::new()))
    }

    /// Two models whose units agree, for one question.
    pub(super) fn cold(a: &Model, b: &Model, ask: impl Into<Ask>) -> Self {
        Self::asking(a.into(), b.into(), ask.into().cold())
    }

    fn asking(a: Subject, b: Subject, ask: Ask) -> Self {
        let mut learned = Learned::default();
        learned.warm.set_clearance(ask.clearance);
        let (scratch, cost) = (Scratch::default(), Cost::default());
        Self { a, b, ask, scratch, learned, cost, path_scratch: None, tolerance: None }
    }

    /// The same bodies, asked in this way.
    #[must_use]
    pub fn with(mut self, ask: impl Into<Ask>) -> Self {
        self.set(ask);
        self
    }

    /// Asks in this way from now on.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::{Clearance, Model, Pair, Pose};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut pair = Pair::new(&cube, &cube)?;
    /// let pose = Pose::from_translation([3.0, 0.0, 0.0])?;
    /// assert!(!pair.collides(&pose));
    /// pair.set(Clearance::new(2.0)?);
    /// assert!(pair.collides(&pose));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, ask: impl Into<Ask>) {
        self.ask = ask.into();
        self.tolerance = None;
        self.learned.warm.set_clearance(self.ask.clearance);
    }

    /// The options that it asks with.
    #[must_use]
    pub fn asks(&self) -> &Ask {
        &self.ask
    }

    /// The same bodies, asked in the same way, for another thread: what was learned stays here.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self::asking(self.a.clone(), self.b.clone(), self.ask)
    }

    /// The cost of the queries so far, if [`Ask::counts`] says that it is counted; the count begins
    /// anew.
    pub fn cost(&mut self) -> Cost {
        std::mem::take(&mut self.cost)
    }

    /// From now on no axis that told volumes apart before is tried first: for the laboratory, which
    /// measures what that gains. The answers are the same.
    #[cfg(feature = "lab")]
    pub(crate) fn ignore_kept_axes(&mut self) {
        self.learned.warm.ignore_kept_axes();
    }

    /// The two as they are now, and what the question may use.
    #[inline]
    fn at<T>(&mut self, a_from_b: &Pose, answer: impl FnOnce(Two, &mut Means) -> T) -> T {
        let Self { a, b, ask, scratch, learned, cost, .. } = self;
        let (a, b) = Subject::now(a, b, || learned.forget());
        let mut meter = ask.meter();
        let means = &mut Means {
            warm: ask.remembers.then_some(&mut learned.warm),
            recent: ask.remembers.then_some(&mut learned.recent),
            meter: meter.as_mut(),
            scratch,
            cost: ask.counts.then_some(cost),
        };
        answer(Two { bodies: [a.filled(), b.filled()], a_from_b, ask }, means)
    }

    /// Do the two touch, B being at the pose `a_from_b` in A's frame?
    pub fn collides(&mut self, a_from_b: &Pose) -> bool {
        self.at(a_from_b, |two, means| two.collides(means))
    }

    /// Do the two touch, as far as the budget goes? Two triangles that do, unless one body lies
    /// inside the other; or, of what stays open, no two triangles touch that could not be taken
    /// apart by moving one of them this far.
    ///
    /// ```
    /// use closecall::mesh::shapes::icosphere;
    /// use closecall::{Answer, Budget, Model, Pose};
    /// let ball = Model::new(icosphere(1.0, 3));
    /// let close = Pose::from_translation([0.0, 1.995, 0.0])?;
    /// let early = ball.ask(&ball, Budget::tests(0))?.touch(&close);
    /// assert!(matches!(early, Answer::Undecided(depth) if depth > 0.0 && depth < 0.01));
    /// let late = ball.ask(&ball, Budget::tests(100_000))?.touch(&close);
    /// assert!(matches!(late, Answer::Touching(Some(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn touch(&mut self, a_from_b: &Pose) -> Answer<Option<(u32, u32)>, f64> {
        self.at(a_from_b, |two, means| two.touch(means))
    }

    /// Two triangles that touch, any of them.
    pub fn first_contact(&mut self, a_from_b: &Pose) -> Option<(u32, u32)> {
        self.at(a_from_b, |two, means| two.first(means))
    }

    /// Tells `visitor` of every touching pair of triangles, once each, in no particular order,
    /// until it breaks off.
    pub fn visit_contacts(
        &mut self,
        a_from_b: &Pose,
        mut visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        self.at(a_from_b, |two, means| two.visit(means, &mut visitor));
    }

    /// Every touching pair (triangle of A, triangle of B), as far as the budget goes; sorted, if it
    /// has no end. A solid may lie inside the other without any: [`Pair::collides`] and
    /// [`Pair::touch`] know of that.
    pub fn contacts(&mut self, a_from_b: &Pose) -> ContactPairs {
        self.at(a_from_b, |two, means| two.contacts(means))
    }

    /// The distance of the two, and their nearest points, as far as the budget goes; 0 where they
    /// touch. None is a proof that it is more than the limit, and comes much sooner.
    ///
    /// ```
    /// use closecall::mesh::shapes::icosphere;
    /// use closecall::{Ask, Budget, Model, Pose};
    /// let ball = Model::new(icosphere(1.0, 3));
    /// let pose = Pose::from_translation([2.5, 0.3, 0.2])?;
    /// let exact = ball.distance(&ball, &pose)?;
    /// let rough = ball.ask(&ball, Budget::tests(0))?.distance(&pose).expect("there is no limit");
    /// assert!(!rough.is_final && rough.distance.lo < exact.distance.lo && exact.distance.hi <= rough.distance.hi);
    /// assert_eq!(ball.ask(&ball, Ask::new().limit(0.1))?.distance(&pose), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distance(&mut self, a_from_b: &Pose) -> Option<Distance> {
        self.at(a_from_b, |two, means| two.distance(two.ask.limit, means))
    }

    /// When do the two first touch on a path, if they do? See [`crate::query::sweep`].
    ///
    /// While surfaces do not touch, nothing comes to lie inside: so of solids the start is asked,
    /// and then surfaces. With [`Start::Ignored`] what lies inside at the start may do so, and come
    /// out.
    pub fn sweep(&mut self, path: &dyn Path) -> Answer<Hit, Doubt> {
        let tolerance = self.tolerance();
        let Self { a, b, ask, learned, path_scratch, .. } = self;
        let (a, b) = Subject::now(a, b, || learned.forget());
        let is_inside = |pose: &Pose| one_is_inside(&a, &b, pose);
        let scratch = &mut **path_scratch.get_or_insert_default();
        scratch.meter = ask.budget.start();
        let question = Question::new([&a, &b], ask, tolerance).with_solids(&is_inside);
        let answer = question.ask(path, [0.0, path.legs() as f64], scratch);
        let starts = matches!(answer, Answer::Touching(hit) if hit.time.hi == 0.0);
        if starts || ask.start == Start::Ignored || !is_inside(&path.pose(0.0)) {
            return answer;
        }
        Answer::Touching(Hit::at(0.0, None))
    }

    /// Every stretch of a path on which the two are in contact; contact at the start counts. See
    /// [`ContactIntervals`](sweep::ContactIntervals).
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::Rows;
    /// use closecall::{Ask, Model};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let way = Rows::translation([-10.0, 0.5, 0.0], [10.0, 0.5, 0.0])?;
    /// let found = cube.ask(&cube, Ask::new())?.contact_intervals(&way);
    /// let [only] = found.intervals[..] else { panic!("{found:?}") };
    /// assert!((only.begins.hi - 0.45).abs() < 1e-5 && (only.ends.lo - 0.55).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contact_intervals(&mut self, path: &dyn Path) -> sweep::ContactIntervals {
        let tolerance = self.tolerance();
        let Self { a, b, ask, learned, path_scratch, .. } = self;
        let (a, b) = Subject::now(a, b, || learned.forget());
        let is_inside = |pose: &Pose| one_is_inside(&a, &b, pose);
        let scratch = &mut **path_scratch.get_or_insert_default();
        scratch.meter = ask.budget.start();
        let ask = Ask { start: Start::Counts, ..*ask };
        let question = Question::new([&a, &b], &ask, tolerance).with_solids(&is_inside);
        question.intervals(path, [0.0, path.legs() as f64], scratch)
    }

    /// The least distance of the two on a path. Clearance and start play no part. Of solids the
    /// distance is 0 where one lies inside the other.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::Rows;
    /// use closecall::{Ask, Model};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let way = Rows::translation([-10.0, 1.25, 0.0], [10.0, 1.25, 0.0])?;
    /// let approach = cube.ask(&cube, Ask::new())?.approach(&way);
    /// assert!(approach.distance.contains(0.25) && approach.distance.width() < 1e-4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn approach(&mut self, path: &dyn Path) -> Approach {
        let tolerance = self.tolerance();
        let Self { a, b, ask, learned, path_scratch, .. } = self;
        let (a, b) = Subject::now(a, b, || learned.forget());
        // What lies inside later comes through the surface.
        if one_is_inside(&a, &b, &path.pose(0.0)) {
            return Approach::INSIDE;
        }
        let scratch = &mut **path_scratch.get_or_insert_default();
        scratch.meter = ask.budget.start();
        let question = Question::new([&a, &b], ask, tolerance);
        question.approach(path, None, scratch).expect("there was no limit")
    }

    /// The tolerance of paths in use.
    pub fn tolerance(&mut self) -> f64 {
        let Self { a, b, ask, learned, tolerance: known, .. } = self;
        let (_, b) = Subject::now(a, b, || {
            learned.forget();
            *known = None;
        });
        *self.tolerance.get_or_insert_with(|| tolerance(&b, ask))
    }

    /// Asks about many items, poses or paths, on all cores; each thread has a [fork](Pair::fork) of
    /// its own. The answers are in the order of the items, whatever the number of threads.
    ///
    /// ```
    /// use closecall::mesh::shapes::icosphere;
    /// use closecall::{Ask, Model, Pose};
    /// let ball = Model::new(icosphere(1.0, 2));
    /// let poses = [1.0, 3.0].map(|x| Pose::from_translation([x, 0.0, 0.0]).unwrap());
    /// let pair = ball.ask(&ball, Ask::new())?;
    /// assert_eq!(pair.batch(&poses, |pair, pose| pair.collides(pose)), [true, false]);
    /// let gaps = pair.batch(&poses, |pair, pose| pair.distance(pose).map(|found| found.distance.hi));
    /// assert!(gaps[0] == Some(0.0) && gaps[1] > Some(0.9));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn batch<I: Sync, T: Send>(
        &self,
        items: &[I],
        ask: impl Fn(&mut Self, &I) -> T + Sync,
    ) -> Vec<T> {
        self.batch_watched(items, &GO_ON, ask).expect("nobody breaks it off")
    }

    /// [`Pair::batch`] that can be seen and stopped: `watch` hears how many are done. None if it
    /// breaks off.
    pub fn batch_watched<I: Sync, T: Send>(
        &self,
        items: &[I],
        watch: &Watch,
        ask: impl Fn(&mut Self, &I) -> T + Sync,
    ) -> Option<Vec<T>> {
        let (done, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let strides: Vec<&[I]> = items.chunks(STRIDE).collect();
        let answers = parallel::map(
            &strides,
            1,
            || self.fork(),
            |pair, stride| {
                if stopped.load(Ordering::Relaxed) {
                    return Vec::new();
                }
                let answers: Vec<T> = stride.iter().map(|item| ask(pair, item)).collect();
                let count = done.fetch_add(stride.len(), Ordering::Relaxed) + stride.len();
                if watch(count).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                }
                answers
            },
        );
        (!stopped.into_inner()).then(|| answers.into_iter().flatten().collect())
    }

    /// Forgets what it learned.
    pub fn reset(&mut self) {
        self.learned.forget();
    }

    /// The number of tests it keeps the outcome of.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.learned.warm.entries() + self.learned.recent.entries()
    }

    /// The number of bytes it holds on to, beside the models.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.scratch.bytes() + self.learned.warm.bytes() + self.learned.recent.bytes()
    }
}
