# (u×v)·w of rounded differences, and P, the sum of the magnitudes of its six products, as
# geom/exact/filter.rs computes both. One product of the sum:
#   3 differences, u·v, the difference of two products, ·w, 2 sums.
#@ crates/closecall/src/geom/exact/filter.rs
value = rounded(a, 8);
magnitude = rounded(b, 8);
bound = {{exact::TRIPLE_PRODUCT}} * magnitude * rounded(c, 1);
twice = {{exact::TRIPLE_PRODUCT_TWICE}} - 2 * {{exact::TRIPLE_PRODUCT}};
{ ROUNDINGS -> |value - 1| - bound <= 0 /\ twice >= 0 }
