//! Keeps ARCHITECTURE.md true: the layers it draws are the modules of `lib.rs`, in that order, and a module only uses
//! those above it.

use std::fs;
use std::path::{Path, PathBuf};

fn crate_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The modules of `lib.rs`, top to bottom.
fn layers() -> Vec<String> {
    let lib = fs::read_to_string(crate_root().join("src/lib.rs")).unwrap();
    let names = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    names.map(str::to_owned).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The layer a file belongs to, from its path under `src`.
fn layer_of(path: &Path) -> String {
    let inside = path.strip_prefix(crate_root().join("src")).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// The modules that a source text names with `crate::`.
fn named_layers(text: &str) -> impl Iterator<Item = &str> {
    text.split("crate::").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        Some(&rest[..end])
    })
}

#[test]
fn a_layer_uses_only_the_layers_above_it() {
    let layers = layers();
    let place = |name: &str| layers.iter().position(|layer| layer == name);
    assert!(layers.len() >= 6, "{layers:?}");
    let mut files = Vec::new();
    sources(&crate_root().join("src"), &mut files);
    let mut uses = 0;
    for file in files {
        let Some(own) = place(&layer_of(&file)) else { continue };
        let text = fs::read_to_string(&file).unwrap();
        // Tests may look anywhere.
        let code = text.split("#[cfg(test)]").next().unwrap();
        for used in named_layers(code).filter_map(place) {
            let (lower, upper) = (&layers[own], &layers[used]);
            assert!(used <= own, "{}: the layer `{lower}` uses `{upper}`, which is below it", file.display());
            uses += usize::from(used < own);
        }
    }
    assert!(uses > 20, "the test found only {uses} uses between layers: does it still read the sources?");
}

#[test]
fn the_picture_shows_the_layers_in_order() {
    let text = fs::read_to_string(crate_root().join("../../ARCHITECTURE.md")).unwrap();
    let picture = text.split("```").nth(1).expect("ARCHITECTURE.md has a picture of the layers");
    let drawn: Vec<_> = picture.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let drawn: Vec<_> = drawn.into_iter().filter_map(|word| word.strip_suffix('/')).collect();
    assert_eq!(drawn, layers());
}
