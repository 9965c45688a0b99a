//! A model file of a 3MF: the objects it defines, and what is built of them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::member_name;
use super::xml::{OpenElement, PRODUCTION, Xml};
use crate::geom::DVec3;
use crate::mesh::load::affine::Affine;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::part::Unit;
use crate::mesh::load::text::{AXES, coordinate, integer, number};

/// Vocabularies that a file may require: these change no triangle.
const UNDERSTOOD: [&str; 3] = [
    PRODUCTION,
    "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
    "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07",
];

pub(super) struct ThreemfModel {
    pub unit: Unit,
    pub objects: HashMap<u32, Object>,
    /// The items that are to be made.
    pub build: Vec<Reference>,
    /// The place of the build.
    pub build_place: Place,
    /// Geometry that is no triangle: what, and where.
    pub ignored: Vec<(&'static str, Place)>,
}

pub(super) struct Object {
    pub name: String,
    pub shape: ThreemfShape,
}

pub(super) enum ThreemfShape {
    Mesh {
        vertices: Vec<DVec3>,
        triangles: Vec<[u32; 3]>,
    },
    Components(Vec<Reference>),
    /// An extension's.
    Other,
}

/// An object at a place: a component of another, or an item of the build.
pub(super) struct Reference {
    pub object: u32,
    /// The file that defines the object, if not this one.
    pub member: Option<String>,
    pub outer_from_object: Affine,
    /// The place of the reference.
    pub place: Place,
}

impl ThreemfModel {
    /// Reads a file of the archive.
    pub fn read(text: &str, member: &str) -> Result<Self, LoadError> {
        let mut xml = Xml::new(text, member);
        let root = xml.root("model")?;
        let [unit, required] = xml.attributes(&root, ["unit", "requiredextensions"])?;
        check_required(&xml, required.as_deref().unwrap_or_default())?;
        let mut model = Self {
            unit: read_unit(&xml, unit)?,
            objects: HashMap::new(),
            build: Vec::new(),
            build_place: xml.place(root.line),
            ignored: Vec::new(),
        };
        while let Some(child) = xml.child()? {
            match child.local_name() {
                "resources" if child.is_core => model.read_resources(&mut xml)?,
                "build" if child.is_core => {
                    model.build_place = xml.place(child.line);
                    model.build.extend(read_references(&mut xml, "item")?);
                }
                _ => xml.skip(&child)?,
            }
        }
        Ok(model)
    }

    fn read_resources(&mut self, xml: &mut Xml) -> Result<(), LoadError> {
        while let Some(child) = xml.child()? {
            if child.local_name() == "object" && child.is_core {
                self.read_object(xml, &child)?;
            } else {
                xml.skip(&child)?;
            }
        }
        Ok(())
    }

    fn read_object(&mut self, xml: &mut Xml, element: &OpenElement<'_>) -> Result<(), LoadError> {
        let line = element.line;
        let (id, name) = identity(xml, element)?;
        let mut shape = ThreemfShape::Other;
        while let Some(child) = xml.child()? {
            let found = match child.local_name() {
                "mesh" if child.is_core => self.read_mesh(xml)?,
                "components" if child.is_core => {
                    ThreemfShape::Components(read_references(xml, "component")?)
                }
                _ => {
                    xml.skip(&child)?;
                    continue;
                }
            };
            if !matches!(std::mem::replace(&mut shape, found), ThreemfShape::Other) {
                return Err(
                    xml.error(Problem::Repeated { what: format!("the shape of object {id}") })
                );
            }
        }
        match self.objects.entry(id) {
            Entry::Vacant(free) => free.insert(Object { name, shape }),
            Entry::Occupied(_) => {
                let what = format!("object {id}");
                return Err(LoadError::new(xml.place(line), Problem::Repeated { what }));
            }
        };
        Ok(())
    }

