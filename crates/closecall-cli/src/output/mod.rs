//! Files that a command writes, such that none of them destroys anything.
//!
//! A command declares every file that it reads and every file that it writes, in any order, and
//! then fills its files:
//!
//! ```ignore
//! let mut files = Files::default();
//! files.read(&self.mesh)?;                                      // whatever is or will be read
//! let list = files.write("--pairs", self.pairs.as_deref())?;    // whatever is to be written, with its flag
//! let report = self.report.file(&mut files)?;                   // the page of `--report`
//! // … the work; a file that turns up late, like the mesh of a scene, is declared with `read` then …
//! outcome.fill(list, |out| writeln!(out, "a,b"));               // the answer names what was written
//! ```
//!
//! What holds then:
//! - An output that is an input or another output is refused, whichever was declared first: by path
//!   behind all links, and by device and number of the file (hard links). Nothing has been written
//!   by then.
//! - A file is written beside its place, and takes its place when it is whole. An older file stays
//!   until then: after an error, a full disk, Ctrl-C, or a command that was refused.
//! - A folder that is missing or cannot be written to is found out before the work.
//! - If the writing fails, the answer is printed all the same, and then the error
//!   ([`CommandAnswer::fill`]).
//!
//! What is no regular file, such as `/dev/stdout` or a pipe, is written to as it is.

mod identity;
mod partial;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value;

use self::identity::{Identity, place_of};
use self::partial::Partial;
use crate::escaped::escaped;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};

/// The files that a command reads and writes.
#[derive(Debug, Default)]
pub struct Files {
    read: Vec<Identity>,
    written: Vec<(&'static str, Identity)>,
}

impl Files {
    /// Declares a file that is or will be read. It need not exist.
    pub fn read(&mut self, file: &Path) -> Result<(), Failure> {
        let input = Identity::of(file);
        if let Some((flag, _)) = self.written.iter().find(|(_, output)| output.is(&input)) {
            return Err(destroys_input(flag, file));
        }
        self.read.push(input);
        Ok(())
    }

    /// Declares several.
    pub fn read_all<'a>(
        &mut self,
        files: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Failure> {
        files.into_iter().try_for_each(|file| self.read(file))
    }

    /// Declares the file of a flag, if it was given, and opens it for writing.
    pub fn write(
        &mut self,
        flag: &'static str,
        file: Option<&Path>,
    ) -> Result<Option<Output>, Failure> {
        let Some(file) = file else { return Ok(None) };
        if is_stream(file) {
            return Output::stream(flag, file).map(Some);
        }
        let identity = Identity::of(file);
        if self.read.iter().any(|input| input.is(&identity)) {
            return Err(destroys_input(flag, file));
        }
        if let Some((other, _)) = self.written.iter().find(|(_, output)| output.is(&identity)) {
            return Err(destroys_output(flag, other, file));
        }
        self.written.push((flag, identity));
        Output::beside(flag, file).map(Some)
    }
}

fn destroys_input(flag: &str, file: &Path) -> Failure {
    let message = "this file is read: writing to it would destroy it";
    Failure::of_place(file, flag, &message)
}

fn destroys_output(flag: &str, other: &str, file: &Path) -> Failure {
    Failure::of_place(file, flag, &format_args!("{other} writes to this file, too"))
}

/// Is it written to as it is? The system's names for what is open (`/dev/stdout`) may lead to a
/// file that another program has open, too: that is not replaced.
fn is_stream(file: &Path) -> bool {
    let open = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    let is_open = cfg!(unix) && open.iter().any(|name| file.starts_with(name));
    is_open || fs::metadata(file).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// A file that is being written. It takes its place with [`Output::finish`]; if it is dropped
/// before, nothing has happened.
#[derive(Debug)]
pub struct Output {
    flag: &'static str,
    file: PathBuf,
    writer: BufWriter<File>,
    partial: Option<Partial>,
    /// The first that went wrong; nothing is written after that.
    error: Option<io::Error>,
}

impl Output {
    fn stream(flag: &'static str, file: &Path) -> Result<Self, Failure> {
        let opened =
            OpenOptions::new().append(true).open(file).map_err(|error| unwritable(file, &error))?;
        Ok(Self {
            flag,
            file: file.to_path_buf(),
            writer: BufWriter::new(opened),
            partial: None,
            error: None,
        })
    }

    fn beside(flag: &'static str, file: &Path) -> Result<Self, Failure> {
        let made = || {
            let place = place_of(file);
            if place.exists() {
                // What must not be written to is not replaced either; the system has the words for
                // it.
                OpenOptions::new().append(true).open(&place)?;
            }
            Partial::create(place)
        };
        let (partial, opened) = made().map_err(|error: io::Error| unwritable(file, &error))?;
        Ok(Self {
            flag,
            file: file.to_path_buf(),
            writer: BufWriter::new(opened),
            partial: Some(partial),
            error: None,
        })
    }

    /// The path of the file until it is whole, for code that writes files by their names.
    pub fn path(&self) -> &Path {
        self.partial.as_ref().map_or(&self.file, Partial::path)
    }

    /// Writes some of it. What goes wrong comes up in [`Output::finish`].
    pub fn write(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = write(&mut self.writer).err();
        }
    }

    /// It is whole, and takes its place.
    pub fn finish(mut self) -> Result<WrittenFile, Failure> {
        self.write(|writer| writer.flush());
        let Self { flag, file, writer, partial, error } = self;
        let finished = || match (error, partial) {
            (Some(error), _) => Err(error),
            (None, None) => Ok(()),
            (None, Some(partial)) => {
                // Some systems say only now that the disk is full.
                writer.get_ref().sync_all()?;
                partial.take_place()
            }
        };
        finished().map_err(|error| unwritable(&file, &error))?;
        Ok(WrittenFile { flag, file })
    }
}

/// A file that is in its place, and the flag that asked for it.
#[derive(Clone, Debug)]
pub struct WrittenFile {
    flag: &'static str,
    file: PathBuf,
}

fn unwritable(file: &Path, error: &io::Error) -> Failure {
    Failure::of_file(file, &format_args!("cannot be written: {error}"))
}

impl CommandAnswer {
    /// Fills a file, if there is to be one, puts it in its place, and names it. If that failed, the
    /// answer is printed all the same, and the program exits as for any failure.
    pub fn fill(
        &mut self,
        output: Option<Output>,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) {
        let Some(mut output) = output else { return };
        output.write(write);
        self.settle(output.finish().map(Some));
    }

    /// Names a file that was written, or notes that it could not be.
    pub fn settle(&mut self, written: Result<Option<WrittenFile>, Failure>) {
        match written {
            Ok(None) => {}
            Ok(Some(written)) => self.name_file(&written),
            Err(failure) => match &mut self.verdict {
                Ending::Unwritten(failures) => failures.push(failure),
                verdict => *verdict = Ending::Unwritten(vec![failure]),
            },
        }
    }

    /// Names a file that was written, at the end of the answer. A page and an animation have keys
    /// of their own, too.
    fn name_file(&mut self, WrittenFile { flag, file }: &WrittenFile) {
        let name = flag.trim_start_matches('-');
        self.text += &format!("{name:<7} {}\n", escaped(&file.display().to_string()));
        let file = Value::from(file.to_string_lossy());
        if ["report", "gltf"].contains(&name) {
            self.json.insert(name.to_owned(), file.clone());
        }
        let written = self.json.entry("written").or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(files) = written {
            files.push(file);
        }
    }
}
