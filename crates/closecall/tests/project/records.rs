//! Benchmarks of record are of the current release or the one before, of clean commits, and have their raw tables. Older
//! pages are listed as such.

use super::{quoted, root, text};
use std::fs;
use std::path::PathBuf;

/// The pages in the machines' folders.
fn pages(folder: &str) -> Vec<PathBuf> {
    let machines = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let files = machines.filter(|path| path.is_dir()).flat_map(|path| {
        fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// The value of a line `- name: value`.
fn entry(page: &str, name: &str) -> String {
    let start = format!("- {name}: ");
    let line = page.lines().find_map(|line| line.strip_prefix(&start));
    line.unwrap_or("not said").to_owned()
}

/// The versions that a page may be of: the current one and the release before it.
fn recent(changelog: &str, current: &str) -> Vec<String> {
    let released = changelog.lines().filter_map(|line| line.strip_prefix("## "));
    let released = released.filter_map(|line| line.split_whitespace().next());
    let before = released.filter(|version| *version != current && version.contains('.')).take(1);
    [current].into_iter().chain(before).map(str::to_owned).collect()
}

#[test]
fn pages_of_record_are_recent_and_have_their_tables() {
    let manifest = text("Cargo.toml");
    let recent = recent(&text("CHANGELOG.md"), quoted(&manifest, "version").unwrap());
    let pages = pages("lab/bench/record");
    if pages.is_empty() {
        eprintln!("skipped: there is no benchmark of record yet");
    }
    for path in pages {
        let version = path.file_stem().unwrap().to_str().unwrap();
        let shown = path.display();
        assert!(recent.iter().any(|one| one == version), "{shown} is too old: {recent:?}");
        let commit = entry(&fs::read_to_string(&path).unwrap(), "commit");
        assert!(commit.chars().all(|c| c.is_ascii_hexdigit()), "{shown}: commit {commit}");
        let table = fs::read_to_string(path.with_extension("csv")).expect("its raw table");
        let rows: Vec<&str> = table.lines().skip(1).collect();
        assert!(!rows.is_empty() && rows.iter().all(|row| row.contains(&commit)), "{shown}");
    }
}

#[test]
fn a_page_may_be_one_release_old() {
    let changelog = "# Changes\n\n## 0.3.0\n\n## 0.2.0 (2027-01-01)\n\n## 0.1.0\n";
    assert_eq!(recent(changelog, "0.3.0"), ["0.3.0", "0.2.0"]);
    assert_eq!(recent(changelog, "0.4.0"), ["0.4.0", "0.3.0"]);
    assert_eq!(recent("## Unreleased\n", "0.1.0"), ["0.1.0"]);
}

#[test]
fn older_pages_are_listed_with_their_commits() {
    let list = text("lab/bench/results/README.md");
    let pages = pages("lab/bench/results");
    assert!(pages.len() > 10, "{pages:?}");
    for path in pages {
        let commit = entry(&fs::read_to_string(&path).unwrap(), "commit");
        let folder = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
        let name = format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap());
        let line = format!("| [{name}]({name}) | {commit} |");
        assert!(list.contains(&line), "lab/bench/results/README.md lacks {line}");
    }
}
