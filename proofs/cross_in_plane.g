# (a−m)×(b−m) in a plane, as geom/exact/germ.rs computes it. One of its two products:
#   2 differences, 1 product, 1 difference. The sum of magnitudes has as many.
#@ crates/closecall/src/geom/exact/germ.rs
value = rounded(a, 4);
magnitude = rounded(b, 4);
bound = {{exact::CROSS_IN_PLANE}} * magnitude * rounded(c, 1);
{ ROUNDINGS -> |value - 1| - bound <= 0 }
