//! Two models that are asked again and again: what the last query needed and learned serves the next.

use super::model::{Model, Scratch};
use crate::geom::{Pose, exact};
use crate::walk::Uncounted;
use std::ops::ControlFlow;

/// Two models, the memory their queries use, and the last pair of triangles that touched. It answers every question like
/// the models would; only faster, where the bodies still touch in the same place.
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
    a: Model,
    b: Model,
    scratch: Scratch,
    witness: Option<(u32, u32)>,
}

impl Pair {
    /// Two models that have not been asked yet.
    #[must_use]
    pub fn new(a: &Model, b: &Model) -> Self {
        Self { a: a.clone(), b: b.clone(), scratch: Scratch::default(), witness: None }
    }

    /// Do the two touch, B being at the pose `a_from_b` in A's frame?
    pub fn collides(&mut self, a_from_b: &Pose) -> bool {
        if self.witness.is_some_and(|witness| self.still_touch(witness, a_from_b)) {
            return true;
        }
        self.witness = self.a.first_contact(&self.b, a_from_b, &mut self.scratch, &mut Uncounted);
        self.witness.is_some()
    }

    /// Every touching pair (triangle of A, triangle of B), sorted.
    pub fn contacts(&mut self, a_from_b: &Pose) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.a.visit_contacts(&self.b, a_from_b, &mut self.scratch, &mut Uncounted, |a, b| {
            found.push((a, b));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        self.witness = found.first().copied();
        found
    }

    /// Forgets what it learned.
    pub fn reset(&mut self) {
        self.witness = None;
    }

    fn still_touch(&self, (a, b): (u32, u32), a_from_b: &Pose) -> bool {
        let carried = a_from_b.carry_triangle(&self.b.mesh().triangle(b as usize));
        exact::meet(&self.a.mesh().triangle(a as usize), &carried).meets
    }
}
