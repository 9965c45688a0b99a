//! XML files as trees of elements, each with the line it begins in: Collada here, robots in
//! `closecall-robot`.
//!
//! roxmltree reads the text. It builds and drops the tree without recursion, so that no depth of
//! nesting can exhaust the stack, and resolves no entity but the five of XML: a document type
//! definition is refused. The tree takes a small multiple of the file's length.

mod cleaned;

use std::fmt;

use roxmltree::{Document, Error, Node};

use self::cleaned::{Fault, cleaned};

pub use roxmltree::NodeId;

/// The text of an XML file, and where its lines begin.
pub struct XmlText<'t> {
    written: &'t str,
    cleaned: String,
    line_ends: Vec<usize>,
}

/// An XML file.
pub struct XmlDocument<'t> {
    text: &'t XmlText<'t>,
    tree: Document<'t>,
}

/// An element.
#[derive(Clone, Copy)]
pub struct Element<'d> {
    document: &'d XmlDocument<'d>,
    node: Node<'d, 'd>,
}

/// Why a file is no XML, and the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlError {
    /// The line, 1-based.
    pub line: usize,
    /// The reason.
    pub problem: XmlProblem,
}

/// The errors of an XML file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum XmlProblem {
    /// It is not UTF-8.
    #[error("this is no UTF-8 text")]
    NotText,
    /// It has a document type definition, whose entities could unfold to any length.
    #[error("a document type definition is not supported")]
    DocumentType,
    /// It stops in the middle of something.
    #[error("the file ends inside {0}")]
    EndsInside(&'static str),
    /// There is more than one outermost element.
    #[error("there is a second outermost element")]
    SecondRoot,
    /// There is no element.
    #[error("there is no element")]
    NoRoot,
    /// An element has too many attributes.
    #[error("an element has more than {0} attributes")]
    TooManyAttributes(usize),
    /// An attribute is there twice.
    #[error("attribute '{}' is there twice", _0.escape_debug())]
    Twice(String),
    /// It breaks another rule of XML.
    #[error("not well-formed XML: {0}")]
    Malformed(String),
}

impl<'t> XmlText<'t> {
    /// Takes the bytes of a file.
    ///
    /// # Errors
    /// If they are not text, have a document type definition, or are not one element.
    pub fn new(bytes: &'t [u8]) -> Result<Self, XmlError> {
        let written = std::str::from_utf8(bytes).map_err(|error| {
            let before = bytes[..error.valid_up_to()].iter();
            let line = 1 + before.filter(|&&byte| byte == b'\n').count();
            XmlError { line, problem: XmlProblem::NotText }
        })?;
        let line_ends = written.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let mut text = Self {
            written,
            cleaned: String::new(),
            line_ends: line_ends.map(|(place, _)| place).collect(),
        };
        text.cleaned = cleaned(written).map_err(|fault| text.error(fault))?;
        Ok(text)
    }

    /// Reads the text.
    ///
    /// # Errors
    /// If it breaks a rule of XML.
    pub fn document(&self) -> Result<XmlDocument<'_>, XmlError> {
        let tree = Document::parse(&self.cleaned).map_err(|error| self.refused(&error))?;
        Ok(XmlDocument { text: self, tree })
    }

    fn error(&self, (offset, problem): Fault) -> XmlError {
        XmlError { line: self.line(offset), problem }
    }

    fn line(&self, offset: usize) -> usize {
        1 + self.line_ends.partition_point(|&end| end < offset)
    }

    /// The parser's message, which may quote half of the file, without its place in it.
    fn refused(&self, error: &Error) -> XmlError {
        const LONGEST: usize = 250;
        let said = error.to_string().replace(&format!(" at {}", error.pos()), "");
        let plain = said.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        let end = self.written.len();
        let line = error.pos().row as usize;
        match error {
            Error::NoRootNode => XmlError { line: 1, problem: XmlProblem::NoRoot },
            Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
                self.error((end, XmlProblem::EndsInside("an element")))
            }
            Error::DuplicatedAttribute(name, _) => {
                let name = name.chars().take(LONGEST).collect();
                XmlError { line, problem: XmlProblem::Twice(name) }
            }
            _ => XmlError { line, problem: XmlProblem::Malformed(plain.take(LONGEST).collect()) },
        }
    }
}

impl XmlDocument<'_> {
    /// The outermost element.
    #[must_use]
    pub fn root(&self) -> Element<'_> {
        Element { document: self, node: self.tree.root_element() }
    }

    /// All elements, in the order of the file.
    pub fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        let nodes = self.tree.descendants().filter(Node::is_element);
        nodes.map(|node| Element { document: self, node })
    }

    /// The element with this number.
    ///
    /// # Panics
    /// If the number is that of another document's.
    #[must_use]
    pub fn element(&self, id: NodeId) -> Element<'_> {
        Element { document: self, node: self.tree.get_node(id).expect("a number of this document") }
    }
}

impl<'d> Element<'d> {
    /// Its number in the document.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.node.id()
    }

    /// Its name as written, with its prefix if it has one.
    #[must_use]
    pub fn name(self) -> &'d str {
        let (start, name) = (self.node.range().start + 1, self.node.tag_name().name());
        &self.document.text.written[start..start + name.len()]
    }

    /// Its name without a prefix.
    #[must_use]
    pub fn local_name(self) -> &'d str {
        self.name().rsplit(':').next().unwrap_or_default()
    }

    /// The line in which it begins, 1-based.
    #[must_use]
    pub fn line(self) -> usize {
        self.document.text.line(self.node.range().start)
    }

    /// All elements directly in it.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let document = self.document;
        self.node.children().filter(Node::is_element).map(move |node| Self { document, node })
    }

    /// The pieces of text directly in it, between its elements.
    pub fn texts(self) -> impl Iterator<Item = &'d str> {
        self.node.children().filter(Node::is_text).filter_map(|node| node.text())
    }

    /// The names of its attributes, as written.
    pub fn attributes(self) -> impl Iterator<Item = &'d str> {
        let written = self.document.text.written;
        self.node.attributes().map(move |attribute| {
            let (start, name) = (attribute.range().start, attribute.name());
            &written[start..start + name.len()]
        })
    }

    /// An attribute without a prefix, if it is there.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<&'d str> {
        self.node.attribute(name)
    }
}

impl fmt::Display for XmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for XmlError {}

#[cfg(test)]
mod tests;
