// Boxes in f32. What is called apart is apart: `layout.rs` derives the margin, `question.rs` the slack.
#pragma once
#include "question.h"

struct Box {
    float c[3], h[3], a[3][3];
    u32 child;
};

__device__ __forceinline__ float dot3(const float* a, const float* b) { return fmaf(a[0], b[0], fmaf(a[1], b[1], a[2] * b[2])); }

// The third axis from the other two. `layout.rs` makes boxes for these very numbers.
__device__ __forceinline__ void third_axis(float a[3][3]) {
    a[2][0] = fmaf(a[0][1], a[1][2], -(a[0][2] * a[1][1]));
    a[2][1] = fmaf(a[0][2], a[1][0], -(a[0][0] * a[1][2]));
    a[2][2] = fmaf(a[0][0], a[1][1], -(a[0][1] * a[1][0]));
}

// A place is eight times a node plus a lane. Without the third axis.
__device__ __forceinline__ Box box_at(const Tree& tree, u32 place) {
    const float4* p = tree.rows + ((u64)(place >> 3) * 24 + (place & 7));
    float4 x = __ldg(p), y = __ldg(p + 8), z = __ldg(p + 16);
    Box b;
    b.c[0] = x.x; b.c[1] = x.y; b.c[2] = x.z;
    b.h[0] = x.w; b.h[1] = y.x; b.h[2] = y.y;
    b.a[0][0] = y.z; b.a[0][1] = y.w; b.a[0][2] = z.x;
    b.a[1][0] = z.y; b.a[1][1] = z.z; b.a[1][2] = z.w;
    b.child = __ldg(tree.children + place);
    return b;
}

__device__ __forceinline__ float size_of(const Box& b) { return b.h[0] * b.h[0] + b.h[1] * b.h[1] + b.h[2] * b.h[2]; }

// The other tree's box in this frame, its half sides longer by the slack. The third axis is made of the moved ones: a rotation keeps it.
__device__ __forceinline__ void move_box(const float4* map, float ratio, float slack, Box& b) {
    float4 row[3] = {__ldg(map), __ldg(map + 1), __ldg(map + 2)};
    float c[3], axes[2][3];
    for (int k = 0; k < 3; k++) {
        float4 r = row[k];
        c[k] = fmaf(ratio, fmaf(r.x, b.c[0], fmaf(r.y, b.c[1], r.z * b.c[2])), r.w);
        for (int j = 0; j < 2; j++) axes[j][k] = fmaf(r.x, b.a[j][0], fmaf(r.y, b.a[j][1], r.z * b.a[j][2]));
    }
    for (int k = 0; k < 3; k++) {
        b.c[k] = c[k];
        b.a[0][k] = axes[0][k];
        b.a[1][k] = axes[1][k];
        b.h[k] = fmaf(b.h[k], ratio, slack);
    }
    third_axis(b.a);
}

// May two boxes of one frame overlap, as far as the six face axes tell?
__device__ __forceinline__ bool overlap(const Box& own, const Box& other) {
    float apart[3] = {own.c[0] - other.c[0], own.c[1] - other.c[1], own.c[2] - other.c[2]};
    float reach[3] = {own.h[0], own.h[1], own.h[2]};
    float gap = -1.0f;
#pragma unroll
    for (int j = 0; j < 3; j++) {
        float other_reach = other.h[j];
#pragma unroll
        for (int i = 0; i < 3; i++) {
            float along = fabsf(dot3(own.a[i], other.a[j]));
            reach[i] = fmaf(along, other.h[j], reach[i]);
            other_reach = fmaf(along, own.h[i], other_reach);
        }
        gap = fmaxf(gap, fabsf(dot3(other.a[j], apart)) - other_reach);
    }
#pragma unroll
    for (int i = 0; i < 3; i++) gap = fmaxf(gap, fabsf(dot3(own.a[i], apart)) - reach[i]);
    return gap <= 0.0f;
}
