//! The depth of a pair, which remembers the last way out.

use super::Penetration;
use crate::geom::Pose;
use crate::mesh::OpenMesh;
use crate::query::Pair;
use crate::query::subject::Subject;

impl Pair {
    /// The depth of the two in each other: [`Solid::penetration`](crate::Solid::penetration), where
    /// the last way out is tried first. A model counts as the solid that its mesh encloses.
    ///
    /// ```
    /// use closecall::{Model, Pair, Pose, mesh::shapes::icosphere};
    /// let ball = Model::new(icosphere(1.0, 2));
    /// let mut pair = Pair::new(&ball, &ball)?;
    /// let found = pair.penetration(&Pose::from_translation([1.5, 0.0, 0.0])?)?;
    /// assert!(found.is_some_and(|found| (found.depth.hi - 0.5).abs() < 0.1));
    /// assert_eq!(pair.penetration(&Pose::from_translation([2.5, 0.0, 0.0])?)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a mesh is not closed: a mere surface has no inside to be in.
    pub fn penetration(&mut self, a_from_b: &Pose) -> Result<Option<Penetration>, OpenMesh> {
        let Self { a, b, ask, learned, .. } = self;
        let (a, b) = Subject::now(a, b, || learned.forget());
        let (a, b) = (a.to_solid()?, b.to_solid()?);
        if !ask.remembers {
            learned.depth.forget();
        }
        Ok(a.penetration_from(&b, a_from_b, &mut learned.depth, ask))
    }
}
