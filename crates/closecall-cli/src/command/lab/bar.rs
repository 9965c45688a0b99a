//! The progress of experiments, as a bar.

use closecall_lab::experiment::Progress;
use indicatif::ProgressBar;

use crate::console;

/// A bar for what is being done; nothing in a pipe.
#[derive(Debug, Default)]
pub struct Bar {
    experiment: String,
    bar: Option<ProgressBar>,
}

impl Progress for Bar {
    fn enter(&mut self, experiment: &str) {
        experiment.clone_into(&mut self.experiment);
    }

    fn start(&mut self, what: &str, steps: usize) {
        let words = format!("{} {what}", self.experiment);
        let bar = self.bar.insert(console::progress("", steps));
        bar.set_message(words);
    }

    fn step(&mut self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
