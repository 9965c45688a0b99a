# The place of a point of the other tree in f32 (wide/relation): R, T and the vertex are rounded to
# f32, then ((r·x + r·y) + r·z) + t has 4 roundings of its first product: 6 in all. √3 < 1.7320509.
# Taking Rᵀ for R⁻¹ costs 0.27ε more (derived in wide/relation).
#@ crates/closecall/src/wide/relation.rs
#= H::F::splat(self.scaled[0][k]).mul_add(x, H::F::splat(self.shift[k]));
#= let mut position = POSITION * lengths + off * x_scale;
#= let lengths = ratio * f64::from(y.reach) + f64::from(x.reach) + shift.abs().max_element();
#@ crates/closecall/src/wide/single/body.rs
#= let position = BODY_POSITION * lengths;
value = rounded32(a, 6);
off = |value - 1| * 1.7320509 * {{tree::STRETCH}} + 0.27 * 1b-24;
# A body's centre and a vertex of the tree, to f32 each, and 0.1ε for axes not quite orthogonal.
body = (|rounded32(b, 1) - 1| + |rounded32(c, 1) - 1|) * 1.7320509 + 0.1 * 1b-24;
# A product of a stored corner with a stored axis: product, 2 sums, and the corner's own rounding.
projection = |rounded32(d, 4) - 1|;
axes = |rounded32(e, 2) - 1|;
{ ROUNDINGS -> off - {{tree::POSITION}} <= 0 /\ body - {{walk::BODY_POSITION}} <= 0
  /\ projection - {{tree::PROJECTION}} <= 0 /\ axes - {{tree::STORED_AXES}} <= 0
  /\ {{tree::POSITION}} + 2b-24 - {{tree::DEVICE_POSITION}} <= 0 }
