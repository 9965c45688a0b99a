//! The elements of a Collada file, by their numbers, names and ids.

use std::collections::HashMap;

use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::xml::{NodeId, XmlDocument, XmlError, XmlProblem};

/// An element, by its number.
pub(super) type Id = NodeId;

/// The elements.
pub(super) struct ColladaDocument<'d> {
    elements: &'d XmlDocument<'d>,
    /// None where two have the same: an error only if one of them is meant.
    by_id: HashMap<&'d str, Option<Id>>,
}

impl<'d> ColladaDocument<'d> {
    pub fn new(elements: &'d XmlDocument<'d>) -> Self {
        let mut by_id: HashMap<&str, Option<Id>> = HashMap::new();
        for element in elements.elements() {
            if let Some(own) = element.attribute("id") {
                let first = Some(element.id());
                by_id.entry(own).and_modify(|known| *known = None).or_insert(first);
            }
        }
        Self { elements, by_id }
    }

    pub fn root(&self) -> Id {
        self.elements.root().id()
    }

    /// Its name without a prefix.
    pub fn name(&self, id: Id) -> &str {
        self.elements.element(id).local_name()
    }

    pub fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        self.elements.element(id).attribute(name)
    }

    /// The value of an attribute that must be there.
    pub fn required(&self, id: Id, name: &str) -> Result<&str, LoadError> {
        let what = || format!("attribute '{name}' of '{}'", self.name(id).escape_debug());
        self.attribute(id, name).ok_or_else(|| self.error(id, Problem::Missing { what: what() }))
    }

    /// The text directly in it, before its first element.
    pub fn text(&self, id: Id) -> &str {
        self.elements.element(id).texts().next().unwrap_or_default()
    }

    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        self.elements.element(id).children().map(|child| child.id())
    }

    /// The first element of this name directly in another.
    pub fn child(&self, id: Id, name: &str) -> Option<Id> {
        self.children(id).find(|&child| self.name(child) == name)
    }

    /// An element that must be there.
    pub fn needed(&self, id: Id, name: &str) -> Result<Id, LoadError> {
        let what = || format!("'{name}' in '{}'", self.name(id).escape_debug());
        self.child(id, name).ok_or_else(|| self.error(id, Problem::Missing { what: what() }))
    }

    /// The element with the id that an attribute names as `#id`.
    pub fn target(&self, id: Id, attribute: &str) -> Result<Id, LoadError> {
        let url = self.required(id, attribute)?;
        let Some(name) = url.strip_prefix('#') else {
            let what = format!("'{}', which is not in this file,", url.escape_debug());
            return Err(self.error(id, Problem::Unsupported { what }));
        };
        let name_shown = name.escape_debug();
        let problem = match self.by_id.get(name) {
            Some(Some(target)) => return Ok(*target),
            Some(None) => Problem::Repeated { what: format!("the id '{name_shown}'") },
            None => Problem::Missing { what: format!("an element with the id '{name_shown}'") },
        };
        Err(self.error(id, problem))
    }

    pub fn place(&self, id: Id) -> Place {
        Place::Line(self.elements.element(id).line())
    }

    /// An error in the line of an element.
    pub fn error(&self, id: Id, problem: Problem) -> LoadError {
        LoadError::new(self.place(id), problem)
    }

    /// The words of an element's text, each read.
    pub fn words<T>(
        &self,
        id: Id,
        read: impl Fn(&[u8]) -> Result<T, Problem>,
    ) -> Result<Vec<T>, LoadError> {
        let words = self.elements.element(id).texts().flat_map(str::split_ascii_whitespace);
        words.map(|word| read(word.as_bytes()).map_err(|problem| self.error(id, problem))).collect()
    }
}

/// The error of the XML, as of any mesh.
impl From<XmlError> for LoadError {
    fn from(XmlError { line, problem }: XmlError) -> Self {
        let problem = match problem {
            XmlProblem::DocumentType => {
                Problem::Unsupported { what: "a document type definition".to_owned() }
            }
            XmlProblem::EndsInside(what) => Problem::EndsInside { what: what.to_owned() },
            XmlProblem::SecondRoot => Problem::Repeated { what: "the root element".to_owned() },
            XmlProblem::NoRoot => {
                Problem::Expected { expected: "'COLLADA'".to_owned(), found: "nothing".to_owned() }
            }
            XmlProblem::Malformed(reason) => Problem::Malformed { reason },
            other => Problem::Malformed { reason: other.to_string() },
        };
        Self::new(Place::Line(line), problem)
    }
}
