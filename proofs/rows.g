# A place between two rows (path/slerp.rs, path/rows.rs), and the carry of a point there.
#@ crates/closecall/src/path/slerp.rs
#= let mixed = a + (b - a) * share;
#@ crates/closecall/src/path/rows.rs
#= ROW_PLACE * a.max(b).length() + ROW_SHIFT * shift.length() + ROW_REACH * reach;
#= off: 2.0 * (SLERP * reach + rounded + 4.0 * MIN_COORDINATE),
# The sum is rounded once, and so is that of the carry: shares of the larger end.
place = off(2);
place_pays = {{motion::ROW_PLACE}} * rounded(6);
# b − a and its product with the share; both are rounded by the sums, too.
shift = off(4);
shift_pays = {{motion::ROW_SHIFT}} * rounded(6);
# Three products and three sums, √3 coordinates.
reach = off(4) * SQRT3 * {{tree::STRETCH}};
reach_pays = {{motion::ROW_REACH}} * rounded(6);
{ ROUNDINGS -> place - place_pays <= 0 /\ shift - shift_pays <= 0 /\ reach - reach_pays <= 0 }
