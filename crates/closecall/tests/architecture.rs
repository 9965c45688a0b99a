//! Keeps ARCHITECTURE.md true: the layers it draws are the modules of `lib.rs`, in that order, and
//! a module only uses those above it, in the library and in the classic engine. No crate in `crates/`
//! uses one of `lab/`.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates with layers, and the pictures of them, in the order of ARCHITECTURE.md.
const LAYERED: [&str; 2] = ["closecall", "closecall-classic"];

fn project_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folders of the crates in `crates/`, what users get, or in `lab/`, the laboratory.
fn crates_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(project_root().join(folder)).unwrap();
    let folders = entries.map(|entry| entry.unwrap().path());
    folders.filter(|folder| folder.join("Cargo.toml").is_file()).collect()
}

fn crate_root(name: &str) -> PathBuf {
    let both = [crates_in("crates"), crates_in("lab")].concat();
    both.into_iter().find(|folder| folder.ends_with(name)).unwrap()
}

/// The modules of `lib.rs`, top to bottom.
fn layers(name: &str) -> Vec<String> {
    let lib = fs::read_to_string(crate_root(name).join("src/lib.rs")).unwrap();
    let module = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.strip_prefix("mod ")?.strip_suffix(';').map(str::to_owned)
    };
    lib.lines().filter_map(module).collect()
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
fn layer_of(root: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(root).unwrap();
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
    for name in LAYERED {
        let layers = layers(name);
        let place = |name: &str| layers.iter().position(|layer| layer == name);
        assert!(layers.len() >= 5, "{layers:?}");
        let (root, mut files, mut uses) = (crate_root(name).join("src"), Vec::new(), 0);
        sources(&root, &mut files);
        for file in files {
            let Some(own) = place(&layer_of(&root, &file)) else { continue };
            let text = fs::read_to_string(&file).unwrap();
            // Tests may look anywhere.
            let code = text.split("#[cfg(test)]").next().unwrap();
            for used in named_layers(code).filter_map(place) {
                let (lower, upper) = (&layers[own], &layers[used]);
                assert!(
                    used <= own,
                    "{}: the layer `{lower}` uses `{upper}`, which is below it",
                    file.display()
                );
                uses += usize::from(used < own);
            }
        }
        assert!(
            uses > 20,
            "the test found only {uses} uses between layers: does it still read the sources?"
        );
    }
}

#[test]
fn the_pictures_show_the_layers_in_order() {
    for (name, file) in LAYERED.into_iter().zip(["ARCHITECTURE.md", "lab/design.md"]) {
        let text = fs::read_to_string(project_root().join(file)).unwrap();
        let picture = text.split("```").nth(1).unwrap();
        let drawn = picture.lines().filter_map(|line| {
            let first = line.split_whitespace().next()?;
            first.strip_suffix('/').or_else(|| first.strip_suffix(".rs"))
        });
        assert_eq!(drawn.collect::<Vec<_>>(), layers(name), "{name}");
    }
}

/// The map of the house stays short, and what it names is there.
#[test]
fn the_map_is_short_and_its_chapters_exist() {
    let text = fs::read_to_string(project_root().join("ARCHITECTURE.md")).unwrap();
    assert!(text.split_whitespace().count() <= 1500);
    let links: Vec<&str> =
        text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > 10, "{links:?}");
    for link in links {
        assert!(project_root().join(link).exists(), "{link}");
    }
}

