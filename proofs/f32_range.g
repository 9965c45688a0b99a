# The range of lengths in f32 (wide/relation.rs).
#^ tree::MAX_RATIO tree::USEFUL
#@ crates/closecall/src/wide/relation.rs
#= if position + clearance > USEFUL * ratio.max(1.0) {
#= (position, clearance, shift) = (HOPELESS, 0.0, DVec3::ZERO);
#= if a > b * MAX_RATIO {
# A tree is at most √3 and its ratio to the other; an offset of trees that are near enough is both, and the
# slack; a difference of points is twice all that.
tree = SQRT3 * {{tree::MAX_RATIO}};
slack = {{tree::USEFUL}} * {{tree::MAX_RATIO}};
longest = 2 * (2 * tree + slack);
# Of three such, and sums of nine.
product = 9 * longest * longest * longest;
# The slack that ends every test is longer than any length, and its products with two stay in range.
hopeless = {{tree::HOPELESS}} - longest;
most = 9 * {{tree::HOPELESS}} * longest * longest;
{ product - 1b127 <= 0 /\ hopeless >= 0 /\ most - 1b127 <= 0 }