    fn read_mesh(&mut self, xml: &mut Xml) -> Result<ThreemfShape, LoadError> {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        while let Some(child) = xml.child()? {
            match child.local_name() {
                "vertices" if child.is_core => read_vertices(xml, &mut vertices)?,
                "triangles" if child.is_core => {
                    read_triangles(xml, vertices.len(), &mut triangles)?
                }
                // Names for some of the triangles.
                "trianglesets" => xml.skip(&child)?,
                "beamlattice" => {
                    self.ignored.push(("beam lattice", xml.place(child.line)));
                    xml.skip(&child)?;
                }
                _ => {
                    // By one name for all: a file may have as many names as elements.
                    self.ignored.push(("element of an extension", xml.place(child.line)));
                    xml.skip(&child)?;
                }
            }
        }
        Ok(ThreemfShape::Mesh { vertices, triangles })
    }
}

fn read_unit(xml: &Xml, unit: Option<Cow<str>>) -> Result<Unit, LoadError> {
    let Some(unit) = unit else { return Ok(Unit::Millimeter) };
    let what = || format!("the unit '{}'", unit.escape_debug());
    Unit::named(&unit).ok_or_else(|| xml.error(Problem::Unsupported { what: what() }))
}

fn check_required(xml: &Xml, prefixes: &str) -> Result<(), LoadError> {
    for prefix in prefixes.split_ascii_whitespace() {
        let vocabulary = xml.vocabulary(prefix).unwrap_or_else(|| prefix.to_owned());
        if !UNDERSTOOD.contains(&&vocabulary[..]) {
            let what = format!("the extension '{}'", vocabulary.escape_debug());
            return Err(xml.error(Problem::Unsupported { what }));
        }
    }
    Ok(())
}

/// The id of an object, and its name or else what it can be called.
fn identity(xml: &mut Xml, element: &OpenElement<'_>) -> Result<(u32, String), LoadError> {
    let [id, name] = xml.attributes(element, ["id", "name"])?;
    let id = read_id(xml, &xml.required(element, "id", id)?)?;
    Ok((id, name.map_or_else(|| format!("object {id}"), Cow::into_owned)))
}

fn read_id(xml: &Xml, text: &str) -> Result<u32, LoadError> {
    let expected = || Problem::Expected {
        expected: "the id of an object".to_owned(),
        found: format!("'{text}'"),
    };
    let id = integer(text.trim_ascii().as_bytes()).map_err(|problem| xml.error(problem))?;
    u32::try_from(id).map_err(|_| xml.error(expected()))
}

fn read_vertices(xml: &mut Xml, vertices: &mut Vec<DVec3>) -> Result<(), LoadError> {
    while let Some(element) = words(xml, "vertex")? {
        let values = xml.attributes(&element, ["x", "y", "z"])?;
        let mut position = [0.0; 3];
        for (((x, axis), name), value) in
            position.iter_mut().zip(AXES).zip(["x", "y", "z"]).zip(values)
        {
            let value = xml.required(&element, name, value)?;
            *x = coordinate(axis, value.trim_ascii().as_bytes())
                .map_err(|problem| xml.error(problem))?;
        }
        vertices.push(DVec3::from_array(position));
        xml.skip(&element)?;
    }
    Ok(())
}

fn read_triangles(
    xml: &mut Xml,
    vertices: usize,
    triangles: &mut Vec<[u32; 3]>,
) -> Result<(), LoadError> {
    while let Some(element) = words(xml, "triangle")? {
        let values = xml.attributes(&element, ["v1", "v2", "v3"])?;
        let mut triangle = [0; 3];
        for ((corner, name), value) in triangle.iter_mut().zip(["v1", "v2", "v3"]).zip(values) {
            let value = xml.required(&element, name, value)?;
            let vertex =
                integer(value.trim_ascii().as_bytes()).map_err(|problem| xml.error(problem))?;
            let known = u32::try_from(vertex).ok().filter(|&number| (number as usize) < vertices);
            *corner = known.ok_or_else(|| xml.error(Problem::NoSuchVertex { vertex, vertices }))?;
        }
        triangles.push(triangle);
        xml.skip(&element)?;
    }
    Ok(())
}

fn read_references(xml: &mut Xml, word: &str) -> Result<Vec<Reference>, LoadError> {
    let mut references = Vec::new();
    while let Some(element) = words(xml, word)? {
        let [id, transform] = xml.attributes(&element, ["objectid", "transform"])?;
        let path = xml.production_path(&element)?;
        let member = path
            .map(|path| member_name(&path))
            .transpose()
            .map_err(|problem| xml.error(problem))?;
        let transform = transform.map(|text| read_transform(&text)).transpose();
        references.push(Reference {
            object: read_id(xml, &xml.required(&element, "objectid", id)?)?,
            member,
            outer_from_object: transform
                .map_err(|problem| xml.error(problem))?
                .unwrap_or(Affine::IDENTITY),
            place: xml.place(element.line),
        });
        xml.skip(&element)?;
    }
    Ok(references)
}

/// The next child, which must have this name if it is of 3MF itself; others are passed over.
fn words<'a>(xml: &mut Xml<'a>, name: &str) -> Result<Option<OpenElement<'a>>, LoadError> {
    while let Some(child) = xml.child()? {
        if !child.is_core {
            xml.skip(&child)?;
        } else if child.local_name() == name {
            return Ok(Some(child));
        } else {
            let found = format!("'{}'", child.name().escape_debug());
            return Err(xml.error(Problem::Expected { expected: format!("'{name}'"), found }));
        }
    }
    Ok(None)
}

/// Twelve numbers: the images of the three axes and of the origin.
fn read_transform(text: &str) -> Result<Affine, Problem> {
    let mut numbers = [0.0; 12];
    let mut tokens = text.split_ascii_whitespace();
    for slot in &mut numbers {
        let token = tokens.next().ok_or_else(|| not_twelve(text))?;
        *slot = number(token.as_bytes())?;
        if !slot.is_finite() {
            return Err(Problem::NotFinite { text: token.chars().take(40).collect() });
        }
    }
    if tokens.next().is_some() {
        return Err(not_twelve(text));
    }
    let (rows, _) = numbers.as_chunks::<3>();
    Ok(Affine::new([rows[0], rows[1], rows[2]], rows[3]))
}

fn not_twelve(text: &str) -> Problem {
    let found = text.split_ascii_whitespace().count().to_string();
    Problem::Expected { expected: "a transform of 12 numbers".to_owned(), found }
}
