# Arcs and turning parts (closecall-mill): points of a path in plain f64, and how far chords are from it.
#@ crates/closecall-mill/src/gcode/path.rs
#= let angle = self.start + share * self.sweep;
#= let radius = self.radius[0] + share * (self.radius[1] - self.radius[0]);
#= let flat = self.middle() + DVec2::from_angle(angle) * radius;
#= point[self.axes[2]] = self.height[0] + share * (self.height[1] - self.height[0]);
#= let [ab, bc, cd] = [a.lerp(b, share), b.lerp(c, share), c.lerp(d, share)];
#= step * step / 8.0 * largest * CHORD_UP + ARC_POINT * size
#= step * step / 8.0 * (largest + 2.0 * drift) * CHORD_UP + ARC_POINT * size
# A chord's height over the curve: under ten roundings, and lengths that go in are off by under 16u.
chord = {{mill::CHORD_UP}} * rounded(a, 12) - (1 + 64 * U53);
# A point of an arc. In the radius times the angles: a product and a sum; the angle at the start is that of a
# spoke, by atan2. In the radius: sine and cosine to an ulp, a length of a rounded spoke, a share of two such,
# a product and a sum. In the centre: the last sum, and a spoke's. In the heights: three roundings.
of_angle = off(2) + 2 * U53;
of_radius = (2 * U53 + off(2)) * 1.4142136 + off(4) + off(3);
of_center = off(2) * 1.4142136;
of_height = off(3) * 2;
arc = {{mill::ARC_POINT}} * rounded(8);
# Three rounds of interpolation, each two products, two sums and 1 − s, of points that are 1; a sum of
# 12 times that is what the bound is a share of.
spline = off(9) * SQRT3 * 1.000001;
#@ crates/closecall-mill/src/gcode/path.rs
#= (from % 360.0 + (to - from) * share).map(f64::to_radians)
#@ crates/closecall-mill/src/machine/kinematics.rs
#= (steps * TURNED_POINT + TURNED_ANGLE * turns) * size * CHORD_UP
#@ crates/closecall-mill/src/job/turning.rs
#= let rounding = (TURNED_POINT + TURNED_ANGLE * turn) * lengths
#= turn() * (place - pivot) + pivot
#= DMat3::from_rotation_z(angles.z) * DMat3::from_rotation_y(angles.y) * DMat3::from_rotation_x(angles.x)
# A turned point: three angles, whose whole turns are left out exactly; what is left is at most 2π, summed and
# turned into radians by a rounded factor. Sine and cosine of three; matrices, of which the first two have one
# product an entry and the third two products and a sum, in the 2-norm three times that; the point with three
# products and two sums, the differences with the pivot, and a place between two ends.
angles = 3 * 6.2831854 * off(3) + 3 * 2 * U53 * 1.4142136;
matrices = 3 * off(1) + 3 * off(2);
point = off(3) * SQRT3 + off(2) * SQRT3 + off(3) * SQRT3;
turned = {{mill::TURNED_POINT}} * rounded(3);
# In how far it turns: a difference, a product, a sum, and radians as above.
of_turn = off(5);
of_turn_pays = {{mill::TURNED_ANGLE}} * rounded(6);
#@ crates/closecall-mill/src/job/around.rs
#= let spoke = |share: f64| DVec2::from_angle(arc.start + share * arc.sweep);
#= let room = (least - radius) * (least + radius) / (2.0 * most) - 4.0 * slack;
#= self.spokes.iter().all(|spoke| (p - self.center).dot(*spoke) < room)
# An arc around a corner, in the sizes times turns: k = 1 + |sweep|/2π, the start is at most π. A spoke; a
# difference and a product with it; the room, a quotient of products.
spoke = 3.1415927 * off(1) + 6.2831854 * (off(2) + 1b-53) + 2 * 2 * U53 * 1.4142136;
dot = off(1) * 1.4142136 + off(3) * 1.4142136;
room = off(6) * 1.0000001;
around = 4 * {{mill::AROUND_ARC}} * rounded(8);
{ ROUNDINGS -> chord >= 0 /\ of_angle - arc <= 0 /\ of_radius - arc <= 0 /\ of_center - arc <= 0 /\ of_height - arc <= 0
  /\ spline - 12 * arc <= 0 /\ angles + matrices + point - turned <= 0 /\ of_turn - of_turn_pays <= 0
  /\ spoke + dot + room - around <= 0 }
