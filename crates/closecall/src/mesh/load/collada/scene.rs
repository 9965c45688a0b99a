//! The scene of a Collada file: its nodes are followed to the geometries they stand for.

use std::collections::HashMap;
use std::rc::Rc;

use super::geometry::ColladaMesh;
use super::xml::{ColladaDocument, Id};
use crate::geom::{DMat3, DVec3};
use crate::mesh::MeshError;
use crate::mesh::load::affine::Affine;
use crate::mesh::load::error::{LoadError, Problem};
use crate::mesh::load::soup::Soup;
use crate::mesh::load::text::number;
use crate::mesh::load::unfold::Allowance;

/// The depth to which nodes may hold nodes, instances of nodes included.
const DEEPEST: usize = 64;

pub(super) struct ColladaScene<'a> {
    document: &'a ColladaDocument<'a>,
    allowance: &'a Allowance,
    geometries: HashMap<Id, Rc<ColladaMesh>>,
}

impl<'a> ColladaScene<'a> {
    pub fn new(document: &'a ColladaDocument<'a>, allowance: &'a Allowance) -> Self {
        Self { document, allowance, geometries: HashMap::new() }
    }

    /// Adds everything in the scene.
    pub fn read(mut self, world_from_scene: &Affine, soup: &mut Soup) -> Result<(), LoadError> {
        let scene = self.visual_scene()?;
        for node in self.children(scene, "node") {
            self.node(node, world_from_scene, 0, soup)?;
        }
        if soup.triangles.is_empty() {
            return Err(self.document.error(scene, MeshError::NoTriangle.into()));
        }
        Ok(())
    }

    fn children(&self, id: Id, name: &str) -> Vec<Id> {
        self.document.children(id).filter(|&child| self.document.name(child) == name).collect()
    }

    /// The scene that the file says, or its only one.
    fn visual_scene(&self) -> Result<Id, LoadError> {
        let (document, root) = (self.document, self.document.root());
        let said = document.child(root, "scene");
        let said = said.and_then(|scene| document.child(scene, "instance_visual_scene"));
        if let Some(said) = said {
            return document.target(said, "url");
        }
        let libraries = self.children(root, "library_visual_scenes");
        let scenes: Vec<Id> =
            libraries.iter().flat_map(|&library| self.children(library, "visual_scene")).collect();
        let what = "'instance_visual_scene' in 'scene'".to_owned();
        match scenes[..] {
            [only] => Ok(only),
            _ => Err(document.error(root, Problem::Missing { what })),
        }
    }

