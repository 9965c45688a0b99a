//! The header of a PLY: what the file says it holds.

use crate::mesh::load::Format;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::text::Text;

/// The elements that follow the header, in order.
pub(super) struct PlyHeader {
    pub format: Format,
    pub elements: Vec<PlyElement>,
    /// The line of `end_header`.
    pub last_line: usize,
}

/// A table of rows with the same columns.
pub(super) struct PlyElement {
    pub name: String,
    pub rows: u64,
    pub properties: Vec<Property>,
    /// The place where the header declares it.
    pub place: Place,
}

/// A column: a number per row, or a list of them with a count before it.
pub(super) struct Property {
    pub name: String,
    pub item: Scalar,
    pub list_count: Option<Scalar>,
}

/// The storage of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => return None,
        })
    }

    pub fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    pub fn is_whole(self) -> bool {
        !matches!(self, Self::F32 | Self::F64)
    }
}

impl PlyHeader {
    /// Reads the header and leaves `text` where the rows begin.
    pub fn read(text: &mut Text) -> Result<Self, LoadError> {
        let first = text.rest_of_line();
        if first.trim_ascii_end() != b"ply" {
            return Err(text.unexpected("'ply'", Some(first)));
        }
        let line_end = text.line_end().len();
        let mut draft = Draft { format: None, elements: Vec::new() };
        while text.next_line() {
            match text.token() {
                Some(b"format") => draft.read_format(text)?,
                Some(b"element") => draft.read_element(text)?,
                Some(b"property") => draft.read_property(text)?,
                Some(b"comment" | b"obj_info") => {
                    text.rest_of_line();
                }
                Some(b"end_header") => return draft.finish(text, line_end),
                None => {}
                found => return Err(text.unexpected("a statement of the PLY header", found)),
            }
            end_of_line(text)?;
        }
        Err(text.unexpected("'end_header'", None))
    }
}

/// The part of a header that has been read.
struct Draft {
    format: Option<Format>,
    elements: Vec<PlyElement>,
}

impl Draft {
    fn read_format(&mut self, text: &mut Text) -> Result<(), LoadError> {
        if self.format.is_some() {
            return Err(text.error(Problem::Repeated { what: "the format".to_owned() }));
        }
        self.format = Some(read_format(text)?);
        Ok(())
    }

    fn read_element(&mut self, text: &mut Text) -> Result<(), LoadError> {
        let element = PlyElement::read(text)?;
        let is_geometry = matches!(&element.name[..], "vertex" | "face");
        if is_geometry && self.elements.iter().any(|known| known.name == element.name) {
            return Err(
                text.error(Problem::Repeated { what: format!("element '{}'", element.name) })
            );
        }
        self.elements.push(element);
        Ok(())
    }

    fn read_property(&mut self, text: &mut Text) -> Result<(), LoadError> {
        let property = Property::read(text)?;
        match self.elements.last_mut() {
            Some(element) => element.properties.push(property),
            None => {
                return Err(text
                    .error(Problem::Missing { what: "the element of this property".to_owned() }));
            }
        }
        Ok(())
    }

    /// After `end_header`.
    fn finish(self, text: &mut Text, line_end: usize) -> Result<PlyHeader, LoadError> {
        end_of_line(text)?;
        let missing = || text.error(Problem::Missing { what: "the format".to_owned() });
        let format = self.format.ok_or_else(missing)?;
        let last_line = text.line();
        // Not `next_line`: where lines end with `\r`, a `\n` after it is already the first byte of
        // the rows.
        text.skip_line_end(line_end);
        Ok(PlyHeader { format, elements: self.elements, last_line })
    }
}

fn read_format(text: &mut Text) -> Result<Format, LoadError> {
    let format = match text.token() {
        Some(b"ascii") => Format::PlyText,
        Some(b"binary_little_endian") => Format::PlyLittleEndian,
        Some(b"binary_big_endian") => Format::PlyBigEndian,
        found => {
            return Err(
                text.unexpected("'ascii', 'binary_little_endian' or 'binary_big_endian'", found)
            );
        }
    };
    match text.token() {
        Some(b"1.0") => Ok(format),
        found => Err(text.unexpected("version '1.0'", found)),
    }
}

impl PlyElement {
    fn read(text: &mut Text) -> Result<Self, LoadError> {
        let name = name(text)?;
        let count = text.token();
        let rows = count.and_then(|token| std::str::from_utf8(token).ok()?.parse().ok());
        let rows = rows.ok_or_else(|| text.unexpected("a number of rows", count))?;
        Ok(Self { name, rows, properties: Vec::new(), place: Place::Line(text.line()) })
    }
}

impl Property {
    fn read(text: &mut Text) -> Result<Self, LoadError> {
        let first = text.token();
        if first != Some(b"list") {
            let item = scalar(text, first)?;
            return Ok(Self { name: name(text)?, item, list_count: None });
        }
        let (count, item) = (text.token(), text.token());
        let count = scalar(text, count)?;
        let item = scalar(text, item)?;
        let name = name(text)?;
        if !count.is_whole() {
            return Err(text.error(Problem::WrongType {
                property: name,
                needed: "counted by a whole number",
            }));
        }
        Ok(Self { name, item, list_count: Some(count) })
    }
}

fn scalar(text: &Text, token: Option<&[u8]>) -> Result<Scalar, LoadError> {
    token
        .and_then(Scalar::named)
        .ok_or_else(|| text.unexpected("a type such as 'float' or 'uchar'", token))
}

fn name(text: &mut Text) -> Result<String, LoadError> {
    let token = text.token().ok_or_else(|| text.unexpected("a name", None))?;
    Ok(String::from_utf8_lossy(token).into_owned())
}

fn end_of_line(text: &mut Text) -> Result<(), LoadError> {
    match text.token() {
        None => Ok(()),
        found => Err(text.unexpected("the end of the line", found)),
    }
}
