//! The file that a path means: the same one may have many names.

use std::fs;
use std::path::{Path, PathBuf};

/// A file, there or not.
#[derive(Clone, Debug)]
pub struct Identity {
    place: PathBuf,
    /// Device and number, which hard links share. Where the system tells none, the place alone
    /// counts.
    node: Option<(u64, u64)>,
}

impl Identity {
    /// Looks it up.
    pub fn of(file: &Path) -> Self {
        Self { place: place_of(file), node: node(file) }
    }

    /// Are they the same file?
    pub fn is(&self, other: &Self) -> bool {
        self.place == other.place || (self.node.is_some() && self.node == other.node)
    }
}

#[cfg(unix)]
fn node(file: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(file).ok().map(|there| (there.dev(), there.ino()))
}

#[cfg(not(unix))]
fn node(_: &Path) -> Option<(u64, u64)> {
    None
}

/// Links that lead in a circle are given up after this many.
const MOST_LINKS: usize = 40;

/// The path of a file, behind all links, whether it exists or not.
pub fn place_of(file: &Path) -> PathBuf {
    let mut at = file.to_path_buf();
    for _ in 0..MOST_LINKS {
        // A link to nothing: what is written through it is at its end.
        match fs::read_link(&at) {
            Ok(next) => at = at.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => break,
        }
    }
    let folder =
        at.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(&at), fs::canonicalize(folder), at.file_name()) {
        (Ok(place), _, _) => place,
        (_, Ok(folder), Some(name)) => folder.join(name),
        _ => std::path::absolute(&at).unwrap_or(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_file_are_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("in")).unwrap();
        fs::write(path("a"), "").unwrap();
        fs::write(path("b"), "").unwrap();
        let same =
            |one: &str, other: &str| Identity::of(&path(one)).is(&Identity::of(&path(other)));
        assert!(same("a", "in/../a") && same("new", "in/../new"));
        assert!(!same("a", "b") && !same("a", "new") && !same("new", "in/new"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("a"), path("link")).unwrap();
            std::os::unix::fs::symlink("../new", path("in/dangling")).unwrap();
            std::os::unix::fs::symlink("circle", path("circle")).unwrap();
            fs::hard_link(path("a"), path("hard")).unwrap();
            assert!(
                same("a", "link")
                    && same("a", "hard")
                    && same("hard", "link")
                    && same("new", "in/dangling")
            );
            assert!(!same("b", "link") && !same("b", "hard") && !same("circle", "a"));
        }
    }
}
