//! One line, taken apart: words of a letter and a value; variables that it sets; comments in
//! parentheses or behind `;` and `%`; or a `%` alone.

use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::expression::{Reader, Slot};
use super::number::{LARGEST, flushed};
use super::value::Value;

/// The words of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Words {
    /// Whether the line begins with `/`.
    pub(super) deleted: bool,
    /// Whether the line is a `%` and nothing else: a program stands between two such lines.
    pub(super) percent: bool,
    /// Codes: `G` words times 10, so that G38.2 is 382, in their order.
    pub(super) g: Vec<u32>,
    /// `M` words, in their order.
    pub(super) m: Vec<u32>,
    /// All other words: the letters of the alphabet.
    values: [Option<f64>; 26],
    /// The letters whose values are not known, a bit for each.
    unknown: u32,
    /// All words but G and M, in their order.
    pairs: Vec<(u8, Value)>,
    /// `@` and `^`: polar coordinates of LinuxCNC.
    pub(super) polar: [Option<f64>; 2],
    /// The variables that the line sets, once all of it was read.
    pub(super) settings: Vec<(Slot, Value)>,
}

impl Words {
    /// The value of a letter, if it is known.
    pub(super) fn get(&self, letter: char) -> Option<f64> {
        self.values[index(letter)]
    }

    /// Whether there is a letter whose value is not known.
    pub(super) fn is_unknown(&self, letter: char) -> bool {
        self.unknown & 1 << index(letter) != 0
    }

    /// The letters that have a value, known or not, in the order of the alphabet.
    pub(super) fn letters(&self) -> impl Iterator<Item = char> + '_ {
        let has = |i: &u8| self.values[*i as usize].is_some() || self.unknown & 1 << *i != 0;
        (0..26u8).filter(has).map(|i| char::from(b'A' + i))
    }

    /// All words but G and M, in their order.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (char, Value)> + '_ {
        self.pairs.iter().map(|&(letter, value)| (char::from(letter), value))
    }

    /// Whether there is this letter.
    pub(super) fn has(&self, letter: char) -> bool {
        self.get(letter).is_some() || self.is_unknown(letter)
    }

    /// Whether an axis is named: X, Y, Z, A, B or C.
    pub(super) fn has_axis(&self) -> bool {
        "XYZABC".chars().any(|letter| self.has(letter)) || self.polar != [None; 2]
    }

    /// Whether there is nothing to do.
    pub(super) fn is_empty(&self) -> bool {
        let has_polar = self.polar != [None; 2];
        self.g.is_empty() && self.m.is_empty() && self.letters().next().is_none() && !has_polar
    }

    /// Sets X and Y, where polar coordinates lead to.
    pub(super) fn set_place(&mut self, [x, y]: [f64; 2]) {
        (self.values[index('X')], self.values[index('Y')]) = (Some(x), Some(y));
    }

    fn clear(&mut self) {
        self.deleted = false;
        self.percent = false;
        self.g.clear();
        self.m.clear();
        self.values = [None; 26];
        self.unknown = 0;
        self.pairs.clear();
        self.polar = [None; 2];
        self.settings.clear();
    }
}

fn index(letter: char) -> usize {
    (letter as u8 - b'A') as usize
}

/// Takes a line apart.
pub(super) fn lex(reader: &mut Reader, words: &mut Words) -> Result<(), GcodeProblem> {
    words.clear();
    let (line, dialect) = (reader.line, reader.parameters.dialect());
    // A byte order mark.
    if reader.at == 0 && line.starts_with(&[0xef, 0xbb, 0xbf]) {
        reader.at = 3;
    }
    let mut first = true;
    while let Some(byte) = reader.peek() {
        let at = reader.at;
        match byte {
            b';' => break,
            b'%' => {
                words.percent = first && line[at + 1..].trim_ascii().is_empty();
                break;
            }
            b'/' if first => {
                words.deleted = true;
                reader.at += 1;
                if line.get(at + 1).is_some_and(u8::is_ascii_digit) {
                    let why = "only / alone marks a block that may be left out, no number";
                    return Err(odd(line, at, 2, why));
                }
            }
            b'(' => reader.at = comment(line, at, dialect)?,
            b'#' => setting(reader, words)?,
            b'@' | b'^' if dialect == Dialect::LinuxCnc => polar(reader, words)?,
            b'A'..=b'Z' | b'a'..=b'z' => word(reader, words)?,
            _ => return Err(no_word(line, at, first)),
        }
        first = false;
    }
    check_twice(words)
}

