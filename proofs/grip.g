# Heights over the plane of a triangle whose height is 10⁻⁶ of its sides or more (query/sweep/grip.rs),
# in all lengths.
#@ crates/closecall/src/query/sweep/grip.rs
#= if !(normal.length() > THINNEST * sides) {
#= let [above, below] = [p, q].map(|point| normal.dot(point - t[0]));
#= let depth = depth - 4.0 * (GRIP_PLANE * lengths + GRIP_CORNERS * coordinates);
# A term of e×f has two rounded differences, a product and a difference: √2·|e||f| in length, over
# 10⁻⁶·|e||f|. The unit vector and the products with it are a few roundings more.
plane = off(4) * 1.4142136 / 0.000000999999 + off(8) * SQRT3;
plane_pays = {{motion::GRIP_PLANE}} * rounded(12);
# In the coordinates: points are rounded once as they are seen from a corner, and x has a quotient, a
# product and two sums.
corners = off(6) * SQRT3 * 2;
corners_pay = {{motion::GRIP_CORNERS}} * rounded(12);
{ ROUNDINGS -> plane - plane_pays <= 0 /\ corners - corners_pay <= 0 }
