# The clock of a front, in f32 (wide/front/clock.rs): a margin holds while what was used up, as computed, is
# below what is kept of it.
#@ crates/closecall/src/wide/front/clock.rs
#= (|x: f64| (x * CLOCK_UP) as f32, |x: f64| (x - x.abs() * (1.0 - CLOCK_DOWN)) as f32);
#= shift: up(shift + self.error * per_unit) + F32_TINY,
#= lever_rate: up((radius + shift) * 0.5),
#= until: (until * (CLOCK_DOWN as f32)).max(0.0),
#= lever: lever * (CLOCK_UP as f32),
#= let turn = (self.turn - turned).max(0.0);
#= let lever = lever + self.lever + self.lever_rate * turn;
#= self.shift + turn * if lever < self.radius { lever } else { self.radius }
#= (p.length_squared().max(q.length_squared()).max(r.length_squared()).sqrt() * CLOCK_UP)
# Numbers of the clock: a few roundings of f64, the product and the conversion to f32; and one more for what is
# added to it.
up = {{tree::CLOCK_UP}} * rounded(a, 8) * rounded32(b, 2);
down = (rounded(c, 4) - (1 - {{tree::CLOCK_DOWN}}) * rounded(d, 4)) * rounded(e, 1) * rounded32(f, 1);
negative = (rounded(g, 4) + (1 - {{tree::CLOCK_DOWN}}) * rounded(h, 4)) * rounded(i, 1) * rounded32(j, 1);
lever = {{tree::CLOCK_UP}} * rounded32(k, 2);
# A term of what is used: λ·Θ with a difference, two sums, a product and the last sum, at least; T + (r+T)Θ/2
# with the rate's product more. A margin that is kept: a sum and a product.
used = rounded32(l, 6);
until = {{tree::CLOCK_DOWN}} * rounded32(m, 3);
{ ROUNDINGS -> up - 1 >= 0 /\ down - 1 <= 0 /\ negative - 1 >= 0 /\ lever - 1 >= 0 /\ until - used <= 0 }
