//! Keeps the header, the sources and the tests the same: `closecall.h` is what cbindgen makes of the sources.
//!
//! `CLOSECALL_BLESS=1 cargo test -p closecall-c --test header` writes it anew.

use std::fs;
use std::path::Path;

#[test]
fn the_header_is_made_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut made = Vec::new();
    cbindgen::Builder::new()
        .with_crate(root)
        .with_config(config)
        .generate()
        .unwrap()
        .write(&mut made);
    let made = String::from_utf8(made).unwrap();
    let file = root.join("include/closecall.h");
    if std::env::var_os("CLOSECALL_BLESS").is_some() {
        fs::write(&file, &made).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == made, "closecall.h is out of date: see the head of this test");
}

/// The names of the standard library that the headers for C++ use, and the header that has each.
const STANDARD: [(&str, &str); 22] = [
    ("array", "array"),
    ("current_exception", "exception"),
    ("declval", "utility"),
    ("enable_if_t", "type_traits"),
    ("exception_ptr", "exception"),
    ("function", "functional"),
    ("initializer_list", "initializer_list"),
    ("int32_t", "cstdint"),
    ("is_convertible_v", "type_traits"),
    ("move", "utility"),
    ("numeric_limits", "limits"),
    ("pair", "utility"),
    ("rethrow_exception", "exception"),
    ("runtime_error", "stdexcept"),
    ("size_t", "cstddef"),
    ("string", "string"),
    ("string_view", "string_view"),
    ("uint32_t", "cstdint"),
    ("uint64_t", "cstdint"),
    ("uint8_t", "cstdint"),
    ("unique_ptr", "memory"),
    ("vector", "vector"),
];

/// A header includes what it uses: other headers of a compiler's library bring some of it, and those of the next
/// version do not.
#[test]
fn every_header_for_cpp_includes_what_it_uses() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/closecall");
    let mut seen = 0;
    for file in fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        for rest in text.split("std::").skip(1) {
            let name = rest.split(|c: char| c != '_' && !c.is_alphanumeric()).next().unwrap();
            let found = STANDARD.iter().find(|(of, _)| *of == name);
            let (_, header) = found.unwrap_or_else(|| panic!("which header has std::{name}?"));
            let line = format!("#include <{header}>\n");
            assert!(text.contains(&line), "{} uses std::{name}", file.display());
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}
