# The polygons of a k-DOP's faces (geom/kdop/faces.rs has the induction), with m = 1, the largest
# coordinate of the box. Levels are at most 3 (and a step outward), points of the work at most 5.
#@ crates/closecall/src/geom/kdop/faces.rs
#= corner[solved] = (face.level - n[i] * x - n[j] * y) * n[solved];
#= let level = |p: DVec3| by.normal.dot(p) - by.level - relaxed;
#= clipped.push(kept + (dropped - kept) * (kept_level / (kept_level - dropped_level)));
#= let relaxed = KDOP_RELAXED * bounds.low.abs().max(bounds.high.abs()).max_element();
#= (vertices, 2.0 * same + KDOP_FACES * m)
# A corner of a rectangle; factors of −1, 0 and 1 round nothing.
corner = sub(sub(l, x), y); Corner = l - x - y;
# The level of a point under another plane. κ is small beside it.
level = sub(sub(add(add(px, py), pz), l), kappa); Level = px + py + pz - l - kappa;
# A cut: the difference of two points is at most 10 a coordinate; a difference, a quotient and a product
# are relative to it, and the sum is at most 5.
difference = 10.0000001 * off(3) + 10 * off(1);
cut = difference + 5.0000001 * off(1);
# The level of a cut is off by three levels and by the quotient, two roundings of up to 2·18.
e = 18 * 5b-53;
below = 3 * e + 36.0000001 * off(2);
faces = 10 * 5b-53 + 25 * 11 * 5b-53;
relaxed = {{exact::KDOP_RELAXED}} * rounded(1);
{ |l| <= 3.0000001 /\ |x| <= 1 /\ |y| <= 1 /\ |px| <= 5 /\ |py| <= 5 /\ |pz| <= 5 /\ |kappa| <= 1b-40 /\ ROUNDINGS ->
  |corner - Corner| - 10 * 5b-53 <= 0 /\ |level - Level| - e <= 0 /\ cut - 11 * 5b-53 <= 0
  /\ below - 5 * e <= 0 /\ faces - {{exact::KDOP_FACES}} <= 0
  /\ SQRT3 * faces + 6 * e - relaxed <= 0 }
