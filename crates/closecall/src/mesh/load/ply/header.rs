//! The header of a PLY: what the file says it holds.

use crate::mesh::load::Format;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::text::Text;

/// What follows the header, in order.
pub(super) struct Header {
    pub format: Format,
    pub elements: Vec<Element>,
    /// The line of `end_header`.
    pub last_line: usize,
}

/// A table of rows with the same columns.
pub(super) struct Element {
    pub name: String,
    pub rows: u64,
    pub properties: Vec<Property>,
    /// Where the header declares it.
    pub place: Place,
}

/// A column: a number per row, or a list of them with a count before it.
pub(super) struct Property {
    pub name: String,
    pub item: Scalar,
    pub list_count: Option<Scalar>,
}

/// How a number is stored.
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

impl Property {
    /// The fewest bytes it takes in a binary row: a list may be empty.
    pub fn least_bytes(&self) -> usize {
        self.list_count.unwrap_or(self.item).bytes()
    }
}

impl Header {
    /// Reads the header and leaves `text` where the rows begin.
    pub fn read(text: &mut Text) -> Result<Self, LoadError> {
        if text.rest_of_line().trim_ascii_end() != b"ply" {
            return Err(text.error(Problem::Expected { expected: "'ply'".to_owned(), found: "another line".to_owned() }));
        }
        let line_end = text.line_end().len();
        let (mut format, mut elements) = (None, Vec::new());
        while text.next_line() {
            match text.token() {
                Some(b"format") if format.is_some() => return Err(repeated(text, "the format")),
                Some(b"format") => format = Some(read_format(text)?),
                Some(b"element") => elements.push(Element::read(text, &elements)?),
                Some(b"property") => {
                    let property = Property::read(text)?;
                    let Some(element) = elements.last_mut() else { return Err(missing(text, "an element before it")) };
                    element.properties.push(property);
                }
                Some(b"comment" | b"obj_info") => {
                    text.rest_of_line();
                }
                Some(b"end_header") => {
                    end_of_line(text)?;
                    let last_line = text.line();
                    // Not `next_line`: where lines end with `\r`, a `\n` after it is already the first byte of the rows.
                    text.skip_line_end(line_end);
                    let Some(format) = format else {
                        return Err(LoadError::new(Place::Line(last_line), Problem::Missing { what: "the format".to_owned() }));
                    };
                    return Ok(Self { format, elements, last_line });
                }
                None => {}
                found => return Err(text.unexpected("a statement of the PLY header", found)),
            }
            end_of_line(text)?;
        }
        Err(text.unexpected("'end_header'", None))
    }
}

fn read_format(text: &mut Text) -> Result<Format, LoadError> {
    let format = match text.token() {
        Some(b"ascii") => Format::PlyText,
        Some(b"binary_little_endian") => Format::PlyLittleEndian,
        Some(b"binary_big_endian") => Format::PlyBigEndian,
        found => return Err(text.unexpected("'ascii', 'binary_little_endian' or 'binary_big_endian'", found)),
    };
    match text.token() {
        Some(b"1.0") => Ok(format),
        found => Err(text.unexpected("version '1.0'", found)),
    }
}

impl Element {
    fn read(text: &mut Text, before: &[Self]) -> Result<Self, LoadError> {
        let name = name(text)?;
        let is_geometry = matches!(&name[..], "vertex" | "face");
        if is_geometry && before.iter().any(|element| element.name == name) {
            return Err(repeated(text, &format!("element '{name}'")));
        }
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
            return Err(text.error(Problem::WrongType { property: name, needed: "counted by a whole number" }));
        }
        Ok(Self { name, item, list_count: Some(count) })
    }
}

fn scalar(text: &Text, token: Option<&[u8]>) -> Result<Scalar, LoadError> {
    token.and_then(Scalar::named).ok_or_else(|| text.unexpected("a type such as 'float' or 'uchar'", token))
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

fn repeated(text: &Text, what: &str) -> LoadError {
    text.error(Problem::Repeated { what: what.to_owned() })
}

fn missing(text: &Text, what: &str) -> LoadError {
    text.error(Problem::Missing { what: what.to_owned() })
}
