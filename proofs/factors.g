# UP_n takes a number that lost n − 2 roundings, and the product with UP_n, above what it should be;
# DOWN_n likewise below.
#@ crates/closecall/src/rounding/factor.rs
up4 = rounded(a, 3) * {{factor::UP_4}};
up8 = rounded(b, 7) * {{factor::UP_8}};
up10 = rounded(c, 9) * {{factor::UP_10}};
up16 = rounded(d, 15) * {{factor::UP_16}};
up32 = rounded(e, 31) * {{factor::UP_32}};
up90 = rounded(f, 89) * {{factor::UP_90}};
down4 = rounded(g, 3) * {{factor::DOWN_4}};
down8 = rounded(h, 7) * {{factor::DOWN_8}};
down9 = rounded(i, 8) * {{factor::DOWN_9}};
down16 = rounded(j, 15) * {{factor::DOWN_16}};
down90 = rounded(k, 89) * {{factor::DOWN_90}};
up8f = rounded32(l, 7) * {{factor::F32_UP_8}};
up16f = rounded32(m, 15) * {{factor::F32_UP_16}};
up168f = rounded32(n, 167) * {{factor::F32_UP_168}};
{ ROUNDINGS -> up4 >= 1 /\ up8 >= 1 /\ up10 >= 1 /\ up16 >= 1 /\ up32 >= 1 /\ up90 >= 1
  /\ down4 <= 1 /\ down8 <= 1 /\ down9 <= 1 /\ down16 <= 1 /\ down90 <= 1
  /\ up8f >= 1 /\ up16f >= 1 /\ up168f >= 1 }
