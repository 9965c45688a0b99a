# Bounding volumes (lab/closecall-classic). The terms are those that volume/rigid.rs lists, in its order.
#@ lab/closecall-classic/src/volume/rigid.rs
#= let slack = RIGID * sum + RIGID_DEVIATION * deviation * b.diameter + 4.0 * MIN_COORDINATE;
#= let deviation = deviation_from_orthogonal(&rotation) + DEVIATION;
#= stretch: 1.0 + 3.0 * deviation + RIGID_STRETCH,
#@ lab/closecall-classic/src/volume/obb.rs
#= let Aabb { low, high } = Aabb::around(points.map(|p| local_from_body * p));
#= Self { axes, center: axes * ((low + high) * 0.5), half: (high - low) * 0.5 + rounding }
#= merged.half += DVec3::splat(OBB_MERGED * reach.max_element());
#@ lab/closecall-classic/src/volume/kdop/closure.rs
#= shape.blur() + CLOSURE * reach,
#@ lab/closecall-classic/src/volume/probe.rs
#= let off = PROBE * (normal.abs().dot(origin.abs()) + low.abs() + high.abs());
#= let wider = |t: f64, sign: f64| t + sign * 2.0 * (relative + PROBE) * t.abs();
#= let off = PROBE_SPHERE * (self.center.abs() + origin.abs()).element_sum();
#= !((seen - d * t).length() * PROBE_DOWN > self.radius + off)
#@ lab/closecall-classic/src/query/round.rs
#= let slack = ROUND * (from.abs() + to.abs()).element_sum();
#= let reach = radius * UP_90 + slack;
corners = off(4) * 2 * SQRT3;
volume = off(4) * 2 * SQRT3 + 3 * off(4) * SQRT3 + off(4) * 2;
apart = off(1) * 4 * SQRT3 + off(3) * 4 * SQRT3 * 1.01;
radii = (3 * off(3) + 6 * off(6)) * SQRT3 * 1.01;
axes = 2 * 3 * 16 * U53 * 2;
points = 60 * U53 + off(1) * 2;
skinny = 32 * U53;
rigid = {{classic::RIGID}} * rounded(6);
deviation = {{classic::DEVIATION}} - off(4) * 1.01;
of_deviation = {{classic::RIGID_DEVIATION}} * rounded(4) - 17.9;
stretch = (1 + {{classic::RIGID_STRETCH}}) * rounded(a, 4);
# An oriented box: a projection of √3 reaches, the centre, halves, and axes orthonormal up to 16u an entry.
projected = off(3) * SQRT3 * 1.01 + off(3) * 3 + off(2) * 1.01 + 3 * 16 * U53 * 1.01;
obb = {{classic::OBB}} * rounded(2);
merged = off(6) * SQRT3 + 3 * 16 * U53 * 1.01;
merged_pays = {{classic::OBB_MERGED}} * rounded(5);
# The closure: places of √3 reaches, products and sums.
closure = off(6) * SQRT3 + off(3);
closure_pays = {{classic::CLOSURE}} * rounded(3);
# A product with a normal; a slab's end.
probe = off(3) + off(1);
probe_pays = {{classic::PROBE}} * rounded(6);
sphere = off(1) * SQRT3 + off(8) * SQRT3 + off(4) * SQRT3;
sphere_pays = {{classic::PROBE_SPHERE}} * rounded(5);
down = {{classic::PROBE_DOWN}} * rounded(b, 4);
# A round body: products with directions and the axis, a box.
round = off(4) * SQRT3 + off(8) * SQRT3 + off(3) * SQRT3;
round_pays = {{classic::ROUND}} * rounded(8);
{ ROUNDINGS -> corners + volume + apart + radii + axes + points + skinny - rigid <= 0 /\ deviation >= 0
  /\ of_deviation >= 0 /\ stretch - 1 >= 0 /\ projected - obb <= 0 /\ merged - merged_pays <= 0
  /\ closure - closure_pays <= 0 /\ probe - probe_pays <= 0 /\ sphere - sphere_pays <= 0 /\ down - 1 <= 0
  /\ round - round_pays <= 0 }
