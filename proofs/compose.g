# The product of two rotations, made orthogonal by one step of Newton's method (geom/compose.rs).
#@ crates/closecall/src/geom/compose.rs
#= if deviation_from_orthogonal(&r) <= TOLERANCE {
#= let off = product(&r, &r) - DMat3::IDENTITY;
#= r - product(&r.transpose(), &off) * 0.5
#= (a.x * b.x + a.y * b.y) + a.z * b.z
# E = R̃ᵀR̃ − I of the product of two accepted rotations, in the 2-norm and so in every entry. R̃'s own
# roundings: entries off by three of at most 1, in the 2-norm by three times that.
e = 3 * {{ACCEPTED_ROTATION}};
rounds = 3 * off(3) * 1.00000001;
d = e + e * (1 + e) + 2 * rounds * (1 + e) + rounds * rounds;
# Exactly, RᵀR − I is −3/4·E² + 1/4·E³.
newton = 0.75 * d * d + 0.25 * d * d * d;
# Computed, an entry of E is off by three roundings of 1 and the difference by one; R̃ times half of it is a
# sum of entries of a unit row; the product is rounded by three of 3d, the last difference once.
entry = SQRT3 * 1.0000001 * off(4) / 2 + 3 * d * off(4) + 1.0000001 * off(1);
# Twice, for both factors of RᵀR, a unit column with these.
left = newton + 2 * SQRT3 * 1.0000001 * entry + 9 * entry * entry;
{ ROUNDINGS -> left - {{motion::COMPOSED}} <= 0 }
