# A chain of turns and slides (path/chain.rs, path/bounds.rs).
#@ crates/closecall/src/path/chain.rs
#= let (DVec3 { x, y, z }, rest) = (axis, 1.0 - cos);
#= DVec3::new(rest * x * x + cos, rest * x * y + sin * z, rest * x * z - sin * y),
#= Pose::rigid(about(vector(axis), from + (to - from) * time), DVec3::ZERO)
#= off: 2.0 * (bounds.off + ball.carry_error(&pose) + CHAIN_MIDDLE * bounds.place),
#@ crates/closecall/src/path/bounds.rs
#= self.off += ANGLE * (from.abs() + to.abs()) * self.place;
#= self.off += CHAIN_FACTOR * self.place + 8.0 * MIN_COORDINATE;
# The matrix of a turn: sine and cosine to an ulp, the unit axis to 3u.
sin = Sin + os;
cos = Cos + oc;
x = X + ox;
y = Y + oy;
z = Z + oz;
rest = sub(1, cos);
across = add(mul(mul(rest, x), y), mul(sin, z)); Across = (1 - Cos) * X * Y + Sin * Z;
along = add(mul(mul(rest, x), x), cos); Along = (1 - Cos) * X * X + Cos;
entry = 32 * U53;
# world/outline.rs derives 8η for a product by Pose::compose. A matrix of such entries is three times as
# much; sums of lengths and speeds have under 30 roundings.
factor = 8 * {{motion::COMPOSED}} + 3 * entry + 30 * U53;
pays = {{motion::CHAIN_FACTOR}} * rounded(30);
# An angle a + (b − a)·t: as a share of |a| once, of |b − a| ≤ |a| + |b| three times.
angle = off(1) + off(3) * 1.0000001;
angle_pays = {{motion::ANGLE}} * rounded(4);
# A carried point at any time, as a share of the sum of all lengths.
carried = off(4) * SQRT3 * {{tree::STRETCH}};
middle = {{motion::CHAIN_MIDDLE}} * rounded(12);
{ |Sin| <= 1 /\ |Cos| <= 1 /\ |X| <= 1 /\ |Y| <= 1 /\ |Z| <= 1
  /\ |os| <= 2b-53 /\ |oc| <= 2b-53 /\ |ox| <= 3b-53 /\ |oy| <= 3b-53 /\ |oz| <= 3b-53 /\ ROUNDINGS ->
  |across - Across| - entry <= 0 /\ |along - Along| - entry <= 0 /\ factor - pays <= 0
  /\ angle - angle_pays <= 0 /\ carried - middle <= 0 }
sin - Sin -> os;
cos - Cos -> oc;
x - X -> ox;
y - Y -> oy;
z - Z -> oz;
