//! Promises of the compiled kernels, read in their text.

use std::path::{Path, PathBuf};

const PTX: &str = include_str!("../kernels/closecall.ptx");

/// Every sum and product says how it rounds, so that none is fused with another, and nothing is
/// flushed to zero.
#[test]
fn rounding_is_pinned() {
    let mut counted = 0;
    for line in PTX.lines() {
        let operation = line.split_whitespace().next().unwrap_or_default();
        let float = operation.ends_with(".f32") || operation.ends_with(".f64");
        let kind = operation.split('.').next().unwrap_or_default();
        if float && ["add", "sub", "mul", "fma", "div", "sqrt"].contains(&kind) {
            assert!(operation.contains(".rn."), "{line}");
            counted += 1;
        }
        let quick = [".ftz", ".approx", "mad.f"].iter().any(|word| operation.contains(word));
        assert!(!quick, "{line}");
    }
    assert!(counted > 500, "only {counted} operations were seen");
}

#[test]
fn every_kernel_is_there() {
    for name in [
        "prepare",
        "place",
        "prepare_pair",
        "walk_first",
        "walk_all",
        "walk_first_within",
        "walk_all_within",
    ] {
        assert!(PTX.contains(&format!(".entry {name}(")), "{name}");
    }
}

/// `kernels/make-ptx.py` writes a fingerprint of the sources into the first line.
#[test]
fn the_kernels_are_compiled_from_these_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let mut sources: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension().is_some_and(|ending| ending == "h" || ending == "cu"));
    sources.sort();
    let bytes = sources.iter().flat_map(|path| std::fs::read(path).unwrap());
    let value = bytes.fold(0xCBF2_9CE4_8422_2325u64, |value, byte| {
        (value ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    let first = PTX.lines().next().unwrap();
    assert_eq!(first, format!("// sources: {value:016x}"), "run kernels/make-ptx.py");
}
