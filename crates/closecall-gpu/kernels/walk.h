// The walk: four lanes have a pose, two boxes a lane, and a stack of their own.
//
// An item of work is (node of one tree, place of a box of the other): the box is moved into the node's frame and tested against the
// node's eight. A warp takes poses off a counter, so long and short queries mix. Where no poses are left, idle lanes take from the
// bottom of the fullest stack of their warp. Pairs of triangles whose boxes overlap wait in a queue and are decided 32 at a time.
#pragma once
#include "boxes.h"
#include "triangles.h"

#define WARPS 4          // a block
#define LANES 4          // a pose
#define GROUPS 8         // poses a warp works on
#define BOXES 2          // a lane tests
#define DEPTH 48         // of a stack; what does not fit goes to the CPU
#define QUEUE 96         // a flush leaves under 32, and a round adds 64 at most
#define FIRSTS 0x11111111u // the first lane of each group

__device__ __forceinline__ void load_corners(const double2* p, double v[3][3]) {
    double2 x0 = p[0], x1 = p[1], x2 = p[2], x3 = p[3], x4 = p[4];
    v[0][0] = x0.x; v[0][1] = x0.y; v[0][2] = x1.x;
    v[1][0] = x1.y; v[1][1] = x2.x; v[1][2] = x2.y;
    v[2][0] = x3.x; v[2][1] = x3.y; v[2][2] = x4.x;
}

// Decides one pair a lane, of a slot of A and one of B. All lanes of the warp take part.
template <bool ALL, bool WITHIN>
__device__ __forceinline__ void settle(const Question& q, bool active, u32 pose, u32 slot_a, u32 slot_b, u32 lane) {
    Verdict verdict = CLEAR;
    if (active && q.answers[pose] == APART) {
        double a[3][3], b[3][3], carried[3][3];
        load_corners(q.tree[0].corners + (u64)slot_a * 5, a);
        load_corners(q.tree[1].corners + (u64)slot_b * 5, b);
        for (int i = 0; i < 3; i++) carry(q.exact[pose], b[i], carried[i]);
        Relative pair(a, carried);
        verdict = meeting(pair);
        if (WITHIN && verdict != MEET) verdict = within(pair, q.clearance);
        if (verdict == UNSURE) q.answers[pose] = UNDECIDED;
    }
    __syncwarp();
    if (!ALL) {
        if (verdict == MEET) {
            q.answers[pose] = TOUCHING;
            if (q.first) q.first[pose] = q.label == NONE ? uint2{q.tree[0].ids[slot_a], q.tree[1].ids[slot_b]} : uint2{q.label, 0};
        }
        return;
    }
    u32 meet = __ballot_sync(EVERY_LANE, verdict == MEET);
    if (meet == 0) return;
    u32 base = 0;
    if (lane == 0) {
        u64 before = atomicAdd((u64*)&q.counters[FOUND], (u64)__popc(meet));
        base = before < 0xffffffffu ? (u32)before : 0xffffffffu;
    }
    u64 at = (u64)__shfl_sync(EVERY_LANE, base, 0) + __popc(meet & ((1u << lane) - 1));
    if (verdict == MEET && at < q.found_room) {
        u32* to = q.found + 3 * at;
        to[0] = pose; to[1] = q.tree[0].ids[slot_a]; to[2] = q.tree[1].ids[slot_b];
    }
}