/// Why there is no word here.
fn no_word(line: &[u8], at: usize, first: bool) -> GcodeProblem {
    let (most, why) = match line[at] {
        b':' if first => (16, "a program's number is written O1000, or left out"),
        b'*' => (8, "no word, but a checksum or the end of a block on some controls; take it out"),
        b'"' => (24, "a text in quotes is no word; comments stand in parentheses"),
        b'@' | b'^' => (8, "polar coordinates that only LinuxCNC has: --dialect linuxcnc"),
        _ => {
            let found = String::from_utf8_lossy(&line[at..(at + 8).min(line.len())]).into_owned();
            return GcodeProblem::NotAWord { found, column: at + 1 };
        }
    };
    odd(line, at, most, why)
}

/// The end of the comment that begins at `at`. On Fanuc's controls comments may have parentheses in
/// them, in pairs; on LinuxCNC's they may not.
fn comment(line: &[u8], at: usize, dialect: Dialect) -> Result<usize, GcodeProblem> {
    let mut depth = 0;
    for (i, byte) in line.iter().enumerate().skip(at) {
        match (byte, dialect) {
            (b'(', Dialect::Fanuc | Dialect::Haas) => depth += 1,
            (b'(', Dialect::LinuxCnc) if i > at => {
                return Err(GcodeProblem::NestedComment { column: i + 1 });
            }
            (b')', _) if depth > 1 => depth -= 1,
            (b')', _) => return Ok(i + 1),
            _ => {}
        }
    }
    Err(GcodeProblem::OpenComment { column: at + 1 })
}

/// Something that is no word, at most `most` bytes of it.
fn odd(line: &[u8], at: usize, most: usize, why: &str) -> GcodeProblem {
    let end = (at + most).min(line.len());
    let word = String::from_utf8_lossy(&line[at..end]).trim_end().to_string();
    GcodeProblem::Value { word, why: why.to_string() }
}

/// `@2` or `^30`.
fn polar(reader: &mut Reader, words: &mut Words) -> Result<(), GcodeProblem> {
    let (at, is_angle) = (reader.at, reader.line[reader.at] == b'^');
    reader.at += 1;
    let Some(value) = reader.value()?.number() else {
        return Err(GcodeProblem::Measured { what: "a polar place".to_string() });
    };
    if value.abs() > LARGEST || words.polar[usize::from(is_angle)].is_some() {
        return Err(odd(reader.line, at, 8, "it is out of range, or stands twice"));
    }
    words.polar[usize::from(is_angle)] = Some(value);
    Ok(())
}

/// `#1=2`. On Fanuc's controls the value may be an expression without brackets.
fn setting(reader: &mut Reader, words: &mut Words) -> Result<(), GcodeProblem> {
    let dialect = reader.parameters.dialect();
    if dialect == Dialect::Grbl {
        return Err(reader.bad("grbl has no variables"));
    }
    let slot = reader.slot()?;
    if !reader.take(b'=') {
        return Err(reader.bad("= is expected behind a variable"));
    }
    if let Slot::Name(name) = &slot {
        reader.made.push(name.clone());
    }
    let value = if dialect.is_fanuc() { reader.expression(0)? } else { reader.value()? };
    words.settings.push((slot, value));
    Ok(())
}

