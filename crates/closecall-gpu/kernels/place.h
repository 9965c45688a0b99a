// Links of a robot placed from its joints, and the relative poses of pairs, with the CPU's roundings.
#pragma once
#include "question.h"

// How a node moves on its parent.
enum Moves : u32 { FIXED, TURNS, SLIDES, GIVEN };

// A body or frame. Mirrored by `robot.rs`.
struct Node {
    Pose pose;     // on the parent; where it turns or slides, that of the joint
    double axis[3];
    int parent;    // before this one in the list, or -1
    u32 moves;
    u32 column;    // of its numbers in a row
    u32 unused[3];
};
static_assert(sizeof(Node) == 144, "as in robot.rs");

// A launch of `place`.
struct Placing {
    const Node* nodes;
    const double* numbers;
    Pose* world;       // node by node, a pose a row
    u8* answers;
    u32 count;
    u32 numbers_per_row;
    u32 rows;
    u32 unused;
};

// A launch of `prepare_pair`.
struct PairOfRows {
    Question question;
    const Pose* world_from_a; // a pose a row
    const Pose* world_from_b;
};

__device__ __forceinline__ double flushed(double x) { return fabs(x) < 0x1p-200 ? 0.0 : x; }

// (x + y) + z of products, as `compose.rs` has it.
__device__ __forceinline__ double sum3(double a, double x, double b, double y, double c, double z) { return (a * x + b * y) + c * z; }

// One step towards an orthogonal matrix, where an entry of its square is further than 2^-48 from the identity's.
__device__ __forceinline__ void make_orthogonal(double* r) {
    double off[9], deviation = 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            off[3 * i + j] = sum3(r[i], r[j], r[3 + i], r[3 + j], r[6 + i], r[6 + j]) - (i == j ? 1.0 : 0.0);
            deviation = fmax(deviation, fabs(off[3 * i + j]));
        }
    if (deviation <= 0x1p-48) return;
    double step[9];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            step[3 * i + j] = sum3(r[3 * i], off[j], r[3 * i + 1], off[3 + j], r[3 * i + 2], off[6 + j]) * 0.5;
    for (int k = 0; k < 9; k++) r[k] = r[k] - step[k];
}

// `Pose::compose`. False if the translation leaves the range.
__device__ __forceinline__ bool compose(const Pose& a, const Pose& b, Pose& out) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) out.r[3 * i + j] = sum3(a.r[3 * i], b.r[j], a.r[3 * i + 1], b.r[3 + j], a.r[3 * i + 2], b.r[6 + j]);
    make_orthogonal(out.r);
    carry(a, b.t, out.t);
    return is_coordinate(out.t[0]) && is_coordinate(out.t[1]) && is_coordinate(out.t[2]);
}

// `Pose::relative`: B seen from A.
__device__ __forceinline__ bool relative(const Pose& a, const Pose& b, Pose& out) {
    double d[3];
    for (int k = 0; k < 3; k++) d[k] = b.t[k] - a.t[k];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) out.r[3 * i + j] = sum3(a.r[i], b.r[j], a.r[3 + i], b.r[3 + j], a.r[6 + i], b.r[6 + j]);
        out.t[i] = flushed(sum3(a.r[i], d[0], a.r[3 + i], d[1], a.r[6 + i], d[2]));
    }
    make_orthogonal(out.r);
    return is_coordinate(out.t[0]) && is_coordinate(out.t[1]) && is_coordinate(out.t[2]);
}

// The pose of a joint that turns: Rodrigues' formula, from sine and cosine.
__device__ __forceinline__ void turned(const double* axis, double sine, double cosine, Pose& out) {
    double x = axis[0], y = axis[1], z = axis[2], rest = 1.0 - cosine;
    out.r[0] = rest * x * x + cosine; out.r[3] = rest * x * y + sine * z; out.r[6] = rest * x * z - sine * y;
    out.r[1] = rest * x * y - sine * z; out.r[4] = rest * y * y + cosine; out.r[7] = rest * y * z + sine * x;
    out.r[2] = rest * x * z + sine * y; out.r[5] = rest * y * z - sine * x; out.r[8] = rest * z * z + cosine;
    for (int k = 0; k < 3; k++) out.t[k] = 0.0;
}

__device__ __forceinline__ void slid(const double* axis, double length, Pose& out) {
    for (int k = 0; k < 9; k++) out.r[k] = k % 4 == 0 ? 1.0 : 0.0;
    for (int k = 0; k < 3; k++) out.t[k] = flushed(axis[k] * length);
}

// All nodes of one row. A row with a node out of range is left to the CPU.
__device__ __forceinline__ void place_row(const Placing& p, u32 row) {
    const double* numbers = p.numbers + (u64)row * p.numbers_per_row;
    bool good = true;
    for (u32 n = 0; n < p.count; n++) {
        const Node& node = p.nodes[n];
        Pose own = node.pose, moved, world;
        const double* mine = numbers + node.column;
        if (node.moves == TURNS || node.moves == SLIDES) {
            if (node.moves == TURNS) turned(node.axis, mine[0], mine[1], moved);
            else slid(node.axis, mine[0], moved);
            good = compose(node.pose, moved, own) && good;
        }
        if (node.moves == GIVEN)
            for (int k = 0; k < 3; k++) {
                for (int j = 0; j < 3; j++) own.r[3 * k + j] = mine[4 * k + j];
                own.t[k] = mine[4 * k + 3];
            }
        if (node.parent < 0) {
            world = own;
            make_orthogonal(world.r);
        } else good = compose(p.world[(u64)node.parent * p.rows + row], own, world) && good;
        // The library's MAX_TRANSLATION.
        for (int k = 0; k < 3; k++) good = good && fabs(world.t[k]) <= 0x1p98;
        p.world[(u64)n * p.rows + row] = world;
    }
    p.answers[row] = good ? APART : REFUSED;
}

// A pair at one row, if nothing is known of the row yet.
__device__ __forceinline__ void prepare_pair_row(const PairOfRows& p, u32 row) {
    const Question& q = p.question;
    float4 maps[6];
    bool near = false;
    if (q.answers[row] == APART) {
        Pose pose;
        if (!relative(p.world_from_a[row], p.world_from_b[row], pose)) q.answers[row] = REFUSED;
        else if (relate(q, pose, maps)) {
            near = true;
            q.exact[row] = pose;
        }
    }
    if (!near) q.maps[(u64)row * 6].x = NOTHING_TO_WALK;
    else for (int k = 0; k < 6; k++) q.maps[(u64)row * 6 + k] = maps[k];
}
