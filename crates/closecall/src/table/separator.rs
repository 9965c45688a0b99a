//! The separators between the fields of a line.

/// A separator of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// One of these letters. Between two there may be nothing, which is a field.
    Letter(u8),
    /// Blanks, as many as there are.
    Blanks,
    /// Blanks, commas and semicolons, as many as there are.
    Any,
    /// Nothing: a line is one field.
    Nothing,
}

impl Separator {
    /// The separator of a table, by its header and its first row. A name that is the only one may
    /// have anything in it: the first row then is one field.
    pub fn of(header: &str, first_row: &[u8]) -> Self {
        let splits =
            |letter: &u8| first_row.is_empty() || *letter == b',' || first_row.contains(letter);
        let letters = [b',', b';', b'\t', b' '].into_iter();
        let mut there = letters.filter(|letter| header.as_bytes().contains(letter));
        match there.find(splits) {
            Some(b' ') => Self::Blanks,
            Some(letter) => Self::Letter(letter),
            None => Self::Nothing,
        }
    }

    /// The fields of a line, without blanks and quotes around them.
    pub fn fields(self, line: &str) -> impl Iterator<Item = &str> {
        let mut rest = Some(line);
        std::iter::from_fn(move || {
            loop {
                let text = rest?;
                let end = text.bytes().position(|byte| self.ends_field(byte));
                let (field, after) = match end {
                    Some(end) => (&text[..end], Some(&text[end + 1..])),
                    None => (text, None),
                };
                rest = after;
                if !field.is_empty() || !self.is_repeated() {
                    return Some(plain(field));
                }
            }
        })
    }

    fn ends_field(self, byte: u8) -> bool {
        match self {
            Self::Letter(letter) => byte == letter,
            Self::Blanks => matches!(byte, b' ' | b'\t'),
            Self::Any => matches!(byte, b' ' | b'\t' | b',' | b';'),
            Self::Nothing => false,
        }
    }

    /// Are several of them one?
    fn is_repeated(self) -> bool {
        matches!(self, Self::Blanks | Self::Any)
    }
}

/// A field without blanks and quotes around it.
fn plain(field: &str) -> &str {
    let field = field.trim_matches([' ', '\t']);
    field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field)
}
