# Boxes of moved bodies in a piece of time (world/sweep/broad.rs), in the lengths that are added up there.
#@ crates/closecall/src/world/sweep/broad.rs
#= let size = x * self.half.x + y * self.half.y + z * self.half.z;
#= let turn = course.turn.length() * half * self.ball.radius;
#= let rest = stray.within(half, &course) + self.growth + EXTENTS * lengths;
#= let low = (center - size).max(hub - ball) - shift;
# Carried centres; the size, products with magnitudes of axes; the turn's length; sums of the three.
# (The course itself, and its speed, are off by what `stray` has: chain.g.)
places = off(4) * SQRT3 * 2;
size = off(4) + off(1);
turn = off(6);
sums = off(5) * 2;
most = places + size + turn + sums;
pays = {{world::EXTENTS}} * rounded(20);
{ ROUNDINGS -> most - pays <= 0 }
