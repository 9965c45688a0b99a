// Pairs of triangles in f64: decided where rounding cannot matter. The bounds are those of `kernel/pair.rs` of the library.
#pragma once
#include "question.h"

enum Verdict { CLEAR, MEET, UNSURE };

__device__ __forceinline__ void cross(const double* a, const double* b, double* c) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}
__device__ __forceinline__ double dot(const double* a, const double* b) { return fma(a[0], b[0], fma(a[1], b[1], a[2] * b[2])); }
__device__ __forceinline__ void minus(const double* a, const double* b, double* c) {
    for (int k = 0; k < 3; k++) c[k] = a[k] - b[k];
}
__device__ __forceinline__ double largest(const double* a) { return fmax(fmax(fabs(a[0]), fabs(a[1])), fabs(a[2])); }

// The signs of three numbers, a bit each, and whether one of them is unsure.
struct Signs {
    int negative;
    bool unsure;
    __device__ __forceinline__ Signs(const double* v, double uncertain) {
        unsure = fmin(fmin(fabs(v[0]), fabs(v[1])), fabs(v[2])) <= uncertain;
        negative = (v[0] < 0) | (v[1] < 0) << 1 | (v[2] < 0) << 2;
    }
    __device__ __forceinline__ bool alike() const { return negative == 0 || negative == 7; }
    // Does the edge from corner i change sides?
    __device__ __forceinline__ bool changes(int i) const { return (negative >> i ^ negative >> (i + 1) % 3) & 1; }
};

// Two triangles relative to the first corner of the one, which is 0 then.
struct Relative {
    double p[3][3], q[3][3], m;
    __device__ __forceinline__ Relative(const double a[3][3], const double b[3][3]) {
        for (int k = 0; k < 3; k++) p[0][k] = 0.0;
        minus(a[1], a[0], p[1]);
        minus(a[2], a[0], p[2]);
        for (int i = 0; i < 3; i++) minus(b[i], a[0], q[i]);
        m = fmax(fmax(largest(p[1]), largest(p[2])), fmax(largest(q[0]), fmax(largest(q[1]), largest(q[2]))));
    }
};

// Do they meet? Where a sign is within 544 roundings of m^3 of 0, this does not know.
__device__ __forceinline__ Verdict meeting(const Relative& of) {
    const double(*p)[3] = of.p;
    const double(*q)[3] = of.q;
    double uncertain = of.m * of.m * of.m * (544.0 * 0x1p-53);
    double normal[3], heights[3], seen[3], q_edges[3][3], p_edges[3][3], p_moments[3][3];
    cross(p[1], p[2], normal);
    for (int i = 0; i < 3; i++) heights[i] = dot(normal, q[i]);
    Signs q_sides(heights, uncertain);
    if (!q_sides.unsure && q_sides.alike()) return CLEAR;
    for (int i = 0; i < 3; i++) minus(q[(i + 1) % 3], q[i], q_edges[i]);
    cross(q_edges[0], q_edges[1], normal);
    for (int i = 0; i < 3; i++) {
        minus(p[i], q[0], seen);
        heights[i] = dot(normal, seen);
    }
    Signs p_sides(heights, uncertain);
    if (!p_sides.unsure && p_sides.alike()) return CLEAR;
    for (int i = 0; i < 3; i++) {
        minus(p[(i + 1) % 3], p[i], p_edges[i]);
        cross(p[i], p_edges[i], p_moments[i]);
    }
    double least = 0x1p1023;
    int negative = 0; // bit 3i+j: how edge i of p passes edge j of q
    for (int j = 0; j < 3; j++) {
        double moment[3];
        cross(q[j], q_edges[j], moment);
        for (int i = 0; i < 3; i++) {
            double side = dot(p_edges[i], moment) + dot(p_moments[i], q_edges[j]);
            least = fmin(least, fabs(side));
            negative |= (side < 0) << (3 * i + j);
        }
    }
    if (least <= uncertain || p_sides.unsure || q_sides.unsure) return UNSURE;
    bool through = false;
    for (int i = 0; i < 3; i++) {
        int row = negative >> (3 * i) & 7;
        int column = (negative >> i & 1) | (negative >> (3 + i) & 1) << 1 | (negative >> (6 + i) & 1) << 2;
        through |= (p_sides.changes(i) && (row == 0 || row == 7)) || (q_sides.changes(i) && (column == 0 || column == 7));
    }
    return through ? MEET : CLEAR;
}

