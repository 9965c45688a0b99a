# Convex sets by their furthest points (geom/shape/core.rs), in the reach.
#@ crates/closecall/src/geom/shape/core.rs
#= (self.axes[0] * (x / length) + self.axes[1] * (y / length)) * self.radius
#= center + side(0) + side(1) + side(2)
#= let end = if n.dot(along) > 0.0 { foot + along } else { foot };
#= Self::Hull(points) => Self::Hull(points.map(|p| p - origin)),
#@ crates/closecall/src/geom/shape/gjk.rs
#= let off = GJK * (a.reach() + b.reach());
#= let w = b.furthest(-v) - a.furthest(v);
#= low = low.max(v.dot(w) / length - off);
#= Interval { lo: low, hi: high + off }
# A point, in length: where it is seen from, the axes' own roundings (6u of each, √2 of them), a hypot and a
# quotient, two products, two sums and that with the end. Furthest along n only up to what n·x and n·y
# round: 3 of each for both, √3, and the square of that is nothing.
point = off(1) * SQRT3 + (off(6) + off(6)) * SQRT3 + off(2) * SQRT3;
reach = 32 * U53;
# A combination of four points of the difference: shares, products and sums, over their sum.
combination = off(8) * SQRT3;
# v·w over |v|, 3 roundings of √3·|v||w|, a length and a quotient; and the difference of two points.
projection = off(3) * SQRT3 + off(4) + off(1) * SQRT3;
pays = {{shape::GJK}} * rounded(10);
#@ crates/closecall/src/geom/shape/half_space.rs
#= let length = (self.normal / scale).length() * scale;
#= (self.normal / length, self.offset / length)
#= self.interval(n.dot(nearest) - offset, core.reach(), offset)
#= let off = HALF_SPACE * (reach + offset.abs());
# A height: the point, the unit normal (a quotient, a length, a product, a quotient: 6), n·p, the offset by
# the same length, and two sums.
height = reach + off(6) * SQRT3 + off(3) * SQRT3 + off(2) * 2;
offset = off(6) + off(2) * 2;
half_space = {{shape::HALF_SPACE}} * rounded(8);
#@ crates/closecall/src/geom/shape/simplex.rs
#= let off = SIMPLEX_DEPTH * reach * (1.0 + e.length() * f.length() / normal.length());
#= let (opposite, origin) = (unit.dot(corners[i] - p), unit.dot(-p));
# A face's normal, in |e||f|: two differences, a product and a difference of each of two terms, √2; in length.
# Edges are at most twice the reach; the normal's relative error turns heights by as much of up to 2.
normal = off(4) * 1.4142136 * 1.0000001;
turned = 2 * normal;
# The height itself: the unit vector's length and quotient, a difference, a product and two sums of up to
# twice the reach, √3.
own = 2 * (off(4) + off(4)) * SQRT3;
depth = {{shape::SIMPLEX_DEPTH}} * rounded(14);
{ ROUNDINGS -> point - reach <= 0 /\ reach + combination + projection - pays <= 0
  /\ height - half_space <= 0 /\ offset - half_space <= 0 /\ turned - depth <= 0 /\ own - depth <= 0 }
