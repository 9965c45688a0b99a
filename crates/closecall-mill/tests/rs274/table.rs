//! The verdicts about many programs.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// The verdict about one program.
pub enum Verdict {
    /// The number of moves that are the same.
    Same(usize),
    /// The same up to moves that are not known.
    Partly,
    /// Both refuse it, and move alike up to there.
    BothRefuse(String, String),
    /// Only closecall refuses it.
    OnlyOurs(String),
    /// Only the control refuses it.
    OnlyTheirs(String),
    Differs(String),
}

impl Verdict {
    /// Whether a random program must not come to that.
    pub fn is_odd(&self) -> bool {
        !matches!(self, Self::Same(_) | Self::BothRefuse(..))
    }
}

pub struct Table(Vec<(PathBuf, Verdict)>);

impl Table {
    pub fn of(verdicts: Vec<(PathBuf, Verdict)>) -> Self {
        Self(verdicts)
    }

    pub fn total(&self) -> usize {
        self.0.len()
    }

    /// The number of programs that the control accepts, and of those that are accepted here.
    pub fn accepted(&self) -> (usize, usize) {
        let is_ours = |verdict: &Verdict| {
            matches!(verdict, Verdict::Same(_) | Verdict::Partly | Verdict::Differs(_))
        };
        let ours = self.0.iter().filter(|(_, verdict)| is_ours(verdict)).count();
        let only_ours =
            self.0.iter().filter(|(_, verdict)| matches!(verdict, Verdict::OnlyOurs(_)));
        (ours + only_ours.count(), ours)
    }

    /// The table as it stands in the documents: how many programs came to what, and why.
    pub fn page(&self) -> String {
        let (theirs, ours) = self.accepted();
        let mut rows: BTreeMap<(u8, String), usize> = BTreeMap::new();
        for (_, verdict) in &self.0 {
            let row = match verdict {
                Verdict::Same(_) => (0, "the same moves".to_string()),
                Verdict::Partly => (1, "the same moves, up to what is not known".to_string()),
                Verdict::OnlyOurs(why) => (2, format!("only closecall refuses: {}", plain(why))),
                Verdict::OnlyTheirs(why) => (3, format!("only LinuxCNC refuses: {}", plain(why))),
                Verdict::BothRefuse(why, _) => (4, format!("both refuse: {}", plain(why))),
                Verdict::Differs(why) => (5, format!("other moves: {}", plain(why))),
            };
            *rows.entry(row).or_default() += 1;
        }
        let share = 100.0 * ours as f64 / theirs as f64;
        let total = self.total();
        let mut page = format!(
            "Of {total} programs LinuxCNC accepts {theirs}, and closecall {ours} of those ({share:.1} %). In the reasons every number is a 9.\n\n| programs | |\n|---|---|\n"
        );
        for ((_, row), count) in rows {
            page += &format!("| {count} | {} |\n", row.replace('|', "\\|").replace('<', "&lt;"));
        }
        page
    }

    /// How many programs move in another way.
    pub fn differing(&self) -> usize {
        self.0.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Differs(_))).count()
    }

    pub fn odd(&self) -> usize {
        self.0.iter().filter(|(_, verdict)| verdict.is_odd()).count()
    }
}

/// A reason without what is of its own program only: quoted text is left out, and every number is a 9.
fn plain(reason: &str) -> String {
    let reason = reason
        .split_once(": ")
        .filter(|(head, _)| head.starts_with("line"))
        .map_or(reason, |r| r.1);
    let mut text = String::new();
    let mut in_quotes = false;
    let mut letters = reason.chars().take(110).peekable();
    while let Some(letter) = letters.next() {
        let before_digit = letters.peek().is_some_and(char::is_ascii_digit);
        match letter {
            '`' => in_quotes = !in_quotes,
            _ if in_quotes => {}
            '0'..='9' | '.' if text.ends_with('9') && (letter != '.' || before_digit) => {}
            '0'..='9' => text.push('9'),
            _ => text.push(letter),
        }
    }
    text.trim().to_string()
}

#[test]
fn reasons_of_the_same_kind_are_the_same() {
    for (reason, expected) in [
        ("line 12: the radius 3.25 is less than 10.", "the radius 9 is less than 9."),
        ("G5.2 `x.ngc` 1999", "G9  9"),
        ("no number", "no number"),
    ] {
        assert_eq!(plain(reason), expected);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows: BTreeMap<String, Vec<&PathBuf>> = BTreeMap::new();
        let mut moves = 0;
        for (file, verdict) in &self.0 {
            let row = match verdict {
                Verdict::Same(count) => {
                    moves += count;
                    "same".to_string()
                }
                Verdict::Partly => "same up to what is not known".to_string(),
                Verdict::BothRefuse(ours, theirs) => {
                    format!("both refuse: {} | {}", plain(ours), plain(theirs))
                }
                Verdict::OnlyOurs(why) => format!("only closecall refuses: {}", plain(why)),
                Verdict::OnlyTheirs(why) => format!("only LinuxCNC refuses: {}", plain(why)),
                Verdict::Differs(why) => {
                    writeln!(f, "DIFFERS {}: {why}", file.display())?;
                    "differs".to_string()
                }
            };
            rows.entry(row).or_default().push(file);
        }
        writeln!(f, "{} programs, {moves} moves of those that are the same", self.0.len())?;
        for (row, files) in rows {
            writeln!(f, "{:6}  {row}  ({})", files.len(), files[0].display())?;
        }
        Ok(())
    }
}
