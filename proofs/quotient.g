# A quotient a/b of triple products, off by A and B, as a share of the computed one, which is 1:
# α = A/|b| and β = B/|b|, b as it was computed. It is trusted where α + β is below 2⁻³⁰ of it; |a/b|
# is 1 + α + β and a few roundings at most then.
#@ crates/closecall/src/geom/exact/line.rs
#= let inverse = 1.0 / under;
#= let near = over * inverse;
#= (off_over + near.abs() * off_under) * inverse.abs() * QUOTIENT_UP + near.abs() * QUOTIENT;
#= let known = wide <= near.abs() * FINE && near.abs() < f64::MAX;
#= known.then_some(Interval { lo: near - wide, hi: near + wide })
quotient = 1.00000001;
# 1/b and the product round twice, and the end of the interval once more.
own = off(2) * quotient + off(1) * 1.00000001;
# What is left of the interval beyond that: of the share of the quotient, and of α and β.
rest = {{exact::QUOTIENT}} * rounded(2) - own;
alpha = {{exact::QUOTIENT_UP}} * rounded(6) - 1;
beta = {{exact::QUOTIENT_UP}} * rounded(7) - quotient;
{ ROUNDINGS -> rest >= 0 /\ alpha >= 0 /\ beta >= 0 }
