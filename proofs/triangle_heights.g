# Heights n·s of the corners of a triangle over the plane of another, n = e×f, and the normal n.
# wide/kernel/pair.rs: seen from the first corner of A, the largest difference of coordinates is
# m = 1. Capital letters are exact. A computed difference is at most 1, an exact one at most 1 + 2u,
# and they differ by 1.01u or less. A difference of two such is at most 2 + 4u, and off by 4.01u.
#@ crates/closecall/src/wide/kernel/pair.rs
#= let q_normal = cross(q_edges[0], q_edges[1]);
#= dot(q_normal, sub(zero, q[0])),
ex = Ex + oex;
ey = Ey + oey;
ez = Ez + oez;
fx = Fx + ofx;
fy = Fy + ofy;
fz = Fz + ofz;
sx = Sx + osx;
sy = Sy + osy;
sz = Sz + osz;
nx = sub(mul(ey, fz), mul(ez, fy)); Nx = Ey * Fz - Ez * Fy;
ny = sub(mul(ez, fx), mul(ex, fz)); Ny = Ez * Fx - Ex * Fz;
nz = sub(mul(ex, fy), mul(ey, fx)); Nz = Ex * Fy - Ey * Fx;
h = add(add(mul(nx, sx), mul(ny, sy)), mul(nz, sz));
H = Nx * Sx + Ny * Sy + Nz * Sz;
bound = {{exact::TRIANGLE_SIGN}} * rounded(r, 3);
{ |Ex| <= 9007199254740994b-52 /\ |oex| <= 4204790b-73 /\ |Ey| <= 9007199254740994b-52 /\ |oey| <= 4204790b-73 /\ |Ez| <= 9007199254740994b-52 /\ |oez| <= 4204790b-73
  /\ |Fx| <= 9007199254740994b-52 /\ |ofx| <= 4204790b-73 /\ |Fy| <= 9007199254740994b-52 /\ |ofy| <= 4204790b-73 /\ |Fz| <= 9007199254740994b-52 /\ |ofz| <= 4204790b-73
  /\ |Sx| <= 9007199254740994b-52 /\ |osx| <= 4204790b-73 /\ |Sy| <= 9007199254740994b-52 /\ |osy| <= 4204790b-73 /\ |Sz| <= 9007199254740994b-52 /\ |osz| <= 4204790b-73 /\ ROUNDINGS
  -> |h - H| - bound <= 0 /\ |nx - Nx| <= 50541364b-73 }
ex - Ex -> oex;
ey - Ey -> oey;
ez - Ez -> oez;
fx - Fx -> ofx;
fy - Fy -> ofy;
fz - Fz -> ofz;
sx - Sx -> osx;
sy - Sy -> osy;
sz - Sz -> osz;
