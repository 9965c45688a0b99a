//! Support planes: what tells contents apart whose volumes overlap. (Vogiannou et al. 2010)
//!
//! A node keeps planes that touch its contents and leave them on one side. Two nodes lend one plane
//! each, chosen by where the volumes lie; then region and planes together may prove what neither
//! does alone.
//!
//! # The theorem as it is used here
//!
//! Let R₁ hold the contents O₁, let them lie below the plane E₁, and let O₂ lie below E₂: n₂·x ≤
//! e₂. Case 1 of the paper's theorem 3.2 is positive if and only if R₁ ∩ H₁⁻ has no point in H₂⁻,
//! that is, if the least of n₂·x over R₁ ∩ H₁⁻ lies beyond e₂:
//!
//! * if it is positive, its proof shows that R₁ ∩ H₁⁻ ∩ H₂⁻ is empty;
//! * if that is empty, the line E₁ ∩ E₂, which is in both closed half-spaces, does not meet R₁; a
//!   point q of R₁ ∩ H₂⁻ is above E₁, a point p of E₁ ∩ R₁ is above E₂, and the way from p to q
//!   crosses E₂ inside R₁ and hence above E₁: inequality (1). And where E₂ misses R₁, R₁ lies above
//!   it, since otherwise R₁ ∩ H₁⁻, which holds O₁, would be in H₂⁻: inequality (2).
//!
//! So E₂ itself separates, with the gap min − e₂, and a [`Separation`] says so: it works with
//! walks, clearances and fronts like that of any other test. Neither line nor points are needed,
//! and nothing depends on where they lie. Case 2 is the mirror image.
//!
//! [`Separation`]: super::Separation

mod enclosed;
mod grid;
mod mapping;
mod region;
mod reject;

pub use enclosed::{enclosed_by_faces, enclosed_by_planes};
pub use mapping::{Basis, Mapping, Recipe, Sampling};
pub(in crate::volume) use region::ways_to_common_box;
pub use region::{Least, SupportRegion};
pub use reject::{apart, beyond};

use super::Rigid;
use closecall::engine::geom::DVec3;

/// A plane through a point of the contents, with all contents below it.
///
/// Invariant: `normal`·(x − `point`) ≤ 0 for every x of the contents, in exact arithmetic with the
/// stored numbers; the normal is a unit vector up to eight roundings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Away from the contents.
    pub normal: DVec3,
    /// A corner of the contents.
    pub point: DVec3,
}

impl Plane {
    /// The plane in the other body's frame. The invariant then holds up to the slack, see
    /// [`beyond`].
    #[inline]
    #[must_use]
    pub fn moved(&self, rigid: &Rigid) -> Self {
        Self { normal: rigid.rotation * self.normal, point: rigid.carry(self.point) }
    }
}
