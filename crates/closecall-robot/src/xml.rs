//! An XML file as a tree of elements, each with the line it stands in.
//!
//! The tree is one array, built and dropped without recursion, so that no depth of nesting can
//! exhaust the stack. Text and comments are passed over: neither URDF nor SRDF puts anything there.

use std::collections::HashSet;
use std::path::Path;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::error::{FileError, said_by_parser, shown};

/// All elements of a file; the first is the outermost.
pub(crate) struct Document<'f> {
    file: &'f Path,
    nodes: Vec<Node>,
}

struct Node {
    name: String,
    attributes: Vec<(String, String)>,
    line: usize,
    children: Vec<usize>,
}

/// An element.
#[derive(Clone, Copy)]
pub(crate) struct Element<'d> {
    document: &'d Document<'d>,
    node: &'d Node,
}

impl<'f> Document<'f> {
    /// Reads the bytes of a file whose outermost element must have this name.
    pub fn read(file: &'f Path, bytes: &[u8], root: &str) -> Result<Self, FileError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            FileError::at(
                file,
                format_args!("byte {}", error.valid_up_to()),
                "this is no UTF-8 text",
            )
        })?;
        let mut lines = Lines { text, counted: 0, line: 1 };
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        let (mut nodes, mut open): (Vec<Node>, Vec<usize>) = (Vec::new(), Vec::new());
        loop {
            let event = reader.read_event();
            let line = lines.at(reader.buffer_position() as usize);
            let refuse =
                |message: String| FileError::at(file, format_args!("line {line}"), message);
            match event.map_err(|error| refuse(malformed(&error)))? {
                Event::Start(start) => {
                    if open.is_empty() && !nodes.is_empty() {
                        return Err(refuse("there is a second outermost element".to_owned()));
                    }
                    let node = node(&start, line).map_err(refuse)?;
                    if let Some(&parent) = open.last() {
                        let number = nodes.len();
                        nodes[parent].children.push(number);
                    }
                    open.push(nodes.len());
                    nodes.push(node);
                }
                Event::End(_) => _ = open.pop(),
                Event::DocType(_) => {
                    return Err(refuse("a document type definition is not supported".to_owned()));
                }
                Event::Eof if !open.is_empty() => {
                    return Err(refuse("the file ends inside an element".to_owned()));
                }
                Event::Eof => break,
                _ => {}
            }
        }
        match nodes.first() {
            Some(node) if node.name == root => Ok(Self { file, nodes }),
            Some(node) => {
                let message = format!("expected '<{root}>', found '<{}>'", shown(&node.name));
                Err(FileError::at(file, format_args!("line {}", node.line), message))
            }
            None => Err(FileError::at(
                file,
                "line 1",
                format_args!("expected '<{root}>', found no element"),
            )),
        }
    }

    /// The outermost element.
    pub fn root(&self) -> Element<'_> {
        Element { document: self, node: &self.nodes[0] }
    }

    /// All elements, in the order of the file.
    pub fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        self.nodes.iter().map(|node| Element { document: self, node })
    }
}

fn malformed(error: &dyn std::fmt::Display) -> String {
    format!("not well-formed XML: {}", said_by_parser(&error.to_string()))
}

fn node(start: &BytesStart, line: usize) -> Result<Node, String> {
    let mut attributes = Vec::new();
    let mut names = HashSet::new();
    // The reader's own check compares each with all before it, which a file may make very slow.
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| malformed(&error))?;
        let name = attribute.key.into_inner().to_owned();
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| format!("attribute '{}': {error}", shown(&name)))?;
        if !names.insert(name.clone()) {
            return Err(format!("attribute '{}' is there twice", shown(&name)));
        }
        attributes.push((name, value.into_owned()));
    }
    Ok(Node { name: start.name().into_inner().to_owned(), attributes, line, children: Vec::new() })
}

/// Counts line ends, each once.
struct Lines<'a> {
    text: &'a str,
    counted: usize,
    line: usize,
}

impl Lines<'_> {
    fn at(&mut self, position: usize) -> usize {
        let position = position.clamp(self.counted, self.text.len());
        self.line += self.text.as_bytes()[self.counted..position]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        self.counted = position;
        self.line
    }
}

impl<'d> Element<'d> {
    /// Its name, with its prefix if it has one.
    pub fn name(self) -> &'d str {
        &self.node.name
    }

    /// Where it is: `line 12`.
    pub fn place(self) -> String {
        format!("line {}", self.node.line)
    }

    /// A fault of this element.
    pub fn error(self, message: impl std::fmt::Display) -> FileError {
        FileError::at(self.document.file, self.place(), message)
    }

    /// All elements in it.
    pub fn children(self) -> impl Iterator<Item = Element<'d>> {
        let document = self.document;
        self.node
            .children
            .iter()
            .map(move |&child| Element { document, node: &document.nodes[child] })
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
                Err(second.error(format_args!("there are two '<{name}>' in a '<{}>'", self.name())))
            }
            None => Ok(first),
        }
    }

    /// The element of this name in it, which must be there.
    pub fn required_one(self, name: &str) -> Result<Element<'d>, FileError> {
        self.one(name)?
            .ok_or_else(|| self.error(format_args!("'<{}>' has no '<{name}>'", self.name())))
    }

    /// The names of its attributes.
    pub fn attributes(self) -> impl Iterator<Item = &'d str> {
        self.node.attributes.iter().map(|(name, _)| name.as_str())
    }

    /// An attribute, if it is there.
    pub fn attribute(self, name: &str) -> Option<&'d str> {
        self.node.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// An attribute that must be there.
    pub fn required(self, name: &str) -> Result<&'d str, FileError> {
        let missing = || self.error(format_args!("'<{}>' has no attribute '{name}'", self.name()));
        self.attribute(name).ok_or_else(missing)
    }

    /// An attribute that is so many finite numbers, if it is there.
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
            let what =
                format!("'{name}' is '{}': expected {N} numbers, found {count}", shown(text));
            return Err(self.error(if N == 1 {
                what.replace("1 numbers", "1 number")
            } else {
                what
            }));
        }
        let mut numbers = [0.0; N];
        for (number, word) in numbers.iter_mut().zip(text.split_whitespace()) {
            let finite = word.parse().ok().filter(|value: &f64| value.is_finite());
            let wrong =
                || self.error(format_args!("'{name}' has '{}', not a finite number", shown(word)));
            *number = finite.ok_or_else(wrong)?;
        }
        Ok(numbers)
    }
}
