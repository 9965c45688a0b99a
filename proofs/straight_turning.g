# Heights n·d, n = e×f, along a normal that turns (geom/straight/turning.rs), in M = 1. Edges and
# differences are at most 2 a coordinate and off by 14u. Capital letters are exact.
#@ crates/closecall/src/geom/straight/turning.rs
#= apart_share([&now, &then], [from, to], side, STRAIGHT_TURNING * reach * reach * reach);
#= (first.dot(d_to) + 2.0 * middle.dot(d)) / 3.0,
ex = Ex + oex;
ey = Ey + oey;
ez = Ez + oez;
fx = Fx + ofx;
fy = Fy + ofy;
fz = Fz + ofz;
dx = Dx + odx;
dy = Dy + ody;
dz = Dz + odz;
nx = sub(mul(ey, fz), mul(ez, fy)); Nx = Ey * Fz - Ez * Fy;
ny = sub(mul(ez, fx), mul(ex, fz)); Ny = Ez * Fx - Ex * Fz;
nz = sub(mul(ex, fy), mul(ey, fx)); Nz = Ex * Fy - Ey * Fx;
h = add(add(mul(nx, dx), mul(ny, dy)), mul(nz, dz));
H = Nx * Dx + Ny * Dy + Nz * Dz;
# A mean of such heights adds a few roundings of 48 at most: 8 are allowed for.
bound = {{exact::STRAIGHT_TURNING}} * rounded(r, 3);
{ |Ex| <= 2 /\ |oex| <= 14b-53 /\ |Ey| <= 2 /\ |oey| <= 14b-53 /\ |Ez| <= 2 /\ |oez| <= 14b-53
  /\ |Fx| <= 2 /\ |ofx| <= 14b-53 /\ |Fy| <= 2 /\ |ofy| <= 14b-53 /\ |Fz| <= 2 /\ |ofz| <= 14b-53
  /\ |Dx| <= 2 /\ |odx| <= 14b-53 /\ |Dy| <= 2 /\ |ody| <= 14b-53 /\ |Dz| <= 2 /\ |odz| <= 14b-53
  /\ ROUNDINGS -> |h - H| + 384b-53 - bound <= 0 }
ex - Ex -> oex;
ey - Ey -> oey;
ez - Ez -> oez;
fx - Fx -> ofx;
fy - Fy -> ofy;
fz - Fz -> ofz;
dx - Dx -> odx;
dy - Dy -> ody;
dz - Dz -> odz;
