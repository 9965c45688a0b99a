//! The progress of experiments, as a bar.

use closecall_lab::experiment::Progress;
use indicatif::ProgressBar;

use closecall_cli::console;

/// A bar for what is being done; nothing in a pipe.
#[derive(Debug, Default)]
pub struct Bar {
    experiment: String,
    bar: Option<ProgressBar>,
}

impl Bar {
    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Bar {
    fn enter(&mut self, experiment: &str) {
        experiment.clone_into(&mut self.experiment);
    }

    fn start(&mut self, what: &str, steps: usize) {
        self.clear();
        let bar = console::progress("", steps);
        bar.set_message(format!("{} {what}", self.experiment));
        self.bar = Some(bar);
    }

    fn step(&mut self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}
