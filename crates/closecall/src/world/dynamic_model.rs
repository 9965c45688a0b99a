//! A model that takes and loses triangles. (Klosowski 1998, §9.1, "Dynamic Environments")

use crate::geom::Triangle;
use crate::mesh::{Mesh, MeshError, Unit, UnitsDiffer};
use crate::query::live::{HALF_CHANGED, Live};
use crate::query::{Model, Subject};
use crate::wide::BuildOptions;
use crate::wide::dynamic::Accounts;
use std::sync::Arc;

/// Triangles that came together and can go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Obstacle {
    slot: u32,
    generation: u32,
}

/// Why a change was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DynamicError {
    /// The obstacle was removed already, or is another model's.
    #[error("obstacle {} is not in the model, or not any more", .0.slot)]
    NoSuchObstacle(Obstacle),
    /// There are not this many triangles.
    #[error("there is no triangle {triangle}, there are {triangles}")]
    NoSuchTriangle {
        /// The number that was given.
        triangle: u32,
        /// The number of triangles.
        triangles: usize,
    },
    /// A model has at least one triangle.
    #[error("nothing would be left: a model has at least one triangle")]
    NothingLeft,
    /// The mesh to insert states another unit.
    #[error("the obstacle is not in the unit of the model: {0}")]
    Units(#[from] UnitsDiffer),
    /// The arrays to insert are no mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// A model that grows and shrinks, triangle by triangle or obstacle by obstacle, without being
/// built anew.
///
/// Triangles are numbered from 0 without gaps: when one is removed, the last gets its number. A
/// [`crate::Pair`] that is made of it watches it: the next query sees what has changed.
/// [`DynamicModel::model`] is a snapshot, which does not change; a world keeps such a snapshot
/// until [`super::World::set_model`] gives it the next. [`DynamicModel::generation`] counts the
/// changes.
///
/// Changes are made in place. Only the first change after a snapshot was taken, and kept, copies
/// the model. A change during a query on another thread waits for the query, or copies if that
/// would take less time. A clone is a model of its own, which no pair watches yet. If a change
/// panics, the model may be half changed: every later question about it panics too.
///
/// ```
/// use closecall::mesh::shapes;
/// use closecall::world::DynamicModel;
/// use closecall::{Model, Pose};
/// let cube = shapes::cuboid([0.0; 3], [1.0; 3]);
/// let mut scene = DynamicModel::new(&cube);
/// let probe = Model::new(shapes::tetrahedron(0.1));
/// let pose = Pose::from_translation([3.0, 0.5, 0.5])?;
/// assert!(!scene.model().collides(&probe, &pose)?);
/// let wall = scene.insert(&shapes::cuboid([3.0, 0.0, 0.0], [4.0, 1.0, 1.0]))?;
/// assert!(scene.model().collides(&probe, &pose)?);
/// scene.remove(wall)?;
/// assert!(!scene.model().collides(&probe, &pose)?);
/// assert_eq!(scene.generation(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DynamicModel {
    model: Model,
    /// The model again, for the pairs that watch it; withdrawn from there for every change.
    live: Arc<Live>,
    accounts: Accounts,
    generation: u64,
    /// Has a change begun that has not ended?
    half_changed: bool,
    /// The obstacle of every triangle, and its place in the obstacle's list.
    owners: Vec<(u32, u32)>,
    /// The triangles of every obstacle, by slot; none of one that is gone.
    obstacles: Vec<Vec<u32>>,
    /// The number of earlier uses of every slot. One that has been used 2³² times is not used
    /// again.
    generations: Vec<u32>,
    free: Vec<u32>,
}

/// One triangle in this many that come at once, and everything is built anew.
const BULK: usize = 4;

