//! All tests of this crate that need no process of their own, in one program: it is built once.

#[allow(dead_code, reason = "not every part is used")]
mod oracle {
    pub mod cells;
    pub mod clip;
    pub mod difference;
    pub mod distance;
    pub mod families;
    pub mod number;
    pub mod parting;
    pub mod random;
    pub mod regions;
    pub mod squared;
    pub mod voxels;
}
mod breaking;
mod common;
mod wide_scenes;

mod architecture;
mod arguments;
mod break_exact;
mod break_wide;
mod clearance;
mod deform;
mod depth;
mod distance;
mod distance_oracle;
mod dynamic;
mod dynamic_edges;
mod exact_brute;
mod exact_cases;
mod exact_oracle;
mod exact_orient;
mod exact_shared;
mod exact_symmetry;
mod examples;
mod inside;
mod near;
mod nearest;
mod pair_paths;
mod real_meshes;
mod self_intersection;
mod shape_rays;
mod shapes;
mod solids;
mod straight;
mod sweep;
mod sweep_limits;
mod sweep_random;
mod sweep_start;
mod sweep_world;
mod ties;
mod timed;
mod tree_file;
mod tree_file_damaged;
mod triangle_distance;
mod units;
mod wide;
mod wide_clearance;
mod world;
mod world_asks;
mod world_attach;
mod world_each;
mod world_near;
mod world_shapes;
mod world_timed;
mod write;
