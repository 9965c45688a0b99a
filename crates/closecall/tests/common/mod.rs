//! Scenes that every engine must answer like brute force, and the random numbers they are made of.

#![allow(dead_code, reason = "every test binary uses another part")]

pub mod cover;
pub mod flight;
pub mod real;
pub mod scenes;
pub mod wander;

use closecall::engine::geom::DVec3;
use closecall::geom::Pose;
use std::io::Write as _;

/// A small generator, so that every run sees the same scenes.
pub struct Random(pub u64);

impl Random {
    /// From 0 to 1.
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// From −1 to 1.
    pub fn signed(&mut self) -> f64 {
        self.next() * 2.0 - 1.0
    }

    /// A whole number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() * n as f64) as usize).min(n - 1)
    }

    /// Components from −1 to 1.
    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.signed(), self.signed(), self.signed())
    }

    /// Whole components from 0 to `n`.
    pub fn lattice(&mut self, n: usize) -> DVec3 {
        DVec3::new(self.below(n + 1) as f64, self.below(n + 1) as f64, self.below(n + 1) as f64)
    }

    /// A unit quaternion.
    pub fn rotation(&mut self) -> [f64; 4] {
        loop {
            let q = [self.signed(), self.signed(), self.signed(), self.signed()];
            let norm = q.iter().map(|c| c * c).sum::<f64>().sqrt();
            if (0.1..1.0).contains(&norm) {
                return q.map(|c| c / norm);
            }
        }
    }

    /// Any rotation, and a translation up to `reach`.
    pub fn pose(&mut self, reach: f64) -> Pose {
        Pose::from_quaternion((self.vector() * reach).to_array(), self.rotation()).unwrap()
    }

    /// A quarter or half turn about an axis, and a whole translation up to `reach`: keeps lattices
    /// on the lattice, nearly.
    pub fn lattice_pose(&mut self, reach: usize) -> Pose {
        let h = std::f64::consts::FRAC_1_SQRT_2;
        let turns = [
            [1.0, 0.0, 0.0, 0.0],
            [h, h, 0.0, 0.0],
            [h, 0.0, h, 0.0],
            [0.0, 0.0, 0.0, 1.0],
            [h, 0.0, 0.0, h],
        ];
        let translation = self.lattice(2 * reach) - DVec3::splat(reach as f64);
        Pose::from_quaternion(translation.to_array(), turns[self.below(turns.len())]).unwrap()
    }
}

/// The folder with recorded flights and real meshes, if it is there; says so where it is not.
pub fn shared_folder(test: &str) -> Option<std::path::PathBuf> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder =
        std::env::var_os("CLOSECALL_SHARED").map_or_else(|| root.join("../shared"), Into::into);
    if folder.is_dir() {
        return Some(folder);
    }
    // Not by println!, which tests keep to themselves where they pass.
    _ = writeln!(std::io::stderr(), "{test}: skipped, there is no folder {}", folder.display());
    None
}
