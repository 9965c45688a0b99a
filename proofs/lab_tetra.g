# Filters of tetrahedra (lab/closecall-tetra), in the product of the largest differences along the axes.
#@ lab/closecall-tetra/src/walk.rs
#= let value = u.cross(v).dot(w);
#= let bound = ORIENT * (most(0) * most(1) * most(2));
#@ lab/closecall-tetra/src/sphere.rs
#= let minor = |p: DVec3, q: DVec3| p.x * q.y - q.x * p.y;
#= let abc = a.z * bc - b.z * ac + c.z * ab;
#= let value = (squared(c) * dab - squared(d) * abc) + (squared(a) * bcd - squared(b) * cda);
#= let bound = IN_SPHERE * (x * y * z) * (largest * largest);
#@ lab/closecall-tetra/src/place.rs
#= Self { near, exact, off: STEINER * reach }
#= let bound = ORIENT * (x * y * z) + 7.0 * moved;
#@ lab/closecall-tetra/src/mesh/shoot.rs
#= let slack = SHOOT * size;
#= let limit = best.map_or(f64::INFINITY, |(_, at)| at.hi * squared * SHOOT_UP);
# Six terms of three differences: a product, a difference, a product, two sums.
orient = 6 * off(8);
orient_pays = {{tetra::ORIENT}} * rounded(3) / (1 + 3b-53);
# 72 terms of five differences: two roundings for a 2×2 minor, three for a 3×3, three for a squared length, a
# product, two sums. The bound is a product of differences that were rounded as often.
sphere = 72 * off(16);
sphere_pays = {{tetra::IN_SPHERE}} * rounded(10);
# A Steiner point's coordinate, and so both ends of a difference.
steiner = 2 * off(1);
steiner_pays = {{tetra::STEINER}} * rounded(1);
shoot = off(6);
shoot_pays = {{tetra::SHOOT}} * rounded(8);
up = {{tetra::SHOOT_UP}} * rounded(a, 8);
{ ROUNDINGS -> orient - orient_pays <= 0 /\ sphere - sphere_pays <= 0 /\ steiner - steiner_pays <= 0
  /\ shoot - shoot_pays <= 0 /\ up - 1 >= 0 }
