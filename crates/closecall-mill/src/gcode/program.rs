//! The files of a program: its own, and those of subprograms beside it. Each has an index of its
//! names, which is made when something is first looked for.

use super::error::GcodeProblem;
use super::statement::{Keyword, Label, beginning, o_line};
use super::text::{NoLine, Text};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

/// See the [module](self).
pub(super) struct Program<R> {
    main: Text<R>,
    files: Vec<SubFile>,
    /// By file, that of the program first.
    names: Vec<Option<Names>>,
}

struct SubFile {
    name: Arc<str>,
    text: Text<BufReader<File>>,
}

/// The places of the names of a file.
#[derive(Default)]
pub(super) struct Names {
    /// `o<name> sub`
    pub(super) subs: HashMap<String, u64>,
    /// `O1000` alone, in the order of lines.
    programs: Vec<(String, u64)>,
    /// `N10`, in the order of lines.
    numbers: HashMap<u32, Vec<u64>>,
}

impl<R: BufRead> Program<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { main: Text::new(reader), files: Vec::new(), names: vec![None] }
    }

    /// The number of lines of the program's own file that were read.
    pub(super) fn read(&self) -> u64 {
        self.main.read()
    }

    /// From now on lines are kept: the program may go back to them.
    pub(super) fn keep(&mut self) {
        self.main.is_flowing = true;
    }

    /// The name of a file of a subprogram.
    pub(super) fn file_name(&self, file: usize) -> Option<Arc<str>> {
        file.checked_sub(1).map(|file| self.files[file].name.clone())
    }

    /// A line of a file, from 1; None behind its end.
    pub(super) fn line(&mut self, file: usize, number: u64) -> Result<Option<&[u8]>, GcodeProblem> {
        let line = match file.checked_sub(1) {
            None => self.main.line(number),
            Some(file) => self.files[file].text.line(number),
        };
        match line {
            Ok(line) => Ok(Some(line)),
            Err(NoLine::End) => Ok(None),
            Err(NoLine::Bad(error)) => Err(GcodeProblem::Line(error.to_string())),
            Err(NoLine::Forgotten) => {
                let why = format!(
                    "the program goes back to line {number}, which was not kept: before its first loop or call it is too long"
                );
                Err(GcodeProblem::Flow(why))
            }
        }
    }

    /// Opens the file of a subprogram, or finds it among the open files.
    pub(super) fn open(&mut self, path: &Path) -> Result<usize, GcodeProblem> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(found) = self.files.iter().position(|file| *file.name == *name) {
            return Ok(found + 1);
        }
        let file = File::open(path).map_err(|e| GcodeProblem::Flow(format!("{name}: {e}")))?;
        let mut text = Text::new(BufReader::new(file));
        text.is_flowing = true;
        self.files.push(SubFile { name: name.into(), text });
        self.names.push(None);
        Ok(self.files.len())
    }

    /// The files that are open, this one first.
    pub(super) fn files_from(&self, file: usize) -> impl Iterator<Item = usize> + use<R> {
        std::iter::once(file).chain((0..=self.files.len()).filter(move |&other| other != file))
    }

    /// The names of a file. It is read to its end.
    pub(super) fn names(&mut self, file: usize) -> Result<&Names, GcodeProblem> {
        if self.names[file].is_none() {
            self.keep();
            let mut names = Names::default();
            let mut number = 1;
            while let Some(line) = self.line(file, number)? {
                names.add(line, number);
                number += 1;
            }
            self.names[file] = Some(names);
        }
        Ok(self.names[file].as_ref().expect("it was just made"))
    }
}

impl Names {
    fn add(&mut self, line: &[u8], number: u64) {
        if let Some(n) = beginning(line).number {
            self.numbers.entry(n).or_default().push(number);
        }
        let Some(found) = o_line(line) else { return };
        let Label::Written(name) = found.label else { return };
        match found.keyword {
            Some(Keyword::Sub) => {
                self.subs.entry(name).or_insert(number);
            }
            None => self.programs.push((name, number)),
            _ => {}
        }
    }

    /// The line of a program's number.
    pub(super) fn program(&self, name: &str) -> Option<u64> {
        self.programs.iter().find(|(known, _)| known == name).map(|(_, line)| *line)
    }

    /// The line `N…` of the program that a line is in: the first after the line, or else the first
    /// of that program.
    pub(super) fn number(&self, n: u32, from: u64) -> Option<u64> {
        let lines = self.numbers.get(&n)?;
        let start = self.programs.iter().rev().find(|(_, line)| *line <= from).map_or(0, |p| p.1);
        let end = self.programs.iter().find(|(_, line)| *line > from).map_or(u64::MAX, |p| p.1);
        let within = |line: &&u64| (start..end).contains(*line);
        let after = lines.iter().filter(within).find(|line| **line > from);
        after.or_else(|| lines.iter().find(within)).copied()
    }
}