template <bool ALL, bool WITHIN>
__device__ __forceinline__ void walk(const Question& q) {
    __shared__ uint2 stacks[WARPS][GROUPS][DEPTH];
    __shared__ uint4 queues[WARPS][QUEUE];
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, mine = lane % LANES, below = (1u << lane) - 1;
    const u32 group = lane / LANES, of_group = 15u << (group * LANES);
    uint2* stack = stacks[warp][group];
    uint4* queue = queues[warp];
    u32 low = 0, top = 0, waiting = 0; // items of the stack are low..top
    u32 next = 0, end = 0, pose = 0;   // poses of the warp that are not begun are next..end
    bool more = true;
    while (true) {
        u32 idle = __ballot_sync(EVERY_LANE, top == low) & FIRSTS;
        if (idle && more) {
            if (next == end) {
                if (lane == 0) next = atomicAdd(&q.counters[TAKEN], q.at_a_time);
                next = __shfl_sync(EVERY_LANE, next, 0);
                end = next + q.at_a_time < q.poses ? next + q.at_a_time : q.poses;
                if (next >= q.poses) { more = false; next = end = 0; }
            }
            u32 rank = __popc(idle & ((1u << (group * LANES)) - 1)), wanted = __popc(idle), left = end - next;
            if (top == low) {
                low = top = 0;
                if (rank < left) {
                    pose = next + rank;
                    if (q.maps[(u64)pose * 6].x != NOTHING_TO_WALK) {
                        if (mine == 0) stack[0] = uint2{q.start_node, q.start_place};
                        top = 1;
                    }
                }
            }
            next += wanted < left ? wanted : left;
            __syncwarp();
        } else if (idle && idle != FIRSTS) {
            u32 most = __reduce_max_sync(EVERY_LANE, (top - low) << 5 | (lane & ~(LANES - 1u)));
            if (most >> 5 > 1) {
                u32 from = most & 31, to = (u32)__ffs(idle) - 1;
                u32 at = __shfl_sync(EVERY_LANE, low, from), its_pose = __shfl_sync(EVERY_LANE, pose, from);
                if (group == to / LANES) {
                    pose = its_pose; low = 0; top = 1;
                    if (mine == 0) stack[0] = stacks[warp][from / LANES][at];
                }
                if (group == from / LANES) low++;
                __syncwarp();
            }
        }
        u32 busy = __ballot_sync(EVERY_LANE, top > low);
        if (waiting >= 32 || busy == 0) {
            if (waiting > 0) {
                u32 take = waiting < 32 ? waiting : 32;
                uint4 pair{0, 0, 0, 0};
                if (lane < take) pair = queue[waiting - take + lane];
                settle<ALL, WITHIN>(q, lane < take, pair.x, pair.y, pair.z, lane);
                waiting -= take;
                __syncwarp();
                continue;
            }
            if (more) continue;
            break;
        }
        bool active = top > low;
        if (active) top--;
        uint2 item = stack[active ? top : 0];
        u32 side = active && (item.x & OF_B) ? 1 : 0, node = active ? item.x & ~OF_B : 0, place = active ? item.y : 0;
        __syncwarp();
        if (active && q.answers[pose] != APART) { low = top = 0; active = false; }
        const Tree &tree = side ? q.tree[1] : q.tree[0], &others = side ? q.tree[0] : q.tree[1];
        Box own[BOXES];
#pragma unroll
        for (int b = 0; b < BOXES; b++) own[b] = box_at(tree, node * 8 + b * LANES + mine);
        Box other = box_at(others, place);
        float ratio = side ? q.ratio[1] : q.ratio[0], size = size_of(other) * (ratio * ratio);
        move_box(q.maps + (u64)pose * 6 + side * 3, ratio, side ? q.slack[1] : q.slack[0], other);
        bool other_leaf = other.child & LEAF, hits[BOXES];
#pragma unroll
        for (int b = 0; b < BOXES; b++) {
            third_axis(own[b].a);
            hits[b] = overlap(own[b], other) & active;
        }
#pragma unroll
        for (int b = 0; b < BOXES; b++) {
            bool leaf = own[b].child & LEAF, pair = hits[b] & leaf & other_leaf, open = hits[b] & !pair;
            // The larger of two boxes is opened, and a triangle never.
            bool down = !leaf & (other_leaf | (size_of(own[b]) >= size));
            u32 opened = __ballot_sync(EVERY_LANE, open), paired = __ballot_sync(EVERY_LANE, pair);
            if (open) {
                u32 to = top + __popc(opened & of_group & below), of_b = side ? OF_B : 0;
                if (to >= DEPTH) q.answers[pose] = STACK_FULL;
                else if (down) stack[to] = uint2{own[b].child | of_b, place};
                else stack[to] = uint2{other.child | (of_b ^ OF_B), node * 8 + b * LANES + mine};
            }
            top += __popc(opened & of_group);
            if (top > DEPTH) top = DEPTH;
            if (pair) {
                u32 this_slot = own[b].child & ~LEAF, other_slot = other.child & ~LEAF;
                queue[waiting + __popc(paired & below)] = uint4{pose, side ? other_slot : this_slot, side ? this_slot : other_slot, 0};
            }
            waiting += __popc(paired);
        }
        __syncwarp();
    }
}
