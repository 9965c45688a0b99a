//! The progress of experiments, as a bar.

use closecall_lab::experiment::Progress;

use closecall_cli::console;
use closecall_cli::progress::ProgressBar;

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
        self.bar = Some(console::progress(&format!("{} {what}", self.experiment), steps));
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
