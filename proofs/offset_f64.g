# The part of a position that is done in f64 (wide/relation.rs), in |c_B| + |t| + |c_A| + radius.
#@ crates/closecall/src/wide/relation.rs
#= let offset = carry(&rotation, b.frame.center) + translation - a.frame.center;
#= let off = POSITION_F64 * magnitude + 2.0 * MIN_COORDINATE + if clamped { unit / (MAX_RATIO / 2.0) } else { 0.0 };
# The offset: three products and sums, two sums; the carry of a vertex four. √3 coordinates.
off = (off(5) + off(4)) * SQRT3 * {{tree::STRETCH}} * 1.00000001;
pays = {{tree::POSITION_F64}} * rounded(12);
{ ROUNDINGS -> off - pays <= 0 }
