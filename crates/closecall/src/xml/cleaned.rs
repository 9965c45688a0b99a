//! The text of an XML file as the parser may have it: of the same length, so that every offset
//! stays true.
//!
//! Comments, instructions, and text outside the outermost element become blanks: files of robots
//! break the rules there (`--` in a comment, a declaration after a blank line), and nothing is lost.
//! The colon of a prefix becomes a point, so that no name belongs to a namespace: prefixes are
//! often not declared, and a parser that resolves them may need the square of a file's length. An
//! element with very many attributes is refused for the same reason.

use super::XmlProblem;

/// The most attributes that an element may have.
const MOST_ATTRIBUTES: usize = 1000;

/// A fault in the text: its place and its reason.
pub(super) type Fault = (usize, XmlProblem);

pub(super) fn cleaned(text: &str) -> Result<String, Fault> {
    let mut cleaner = Cleaner { text, bytes: text.as_bytes().to_vec(), depth: 0, roots: 0 };
    let mut at = 0;
    while at < text.len() {
        at = cleaner.piece(at)?;
    }
    Ok(String::from_utf8(cleaner.bytes).expect("blanks and points replace whole characters"))
}

struct Cleaner<'t> {
    text: &'t str,
    bytes: Vec<u8>,
    /// The number of elements that are open.
    depth: usize,
    /// The number of elements that are in no other.
    roots: usize,
}

impl Cleaner<'_> {
    /// Cleans the piece that begins here; where the next begins.
    fn piece(&mut self, at: usize) -> Result<usize, Fault> {
        let rest = &self.text[at..];
        if rest.starts_with("<!--") {
            let end = self.end(at, 4, "-->", "a comment")?;
            self.blank(at, end);
            return Ok(end);
        }
        if rest.starts_with("<?") {
            let end = self.end(at, 2, "?>", "an instruction")?;
            self.blank(at, end);
            return Ok(end);
        }
        if rest.starts_with("<!DOCTYPE") {
            return Err((at, XmlProblem::DocumentType));
        }
        let end = if rest.starts_with("<![CDATA[") {
            self.end(at, 9, "]]>", "a piece of text")?
        } else if rest.starts_with('<') {
            return self.tag(at);
        } else {
            at + rest.find('<').unwrap_or(rest.len())
        };
        if self.depth == 0 {
            self.blank(at, end);
        }
        Ok(end)
    }

    /// The end of the piece that begins here, by its last letters.
    fn end(&self, at: usize, skip: usize, last: &str, what: &'static str) -> Result<usize, Fault> {
        let found = self.text[at + skip..].find(last);
        found
            .map(|found| at + skip + found + last.len())
            .ok_or((self.text.len(), XmlProblem::EndsInside(what)))
    }

    /// The tag that begins here: its prefixes, and the depth after it.
    fn tag(&mut self, at: usize) -> Result<usize, Fault> {
        let (mut quote, mut attributes) = (None, 0);
        for end in at + 1..self.bytes.len() {
            match (quote, self.bytes[end]) {
                (Some(open), byte) => quote = Some(open).filter(|_| byte != open),
                (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
                (None, b':') => self.bytes[end] = b'.',
                (None, b'=') => {
                    attributes += 1;
                    if attributes > MOST_ATTRIBUTES {
                        return Err((at, XmlProblem::TooManyAttributes(MOST_ATTRIBUTES)));
                    }
                }
                // No tag has this inside: the parser says so.
                (None, b'<') => return Ok(end),
                (None, b'>') => {
                    self.count(at, end)?;
                    return Ok(end + 1);
                }
                _ => {}
            }
        }
        Err((self.text.len(), XmlProblem::EndsInside("an element")))
    }

    /// Counts the tag from here to there.
    fn count(&mut self, at: usize, end: usize) -> Result<(), Fault> {
        if self.bytes[at + 1] == b'/' {
            self.depth = self.depth.saturating_sub(1);
            return Ok(());
        }
        if self.depth == 0 {
            self.roots += 1;
            if self.roots > 1 {
                return Err((at, XmlProblem::SecondRoot));
            }
        }
        self.depth += usize::from(self.bytes[end - 1] != b'/');
        Ok(())
    }

    /// Blanks, but for line ends.
    fn blank(&mut self, from: usize, to: usize) {
        let bytes = self.bytes[from..to].iter_mut();
        bytes.filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
}