/// Takes one word.
fn word(reader: &mut Reader, words: &mut Words) -> Result<(), GcodeProblem> {
    let (line, at) = (reader.line, reader.at);
    let letter = char::from(line[at].to_ascii_uppercase());
    reader.at += 1;
    let next = reader.peek();
    let start = reader.at;
    let value = match next {
        Some(b'#' | b'[') if reader.parameters.dialect() == Dialect::Grbl => {
            return Err(reader.bad("grbl has no variables"));
        }
        Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b'#' | b'[') => reader.value(),
        Some(b'a'..=b'z' | b'A'..=b'Z') if reader.is_function() => reader.value(),
        _ => return Err(GcodeProblem::NoNumber { letter, column: at + 1 }),
    };
    let value = value.map_err(|problem| match problem {
        GcodeProblem::Expression { column, .. } if column == start + 1 && next != Some(b'#') => {
            GcodeProblem::NoNumber { letter, column: at + 1 }
        }
        other => other,
    })?;
    no_exponent(line, at, reader.at, letter)?;
    if letter == 'O' && !matches!(reader.peek(), None | Some(b'(' | b';')) {
        let why = "a name behind a program's number stands in parentheses: O1000 (PART ONE)";
        return Err(odd(line, at, 24, why));
    }
    let shown =
        || String::from_utf8_lossy(&line[at..reader.at]).chars().take(25).collect::<String>();
    keep(letter, value, shown, words)
}

/// Refuses 1e5, which is no number of G-code: taken apart into X1 and E5, it would move the axis
/// elsewhere. A code, such as that of M66E0, is followed by another word.
fn no_exponent(line: &[u8], at: usize, end: usize, letter: char) -> Result<(), GcodeProblem> {
    let is_number = line[..end].last().is_some_and(|b| b.is_ascii_digit() || *b == b'.');
    if let Some(b'e' | b'E') = line.get(end)
        && is_number
        && !matches!(letter, 'G' | 'M')
        && matches!(line.get(end + 1), Some(b'0'..=b'9' | b'+' | b'-'))
    {
        let digits = line[end + 2..].iter().take_while(|b| b.is_ascii_digit()).count();
        let word = String::from_utf8_lossy(&line[at..end + 2 + digits]).chars().take(40).collect();
        return Err(GcodeProblem::Value { word, why: "a number has no exponent".to_string() });
    }
    Ok(())
}

fn keep(
    letter: char,
    value: Value,
    shown: impl Fn() -> String,
    words: &mut Words,
) -> Result<(), GcodeProblem> {
    if let (Value::Unknown, 'G' | 'M') = (value, letter) {
        return Err(GcodeProblem::Measured { what: format!("the code {letter}") });
    }
    match (letter, value) {
        // A word without a value is left out.
        (_, Value::Vacant) => {}
        ('G', Value::Known(value)) => words.g.push(code(value, 10.0, 9999.0, shown)?),
        ('M', Value::Known(value)) => words.m.push(code(value, 1.0, 99999.0, shown)?),
        (_, Value::Known(number)) => {
            if number.abs() > LARGEST {
                return Err(GcodeProblem::TooLarge { word: shown() });
            }
            let number = flushed(number);
            words.values[index(letter)] = Some(number);
            words.pairs.push((letter as u8, Value::Known(number)));
        }
        (_, Value::Unknown) => {
            words.unknown |= 1 << index(letter);
            words.pairs.push((letter as u8, value));
        }
    }
    Ok(())
}

/// A code as a whole number.
fn code(
    value: f64,
    scale: f64,
    most: f64,
    shown: impl Fn() -> String,
) -> Result<u32, GcodeProblem> {
    let code = (value * scale).round();
    match (code - value * scale).abs() < 1e-6 && (0.0..=most).contains(&code) {
        true => Ok(code as u32),
        false => {
            Err(GcodeProblem::Value { word: shown(), why: "there is no such code".to_string() })
        }
    }
}

/// Refuses a letter that stands twice, but for G65, which may have several I, J and K.
fn check_twice(words: &Words) -> Result<(), GcodeProblem> {
    let mut seen = 0u32;
    for &(letter, _) in &words.pairs {
        let bit = 1 << index(char::from(letter));
        let is_argument = words.g.contains(&650) && b"IJK".contains(&letter);
        if seen & bit != 0 && !is_argument {
            return Err(GcodeProblem::Twice { letter: char::from(letter) });
        }
        seen |= bit;
    }
    Ok(())
}
