//! One line, taken apart: words of a letter and a number; comments in parentheses or behind `;` and
//! `%`; or a `%` alone.

use super::dialect::Dialect;
use super::error::GcodeProblem;

/// The words of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// Whether the line begins with `/`.
    pub deleted: bool,
    /// Whether the line is a `%` and nothing else: a program stands between two such lines.
    pub percent: bool,
    /// Codes: `G` words times 10, so that G38.2 is 382, in their order.
    pub g: Vec<u32>,
    /// `M` words, in their order.
    pub m: Vec<u32>,
    /// All other words: the letters of the alphabet.
    values: [Option<f64>; 26],
}

impl Words {
    /// The value of a letter.
    #[must_use]
    pub fn get(&self, letter: char) -> Option<f64> {
        self.values[index(letter)]
    }

    /// The letters that have a value, in the order of the alphabet.
    pub fn letters(&self) -> impl Iterator<Item = char> + '_ {
        (0..26u8).filter(|&i| self.values[i as usize].is_some()).map(|i| char::from(b'A' + i))
    }

    /// Whether an axis is named: X, Y, Z, A, B or C.
    #[must_use]
    pub fn has_axis(&self) -> bool {
        "XYZABC".chars().any(|letter| self.get(letter).is_some())
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.g.is_empty() && self.m.is_empty() && self.values.iter().all(Option::is_none)
    }

    fn clear(&mut self) {
        self.deleted = false;
        self.percent = false;
        self.g.clear();
        self.m.clear();
        self.values = [None; 26];
    }
}

fn index(letter: char) -> usize {
    (letter as u8 - b'A') as usize
}

/// The largest number a word may have.
const LARGEST: f64 = 1e9;

/// Takes a line apart.
pub fn lex(line: &[u8], dialect: Dialect, words: &mut Words) -> Result<(), GcodeProblem> {
    words.clear();
    let mut at = 0;
    // A byte order mark.
    if line.starts_with(&[0xef, 0xbb, 0xbf]) {
        at = 3;
    }
    let mut first = true;
    while let Some(&byte) = line.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | 0 => at += 1,
            b';' => return Ok(()),
            b'%' => {
                words.percent = first && line[at + 1..].trim_ascii().is_empty();
                return Ok(());
            }
            b'/' if first => {
                words.deleted = true;
                at += 1;
                if line.get(at).is_some_and(u8::is_ascii_digit) {
                    let why = "only / alone marks a block that may be left out, no number";
                    return Err(odd(line, at - 1, 2, why));
                }
            }
            b'(' => at = comment(line, at, dialect)?,
            b'#' | b'[' | b'=' | b'<' => return Err(variable(line, at)),
            b'A'..=b'Z' | b'a'..=b'z' => at = word(line, at, words)?,
            b':' if first => {
                let why = "a program's number is written O1000, or left out";
                return Err(odd(line, at, 16, why));
            }
            b'*' => {
                let why =
                    "no word, but a checksum or the end of a block on some controls; take it out";
                return Err(odd(line, at, 8, why));
            }
            b'"' => {
                let why = "a text in quotes is no word; comments stand in parentheses";
                return Err(odd(line, at, 24, why));
            }
            _ => {
                let found =
                    String::from_utf8_lossy(&line[at..(at + 8).min(line.len())]).into_owned();
                return Err(GcodeProblem::NotAWord { found, column: at + 1 });
            }
        }
        first &= matches!(byte, b' ' | b'\t');
    }
    Ok(())
}

