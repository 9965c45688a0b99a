//! A geometry: its positions, and its faces as places in them.

use std::collections::HashMap;

use super::primitive::{ColladaFace, faces};
use super::xml::{ColladaDocument, Id};
use crate::geom::DVec3;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::text::{AXES, coordinate, integer};
use crate::mesh::load::unfold::Allowance;

/// The mesh of a geometry, in its own frame.
pub(super) struct ColladaMesh {
    pub name: String,
    pub vertices: Vec<DVec3>,
    pub faces: Vec<ColladaFace>,
    /// Lines and points, which are no faces, and their places.
    pub ignored: Vec<(&'static str, Place)>,
}

impl ColladaMesh {
    /// Reads a `geometry` element.
    pub fn read(
        document: &ColladaDocument,
        geometry: Id,
        allowance: &Allowance,
    ) -> Result<Self, LoadError> {
        let name = document.attribute(geometry, "name").or(document.attribute(geometry, "id"));
        let unsupported = |id: Id, what: &str| {
            document.error(id, Problem::Unsupported { what: format!("'{what}' of a geometry") })
        };
        let mut found = Self {
            name: name.unwrap_or("geometry").to_owned(),
            vertices: Vec::new(),
            faces: Vec::new(),
            ignored: Vec::new(),
        };
        for child in document.children(geometry) {
            match document.name(child) {
                "mesh" => found.read_mesh(document, child, allowance)?,
                other @ ("convex_mesh" | "spline" | "brep") => {
                    return Err(unsupported(child, other));
                }
                _ => {}
            }
        }
        Ok(found)
    }

