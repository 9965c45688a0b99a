# A tool on its way against a tree (wide/single/revolved), in (1 + m) times all sizes.
#@ crates/closecall/src/wide/single/revolved/kernel.rs
#= [dot(splat(x), point) - s[0], dot(splat(y), point) - s[1], dot(splat(z), point) - s[2]]
#= let out = ux.mul_add(center[0], uy * center[1]);
#= top = (axes_up[i] - slope * axes_out[i]).abs().mul_add(half[i], top);
#= let lift = top + forward + rest + slope.mul_add(H::F::splat(self.beside), slack);
#@ crates/closecall/src/wide/single/revolved/mod.rs
#= *tangent = [m, (rest + TOOL_REST * rest.abs()) as f32];
#@ crates/closecall/src/wide/single/revolved/sweep.rs
#= slack: (TOOL * sizes + 4.0 * off) as f32,
#= let off = TOOL_F64 * scale * far.element_sum();
#= if ball + off - from.z.min(to.z) - lowest < above - TOOL_ABOVE * (ball + tall + above.abs())
#= let radius = radius * TOOL_CLIP_UP + TOOL_CLIP * (from.length() + to.length());
#= let half = if half.is_finite() { half * TOOL_CLIP_UP + TOOL_CLIP } else { 1.0 };
# A coordinate in the tool's frame: rows to f32 and three products and sums, √3; the start; a difference.
seen = off32(4) * SQRT3 + off32(1) + off32(1) * 1.000001;
# Times u and m: u is longer than 1 by 4ε, a product and a sum for u·w, a product with m, and a sum of six.
product = off32(4) + off32(2) + off32(1) + off32(6);
# `above`, `beside` and the radius, rounded once each and added; and a stored corner.
own = off32(1) + off32(6);
corner = off32(1) * SQRT3;
pays = {{walk::TOOL}} * rounded(8) * rounded32(1) * rounded32(2);
# A tangent's rest, which may be long: rounded once, scaled, and in a sum of five.
rest = (1 + {{walk::TOOL_REST}} * rounded(a, 2)) * rounded32(b, 7);
# In f64: ends as they are seen from the frame, and in the tool's: a difference, three products and sums, √3
# of the coordinates; rows are orthonormal up to 10⁻¹⁵, 9u. `off` is taken four times.
ends = off(1) + off(4) * SQRT3 + 9 * U53 * SQRT3;
ends_pay = {{walk::TOOL_F64}} * rounded(8);
# The height over the ball around the tree: a few sums.
above = off(6);
above_pays = {{walk::TOOL_ABOVE}} * rounded(4);
# The part of a way that is kept: a root of a difference of squares that is off by 16u of both.
root = 2 * sqrt(16 * U53);
clip = {{walk::TOOL_CLIP}} * rounded(4);
factor = {{walk::TOOL_CLIP_UP}} * rounded(c, 16);
{ ROUNDINGS -> seen + product + own + corner - pays <= 0 /\ rest - 1 >= 0 /\ ends - ends_pay <= 0
  /\ above - above_pays <= 0 /\ root - clip <= 0 /\ factor - 1 >= 0 }
