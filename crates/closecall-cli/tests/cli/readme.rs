//! The README: every command in it is run as it stands there.

use std::path::{Path, PathBuf};

use crate::program::{Folder, closecall_in};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines of all `sh` blocks, without comments.
fn commands() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(|block| {
        block.lines().map(|line| line.split(" #").next().unwrap_or_default().trim())
    });
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The files that the commands are run on, where they may write.
fn examples() -> Folder {
    let folder = Folder::new();
    copy(&root().join("examples"), Path::new(&folder.dir()));
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).expect("there are examples") {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn every_command_runs_as_written() {
    let folder = examples();
    let mut run = 0;
    for line in commands() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["closecall", ref rest @ ..] => {
                let output = closecall_in(&folder.dir(), rest);
                // On a busy machine a short time may end before anything is proved.
                let is_known =
                    matches!(output.code, 0 | 1) || output.code == 3 && line.contains("--budget");
                assert!(is_known, "`{line}` gives {}: {}", output.code, output.stderr);
                run += 1;
            }
            ["cargo", "install", "--path", path] => {
                assert!(root().join(path).join("Cargo.toml").is_file(), "{line}")
            }
            ["cargo", "run", ..] | ["./test.sh"] | ["cd", "examples"] => {}
            // The tests of the Python package install it, and run the README's example.
            ["pip", "install", "."] => assert!(root().join("pyproject.toml").is_file(), "{line}"),
            // They run this command, too, where there is Ray.
            ["python", "-m", "closecall.ray", ..] => {}
            _ => panic!("`{line}` is not known here: run it, or say why not"),
        }
    }
    assert!(run >= 14, "{run}");
}
