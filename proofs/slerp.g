# The rotation between two rows (path/slerp.rs), and the motion there (path/rows.rs). lemmas/slerp.md derives
# what the angle and the weights are off by.
#@ crates/closecall/src/path/slerp.rs
#= let weight = |share: f64| if *angle < 1e-8 { share } else { (share * angle).sin() / sine };
#= unit(std::array::from_fn(|k| wa * a[k] + wb * b[k]))
#= let axis = v * a[0] - u * b[0] - u.cross(v);
#= axis.normalize_or_zero() * (2.0 * half_angle(a, b))
#= q.map(|x| x / dot(q, q).sqrt())
#@ crates/closecall/src/geom/pose.rs
#= let row0 = [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)];
#@ crates/closecall/src/path/rows.rs
#= let turn = pose.matrix() * turn * half;
#= let rounding = ROW_MOTION * (angle * reach + shift.length() * half + reach * half);
#= let along = (ROW_AXIS * bend + rounding) * UP_16;
#= shift: shift * half + turn.cross(arm),
# A unit quaternion, over its norm: four squares and sums, which count half, the root, a quotient.
unit = 2 * U53 + off(2) + 1b-80;
weight = 16 * U53;
# A weighted sum, of coordinates and weights up to 1; then it is normed here and by the pose.
mixed = 2 * (unit + weight + off(2)) * 1.000001;
quaternion = mixed + 2 * unit * 1.000001;
# Four coordinates make twice that in length; a rotation is off by twice what its quaternion is, and a
# little more; an entry of the matrix is computed with 8 roundings of 1, the matrix three times that.
rotation = 2 * 2 * quaternion * 1.000001 + 3 * off(8);
# The axis of the turn: a coordinate is a product of two unit quaternions, each off as above, with four
# roundings. Its length is the sine of half the angle, and the angle is at most π times that.
axis = (2 * unit + off(4)) * SQRT3 * 1.000001;
turn = axis * 3.1415927;
# In |turn|·reach: the angle, the unit vector, the rotation that the turn and the arm are seen with, products
# and sums of the cross product.
of_turn = 14 * U53 + off(4) + 2 * rotation + 2 * off(4) * SQRT3 + off(4) * SQRT3;
of_shift = off(4) * SQRT3;
motion = {{motion::ROW_MOTION}} * rounded(8);
# Along the axis, in what a turn bends: by how much the axis is off beside what is absolute.
along = of_turn + rotation;
axis_pays = {{motion::ROW_AXIS}} * rounded(8);
{ ROUNDINGS -> rotation - {{motion::SLERP}} <= 0 /\ turn - motion <= 0
  /\ of_turn - motion <= 0 /\ of_shift - motion <= 0 /\ along - axis_pays <= 0 }
