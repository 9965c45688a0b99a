# n·(x − p) with nearest points that are off by 2⁻⁴⁴ of the largest coordinate R = 1; one coordinate.
#@ crates/closecall/src/wide/distance/settle.rs
#= let n = q - p;
#= let length = n.abs().element_sum();
#= let to = *x - from;
#= let slack = BEHIND_NEAREST * self.reach * (to.abs().element_sum() + length + BEHIND_NEAREST * self.reach);
#= n.dot(to) <= -slack || known.contains(x)
#= BestPair { distance, a, b, reach: reach + BEHIND_NEAREST_LEAST }
# n is off by two points and a rounding, x − p by one point and a rounding; n and `to` are their
# magnitudes, 2 at most.
dn = 2b-44 + 2 * U53;
dt = 1b-44 + 2 * U53;
# What it is off by: n·dt + to·dn + dn·dt, and a product and two sums round n·to. Of the constant a
# sixth root of roundings is left: 6 of them.
k = {{exact::BEHIND_NEAREST}} * rounded(8);
of_n = k - dt;
of_to = k - dn - off(3) * 2;
of_both = k * k / 3 - dn * dt;
# What is flushed is below 2⁻²⁰⁰.
least = {{exact::BEHIND_NEAREST_LEAST}} * 1b-44 - 1b-200;
{ ROUNDINGS -> of_n >= 0 /\ of_to >= 0 /\ of_both >= 0 /\ least >= 0 }
