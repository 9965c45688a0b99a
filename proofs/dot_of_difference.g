# n·(x − p): one of three products has a difference, a product and 2 sums; so has the sum of
# magnitudes, and then the product with the constant.
# wide/distance/settle.rs (`has_corners_before`), and products with a direction of a hull.
#@ crates/closecall/src/wide/distance/settle.rs
#= let products = along * (*x - *corner);
#= let slack = products.abs().element_sum() * BEYOND_CORNER;
#@ lab/closecall-hull/src/furthest.rs
value = rounded(a, 4);
magnitude = rounded(b, 4);
corner = {{exact::BEYOND_CORNER}} * magnitude * rounded(c, 1);
hull = {{exact::HULL_PRODUCT}} * magnitude * rounded(d, 1);
{ ROUNDINGS -> |value - 1| - corner <= 0 /\ |value - 1| - hull <= 0 }
