//! The files inside a 3MF, decompressed no further than the allowance goes.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::unfold::Allowance;

pub(super) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    allowance: &'a Allowance,
}

impl<'a> Archive<'a> {
    pub fn open(bytes: &'a [u8], allowance: &'a Allowance) -> Result<Self, LoadError> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
            LoadError::new(
                Place::Entry("archive".to_owned()),
                Problem::Malformed { reason: error.to_string() },
            )
        })?;
        Ok(Self { zip, allowance })
    }

    /// A file of the archive as text.
    pub fn text(&mut self, name: &str) -> Result<String, LoadError> {
        let bytes = self
            .bytes(name)
            .map_err(|problem| LoadError::new(Place::Entry(name.to_owned()), problem))?;
        String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|&&b| b == b'\n').count();
            let problem = Problem::Malformed { reason: "this is not UTF-8".to_owned() };
            LoadError::new(Place::Member { name: name.to_owned(), line }, problem)
        })
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Problem> {
        let number = self
            .number(name)
            .ok_or_else(|| Problem::Missing { what: "this file of the archive".to_owned() })?;
        let file = self.zip.by_index(number).map_err(|error| match error {
            ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
                Problem::Unsupported { what: format!("the way it is packed ({error})") }
            }
            error => Problem::Malformed { reason: error.to_string() },
        })?;
        // The length that the archive states may be a lie, so that only what comes out counts.
        let left = self.allowance.left();
        let mut bytes = Vec::new();
        file.take(left.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| Problem::Malformed { reason: error.to_string() })?;
        self.allowance.pay(bytes.len(), 1)?;
        Ok(bytes)
    }

    /// Names in such archives are the same in either case.
    fn number(&self, name: &str) -> Option<usize> {
        self.zip.index_for_name(name).or_else(|| {
            let same = |known: &[u8]| known.eq_ignore_ascii_case(name.as_bytes());
            self.zip.file_names_raw().position(same)
        })
    }
}