/// The product has no hidden door but `engine`, and asks for no feature that opens another.
#[test]
fn no_crate_of_the_product_turns_on_the_laboratory() {
    let products = crates_in("crates");
    assert!(products.len() >= 8, "{products:?}");
    for product in products {
        let manifest = fs::read_to_string(product.join("Cargo.toml")).unwrap();
        // The tests of the library itself may.
        let manifest = manifest.split("[dev-dependencies]").next().unwrap();
        let asks = manifest.lines().filter(|line| line.contains("\"lab\""));
        assert_eq!(asks.collect::<Vec<_>>(), [""; 0], "{}", product.display());
        let (mut files, mut hidden) = (Vec::new(), Vec::new());
        sources(&product.join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            let found = lines.windows(2).filter(|pair| pair[0] == "#[doc(hidden)]");
            hidden.extend(found.map(|pair| pair[1].to_owned()));
        }
        hidden.retain(|item| !item.starts_with("pub mod engine") && item != "pub mod lab;");
        assert_eq!(hidden, [""; 0], "{}", product.display());
    }
    let manifest = fs::read_to_string(crate_root("closecall").join("Cargo.toml")).unwrap();
    let default = manifest.lines().find(|line| line.starts_with("default = ")).unwrap();
    assert!(!default.contains("lab"), "{default}");
}

/// A crate that uses `engine` fits one version of the library only.
#[test]
fn our_own_crates_are_pinned() {
    let manifest = fs::read_to_string(project_root().join("Cargo.toml")).unwrap();
    let own =
        manifest.lines().filter(|line| line.starts_with("closecall") && line.contains("path"));
    let own: Vec<&str> = own.collect();
    assert!(own.len() >= 13, "{own:?}");
    assert!(own.iter().all(|line| line.contains("version = \"=")), "{own:?}");
}

#[test]
fn no_crate_of_the_product_uses_the_laboratory() {
    let laboratory = crates_in("lab");
    assert!(laboratory.len() >= 5, "{laboratory:?}");
    for product in crates_in("crates") {
        let manifest = fs::read_to_string(product.join("Cargo.toml")).unwrap();
        for other in &laboratory {
            let other = other.file_name().unwrap().to_str().unwrap();
            assert!(!manifest.contains(other), "{} uses {other}", product.display());
        }
    }
}

/// If all tests are one program, `tests/main.rs` names every file, or Cargo.toml does.
#[test]
fn every_file_of_tests_is_built() {
    for name in ["closecall", "closecall-classic", "closecall-mill"] {
        let root = crate_root(name);
        let main = fs::read_to_string(root.join("tests/main.rs")).unwrap();
        let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
        for entry in fs::read_dir(root.join("tests")).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let is_source = path.extension().is_some_and(|extension| extension == "rs");
            let is_named = main.contains(&format!("mod {stem};"))
                || manifest.contains(&format!("name = \"{stem}\""));
            assert!(!is_source || is_named, "{} is not built", path.display());
        }
    }
}

/// Errors may grow: a caller that matches one must expect more.
#[test]
fn error_enums_of_the_product_are_non_exhaustive() {
    let product =
        ["closecall", "closecall-robot", "closecall-mill", "closecall-gpu", "closecall-flight"];
    let (mut seen, mut closed) = (0, Vec::new());
    for name in product {
        let mut files = Vec::new();
        sources(&crate_root(name).join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            let derives = (0..lines.len()).filter(|&at| lines[at].contains("thiserror::Error)]"));
            for at in derives {
                let item = lines[at..].iter().position(|line| line.starts_with("pub "));
                let item = at + item.expect("something derives it");
                if !lines[item].starts_with("pub enum") {
                    continue;
                }
                seen += 1;
                if !lines[at..item].contains(&"#[non_exhaustive]") {
                    closed.push(format!("{}: {}", file.display(), lines[item]));
                }
            }
        }
    }
    assert!(seen >= 20, "{seen}");
    assert!(closed.is_empty(), "not `#[non_exhaustive]`: {closed:#?}");
}

/// The crates that show plain arrays only, in every `pub` item but those of these files, which
/// `engine` alone shows.
const PLAIN: [&str; 5] = ["robot", "report", "mill", "flight", "gpu"];
const INNER: [&str; 3] = [
    "closecall-mill/src/engine.rs",
    "closecall-mill/src/lift/",
    "closecall-mill/src/part/sweep.rs",
];

