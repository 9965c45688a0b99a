//! Does a simple model of a robot hold the real one, link by link, and how much sticks out?
//!
//! Both are shapes and meshes by the names of links ([`LinkParts`], `parts`), from URDF files, or for
//! the simple one from a list of spheres (`spheres`). Links are asked one by one, in their own frames
//! ([`closecall::query::Cover`]).
//!
//! A round shape of the real link is asked as the mesh that contains it ([`LinkShape::mesh`]), and
//! what that reaches too far is taken off the lower bound. One that the simple model has, too, at the
//! same place, is held.

mod parts;
mod spheres;

pub use parts::{LinkPart, LinkParts};

use closecall::query::{Cover, Covered};
use closecall::{Answer, Ask};

/// The distance by which a link sticks out of its simple model.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkCover {
    /// The link.
    pub link: String,
    /// The number of parts of the simple model.
    pub parts: usize,
    /// The part of the real link that is furthest out, by its number in [`LinkParts::of_link`].
    pub real: usize,
    /// The distance by which it sticks out: no part of the link is further out than the upper
    /// bound. Points are in the link's frame, triangles those of a part that is a mesh, and parts
    /// those of the simple model.
    pub covered: Covered,
}

impl LinkParts {
    /// The distance by which a link sticks out of the parts that a simple model has for it; none if
    /// it has no shape.
    ///
    /// ```
    /// use closecall::{Answer, Ask};
    /// use closecall_robot::{Description, LinkParts, Packages};
    /// let urdf = br#"<robot name="r"><link name="base">
    ///   <collision><geometry><box size="2 2 2"/></geometry></collision></link></robot>"#;
    /// let real = Description::parse("r.urdf".as_ref(), urdf)?;
    /// let real = LinkParts::of(&real, &Packages::default())?;
    /// let spheres = b"collision_spheres:\n  base:\n  - {center: [0, 0, 0], radius: 1.7}\n";
    /// let simple = LinkParts::parse("r.yml".as_ref(), spheres, &Packages::default())?;
    /// let found = real.sticks_out("base", &simple, &Ask::new()).unwrap().covered;
    /// assert_eq!(found.answer(), Answer::Touching(()));
    /// assert!(found.distance.contains(3.0f64.sqrt() - 1.7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sticks_out(&self, link: &str, simple: &Self, ask: &Ask) -> Option<LinkCover> {
        let parts = simple.of_link(link);
        let mut cover = Cover::new();
        parts.iter().for_each(|part| part.add_to(&mut cover));
        let found = self.of_link(link).iter().map(|part| part.sticks_out(parts, &cover, ask));
        let all: Vec<Covered> = found.collect();
        let furthest =
            |&i: &usize| (all[i].answer() != Answer::Clear, all[i].distance.lo, all[i].distance.hi);
        let before = |a: &(bool, f64, f64), b: &(bool, f64, f64)| {
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
        };
        let real = (0..all.len()).rev().max_by(|i, j| before(&furthest(i), &furthest(j)))?;
        let mut covered = all[real];
        covered.distance.hi = all.iter().map(|found| found.distance.hi).fold(0.0, f64::max);
        Some(LinkCover { link: link.to_owned(), parts: parts.len(), real, covered })
    }
}
