# Convex bodies and what is brought into a body's frame (geom/convex.rs, world/pair/part.rs).
#@ crates/closecall/src/geom/convex.rs
#= let center = (low + high) * 0.5;
#= let half = (high - center).max(center - low);
#= let half = half + CONVEX * (low.abs() + high.abs());
#= let along = points.iter().map(|&p| axis.dot(p - first));
#= spreads.map(|[low, high]| (high - low) * 0.5 + radius + CONVEX * reach),
#= let length = scale * (normal / scale).length();
#= let [low, high] = [low / length, high / length];
#= center: rotation.inverse() * (self.center - shift),
#= let off = off + CARRIED_BACK * (self.center.abs() + shift.abs()).element_sum();
# A box along the axes, in |low| + |high|: the sum, a difference, and the last sum with the bound.
aligned = off(1) + off(1) * 2 + off(1) * 2;
# A hull, in the sum of the three reaches and the radius: a dot product of differences, up to twice the
# reach (a difference, a product, two sums), the difference of two and the sums with the radius and the
# bound; the middle, three products with the axes and three sums.
hull = 2 * off(4) + off(3) * 2.0000001;
# An end over a length: a scaled normal (1), a length (2.5 and 1), a quotient, and the end of it.
slab = off(6);
pays = {{shape::CONVEX}} * rounded(6);
#@ crates/closecall/src/world/pair/part.rs
#= CARRIED_BACK * (lengths.element_sum() + ball.radius) + 4.0 * MIN_COORDINATE
# R⁻¹(x − t), in |x| + |t| + |c| + r. A difference; the inverse is a cross product of columns over their
# determinant: two products and a difference, a determinant with 6 more, a quotient, of a matrix whose
# entries are at most 1, by three products and two sums; √3 coordinates, and another 1 + 2·2⁻⁴⁸.
inverse = off(10) * 2 * SQRT3;
seen = off(1) + off(3) * SQRT3;
# Carried corners in the world, and in the frame the difference from the centre.
corners = off(4) * SQRT3 * {{tree::STRETCH}} + off(2) * SQRT3;
# R⁻¹ changes distances by 2·2⁻⁴⁸.
stretch = 2 * {{motion::COMPOSED}} * 1.0000001;
carried = {{shape::CARRIED_BACK}} * rounded(12);
#= let off = clearance.distance() * CLEARANCE_BACK_UP + self.off(DVec3::ZERO);
clearance = {{shape::CLEARANCE_BACK_UP}} * rounded(4) - (1 + stretch);
{ ROUNDINGS -> aligned - pays <= 0 /\ hull - pays <= 0 /\ slab - pays <= 0
  /\ inverse + seen + corners + stretch - carried <= 0 /\ clearance >= 0 }
