# What rounds, and what is lost below the range.
#@ crates/closecall/src/geom/exact/distance/double.rs
#= A difference of two f64 is exact.
#@ crates/closecall/src/rounding/outward.rs
#= outward(p, f64::mul_add(a, b, -p), p.abs() < SMALL, toward)
#= if x <= 0.0 { 0.0 } else { outward(r, f64::mul_add(-r, r, x), x < SMALL, toward) }
# A number next to its f64, and next to its f32; powers of two change nothing.
wide = near64(x);
short = near32(y);
# A product of f32 that is below f32's range, and 2²⁴ of them in a sum.
tiny = |near32(p) - p| * 16777216;
# The bounds of Joldes, Muller and Popescu 2017 (algorithms 6, 10, 17), and of Lefèvre et al. 2023
# for a root, in u².
u = 1b-53;
sum = u * u * (3 + 13 * u);
product = 7 * u * u;
quotient = u * u * (15 + 56 * u);
root = 25 * u * u / 8;
# a·b is a multiple of both ulps' product. a < 2·2ⁱ and b < 2·2ʲ, so that this is above |ab|·2⁻²·2⁻¹⁰⁴:
# what a product loses is 0 or not below that, and what a root loses likewise.
least = {{outward::SMALL}} * 1b-106;
{ x in [1, 2] /\ y in [1, 2] /\ |p| <= 1b-126 ->
  |wide - x| - {{U}} <= 0 /\ |short - y| - {{F32_U}} <= 0 /\ tiny - {{F32_TINY}} <= 0
  /\ sum - {{DOUBLE_U}} <= 0 /\ product - {{DOUBLE_U}} <= 0 /\ quotient - {{DOUBLE_U}} <= 0
  /\ root - {{DOUBLE_U}} <= 0 /\ least >= 1b-1022 }
