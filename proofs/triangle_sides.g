# Sides e·(q×f) + (p×e)·f of an edge e from p and an edge f from q of two triangles.
# wide/kernel/pair.rs: seen from the first corner of A, the largest difference of coordinates is
# m = 1. Capital letters are exact. A computed difference is at most 1, an exact one at most 1 + 2u,
# and they differ by 1.01u or less. A difference of two such is at most 2 + 4u, and off by 4.01u.
#@ crates/closecall/src/wide/kernel/pair.rs
ex = Ex + oex;
ey = Ey + oey;
ez = Ez + oez;
fx = Fx + ofx;
fy = Fy + ofy;
fz = Fz + ofz;
px = Px + opx;
py = Py + opy;
pz = Pz + opz;
qx = Qx + oqx;
qy = Qy + oqy;
qz = Qz + oqz;
vx = sub(mul(qy, fz), mul(qz, fy)); Vx = Qy * Fz - Qz * Fy;
vy = sub(mul(qz, fx), mul(qx, fz)); Vy = Qz * Fx - Qx * Fz;
vz = sub(mul(qx, fy), mul(qy, fx)); Vz = Qx * Fy - Qy * Fx;
wx = sub(mul(py, ez), mul(pz, ey)); Wx = Py * Ez - Pz * Ey;
wy = sub(mul(pz, ex), mul(px, ez)); Wy = Pz * Ex - Px * Ez;
wz = sub(mul(px, ey), mul(py, ex)); Wz = Px * Ey - Py * Ex;
g = add(add(mul(ex, vx), mul(ey, vy)), mul(ez, vz));
G = Ex * Vx + Ey * Vy + Ez * Vz;
k = add(add(mul(wx, fx), mul(wy, fy)), mul(wz, fz));
K = Wx * Fx + Wy * Fy + Wz * Fz;
t = add(g, k); T = G + K;
bound = {{exact::TRIANGLE_SIGN}} * rounded(r, 3);
{ |Ex| <= 9007199254740994b-52 /\ |oex| <= 4204790b-73 /\ |Ey| <= 9007199254740994b-52 /\ |oey| <= 4204790b-73 /\ |Ez| <= 9007199254740994b-52 /\ |oez| <= 4204790b-73
  /\ |Fx| <= 9007199254740994b-52 /\ |ofx| <= 4204790b-73 /\ |Fy| <= 9007199254740994b-52 /\ |ofy| <= 4204790b-73 /\ |Fz| <= 9007199254740994b-52 /\ |ofz| <= 4204790b-73
  /\ |Px| <= 4503599627370498b-52 /\ |opx| <= 1059062b-73 /\ |Py| <= 4503599627370498b-52 /\ |opy| <= 1059062b-73 /\ |Pz| <= 4503599627370498b-52 /\ |opz| <= 1059062b-73
  /\ |Qx| <= 4503599627370498b-52 /\ |oqx| <= 1059062b-73 /\ |Qy| <= 4503599627370498b-52 /\ |oqy| <= 1059062b-73 /\ |Qz| <= 4503599627370498b-52 /\ |oqz| <= 1059062b-73 /\ ROUNDINGS
  -> |t - T| - bound <= 0 }
ex - Ex -> oex;
ey - Ey -> oey;
ez - Ez -> oez;
fx - Fx -> ofx;
fy - Fy -> ofy;
fz - Fz -> ofz;
px - Px -> opx;
py - Py -> opy;
pz - Pz -> opz;
qx - Qx -> oqx;
qy - Qy -> oqy;
qz - Qz -> oqz;
