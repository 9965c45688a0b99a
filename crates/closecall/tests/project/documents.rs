//! Documents: every link leads somewhere, and the files that CONTRIBUTING.md names exist.

use super::{root, text};
use std::fs;
use std::path::{Path, PathBuf};

/// All documents of the repository, but for what is built.
fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&root(), &mut found);
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_ours = name == ".github" || !name.starts_with('.');
        if path.is_dir() && is_ours && !["target", "dist", "results"].contains(&&*name) {
            collect(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// A document without its blocks and spans of code.
fn prose(text: &str) -> String {
    let outside = text.split("```").step_by(2).collect::<String>();
    outside.split('`').step_by(2).collect()
}

/// The targets of the links and pictures of a document.
fn links(prose: &str) -> impl Iterator<Item = &str> {
    prose.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next())
}

/// The name that a heading has in an address.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Is there a heading with this name, or a line with this number (`L12`)?
fn has_place(text: &str, place: &str) -> bool {
    match place.strip_prefix('L').and_then(|number| number.parse::<usize>().ok()) {
        Some(number) => (1..=text.lines().count()).contains(&number),
        None => text.lines().any(|line| line.starts_with('#') && anchor(line) == place),
    }
}

#[test]
fn every_link_leads_somewhere() {
    let (mut seen, mut broken) = (0, Vec::new());
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for link in links(&prose(&text))
            .filter(|link| !link.contains("://") && !link.starts_with("mailto:"))
        {
            seen += 1;
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = document.parent().unwrap().join(file);
            let target = if file.is_empty() { document.clone() } else { target };
            let target_text = || fs::read_to_string(&target).unwrap_or_default();
            if !target.exists() || !place.is_empty() && !has_place(&target_text(), place) {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(seen > 100, "only {seen} links were found");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn contributing_names_files_that_exist() {
    let text = text("CONTRIBUTING.md");
    let spans = text.split('`').skip(1).step_by(2);
    let folders = ["crates/", "lab/", "docs/", "fuzz/", "python/"];
    let named: Vec<&str> =
        spans.filter(|span| folders.iter().any(|folder| span.starts_with(folder))).collect();
    assert!(named.len() > 30, "{named:?}");
    for path in named {
        assert!(root().join(path).exists(), "CONTRIBUTING.md names {path}, which is not there");
    }
}
