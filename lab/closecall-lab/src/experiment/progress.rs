//! Watchers of an experiment.

/// Hears how far an experiment has come.
pub trait Progress {
    /// Says that the following steps belong to an experiment.
    fn enter(&mut self, experiment: &str);

    /// Something new begins, in this many steps; what was before is done.
    fn start(&mut self, what: &str, steps: usize);

    /// A step is done.
    fn step(&mut self);
}

/// Nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl Progress for Silence {
    fn enter(&mut self, _experiment: &str) {}
    fn start(&mut self, _what: &str, _steps: usize) {}
    fn step(&mut self) {}
}
