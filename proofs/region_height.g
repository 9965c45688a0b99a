# The least height of a box over a half-space (world/region.rs): a product, the slack taken off it,
# 2 sums. A positive term must not grow, a negative one must not shrink.
#@ crates/closecall/src/world/region.rs
#= let slack = REGION_HEIGHT * at_low.abs().max(at_high.abs());
#= (at_low.min(at_high) - slack).element_sum() <= offset
p = rounded(a, 1);
slack = {{shape::REGION_HEIGHT}} * p * rounded(b, 1);
rest = rounded(c, 3);
{ ROUNDINGS -> (p - slack) * rest - 1 <= 0 /\ (p + slack) * rest - 1 >= 0 }
