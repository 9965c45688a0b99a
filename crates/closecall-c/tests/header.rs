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
