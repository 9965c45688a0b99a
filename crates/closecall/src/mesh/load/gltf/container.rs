//! The binary form of glTF: a header, a chunk of JSON, and mostly a chunk of bytes. (glTF 2.0
//! specification, §4)

use crate::mesh::load::error::{LoadError, Place, Problem};

/// A magic number, a version and the length.
const HEADER: usize = 12;
/// A length and a kind.
const CHUNK_HEADER: usize = 8;

/// The two chunks that count.
pub(super) struct Container<'a> {
    pub json: &'a [u8],
    /// The beginning of the JSON.
    pub json_start: usize,
    pub binary: Option<&'a [u8]>,
}

/// Does it begin as every binary glTF does?
pub(in crate::mesh::load) fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(b"glTF")
}

/// Finds the chunks.
pub(super) fn split(bytes: &[u8]) -> Result<Container<'_>, LoadError> {
    let version = word(bytes, 4)?;
    if version != 2 {
        let what = format!("version {version} of the binary form");
        return Err(LoadError::new(Place::Byte(4), Problem::Unsupported { what }));
    }
    let length = word(bytes, 8)?;
    if length as usize != bytes.len() {
        let expected = format!("the length of the file, {} bytes", bytes.len());
        return Err(LoadError::new(
            Place::Byte(8),
            Problem::Expected { expected, found: length.to_string() },
        ));
    }
    let (json, next) = chunk(bytes, HEADER, *b"JSON", "a JSON chunk")?;
    // Chunks of other kinds may follow, and are to be passed over.
    let binary = if next < bytes.len() {
        Some(chunk(bytes, next, *b"BIN\0", "a BIN chunk")?.0)
    } else {
        None
    };
    Ok(Container { json, json_start: HEADER + CHUNK_HEADER, binary })
}

/// The chunk at this byte, and where the next one is.
fn chunk<'a>(
    bytes: &'a [u8],
    at: usize,
    kind: [u8; 4],
    name: &str,
) -> Result<(&'a [u8], usize), LoadError> {
    let length = word(bytes, at)?;
    let found = word(bytes, at + 4)?.to_le_bytes();
    if found != kind {
        let found = format!("'{}'", found.escape_ascii());
        return Err(LoadError::new(
            Place::Byte(at + 4),
            Problem::Expected { expected: name.to_owned(), found },
        ));
    }
    let rest = &bytes[at + CHUNK_HEADER..];
    let Some(content) = rest.get(..length as usize) else {
        let problem = Problem::TooShort { needed: length.into(), found: rest.len() as u64 };
        return Err(LoadError::new(Place::Byte(at), problem));
    };
    Ok((content, at + CHUNK_HEADER + content.len()))
}

fn word(bytes: &[u8], at: usize) -> Result<u32, LoadError> {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk());
    let what = || "a header".to_owned();
    word.map(|&word| u32::from_le_bytes(word)).ok_or_else(|| {
        LoadError::new(Place::Byte(bytes.len()), Problem::EndsInside { what: what() })
    })
}

/// The offset of a line and a column, both 1-based, as serde_json counts them.
pub(super) fn offset_of(json: &[u8], line: usize, column: usize) -> usize {
    let lines_before = json.split_inclusive(|&b| b == b'\n').take(line.saturating_sub(1));
    let offset = lines_before.map(<[u8]>::len).sum::<usize>() + column.saturating_sub(1);
    offset.min(json.len())
}
