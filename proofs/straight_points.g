# Triangles whose corners move straight (geom/straight), seen from a corner, M = 1: one coordinate of a
# corner at the time t, from f to g less an origin that is at most 1.0000001 away.
#@ crates/closecall/src/geom/straight/mod.rs
#= (self.from[i] - origin) * (1.0 - time) + (self.to[i] - origin) * time
#= let distance = found.a.distance(found.b) * UP_4 + STRAIGHT_POINTS * reach;
# Differences with the origin are rounded once each: F and G are exact.
f = F + of;
g = G + og;
at = add(mul(f, sub(1, t)), mul(g, t)); At = F * (1 - t) + G * t;
# A corner, and the guessed point of a triangle (nearest_points.g): both points, √3 coordinates.
corner = 6 * U53;
points = 2 * (corner + 16 * U53) * SQRT3;
# The computed distance, 2√3 at most: a difference (twice in a square), a product, two sums, the root,
# and the product with UP_4, which pays for two of them and itself.
length = 2 * SQRT3 * 1.0000001 * (1 - rounded(5) * {{factor::UP_4}});
bound = {{exact::STRAIGHT_POINTS}} * rounded(2);
{ |F| <= 1.0000001 /\ |G| <= 1.0000001 /\ t in [0, 1] /\ |of| <= 9007200b-76 /\ |og| <= 9007200b-76 /\ ROUNDINGS ->
  |at - At| - corner <= 0 /\ points + length - bound <= 0 }
f - F -> of;
g - G -> og;
