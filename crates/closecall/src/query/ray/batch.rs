//! Many rays on all cores. Answers are in the order of the rays, whatever the number of threads.

use super::cast::nearer;
use super::{Crossings, RayHit, Rays};
use crate::geom::Ray;
use crate::mesh::Corners;
use crate::parallel;
use crate::wide::{RayWalk, Tree, Visitor};

/// The number of rays a thread takes at a time, at least.
const STRIDE: usize = 256;

/// From this many bytes of a tree on, several rays are under way at a time. With 4 MB (69,451
/// triangles) that was 20 % faster than one by one, with 1 MB, which the cache of a core holds,
/// 10 % slower.
const LARGE: usize = 3 << 20;

impl Rays<'_> {
    /// [`Rays::first`] of every ray.
    #[must_use]
    pub fn first_batch(&self, rays: &[Ray]) -> Vec<Option<RayHit>> {
        if self.model.tree().bytes() < LARGE {
            return self.batch(rays, Self::first);
        }
        self.in_lots(rays, Self::first_of)
    }

    /// [`Rays::any`] of every ray.
    #[must_use]
    pub fn any_batch(&self, rays: &[Ray]) -> Vec<bool> {
        self.batch(rays, Self::any)
    }

    /// [`Rays::all`] of every ray.
    #[must_use]
    pub fn all_batch(&self, rays: &[Ray]) -> Vec<Vec<RayHit>> {
        self.batch(rays, Self::all)
    }

    /// [`Rays::crossings`] of every ray.
    #[must_use]
    pub fn crossings_batch(&self, rays: &[Ray]) -> Vec<Crossings> {
        self.batch(rays, Self::crossings)
    }

    /// [`Rays::first`] of every ray, several under way at a time: while one waits for memory,
    /// others go on. There is no answer yet.
    fn first_of(&mut self, rays: &[Ray], best: &mut [Option<RayHit>]) {
        let Self { model, scratch } = self;
        let triangles = model.mesh().indexed();
        let mut firsts = Firsts { tree: model.tree(), rays, triangles, best };
        RayWalk::many_nearest_first(model.tree(), scratch, rays.len(), &mut firsts);
    }

    fn batch<T: Send + Default>(
        &self,
        rays: &[Ray],
        ask: impl Fn(&mut Self, &Ray) -> T + Sync,
    ) -> Vec<T> {
        self.in_lots(rays, |own, rays, answers| {
            rays.iter().zip(answers).for_each(|(ray, answer)| *answer = ask(own, ray));
        })
    }

    /// Every lot of rays is answered in its place, with a scratch of its own.
    fn in_lots<T: Send + Default>(
        &self,
        rays: &[Ray],
        answer: impl Fn(&mut Self, &[Ray], &mut [T]) + Sync,
    ) -> Vec<T> {
        let mut answers: Vec<T> = rays.iter().map(|_| T::default()).collect();
        let size = parallel::lot(rays.len(), STRIDE);
        let lots = rays.chunks(size).zip(answers.chunks_mut(size)).collect();
        parallel::each(lots, |(rays, answers): (&[Ray], &mut [T])| {
            answer(&mut self.clone(), rays, answers);
        });
        answers
    }
}

/// The first hits of many rays, as far as they are known.
struct Firsts<'q> {
    tree: &'q Tree,
    rays: &'q [Ray],
    triangles: Corners<'q>,
    best: &'q mut [Option<RayHit>],
}

impl<'q> Visitor<'q> for Firsts<'q> {
    fn walk(&mut self, ray: usize) -> Option<RayWalk<'q>> {
        RayWalk::new(self.tree, &self.rays[ray])
    }

    fn visit(&mut self, ray: usize, triangle: u32) -> f64 {
        nearer(&self.rays[ray], triangle, &self.triangles, &mut self.best[ray])
    }
}
