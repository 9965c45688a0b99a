//! Frames of the call stack: where the program is in one subprogram, and what is local to it.

use super::calls::Calls;
use super::saved::Saved;
use super::value::Value;
use std::collections::HashMap;

/// Local variables with numbers: #1 to #33 on Fanuc's controls, to #30 on LinuxCNC's.
pub(super) const LOCALS: usize = 33;

/// A subprogram that runs, or the main program.
pub(super) struct Frame {
    /// The file: 0 is the program's own.
    pub(super) file: usize,
    /// The next line.
    pub(super) next: u64,
    /// The line that it began at, and how often it is still to run from there.
    pub(super) start: u64,
    pub(super) left: u64,
    pub(super) calls: Calls,
    pub(super) kind: FrameKind,
    /// Its numbered variables, if it has its own: else they are those of the caller.
    pub(super) locals: Option<Locals>,
    /// Its named variables.
    pub(super) named: HashMap<String, Value>,
    pub(super) loops: HashMap<String, Loop>,
    /// The state that M70 or M73 saved, and whether it is restored at the end (M73).
    pub(super) saved: Option<Saved>,
    pub(super) restores: bool,
}

/// The way in which a subprogram was called, and so how it ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FrameKind {
    Main,
    /// `o<name> call`, which ends with `o<name> endsub`.
    Word(String),
    /// M98, M97 or G65, which end with M99.
    Program,
}

/// The numbered variables of a subprogram; None where an earlier program has left something.
pub(super) type Locals = [Option<Value>; LOCALS];

/// A loop that is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Loop {
    pub(super) kind: LoopKind,
    /// The line that it begins with.
    pub(super) line: u64,
    /// The number of times that it is still to run.
    pub(super) left: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopKind {
    While,
    Do,
    Repeat,
}

impl Frame {
    /// The main program.
    pub(super) fn main() -> Self {
        let locals = Some([None; LOCALS]);
        Self::new(0, 1, 1, Calls::default(), FrameKind::Main, locals)
    }

    pub(super) fn new(
        file: usize,
        start: u64,
        left: u64,
        calls: Calls,
        kind: FrameKind,
        locals: Option<Locals>,
    ) -> Self {
        let loops = HashMap::new();
        Self {
            file,
            next: start,
            start,
            left,
            calls,
            kind,
            locals,
            named: HashMap::new(),
            loops,
            saved: None,
            restores: false,
        }
    }
}
