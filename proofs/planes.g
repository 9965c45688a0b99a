# Heights of a moving body over a plane (wide/sweep/plane.rs), in all lengths that go into them.
#@ crates/closecall/src/wide/sweep/plane.rs
#= let (still, moves) = (back * normal, back * normal.cross(travel.turn));
#= let center = normal.dot(travel.pose.matrix() * tree.frame.center + travel.pose.shift());
#= let need = |way: f64| tree.frame.scale * (plane.height + rest - center - way);
#= normal.dot(tree.frame.center) + highest(tree, normal) / tree.frame.scale
#= middle[lane] = x * f64::from(cx[lane]) + y * f64::from(cy[lane]) + z * f64::from(cz[lane]);
# Directions in B's frame, over B's radius, and of the way over the turn times it; the sum of the two.
still = off(3) * 3;
moves = off(5) * 3;
both = off(1) * 2;
# B's centre, carried, along the normal; the way of the centre; the highest point of A.
center = off(7) * 3;
way = off(3) * SQRT3;
highest = off(3) * SQRT3 + off(3) * 3 + off(1);
# The middle of a box, whose centre is no further than twice the radius, and what its reach takes away.
# (The reach itself is larger by BOX_MARGIN, which pays for its own roundings.)
middle = off(3) * SQRT3 * 2 + off(1) * 4;
# Four sums of all of these.
sums = off(4) * 4;
most = still + moves + both + center + way + highest + middle + sums;
pays = {{motion::PLANE}} * rounded(16);
{ ROUNDINGS -> most - pays <= 0 }
