# A point along (1,1,1), and the step outward (geom/kdop/mod.rs), in the largest coordinate, 1. The
# product with the constant rounds once.
#@ crates/closecall/src/geom/kdop/mod.rs
place = add(add(x, y), z);
bound = {{exact::KDOP_PLACE}} * rounded(a, 1);
high = add(place, bound);
{ |x| <= 1 /\ |y| <= 1 /\ |z| <= 1 /\ ROUNDINGS
  -> |place - (x + y + z)| + |high - (place + bound)| - bound <= 0 }
