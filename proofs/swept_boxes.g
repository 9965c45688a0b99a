# A motion in f32 (wide/sweep/flow.rs), in |shift| + |turn|·L.
#@ crates/closecall/src/wide/sweep/flow.rs
#= let rest = travel.curve + travel.off + clearance + WAY * lengths;
#= shift: to_f32(shift * (scale * WAY_UP)),
#= turn: to_f32(turn * WAY_UP),
#= rest: (rest * WAY_UP) as f32 + F32_TINY,
#= [s[0] + (w[1] * z - w[2] * y), s[1] + (w[2] * x - w[0] * z), s[2] + (w[0] * y - w[1] * x)]
#= (self.rest + self.angle * radius) * F32_UP_16
# A way: the conversion of a turn, an arm, a product, a difference and a sum, √3 coordinates. What points
# within m of each other cost a kernel ("Margins" in wide/relation.rs).
kernel = 32 * U24;
way = off32(5) * SQRT3 * {{motion::WAY_UP}} + kernel;
pays = {{motion::WAY}} * rounded(6);
# What is stored is not too small, and pays for what the kernels cost it.
stored = {{motion::WAY_UP}} * rounded(a, 4) * rounded32(b, 2);
{ ROUNDINGS -> way - pays <= 0 /\ stored - kernel - 1 >= 0 }
