/* A plain simulation of milling with voxels: every voxel whose middle a flat cutter sweeps is gone. It stands beside `closecall mill --cut` in
   compare.py, at the same resolution.

   Arguments: the stock's low and high corner, the side of a voxel, the cutter's radius. Input: a line for each straight move, `x y z x y z rapid`.
   Output: the volume that is left, and the numbers of rapids that meet something. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The lowest height of the tip while the cutter is over a point of the plane; none if it never is. */
static double lowest(const double *a, const double *b, double x, double y, double r) {
    double dx = b[0] - a[0], dy = b[1] - a[1], px = x - a[0], py = y - a[1];
    double square = dx * dx + dy * dy, along = px * dx + py * dy, rest = px * px + py * py - r * r;
    if (square == 0.0) return rest <= 0.0 ? fmin(a[2], b[2]) : INFINITY;
    double root = along * along - square * rest;
    if (root < 0.0) return INFINITY;
    root = sqrt(root);
    double from = fmax((along - root) / square, 0.0), to = fmin((along + root) / square, 1.0);
    if (from > to) return INFINITY;
    return fmin(a[2] + from * (b[2] - a[2]), a[2] + to * (b[2] - a[2]));
}

int main(int count, char **texts) {
    if (count != 9) return fprintf(stderr, "8 numbers: low, high, voxel, radius\n"), 2;
    double n[8];
    for (int i = 0; i < 8; i++) n[i] = atof(texts[i + 1]);
    const double *low = n, *high = n + 3, side = n[6], r = n[7];
    long size[3];
    for (int k = 0; k < 3; k++) size[k] = lround((high[k] - low[k]) / side);
    unsigned char *left = malloc(size[0] * size[1] * size[2]);
    if (!left) return fprintf(stderr, "no room\n"), 2;
    for (long i = 0; i < size[0] * size[1] * size[2]; i++) left[i] = 1;
    double m[6];
    int rapid;
    for (long number = 0; scanf("%lf %lf %lf %lf %lf %lf %d", m, m + 1, m + 2, m + 3, m + 4, m + 5, &rapid) == 7; number++) {
        long from[2], to[2], met = 0;
        for (int k = 0; k < 2; k++) {
            from[k] = lround(floor((fmin(m[k], m[k + 3]) - r - low[k]) / side));
            to[k] = lround(ceil((fmax(m[k], m[k + 3]) + r - low[k]) / side));
            if (from[k] < 0) from[k] = 0;
            if (to[k] > size[k]) to[k] = size[k];
        }
        for (long i = from[0]; i < to[0]; i++)
            for (long j = from[1]; j < to[1]; j++) {
                double bottom = lowest(m, m + 3, low[0] + (i + 0.5) * side, low[1] + (j + 0.5) * side, r);
                if (bottom == INFINITY) continue;
                long k = lround(ceil((bottom - low[2]) / side - 0.5));
                unsigned char *column = left + (i * size[1] + j) * size[2];
                for (k = k < 0 ? 0 : k; k < size[2]; k++) {
                    if (rapid) met += column[k];
                    else column[k] = 0;
                }
            }
        if (rapid && met) printf("rapid %ld\n", number);
    }
    long sum = 0;
    for (long i = 0; i < size[0] * size[1] * size[2]; i++) sum += left[i];
    printf("volume %.6f\n", sum * side * side * side);
    free(left);
    return 0;
}
