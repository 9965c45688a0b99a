# Volumes of bodies in a world (world/outline.rs derives the four steps), in reach and translation.
#@ crates/closecall/src/world/outline.rs
#= for (slab, place) in (rotation * point + translation).to_array().into_iter().enumerate()
#= + OUTLINE * (self.reach + translation.length())
#= Kdop { low: low.map(|x| x - margin), high: high.map(|x| x + margin) }
# How far a pose of a world is from orthogonal, in the 2-norm: as it was computed, of entries with four roundings.
eta = {{motion::COMPOSED}} + 5 * U53;
norm = 3 * eta;
# 1. The relative rotation: three products and sums an entry; a step of Newton's method moves it by half of what
#    it is off.
product = 3 * off(3) * 1.0000001;
f = product + (norm + norm * (1 + norm) + 2 * product) / 2 + 3 * off(6);
# 2. Its translation: a difference, three products and two sums, √3·√3 of |d|.
shift = off(5) * SQRT3 * SQRT3 * (1 + norm);
# 3. A mean of carried corners, in r and |d|: four roundings of √3·r + |d|, √3.
carried = off(4) * SQRT3 * SQRT3 * (1 + norm);
# 4. The two places in the world, in r and in |d|.
in_reach = (norm + f + carried) * (1 + norm);
in_offset = (norm + shift + carried) * (1 + norm);
# |d| is both translations, and each volume pays for its own; points of the outline are carried in f64, and
# the ends of the box are rounded twice.
outline = off(4) * SQRT3 * SQRT3 + off(3) * 3;
most = in_reach + outline;
pays = {{world::OUTLINE}} * rounded(6);
# A clearance between bodies grows by 2η, and each volume by its growth.
growth = 1 + {{world::OUTLINE}} * rounded(2) - (1 + 2 * norm);
#@ crates/closecall/src/world/broad/sweep/lane.rs
#= clamped(y - (y.abs() * LANE + LANE_LEAST))
# Below f32's range a conversion loses 2⁻¹⁵⁰; the sum with the least is rounded, too.
lane = {{world::LANE_LEAST}} * rounded(2) - 1b-150;
#@ crates/closecall/src/world/region.rs
#= let off = SHAPE_BOX * (low.abs() + high.abs() + (high - low)).element_sum();
# Distances of a torus that are left open: agreement of 1024·2u, and of its two ends and the points of the
# ring.
shape = 2 * 2048 * U53 + 2 * {{shape::RING_POINT}} + 2 * {{shape::GJK}};
shape_pays = {{world::SHAPE_BOX}} * rounded(8);
#@ crates/closecall/src/world/nearest.rs
#= let off = BALLS_GAP * (a.center.abs() + b.center.abs()).element_sum();
#= a.center.distance(b.center) - (a.radius + b.radius) * UP_MANY - off
# The distance of centres, in their coordinates: a difference, a length, and two differences.
gap = off(1) * SQRT3 + off(4) + off(2);
gap_pays = {{world::BALLS_GAP}} * rounded(6);
#@ crates/closecall/src/world/broad/pair_walk.rs
#= apart.length() * DOWN_MANY - BALLS_GAP * reach.element_sum()
# And of two boxes.
boxes = off(1) * SQRT3 + off(1);
{ ROUNDINGS -> most - pays <= 0 /\ in_offset + outline - pays <= 0 /\ growth >= 0 /\ lane >= 0
  /\ shape - shape_pays <= 0 /\ gap - gap_pays <= 0 /\ boxes - gap_pays <= 0 }
