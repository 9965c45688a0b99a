//! Names from files, as a terminal may show them: nothing in them moves the cursor, begins a line
//! or turns the text around.

/// A name on one line: control characters, line ends and marks of direction are written out, as
/// `\n` or `\u{202e}`.
#[must_use]
pub fn escaped(name: &str) -> String {
    name.chars().flat_map(|letter| Shown::of(letter, false)).collect()
}

/// A text of several lines: as [`escaped`], but its line ends stay.
#[must_use]
pub fn escaped_lines(text: &str) -> String {
    text.chars().flat_map(|letter| Shown::of(letter, true)).collect()
}

/// A letter, as it is or written out.
enum Shown {
    Plain(std::iter::Once<char>),
    Written(std::char::EscapeDefault),
}

impl Shown {
    fn of(letter: char, keeps_lines: bool) -> Self {
        match letter {
            '\n' if keeps_lines => Self::Plain(std::iter::once(letter)),
            letter if is_active(letter) => Self::Written(letter.escape_default()),
            letter => Self::Plain(std::iter::once(letter)),
        }
    }
}

impl Iterator for Shown {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self {
            Self::Plain(letter) => letter.next(),
            Self::Written(letters) => letters.next(),
        }
    }
}

/// Does a letter do something, where others only stand there? Controls, separators of lines, and
/// marks of direction.
fn is_active(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_something_is_written_out() {
        assert_eq!(escaped("arm\nclear   nothing"), "arm\\nclear   nothing");
        assert_eq!(escaped("\u{1b}[2Jx\r\u{202e}y\u{9b}"), "\\u{1b}[2Jx\\r\\u{202e}y\\u{9b}");
        assert_eq!(escaped("Käfig 檻 'a' \"b\""), "Käfig 檻 'a' \"b\"");
        assert_eq!(escaped_lines("a\nb\u{7}\n"), "a\nb\\u{7}\n");
    }
}
