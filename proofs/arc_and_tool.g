# q·p − z of a point of a tool (closecall-mill): 2 products and 2 sums; the sum of magnitudes has as
# many, and then the product with the constant.
#@ crates/closecall-mill/src/lift/tangent.rs
#= let length = Interval { lo: UNIT_DOWN, hi: UNIT_UP };
value = rounded(a, 3);
magnitude = rounded(b, 3);
bound = {{mill::DEPTH}} * magnitude * rounded(c, 1);
# A vector of the plane, normalised: a length of 2 squares is off by 2.5u, a quotient by 1u.
long = (1 + 1b-53) / ((1 - 1b-53) * (1 - 1b-53) * (1 - 1b-53));
short = (1 - 1b-53) / ((1 + 1b-53) * (1 + 1b-53) * (1 + 1b-53));
{ ROUNDINGS -> |value - 1| - bound <= 0
  /\ long - {{mill::UNIT_UP}} <= 0 /\ short - {{mill::UNIT_DOWN}} >= 0 }
