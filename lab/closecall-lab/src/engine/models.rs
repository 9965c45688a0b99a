//! Two models, asked through the library's front door.

use std::ops::ControlFlow;

use closecall::geom::Clearance;
use closecall::mesh::OpenMesh;
use closecall::query::Collision;
use closecall::{Ask, Cost, Distance, Model, Pair, Pose, Solid, UnitsDiffer};

use super::Asked;

/// Why two models that were asked once can be asked again.
const SAME_UNIT: &str = "their units were compared before";

/// Two models that are asked without memory, as surfaces or as solids.
#[derive(Debug)]
pub struct Models {
    a: Model,
    b: Model,
    solids: Option<[Solid; 2]>,
    pair: Box<Pair>,
}

impl Models {
    /// The body that stands still, and the one that is posed.
    ///
    /// # Errors
    /// If they state different units.
    pub fn new(a: Model, b: Model) -> Result<Self, UnitsDiffer> {
        let pair = Box::new(a.ask(&b, Ask::new())?);
        Ok(Self { a, b, solids: None, pair })
    }

    /// The same bodies as solids: what lies inside counts too when it is asked whether they
    /// collide.
    ///
    /// # Errors
    /// If a mesh is not closed: the first that is not, 0 or 1, and why.
    pub fn into_solids(self) -> Result<Self, (usize, OpenMesh)> {
        let a = self.a.solid().map_err(|error| (0, error))?;
        let b = self.b.solid().map_err(|error| (1, error))?;
        let pair = Box::new(Pair::new(&a, &b).expect(SAME_UNIT).with(*self.pair.asks()));
        Ok(Self { solids: Some([a, b]), pair, ..self })
    }

    /// Of solids whose surfaces do not touch: what lies inside what, if anything does.
    #[must_use]
    pub fn containment(&self, a_from_b: &Pose) -> Option<Collision> {
        self.solids.as_ref().and_then(|[a, b]| a.containment(b, a_from_b).expect(SAME_UNIT))
    }

    /// With a clearance: what is no further apart counts as touching.
    #[must_use]
    pub fn within(mut self, clearance: Clearance) -> Self {
        self.pair.set(self.pair.asks().clearance(clearance));
        self
    }

    /// The same bodies, of which only the surfaces count.
    #[must_use]
    pub fn surfaces(&self) -> Self {
        let surfaces = Self::new(self.a.clone(), self.b.clone()).expect(SAME_UNIT);
        surfaces.within(self.pair.asks().clearance)
    }

    /// The same bodies for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        let (a, b) = (self.a.clone(), self.b.clone());
        Self { a, b, solids: self.solids.clone(), pair: Box::new(self.pair.fork()) }
    }

    /// How far apart the bodies are.
    pub fn distance(&mut self, a_from_b: &Pose) -> Distance {
        self.pair.distance(a_from_b).expect("no distance is above no limit")
    }

    /// How far apart the bodies are at many poses, on the threads of the pool that it is called in.
    #[must_use]
    pub fn distances(&self, poses: &[Pose]) -> Vec<Distance> {
        let found = self.pair.batch(poses, |pair, pose| pair.distance(pose));
        found.into_iter().flatten().collect()
    }

    /// The same bodies with a memory.
    #[must_use]
    pub fn pair(&self) -> Pair {
        Pair::new(&self.a, &self.b).expect(SAME_UNIT).with(self.pair.asks().clearance)
    }
}

impl Asked for Models {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        Asked::collides(&mut *self.pair, a_from_b, cost)
    }

    fn visit(
        &mut self,
        a_from_b: &Pose,
        cost: Option<&mut Cost>,
        visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        Asked::visit(&mut *self.pair, a_from_b, cost, visitor);
    }
}
