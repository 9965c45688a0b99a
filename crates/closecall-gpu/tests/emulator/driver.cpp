// The driver's functions that this crate calls, on this machine: device memory is the host's, a kernel runs at once, warp by warp.
// The tests build it as libcuda.so and load it in the driver's place.
#include "warp.h"
#include "../../kernels/closecall.cu"
#include <cstdlib>
#include <cstdio>

typedef int Result;
struct Entry { const char* name; void (*run)(const void* parameter); };
template <class T, void (*KERNEL)(T)> void call(const void* parameter) {
    T copy;
    memcpy((void*)&copy, parameter, sizeof copy);
    KERNEL(copy);
}
static Entry entries[] = {
    {"prepare", call<Question, prepare>},
    {"place", call<Placing, place>},
    {"prepare_pair", call<PairOfRows, prepare_pair>},
    {"walk_first", call<Question, walk_first>},
    {"walk_all", call<Question, walk_all>},
    {"walk_first_within", call<Question, walk_first_within>},
    {"walk_all_within", call<Question, walk_all_within>},
};
static char something;

extern "C" {
Result cuInit(unsigned) { return 0; }
Result cuDeviceGetCount(int* n) { *n = 1; return 0; }
Result cuDeviceGet(int* device, int ordinal) { *device = ordinal; return 0; }
Result cuDeviceGetName(char* name, int len, int) { snprintf(name, len, "emulator"); return 0; }
Result cuDeviceGetAttribute(int* value, int, int) { *value = 2; return 0; }
Result cuDevicePrimaryCtxRetain(void** context, int) { *context = &something; return 0; }
Result cuDevicePrimaryCtxRelease_v2(int) { return 0; }
Result cuCtxSetCurrent(void*) { return 0; }
Result cuMemAlloc_v2(uint64_t* p, size_t n) { *p = (uint64_t)aligned_alloc(256, (n + 255) / 256 * 256); return *p ? 0 : 2; }
Result cuMemFree_v2(uint64_t p) { free((void*)p); return 0; }
Result cuMemHostAlloc(void** p, size_t n, unsigned) { *p = aligned_alloc(4096, (n + 4095) / 4096 * 4096); return *p ? 0 : 2; }
Result cuMemFreeHost(void* p) { free(p); return 0; }
Result cuMemcpyHtoD_v2(uint64_t to, const void* from, size_t n) { memcpy((void*)to, from, n); return 0; }
Result cuMemcpyHtoDAsync_v2(uint64_t to, const void* from, size_t n, void*) { memcpy((void*)to, from, n); return 0; }
Result cuMemcpyDtoH_v2(void* to, uint64_t from, size_t n) { memcpy(to, (void*)from, n); return 0; }
Result cuMemcpyDtoHAsync_v2(void* to, uint64_t from, size_t n, void*) { memcpy(to, (void*)from, n); return 0; }
Result cuStreamCreate(void** stream, unsigned) { *stream = &something; return 0; }
Result cuStreamSynchronize(void*) { return 0; }
Result cuStreamDestroy_v2(void*) { return 0; }
Result cuEventCreate(void** event, unsigned) { *event = &something; return 0; }
Result cuEventRecord(void*, void*) { return 0; }
Result cuEventElapsedTime(float* ms, void*, void*) { *ms = 1.0f; return 0; }
Result cuEventDestroy_v2(void*) { return 0; }
Result cuModuleLoadData(void** module, const void*) { *module = &something; return 0; }
Result cuModuleUnload(void*) { return 0; }
Result cuModuleGetFunction(void** function, void*, const char* name) {
    for (Entry& entry : entries)
        if (strcmp(entry.name, name) == 0) { *function = &entry; return 0; }
    return 500;
}
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void*, int, size_t) { *blocks = 1; return 0; }
Result cuGetErrorName(int, const char** name) { *name = "EMULATED"; return 0; }
Result cuGetErrorString(int, const char** text) { *text = "an error of the emulator"; return 0; }
Result cuLaunchKernel(void* function, unsigned blocks, unsigned, unsigned, unsigned threads, unsigned, unsigned, unsigned, void*, void** parameters, void**) {
    Entry* entry = (Entry*)function;
    for (unsigned block = 0; block < blocks; block++)
        for (unsigned warp = 0; warp < threads / 32; warp++) {
            warp::block = Index{block};
            warp::size = Index{threads};
            warp::base = Index{warp * 32};
            warp::run([&] { entry->run(parameters[0]); });
        }
    return 0;
}
}
