# The factors that pay for one rounding only: a number between 1 and 2, the f64 next to it, and the
# f64 next to the product with the factor. (A power of two changes nothing.)
#@ crates/closecall/src/wide/front/clock.rs
#= self.shift = (self.shift + shift) * UP_2;
#@ crates/closecall/src/wide/distance/recent.rs
#= if (pair.0 - moved) * DOWN_2 > found.distance.hi {
#@ crates/closecall/src/wide/distance/near.rs
#= if tolerance > 0.0 { (1.0 / (1.0 + tolerance)) as f32 * F32_DOWN_2 } else { 1.0 }
xr = near64(x);
xp = xr * {{factor::UP_2}};
up = near64(xp);
yr = near64(y);
yp = yr * {{factor::DOWN_2}};
down = near64(yp);
# Two more roundings of f64 before, a sum and a quotient.
zr = near32(z + a);
zp = zr * {{factor::F32_DOWN_2}};
share = near32(zp);
{ x in [1, 2] /\ y in [1, 2] /\ z in [1, 2] /\ |a| <= 3b-52 ->
  up - x >= 0 /\ down - y <= 0 /\ share - z <= 0 }
up - x -> (up - xp) + xr * ({{factor::UP_2}} - 1) + (xr - x);
down - y -> (down - yp) + yr * ({{factor::DOWN_2}} - 1) + (yr - y);
share - z -> (share - zp) + zr * ({{factor::F32_DOWN_2}} - 1) + (zr - (z + a)) + a;
up - x $ x in (1.9999);
down - y $ y in (1.0001, 1.9999);
share - z $ z in (1.0001, 1.9999);