// The nearest points found so far: their squared distance, and the line along which a gap is sought.
struct Nearest {
    double square, line[3];
    __device__ __forceinline__ void offer(double s, const double* l) {
        if (!(s < square)) return;
        square = s;
        for (int k = 0; k < 3; k++) line[k] = l[k];
    }
};
__device__ __forceinline__ double share(double over, double under) { return under > 0.0 ? fmin(fmax(over / under, 0.0), 1.0) : 0.0; }

// The nearest points of two edges, given by where they begin and how far they go.
__device__ __forceinline__ void between_edges(const double* p, const double* u, const double* q, const double* v, Nearest& best) {
    double w[3], line[3];
    minus(p, q, w);
    double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
    double s = share(uv * vw - uw * vv, uu * vv - uv * uv);
    double t = share(uv * s + vw, vv);
    s = share(uv * t - uw, uu);
    for (int k = 0; k < 3; k++) line[k] = fma(u[k], s, w[k] - v[k] * t);
    best.offer(dot(line, line), line);
}

// A corner over the face that two edges from `start` span; `sign` turns the line from q to p.
__device__ __forceinline__ void over_face(const double* corner, const double* start, const double* e, const double* f, double sign, Nearest& best) {
    double w[3], n[3], x[3], foot[3], line[3];
    minus(corner, start, w);
    cross(e, f, n);
    double square = dot(n, n);
    cross(w, f, x);
    double y = dot(x, n);
    cross(e, w, x);
    double z = dot(x, n);
    if (!(square > 0.0) || y < 0.0 || z < 0.0 || y + z > square) return;
    double height = dot(n, w) / square;
    y = y / square; z = z / square;
    for (int k = 0; k < 3; k++) {
        foot[k] = (w[k] - e[k] * y) - f[k] * z;
        line[k] = n[k] * (height * sign);
    }
    best.offer(dot(foot, foot), line);
}

// Are they certainly within a distance of each other, or certainly not? For triangles that do not certainly meet.
//
// Any line gives a lower bound, and any two points an upper one. As the library derives: points and projections are off by less than
// 128 roundings of m, all else by under 16 of itself.
__device__ __noinline__ Verdict within(const Relative& of, double distance) {
    const double(*p)[3] = of.p;
    const double(*q)[3] = of.q;
    Nearest best{0x1p1000, {0.0, 0.0, 0.0}};
    double pe[3][3], qe[3][3], p_other[3], q_other[3];
    for (int i = 0; i < 3; i++) {
        minus(p[(i + 1) % 3], p[i], pe[i]);
        minus(q[(i + 1) % 3], q[i], qe[i]);
    }
    minus(p[2], p[0], p_other);
    minus(q[2], q[0], q_other);
#pragma unroll 1
    for (int i = 0; i < 3; i++)
#pragma unroll 1
        for (int j = 0; j < 3; j++) between_edges(p[i], pe[i], q[j], qe[j], best);
#pragma unroll 1
    for (int i = 0; i < 3; i++) {
        over_face(p[i], q[0], qe[0], q_other, 1.0, best);
        over_face(q[i], p[0], pe[0], p_other, -1.0, best);
    }
    double low = 0.0, high = -0x1p1000;
    for (int i = 0; i < 3; i++) {
        low = fmin(low, dot(best.line, p[i]));
        high = fmax(high, dot(best.line, q[i]));
    }
    double off = of.m * (128.0 * 0x1p-53);
    double gap = (low - high) / sqrt(dot(best.line, best.line) + 0x1p-1000);
    double at_least = gap * (1.0 - 16.0 * 0x1p-53) - off;
    double at_most = sqrt(best.square) * (1.0 + 16.0 * 0x1p-53) + off;
    if (at_most <= distance) return MEET;
    return at_least > distance ? CLEAR : UNSURE;
}
