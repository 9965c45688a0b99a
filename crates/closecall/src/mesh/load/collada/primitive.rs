//! The faces of a primitive: triangles, polygons with or without a list of their sizes, fans and
//! strips.

use super::geometry::{ColladaInputs, whole};
use super::xml::{ColladaDocument, Id};
use crate::mesh::load::error::{LoadError, Problem};
use crate::mesh::load::text::integer;

/// A polygon: places in the positions, and the element it is in.
pub(super) struct ColladaFace {
    pub corners: Vec<u32>,
    pub element: Id,
}

/// All faces of a primitive.
pub(super) fn faces(
    document: &ColladaDocument,
    primitive: Id,
    kind: &str,
    inputs: &ColladaInputs,
    positions: usize,
) -> Result<Vec<ColladaFace>, LoadError> {
    let mut lists = Vec::new();
    for child in document.children(primitive) {
        match document.name(child) {
            "p" => lists.push((child, corners(document, child, inputs, positions)?)),
            "ph" => {
                let what = "a polygon with holes".to_owned();
                return Err(document.error(child, Problem::Unsupported { what }));
            }
            _ => {}
        }
    }
    let face = |element: Id, corners: Vec<u32>| ColladaFace { corners, element };
    let mut found = Vec::new();
    match kind {
        "polylist" => {
            let all = lists.into_iter().flat_map(|(_, list)| list).collect::<Vec<u32>>();
            let sizes = sizes(document, primitive)?;
            let mut rest = &all[..];
            for size in sizes {
                let Some((corners, after)) = rest.split_at_checked(size) else {
                    let what = "corners of a polygon of the list".to_owned();
                    return Err(document.error(primitive, Problem::Missing { what }));
                };
                rest = after;
                found.push(face(primitive, corners.to_vec()));
            }
            if !rest.is_empty() {
                let expected = format!("{} corners", all.len() - rest.len());
                let problem = Problem::Expected { expected, found: all.len().to_string() };
                return Err(document.error(primitive, problem));
            }
        }
        "polygons" => found.extend(lists.into_iter().map(|(id, list)| face(id, list))),
        "triangles" => {
            for (id, list) in lists {
                if !list.len().is_multiple_of(3) {
                    let problem = Problem::BrokenTriangle { corners: list.len() };
                    return Err(document.error(id, problem));
                }
                found.extend(list.chunks(3).map(|corners| face(id, corners.to_vec())));
            }
        }
        // Every strip and every fan is a list of its own.
        _ => {
            for (id, list) in lists {
                if list.len() < 3 {
                    return Err(document.error(id, Problem::TooFewCorners { corners: list.len() }));
                }
                let triangle = |k: usize| match (kind, k % 2) {
                    ("trifans", _) => vec![list[0], list[k + 1], list[k + 2]],
                    (_, 0) => vec![list[k], list[k + 1], list[k + 2]],
                    _ => vec![list[k + 1], list[k], list[k + 2]],
                };
                found.extend((0..list.len() - 2).map(|k| face(id, triangle(k))));
            }
        }
    }
    Ok(found)
}

/// The sizes of the polygons of a list.
fn sizes(document: &ColladaDocument, primitive: Id) -> Result<Vec<usize>, LoadError> {
    let Some(vcount) = document.child(primitive, "vcount") else { return Ok(vec![]) };
    let words = document.text(vcount).split_ascii_whitespace();
    words.map(|word| whole(document, vcount, word)).collect()
}

/// The vertices of a list of corners.
fn corners(
    document: &ColladaDocument,
    p: Id,
    inputs: &ColladaInputs,
    positions: usize,
) -> Result<Vec<u32>, LoadError> {
    let numbers = document.words(p, integer)?;
    if !numbers.len().is_multiple_of(inputs.stride) {
        let expected = format!("{} numbers for every corner", inputs.stride);
        let problem = Problem::Expected { expected, found: format!("{} in all", numbers.len()) };
        return Err(document.error(p, problem));
    }
    let own = numbers.iter().skip(inputs.offset).step_by(inputs.stride);
    let vertex = |&number: &i64| match u32::try_from(number) {
        Ok(vertex) if (vertex as usize) < positions => Ok(vertex),
        _ => {
            let problem = Problem::NoSuchVertex { vertex: number, vertices: positions };
            Err(document.error(p, problem))
        }
    };
    own.map(vertex).collect()
}
