# |RᵀR − I| ≤ 3·ACCEPTED_ROTATION in the 2-norm: how much R, or six such, stretches and shrinks.
#@ crates/closecall/src/geom/pose.rs
#= let rotation = rows_of_motion(&rows, ROTATION_TOLERANCE)?;
e = 3 * {{ACCEPTED_ROTATION}};
longest = sqrt(1 + e);
shrunk = {{depth::TURNED_DOWN}} * {{depth::TURNED_DOWN}};
inverse = 1 / sqrt(1 - e);
{ longest - {{tree::STRETCH}} <= 0
  /\ shrunk - (1 - e) <= 0
  /\ inverse*inverse*inverse*inverse*inverse*inverse - {{shape::AXES_UP}} <= 0 }
