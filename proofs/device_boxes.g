# Boxes on the device, whose third axis is the product of the two that are stored (closecall-gpu, layout.rs).
#@ crates/closecall-gpu/src/layout.rs
#= let half = given.half.map(|h| upward(f64::from(h) + DEVICE_MORE * sum));
#= half: half.map(|h| upward(h + DEVICE_THIN * sum)),
#= layout.facts.reach *= TO_F32_UP;
#@ crates/closecall-gpu/src/question.rs
#= let shift = (balls + off) * x.scale * DEVICE_SHIFT_UP;
#= sum(a.center) + sum(b.center) + b.radius / b.scale + DEVICE_SUM * (centers + balls);
#= let position = DEVICE_POSITION * lengths + off * x.scale;
# Each stored axis is off by ε at most; their product by both, and by the product and the difference.
third = off32(4) * 1.000001;
first = off32(2);
mixed = first / 2 + third;
# A column of E: one product with the other stored axis and its own, one with the third; of the third, two
# and its own.
column = 2 * mixed + 2 * third;
reach = column * 1.00001 / (1 - column);
# Moved axes: as in tree_boxes.g; the third from two such, by its own roundings and by those of the product
# that the box was made for.
moved = off32(4) * SQRT3 * {{tree::STRETCH}} + 3 * {{ACCEPTED_ROTATION}} * 1.00000001;
moved_third = 2 * moved * 1.00001 + off32(2) + off32(2);
product = off32(3) * 1.000001;
sums = off32(3) * 1.000001;
apart = off32(4) * 1.000001;
own = off32(1);
along_x_of_x = sums + apart;
along_x_of_y = moved_third + product + reach + sums + apart + own;
along_y_of_x = reach + product + sums + apart;
along_y_of_y = moved_third + sums + apart + own;
# What is left of a half side for it: other axes than its own get this share at least.
least = sqrt(1 - column) - moved_third - product;
needs = 66 * U24 * (1 - 40 * U24);
# The library's boxes have 48ε, less what the computed third axis is off from the stored one.
stored = ({{tree::BOX_MARGIN}} + {{tree::DEVICE_MORE}} * rounded(2) - third - off32(1)) * (1 - 1b-40);
thin = {{tree::DEVICE_THIN}} * rounded(3);
# A clearance: the length of an axis and roundings.
clearance = {{tree::CLEARANCE_UP}} * rounded(2) * (1 - 40 * U24) - (1 + moved_third + apart);
# |T| of two trees whose balls overlap, and the magnitudes of a vector of length 1.
shift = {{tree::DEVICE_SHIFT_UP}} * rounded(6);
sum = {{tree::DEVICE_SUM}} * rounded(8) - SQRT3 * {{tree::STRETCH}};
{ ROUNDINGS -> along_x_of_x - needs <= 0 /\ along_x_of_y - needs <= 0 /\ along_y_of_x - needs <= 0
  /\ along_y_of_y - needs <= 0 /\ least - (1 - 40 * U24) >= 0 /\ stored - 66 * U24 >= 0 /\ thin - 66 * U24 >= 0
  /\ clearance >= 0 /\ shift - 1.0005 >= 0 /\ sum >= 0 }
