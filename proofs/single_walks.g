# One convex body, ray or point against a tree (wide/single), in units of the tree; Q is at least its radius
# and reach, and |o| the offset from the frame's centre.
#@ crates/closecall/src/wide/single/body.rs
#= let off = BODY_F64 * (scale * (l1(body.center) + l1(tree.frame.center)) + ball);
#= let place = body.axes.col(j).dot(offset) * scale;
#= let (low, high) = ((place - reach).max(-ball), (place + reach).min(ball));
#= (middle[j], half[j]) = ((low + high) * 0.5, (high - low) * 0.5);
#= let center = body.axes * middle;
#= let pad = BODY_SLAB * (f64::from(tree.reach) + beyond);
#= let low = (slab.low - place) * scale - off(slab.low) - pad;
# A place along an axis: a difference and a dot product; the scale is a power of two; its ends; what is left of
# |half| and middle in the ball. The new centre has three products with axes.
place = off(4) * SQRT3 + off(1) * 1.0000001;
ball = off(1) * 2 + off(2) * 2 + off(3) * SQRT3 * 1.0000001;
body = {{walk::BODY_F64}} * rounded(12);
# A slab in f32: n to f32 and three products and sums of |u| ≤ √3·reach, the vertex itself √3, and the ends
# rounded once, of up to 2R + 1.
slab = (off32(1) + off32(3) * SQRT3) * SQRT3 + off32(1) * SQRT3 + off32(1);
slab_pays = {{walk::BODY_SLAB}} * rounded(4);
#@ crates/closecall/src/wide/single/ray.rs
#= let off = RAY_ORIGIN * (ray.origin.abs() + center.abs()).element_sum();
#= let along = -o.dot(d);
#= let (foot, b) = (o + d * (along * (1.0 / dd)), along * per_length);
#= let (start, end) = (foot + w * low, (high - low) * RAY_BALL_UP);
#= let ball = tree.frame.radius * RAY_BALL_UP + off;
#= let lambda = (along - self.before) + RAY_F64 * (along + self.before.abs());
#= end: to_f32_up(end + RAY_CORNER * quantity + off),
#= box_slack: to_f32_up(RAY_BOX * quantity + off),
#= flat: to_f32_up(RAY_CORNER * quantity + off),
# The origin, a difference. The foot of the centre on the line, in |o|: a dot product over a square of the
# direction, off by 8 of |o|, two products and a sum; b likewise; the unit direction is off by 4.
origin = off(1);
origin_pays = {{walk::RAY_ORIGIN}} * rounded(6);
foot = off(8) + off(3) * SQRT3;
foot_pays = {{walk::RAY_F64}} * rounded(8);
# A place on the line from a parameter: a product, a difference, and b's own.
lambda = off(2) + off(8);
# A unit direction, and a few roundings of the ball.
unit = rounded(a, 8) * {{walk::RAY_BALL_UP}} - 1b-24;
# Boxes. y = a·(s − c) with |s| ≤ √2·Q, so that |y| ≤ 2.42·Q: s to f32, a difference, a product.
wide = 2.42;
y = 1.42 * off32(1) + wide * off32(1) + wide * off32(3) * 1.000001;
# e = a·w over a path of 2R, w to f32.
e = 2 * (off32(1) + off32(3)) * 1.000001;
# A sum, the reciprocal (an estimate off by 1.5·2⁻¹², squared, and three roundings), a product.
reciprocal = 9b-26 + off32(3);
sums = wide * (off32(1) + reciprocal * 1.0000001 + off32(1)) * 1.00001;
box = {{walk::RAY_BOX}} * rounded(3);
# Of h, which the margin of stored boxes pays (tree_boxes.g): a sum, the reciprocal, a product.
of_half = (off32(1) + reciprocal + off32(1)) * 1.00001;
# Triangles: a coordinate of a corner, a stored corner and the axes; and what its side rounds, of both terms.
corner = y + off32(1) + wide * off32(1);
side = 2 * wide * off32(2) * 1.0001;
corner_pays = {{walk::RAY_CORNER}} * rounded(3);
#@ crates/closecall/src/wide/single/point.rs
#= let off = POINT_ORIGIN * scale * (point.abs() + center.abs()).element_sum();
#= let slack = POINT_BOX * (distance + quantity) + off;
#= let squared = squared * H::F::splat(POINT_SQUARES_DOWN);
#= distance - self.to_ball + self.off + POINT_FAR * (distance + self.to_ball.abs())
#= radius: to_f32_down(radius - POINT_BOX * quantity),
# A point: a difference, and a length that is made of it.
point = off(1) * SQRT3;
point_pays = {{walk::POINT_ORIGIN}} * rounded(6);
# Near: q to f32, the difference, a product with an axis and its sums, in |q| + Q; the half side's sum with
# the slack, and a stored corner.
near = off32(1) + off32(4) * 1.000001 + off32(1);
near_pays = {{walk::POINT_BOX}} * rounded(6);
# Squares: three in a row of E, a square and three sums, and the product itself.
squares = (1 + 3 * off32(2) * 1.00001) * rounded32(b, 5) * {{walk::POINT_SQUARES_DOWN}};
# Far: |q| is a length of rounded numbers, less R; the distance less that, and two sums.
far = off(4) + off(1) + off(4);
far_pays = {{walk::POINT_FAR}} * rounded(3);
# Along n in f32, a box: n to f32, three products and sums, and two sums of Q.
far_box = off32(1) + off32(3) * 1.000001 * SQRT3 + off32(2) * 0.5;
{ ROUNDINGS -> place - body <= 0 /\ ball - body <= 0 /\ slab - slab_pays <= 0 /\ origin - origin_pays <= 0
  /\ foot - foot_pays <= 0 /\ lambda - foot_pays <= 0 /\ unit + 1b-24 - 1 >= 0
  /\ y + e + sums - box <= 0 /\ of_half - {{tree::BOX_MARGIN}} <= 0 /\ corner + side - corner_pays <= 0
  /\ point - point_pays <= 0 /\ near - near_pays <= 0 /\ squares - 1 <= 0 /\ far - far_pays <= 0
  /\ far_box - near_pays <= 0 }