/// The text of every `pub` item: signatures, fields, whole enums and traits; and the heads of
/// implementations of traits.
fn public_items(code: &str) -> Vec<String> {
    let lines: Vec<&str> =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let item = |at: usize| {
        let line = lines[at].trim_start();
        let indent = &lines[at][..lines[at].len() - line.len()];
        let end = match line.split_once(' ')? {
            ("impl" | "impl<'a>", rest) => return rest.contains(" for ").then(|| line.to_owned()),
            ("pub", rest) if rest.starts_with("use ") || rest.starts_with("mod ") => return None,
            ("pub", rest) if rest.starts_with("enum ") || rest.starts_with("trait ") => {
                lines[at..].iter().position(|line| *line == format!("{indent}}}"))
            }
            ("pub", rest) if rest.contains("fn ") => {
                lines[at..].iter().position(|line| line.ends_with(['{', ';', '}']))
            }
            ("pub", _) => Some(0),
            _ => return None,
        };
        Some(lines[at..=at + end.expect("an item ends")].join("\n"))
    };
    (0..lines.len()).filter_map(item).collect()
}

/// No library of vectors is part of the version of a crate.
#[test]
fn public_items_show_plain_arrays() {
    let vectors = ["DVec2", "DVec3", "DMat3", "DMat4", "DQuat", "Triangle", "Aabb"];
    let (mut seen, mut found) = (0, Vec::new());
    for name in PLAIN {
        let mut files = Vec::new();
        sources(&crate_root(&format!("closecall-{name}")).join("src"), &mut files);
        for file in files {
            let place = file.to_string_lossy().into_owned();
            if INNER.iter().any(|inner| place.contains(inner)) {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            for item in public_items(text.split("#[cfg(test)]").next().unwrap()) {
                seen += 1;
                let mut words = item.split(|c: char| !c.is_alphanumeric() && c != '_');
                if words.any(|word| vectors.contains(&word)) {
                    found.push(format!("{place}: {item}"));
                }
            }
        }
    }
    assert!(seen > 1000, "the test found only {seen} public items: does it still read them?");
    assert!(found.is_empty(), "vectors of glam are public: {}", found.join("\n"));
}

/// Files with numbers that look like bounds but only say when a search ends, or what is tried next.
const ENDS_OF_SEARCHES: [&str; 7] = [
    "closecall/src/query/sweep/parting.rs",
    "closecall/src/geom/shape/ring.rs",
    "closecall/src/geom/exact/root.rs",
    "closecall-mill/src/gcode/contour.rs",
    "closecall-mill/src/lift/edge.rs",
    "closecall-mill/src/lift/faceted.rs",
    "closecall-mill/src/lift/search.rs",
];

/// A bound on rounding has a name and one derivation: no roundoff and no factor `1.0 + 1e-9` is
/// written outside of `rounding/`.
#[test]
fn rounding_is_paid_for_in_one_place() {
    let crates = ["", "-mill", "-space", "-tetra", "-classic", "-gpu"];
    let bare = ["f64::EPSILON", "f32::EPSILON", "(1.0 + 1e-", "(1.0 - 1e-", "(1.0 + 2e-"];
    let mut files = Vec::new();
    for name in crates {
        sources(&crate_root(&format!("closecall{name}")).join("src"), &mut files);
    }
    let (mut own, mut found) = (0, Vec::new());
    for file in files {
        let place = file.to_string_lossy().into_owned();
        let is_own = place.contains("/src/rounding/") || place.ends_with("/src/rounding.rs");
        own += usize::from(is_own);
        let is_test = place.ends_with("tests.rs") || place.ends_with("tests_support.rs");
        if is_own || is_test || ENDS_OF_SEARCHES.iter().any(|other| place.ends_with(other)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let bare = lines.filter(|line| bare.iter().any(|text| line.contains(text)));
        found.extend(bare.map(|line| format!("{place}: {}", line.trim())));
    }
    assert!(own >= 10, "the bounds are not where they were: {own} files");
    assert!(found.is_empty(), "{}", found.join("\n"));
}
