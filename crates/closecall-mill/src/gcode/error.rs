//! Why a program was refused: the line, the block as it stands there, the word, and the reason.

use std::path::Path;

use super::calls::Calls;
use closecall::Located;

/// A program that cannot be checked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}{}: {problem}{}", within(calls), shown(block))]
#[non_exhaustive]
pub struct ProgramError {
    /// The line, from 1.
    pub line: u64,
    /// The calls that led there.
    pub calls: Calls,
    /// The block as it was written, shortened if it is very long.
    pub block: String,
    /// The word that is to blame, or nothing.
    pub word: String,
    /// The fault.
    pub problem: GcodeProblem,
}

impl ProgramError {
    /// The error of a program in a file: `part.nc, line 12, word G5: … in `G5 X1``.
    #[must_use]
    pub fn in_file(&self, file: &Path) -> Located {
        let Self { line, calls, block, word, problem } = self;
        let word = if word.is_empty() { String::new() } else { format!(", word {word}") };
        let block = if block.is_empty() { String::new() } else { format!(" in `{block}`") };
        Located::at(
            file,
            format!("line {line}{}{word}", within(calls)),
            format!("{problem}{block}"),
        )
    }
}

/// The calls behind a line: ` of drill, called in line 3`.
fn within(calls: &Calls) -> String {
    if calls.is_empty() { String::new() } else { format!(" {calls}") }
}

fn shown(block: &str) -> String {
    if block.is_empty() { String::new() } else { format!("\n    {block}") }
}

/// The problem with a block.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GcodeProblem {
    /// The line is endless or cannot be read.
    #[error("{0}")]
    Line(String),
    /// Something that is no word.
    #[error("`{found}` in column {column} is no word: a letter and a number are expected")]
    NotAWord {
        /// The text found there.
        found: String,
        /// The column, from 1.
        column: usize,
    },
    /// A letter without a number.
    #[error("the word {letter} in column {column} has no number")]
    NoNumber {
        /// The letter.
        letter: char,
        /// The column, from 1.
        column: usize,
    },
    /// A number that is too large to be a position.
    #[error("{word} is out of range: at most 1e9 in magnitude")]
    TooLarge {
        /// The word.
        word: String,
    },
    /// An expression or a statement that cannot be read or computed.
    #[error("`{found}` in column {column}: {why}")]
    Expression {
        /// The text found there.
        found: String,
        /// The column, from 1.
        column: usize,
        /// Why not.
        why: String,
    },
    /// A loop, a jump or a call that leads nowhere, or too far.
    #[error("{0}")]
    Flow(String),
    /// Something that depends on a value that only the machine knows. The interpreter does not
    /// refuse the program for it: what comes after is not checked.
    #[error("{what} depends on a value that is not known here")]
    Measured {
        /// The thing concerned.
        what: String,
    },
    /// A comment that does not end.
    #[error("the comment that begins in column {column} does not end")]
    OpenComment {
        /// The column, from 1.
        column: usize,
    },
    /// A comment in a comment.
    #[error(
        "the parenthesis in column {column} stands in a comment: LinuxCNC refuses that, --dialect fanuc takes it"
    )]
    NestedComment {
        /// The column, from 1.
        column: usize,
    },
    /// The same letter twice.
    #[error("the word {letter} stands twice in this block")]
    Twice {
        /// The letter.
        letter: char,
    },
    /// Two codes of one group.
    #[error("{one} and {other} exclude each other in one block")]
    Conflict {
        /// The first.
        one: String,
        /// The second.
        other: String,
    },
    /// A code that is not known, and could change a mode or move an axis.
    #[error("{word} is not supported, and could change a mode or move an axis: {why}")]
    Unsupported {
        /// The word.
        word: String,
        /// The meaning, as far as it is known.
        why: &'static str,
    },
    /// Axis words without a motion.
    #[error("{word} has no motion to belong to: no G0, G1, G2, G3 or cycle is in force")]
    NoMotion {
        /// The word.
        word: String,
    },
    /// An arc that does not fit its ends.
    #[error("this is no arc: {0}")]
    Arc(String),
    /// Cutter compensation that cannot be followed.
    #[error("cutter compensation (G41, G42): {0}")]
    Compensation(String),
    /// A cycle that lacks something.
    #[error("the cycle {cycle} {why}")]
    Cycle {
        /// Its code.
        cycle: String,
        /// The fault.
        why: String,
    },
    /// A word with a value that makes no sense.
    #[error("{word}: {why}")]
    Value {
        /// The word.
        word: String,
        /// Why not.
        why: String,
    },
}
