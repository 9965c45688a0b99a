//! Text files as tokens that know their line, without a copy.

use super::error::{LoadError, Place, Problem};
use crate::geom::range::is_coordinate;

/// The names of the coordinates.
pub(super) const AXES: [char; 3] = ['x', 'y', 'z'];

/// A place in a text. A line ends with `\n`, `\r\n` or `\r`; a byte order mark at the start is
/// skipped.
pub(super) struct Text<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Text<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Self { bytes, at, line: 1 }
    }

    /// The number of bytes that have been read.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The line of the last token, 1-based.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The text that has not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// The next token of this line.
    #[inline]
    pub fn token(&mut self) -> Option<&'a [u8]> {
        let bytes = self.bytes;
        let mut start = self.at;
        while start < bytes.len() && is_blank(bytes[start]) {
            start += 1;
        }
        let mut end = start;
        while end < bytes.len() && !is_blank(bytes[end]) && !is_line_end(bytes[end]) {
            end += 1;
        }
        self.at = end;
        (start < end).then(|| &bytes[start..end])
    }

    /// The next token of this line or of any after it.
    pub fn token_anywhere(&mut self) -> Option<&'a [u8]> {
        loop {
            match self.token() {
                Some(token) => return Some(token),
                None if self.next_line() => {}
                None => return None,
            }
        }
    }

    /// Goes to the start of the next line; false at the end of the file.
    #[inline]
    pub fn next_line(&mut self) -> bool {
        self.rest_of_line();
        self.skip_line_end(self.line_end().len())
    }

    /// The end of this line, which the reader has reached; empty at the end of the file.
    #[inline]
    pub fn line_end(&self) -> &'a [u8] {
        let rest = self.rest();
        if rest.starts_with(b"\r\n") { &rest[..2] } else { &rest[..rest.len().min(1)] }
    }

    /// Goes to the next line, past a line end of at most this length; false at the end of the file.
    #[inline]
    pub fn skip_line_end(&mut self, length: usize) -> bool {
        let length = length.min(self.line_end().len());
        self.at += length;
        self.line += usize::from(length > 0);
        length > 0
    }

    /// Goes to the first line, from this one on, that has a token.
    pub fn skip_blank_lines(&mut self) {
        while self.rest().first().is_some_and(|&b| is_blank(b) || is_line_end(b)) {
            if is_blank(self.bytes[self.at]) {
                self.at += 1;
            } else {
                self.next_line();
            }
        }
    }

    /// Is the next byte no longer of this line?
    pub fn is_at_line_end(&self) -> bool {
        self.rest().first().is_none_or(|&b| is_line_end(b))
    }

    /// Reads the last byte of a token again.
    pub fn step_back(&mut self) {
        self.at -= 1;
    }

    /// Everything up to the end of this line, without it.
    #[inline]
    pub fn rest_of_line(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&b| is_line_end(b)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// An error on this line.
    #[cold]
    pub fn error(&self, problem: Problem) -> LoadError {
        LoadError::new(Place::Line(self.line), problem)
    }

    /// An error on this line: `found` stands where something else should.
    #[cold]
    pub fn unexpected(&self, expected: &str, found: Option<&[u8]>) -> LoadError {
        let found = match found {
            Some(token) => quoted(token),
            None if self.rest().is_empty() => "the end of the file".to_owned(),
            None => "the end of the line".to_owned(),
        };
        self.error(Problem::Expected { expected: expected.to_owned(), found })
    }

    /// A token of this line as a coordinate.
    #[inline]
    pub fn coordinate(&self, axis: char, token: Option<&[u8]>) -> Result<f64, LoadError> {
        match token {
            Some(token) => coordinate(axis, token).map_err(|problem| self.error(problem)),
            None => Err(self.unexpected("a number", None)),
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C)
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// A coordinate as it is written: 0, or in the range of exact computation.
#[inline]
pub(super) fn coordinate(axis: char, token: &[u8]) -> Result<f64, Problem> {
    let value = number(token)?;
    // A number too small for f64 reads as 0, which it is not.
    let vanished = value == 0.0 && has_nonzero_digit(token);
    if is_coordinate(value) && !vanished {
        Ok(value)
    } else {
        Err(Problem::OutOfRange { axis, text: shortened(token) })
    }
}

/// A coordinate as it is stored: 0, or in the range of exact computation.
#[inline]
pub(super) fn checked_coordinate(axis: char, value: f64) -> Result<f64, Problem> {
    if is_coordinate(value) {
        Ok(value)
    } else if value.is_finite() {
        Err(Problem::OutOfRange { axis, text: format!("{value:e}") })
    } else {
        Err(Problem::NotFinite { text: value.to_string() })
    }
}

/// A number as it is written; infinite only if it is too large for f64.
#[inline]
pub(super) fn number(token: &[u8]) -> Result<f64, Problem> {
    let parsed = std::str::from_utf8(token).ok().and_then(|text| text.parse::<f64>().ok());
    match parsed {
        Some(value) if value.is_finite() || token.iter().any(u8::is_ascii_digit) => Ok(value),
        Some(_) => Err(Problem::NotFinite { text: shortened(token) }),
        None => Err(Problem::Expected { expected: "a number".to_owned(), found: quoted(token) }),
    }
}

/// A whole number as it is written.
#[inline]
pub(super) fn integer(token: &[u8]) -> Result<i64, Problem> {
    let parsed = std::str::from_utf8(token).ok().and_then(|text| text.parse().ok());
    parsed.ok_or_else(|| Problem::Expected {
        expected: "a whole number".to_owned(),
        found: quoted(token),
    })
}

fn has_nonzero_digit(token: &[u8]) -> bool {
    let mantissa = token.split(|b| matches!(b, b'e' | b'E')).next().unwrap_or(token);
    mantissa.iter().any(|b| matches!(b, b'1'..=b'9'))
}

/// A token for a message: in quotes, printable, and not too long.
pub(super) fn quoted(token: &[u8]) -> String {
    format!("'{}'", shortened(token))
}

fn shortened(token: &[u8]) -> String {
    const LONGEST: usize = 40;
    let shown =
        String::from_utf8_lossy(&token[..token.len().min(LONGEST)]).escape_debug().to_string();
    if token.len() > LONGEST { shown + "…" } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_counts_one_line() {
        let mut text = Text::new(b"\xEF\xBB\xBFa\nb\r\nc\rd\n\n e f");
        let mut seen = Vec::new();
        while let Some(token) = text.token_anywhere() {
            seen.push((std::str::from_utf8(token).unwrap(), text.line()));
        }
        assert_eq!(seen, [("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 6), ("f", 6)]);
    }

    #[test]
    fn a_token_does_not_leave_its_line() {
        let mut text = Text::new(b"a\nb");
        assert_eq!(text.token(), Some(&b"a"[..]));
        assert_eq!(text.token(), None);
        assert!(text.next_line());
        assert_eq!(text.token(), Some(&b"b"[..]));
        assert!(!text.next_line());
    }

    #[test]
    fn numbers_are_what_f64_says() {
        for (token, value) in
            [("1", 1.0), ("+.5", 0.5), ("-2.", -2.0), ("1E-3", 1e-3), ("-0", 0.0), ("0e-999", 0.0)]
        {
            assert_eq!(coordinate('x', token.as_bytes()), Ok(value), "{token}");
        }
    }

    #[test]
    fn what_is_no_coordinate_is_refused() {
        for token in ["inf", "-Infinity", "nan", "NaN"] {
            assert!(
                matches!(coordinate('x', token.as_bytes()), Err(Problem::NotFinite { .. })),
                "{token}"
            );
        }
        for token in ["1e999", "1e31", "-1e-61", "1e-400"] {
            assert!(
                matches!(coordinate('x', token.as_bytes()), Err(Problem::OutOfRange { .. })),
                "{token}"
            );
        }
        for token in ["", "1,5", "0x10", "1d5", "--1", "1.#QNAN", "nan(ind)", "\u{663}", "1e"] {
            assert!(
                matches!(coordinate('x', token.as_bytes()), Err(Problem::Expected { .. })),
                "{token}"
            );
        }
        assert!(coordinate('x', b"1\xff").is_err());
    }

    #[test]
    fn messages_show_a_token_that_can_be_printed() {
        assert_eq!(quoted(b"ver\0tex"), "'ver\\0tex'");
        assert_eq!(quoted(&[b'7'; 60]), format!("'{}…'", "7".repeat(40)));
    }
}
