# Boxes and balls around exact shapes, circles, cylinders and rays (geom/shape, query/shape.rs,
# world/region.rs).
#@ crates/closecall/src/geom/shape/ring.rs
#= self.center + (self.axes[0] * cos + self.axes[1] * sin) * self.radius
#= RING_POINT * (self.radius + self.center.abs().max_element())
# A point of a circle, in the radius, in length: axes off by 6u each, cosine and sine by 2u, products and
# sums; √2 of the two axes. In the centre's largest coordinate: the last sum.
ring = (6 * U53 + 2 * U53) * 1.4142136 + off(4) * SQRT3;
ring_center = off(1) * SQRT3 * 1.0000001;
ring_pays = {{shape::RING_POINT}} * rounded(2);
#@ crates/closecall/src/geom/shape/carried.rs
#= let half = half * AXES_UP + AROUND_CENTER * center.abs().element_sum();
#= return Some(SIGNS.map(|sign| center + axes * (half * sign)));
#= let pad = DVec3::splat(radius * UP_10) + AROUND_BALLS * (low.abs().max(high.abs()) + radius);
#= (low - pad, high + pad)
#@ crates/closecall/src/geom/shape/touch.rs
#= ((p + q) * 0.5, p.distance(q) * 0.5 + radius)
#= let off = AROUND_CENTER * center.abs().max_element();
#= Some(Ball { center, radius: radius * UP_MANY + off })
# The corner of a cuboid: half sides times the axes are paid for by AXES_UP, the sum with the centre is not,
# √3 in length; a bound along an axis is at least 0.999 of it. The mean of two points: a sum.
center = off(2) * SQRT3;
center_pays = {{shape::AROUND_CENTER}} * 0.999 * rounded(6);
# An end of the box around balls, in its coordinate: once; in the radius: the product is paid for by UP_10,
# and the sum of both and the end once more.
balls = off(1) * 1.0000001;
radius = (rounded(d, 1) * {{factor::UP_10}} + {{shape::AROUND_BALLS}} * rounded(e, 3)) * rounded(f, 2);
balls_pay = {{shape::AROUND_BALLS}} * rounded(4);
#@ crates/closecall/src/geom/shape/quick.rs
#= let share = d.dot(self.axis) / (self.length * self.length);
#= let (along, across) = (share * self.length, d - self.axis * share);
#= SeenCorner { along, across, off: CYLINDER_CORNER * (d.abs().element_sum() + self.length) }
# A corner seen from a cylinder, in |d|: its own rounding, a dot product, two lengths of a rounded axis and
# their product, a quotient, a product. Across: that times the axis and two roundings more, √3. In the
# axis' length: its own rounding, as a length and as a direction.
along = off(1) * SQRT3 + (off(4) + off(8) + off(2)) * SQRT3;
across = along + off(3) * SQRT3;
length = 2 * off(1) * SQRT3 * 2;
cylinder = {{shape::CYLINDER_CORNER}} * rounded(5);
#@ crates/closecall/src/geom/shape/line.rs
#= let along = (ray.direction / largest).normalize();
#= let off = LINE_MISS * (center.abs() + ray.origin.abs()).element_sum();
#= let aside = (seen - along * ahead).length();
# How far a line misses a centre, in all coordinates: the difference; a unit direction, off by 6u, so that the
# foot is off by as much of |seen|; the dot product, its product with the direction and the difference. The
# length of what is left is at most |seen|.
line = off(1) * SQRT3 + off(6) * SQRT3 + off(3) * SQRT3 + off(2) * SQRT3 + off(4);
line_pays = {{shape::LINE_MISS}} * rounded(4);
#@ crates/closecall/src/query/shape.rs
#= let half = DVec3::new(ring + tube, ring + tube, tube + TORUS_FLAT * ring) * UP_MANY;
# A circle rises out of a plane by what its axes are off, here 8u of each of two, and by AXES_UP's kind of
# error of a pose nothing, since they are made of the normal.
flat = 2 * 8 * U53 * SQRT3;
flat_pays = {{shape::TORUS_FLAT}} * rounded(3);
#@ crates/closecall/src/world/region.rs
#= let end = origin + direction * length;
#= let slack = RAY_END * (origin.abs() + (direction * length).abs());
#= Self::between(origin.min(end - slack), origin.max(end + slack))
# The end of a ray: a product and a sum, and the end of the box, in both magnitudes.
end = off(2) + off(1) * 1.0000001;
end_pays = {{shape::RAY_END}} * rounded(3);
{ ROUNDINGS -> ring - ring_pays <= 0 /\ ring_center - ring_pays <= 0 /\ center - center_pays <= 0
  /\ balls - balls_pay <= 0 /\ radius - 1 >= 0 /\ along - cylinder <= 0 /\ across - cylinder <= 0
  /\ length - cylinder <= 0 /\ line - line_pays <= 0 /\ flat - flat_pays <= 0 /\ end - end_pays <= 0 }
