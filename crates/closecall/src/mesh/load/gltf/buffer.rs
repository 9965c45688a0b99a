//! The bytes behind a glTF: in the binary chunk, in the document as base64, or in files beside it.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::schema::Buffer;
use super::{GltfScene, entry};
use crate::mesh::load::Origin;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::options::companion;
use crate::mesh::load::uri::{Target, target};

/// Buffers, each read when it is first needed. A buffer that only has images need not even exist.
/// Buffers that name the same file share its bytes.
pub(super) struct Buffers<'a> {
    binary: Option<&'a [u8]>,
    origin: Option<Origin<'a>>,
    read: Vec<OnceCell<BufferBytes<'a>>>,
    /// The number of bytes of each file that buffers need at most; links are followed.
    longest: OnceCell<HashMap<PathBuf, u64>>,
    /// The bytes of each file that was read.
    files: RefCell<HashMap<PathBuf, Rc<Vec<u8>>>>,
    /// The files that were read.
    pub companions: RefCell<Vec<PathBuf>>,
}

impl<'a> Buffers<'a> {
    pub fn new(count: usize, binary: Option<&'a [u8]>, origin: Option<Origin<'a>>) -> Self {
        let read = (0..count).map(|_| OnceCell::new()).collect();
        Self {
            binary,
            origin,
            read,
            longest: OnceCell::new(),
            files: RefCell::default(),
            companions: RefCell::default(),
        }
    }
}

/// The place of the bytes of a buffer.
enum BufferBytes<'a> {
    /// In the file that is read.
    Borrowed(&'a [u8]),
    /// In the document, or in a file beside it: the first of these bytes, by their number.
    Shared(Rc<Vec<u8>>, usize),
}

impl BufferBytes<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Shared(bytes, length) => &bytes[..*length],
        }
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
            return Ok(cell.get_or_init(|| bytes).bytes());
        }
        Ok(cell.get().map_or(&[], BufferBytes::bytes))
    }

    fn read_buffer(&self, number: usize, buffer: &Buffer) -> Result<BufferBytes<'a>, Problem> {
        let length = buffer.byte_length;
        let long_enough = |bytes: &[u8]| match bytes.len() as u64 {
            found if length > found => Err(Problem::TooShort { needed: length.into(), found }),
            _ => Ok(length as usize),
        };
        let shared = match &buffer.uri {
            Some(uri) => match target(uri)? {
                Target::Data(bytes) => Rc::new(bytes),
                Target::Path(path) => self.companion(&path)?,
            },
            None if number == 0 => {
                let bytes = self.buffers.binary.ok_or_else(missing)?;
                return Ok(BufferBytes::Borrowed(&bytes[..long_enough(bytes)?]));
            }
            None => return Err(missing()),
        };
        let length = long_enough(&shared)?;
        Ok(BufferBytes::Shared(shared, length))
    }

    /// The first bytes of a file beside this one, as many as a buffer needs that names it.
    fn companion(&self, path: &str) -> Result<Rc<Vec<u8>>, Problem> {
        let meant = self.companion_path(path)?;
        let fail = |error: io::Error| Problem::NoCompanion {
            uri: path.to_owned(),
            reason: error.to_string(),
        };
        let real = meant.canonicalize().map_err(fail)?;
        if let Some(known) = self.buffers.files.borrow().get(&real) {
            return Ok(Rc::clone(known));
        }
        let longest = self.buffers.longest.get_or_init(|| self.longest());
        let length = longest.get(&real).copied().unwrap_or(0);
        let bytes = Rc::new(read_file(&meant, length).map_err(fail)?);
        self.allowance.extend(bytes.len());
        self.buffers.companions.borrow_mut().push(meant);
        self.buffers.files.borrow_mut().insert(real, Rc::clone(&bytes));
        Ok(bytes)
    }

    fn companion_path(&self, path: &str) -> Result<PathBuf, Problem> {
        let Some(Origin { file, outside }) = self.buffers.origin else {
            return Err(Problem::Unsupported {
                what: format!("the file '{path}' beside bytes that are in memory"),
            });
        };
        companion(file, file.parent().unwrap_or(Path::new("")), path, outside)
    }

    /// Of every file that buffers name and that is there, the length of the longest of them.
    fn longest(&self) -> HashMap<PathBuf, u64> {
        let mut named: HashMap<&str, u64> = HashMap::new();
        for Buffer { uri, byte_length } in &self.document.buffers {
            if let Some(uri) = uri.as_deref().filter(|uri| !uri.starts_with("data:")) {
                let longest = named.entry(uri).or_default();
                *longest = (*longest).max(*byte_length);
            }
        }
        let mut found: HashMap<PathBuf, u64> = HashMap::new();
        for (uri, length) in named {
            let Ok(Target::Path(path)) = target(uri) else { continue };
            let meant = self.companion_path(&path).ok();
            if let Some(real) = meant.and_then(|meant| meant.canonicalize().ok()) {
                let longest = found.entry(real).or_default();
                *longest = (*longest).max(length);
            }
        }
        found
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
