//! The means of an experiment: the settings, scenes, a thread, a shelf for what several
//! experiments use.

use std::any::Any;
use std::collections::HashMap;
use std::rc::Rc;

use closecall::mesh::LoadError;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::Progress;
use super::picture::Picture;
use super::verdict::LEAST_REPETITIONS;
use crate::engine::Setup;
use crate::scenes::{DataSet, NoRoom};
use crate::table::{
    Breadth, Builds, Disagreement, FlightSheet, Questions, TablePlan, TableScene, measure,
};

/// How experiments are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How large the scenes are, and how much of everything is tried.
    pub breadth: Breadth,
    /// The seed of everything that is made.
    pub seed: u64,
    /// How often every time is taken.
    pub reps: usize,
}

impl Settings {
    /// The seed when none is given.
    pub const SEED: u64 = 1998;

    /// The usual seed and repetitions. Small scenes have short flights, which are quickly flown
    /// again.
    #[must_use]
    pub fn new(breadth: Breadth) -> Self {
        let reps = match breadth {
            Breadth::Tiny => 1,
            Breadth::Short => 15,
            Breadth::Full => LEAST_REPETITIONS,
        };
        Self { breadth, seed: Self::SEED, reps }
    }
}

/// Why there is no outcome: a fault of closecall or of the machine, never of the paper.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A scene could not be made.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// Two engines do not agree.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
    /// A model that is there cannot be read.
    #[error(transparent)]
    Model(#[from] LoadError),
    /// An index of space cannot be built.
    #[error(transparent)]
    Space(#[from] crate::engine::IndexError),
    /// There is no thread to build on.
    #[error(transparent)]
    NoThread(#[from] ThreadPoolBuildError),
}

/// The place where experiments are done. What one has put on the shelf the next finds there, so
/// that tables which read the same measurement, as a paper's often do, are made from one.
pub struct Lab<'a> {
    /// How.
    pub settings: Settings,
    /// The pictures that the current experiment has drawn.
    pub pictures: Vec<Picture>,
    /// The receiver of progress.
    pub progress: &'a mut dyn Progress,
    pool: ThreadPool,
    shelf: HashMap<String, Rc<dyn Any>>,
}

impl<'a> Lab<'a> {
    /// An empty one.
    pub fn new(settings: Settings, progress: &'a mut dyn Progress) -> Result<Self, Fault> {
        let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
        Ok(Self { settings, pictures: Vec::new(), progress, pool, shelf: HashMap::new() })
    }

    /// The item on the shelf under `key`; it is made if it is not there.
    ///
    /// # Panics
    /// If something of another type lies there.
    pub fn kept<T: 'static>(
        &mut self,
        key: &str,
        make: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<Rc<T>, Fault> {
        let found = match self.shelf.get(key) {
            Some(found) => found.clone(),
            None => {
                let made: Rc<dyn Any> = Rc::new(make(self)?);
                self.shelf.insert(key.to_owned(), made.clone());
                made
            }
        };
        Ok(found.downcast().unwrap_or_else(|_| panic!("something else lies under {key}")))
    }

    /// The look-alike of a paper's data set.
    pub fn scene(&mut self, set: DataSet) -> Result<Rc<TableScene>, Fault> {
        self.kept(&format!("scene {}", set.name()), |lab| {
            Ok(TableScene::made(set, lab.settings.breadth, lab.settings.seed)?)
        })
    }

    /// Asks every engine about every pose of a scene, in turns; all must give the same answers.
    pub fn measure(
        &mut self,
        scene: &TableScene,
        setups: &[Setup],
        questions: Questions,
        builds: Builds,
    ) -> Result<FlightSheet, Fault> {
        let Self { settings, progress, pool, .. } = self;
        let plan = TablePlan { setups, questions, reps: settings.reps, builds };
        progress.start(&scene.name, plan.reps * setups.len());
        Ok(measure(scene, &plan, pool, || progress.step())?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Silence;
    use super::*;

    #[test]
    fn what_is_kept_is_made_once() {
        let mut silence = Silence;
        let mut lab = Lab::new(Settings::new(Breadth::Tiny), &mut silence).unwrap();
        let mut made = 0;
        for _ in 0..2 {
            let kept = lab.kept("answer", |_| {
                made += 1;
                Ok(42)
            });
            assert_eq!(*kept.unwrap(), 42);
        }
        assert_eq!(made, 1);
        assert!(Rc::ptr_eq(
            &lab.scene(DataSet::Swept).unwrap(),
            &lab.scene(DataSet::Swept).unwrap()
        ));
    }
}
