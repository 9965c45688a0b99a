# A guessed point t0 + v·(t1 − t0) + w·(t2 − t0) of a triangle, one coordinate, in R = 1, whatever the
# guess (geom/exact/near.rs, wide/kernel/nearest.rs). v, w and v + w are at most 1 + u.
#@ crates/closecall/src/wide/kernel/pair.rs
#= let off = m * D::splat(NEAREST_POINTS);
#= let low = found.gap.mul_sub(D::splat(DOWN_16), off);
#= (low, found.square.root().mul_add(D::splat(UP_16), off))
e = sub(b, a); f = sub(c, a);
p = add(add(a, mul(v, e)), mul(w, f)); P = a + v * (b - a) + w * (c - a);
# Two points, 17u a coordinate each with the corners' own rounding, and √3 < 1.7320509.
two = 2 * 17b-53 * 1.7320509;
{ |a| <= 1 /\ |b| <= 1 /\ |c| <= 1 /\ v in [0, 1.0000001] /\ w in [0, 1.0000001]
  -> |p - P| <= 16b-53 /\ two - {{exact::NEAREST_POINTS}} <= 0 /\ 17b-53 * 1.7320509 - {{exact::POINT_TO_TRIANGLE}} <= 0 }
