//! What the compiled kernels promise, read in their text.

const PTX: &str = include_str!("../kernels/closecall.ptx");

/// Every sum and product says how it rounds, so that none is fused with another, and nothing is flushed to zero.
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
    for name in ["prepare", "place", "prepare_pair", "walk_first", "walk_all", "walk_first_within", "walk_all_within"] {
        assert!(PTX.contains(&format!(".entry {name}(")), "{name}");
    }
}
