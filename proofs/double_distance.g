# The distance with numbers of two f64, η = 2⁻¹⁰² (roundoffs.g): corners seen from the first are
# exact, a coordinate at most R = 1.
#@ crates/closecall/src/geom/exact/distance/sharp.rs
#= let axis = *q - *p;
#= let length = axis.dot(&axis).sqrt();
#= inside.then(|| t[0] + u * s + v * r)
#= let hi = (length + slack).ceil();
#= let lo = least(b_start - a_end, length, slack);
#= Double::from(DOUBLE_DISTANCE * (reach + length.high))
#= (gap / length - slack).floor()
#@ crates/closecall/src/geom/exact/distance/point.rs
#= let normal = e.cross(&f);
#= let narrow = (e.nearest().length() * f.nearest().length() / rounded.length()).max(1.0);
#= let length = height.abs() / square.sqrt();
#= let slack = sharp::slack(reach * narrow, length);
#= let share = -(first.dot(&along) / along.dot(&along));
#= is_on.then_some(first + along * share)?
#= let beyond = off * guess.abs().element_sum() + 4.0 * DOUBLE_DISTANCE * reach * reach;
#= let bounds = [(length - slack).floor(), (length + slack).ceil()];
#@ crates/closecall/src/geom/exact/distance/sharp.rs
# A point, whatever the shares; r and s, and r + s, are at most 1 + η.
e = sub102(b, a); f = sub102(c, a);
p = add102(add102(a, mul102(r, e)), mul102(s, f)); P = a + r * (b - a) + s * (c - a);
# Two points, 16ηR a coordinate, and their difference of up to 2R.
points = 2 * 16 * U102 * SQRT3 + off102(1) * 2 * SQRT3;
# The computed length, as a share of itself: 3 roundings of the square count half, the root one.
length = (3 * U102 + 10b-204) / 2 + U102;
# Along n: a product and two sums of Σ|nᵢpᵢ| ≤ √3·|n|R each, their difference of up to 2√3·|n|R, all over
# the computed length.
gap = (2 * off102(3) * SQRT3 + off102(1) * 2 * SQRT3) * 1.0000001;
of_gap = (off102(1) + length + off102(2)) * 2 * SQRT3;
# Over a face: a normal is off by a product of each of two terms of at most |e||f| and their difference, in three
# coordinates; as a unit vector by twice that, along a corner of up to √3·R; the product with the corner, of
# √3·R; the quotient by a root. κ and the slack are computed in f64, κ is at least 1.
normal = (off102(1) * 2 + off102(1) * 1.0000001) * SQRT3;
face = 2 * normal * SQRT3 * 1.0000001 + off102(3) * SQRT3 * 1.0000001;
of_face = (off102(3) + length + off102(2)) * SQRT3;
# On an edge from f along a, |f| <= √3·R and |a| <= 2√3·R: the share of a, times |a|; the point itself; and
# y·(c − y) for x·(c − x), with three lengths of at most √3·R.
share = off102(3) * SQRT3 + (off102(3) + off102(2)) * 2 * SQRT3;
edge = share + (off102(1) * 2 + off102(1) * 1.0000001) * SQRT3 * 1.0000001;
beyond_pays = 4 * {{exact::DOUBLE_DISTANCE}} * rounded(4);
narrow_pays = {{exact::DOUBLE_DISTANCE}} * rounded(16);
# The slack is computed in f64, of R + |n| with both rounded to f64; and `high` is next to |n|.
pays = {{exact::DOUBLE_DISTANCE}} * rounded(4);
{ |a| <= 1 /\ |b| <= 1 /\ |c| <= 1 /\ r in [0, 1.0000001] /\ s in [0, 1.0000001] /\ ROUNDINGS ->
  |p - P| - 16b-102 <= 0 /\ points - pays <= 0 /\ length + 2 * U102 - pays <= 0 /\ gap + of_gap - pays <= 0 /\ face + of_face - narrow_pays <= 0
     /\ edge + length + 2 * U102 - pays <= 0 /\ edge * 3 * SQRT3 - beyond_pays <= 0 /\ edge - 65b-102 <= 0 }