    fn read_mesh(
        &mut self,
        document: &ColladaDocument,
        mesh: Id,
        allowance: &Allowance,
    ) -> Result<(), LoadError> {
        // Vertices of this mesh: the element, and where its positions are in the list.
        let mut known: HashMap<Id, (usize, usize)> = HashMap::new();
        for child in document.children(mesh) {
            match document.name(child) {
                kind @ ("triangles" | "polylist" | "polygons" | "trifans" | "tristrips") => {
                    let inputs = inputs(document, child)?;
                    let (first, count) = match known.get(&inputs.vertices) {
                        Some(known) => *known,
                        None => {
                            let first = self.vertices.len();
                            self.vertices.extend(positions(document, inputs.vertices, allowance)?);
                            let place = (first, self.vertices.len() - first);
                            known.insert(inputs.vertices, place);
                            place
                        }
                    };
                    for mut face in faces(document, child, kind, &inputs, count)? {
                        face.corners.iter_mut().for_each(|corner| *corner += first as u32);
                        self.faces.push(face);
                    }
                }
                "lines" => self.ignored.push(("'lines' element", document.place(child))),
                "linestrips" => self.ignored.push(("'linestrips' element", document.place(child))),
                _ => {}
            }
        }
        Ok(())
    }
}

/// The layout of the numbers of a primitive.
pub(super) struct ColladaInputs {
    /// The `vertices` element.
    pub vertices: Id,
    /// The place of the vertex among the numbers of a corner.
    pub offset: usize,
    /// The number of numbers a corner has.
    pub stride: usize,
}

fn inputs(document: &ColladaDocument, primitive: Id) -> Result<ColladaInputs, LoadError> {
    let (mut vertex, mut stride) = (None, 0);
    for input in document.children(primitive).filter(|&id| document.name(id) == "input") {
        let offset = whole(document, input, document.required(input, "offset")?)?;
        if offset > 64 {
            let what = format!("an input with offset {offset}");
            return Err(document.error(input, Problem::Unsupported { what }));
        }
        stride = stride.max(offset + 1);
        if document.required(input, "semantic")? == "VERTEX" {
            let of = document.target(input, "source")?;
            if vertex.replace((of, offset)).is_some() {
                let what = "the input VERTEX".to_owned();
                return Err(document.error(input, Problem::Repeated { what }));
            }
        }
    }
    let what = || "an input VERTEX".to_owned();
    let missing = || document.error(primitive, Problem::Missing { what: what() });
    let (vertices, offset) = vertex.ok_or_else(missing)?;
    Ok(ColladaInputs { vertices, offset, stride })
}

/// A whole number that is not negative.
pub(super) fn whole(document: &ColladaDocument, id: Id, text: &str) -> Result<usize, LoadError> {
    let number = integer(text.trim().as_bytes()).map_err(|problem| document.error(id, problem))?;
    usize::try_from(number).map_err(|_| document.error(id, Problem::NegativeList { items: number }))
}

/// The positions that a `vertices` element names.
fn positions(
    document: &ColladaDocument,
    vertices: Id,
    allowance: &Allowance,
) -> Result<Vec<DVec3>, LoadError> {
    let mut inputs = document.children(vertices).filter(|&id| document.name(id) == "input");
    let position = inputs.find(|&id| document.attribute(id, "semantic") == Some("POSITION"));
    let missing = || {
        let what = "an input POSITION".to_owned();
        document.error(vertices, Problem::Missing { what })
    };
    let source = document.target(position.ok_or_else(missing)?, "source")?;
    let accessor = document.needed(document.needed(source, "technique_common")?, "accessor")?;
    let array = document.target(accessor, "source")?;
    if document.name(array) != "float_array" {
        let what = format!("positions in a '{}'", document.name(array).escape_debug());
        return Err(document.error(accessor, Problem::Unsupported { what }));
    }
    let of = |name: &str, usual: usize| match document.attribute(accessor, name) {
        Some(text) => whole(document, accessor, text),
        None => Ok(usual),
    };
    let count = whole(document, accessor, document.required(accessor, "count")?)?;
    let (stride, offset) = (of("stride", 1)?, of("offset", 0)?);
    let places = axes(document, accessor, stride)?;
    // Several may name one array: each of them is paid for.
    let at = |problem| document.error(accessor, problem);
    allowance.pay(document.text(array).len(), 8).map_err(at)?;
    let words: Vec<&str> = document.text(array).split_ascii_whitespace().collect();
    let last = count
        .checked_sub(1)
        .map(|last| (last as u128) * (stride as u128) + offset as u128 + stride as u128);
    let needed = last.unwrap_or(0);
    if needed > words.len() as u128 {
        let what = format!("number {} of the {needed} that the accessor needs", words.len());
        return Err(document.error(array, Problem::Missing { what }));
    }
    let read = |vertex: usize| -> Result<DVec3, Problem> {
        let mut point = [0.0; 3];
        for (axis, (number, place)) in point.iter_mut().zip(places).enumerate() {
            let word = words[offset + vertex * stride + place];
            *number = coordinate(AXES[axis], word.as_bytes())?;
        }
        Ok(DVec3::from_array(point))
    };
    let at = |problem| document.error(array, problem);
    (0..count).map(|vertex| read(vertex).map_err(at)).collect()
}

/// The places of x, y and z among the numbers of a vertex: the first three parameters that have a
/// name.
fn axes(document: &ColladaDocument, accessor: Id, stride: usize) -> Result<[usize; 3], LoadError> {
    let params = document.children(accessor).filter(|&id| document.name(id) == "param");
    let named: Vec<usize> = params
        .enumerate()
        .filter(|(_, id)| document.attribute(*id, "name").is_some_and(|name| !name.is_empty()))
        .map(|(place, _)| place)
        .collect();
    let places = match named[..] {
        [x, y, z, ..] => [x, y, z],
        [] => [0, 1, 2],
        _ => {
            let what = format!("an accessor of {} numbers for positions", named.len());
            return Err(document.error(accessor, Problem::Unsupported { what }));
        }
    };
    if places.into_iter().any(|place| place >= stride) {
        let what = format!("a stride of {stride} for positions");
        return Err(document.error(accessor, Problem::Unsupported { what }));
    }
    Ok(places)
}
