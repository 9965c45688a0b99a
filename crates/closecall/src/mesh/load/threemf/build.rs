//! The build of a 3MF: items and components are followed to the meshes they stand for.

use std::collections::HashMap;
use std::rc::Rc;

use super::archive::Archive;
use super::model::{Object, Reference, ThreemfModel, ThreemfShape};
use crate::geom::DVec3;
use crate::mesh::MeshError;
use crate::mesh::load::affine::Affine;
use crate::mesh::load::error::{LoadError, Problem};
use crate::mesh::load::soup::Soup;
use crate::mesh::load::unfold::Allowance;

/// The depth to which components may hold components. Deeper than any assembly, and where those
/// that hold themselves are found out.
const DEEPEST: usize = 64;

pub(super) struct Builder<'a> {
    archive: Archive<'a>,
    allowance: &'a Allowance,
    /// The model files that have been needed, by their names.
    models: HashMap<String, Rc<ThreemfModel>>,
    soup: Soup,
}

impl<'a> Builder<'a> {
    pub fn new(archive: Archive<'a>, allowance: &'a Allowance) -> Self {
        Self { archive, allowance, models: HashMap::new(), soup: Soup::default() }
    }

    /// Builds what the model in this file of the archive says.
    pub fn read(mut self, member: &str) -> Result<Soup, LoadError> {
        let model = self.model(member)?;
        self.soup.unit = Some(model.unit);
        for item in &model.build {
            self.follow(item, member, &Affine::IDENTITY, 0)?;
        }
        if self.soup.triangles.is_empty() {
            return Err(LoadError::new(model.build_place.clone(), MeshError::NoTriangle.into()));
        }
        Ok(self.soup)
    }

    fn model(&mut self, member: &str) -> Result<Rc<ThreemfModel>, LoadError> {
        if let Some(model) = self.models.get(member) {
            return Ok(Rc::clone(model));
        }
        let text = self.archive.text(member)?;
        let model = Rc::new(ThreemfModel::read(&text, member)?);
        for (what, place) in &model.ignored {
            self.soup.ignore(what, place.clone());
        }
        self.models.insert(member.to_owned(), Rc::clone(&model));
        Ok(model)
    }

    /// Adds the object that a reference in file `member` names.
    fn follow(
        &mut self,
        reference: &Reference,
        member: &str,
        world_from_outer: &Affine,
        depth: usize,
    ) -> Result<(), LoadError> {
        let fail = |problem| LoadError::new(reference.place.clone(), problem);
        if depth == DEEPEST {
            return Err(fail(Problem::Unsupported {
                what: format!("nesting components {DEEPEST} deep"),
            }));
        }
        // A doubling of components takes a few bytes, and 64 of them take forever.
        self.allowance.pay(1, size_of::<Reference>()).map_err(fail)?;
        let member = reference.member.as_deref().unwrap_or(member);
        let model = self.model(member)?;
        let Some(object) = model.objects.get(&reference.object) else {
            return Err(fail(Problem::NoSuchObject {
                id: reference.object,
                member: member.to_owned(),
            }));
        };
        let world_from_object = world_from_outer.after(&reference.outer_from_object);
        match &object.shape {
            ThreemfShape::Components(components) => {
                for component in components {
                    self.follow(component, member, &world_from_object, depth + 1)?;
                }
                Ok(())
            }
            ThreemfShape::Mesh { vertices, triangles } => {
                self.instance(object, vertices, triangles, &world_from_object).map_err(fail)
            }
            ThreemfShape::Other => {
                let what = format!(
                    "object {}, which has neither a mesh nor components,",
                    reference.object
                );
                Err(fail(Problem::Unsupported { what }))
            }
        }
    }

    fn instance(
        &mut self,
        object: &Object,
        vertices: &[DVec3],
        triangles: &[[u32; 3]],
        world_from_object: &Affine,
    ) -> Result<(), Problem> {
        self.allowance.pay(vertices.len(), size_of::<DVec3>())?;
        self.allowance.pay(triangles.len(), size_of::<[u32; 3]>())?;
        self.allowance.pay(object.name.len(), 1)?;
        let soup = &mut self.soup;
        let (first_vertex, first_triangle) = (soup.vertices.len(), soup.triangles.len());
        for &vertex in vertices {
            soup.vertex(world_from_object.carry(vertex)?)?;
        }
        let turn_over = world_from_object.mirrors();
        for triangle in triangles {
            // The last vertex had a number, so that these have.
            let [a, b, c] = triangle.map(|vertex| first_vertex as u32 + vertex);
            soup.face(&if turn_over { [a, c, b] } else { [a, b, c] })?;
        }
        soup.part(object.name.clone(), first_triangle);
        Ok(())
    }
}
