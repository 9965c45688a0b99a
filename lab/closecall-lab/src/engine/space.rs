//! Obstacles with an index of space, and a body without a tree.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Asked, HeapWatch, Price};
use closecall::{Cost, Mesh, Pose};
use closecall_space::{Flying, SpaceError, SpaceIndex, SpaceKind, SpaceWork};
use closecall_tetra::{TetraError, TetraMesh};

/// Which index of space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexKind {
    /// One whose cells list triangles.
    Cells(SpaceKind),
    /// A tetrahedral mesh that the triangles are faces of.
    TetraMesh,
}

/// Why an index was not built.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum IndexError {
    /// Of cells that list triangles.
    #[error(transparent)]
    Cells(#[from] SpaceError),
    /// Of the tetrahedral mesh.
    #[error(transparent)]
    TetraMesh(#[from] TetraError),
}

impl IndexKind {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Cells(kind) => kind.name(),
            Self::TetraMesh => "tetra-mesh",
        }
    }

    /// Builds it.
    ///
    /// # Errors
    /// If a grid would become too large, or the obstacles of a mesh intersect.
    pub fn build(&self, obstacles: Arc<Mesh>) -> Result<Box<dyn SpaceIndex>, IndexError> {
        Ok(match self {
            Self::Cells(kind) => kind.build(obstacles)?,
            Self::TetraMesh => Box::new(TetraMesh::new(obstacles)?.search()),
        })
    }
}

/// An index of the environment, and the body that flies.
pub struct SpaceBodies {
    index: Box<dyn SpaceIndex>,
    flying: Flying,
}

impl SpaceBodies {
    /// Builds the index.
    ///
    /// # Errors
    /// If the index cannot be built.
    pub fn new(kind: IndexKind, env: Arc<Mesh>, obj: Arc<Mesh>) -> Result<Self, IndexError> {
        Ok(Self { index: kind.build(env)?, flying: Flying::new(obj) })
    }

    /// Builds the index from copies of the meshes, and says what each body took.
    ///
    /// # Errors
    /// If the index cannot be built.
    pub fn priced(
        kind: IndexKind,
        env: &Mesh,
        obj: &Mesh,
        mut watch: HeapWatch,
    ) -> Result<(Self, [Price; 2]), IndexError> {
        let index = kind.build(Arc::new(env.clone()))?;
        let env = Price::new(env, watch.lap(), index.figures().bytes);
        let flying = Flying::new(Arc::new(obj.clone()));
        let obj = Price::new(obj, watch.lap(), 0);
        Ok((Self { index, flying }, [env, obj]))
    }

    /// The same bodies for another thread.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self { index: self.index.fork(), flying: self.flying.clone() }
    }
}

impl Asked for SpaceBodies {
    fn collides(&mut self, a_from_b: &Pose, cost: Option<&mut Cost>) -> bool {
        let mut work = SpaceWork::default();
        let found = self.index.first_contact(&mut self.flying, a_from_b, &mut work);
        add(cost, &work);
        found.is_some()
    }

    fn visit(
        &mut self,
        a_from_b: &Pose,
        cost: Option<&mut Cost>,
        mut visitor: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) {
        let mut work = SpaceWork::default();
        self.flying.place(a_from_b);
        self.index.visit_placed(&mut self.flying, &mut work, &mut visitor);
        add(cost, &work);
    }
}

fn add(cost: Option<&mut Cost>, work: &SpaceWork) {
    if let Some(cost) = cost {
        *cost += work.cost();
    }
}
