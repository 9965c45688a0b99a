# UP_MANY pays for 9006 roundings and its own, DOWN_MANY for 9005 and its own. 9007 = 8192 + 512 +
# 256 + 32 + 8 + 4 + 2 + 1 and 9006 is one less.
#@ crates/closecall/src/rounding/factor.rs
#= pub const UP_MANY: f64 = 1.0 + 1e-12;
#= pub const DOWN_MANY: f64 = 1.0 - 1e-12;
#@ crates/closecall/src/path/chain.rs
#= self.factors.iter().map(length).sum::<f64>() * UP_MANY
d = 1 - 1b-53;
d2 = d * d;
d4 = d2 * d2;
d8 = d4 * d4;
d16 = d8 * d8;
d32 = d16 * d16;
d64 = d32 * d32;
d128 = d64 * d64;
d256 = d128 * d128;
d512 = d256 * d256;
d1024 = d512 * d512;
d2048 = d1024 * d1024;
d4096 = d2048 * d2048;
d8192 = d4096 * d4096;
u = 1 + 1b-53;
u2 = u * u;
u4 = u2 * u2;
u8 = u4 * u4;
u16 = u8 * u8;
u32 = u16 * u16;
u64 = u32 * u32;
u128 = u64 * u64;
u256 = u128 * u128;
u512 = u256 * u256;
u1024 = u512 * u512;
u2048 = u1024 * u1024;
u4096 = u2048 * u2048;
u8192 = u4096 * u4096;
up = d8192 * d512 * d256 * d32 * d8 * d4 * d2 * d * {{factor::UP_MANY}};
down = u8192 * u512 * u256 * u32 * u8 * u4 * u2 * {{factor::DOWN_MANY}};
{ up >= 1 /\ down <= 1 }