impl DynamicModel {
    /// A model of a mesh, which becomes its first obstacle.
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        Self::with_options(mesh, &BuildOptions::default())
    }

    /// A model of a mesh, built as the options say, now and later.
    #[must_use]
    pub fn with_options(mesh: &Mesh, options: &BuildOptions) -> Self {
        let mesh = mesh.loose();
        let triangles: Vec<u32> = (0..mesh.triangle_count() as u32).collect();
        let (tree, accounts) = Accounts::start(&mesh, options);
        let model = Model::of_parts(mesh, tree);
        Self {
            live: Arc::new(Live::new(&model, 0)),
            model,
            accounts,
            generation: 0,
            half_changed: false,
            owners: triangles.iter().map(|&triangle| (0, triangle)).collect(),
            obstacles: vec![triangles],
            generations: vec![0],
            free: Vec::new(),
        }
    }

    /// As it is now.
    ///
    /// # Panics
    /// If a change panicked.
    #[must_use]
    pub fn model(&self) -> &Model {
        self.assert_whole();
        &self.model
    }

    /// The number of changes so far.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The obstacle that a triangle belongs to.
    ///
    /// # Errors
    /// If there is no such triangle.
    pub fn obstacle_of(&self, triangle: u32) -> Result<Obstacle, DynamicError> {
        self.numbered(triangle)?;
        let slot = self.owners[triangle as usize].0;
        Ok(Obstacle { slot, generation: self.generations[slot as usize] })
    }

    /// The numbers that an obstacle's triangles have now, in no particular order.
    ///
    /// # Errors
    /// If it is not here.
    pub fn triangles_of(&self, obstacle: Obstacle) -> Result<&[u32], DynamicError> {
        Ok(&self.obstacles[self.slot(obstacle)?])
    }

    /// Takes in an obstacle; its triangles get the next numbers. A model that states no unit gets
    /// that of the first obstacle that states one.
    ///
    /// # Errors
    /// If there would be too many triangles, or it states another unit than the model.
    pub fn insert(&mut self, obstacle: &Mesh) -> Result<Obstacle, DynamicError> {
        Unit::agree(self.model.unit(), obstacle.unit())?;
        self.insert_all(obstacle.iter(), obstacle.unit())
    }

    /// Takes in a triangle as an obstacle of its own.
    ///
    /// # Errors
    /// If a coordinate is out of range.
    pub fn insert_triangle(
        &mut self,
        corners: [impl Into<[f64; 3]>; 3],
    ) -> Result<Obstacle, DynamicError> {
        let mesh = Mesh::new(Vec::from(corners), vec![[0, 1, 2]])?;
        self.insert_all(mesh.iter(), None)
    }

    fn insert_all(
        &mut self,
        triangles: impl ExactSizeIterator<Item = Triangle>,
        unit: Option<Unit>,
    ) -> Result<Obstacle, DynamicError> {
        let count = self.owners.len() + triangles.len();
        if count * 3 > u32::MAX as usize {
            return Err(MeshError::TooManyTriangles { count }.into());
        }
        Ok(self.change(|this| this.take_in(triangles, unit)))
    }

    /// Lets an obstacle go, with all its triangles.
    ///
    /// # Errors
    /// If it is not here, or nothing else is.
    pub fn remove(&mut self, obstacle: Obstacle) -> Result<(), DynamicError> {
        let slot = self.slot(obstacle)?;
        if self.obstacles[slot].len() == self.owners.len() {
            return Err(DynamicError::NothingLeft);
        }
        self.change(|this| {
            while let Some(&triangle) = this.obstacles[slot].last() {
                this.take_out(triangle);
            }
            this.retire(slot);
        });
        Ok(())
    }

    /// Lets a triangle go, and its obstacle if it was the last of it; the last triangle gets its
    /// number.
    ///
    /// # Errors
    /// If there is no such triangle, or no other.
    pub fn remove_triangle(&mut self, triangle: u32) -> Result<(), DynamicError> {
        self.numbered(triangle)?;
        if self.owners.len() == 1 {
            return Err(DynamicError::NothingLeft);
        }
        let slot = self.owners[triangle as usize].0 as usize;
        self.change(|this| {
            this.take_out(triangle);
            if this.obstacles[slot].is_empty() {
                this.retire(slot);
            }
        });
        Ok(())
    }

    /// Panics, saying where, unless everything is in order.
    #[cfg(feature = "lab")]
    pub(crate) fn check(&self) {
        self.assert_whole();
        let mesh = self.model.mesh();
        self.accounts.check(self.model.tree(), mesh);
        assert_eq!(self.owners.len(), mesh.triangle_count());
        for (triangle, &(slot, place)) in (0..).zip(&self.owners) {
            assert_eq!(
                self.obstacles[slot as usize][place as usize], triangle,
                "the owner of triangle {triangle}"
            );
        }
        assert_eq!(self.obstacles.iter().map(Vec::len).sum::<usize>(), self.owners.len());
    }

    /// Makes a change that will succeed, out of sight of those who watch.
    fn change<T>(&mut self, change: impl FnOnce(&mut Self) -> T) -> T {
        let live = Arc::clone(&self.live);
        let withdrawn = live.withdraw();
        self.half_changed = true;
        let made = change(self);
        self.half_changed = false;
        self.generation += 1;
        withdrawn.show(&self.model, self.generation);
        made
    }

    fn assert_whole(&self) {
        assert!(!self.half_changed, "{HALF_CHANGED}");
    }

    fn take_in(
        &mut self,
        triangles: impl ExactSizeIterator<Item = Triangle>,
        unit: Option<Unit>,
    ) -> Obstacle {
        let (mesh, tree) = self.model.parts_mut();
        mesh.adopt_unit(unit);
        let (first, more) = (mesh.triangle_count() as u32, triangles.len() as u32);
        let slot = self.free.pop().unwrap_or_else(|| {
            self.obstacles.push(Vec::new());
            self.generations.push(0);
            (self.obstacles.len() - 1) as u32
        });
        let bulk = more as usize * BULK > first as usize;
        for corners in triangles {
            mesh.push_loose(corners);
            if !bulk {
                self.accounts.insert(tree, mesh);
            }
        }
        if bulk {
            self.accounts.rebuild(tree, mesh);
        }
        self.owners.extend((0..more).map(|place| (slot, place)));
        self.obstacles[slot as usize] = (first..first + more).collect();
        Obstacle { slot, generation: self.generations[slot as usize] }
    }

    fn take_out(&mut self, triangle: u32) {
        let (mesh, tree) = self.model.parts_mut();
        mesh.swap_remove_loose(triangle as usize);
        self.accounts.remove(tree, mesh, triangle);
        let (slot, place) = self.owners.swap_remove(triangle as usize);
        let list = &mut self.obstacles[slot as usize];
        list.swap_remove(place as usize);
        if let Some(&moved) = list.get(place as usize) {
            // The last triangle may have this place and another number from now on.
            let number = if moved as usize == self.owners.len() { triangle } else { moved };
            self.owners[number as usize].1 = place;
        }
        if let Some(&(slot, place)) = self.owners.get(triangle as usize) {
            self.obstacles[slot as usize][place as usize] = triangle;
        }
    }

    /// An obstacle is gone: its slot can be used again, as long as its uses can be told apart.
    fn retire(&mut self, slot: usize) {
        if let Some(next) = self.generations[slot].checked_add(1) {
            self.generations[slot] = next;
            self.free.push(slot as u32);
        }
    }

    fn slot(&self, obstacle: Obstacle) -> Result<usize, DynamicError> {
        self.assert_whole();
        let slot = obstacle.slot as usize;
        let here = self.obstacles.get(slot).is_some_and(|triangles| !triangles.is_empty());
        if here && self.generations[slot] == obstacle.generation {
            Ok(slot)
        } else {
            Err(DynamicError::NoSuchObstacle(obstacle))
        }
    }

    fn numbered(&self, triangle: u32) -> Result<(), DynamicError> {
        self.assert_whole();
        let triangles = self.owners.len();
        if (triangle as usize) < triangles {
            Ok(())
        } else {
            Err(DynamicError::NoSuchTriangle { triangle, triangles })
        }
    }
}

