// A warp on this machine, lane by lane: the names of CUDA that the kernels use.
//
// Each lane is a fiber. At every collective a lane yields to the next, so all lanes reach it before one goes on: kernels must call
// collectives with all 32 lanes, as ours do.
#pragma once
#define EMULATED
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <ucontext.h>
#include <vector>

#define __global__
#define __device__
#define __forceinline__ inline
#define __noinline__
#define __grid_constant__
#define __launch_bounds__(...)
#define __shared__ static thread_local
struct alignas(16) float4 { float x, y, z, w; };
struct alignas(16) double2 { double x, y; };
struct alignas(8) uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
struct Index { unsigned x; };

namespace warp {
inline thread_local ucontext_t lanes[32], home;
inline thread_local std::vector<char> stacks[32];
inline thread_local int lane;
inline thread_local unsigned values[2][32], phase[32];
inline thread_local Index block, size, base;
inline thread_local const std::function<void()>* body;

inline void yield() {
    int me = lane;
    lane = (lane + 1) & 31;
    swapcontext(&lanes[me], &lanes[lane]);
}
inline void enter() {
    (*body)();
    int me = lane;
    lane = (me + 1) & 31;
    if (me == 31) setcontext(&home);
    setcontext(&lanes[lane]);
}
inline void run(const std::function<void()>& f) {
    body = &f;
    for (int i = 0; i < 32; i++) {
        stacks[i].resize(1 << 17);
        phase[i] = 0;
        getcontext(&lanes[i]);
        lanes[i].uc_stack.ss_sp = stacks[i].data();
        lanes[i].uc_stack.ss_size = stacks[i].size();
        lanes[i].uc_link = nullptr;
        makecontext(&lanes[i], enter, 0);
    }
    lane = 0;
    swapcontext(&home, &lanes[0]);
}
// Every lane's value, when all have given theirs.
inline unsigned* exchange(unsigned value) {
    unsigned now = phase[lane] ^= 1;
    values[now][lane] = value;
    yield();
    return values[now];
}
}

#define threadIdx (Index{(unsigned)warp::lane + warp::base.x})
#define blockIdx (warp::block)
#define blockDim (warp::size)
inline unsigned __ballot_sync(unsigned, bool p) {
    unsigned *v = warp::exchange(p), mask = 0;
    for (int i = 0; i < 32; i++) mask |= (v[i] ? 1u : 0u) << i;
    return mask;
}
inline unsigned __shfl_sync(unsigned, unsigned x, unsigned from) { return warp::exchange(x)[from]; }
inline void __syncwarp() { warp::exchange(0); }
inline unsigned __reduce_max_sync(unsigned, unsigned x) {
    unsigned *v = warp::exchange(x), most = 0;
    for (int i = 0; i < 32; i++) most = v[i] > most ? v[i] : most;
    return most;
}
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __ffs(unsigned x) { return __builtin_ffs((int)x); }
template <class T> inline T atomicAdd(T* p, T x) { T old = *p; *p += x; return old; }
template <class T> inline T __ldg(const T* p) { return *p; }
using std::fabs, std::fma, std::fmax, std::fmin, std::sqrt;
