//! PLY, as text and in binary of either byte order: the properties `x`, `y`, `z` of element `vertex`
//! and the list `vertex_indices` (or `vertex_index`) of element `face`, of any type; without that
//! element it is a cloud of points. Other properties are passed over; rows of other elements are
//! passed over and counted.

mod header;
mod values;

use self::header::{PlyElement, PlyHeader, Property, Scalar};
use self::values::{Binary, ByteOrder, Values};
use super::Format;
use super::error::{LoadError, Place, Problem};
use super::soup::{Soup, Warning};
use super::text::{AXES, Text};
use crate::geom::DVec3;
use crate::mesh::MeshError;

/// Does it begin as every PLY does?
pub(super) fn begins_with_ply(bytes: &[u8]) -> bool {
    Text::new(bytes).rest_of_line().trim_ascii_end() == b"ply"
}

/// Reads a PLY.
pub(super) fn read(bytes: &[u8]) -> Result<(Soup, Format), LoadError> {
    let mut text = Text::new(bytes);
    let header = PlyHeader::read(&mut text)?;
    let binary = |order| Binary::new(bytes, text.offset(), order);
    let soup = match header.format {
        Format::PlyLittleEndian => read_rows(&header, &mut binary(ByteOrder::Little))?,
        Format::PlyBigEndian => read_rows(&header, &mut binary(ByteOrder::Big))?,
        _ => read_rows(&header, &mut text)?,
    };
    Ok((soup, header.format))
}

fn read_rows<V: Values>(header: &PlyHeader, values: &mut V) -> Result<Soup, LoadError> {
    let vertices = geometry(header, "vertex")?.rows;
    let is_cloud = has_points_only(header);
    if !is_cloud {
        let faces = geometry(header, "face")?;
        if faces.rows == 0 {
            return Err(LoadError::new(faces.place.clone(), MeshError::NoTriangle.into()));
        }
    }
    let mut soup = Soup::default();
    for element in &header.elements {
        check_length(element, values)?;
        match &element.name[..] {
            "vertex" => read_vertices(element, values, &mut soup)?,
            "face" => read_faces(element, values, vertices, &mut soup)?,
            _ => skip_element(element, values, &mut soup)?,
        }
    }
    values.end_file()?;
    if is_cloud {
        // A file without faces is a cloud of points.
        for point in 0..soup.vertices.len() as u32 {
            soup.face(&[point; 3]).map_err(|problem| LoadError::new(Place::File, problem))?;
        }
    }
    Ok(soup)
}

/// Is it a cloud: without faces, and without lists that could be faces of another kind?
fn has_points_only(header: &PlyHeader) -> bool {
    let is_list = |property: &Property| property.list_count.is_some();
    header.elements.iter().all(|element| {
        element.name != "face"
            && (element.name == "vertex" || !element.properties.iter().any(is_list))
    })
}

fn geometry<'a>(header: &'a PlyHeader, name: &str) -> Result<&'a PlyElement, LoadError> {
    header.elements.iter().find(|element| element.name == name).ok_or_else(|| {
        let what = format!("element '{name}'");
        LoadError::new(Place::Line(header.last_line), Problem::Missing { what })
    })
}

/// Can the file hold as many rows as it declares?
fn check_length<V: Values>(element: &PlyElement, values: &V) -> Result<(), LoadError> {
    let PlyElement { name, rows, properties, place } = element;
    let in_all_rows = |p: &Property| V::least_bytes(*rows, p.list_count.unwrap_or(p.item));
    let needed: u128 = properties.iter().map(in_all_rows).sum();
    let left = values.left();
    if needed <= left as u128 {
        return Ok(());
    }
    Err(LoadError::new(
        place.clone(),
        Problem::TooManyRows { element: name.clone(), rows: *rows, needed, left },
    ))
}

