# Estimates of 1/√x, off by 1.5·2⁻¹² at most, and what is made of them in f32.
estimate = 1 + e;
low = estimate * {{tree::INVERSE_ROOT_DOWN}} * rounded32(a, 1);
root = low * {{tree::ROOT_ABOVE}} * rounded32(b, 2);
well = low * {{tree::ROOT_WELL_ABOVE}} * rounded32(c, 2);
quotient = low * low * {{tree::QUOTIENT_ABOVE}} * rounded32(d, 3);
{ |e| <= 3b-13 /\ ROUNDINGS -> low <= 1 /\ low >= 0.999 /\ root >= 1 /\ well >= 1.0009 /\ quotient >= 1.0009 }
