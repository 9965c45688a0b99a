//! The elements of a URDF or SRDF file, with faults that name the file and the line. Text and
//! comments are passed over: neither URDF nor SRDF puts anything there.

use std::error::Error;
use std::path::Path;

use closecall::Place;
use closecall::engine::{
    files::foreign,
    xml::{self, XmlDocument, XmlError, XmlProblem, XmlText},
};

use crate::error::{FileError, shown};

/// All elements of a file.
pub(crate) struct Document<'d> {
    file: &'d Path,
    elements: XmlDocument<'d>,
}

/// An element.
#[derive(Clone, Copy)]
pub(crate) struct Element<'d> {
    file: &'d Path,
    element: xml::Element<'d>,
}

/// The text of a file.
pub(crate) fn text<'t>(file: &Path, bytes: &'t [u8]) -> Result<XmlText<'t>, FileError> {
    if bytes.is_empty() {
        return Err(FileError::whole(file, "the file is empty"));
    }
    if let Some(kind) = foreign::kind(bytes) {
        return Err(FileError::whole(file, kind.instead_of("a robot, a URDF or SRDF file")));
    }
    XmlText::new(bytes).map_err(|error| refused(file, error))
}

fn refused(file: &Path, XmlError { line, problem }: XmlError) -> FileError {
    FileError::at(file, Place::Line(line), problem)
}

impl<'d> Document<'d> {
    /// Reads the text of a file whose outermost element must have this name.
    pub fn read(file: &'d Path, text: &'d XmlText<'d>, root: &str) -> Result<Self, FileError> {
        let elements = text.document().map_err(|error| match error.problem {
            XmlProblem::NoRoot => FileError::at(
                file,
                Place::Line(1),
                format!("expected '<{root}>', found no element"),
            ),
            _ => refused(file, error),
        })?;
        let document = Self { file, elements };
        let found = document.root();
        if found.name() != root {
            let found_name = shown(found.name());
            return Err(found.error(format!("expected '<{root}>', found '<{found_name}>'")));
        }
        Ok(document)
    }

    /// The outermost element.
    pub fn root(&self) -> Element<'_> {
        Element { file: self.file, element: self.elements.root() }
    }

    /// All elements, in the order of the file.
    pub fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        self.elements.elements().map(|element| Element { file: self.file, element })
    }
}

impl<'d> Element<'d> {
    /// Its name, with its prefix if it has one.
    pub fn name(self) -> &'d str {
        self.element.name()
    }

    /// The place: `line 12`.
    pub fn place(self) -> Place {
        Place::Line(self.element.line())
    }

    /// A fault of this element.
    pub fn error(self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> FileError {
        FileError::at(self.file, self.place(), cause)
    }

    /// All elements in it.
    pub fn children(self) -> impl Iterator<Item = Element<'d>> {
        self.element.children().map(move |element| Element { file: self.file, element })
    }

    /// The elements of this name in it.
    pub fn named(self, name: &str) -> impl Iterator<Item = Element<'d>> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The element of this name in it, if there is one. Two are an error.
    pub fn one(self, name: &str) -> Result<Option<Element<'d>>, FileError> {
        let mut found = self.named(name);
        let first = found.next();
        match found.next() {
            Some(second) => {
                Err(second.error(format!("there are two '<{name}>' in a '<{}>'", self.name())))
            }
            None => Ok(first),
        }
    }

    /// The element of this name in it, which must be there.
    pub fn required_one(self, name: &str) -> Result<Element<'d>, FileError> {
        let missing = || self.error(format!("'<{}>' has no '<{name}>'", self.name()));
        self.one(name)?.ok_or_else(missing)
    }

    /// The names of its attributes.
    pub fn attributes(self) -> impl Iterator<Item = &'d str> {
        self.element.attributes()
    }

    /// An attribute, if it is there.
    pub fn attribute(self, name: &str) -> Option<&'d str> {
        self.element.attribute(name)
    }

    /// An attribute that must be there.
    pub fn required(self, name: &str) -> Result<&'d str, FileError> {
        let missing = || self.error(format!("'<{}>' has no attribute '{name}'", self.name()));
        self.attribute(name).ok_or_else(missing)
    }

    /// An attribute that is N finite numbers, if it is there.
    pub fn numbers<const N: usize>(self, name: &str) -> Result<Option<[f64; N]>, FileError> {
        self.attribute(name).map(|text| self.parsed(name, text)).transpose()
    }

    /// An attribute that is one finite number and must be there.
    pub fn number(self, name: &str) -> Result<f64, FileError> {
        self.parsed::<1>(name, self.required(name)?).map(|[number]| number)
    }

    fn parsed<const N: usize>(self, name: &str, text: &str) -> Result<[f64; N], FileError> {
        let count = text.split_whitespace().count();
        if count != N {
            let text = shown(text);
            let plural = if N == 1 { "" } else { "s" };
            return Err(self.error(format!(
                "'{name}' is '{text}': expected {N} number{plural}, found {count}"
            )));
        }
        let mut numbers = [0.0; N];
        for (number, word) in numbers.iter_mut().zip(text.split_whitespace()) {
            let finite = word.parse().ok().filter(|value: &f64| value.is_finite());
            let wrong =
                || self.error(format!("'{name}' has '{}', not a finite number", shown(word)));
            *number = finite.ok_or_else(wrong)?;
        }
        Ok(numbers)
    }
}