/// Where the comment that begins at `at` ends. On Fanuc's controls comments may have parentheses in
/// them, in pairs; on LinuxCNC's they may not.
fn comment(line: &[u8], at: usize, dialect: Dialect) -> Result<usize, GcodeProblem> {
    let mut depth = 0;
    for (i, byte) in line.iter().enumerate().skip(at) {
        match (byte, dialect) {
            (b'(', Dialect::Fanuc) => depth += 1,
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

fn variable(line: &[u8], at: usize) -> GcodeProblem {
    let end = (at + 16).min(line.len());
    GcodeProblem::Variable {
        found: String::from_utf8_lossy(&line[at..end]).into_owned(),
        column: at + 1,
    }
}

/// Takes one word from `at`; where it ends.
fn word(line: &[u8], at: usize, words: &mut Words) -> Result<usize, GcodeProblem> {
    let letter = char::from(line[at].to_ascii_uppercase());
    let skip = |mut i: usize| {
        while matches!(line.get(i), Some(b' ' | b'\t')) {
            i += 1;
        }
        i
    };
    let start = skip(at + 1);
    if matches!(line.get(start), Some(b'#' | b'[' | b'<')) {
        return Err(variable(line, start));
    }
    let mut end = start;
    if matches!(line.get(end), Some(b'+' | b'-')) {
        end += 1;
    }
    while matches!(line.get(end), Some(b'0'..=b'9' | b'.')) {
        end += 1;
    }
    let text = std::str::from_utf8(&line[start..end]).unwrap_or("");
    let Ok(value) = text.parse::<f64>() else {
        return Err(match letter {
            'O' => variable(line, at),
            _ => GcodeProblem::NoNumber { letter, column: at + 1 },
        });
    };
    let shown = || format!("{letter}{}", &text[..text.len().min(24)]);
    if value.abs() > LARGEST {
        return Err(GcodeProblem::TooLarge { word: shown() });
    }
    // 1e5 is no number of G-code: taken apart into X1 and E5, it would move the axis elsewhere.
    // A code, such as that of M66E0, is followed by another word.
    if let Some(b'e' | b'E') = line.get(end)
        && !matches!(letter, 'G' | 'M')
        && matches!(line.get(end + 1), Some(b'0'..=b'9' | b'+' | b'-'))
    {
        let digits = line[end + 2..].iter().take_while(|b| b.is_ascii_digit()).count();
        let word = String::from_utf8_lossy(&line[at..end + 2 + digits]).chars().take(40).collect();
        return Err(GcodeProblem::Value { word, why: "a number has no exponent".to_string() });
    }
    // `O100 sub` is a subroutine, `O100` alone a name.
    if letter == 'O' && !matches!(line.get(skip(end)), None | Some(b'(' | b';' | b'\r')) {
        return Err(behind_name(line, at, skip(end)));
    }
    keep(letter, value, shown, words)?;
    Ok(end)
}

/// The words that follow an O word where it is no name (LinuxCNC).
const FLOW: [&str; 14] = [
    "sub", "endsub", "call", "return", "if", "elseif", "else", "endif", "while", "endwhile", "do",
    "repeat", "break", "continue",
];

/// Why something may not stand behind a program's number.
fn behind_name(line: &[u8], at: usize, next: usize) -> GcodeProblem {
    let rest = String::from_utf8_lossy(&line[next..]).to_ascii_lowercase();
    let is_text = rest.starts_with(|c: char| c.is_ascii_alphabetic())
        && !FLOW.iter().chain(&["endrepeat"]).any(|word| rest.starts_with(word));
    match is_text {
        true => {
            let why = "a name behind a program's number stands in parentheses: O1000 (PART ONE)";
            odd(line, at, 24, why)
        }
        false => variable(line, at),
    }
}

fn keep(
    letter: char,
    value: f64,
    shown: impl Fn() -> String,
    words: &mut Words,
) -> Result<(), GcodeProblem> {
    let code = |scale: f64, most: f64| {
        let code = (value * scale).round();
        match (code - value * scale).abs() < 1e-6 && (0.0..=most).contains(&code) {
            true => Ok(code as u32),
            false => {
                Err(GcodeProblem::Value { word: shown(), why: "there is no such code".to_string() })
            }
        }
    };
    match letter {
        'G' => words.g.push(code(10.0, 9999.0)?),
        'M' => words.m.push(code(1.0, 99999.0)?),
        _ => {
            let slot = &mut words.values[index(letter)];
            if slot.is_some() {
                return Err(GcodeProblem::Twice { letter });
            }
            // Numbers this small are beyond any machine, and below the range of exact computation.
            *slot = Some(if value.abs() < 1e-30 { 0.0 } else { value });
        }
    }
    Ok(())
}
