// What a launch is told, and what of a pose the walk reads.
#pragma once
#include "pose.h"

// One tree on the device, in the layout of `layout.rs`.
struct Tree {
    const float4* rows;     // 24 a node: eight boxes of three rows
    const u32* children;    // eight a node
    const double2* corners; // five a slot: nine numbers and one unused
    const u32* ids;         // the triangle in a slot
    double center[3], scale, radius;
};

// A pair of trees and a batch of poses. Mirrored by `question.rs`, byte by byte.
struct Question {
    Tree tree[2];
    double balls;      // both radii and the clearance, in the units of the meshes
    double off;        // what the offset of the centres may be off by, wherever the balls overlap
    double clearance;  // what is no further apart counts as touching
    float slack[2];    // of the other's boxes, for all poses at which the balls overlap
    float ratio[2];    // of this tree's scale to the other's, a power of two
    u32 start_node;    // where each walk begins
    u32 start_place;
    const double* numbers;
    u32 numbers_per_pose;
    u32 poses;
    float4* maps;      // six a pose: rows of the map into A and of the map into B
    Pose* exact;
    u8* answers;       // a `State` a pose
    uint2* first;      // a touching pair a pose, if anybody asks
    u32* counters;     // poses taken, pairs found
    u32* found;        // pose, triangle of A, triangle of B
    u32 found_room;
    u32 at_a_time;     // poses that a warp takes
    u32 label;         // what `first` gets in place of triangles, unless it is NONE
    u32 unused;
};
static_assert(sizeof(Question) == 272, "as in question.rs");
#define TAKEN 0
#define FOUND 2 // and 3: this count may pass 2^32

// Where `maps` says that the balls of a pose are apart, or that there is no pose: no rotation has such an entry.
#define NOTHING_TO_WALK 4.0f

// Both maps of a pair of trees, in f32. False if the balls are apart. (`relation.rs` of the library derives what is off.)
__device__ __forceinline__ bool relate(const Question& q, const Pose& p, float4* maps) {
    const Tree &a = q.tree[0], &b = q.tree[1];
    double offset[3], back[3];
    for (int k = 0; k < 3; k++)
        offset[k] = p.r[3 * k] * b.center[0] + p.r[3 * k + 1] * b.center[1] + p.r[3 * k + 2] * b.center[2] + p.t[k] - a.center[k];
    double balls = q.balls + q.off;
    double square = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
    if (square * (1.0 - 1e-12) > balls * balls) return false;
    for (int k = 0; k < 3; k++) back[k] = -(p.r[k] * offset[0] + p.r[3 + k] * offset[1] + p.r[6 + k] * offset[2]);
    for (int k = 0; k < 3; k++) {
        maps[k] = float4{(float)p.r[3 * k], (float)p.r[3 * k + 1], (float)p.r[3 * k + 2], (float)(offset[k] * a.scale)};
        maps[3 + k] = float4{(float)p.r[k], (float)p.r[3 + k], (float)p.r[6 + k], (float)(back[k] * b.scale)};
    }
    return true;
}

// One pose made ready: its exact matrix, and its maps.
__device__ __forceinline__ void prepare_one(const Question& q, u32 i, const Pose& pose, bool good) {
    float4 maps[6];
    bool near = good && relate(q, pose, maps);
    if (!near) maps[0].x = NOTHING_TO_WALK;
    q.answers[i] = good ? APART : REFUSED;
    q.exact[i] = pose;
    for (int k = 0; k < 6; k++) q.maps[(u64)i * 6 + k] = maps[k];
}
