//! Runs this program again under valgrind's callgrind and reads what that wrote. Times drift with
//! the machine; instructions only with the code, the compiler and the input.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Why nothing was counted.
#[derive(Debug, thiserror::Error)]
pub enum Unwatched {
    /// There is no valgrind here, or it cannot be run.
    #[error("valgrind does not start: {0}")]
    Absent(std::io::Error),
    /// The program failed, or valgrind did.
    #[error("valgrind ended with {status}: {last_line}")]
    Failed {
        /// How.
        status: std::process::ExitStatus,
        /// The last line of output.
        last_line: String,
    },
    /// The counts cannot be read.
    #[error("{}: {source}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Runs this program with these arguments, callgrind being told `flags`. The texts that it wrote:
/// the dumps that were asked for, in their order, and what was left at the end.
pub fn watch(flags: &[&str], arguments: &[&str]) -> Result<Vec<String>, Unwatched> {
    let program = std::env::current_exe().map_err(Unwatched::Absent)?;
    let file = program.with_file_name(format!("callgrind.out.{}", std::process::id()));
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--cache-sim=no", "--branch-sim=no", "--collect-jumps=no"])
        .args(flags)
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(&program)
        .args(arguments)
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .map_err(Unwatched::Absent)?;
    let dumps = (1..)
        .map(|part| PathBuf::from(format!("{}.{part}", file.display())))
        .take_while(|part| part.exists());
    let texts = dumps.chain([file.clone()]).map(|file| taken(&file)).collect();
    if !run.status.success() {
        let last_line =
            String::from_utf8_lossy(&run.stderr).lines().last().unwrap_or_default().to_owned();
        return Err(Unwatched::Failed { status: run.status, last_line });
    }
    texts
}

/// The text of a file that is not needed any more.
fn taken(file: &Path) -> Result<String, Unwatched> {
    let text = std::fs::read_to_string(file)
        .map_err(|source| Unwatched::Unreadable { file: file.to_owned(), source });
    // A file that cannot be removed does no harm.
    let _ = std::fs::remove_file(file);
    text
}

/// The instructions of a dump, all of them together.
#[must_use]
pub fn total(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_ends_with_its_total() {
        assert_eq!(
            total("events: Ir\nsummary: 7\n\nfn=(1) main\n2 6006\n\ntotals: 6006\n"),
            Some(6006)
        );
        assert_eq!(total("events: Ir\nfn=(1) main\n"), None);
    }
}
