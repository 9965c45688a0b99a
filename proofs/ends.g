# Below a certified bound by an ulp, and the rest of a margin.
#@ crates/closecall/src/geom/exact/root.rs
#= let below = lo - (lo.abs() * ULP).max(1e-270);
# Of a positive bound and of a negative one: certainly below.
positive = (1 - {{exact::ULP}}) * rounded(a, 1);
negative = (1 + {{exact::ULP}}) * rounded(b, 1);
#@ crates/closecall/src/wide/kernel/pair.rs
#= let further = (least - D::splat(distance)) - least * D::splat(MARGIN_DIFFERENCE);
# `least` is 1, and g is what it is beyond the distance. The product is one with a power of two.
r = 1 + c;
s = 1 + d;
further = s * (g * r - {{exact::MARGIN_DIFFERENCE}});
{ ROUNDINGS /\ g in [0, 1] /\ |c| <= 1b-53 /\ |d| <= 1b-53
  -> positive + 1b-60 - 1 <= 0 /\ negative - 1b-60 - 1 >= 0 /\ further - g <= 0 }
further - g -> g * (s * (r - {{exact::MARGIN_DIFFERENCE}}) - 1) - (1 - g) * {{exact::MARGIN_DIFFERENCE}} * s;
