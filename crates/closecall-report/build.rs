//! Takes plotly.js out of the crate `plotly`, which carries it: the program then needs no other
//! part of that crate.
//!
//! The crate has MathJax behind it, which is left out: there is no formula on a page.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let sources = plotly::Plot::offline_js_sources();
    let end = "</script>";
    let (script, _) = sources.split_once(end).expect("plotly's sources are script elements");
    let folder = std::env::var_os("OUT_DIR").expect("cargo names a folder");
    std::fs::write(Path::new(&folder).join("plotly.html"), format!("{script}{end}\n"))
        .expect("it can be written");
}
