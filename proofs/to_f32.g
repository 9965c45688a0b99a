# A product in f64, the conversion to f32 and a sum with another f32 (rounding/outward.rs), and a
# length that the device stores.
#@ crates/closecall/src/rounding/outward.rs
#= (x * TO_F32_UP) as f32
#= (x * TO_F32_DOWN) as f32
#@ crates/closecall/src/world/broad/sweep/lane.rs
#= clamped(y + (y.abs() * LANE + LANE_LEAST))
up = {{outward::TO_F32_UP}} * rounded(a, 1) * rounded32(b, 2);
down = {{outward::TO_F32_DOWN}} * rounded(c, 1) * rounded32(d, 2);
ample = {{outward::TO_F32_AMPLE_UP}} * rounded(e, 1) * rounded32(f, 15);
stored = {{tree::DEVICE_STORED_UP}} * rounded(g, 1) * rounded32(h, 1);
lane = 1 + {{world::LANE}} * rounded(i, 1);
laned = lane * rounded(j, 1) * rounded32(k, 1);
{ ROUNDINGS -> up >= 1 /\ down <= 1 /\ ample >= 1 /\ stored >= 1 /\ laned >= 1 }
