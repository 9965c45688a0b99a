//! Workflows name the same Rust and the same fuzz targets as the manifests, and run files that exist.

use super::{quoted, root, text};
use std::fs;

fn workflows() -> Vec<(String, String)> {
    let entries = fs::read_dir(root().join(".github/workflows")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn every_fuzz_target_runs_at_night() {
    let manifest = text("fuzz/Cargo.toml");
    let targets: Vec<&str> =
        manifest.split("[[bin]]").skip(1).filter_map(|part| quoted(part, "name")).collect();
    assert!(targets.len() >= 15, "{targets:?}");
    let nightly = text(".github/workflows/nightly.yml");
    let run: Vec<&str> =
        nightly.lines().filter_map(|line| line.strip_prefix("          - ")).collect();
    assert_eq!(run, targets, "fuzz/Cargo.toml and nightly.yml differ");
}

#[test]
fn workflows_use_the_rust_of_the_manifest() {
    let manifest = text("Cargo.toml");
    let rust = quoted(&manifest, "rust-version").unwrap();
    for (path, text) in workflows() {
        let named = text.contains(&format!("RUST: \"{rust}\""))
            || text.contains(&format!("install {rust} "));
        assert!(named, "{path} does not use Rust {rust}");
        assert!(
            text.contains("not run anywhere yet"),
            "{path}: say so until it has run, then drop this line"
        );
    }
}

#[test]
fn workflows_run_scripts_that_exist() {
    let mut seen = 0;
    for (path, text) in workflows() {
        let words = text.split_whitespace();
        let folders = ["./test.sh", ".ci/", "release/", "docs/site/"];
        for word in words.filter(|word| folders.iter().any(|folder| word.starts_with(folder))) {
            seen += 1;
            assert!(root().join(word).is_file(), "{path} runs {word}");
        }
    }
    assert!(seen >= 5, "{seen}");
}
