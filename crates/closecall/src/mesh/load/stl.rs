//! STL, as text and in binary.
//!
//! Corners at equal positions become one vertex (see [`crate::mesh::weld`]); triangles keep the
//! file's order. Normals, names and attribute bytes are no geometry and are not looked at: many
//! programs write `nan` for a normal.

use super::Format;
use super::error::{LoadError, Place, Problem};
use super::soup::Soup;
use super::text::{AXES, Text, checked_coordinate};
use crate::geom::DVec3;
use crate::mesh::MeshError;
use crate::mesh::weld::Welder;

/// 80 bytes of anything, and a count.
const HEADER: usize = 84;
/// A normal and three corners in f32, and two attribute bytes.
const RECORD: usize = 50;

/// Text or binary? The length decides, because many binary files begin with `solid`. Where it does
/// not fit, a file is taken for binary if it has a zero byte near its start, so that the error
/// speaks of what the file is.
pub(super) fn form(bytes: &[u8]) -> Format {
    let start = &bytes[..bytes.len().min(512)];
    if is_binary_by_length(bytes) || start.contains(&0) {
        Format::StlBinary
    } else {
        Format::StlText
    }
}

/// Does the length fit the count?
pub(super) fn is_binary_by_length(bytes: &[u8]) -> bool {
    declared(bytes).is_some_and(|triangles| length_of(triangles) == bytes.len() as u64)
}

/// Does it begin as an STL text does?
pub(super) fn begins_with_solid(bytes: &[u8]) -> bool {
    Text::new(bytes).token_anywhere().is_some_and(|token| token.eq_ignore_ascii_case(b"solid"))
}

fn declared(bytes: &[u8]) -> Option<u32> {
    bytes.get(80..HEADER)?.first_chunk().map(|&count| u32::from_le_bytes(count))
}

fn length_of(triangles: u32) -> u64 {
    HEADER as u64 + RECORD as u64 * u64::from(triangles)
}

/// Reads the binary form.
pub(super) fn read_binary(bytes: &[u8]) -> Result<Soup, LoadError> {
    let Some(triangles) = declared(bytes) else {
        let what = format!("the header of {HEADER} bytes");
        return Err(LoadError::new(Place::Byte(bytes.len()), Problem::EndsInside { what }));
    };
    let needed = length_of(triangles);
    if needed != bytes.len() as u64 {
        let problem = Problem::WrongLength { triangles, needed, found: bytes.len() };
        return Err(LoadError::new(Place::Byte(80), problem));
    }
    if triangles == 0 {
        return Err(LoadError::new(Place::Byte(80), MeshError::NoTriangle.into()));
    }
    let mut corners = StlCorners::expecting(triangles as usize);
    for (index, record) in bytes[HEADER..].chunks_exact(RECORD).enumerate() {
        let start = HEADER + index * RECORD;
        let mut numbers = [0; 3];
        for (corner, number) in numbers.iter_mut().enumerate() {
            let offset = 12 + 12 * corner;
            let position = position(&record[offset..], start + offset)?;
            *number = corners
                .number(position)
                .map_err(|problem| LoadError::new(Place::Byte(start + offset), problem))?;
        }
        corners
            .soup
            .face(&numbers)
            .map_err(|problem| LoadError::new(Place::Byte(start), problem))?;
    }
    Ok(corners.soup)
}

/// Three f32 at byte `offset` of the file.
fn position(bytes: &[u8], offset: usize) -> Result<DVec3, LoadError> {
    let mut position = [0.0; 3];
    for (i, ((coordinate, axis), chunk)) in
        position.iter_mut().zip(AXES).zip(bytes.as_chunks().0).enumerate()
    {
        *coordinate = checked_coordinate(axis, f64::from(f32::from_le_bytes(*chunk)))
            .map_err(|problem| LoadError::new(Place::Byte(offset + 4 * i), problem))?;
    }
    Ok(DVec3::from_array(position))
}

/// Reads the text form: one solid or several, keywords in any case.
pub(super) fn read_text(bytes: &[u8]) -> Result<Soup, LoadError> {
    let mut text = Text::new(bytes);
    let mut corners = StlCorners::default();
    keyword(&mut text, "solid")?;
    loop {
        text.rest_of_line(); // the solid's name
        while alternative(&mut text, "facet", "endsolid")? {
            facet(&mut text, &mut corners)?;
        }
        text.rest_of_line(); // its name again
        match text.token_anywhere() {
            None if corners.soup.triangles.is_empty() => {
                return Err(text.error(MeshError::NoTriangle.into()));
            }
            None => return Ok(corners.soup),
            Some(token) if token.eq_ignore_ascii_case(b"solid") => {}
            Some(token) => {
                return Err(text.unexpected("'solid' or the end of the file", Some(token)));
            }
        }
    }
}

/// Reads a facet after the word `facet`.
fn facet(text: &mut Text, corners: &mut StlCorners) -> Result<(), LoadError> {
    keyword(text, "normal")?;
    for _ in 0..3 {
        text.token().ok_or_else(|| text.unexpected("a normal of 3 numbers", None))?;
    }
    keyword(text, "outer")?;
    keyword(text, "loop")?;
    let mut numbers = [0; 3];
    for number in &mut numbers {
        keyword(text, "vertex")?;
        let mut position = [0.0; 3];
        for (coordinate, axis) in position.iter_mut().zip(AXES) {
            let token = text.token();
            *coordinate = text.coordinate(axis, token)?;
        }
        let position = DVec3::from_array(position);
        *number = corners.number(position).map_err(|problem| text.error(problem))?;
    }
    keyword(text, "endloop")?;
    keyword(text, "endfacet")?;
    corners.soup.face(&numbers).map_err(|problem| text.error(problem))
}

fn keyword(text: &mut Text, word: &str) -> Result<(), LoadError> {
    match text.token_anywhere() {
        Some(token) if token.eq_ignore_ascii_case(word.as_bytes()) => Ok(()),
        found => Err(text.unexpected(&format!("'{word}'"), found)),
    }
}

/// Is the next word the first of two?
fn alternative(text: &mut Text, first: &str, second: &str) -> Result<bool, LoadError> {
    match text.token_anywhere() {
        Some(token) if token.eq_ignore_ascii_case(first.as_bytes()) => Ok(true),
        Some(token) if token.eq_ignore_ascii_case(second.as_bytes()) => Ok(false),
        found => Err(text.unexpected(&format!("'{first}' or '{second}'"), found)),
    }
}

/// Corners that become vertices where their positions are new.
#[derive(Default)]
struct StlCorners {
    soup: Soup,
    welder: Welder,
}

impl StlCorners {
    fn expecting(triangles: usize) -> Self {
        // A closed mesh has half as many vertices as triangles.
        Self { soup: Soup::default(), welder: Welder::with_capacity(triangles / 2) }
    }

    #[inline]
    fn number(&mut self, position: DVec3) -> Result<u32, Problem> {
        let number = self.welder.number(position).ok_or(Problem::TooManyVertices)?;
        if number as usize == self.soup.vertices.len() {
            self.soup.vertices.push(position);
        }
        Ok(number)
    }
}
