//! An XML document as a list of elements, with the line that each stands in.

use std::collections::HashMap;
use std::ops::Range;

use quick_xml::XmlVersion;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;

use crate::mesh::load::error::{LoadError, Place, Problem};

/// How deep elements may lie in each other.
const DEEPEST: usize = 256;

/// An element, by its number.
pub(super) type Id = usize;

struct ColladaElement {
    name: String,
    attributes: Vec<(String, String)>,
    /// The text directly in it, between its elements.
    text: String,
    children: Vec<Id>,
    line: usize,
}

/// The elements, the root first.
pub(super) struct ColladaDocument {
    elements: Vec<ColladaElement>,
    /// None where two have the same: an error only if one of them is meant.
    by_id: HashMap<String, Option<Id>>,
}

impl ColladaDocument {
    pub fn parse(bytes: &[u8]) -> Result<Self, LoadError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&b| b == b'\n').count();
            let reason = "the text is not UTF-8".to_owned();
            LoadError::new(Place::Line(line), Problem::Malformed { reason })
        })?;
        let mut parser = Parser::new(text);
        parser.run()?;
        parser.finish()
    }

    pub fn root(&self) -> Id {
        0
    }

    /// Its name without a prefix.
    pub fn name(&self, id: Id) -> &str {
        &self.elements[id].name
    }

    pub fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        let attributes = &self.elements[id].attributes;
        attributes.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// The value of an attribute that must be there.
    pub fn required(&self, id: Id, name: &str) -> Result<&str, LoadError> {
        let what = || format!("attribute '{name}' of '{}'", self.name(id).escape_debug());
        self.attribute(id, name).ok_or_else(|| self.error(id, Problem::Missing { what: what() }))
    }

    pub fn text(&self, id: Id) -> &str {
        &self.elements[id].text
    }

    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        self.elements[id].children.iter().copied()
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
        Place::Line(self.elements[id].line)
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
        let words = self.text(id).split_ascii_whitespace();
        words.map(|word| read(word.as_bytes()).map_err(|problem| self.error(id, problem))).collect()
    }
}

struct Parser<'a> {
    reader: Reader<&'a [u8]>,
    text: &'a str,
    elements: Vec<ColladaElement>,
    by_id: HashMap<String, Option<Id>>,
    open: Vec<Id>,
    counted: usize,
    line: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        let (elements, by_id, open) = (Vec::new(), HashMap::new(), Vec::new());
        Self { reader, text, elements, by_id, open, counted: 0, line: 1 }
    }

    fn run(&mut self) -> Result<(), LoadError> {
        loop {
            let event = self.reader.read_event();
            self.count_lines();
            match event {
                Ok(Event::Start(start)) => self.start(&start)?,
                Ok(Event::End(_)) => _ = self.open.pop(),
                Ok(Event::Text(text)) => self.text(&text),
                Ok(Event::CData(text)) => self.text(&text),
                Ok(Event::GeneralRef(reference)) => {
                    let character = self.character(&reference)?;
                    self.text(character.encode_utf8(&mut [0; 4]));
                }
                Ok(Event::DocType(_)) => {
                    let what = "a document type definition".to_owned();
                    return Err(self.error(Problem::Unsupported { what }));
                }
                Ok(Event::Eof) => return Ok(()),
                Ok(_) => {}
                Err(error) => return Err(self.malformed(&error)),
            }
        }
    }

    /// Text belongs to the element that is open.
    fn text(&mut self, text: &str) {
        if let Some(&id) = self.open.last() {
            self.elements[id].text.push_str(text);
        }
    }

    /// The character that a reference stands for.
    fn character(&self, reference: &BytesRef) -> Result<char, LoadError> {
        let by_number = reference.resolve_char_ref().map_err(|error| self.malformed(&error))?;
        let named = [("lt", '<'), ("gt", '>'), ("amp", '&'), ("apos", '\''), ("quot", '"')];
        let by_name = || named.iter().find(|(name, _)| **name == **reference).map(|(_, c)| *c);
        by_number.or_else(by_name).ok_or_else(|| {
            let reason = format!("the entity '{}' is not defined", reference.escape_debug());
            self.error(Problem::Malformed { reason })
        })
    }

    fn start(&mut self, start: &BytesStart) -> Result<(), LoadError> {
        if self.open.len() == DEEPEST {
            let what = format!("nesting elements {DEEPEST} deep");
            return Err(self.error(Problem::Unsupported { what }));
        }
        let id = self.elements.len();
        match self.open.last() {
            Some(&outer) => self.elements[outer].children.push(id),
            None if id > 0 => {
                let what = "the root element".to_owned();
                return Err(self.error(Problem::Repeated { what }));
            }
            None => {}
        }
        let mut attributes: Vec<(String, String)> = Vec::new();
        let mut list = start.attributes();
        for attribute in list.with_checks(false) {
            let attribute = attribute.map_err(|error| self.malformed(&error.into()))?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| self.malformed(&error))?.into_owned();
            attributes.push((attribute.key.into_inner().to_owned(), value));
        }
        if let Some((_, own)) = attributes.iter().find(|(name, _)| name == "id") {
            self.by_id.entry(own.clone()).and_modify(|known| *known = None).or_insert(Some(id));
        }
        let name = start.local_name().into_inner().to_owned();
        let line = self.line;
        self.elements.push(ColladaElement {
            name,
            attributes,
            text: String::new(),
            children: vec![],
            line,
        });
        self.open.push(id);
        Ok(())
    }

    fn finish(self) -> Result<ColladaDocument, LoadError> {
        if !self.open.is_empty() {
            return Err(self.error(Problem::EndsInside { what: "an element".to_owned() }));
        }
        if self.elements.is_empty() {
            let expected = "'COLLADA'".to_owned();
            return Err(self.error(Problem::Expected { expected, found: "nothing".to_owned() }));
        }
        Ok(ColladaDocument { elements: self.elements, by_id: self.by_id })
    }

    fn error(&self, problem: Problem) -> LoadError {
        LoadError::new(Place::Line(self.line), problem)
    }

    fn malformed(&self, error: &quick_xml::Error) -> LoadError {
        self.error(Problem::Malformed { reason: error.to_string() })
    }

    fn count_lines(&mut self) {
        let position = (self.reader.buffer_position() as usize).min(self.text.len());
        let passed: Range<usize> = self.counted.min(position)..position;
        self.line += self.text.as_bytes()[passed].iter().filter(|&&b| b == b'\n').count();
        self.counted = position;
    }
}
