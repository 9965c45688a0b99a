//! Many rays on all cores. Answers are in the order of the rays, whatever the number of threads.

use super::{Crossings, Hit, Rays};
use crate::geom::Ray;
use crate::parallel::prelude::*;

/// How many rays a thread takes at a time.
const STRIDE: usize = 256;

impl Rays<'_> {
    /// [`Rays::first`] of every ray.
    #[must_use]
    pub fn first_batch(&self, rays: &[Ray]) -> Vec<Option<Hit>> {
        self.batch(rays, Self::first)
    }

    /// [`Rays::any`] of every ray.
    #[must_use]
    pub fn any_batch(&self, rays: &[Ray]) -> Vec<bool> {
        self.batch(rays, Self::any)
    }

    /// [`Rays::all`] of every ray.
    #[must_use]
    pub fn all_batch(&self, rays: &[Ray]) -> Vec<Vec<Hit>> {
        self.batch(rays, Self::all)
    }

    /// [`Rays::crossings`] of every ray.
    #[must_use]
    pub fn crossings_batch(&self, rays: &[Ray]) -> Vec<Crossings> {
        self.batch(rays, Self::crossings)
    }

    fn batch<T: Send>(&self, rays: &[Ray], ask: impl Fn(&mut Self, &Ray) -> T + Sync) -> Vec<T> {
        let strides = rays
            .par_chunks(STRIDE)
            .map_init(|| self.clone(), |own, rays| rays.iter().map(|ray| ask(own, ray)).collect::<Vec<T>>());
        strides.collect::<Vec<_>>().into_iter().flatten().collect()
    }
}
