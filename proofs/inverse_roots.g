# Estimates of 1/√x, off by 1.5·2⁻¹² at most, and what is made of them in f32.
#@ crates/closecall/src/wide/kernel/planes.rs
#= (square * square.inverse_root()).mul_add(F::splat(ROOT_WELL_ABOVE), F::splat(rest))
#= let opposite = F::splat(0.0) - levers * root * root;
#= -opposite.least_except(skip) * QUOTIENT_ABOVE
estimate = 1 + e;
low = estimate * {{tree::INVERSE_ROOT_DOWN}} * rounded32(a, 1);
root = low * {{tree::ROOT_ABOVE}} * rounded32(b, 2);
well = low * {{tree::ROOT_WELL_ABOVE}} * rounded32(c, 2);
quotient = low * low * {{tree::QUOTIENT_ABOVE}} * rounded32(d, 3);
{ |e| <= 3b-13 /\ ROUNDINGS -> low <= 1 /\ low >= 0.999 /\ root >= 1 /\ well >= 1.0009 /\ quotient >= 1.0009 }
