//! The one error of all files: which file, where in it, and what is wrong there.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a file was refused: `arm.urdf, line 12, link 'gripper': 'radius' is '-1', not above 0`.
///
/// Its source is the cause; an error of the operating system is kept with its kind. Two are equal
/// if they say the same.
///
/// ```
/// use closecall::{Located, Place};
/// use std::path::Path;
/// let error = Located::at(Path::new("arm.csv"), Place::Line(3), "there is no row");
/// assert_eq!(error.to_string(), "arm.csv, line 3: there is no row");
/// ```
#[derive(Clone, Debug)]
pub struct Located {
    file: PathBuf,
    place: Place,
    cause: Arc<dyn Error + Send + Sync>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The file itself.
    File,
    /// A line of a text file, 1-based.
    Line(usize),
    /// An offset in a binary file, 0-based.
    Byte(usize),
    /// A row of a table.
    Row {
        /// Its number, 0-based; the header, blank lines and comments are no rows.
        row: usize,
        /// Its line, 1-based.
        line: usize,
    },
    /// A part of the file in its own words: an entry of a glTF document (`accessors[3]`), a file
    /// inside a 3MF archive, or `line 12, link 'gripper'` of a robot.
    Entry(String),
    /// A line of a file inside a 3MF archive.
    Member {
        /// The file: `3D/3dmodel.model`.
        name: String,
        /// The line, 1-based.
        line: usize,
    },
}

impl Located {
    /// A fault of a file as a whole.
    pub fn whole(file: &Path, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::at(file, Place::File, cause)
    }

    /// A fault at a place of a file.
    pub fn at(
        file: &Path,
        place: impl Into<Place>,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self { file: file.to_owned(), place: place.into(), cause: cause.into().into() }
    }

    /// The same fault, with the part of the file that the place is in: `line 3` becomes `line 3,
    /// link 'arm'`.
    #[must_use]
    pub fn within(self, part: impl Display) -> Self {
        let place = match self.place {
            Place::File => part.to_string(),
            place => format!("{place}, {part}"),
        };
        Self { place: Place::Entry(place), ..self }
    }

    /// The file, as it was named.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The place in the file.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The error there; its `Display` is the message without file and place.
    #[must_use]
    pub fn cause(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.cause
    }

    /// The message without file and place.
    #[must_use]
    pub fn message(&self) -> String {
        self.cause.to_string()
    }

    /// The error of the operating system, if there was one.
    #[must_use]
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        let mut next: Option<&(dyn Error + 'static)> = Some(&*self.cause);
        while let Some(error) = next {
            if let Some(error) = error.downcast_ref::<io::Error>() {
                return Some(error.kind());
            }
            next = error.source();
        }
        None
    }
}

impl PartialEq for Located {
    fn eq(&self, other: &Self) -> bool {
        (&self.file, &self.place, self.message()) == (&other.file, &other.place, other.message())
    }
}

impl Eq for Located {}

impl Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, cause) = (self.file.display(), &self.cause);
        match &self.place {
            Place::File => write!(f, "{file}: {cause}"),
            place => write!(f, "{file}, {place}: {cause}"),
        }
    }
}

impl Error for Located {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.cause)
    }
}

impl Place {
    /// The line of the file, if the place is one.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match *self {
            Self::Line(line) | Self::Row { line, .. } | Self::Member { line, .. } => Some(line),
            _ => None,
        }
    }

    /// The place in words, but of a file as a whole.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        (*self != Self::File).then(|| self.to_string())
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Row { row, line } => write!(f, "row {row} (line {line})"),
            Self::Entry(entry) => f.write_str(entry),
            Self::Member { name, line } => write!(f, "{name} line {line}"),
        }
    }
}

impl From<String> for Place {
    fn from(entry: String) -> Self {
        Self::Entry(entry)
    }
}

impl From<&String> for Place {
    fn from(entry: &String) -> Self {
        Self::Entry(entry.clone())
    }
}

impl From<&str> for Place {
    fn from(entry: &str) -> Self {
        Self::Entry(entry.to_owned())
    }
}

impl From<fmt::Arguments<'_>> for Place {
    fn from(entry: fmt::Arguments<'_>) -> Self {
        Self::Entry(entry.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_the_operating_system_s_error_is_kept() {
        let file = Path::new("a.csv");
        let gone = || io::Error::from(io::ErrorKind::NotFound);
        let error = Located::whole(file, gone());
        assert_eq!(error.io_kind(), Some(io::ErrorKind::NotFound));
        assert!(error.source().is_some_and(|source| source.is::<io::Error>()));
        let deeper = Located::whole(Path::new("b.json"), error.clone());
        assert_eq!(deeper.io_kind(), Some(io::ErrorKind::NotFound));
        assert_eq!(Located::whole(file, "no row").io_kind(), None);
        assert_eq!(error, Located::whole(file, gone()));
        assert_ne!(error, deeper);
    }

    #[test]
    fn every_place_has_its_words() {
        let error = |place: Place| Located::at(Path::new("a"), place, "b").to_string();
        for (place, words) in [
            (Place::File, "a: b"),
            (Place::Line(3), "a, line 3: b"),
            (Place::Byte(0), "a, byte 0: b"),
            (Place::Row { row: 0, line: 2 }, "a, row 0 (line 2): b"),
            (Place::from("accessors[3]"), "a, accessors[3]: b"),
            (Place::Member { name: "m".to_owned(), line: 4 }, "a, m line 4: b"),
        ] {
            assert_eq!(error(place), words);
        }
        let line = Located::at(Path::new("a"), Place::Line(3), "b");
        assert_eq!(line.within("link 'c'").to_string(), "a, line 3, link 'c': b");
        assert_eq!(Located::whole(Path::new("a"), "b").within("c").to_string(), "a, c: b");
    }
}
