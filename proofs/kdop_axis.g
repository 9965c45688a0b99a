# A gap of a k-DOP, over the root of 1, 2 or 3 as it is rounded up: a difference and a division.
#@ crates/closecall/src/geom/kdop/directions.rs
#= const ROOTS: [f64; 4] = [0.0, KDOP_AXIS, 1.414_213_562_373_097_6, 1.732_050_807_568_880_3];
axis = rounded(a, 2) / {{exact::KDOP_AXIS}};
# The f64 next to these two numbers are off from them by one rounding.
edge = rounded(b, 2) / (1.4142135623730976 * rounded(c, 1)) * sqrt(2);
corner = rounded(d, 2) / (1.7320508075688803 * rounded(e, 1)) * sqrt(3);
{ ROUNDINGS -> axis <= 1 /\ edge <= 1 /\ corner <= 1 }
