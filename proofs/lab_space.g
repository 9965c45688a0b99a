# Grids, octrees and BSP trees (lab/closecall-space), in the edge of the workspace.
#@ lab/closecall-space/src/flying.rs
#= FLYING * (2.0 * self.reach + t.abs())
#= + FLYING_UNSEEN * UNSEEN * self.reach
#@ lab/closecall-space/src/reaches.rs
#= let limit = size.dot(half) + CELL * edge * size.element_sum();
#= let [p, q, r] = [a, b, c].map(|corner| direction.dot(corner));
#@ lab/closecall-space/src/grid/scan.rs
#= let [low, high] = [cell, cell + 1].map(|k| k as f64 * self.width);
#= Self { cells, density, width: edge / cells as f64, slack: RASTER * edge }
#@ lab/closecall-space/src/bsp/plane.rs
#= let t = (heights[p] + near) / (heights[p] - heights[q]);
#= add(triangle[p] + (triangle[q] - triangle[p]) * t.min(1.0));
#= near: 2.0 * Plane::thickness(workspace.edge) + BSP_PROBE * size
# Two carried vertices, of S and of |t|, and the end of the box; and what is not seen of a direction, 2⁻¹⁰⁰.
flying = 2 * off(4) * 1.01 + off(1) * 1.01;
flying_pays = {{space::FLYING}} * rounded(4);
unseen = {{space::FLYING_UNSEEN}} * rounded(4) - 2 * 1.01;
# A triangle along a direction: a corner as seen from the middle, itself of two roundings, three products and
# two sums; the reach of the cell, of half sides with two; the corners' own places.
cell = off(3) + off(3) + off(2) + off(3) + 2 * U53 + off(1);
cell_pays = {{space::CELL}} * rounded(5);
# A border: the width, a product and the slack. A crossing: a share of three roundings, a difference, a
# product, a sum; twice, and the corners' own places.
raster = off(3) + 2 * off(6) * 2 + 2 * U53 + off(1) * 2;
raster_pays = {{space::RASTER}} * rounded(2);
# A height of a unit normal and an offset of at most 1.8, and the corner's own place.
height = off(3) * SQRT3 + off(1) * (SQRT3 + 1.8) + off(1) * SQRT3 + off(2) * SQRT3;
thickness = {{space::BSP_THICKNESS}} * rounded(1);
clip = off(6) * 2 + off(1);
clip_pays = {{space::BSP_CLIP}} * rounded(2);
reach = off(3) * SQRT3 + off(2) * SQRT3 + off(1) * 4;
probe = {{space::BSP_PROBE}} * rounded(4);
{ ROUNDINGS -> flying - 2 * flying_pays <= 0 /\ flying - flying_pays <= 0 /\ unseen >= 0 /\ cell - cell_pays <= 0
  /\ raster - raster_pays <= 0 /\ 8 * height - thickness <= 0 /\ clip - clip_pays <= 0
  /\ height + reach - probe <= 0 }
