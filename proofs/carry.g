# A coordinate of Pose::carry, ((r·x + r·y) + r·z) + t: the first product has 4 roundings. Three
# coordinates make a length: √3 < 1.7320509. An accepted rotation stretches by tree::STRETCH.
# The lengths that the bound is a share of are added up with 12 roundings or fewer.
value = rounded(a, 4);
off = |value - 1| * 1.7320509 * {{tree::STRETCH}};
bound = {{motion::CARRY}} * rounded(b, 12);
{ ROUNDINGS -> off - bound <= 0 }
