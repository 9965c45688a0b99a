//! Settings that were given and not used: places and words that the program never asked for. A misspelt one
//! shows here.

use super::code::{Code, IgnoredWord};
use super::interpreter::Interpreter;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::io::BufRead;

/// The settings that the program has used so far.
#[derive(Default)]
pub(super) struct Used {
    /// G28 and G30.
    pub(super) homes: [Cell<bool>; 2],
    /// The work systems in force at a motion, or read by variables.
    pub(super) systems: [Cell<bool>; 9],
    /// The shift that an earlier program's G92 stored.
    pub(super) shift: Cell<bool>,
    pub(super) ignored: BTreeSet<IgnoredWord>,
    /// Whether a block began with `/`.
    pub(super) deleted: bool,
    /// Whether a block named A, B or C.
    pub(super) turns: bool,
}

impl<R: BufRead> Interpreter<R> {
    /// Notes given values that were not used, at the end of the program.
    pub(super) fn note_unused(&mut self) {
        let places = &self.options.places;
        let homes = ["G28", "G30"].into_iter().zip(places.homes).zip(&self.used.homes);
        let homes = homes.filter(|((_, told), used)| told.is_some() && !used.get());
        let homes = homes.map(|((name, _), _)| format!("--home {name}"));
        let is_unused =
            |system: &usize| places.systems[*system].is_some() && !self.used.systems[*system].get();
        let systems = (0..9).filter(is_unused).map(|system| format!("--work {}", name_of(system)));
        let ignored = self.options.ignored.difference(&self.used.ignored);
        let ignored = ignored.map(|word| format!("--ignore-word {}", Code::M(word.0)));
        let flags = [
            ("--work G92", places.shift.is_some() && !self.used.shift.get()),
            ("--block-delete", self.options.block_delete && !self.used.deleted),
            ("--rotary", self.options.rotary.is_some() && !self.used.turns),
        ];
        let flags = flags.into_iter().filter(|(_, is_unused)| *is_unused);
        let flags = flags.map(|(flag, _)| flag.to_string());
        let unused: Vec<String> =
            homes.chain(systems).chain(ignored).chain(flags).chain(self.unread()).collect();
        for what in unused {
            self.warn(format!("{what} was told, but the program never asks for it"));
        }
    }
}

/// The name of a work system, by its number from 0.
pub(super) fn name_of(system: usize) -> String {
    if system < 6 { format!("G{}", 54 + system) } else { format!("G59.{}", system - 5) }
}