fn read_vertices<V: Values>(
    element: &PlyElement,
    values: &mut V,
    soup: &mut Soup,
) -> Result<(), LoadError> {
    let axes = ["x", "y", "z"].map(|axis| column(element, &[axis]));
    let axes = match axes {
        [Ok(x), Ok(y), Ok(z)] => [x, y, z],
        [Err(error), ..] | [_, Err(error), _] | [.., Err(error)] => return Err(error),
    };
    if let Some(&axis) = axes.iter().find(|&&axis| element.properties[axis].list_count.is_some()) {
        return Err(wrong_type(element, axis, "a number"));
    }
    soup.vertices.reserve_exact(element.rows as usize);
    for _ in 0..element.rows {
        let mut position = [0.0; 3];
        values.start_row();
        for (i, property) in element.properties.iter().enumerate() {
            match axes.iter().position(|&axis| axis == i) {
                Some(axis) => position[axis] = values.coordinate(property.item, AXES[axis])?,
                None => skip_property(property, values)?,
            }
        }
        values.end_row()?;
        soup.vertex(DVec3::from_array(position))
            .map_err(|problem| LoadError::new(values.place(), problem))?;
    }
    Ok(())
}

fn read_faces<V: Values>(
    element: &PlyElement,
    values: &mut V,
    vertices: u64,
    soup: &mut Soup,
) -> Result<(), LoadError> {
    let list = column(element, &["vertex_indices", "vertex_index"])?;
    let (count, item) = match element.properties[list] {
        Property { list_count: Some(count), item, .. } if item.is_whole() => (count, item),
        _ => return Err(wrong_type(element, list, "a list of whole numbers")),
    };
    let mut corners = Vec::new();
    for _ in 0..element.rows {
        values.start_row();
        for (i, property) in element.properties.iter().enumerate() {
            if i == list {
                read_corners(values, count, item, vertices, &mut corners)?;
                soup.face(&corners).map_err(|problem| LoadError::new(values.place(), problem))?;
            } else {
                skip_property(property, values)?;
            }
        }
        values.end_row()?;
    }
    Ok(())
}

#[inline]
fn read_corners<V: Values>(
    values: &mut V,
    count: Scalar,
    item: Scalar,
    vertices: u64,
    corners: &mut Vec<u32>,
) -> Result<(), LoadError> {
    corners.clear();
    for _ in 0..values.list_length(count, item)? {
        let vertex = values.whole(item)?;
        let known = u32::try_from(vertex).ok().filter(|&number| u64::from(number) < vertices);
        corners.push(known.ok_or_else(|| {
            LoadError::new(
                values.place(),
                Problem::NoSuchVertex { vertex, vertices: vertices as usize },
            )
        })?);
    }
    Ok(())
}

fn skip_element<V: Values>(
    element: &PlyElement,
    values: &mut V,
    soup: &mut Soup,
) -> Result<(), LoadError> {
    if element.rows > 0 {
        let what = format!("'{}' row", element.name);
        soup.warnings.push(Warning::Ignored {
            what,
            count: element.rows as usize,
            first: element.place.clone(),
        });
    }
    if element.properties.is_empty() {
        // Nothing is stored for such rows, however many there are.
        return Ok(());
    }
    for _ in 0..element.rows {
        values.start_row();
        for property in &element.properties {
            skip_property(property, values)?;
        }
        values.end_row()?;
    }
    Ok(())
}

#[inline]
fn skip_property<V: Values>(property: &Property, values: &mut V) -> Result<(), LoadError> {
    let items = match property.list_count {
        Some(count) => values.list_length(count, property.item)?,
        None => 1,
    };
    for _ in 0..items {
        values.skip(property.item)?;
    }
    Ok(())
}

/// The one property that has one of these names.
fn column(element: &PlyElement, names: &[&str]) -> Result<usize, LoadError> {
    let mut columns = (0..)
        .zip(&element.properties)
        .filter(|(_, p)| names.contains(&&p.name[..]))
        .map(|(i, _)| i);
    let what = || format!("property '{}' of element '{}'", names[0], element.name);
    match (columns.next(), columns.next()) {
        (Some(column), None) => Ok(column),
        (None, _) => Err(LoadError::new(element.place.clone(), Problem::Missing { what: what() })),
        (Some(_), Some(_)) => {
            Err(LoadError::new(element.place.clone(), Problem::Repeated { what: what() }))
        }
    }
}

fn wrong_type(element: &PlyElement, column: usize, needed: &'static str) -> LoadError {
    let property = element.properties[column].name.clone();
    LoadError::new(element.place.clone(), Problem::WrongType { property, needed })
}
