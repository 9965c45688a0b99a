//! The bytes behind a glTF: in the binary chunk, in the document as base64, or in files beside it.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::schema::Buffer;
use super::{GltfScene, entry};
use crate::mesh::load::Origin;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::options::companion;
use crate::mesh::load::uri::{Target, target};

/// Buffers, each read when it is first needed: those that only images are in need not even be
/// there.
pub(super) struct Buffers<'a> {
    binary: Option<&'a [u8]>,
    origin: Option<Origin<'a>>,
    read: Vec<OnceCell<Cow<'a, [u8]>>>,
    /// The files that were read.
    pub companions: RefCell<Vec<PathBuf>>,
}

impl<'a> Buffers<'a> {
    pub fn new(count: usize, binary: Option<&'a [u8]>, origin: Option<Origin<'a>>) -> Self {
        Self { binary, origin, read: vec![OnceCell::new(); count], companions: RefCell::default() }
    }
}

impl<'a> GltfScene<'a> {
    /// The bytes of a buffer view, and the stride it states.
    pub fn view(&self, number: usize, named_by: &Place) -> Result<(&[u8], Option<u64>), LoadError> {
        let view = entry(&self.document.buffer_views, "buffer view", number, named_by)?;
        let place = Place::Entry(format!("bufferViews[{number}]"));
        let buffer = self.buffer(view.buffer, &place)?;
        let end = u128::from(view.byte_offset) + u128::from(view.byte_length);
        if end > buffer.len() as u128 {
            let problem = Problem::TooShort { needed: end, found: buffer.len() as u64 };
            return Err(LoadError::new(place, problem));
        }
        Ok((&buffer[view.byte_offset as usize..end as usize], view.byte_stride))
    }

    /// The bytes of a buffer, of the length it states.
    fn buffer(&self, number: usize, named_by: &Place) -> Result<&[u8], LoadError> {
        let buffer = entry(&self.document.buffers, "buffer", number, named_by)?;
        let cell = &self.buffers.read[number];
        if cell.get().is_none() {
            let bytes = self.read_buffer(number, buffer);
            let bytes = bytes.map_err(|problem| {
                LoadError::new(Place::Entry(format!("buffers[{number}]")), problem)
            })?;
            return Ok(cell.get_or_init(|| bytes));
        }
        Ok(cell.get().map_or(&[], |bytes| bytes))
    }

    fn read_buffer(&self, number: usize, buffer: &Buffer) -> Result<Cow<'a, [u8]>, Problem> {
        let length = buffer.byte_length;
        let bytes = match &buffer.uri {
            Some(uri) => match target(uri)? {
                Target::Data(bytes) => Cow::Owned(bytes),
                Target::Path(path) => Cow::Owned(self.companion(&path, length)?),
            },
            None if number == 0 => Cow::Borrowed(self.buffers.binary.ok_or_else(missing)?),
            None => return Err(missing()),
        };
        let found = bytes.len() as u64;
        if length > found {
            return Err(Problem::TooShort { needed: length.into(), found });
        }
        Ok(match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[..length as usize]),
            Cow::Owned(mut bytes) => {
                bytes.truncate(length as usize);
                Cow::Owned(bytes)
            }
        })
    }

    /// The first bytes of a file beside this one.
    fn companion(&self, path: &str, length: u64) -> Result<Vec<u8>, Problem> {
        let Some(Origin { file, outside }) = self.buffers.origin else {
            return Err(Problem::Unsupported {
                what: format!("the file '{path}' beside bytes that are in memory"),
            });
        };
        let meant = companion(file, file.parent().unwrap_or(Path::new("")), path, outside)?;
        let bytes = read_file(&meant, length).map_err(|error| Problem::NoCompanion {
            uri: path.to_owned(),
            reason: error.to_string(),
        })?;
        self.allowance.extend(bytes.len());
        self.buffers.companions.borrow_mut().push(meant);
        Ok(bytes)
    }
}

/// At most this many bytes of a file. Devices and pipes, which may have no end, are refused.
fn read_file(path: &Path, length: u64) -> io::Result<Vec<u8>> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("this is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn missing() -> Problem {
    Problem::Missing { what: "the uri".to_owned() }
}
