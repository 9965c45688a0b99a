# Heights along a direction that stays (geom/straight/along.rs), in M·|n|₁ = 1: one of three terms.
#@ crates/closecall/src/geom/straight/mod.rs
#= self.from.map(|corner| n.dot(corner - origin)),
#@ crates/closecall/src/geom/straight/along.rs
#= let certain = STRAIGHT_HEIGHT * reach * n.abs().element_sum();
#= let (first, last) = (a_from[i] - b_from[j], a_to[i] - b_to[j]);
#= if !(first + time * (last - first) > certain) {
#= let at = (first - certain) / (first - last) * DOWN_8;
# A height: a difference, a product, two sums. First and last are differences of two, up to 2.
height = off(4);
end = 2 * height + off(1) * 2.0000001;
# The height now: last − first is up to 4, times t up to 1, and the sum up to 2 and what it is off by.
now = off(2) * 4.0000001 + off(1) * 2.0000001 + end;
# As the height at a time between is a mean of both ends, it is off by no more than they are. The moment
# where it comes down to `certain` has three roundings; DOWN_8 pays for them and its own product.
moment = rounded(4) * {{factor::DOWN_8}};
certain = {{exact::STRAIGHT_HEIGHT}} * rounded(4);
{ ROUNDINGS -> now - certain <= 0 /\ end - certain <= 0 /\ moment - 1 <= 0 }
