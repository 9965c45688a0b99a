//! YAML, and JSON, which is a part of it: a document as a tree of values with their lines.
//!
//! The parser is that of `saphyr-parser`. A tree is as large as its text: aliases are refused, and
//! so are documents that are nested deeper than any file here.

use std::path::Path;

use closecall::Place;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};

use crate::error::{FileError, said_by_parser, shown};

/// The deepest nesting of lists and maps that is read.
const DEEPEST: usize = 64;

/// A value, and the line on which it begins, 1-based.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub line: usize,
    pub content: Content,
}

/// The content of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Nothing, `~` or `null`.
    Null,
    /// A number or a word without quotes, as written.
    Plain(String),
    /// A text in quotes, or a block of text.
    Quoted(String),
    List(Vec<Value>),
    /// The entries in their order; no key is there twice.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// The entry of this key, if this is a map that has one that is not null.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Content::Map(entries) = &self.content else { return None };
        let found = entries.iter().find(|(name, _)| name == key).map(|(_, value)| value);
        found.filter(|value| value.content != Content::Null)
    }

    /// The kind, for a message: `a list`.
    pub fn kind(&self) -> String {
        match &self.content {
            Content::Null => "nothing".to_owned(),
            Content::Plain(text) | Content::Quoted(text) => format!("`{}`", shown(text)),
            Content::List(_) => "a list".to_owned(),
            Content::Map(_) => "a map".to_owned(),
        }
    }
}

/// Reads the one document of a text; null if there is none. Any text gives a value or an error that
/// names the line, never a panic.
pub fn document(file: &Path, text: &str) -> Result<Value, FileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut tree = Tree::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| refused(file, &error))?;
        let line = span.start.line();
        let taken = tree.take(event, span);
        taken.map_err(|message| FileError::at(file, Place::Line(line), message))?;
    }
    Ok(tree.root.unwrap_or(Value { line: 1, content: Content::Null }))
}

fn refused(file: &Path, error: &ScanError) -> FileError {
    let message = format!("this is neither YAML nor JSON: {}", said_by_parser(error.info()));
    FileError::at(file, Place::Line(error.marker().line()), message)
}

/// A list or a map whose end is not there yet.
struct Open {
    value: Value,
    /// The key that waits for its value.
    key: Option<String>,
}

/// The tree, as far as it was read.
#[derive(Default)]
struct Tree {
    open: Vec<Open>,
    root: Option<Value>,
}

impl Tree {
    fn take(&mut self, event: Event, span: Span) -> Result<(), String> {
        let line = span.start.line();
        match event {
            Event::Alias(_) => Err("aliases are not read: write the value out".to_owned()),
            Event::Scalar(text, style, ..) => {
                let is_plain = style == ScalarStyle::Plain;
                let content = match &*text {
                    "" | "~" | "null" if is_plain => Content::Null,
                    _ if is_plain => Content::Plain(text.into_owned()),
                    _ => Content::Quoted(text.into_owned()),
                };
                self.put(Value { line, content })
            }
            Event::SequenceStart(..) => self.begin(line, Content::List(Vec::new())),
            Event::MappingStart(..) => self.begin(line, Content::Map(Vec::new())),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open { value, .. }) => self.put(value),
                None => Ok(()),
            },
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
        }
    }

    fn begin(&mut self, line: usize, content: Content) -> Result<(), String> {
        if self.open.len() == DEEPEST {
            return Err(format!("lists and maps are nested deeper than {DEEPEST} levels"));
        }
        self.open.push(Open { value: Value { line, content }, key: None });
        Ok(())
    }

    /// Puts a value where it belongs: into the list or map that is open, or at the root.
    fn put(&mut self, value: Value) -> Result<(), String> {
        let Some(Open { value: holder, key }) = self.open.last_mut() else {
            return self.put_root(value);
        };
        match (&mut holder.content, key.take()) {
            (Content::Map(entries), Some(name)) => entries.push((name, value)),
            (Content::Map(entries), None) => *key = Some(key_of(entries, value)?),
            (Content::List(values), _) => values.push(value),
            _ => unreachable!("only lists and maps are open"),
        }
        Ok(())
    }

    /// A document that is empty, as after the `---` that ends a message of ROS, counts for none.
    fn put_root(&mut self, value: Value) -> Result<(), String> {
        match &self.root {
            Some(root) if root.content != Content::Null && value.content != Content::Null => {
                Err("a second document begins: keep one of them".to_owned())
            }
            Some(root) if root.content != Content::Null => Ok(()),
            _ => {
                self.root = Some(value);
                Ok(())
            }
        }
    }
}

/// The name that a key is.
fn key_of(entries: &[(String, Value)], key: Value) -> Result<String, String> {
    let kind = key.kind();
    let (Content::Plain(name) | Content::Quoted(name)) = key.content else {
        return Err(format!("{kind} is no key"));
    };
    match entries.iter().any(|(known, _)| *known == name) {
        true => Err(format!("the key `{}` is there twice", shown(&name))),
        false => Ok(name),
    }
}
