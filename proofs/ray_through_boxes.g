# The place where a ray crosses a plane of a box (world/region.rs): a difference, 1/d with d rounded
# once, a product; then the bound is taken off or added, with a product and a difference, and the
# least normal number with one more. Both signs.
#@ crates/closecall/src/world/region.rs
#= let (x, y) = (low * self.per_direction[axis], high * self.per_direction[axis]);
#= from = from.max(enter - RAY_BOX * enter.abs() - f64::MIN_POSITIVE);
#= to = to.min(leave + RAY_BOX * leave.abs() + f64::MIN_POSITIVE);
place = rounded(a, 1) * rounded(b, 1) * rounded(c, 1) / rounded(d, 1);
bound = {{world::RAY_BOX}} * place * rounded(e, 1);
rest = rounded(f, 2);
{ ROUNDINGS -> (place - bound) * rest - 1 <= 0 /\ (place + bound) * rest - 1 >= 0 }
