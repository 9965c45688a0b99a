# The addition to |x| + |y| + |z| for the length of a normal, in m² = 1 (wide/kernel/pair.rs). Its
# coordinates are off by 48.2u (triangle_heights.g) and at most 8 each; the sum rounds twice, the product
# m·m·constant twice, and the sum of both once.
#@ crates/closecall/src/wide/kernel/pair.rs
sum = add(add(x, y), z);
addition = {{exact::NORMAL_LENGTH}} * rounded(a, 2);
length = add(sum, addition);
{ |x| <= 9 /\ |y| <= 9 /\ |z| <= 9 /\ ROUNDINGS
  -> 145b-53 + |sum - (x + y + z)| + |length - (sum + addition)| - addition <= 0 }
