//! Two models, asked through the library's front door.

use std::ops::ControlFlow;

use closecall::geom::Clearance;
use closecall::mesh::OpenMesh;
use closecall::query::Collision;
use closecall::{Cost, Distance, DistanceAsked, Model, Pair, Pose, Scratch, Solid, Uncounted};

use super::Asked;

/// Two models and the memory that one query leaves for the next to use again.
#[derive(Debug)]
pub struct Models {
    a: Model,
    b: Model,
    solids: Option<[Solid; 2]>,
    clearance: Clearance,
    scratch: Box<Scratch>,
}

impl Models {
    /// The body that stands still, and the one that is posed.
    #[must_use]
    pub fn new(a: Model, b: Model) -> Self {
        Self { a, b, solids: None, clearance: Clearance::NONE, scratch: Box::default() }
    }

    /// The same bodies as solids: what lies inside counts too when it is asked whether they
    /// collide.
    ///
    /// # Errors
    /// If a mesh is not closed: the first that is not, 0 or 1, and why.
    pub fn into_solids(self) -> Result<Self, (usize, OpenMesh)> {
        let a = self.a.solid().map_err(|error| (0, error))?;
        let b = self.b.solid().map_err(|error| (1, error))?;
        Ok(Self { solids: Some([a, b]), ..self })
    }

    /// Of solids whose surfaces do not touch: what lies inside what, if anything does.
    #[must_use]
    pub fn containment(&self, a_from_b: &Pose) -> Option<Collision> {
        self.solids.as_ref().and_then(|[a, b]| a.containment(b, a_from_b))
    }

    /// With a clearance: what is no further apart counts as touching.
    #[must_use]
    pub fn within(self, clearance: Clearance) -> Self {
        Self { clearance, ..self }
    }

    /// The same bodies, of which only the surfaces count.
    #[must_use]
    pub fn surfaces(&self) -> Self {
        Self { solids: None, ..self.fork() }
    }

    /// The same bodies for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        let fresh = Self::new(self.a.clone(), self.b.clone());
        Self { solids: self.solids.clone(), clearance: self.clearance, ..fresh }
    }

    /// How far apart the bodies are.
    pub fn distance(&mut self, a_from_b: &Pose) -> Distance {
        let found =
            self.a.distance_asked(&self.b, a_from_b, &DistanceAsked::default(), &mut self.scratch);
        found.expect("no distance is above no limit")
    }

    /// How far apart the bodies are at many poses, on the threads of the pool that it is called in.
    #[must_use]
    pub fn distances(&self, poses: &[Pose]) -> Vec<Distance> {
        self.a.distance_batch(&self.b, poses, f64::INFINITY).into_iter().flatten().collect()
    }

    /// The same bodies with a memory.
    #[must_use]
    pub fn pair(&self) -> Pair {
        let mut pair = Pair::new(&self.a, &self.b);
        pair.set_clearance(self.clearance);
        pair
    }
}

impl Asked for Models {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        let &mut Self { ref a, ref b, ref solids, clearance, ref mut scratch } = self;
        let touches = match cost {
            None => {
                a.first_contact_within(b, a_from_b, clearance, scratch, &mut Uncounted).is_some()
            }
            Some(cost) => a.first_contact_within(b, a_from_b, clearance, scratch, cost).is_some(),
        };
        touches || solids.as_ref().is_some_and(|[a, b]| a.containment(b, a_from_b).is_some())
    }

    fn visit(
        &mut self,
        a_from_b: &Pose,
        cost: Option<&mut Cost>,
        visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        let &mut Self { ref a, ref b, clearance, ref mut scratch, .. } = self;
        match cost {
            None => {
                a.visit_contacts_within(b, a_from_b, clearance, scratch, &mut Uncounted, visitor)
            }
            Some(cost) => a.visit_contacts_within(b, a_from_b, clearance, scratch, cost, visitor),
        }
    }
}
