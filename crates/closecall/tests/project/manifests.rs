//! Manifests: one version, one address, and what is published has all that its page shows.

use super::{quoted, root, text};
use std::fs;
use std::process::Command;

/// The names of the crates in a folder.
fn crates_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let crates = entries.filter(|path| path.join("Cargo.toml").is_file());
    crates.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

fn version() -> String {
    quoted(&text("Cargo.toml"), "version").unwrap().to_owned()
}

/// `release/version` writes them all.
#[test]
fn there_is_one_version() {
    let (manifest, version) = (text("Cargo.toml"), version());
    let own: Vec<&str> = manifest
        .lines()
        .filter(|line| line.starts_with("closecall") && line.contains("{ path"))
        .collect();
    assert!(own.len() >= 10, "{own:?}");
    for line in own {
        assert!(line.contains(&format!("version = \"={version}\"")), "{line}");
    }
    for folder in ["crates", "lab"] {
        for name in crates_in(folder) {
            let manifest = text(&format!("{folder}/{name}/Cargo.toml"));
            assert!(manifest.contains("\nversion.workspace = true\n"), "{name}");
        }
    }
    assert!(text("CITATION.cff").contains(&format!("\nversion: {version}\n")));
    assert!(text("CHANGELOG.md").contains(&format!("\n## {version}\n")), "write its section");
}

#[test]
fn the_address_stands_in_one_place() {
    let address = quoted(&text("Cargo.toml"), "repository").unwrap().to_owned();
    let others = ["pyproject.toml", "CITATION.cff", "README.md", "CONTRIBUTING.md", "SECURITY.md"];
    for other in others {
        assert!(!text(other).contains(&address), "{other} repeats {address}");
    }
}

#[test]
fn the_laboratory_is_not_published() {
    let laboratory = crates_in("lab");
    assert!(laboratory.len() >= 5, "{laboratory:?}");
    for name in laboratory {
        assert!(text(&format!("lab/{name}/Cargo.toml")).contains("\npublish = false\n"), "{name}");
    }
}

#[test]
fn published_crates_have_all_that_their_pages_show() {
    let mut published = 0;
    for name in crates_in("crates") {
        let manifest = text(&format!("crates/{name}/Cargo.toml"));
        if manifest.contains("\npublish = false\n") {
            continue;
        }
        published += 1;
        for key in [
            "license.workspace = true",
            "repository.workspace = true",
            "rust-version.workspace = true",
        ] {
            assert!(manifest.contains(key), "{name}: {key}");
        }
        assert!(manifest.contains("\n[package.metadata.docs.rs]\n"), "{name}");
        assert!(manifest.contains("\nkeywords") && manifest.contains("\ncategories"), "{name}");
        assert_eq!(quoted(&manifest, "documentation"), Some(&*format!("https://docs.rs/{name}")));
        assert!(quoted(&manifest, "description").is_some_and(|text| text.len() > 15), "{name}");
        let readme = quoted(&manifest, "readme").expect("a readme");
        for file in [readme, "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(root().join("crates").join(&name).join(file).is_file(), "{name}: {file}");
        }
    }
    assert!(published >= 7, "{published}");
}

/// Licences, sources and versions of all dependencies, where `cargo-deny` is installed.
#[test]
fn dependencies_are_allowed() {
    if Command::new("cargo-deny").arg("--version").output().is_err() {
        eprintln!("skipped: there is no cargo-deny");
        return;
    }
    let mut deny = Command::new("cargo-deny");
    deny.current_dir(root()).args(["--offline", "check", "bans", "licenses", "sources"]);
    let output = deny.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
