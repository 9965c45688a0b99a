# Lifts of tools off triangles in plain f64 (closecall-mill), where that is enough.
#@ crates/closecall-mill/src/lift/prism.rs
#= let d = to - from;
#= let w = *tool_from_part * d;
#= let slack = INCLINED * (d.x.abs() + d.y.abs() + d.z.abs());
# A corner in the frame of an inclined tool, in |d|₁, d as it was rounded: three products and two sums, one
# rounding for d itself; entries are at most 1 and off by 4u.
inclined = off(4) + 4 * U53 * 1.0000001;
inclined_pays = {{mill::INCLINED}} * rounded(3);
#@ crates/closecall-mill/src/lift/quick.rs
#= let slack = QUICK * size;
#= if m.is_nan() || m > 100.0 {
#= let height = |p: &DVec3| p.z - q.dot(p.truncate());
#= highest + profile.conjugate_about(m) + m * beside < above - slack * (1.0 + m) * 4.0
#= let limit = reach * n.length() * UP_MANY;
# In all sizes: a corner, whose d is at most 3 times the largest coordinate of it; beside a direction n, two
# products and a sum of √2.
corner = {{mill::INCLINED}} * 3 * 1.0000001;
beside = corner + off(2) * 1.4142136 + off(2);
quick = {{mill::QUICK}} * rounded(3);
# Below a slope, in (1 + m) times the sizes: a height of corners in z and across, a product, two sums; the
# conjugate, of which what counts is at most m·R, 16u; and three sums.
below = corner * 2.4142136 + off(4) * 2 + 16 * U53 + off(4) * 4;
#@ crates/closecall-mill/src/tool/profile.rs
#= let touch = center + radius * m / (1.0 + m * m).sqrt();
#= let margin = TOUCH * (to.abs() + radius);
# Where a slope touches an arc: a square, a sum (both count half), a root, a product, a quotient, a sum with
# the centre, which is at most |to| + radius.
touch = off(5) + off(1) * 2;
touch_pays = {{mill::TOUCH}} * rounded(3);
#@ crates/closecall-mill/src/lift/tangent.rs
#= let (a, side) = (about[a].truncate(), (about[b] - about[a]).truncate());
#= let share = -a.dot(side) / side.length_squared();
# The foot of the axis on an edge, with r = |a|/|d|, by powers of r. a and b are rounded once each, so that
# d is off by u(|a| + |b|) and u of itself: at most u(2r + 2) of |d|. The dot product is off by 2u·r, by a and
# by d; the square by twice d's and two roundings, of a share up to 1; the quotient by u.
foot_0 = 2 * 2 * U53 + off(2) + off(1);
foot_1 = off(2) + off(1) + 2 * U53 + 4 * U53;
foot_2 = 2 * U53 * 1.0000001;
foot = {{mill::FOOT}} * rounded(8);
#@ crates/closecall-mill/src/tool/facets.rs
#= (b.0 - a.0) * (p.1 - a.1) <= (b.1 - a.1) * (p.0 - a.0)
# A point that is left out of a hull lies under the line of two others by this much of the height at most: two
# products of two differences.
left_out = 2 * off(3);
drop = {{mill::UNDERSIDE_DROP}} * rounded(4);
#@ crates/closecall-mill/src/stock/sweep.rs
#= STOCK_BOX * (self.size + corners)
#= high[0].max(high[1]) + reach + profile.conjugate_about(slope.length())
#= let box_reach = side.abs().dot(grown.half.truncate());
# A box of stock, in (1 + m) times all sizes: corners and middles of moves, products with a slope, whose own
# length has 4 roundings, the conjugate, and sums. A box that is larger by the slack has (1 + m)/√2 of it to
# spare.
box = (off(4) + off(3) + off(3)) * 1.4142136 + 16 * U53 + off(4) + off(6);
distance = off(4) * 1.4142136 + off(8) * 1.4142136;
stock = {{mill::STOCK_BOX}} * rounded(6) * 0.7071067;
{ ROUNDINGS -> inclined - inclined_pays <= 0 /\ beside - quick <= 0 /\ below - 4 * quick <= 0
  /\ touch - touch_pays <= 0 /\ foot_0 - foot <= 0 /\ foot_1 - 2 * foot <= 0 /\ foot_2 - foot <= 0
  /\ left_out - drop <= 0 /\ box - stock <= 0 /\ distance - stock <= 0 }
