//! Two models that are asked again and again: what the last query needed and learned serves the
//! next.

use super::model::{Model, Scratch};
use super::subject::Subject;
use crate::cost::{Count, Uncounted};
use crate::geom::{Clearance, Pose};
use crate::wide::{Distance, Recent, Warm};
use std::ops::ControlFlow;

/// Two models, the memory their queries use, and what those learned. It answers every question like
/// the models would, whatever was asked before; only faster, where the bodies have not moved far.
///
/// ```
/// use closecall::{Mesh, Model, Pair, Pose, geom::DVec3};
/// let model = Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
/// let mut pair = Pair::new(&model, &model);
/// for step in 0..4 {
///     let pose = Pose::from_translation([f64::from(step) * 0.5, 0.0, 0.0])?;
///     assert_eq!(pair.collides(&pose), step <= 2);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pair {
    a: Subject,
    b: Subject,
    scratch: Scratch,
    warm: Warm,
    recent: Recent,
    /// Triangles that touched when a question with a budget was last answered.
    witness: Option<(u32, u32)>,
}

impl Pair {
    /// Two models that have not been asked yet. Each may be a [`Model`] or a `world::DynamicModel`;
    /// of that the pair, and every clone of it, notices the changes by itself, on any thread. A
    /// query sees one state of it, whatever happens meanwhile, also where it is both sides; when it
    /// is dropped, its last state stays.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::DynamicModel;
    /// use closecall::{Model, Pair, Pose, geom::DVec3};
    /// let mut scene = DynamicModel::new(&shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    /// let mut pair = Pair::new(&scene, &Model::new(shapes::tetrahedron(0.1)));
    /// let pose = Pose::from_translation([3.0, 0.5, 0.5])?;
    /// assert!(!pair.collides(&pose));
    /// scene.insert(&shapes::cuboid(DVec3::new(3.0, 0.0, 0.0), DVec3::new(4.0, 1.0, 1.0)))?;
    /// assert!(pair.collides(&pose));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(a: impl Into<Subject>, b: impl Into<Subject>) -> Self {
        let (scratch, warm, recent) = (Scratch::default(), Warm::default(), Recent::default());
        Self { a: a.into(), b: b.into(), scratch, warm, recent, witness: None }
    }

    /// What is no further apart than this counts as touching from now on, in all answers. At first
    /// only what touches does.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::{Model, Pair, Pose, geom::{Clearance, DVec3}};
    /// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    /// let mut pair = Pair::new(&cube, &cube);
    /// let pose = Pose::from_translation([3.0, 0.0, 0.0])?;
    /// assert!(!pair.collides(&pose));
    /// pair.set_clearance(Clearance::new(2.0)?);
    /// assert!(pair.collides(&pose));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_clearance(&mut self, clearance: Clearance) {
        self.warm.set_clearance(clearance);
    }

    /// From now on no axis that told volumes apart before is tried first: for the laboratory, which
    /// measures what that gains. The answers are the same.
    #[doc(hidden)]
    pub fn ignore_kept_axes(&mut self) {
        self.warm.ignore_kept_axes();
    }

    /// The clearance.
    #[must_use]
    pub fn clearance(&self) -> Clearance {
        self.warm.clearance()
    }

    /// Do the two touch, B being at the pose `a_from_b` in A's frame?
    pub fn collides(&mut self, a_from_b: &Pose) -> bool {
        self.first_contact(a_from_b, &mut Uncounted).is_some()
    }

    /// Every touching pair (triangle of A, triangle of B), sorted.
    pub fn contacts(&mut self, a_from_b: &Pose) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.visit_contacts(a_from_b, &mut Uncounted, |a, b| {
            found.push((a, b));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    /// A touching pair, any of them.
    pub fn first_contact(&mut self, a_from_b: &Pose, count: &mut impl Count) -> Option<(u32, u32)> {
        let Self { a, b, scratch, warm, recent, witness } = self;
        let (a, b) = Subject::now(a, b, || forget(warm, recent, witness));
        let [a, b] = a.beside(&b);
        warm.first(a, b, a_from_b, scratch, count)
    }

    /// Tells `visitor` of every touching pair, once each, in no particular order, until it breaks
    /// off.
    pub fn visit_contacts(
        &mut self,
        a_from_b: &Pose,
        count: &mut impl Count,
        mut visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        let Self { a, b, scratch, warm, recent, witness } = self;
        let (a, b) = Subject::now(a, b, || forget(warm, recent, witness));
        let [a, b] = a.beside(&b);
        warm.contacts(a, b, a_from_b, scratch, count, &mut visitor);
    }

    /// How far apart the two are, and where they are nearest. What was near the last
    /// time is looked at first. The clearance plays no part.
    pub fn distance(&mut self, a_from_b: &Pose) -> Distance {
        self.distance_up_to(a_from_b, f64::INFINITY).expect("no distance is above no limit")
    }

    /// How far apart the two are, unless that is more than a limit.
    pub fn distance_up_to(&mut self, a_from_b: &Pose, limit: f64) -> Option<Distance> {
        let Self { a, b, scratch, warm, recent, witness } = self;
        let (a, b) = Subject::now(a, b, || forget(warm, recent, witness));
        let [a, b] = a.beside(&b);
        recent.distance(a, b, a_from_b, limit, scratch)
    }

    /// The models as they are now, the scratch, and the triangles that touched last.
    pub(super) fn with_models<T>(
        &mut self,
        ask: impl FnOnce(&Model, &Model, &mut Scratch, &mut Option<(u32, u32)>) -> T,
    ) -> T {
        let Self { a, b, scratch, warm, recent, witness } = self;
        let (a, b) = Subject::now(a, b, || forget(warm, recent, witness));
        ask(&a, &b, scratch, witness)
    }

    /// Forgets what it learned.
    pub fn reset(&mut self) {
        forget(&mut self.warm, &mut self.recent, &mut self.witness);
    }

    /// How many tests it keeps the outcome of.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.warm.entries() + self.recent.entries()
    }

    /// How many bytes it holds on to, beside the models.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.scratch.bytes() + self.warm.bytes() + self.recent.bytes()
    }
}

/// Forgets what was learned of models that have changed.
fn forget(warm: &mut Warm, recent: &mut Recent, witness: &mut Option<(u32, u32)>) {
    warm.reset();
    *recent = Recent::default();
    *witness = None;
}
