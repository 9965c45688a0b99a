// Types and pinned arithmetic.
//
// The sources compile twice: by nvrtc for the device, and by any C++ compiler for the emulator of the tests, which defines EMULATED and
// the names of CUDA that are used here. No product is fused with a sum unless `fma` says so (--fmad=false), nothing is flushed to zero
// (--ftz=false), divisions and roots are rounded correctly: each operation gives the bits that the CPU gives.
#pragma once

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define EVERY_LANE 0xffffffffu

// What is known of a pose.
enum State : u8 {
    APART = 0,      // proved apart, or nothing found yet
    TOUCHING = 1,   // a pair of triangles certainly meets
    STACK_FULL = 2, // from here on the CPU is asked
    UNDECIDED = 3,  // rounding decides about a pair of triangles
    REFUSED = 4     // the numbers are no pose, or nearly none
};

// A child: nothing, or a triangle (the high bit, and its slot), or a node.
#define NONE 0xffffffffu
#define LEAF 0x80000000u
// An item's node belongs to B.
#define OF_B 0x80000000u
