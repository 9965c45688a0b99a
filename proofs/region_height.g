# The least height of a box over a half-space (world/region.rs): a product, the slack taken off it,
# 2 sums. A positive term must not grow, a negative one must not shrink.
p = rounded(a, 1);
slack = {{shape::REGION_HEIGHT}} * p * rounded(b, 1);
rest = rounded(c, 3);
{ ROUNDINGS -> (p - slack) * rest - 1 <= 0 /\ (p + slack) * rest - 1 >= 0 }
