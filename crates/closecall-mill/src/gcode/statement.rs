//! Statements that lead elsewhere: LinuxCNC's O words, and IF, WHILE and GOTO of Fanuc's macros.

/// The word behind an O word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Sub,
    EndSub,
    Call,
    Return,
    If,
    ElseIf,
    Else,
    EndIf,
    While,
    EndWhile,
    Do,
    Repeat,
    EndRepeat,
    Break,
    Continue,
}

/// Longer words come before those they begin with.
const KEYWORDS: [(&str, Keyword); 15] = [
    ("endsub", Keyword::EndSub),
    ("sub", Keyword::Sub),
    ("call", Keyword::Call),
    ("return", Keyword::Return),
    ("if", Keyword::If),
    ("elseif", Keyword::ElseIf),
    ("else", Keyword::Else),
    ("endif", Keyword::EndIf),
    ("while", Keyword::While),
    ("endwhile", Keyword::EndWhile),
    ("do", Keyword::Do),
    ("repeat", Keyword::Repeat),
    ("endrepeat", Keyword::EndRepeat),
    ("break", Keyword::Break),
    ("continue", Keyword::Continue),
];

/// The name by which a subprogram or a loop is called.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Label {
    /// A name or a number, as it stands there.
    Written(String),
    /// An expression that begins here.
    Computed(usize),
}

/// A line that begins with an O word.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OLine {
    pub(super) label: Label,
    /// None where it only names a program.
    pub(super) keyword: Option<Keyword>,
    /// The begin of the rest.
    pub(super) rest: usize,
}

/// The beginning of a line: its number (N), whether it is marked with `/`, and where the rest is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Beginning {
    pub(super) number: Option<u32>,
    pub(super) is_deleted: bool,
    pub(super) at: usize,
}

fn skip_blanks(line: &[u8], mut at: usize) -> usize {
    while matches!(line.get(at), Some(b' ' | b'\t' | 0)) {
        at += 1;
    }
    at
}

fn digits(line: &[u8], at: usize) -> usize {
    line[at..].iter().take_while(|b| b.is_ascii_digit()).count()
}

/// The begin of a line.
pub(super) fn beginning(line: &[u8]) -> Beginning {
    let start = if line.starts_with(&[0xef, 0xbb, 0xbf]) { 3 } else { 0 };
    let mut found = Beginning { at: skip_blanks(line, start), ..Beginning::default() };
    if line.get(found.at) == Some(&b'/') {
        found.is_deleted = true;
        found.at = skip_blanks(line, found.at + 1);
    }
    if matches!(line.get(found.at), Some(b'n' | b'N')) {
        let from = skip_blanks(line, found.at + 1);
        let count = digits(line, from);
        if count > 0 {
            found.number =
                std::str::from_utf8(&line[from..from + count]).ok().and_then(|t| t.parse().ok());
            found.at = skip_blanks(line, from + count);
        }
    }
    found
}

/// A line that begins with an O word, if it does.
pub(super) fn o_line(line: &[u8]) -> Option<OLine> {
    let at = beginning(line).at;
    if !matches!(line.get(at), Some(b'o' | b'O')) {
        return None;
    }
    let from = skip_blanks(line, at + 1);
    let (label, end) = match line.get(from)? {
        b'<' => {
            let length = line[from..].iter().position(|&b| b == b'>')?;
            let name = line[from + 1..from + length].iter().filter(|b| !b.is_ascii_whitespace());
            let name: Vec<u8> = name.map(u8::to_ascii_lowercase).collect();
            (Label::Written(String::from_utf8_lossy(&name).into_owned()), from + length + 1)
        }
        b'0'..=b'9' => {
            let count = digits(line, from);
            let text = std::str::from_utf8(&line[from..from + count]).unwrap_or("");
            let number = text.trim_start_matches('0');
            (Label::Written(if number.is_empty() { "0" } else { number }.to_string()), from + count)
        }
        b'#' | b'[' => (Label::Computed(from), computed_end(line, from)),
        _ => return None,
    };
    let at = skip_blanks(line, end);
    let is_next = |word: &str| {
        line.get(at..at + word.len()).is_some_and(|b| b.eq_ignore_ascii_case(word.as_bytes()))
    };
    let keyword = KEYWORDS.iter().find(|(word, _)| is_next(word));
    let rest = keyword.map_or(at, |(word, _)| at + word.len());
    Some(OLine { label, keyword: keyword.map(|(_, keyword)| *keyword), rest })
}

/// The end of a name that is an expression: before the keyword.
fn computed_end(line: &[u8], from: usize) -> usize {
    let mut depth = 0;
    for (i, &byte) in line.iter().enumerate().skip(from) {
        match byte {
            b'[' | b'<' => depth += 1,
            b']' | b'>' => depth -= 1,
            b'a'..=b'z' | b'A'..=b'Z' if depth == 0 => return i,
            _ => {}
        }
    }
    line.len()
}

/// A statement of Fanuc's macros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Macro {
    If,
    While,
    Do,
    End,
    Goto,
}

/// A statement of Fanuc's macros, and where the rest of the line begins.
pub(super) fn macro_line(line: &[u8]) -> Option<(Macro, usize)> {
    let at = beginning(line).at;
    let words = [
        ("IF", Macro::If),
        ("WHILE", Macro::While),
        ("DO", Macro::Do),
        ("END", Macro::End),
        ("GOTO", Macro::Goto),
    ];
    let is_next = |word: &str| {
        line.get(at..at + word.len()).is_some_and(|b| b.eq_ignore_ascii_case(word.as_bytes()))
    };
    words.into_iter().find(|(word, _)| is_next(word)).map(|(word, found)| (found, at + word.len()))
}
