# A coordinate of Pose::carry, ((r·x + r·y) + r·z) + t: the first product has 4 roundings. Three
# coordinates make a length: √3 < 1.7320509. An accepted rotation stretches by tree::STRETCH.
# The lengths that the bound is a share of are added up with 12 roundings or fewer.
#@ crates/closecall/src/geom/pose.rs
#= let x = ((r.x_axis.x * v.x + r.y_axis.x * v.y) + r.z_axis.x * v.z) + self.translation.x;
#@ crates/closecall/src/geom/motion.rs
#= CARRY * (l1(self.center) + self.radius + l1(pose.shift())) + 2.0 * MIN_COORDINATE
value = rounded(a, 4);
off = |value - 1| * 1.7320509 * {{tree::STRETCH}};
bound = {{motion::CARRY}} * rounded(b, 12);
{ ROUNDINGS -> off - bound <= 0 }