/// A model of its own, which no pair watches yet.
///
/// # Panics
/// If a change panicked.
impl Clone for DynamicModel {
    fn clone(&self) -> Self {
        self.assert_whole();
        Self {
            model: self.model.clone(),
            live: Arc::new(Live::new(&self.model, self.generation)),
            accounts: self.accounts.clone(),
            generation: self.generation,
            half_changed: false,
            owners: self.owners.clone(),
            obstacles: self.obstacles.clone(),
            generations: self.generations.clone(),
            free: self.free.clone(),
        }
    }
}

impl From<&DynamicModel> for Subject {
    fn from(dynamic: &DynamicModel) -> Self {
        Self::watching(&dynamic.live)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::tetrahedron;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_slot_that_was_used_too_often_is_not_used_again() {
        let mut dynamic = DynamicModel::new(&tetrahedron(1.0));
        let first = dynamic.insert(&tetrahedron(2.0)).unwrap();
        dynamic.remove(first).unwrap();
        dynamic.generations[first.slot as usize] = u32::MAX;
        let last = dynamic.insert(&tetrahedron(2.0)).unwrap();
        assert_eq!((last.slot, last.generation), (first.slot, u32::MAX));
        dynamic.remove(last).unwrap();
        assert_eq!(dynamic.triangles_of(last), Err(DynamicError::NoSuchObstacle(last)));
        let next = dynamic.insert(&tetrahedron(2.0)).unwrap();
        assert_ne!(next.slot, last.slot);
        assert_eq!(dynamic.remove(last), Err(DynamicError::NoSuchObstacle(last)));
        assert_eq!(dynamic.remove(first), Err(DynamicError::NoSuchObstacle(first)));
        dynamic.check();
    }

    #[test]
    fn half_a_model_is_neither_shown_nor_cloned() {
        let mut dynamic = DynamicModel::new(&tetrahedron(1.0));
        let first = dynamic.obstacle_of(0).unwrap();
        let change = || {
            dynamic.change(|this| {
                this.model.parts_mut().0.swap_remove_loose(0);
                panic!("in the middle of a change");
            })
        };
        assert!(catch_unwind(AssertUnwindSafe(change)).is_err());
        let asked = [
            catch_unwind(AssertUnwindSafe(|| _ = dynamic.model())),
            catch_unwind(AssertUnwindSafe(|| drop(dynamic.clone()))),
            catch_unwind(AssertUnwindSafe(|| drop(dynamic.obstacle_of(0)))),
            catch_unwind(AssertUnwindSafe(|| _ = dynamic.triangles_of(first))),
        ];
        for panic in asked {
            assert_eq!(
                panic.unwrap_err().downcast_ref::<String>().map(String::as_str),
                Some(HALF_CHANGED)
            );
        }
    }
}
