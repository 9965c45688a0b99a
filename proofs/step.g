# The shift of a ball's centre between two poses, in ‖D‖_F·|c|₁ + |Δt|₁ (geom/motion.rs).
#@ crates/closecall/src/geom/motion.rs
#= let turn = to.matrix() - from.matrix();
#= let norm = frobenius.min(frobenius * std::f64::consts::FRAC_1_SQRT_2 + TURN_OFF);
#= let center = turn.x_axis * self.center.x + turn.y_axis * self.center.y + turn.z_axis * self.center.z + shift;
#= let rounding = STEP * (frobenius * l1(self.center) + l1(shift));
#= Step { shift: (center.length() + rounding) * UP_16, turn: norm * UP_16 }
# One term: an entry of D, a product, three sums. The norm has a difference, a square and 8 sums, which
# count half, and the root; |c|₁ two sums; then two products and a sum.
shift = off(5) * SQRT3;
bound = {{motion::STEP}} * rounded(12);
# A length of rounded numbers and its product with UP_16: 3.5 and the sum with the bound.
length = rounded(a, 6) * {{factor::UP_16}};
# Each of two accepted matrices is within this of a rotation, in the 2-norm.
e = 3 * {{ACCEPTED_ROTATION}};
off_turn = 2 * e * (1 + sqrt(1.5));
turn_off = {{motion::TURN_OFF}} * rounded(2);
#@ crates/closecall/src/wide/front/calm.rs
#= let turn_rate = turn_rate * (SAFE_ANGLE_UP * std::f64::consts::FRAC_1_SQRT_2) + SAFE_TURN * shift_rate * center;
#= square <= LARGEST_TURN && shift.length_squared() * self.shift_weight + square * self.turn_weight <= self.bound
# A step and a carry on top of it, |Δt|₁ ≤ √3(s + F|c|₁): the share of F|c|₁.
safe = {{motion::STEP}} + ({{motion::STEP}} + {{motion::CARRY}}) * SQRT3;
safe_turn = {{motion::SAFE_TURN}} * rounded(3);
# ‖D‖₂ where ‖D‖_F² is 0.1, and the angle, at most x(1 + x²/16) for x ≤ 1/4.
x = sqrt(0.1000001 / 2) + {{motion::TURN_OFF}};
angle = (1 + 0.25 * 0.25 / 16) * {{factor::DOWN_MANY}};
safe_angle = {{motion::SAFE_ANGLE_UP}} * rounded(32);
{ ROUNDINGS -> shift - bound <= 0 /\ length >= 1 /\ off_turn - turn_off <= 0 /\ safe - safe_turn <= 0
  /\ x <= 0.25 /\ angle - safe_angle <= 0 }
