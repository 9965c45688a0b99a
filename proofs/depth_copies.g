# Copies of a body at a translation (rounding/depth.rs), in M = 1: no coordinate of either body, at any
# translation t, is larger, nor τ + t, τ being the pose's own translation. One coordinate.
#@ crates/closecall/src/query/depth/scene.rs
#= Pose::rigid(self.pose.matrix(), self.pose.shift() + translation)
#= translations.iter().all(|&t| meet(a, &b.map(|corner| Pose::flushed(corner + t))).meets)
#= COPIES_OFF * self.largest
#= INSIDE_MARGIN * self.largest
# r + τ + t = x with r as it is rounded. A pose with the sum τ + t, off by `s`; and a carried corner r + τ,
# off by `c`, that is moved. Each is rounded once more.
a = 1 + da;
b = 1 + db;
posed = (x + s) * a - x;
moved = (x + c) * b - x;
copy = 2.0000001 * U53 * SQRT3;
apart = 2 * copy - {{depth::COPIES_OFF}} * rounded(d, 1);
# A corner of the set that is checked: a ray, times a start, less or more a height. Twice, for the two ends.
inside = 2 * (off(3) * SQRT3 + {{depth::COPIES_OFF}});
#@ crates/closecall/src/query/depth/ball.rs
#= let center = p.center - self.pose.carried(q.center);
#= radius: p.radius + q.radius * TURNED_DOWN - self.margin(), of
# A ball inside B: its centre and B's corners are carried. r(v) has three products and two sums of
# |v| ≤ √3·M, √3 coordinates, and then two roundings as above; the difference of the centres is one more.
turned = off(3) * 3.0000001;
balls = 2 * (turned + copy) + off(1) * 2.0000001 * SQRT3;
margin = {{depth::INSIDE_MARGIN}} * rounded(e, 1);
{ |x| <= 1 /\ |da| <= 1b-53 /\ |db| <= 1b-53 /\ |s| <= 1b-53 /\ |c| <= 1b-53 /\ ROUNDINGS ->
  |posed| - 2.0000001 * U53 <= 0 /\ |moved| - 2.0000001 * U53 <= 0
  /\ apart <= 0 /\ inside - margin <= 0 /\ balls - margin <= 0 }
posed -> x * da + s * a;
moved -> x * db + c * b;
