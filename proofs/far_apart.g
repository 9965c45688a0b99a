# Gains of bodies that are far apart (wide/kernel/far.rs, wide/distance/far.rs), in l, the lengths of which a
# position is 12ε: v is at most 2l, a box or triangle reaches l/8 further than its own margin pays for.
#@ crates/closecall/src/wide/kernel/far.rs
#= aside[k] = (apart[k] - along * direction[k]) * share;
#= lead[k] = direction[k] + aside[k];
#= let per_length = self.square.mul_add(F::splat(-0.5), F::splat(1.0));
#= (short * per_length).min(short * more)
#= leads.gain(dot(leads.lead, apart) - reach)
#@ crates/closecall/src/wide/distance/far.rs
#= slack: FAR_POSITIONS * position + FAR_LIMIT * between * scale,
#= base: (radii * scale * FAR_BASE_UP) as f32 + F32_TINY,
#= let gain = (self.limit - self.between) * self.scale + self.slack + f64::from(self.base);
# The direction to f32, its sum with what is aside, and a length off 1 by as much: of |w| ≤ 2l, √3 coordinates.
direction = (off32(3) * SQRT3 + 2 * U24) * 2;
# v·lead: a difference of the centres, three products and sums, √3, of 2l each for both bodies; and their
# difference.
along = (off32(4) * SQRT3 * 2 + off32(1) * 2) * 2;
# What is taken off for leaving n, and the last products with 1/L, of up to 4l.
cost = off32(8) * 0.125 * 12;
products = off32(4) * 4;
gain = direction + along + cost + products;
position = 12 * U24;
slack = {{tree::FAR_POSITIONS}} * rounded(3) * position;
# A limit, in the distance of the centres: that is a length of rounded numbers (3.5), the limit less it, twice
# scaled, and two sums, all of up to 1.01 of it.
limit = off(4) + off(4) * 1.01;
limit_pays = {{tree::FAR_LIMIT}} * rounded(4);
# No gain is below the sum of the radii.
base = {{tree::FAR_BASE_UP}} * rounded(a, 3) * rounded32(b, 1) - (1 + 192 * U24);
{ ROUNDINGS -> gain - slack <= 0 /\ limit - limit_pays <= 0 /\ base >= 0 }
