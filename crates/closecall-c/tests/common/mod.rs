//! Tools of this machine, and the library of this build.

#![allow(dead_code, reason = "not every test uses all of it")]

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The folder of this crate.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder that the library of this build is in.
pub fn built() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let library = folder.join("libclosecall_c.so");
    assert!(library.is_file(), "{} was not built", library.display());
    folder
}

/// A folder with the shared library under the names that an installed one has.
pub fn library() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let built = built().join("libclosecall_c.so");
    for name in ["libclosecall.so", "libclosecall.so.0"] {
        std::os::unix::fs::symlink(&built, folder.path().join(name)).unwrap();
    }
    folder
}

/// Is a program here? If not, that is said.
pub fn has(tool: &str) -> bool {
    let found =
        Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: there is no {tool}");
    }
    found
}

/// Runs a command, and fails with its output if it does.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{said}\n{errors}", output.status);
    said
}
