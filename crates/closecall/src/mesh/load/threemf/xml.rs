//! XML, element by element, with the line that each stands in.

use std::borrow::Cow;

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{NamespaceError, PrefixDeclaration, ResolveResult};
use quick_xml::reader::NsReader;

use crate::mesh::load::error::{LoadError, Place, Problem};

/// The vocabulary of 3MF itself.
pub(super) const CORE: &str = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
/// The namespace of files within files.
pub(super) const PRODUCTION: &str =
    "http://schemas.microsoft.com/3dmanufacturing/production/2015/06";

/// A place in an XML text.
pub(super) struct Xml<'a> {
    reader: NsReader<&'a [u8]>,
    text: &'a str,
    /// The file of the archive, for errors.
    member: &'a str,
    /// How far the line ends are counted, and the line there.
    counted: usize,
    line: usize,
}

/// An element that has been opened.
pub(super) struct OpenElement<'a> {
    start: BytesStart<'a>,
    /// Is it a word of 3MF itself?
    pub is_core: bool,
    /// The line where it ends its opening tag.
    pub line: usize,
}

impl OpenElement<'_> {
    pub fn local_name(&self) -> &str {
        self.start.local_name().into_inner()
    }

    /// The name with its prefix.
    pub fn name(&self) -> &str {
        self.start.name().into_inner()
    }
}

impl<'a> Xml<'a> {
    pub fn new(text: &'a str, member: &'a str) -> Self {
        let mut reader = NsReader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, text, member, counted: 0, line: 1 }
    }

    /// Opens the first element, which must have this name.
    pub fn root(&mut self, name: &str) -> Result<OpenElement<'a>, LoadError> {
        match self.child()? {
            Some(root) if root.local_name() == name => Ok(root),
            root => {
                let found = root.map_or("nothing".to_owned(), |root| {
                    format!("'{}'", root.name().escape_debug())
                });
                Err(self.error(Problem::Expected { expected: format!("'{name}'"), found }))
            }
        }
    }

    /// Opens the next element of the one that is open, or closes that if there is none. Text is
    /// passed over.
    pub fn child(&mut self) -> Result<Option<OpenElement<'a>>, LoadError> {
        loop {
            match self.reader.read_resolved_event() {
                Ok((namespace, Event::Start(start))) => {
                    let is_core = matches!(namespace, ResolveResult::Bound(bound) if bound.into_inner() == CORE);
                    let line = self.count_lines();
                    return Ok(Some(OpenElement { start, is_core, line }));
                }
                Ok((_, Event::End(_))) => {
                    self.count_lines();
                    return Ok(None);
                }
                Ok((_, Event::Eof)) => {
                    self.count_lines();
                    return Err(self.error(Problem::EndsInside { what: "an element".to_owned() }));
                }
                Ok((_, Event::DocType(_))) => {
                    self.count_lines();
                    return Err(self.error(Problem::Unsupported {
                        what: "a document type definition".to_owned(),
                    }));
                }
                Ok(_) => {}
                Err(error) => return Err(self.malformed(&error)),
            }
        }
    }

    /// Closes an element, whatever is in it.
    pub fn skip(&mut self, element: &OpenElement) -> Result<(), LoadError> {
        match self.reader.read_to_end(element.start.name()) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.malformed(&error)),
        }
    }

    /// The values of these attributes, which have no prefix. Others are passed over.
    pub fn attributes<'e, const N: usize>(
        &mut self,
        element: &'e OpenElement<'_>,
        names: [&str; N],
    ) -> Result<[Option<Cow<'e, str>>; N], LoadError> {
        let mut values = [const { None }; N];
        let mut attributes = element.start.attributes();
        // The check compares each with all before it, which a file may make very slow.
        for attribute in attributes.with_checks(false) {
            let attribute = attribute.map_err(|error| self.malformed(&error.into()))?;
            let Some(i) = names.iter().position(|&name| name == attribute.key.into_inner()) else {
                continue;
            };
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| self.malformed(&error))?;
            if values[i].replace(value).is_some() {
                return Err(
                    self.error(Problem::Repeated { what: format!("attribute '{}'", names[i]) })
                );
            }
        }
        Ok(values)
    }

    /// The value of an attribute that must be there.
    pub fn required<T>(
        &self,
        element: &OpenElement,
        attribute: &str,
        value: Option<T>,
    ) -> Result<T, LoadError> {
        let what = || format!("attribute '{attribute}' of '{}'", element.local_name());
        value.ok_or_else(|| self.error(Problem::Missing { what: what() }))
    }

    /// The path of the production extension, if the element has one.
    pub fn production_path(
        &mut self,
        element: &OpenElement<'_>,
    ) -> Result<Option<String>, LoadError> {
        let mut attributes = element.start.attributes();
        for attribute in attributes.with_checks(false) {
            let attribute = attribute.map_err(|error| self.malformed(&error.into()))?;
            let (namespace, name) = self.reader.resolver().resolve_attribute(attribute.key);
            let is_path = name.into_inner() == "path"
                && matches!(namespace, ResolveResult::Bound(bound) if bound.into_inner() == PRODUCTION);
            if is_path {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                return value
                    .map(|path| Some(path.into_owned()))
                    .map_err(|error| self.malformed(&error));
            }
        }
        Ok(None)
    }

    /// The vocabulary that a prefix stands for.
    pub fn vocabulary(&self, prefix: &str) -> Option<String> {
        let mut bindings = self.reader.resolver().bindings();
        let bound = bindings.find(|(declared, _)| *declared == PrefixDeclaration::Named(prefix));
        bound.map(|(_, vocabulary)| vocabulary.into_inner().to_owned())
    }

    /// An error in this line.
    pub fn error(&self, problem: Problem) -> LoadError {
        LoadError::new(self.place(self.line), problem)
    }

    /// A line of this file.
    pub fn place(&self, line: usize) -> Place {
        Place::Member { name: self.member.to_owned(), line }
    }

    fn malformed(&mut self, error: &quick_xml::Error) -> LoadError {
        self.count_lines();
        let reason = match error {
            quick_xml::Error::Namespace(NamespaceError::TooManyBindings(limit)) => {
                format!("more than {limit} namespaces are declared at one place")
            }
            error => error.to_string(),
        };
        self.error(Problem::Malformed { reason })
    }

    /// The line of the last event.
    fn count_lines(&mut self) -> usize {
        let position = (self.reader.buffer_position() as usize).min(self.text.len());
        let passed = &self.text.as_bytes()[self.counted.min(position)..position];
        self.line += passed.iter().filter(|&&b| b == b'\n').count();
        self.counted = position;
        self.line
    }
}