    fn node(
        &mut self,
        node: Id,
        world_from_outer: &Affine,
        depth: usize,
        soup: &mut Soup,
    ) -> Result<(), LoadError> {
        let document = self.document;
        if depth == DEEPEST {
            let what = format!("nesting nodes {DEEPEST} deep");
            return Err(document.error(node, Problem::Unsupported { what }));
        }
        // A doubling of instances takes a few bytes, and 64 of them take forever.
        self.allowance.pay(1, 64).map_err(|problem| document.error(node, problem))?;
        let world_from_node = world_from_outer.after(&self.outer_from_node(node)?);
        for child in document.children(node) {
            match document.name(child) {
                "node" => self.node(child, &world_from_node, depth + 1, soup)?,
                "instance_node" => {
                    let target = document.target(child, "url")?;
                    self.node(target, &world_from_node, depth + 1, soup)?;
                }
                "instance_geometry" => {
                    let geometry = self.geometry(document.target(child, "url")?)?;
                    self.instance(node, &geometry, &world_from_node, soup)?;
                }
                "instance_controller" => {
                    let what = "a skin or morph ('instance_controller')".to_owned();
                    return Err(document.error(child, Problem::Unsupported { what }));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The transforms of a node, the first outermost.
    fn outer_from_node(&self, node: Id) -> Result<Affine, LoadError> {
        let document = self.document;
        let mut outer_from_node = Affine::IDENTITY;
        for child in document.children(node) {
            let transform = match document.name(child) {
                "matrix" => {
                    let m = self.numbers::<16>(child)?;
                    if m[12..] != [0.0, 0.0, 0.0, 1.0] {
                        let reason = format!("its last row is {:?}", &m[12..]);
                        return Err(document.error(child, Problem::NotAffine { reason }));
                    }
                    let column = |k: usize| [m[k], m[4 + k], m[8 + k]];
                    Affine::new([column(0), column(1), column(2)], column(3))
                }
                "translate" => Affine::new(Affine::AXES, self.numbers::<3>(child)?),
                "scale" => {
                    let [x, y, z] = self.numbers::<3>(child)?;
                    Affine::new([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]], [0.0; 3])
                }
                "rotate" => self.rotation(child)?,
                other @ ("lookat" | "skew") => {
                    let what = format!("'{other}' of a node");
                    return Err(document.error(child, Problem::Unsupported { what }));
                }
                _ => continue,
            };
            outer_from_node = outer_from_node.after(&transform);
        }
        Ok(outer_from_node)
    }

    /// About an axis, by degrees; quarters of a turn about an axis of the frame are exact.
    fn rotation(&self, id: Id) -> Result<Affine, LoadError> {
        let [x, y, z, degrees] = self.numbers::<4>(id)?;
        let axis = DVec3::new(x, y, z);
        if degrees == 0.0 {
            return Ok(Affine::IDENTITY);
        }
        let Some(axis) = axis.try_normalize() else {
            let reason = "the axis of a rotation has no length".to_owned();
            return Err(self.document.error(id, Problem::NotAffine { reason }));
        };
        let quarter = degrees / 90.0;
        let (sine, cosine) = if quarter == quarter.trunc() {
            [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][quarter.rem_euclid(4.0) as usize]
        } else {
            degrees.to_radians().sin_cos()
        };
        let turned =
            |v: DVec3| v * cosine + axis.cross(v) * sine + axis * (axis.dot(v) * (1.0 - cosine));
        let matrix = DMat3::from_cols(turned(DVec3::X), turned(DVec3::Y), turned(DVec3::Z));
        Ok(Affine::from_scale_rotation_translation([1.0; 3], matrix, [0.0; 3]))
    }

    /// Reads N finite numbers.
    fn numbers<const N: usize>(&self, id: Id) -> Result<[f64; N], LoadError> {
        let read = |word: &[u8]| {
            let value = number(word)?;
            let text = || String::from_utf8_lossy(word).into_owned();
            if value.is_finite() { Ok(value) } else { Err(Problem::NotFinite { text: text() }) }
        };
        let numbers = self.document.words(id, read)?;
        let found = numbers.len();
        numbers.try_into().map_err(|_| {
            let (expected, found) = (format!("{N} numbers"), found.to_string());
            self.document.error(id, Problem::Expected { expected, found })
        })
    }

    fn geometry(&mut self, id: Id) -> Result<Rc<ColladaMesh>, LoadError> {
        if let Some(known) = self.geometries.get(&id) {
            return Ok(Rc::clone(known));
        }
        let name = self.document.name(id);
        if name != "geometry" {
            let (expected, found) = ("'geometry'".to_owned(), format!("'{}'", name.escape_debug()));
            return Err(self.document.error(id, Problem::Expected { expected, found }));
        }
        let geometry = Rc::new(ColladaMesh::read(self.document, id, self.allowance)?);
        self.geometries.insert(id, Rc::clone(&geometry));
        Ok(geometry)
    }

    fn instance(
        &self,
        node: Id,
        geometry: &ColladaMesh,
        world_from_node: &Affine,
        soup: &mut Soup,
    ) -> Result<(), LoadError> {
        let document = self.document;
        let fail = |problem| document.error(node, problem);
        let corners: usize = geometry.faces.iter().map(|face| face.corners.len()).sum();
        self.allowance.pay(geometry.vertices.len(), size_of::<DVec3>()).map_err(fail)?;
        self.allowance.pay(corners, size_of::<[u32; 3]>()).map_err(fail)?;
        self.allowance.pay(geometry.name.len(), 1).map_err(fail)?;
        let (first_vertex, first_triangle) = (soup.vertices.len(), soup.triangles.len());
        for &vertex in &geometry.vertices {
            soup.vertex(world_from_node.carry(vertex).map_err(fail)?).map_err(fail)?;
        }
        let turn_over = world_from_node.mirrors();
        for face in &geometry.faces {
            // The last vertex had a number, so that these have.
            let corners: Vec<u32> =
                face.corners.iter().map(|corner| first_vertex as u32 + corner).collect();
            let first = soup.triangles.len();
            soup.face(&corners).map_err(|problem| document.error(face.element, problem))?;
            if turn_over {
                // One by one: a polygon is fanned from its first corner, mirrored or not.
                soup.triangles[first..].iter_mut().for_each(|triangle| triangle.swap(1, 2));
            }
        }
        for (what, place) in &geometry.ignored {
            soup.ignore(what, place.clone());
        }
        if soup.triangles.len() > first_triangle {
            let name = document.attribute(node, "name").or(document.attribute(node, "id"));
            soup.part(name.unwrap_or(&geometry.name).to_owned(), first_triangle);
        }
        Ok(())
    }
}
