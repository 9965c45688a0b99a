// All kernels. Each takes one struct.
#include "place.h"
#include "walk.h"

#define THREADS (WARPS * 32)

// One pose a thread. The first thread also resets the counters, for the walk that follows.
extern "C" __global__ void prepare(const __grid_constant__ Question q) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) q.counters[TAKEN] = q.counters[FOUND] = q.counters[FOUND + 1] = 0;
    if (i >= q.poses) return;
    Pose pose;
    const double* numbers = q.numbers + (u64)i * q.numbers_per_pose;
    bool good = q.numbers_per_pose == 7 ? pose_of_seven(numbers, pose) : pose_of_rows(numbers, q.numbers_per_pose == 16, pose);
    prepare_one(q, i, pose, good);
}

// All links of a robot, one row of positions a thread.
extern "C" __global__ void place(const __grid_constant__ Placing p) {
    u32 row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < p.rows) place_row(p, row);
}

// One pair of bodies, one row a thread.
extern "C" __global__ void prepare_pair(const __grid_constant__ PairOfRows p) {
    u32 row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row == 0) p.question.counters[TAKEN] = 0;
    if (row < p.question.poses) prepare_pair_row(p, row);
}

// Some touching pair of each pose, or none.
extern "C" __global__ void __launch_bounds__(THREADS, 5) walk_first(const __grid_constant__ Question q) { walk<false, false>(q); }
// All touching pairs.
extern "C" __global__ void __launch_bounds__(THREADS, 5) walk_all(const __grid_constant__ Question q) { walk<true, false>(q); }
// The same, of triangles within the clearance.
extern "C" __global__ void __launch_bounds__(THREADS, 4) walk_first_within(const __grid_constant__ Question q) { walk<false, true>(q); }
extern "C" __global__ void __launch_bounds__(THREADS, 4) walk_all_within(const __grid_constant__ Question q) { walk<true, true>(q); }
