# Boxes and triangles of two trees in f32, test by test, as the header of wide/relation.rs derives them.
# Everything is per H or V = 1; axes have length 1 up to a few ε.
#@ crates/closecall/src/wide/relation.rs
#= x.mul_add(a, y.mul_add(b, z.mul(c))).store(&mut moved.axes[j]);
#= moved.half[j] = node.half[j][lane] * self.ratio + slack;
#= own_triangle: to_f32_up(boxes + TRIANGLE * own_edge),
#= pair: to_f32_up(position + boxes + PAIR * (own_edge + other_edge)),
#@ crates/closecall/src/wide/build/fill.rs
#= let half = half + BOX_MARGIN * half.element_sum();
#@ crates/closecall/src/wide/kernel/squares.rs
#= let apart = sub(load::<H::F>(&node.center), splat(&other.center));
#= reach[i] = along.mul_add(other_half, reach[i]);
# Entries of AAᵀ − I for stored axes, each rounded once; and of (I + E)⁻¹ − I, three in a row: what a box
# reaches along a unit axis beyond Σ|aᵢ·L|hᵢ, for each half side.
entry = off32(2);
reach = 3 * entry / (1 - 3 * entry) * 1.000001;
# A moved axis: R to f32, three products and sums, √3 coordinates; and Rᵀ for R⁻¹.
moved = off32(4) * SQRT3 * {{tree::STRETCH}} + 3 * {{ACCEPTED_ROTATION}} * 1.00000001;
# A product of two axes; the distance of the centres along one (a difference, three products and sums) and
# the sum of the radii, each for both boxes; and Y's half sides, rounded with the slack.
product = off32(3) * 1.000001;
apart = off32(4) * 1.000001;
radii = off32(4) * 1.000001;
own = off32(1);
along_x_of_x = apart + radii;
along_x_of_y = moved + product + reach + apart + radii + own;
along_y_of_x = apart + radii + reach + product;
along_y_of_y = moved + reach + apart + radii + own;
# Half sides that are longer by s·H lengthen the reach of a box along a unit axis by this share of s·H: the
# sum of |aᵢ·L| is at least the length of A·L.
least = sqrt(1 - 3 * entry) - moved - product;
box = {{tree::BOX_MARGIN}} * rounded(4) * (1 - 16 * U24);
# A triangle against a box, in V = D + 2H: corners in the box's coordinates, axes that were moved, n·y, and
# an edge whose ends differ along its own cross product (both components of the edge were rounded).
corner = off32(4) * 1.000001 + moved + off32(3) * 1.000001 + off32(2) * 1.000001;
triangle = {{tree::TRIANGLE}} * rounded(4);
# Of the box, twice that, and the sum of its reach.
of_box = 2 * corner + off32(3) * 1.000001;
# Two triangles: corners, projections of both, and both edges' ends along their cross product, whose terms
# have a rounded edge, a product and a difference.
pair = 2 * off32(1) + 2 * off32(3) * 1.000001 + 2 * off32(3) * 1.000001;
pair_pays = {{tree::PAIR}} * rounded(4);
# Margins: what is proportional to a distance m between contents, and the length of an axis.
longer = corner + off32(4) + 8 * U24;
margin = 32 * U24;
# A slack for a clearance lengthens a reach by `least` of itself.
clearance = {{tree::CLEARANCE_UP}} * rounded(2) * (1 - 16 * U24);
# A margin less its allowance: scaled by a power of two, a product, and the estimate of a length.
kept = (1 + margin) * {{tree::MARGIN_DOWN}} * rounded32(r, 3);
#@ crates/closecall/src/wide/front/clock.rs
#= let until = self.base + margin * MARGIN_DOWN;
#@ crates/closecall/src/wide/timed.rs
#= let key = (overlap * scale * OVERLAP_UP) as f32;
#= Some((f64::from(left) / scale * OVERLAP_UP).min(overlap))
# An overlap along an axis that is 8ε too short, kept in f32.
overlap = {{tree::OVERLAP_UP}} * rounded(s, 4) * rounded32(t, 3) * (1 - 8 * U24);
{ ROUNDINGS -> along_x_of_x - box <= 0 /\ along_x_of_y - box <= 0 /\ along_y_of_x - box <= 0
  /\ along_y_of_y - box <= 0 /\ least - (1 - 16 * U24) >= 0 /\ corner - triangle <= 0 /\ of_box - box <= 0
  /\ pair - pair_pays <= 0 /\ longer - margin <= 0 /\ clearance - (1 + margin) >= 0 /\ kept - 1 <= 0
  /\ overlap - 1 >= 0 }
