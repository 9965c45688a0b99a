# Levers |c × n| on an axis (wide/kernel/planes.rs), |c| = |n| = 1.
#@ crates/closecall/src/wide/kernel/planes.rs
#= let across = cross(splat(&self.to_center), normal);
#= let square = dot(across, across) + F::splat(F32_TINY);
#= let rest = (x.abs() + y.abs() + z.abs()) * LEVER + self.radius;
#= (square * square.inverse_root()).mul_add(F::splat(ROOT_WELL_ABOVE), F::splat(rest))
# A coordinate of the product: two products and a difference of magnitudes up to √2 together, in length √3; the
# arm's own coordinates were differences. An axis is as long as 1 up to 8ε.
across = off32(3) * 1.4142136 * SQRT3 + off32(1) * SQRT3 + 8 * U24;
rest = {{tree::LEVER}} * rounded32(4);
# The root from an estimate that was taken down (inverse_roots.g), and the last sum.
root = 0.999 * rounded32(a, 6) * {{tree::ROOT_WELL_ABOVE}};
{ ROUNDINGS -> across - rest <= 0 /\ root - 1 >= 0 }
