//! A body before it is readied: its mesh, or its model where a tree file has brought that along.

use std::borrow::Borrow;

use closecall::{Mesh, Model};

/// The source of a body: a mesh, owned or borrowed, whose tree is still to be built, or a model.
#[derive(Clone, Debug)]
pub enum MeshOrModel<M = Mesh> {
    /// A mesh.
    Mesh(M),
    /// A mesh and its wide tree; cheap to clone.
    Model(Model),
}

impl<M: Borrow<Mesh>> MeshOrModel<M> {
    /// Its mesh.
    pub fn mesh(&self) -> &Mesh {
        match self {
            Self::Mesh(mesh) => mesh.borrow(),
            Self::Model(model) => model.mesh(),
        }
    }
}

impl MeshOrModel {
    /// Its model; the tree is built, on all cores, unless it is there.
    #[must_use]
    pub fn into_model(self) -> Model {
        match self {
            Self::Mesh(mesh) => Model::new(mesh),
            Self::Model(model) => model,
        }
    }

    /// Its mesh alone. That of a tree file stays where it is mapped.
    #[must_use]
    pub fn into_mesh(self) -> Mesh {
        match self {
            Self::Mesh(mesh) => mesh,
            Self::Model(model) => model.mesh().clone(),
        }
    }
}

impl From<Mesh> for MeshOrModel {
    fn from(mesh: Mesh) -> Self {
        Self::Mesh(mesh)
    }
}

impl<'m> From<&'m Mesh> for MeshOrModel<&'m Mesh> {
    fn from(mesh: &'m Mesh) -> Self {
        Self::Mesh(mesh)
    }
}
