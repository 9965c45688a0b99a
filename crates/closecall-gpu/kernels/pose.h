// Poses: numbers to matrices, and corners carried by them, with the CPU's roundings.
#pragma once
#include "base.h"

// A rotation by rows, and a translation.
struct alignas(16) Pose {
    double r[9], t[3];
};

// 0, or between 2^-200 and 2^100 in magnitude: what is not is refused.
__device__ __forceinline__ bool is_coordinate(double x) {
    double m = fabs(x);
    return m == 0.0 || (m >= 0x1p-200 && m <= 0x1p100);
}

// tx ty tz qw qx qy qz, as `Pose::from_quaternion` takes them. False if they are refused.
__device__ __forceinline__ bool pose_of_seven(const double* p, Pose& out) {
    double w = p[3], x = p[4], y = p[5], z = p[6];
    double norm = sqrt(((w * w + x * x) + y * y) + z * z);
    bool good = fabs(norm - 1.0) <= 1e-6 && is_coordinate(p[0]) && is_coordinate(p[1]) && is_coordinate(p[2]);
    w = w / norm; x = x / norm; y = y / norm; z = z / norm;
    out.r[0] = 1.0 - 2.0 * (y * y + z * z); out.r[1] = 2.0 * (x * y - w * z); out.r[2] = 2.0 * (x * z + w * y);
    out.r[3] = 2.0 * (x * y + w * z); out.r[4] = 1.0 - 2.0 * (x * x + z * z); out.r[5] = 2.0 * (y * z - w * x);
    out.r[6] = 2.0 * (x * z - w * y); out.r[7] = 2.0 * (y * z + w * x); out.r[8] = 1.0 - 2.0 * (x * x + y * y);
    for (int k = 0; k < 3; k++) out.t[k] = p[k];
    return good;
}

// Three rows of four, and a last one if there are four, as `Pose::from_matrix` takes them. False if they are refused, or nearly: the
// CPU then looks again.
__device__ __forceinline__ bool pose_of_rows(const double* p, bool four, Pose& out) {
    bool good = !four || (p[12] == 0.0 && p[13] == 0.0 && p[14] == 0.0 && p[15] == 1.0);
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++) out.r[3 * k + j] = p[4 * k + j];
        out.t[k] = p[4 * k + 3];
        good = good && is_coordinate(out.t[k]);
    }
    const double* r = out.r;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double entry = r[i] * r[j] + r[3 + i] * r[3 + j] + r[6 + i] * r[6 + j];
            good = good && fabs(entry - (i == j ? 1.0 : 0.0)) <= 0.99e-9;
        }
    double determinant = r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
    return good && determinant > 0.5;
}

// `Pose::carry`: ((r0 x + r1 y) + r2 z) + t, and what is under 2^-200 becomes 0.
__device__ __forceinline__ void carry(const Pose& p, const double* v, double* out) {
    for (int k = 0; k < 3; k++) {
        double x = ((p.r[3 * k] * v[0] + p.r[3 * k + 1] * v[1]) + p.r[3 * k + 2] * v[2]) + p.t[k];
        out[k] = fabs(x) < 0x1p-200 ? 0.0 : x;
    }
}
