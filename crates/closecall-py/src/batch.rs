//! Many rows of numbers, an answer each, on all cores.
//!
//! Rows are read where they are asked about: a batch of poses is never in memory as a whole. Of
//! rows that are refused the first is named, however many threads there are. Ctrl-C ends a batch
//! between two rows.

use crate::interrupt::{self, Stop};
use crate::{failure, threads};
use pyo3::{PyErr, PyResult, Python};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many rows a thread takes at a time.
const STRIDE: usize = 64;

/// So few rows are asked by the thread that has them.
const FEW: usize = 4;

/// Rows of numbers, one after the other.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    values: &'a [f64],
    width: usize,
    /// The name of a row, for messages.
    what: &'static str,
}

impl<'a> Rows<'a> {
    /// Rows of `width` numbers each.
    pub fn new(values: &'a [f64], width: usize, what: &'static str) -> Self {
        debug_assert_eq!(values.len() % width, 0);
        Self { values, width, what }
    }

    pub fn len(&self) -> usize {
        self.values.len() / self.width
    }

    /// Reads and asks about every row, on a number of threads and with Python's lock released; each
    /// thread has a state of its own. A few rows are asked sooner than other threads wake up.
    pub fn ask<S, P: Send, T: Clone + Default + Send>(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        start: impl Fn() -> S + Sync,
        read: impl Fn(&[f64]) -> Result<P, String> + Sync,
        ask: impl Fn(&mut S, &P) -> Result<T, String> + Sync,
    ) -> PyResult<Vec<T>> {
        threads::check(threads)?;
        if self.len() > FEW {
            return interrupt::run(py, threads, |stop| self.ask_all(stop, &start, &read, &ask))?;
        }
        py.detach(|| {
            let mut state = start();
            let rows = self.values.chunks_exact(self.width).enumerate();
            rows.map(|(row, values)| {
                let answer = read(values).and_then(|read| ask(&mut state, &read));
                answer.map_err(|why| self.refused(row, &why))
            })
            .collect()
        })
    }

    fn ask_all<S, P: Send, T: Clone + Default + Send>(
        &self,
        stop: Stop,
        start: &(impl Fn() -> S + Sync),
        read: &(impl Fn(&[f64]) -> Result<P, String> + Sync),
        ask: &(impl Fn(&mut S, &P) -> Result<T, String> + Sync),
    ) -> PyResult<Vec<T>> {
        let mut answers = vec![T::default(); self.len()];
        let refused = AtomicUsize::new(usize::MAX);
        let strides = self.values.par_chunks(STRIDE * self.width);
        let strides = answers.par_chunks_mut(STRIDE).zip(strides).enumerate();
        let begin = || (start(), Vec::with_capacity(STRIDE));
        strides.for_each_init(begin, |(state, ready), (stride, (answers, rows))| {
            // What comes after a row that is refused need not be asked.
            if stop.is_set() || stride * STRIDE > refused.load(Ordering::Relaxed) {
                return;
            }
            // All rows of a stride are read first: a processor reads several at once.
            ready.clear();
            ready.extend(rows.chunks_exact(self.width).map_while(|row| read(row).ok()));
            for (place, answer) in answers.iter_mut().enumerate() {
                if stop.is_set() {
                    return;
                }
                let found = ready.get(place).and_then(|ready| ask(state, ready).ok());
                let Some(found) = found else {
                    refused.fetch_min(stride * STRIDE + place, Ordering::Relaxed);
                    return;
                };
                *answer = found;
            }
        });
        match refused.into_inner() {
            usize::MAX => Ok(answers),
            row => {
                let values = &self.values[row * self.width..][..self.width];
                let why = read(values).and_then(|read| ask(&mut start(), &read)).err();
                let why = why.unwrap_or_else(|| "it was changed while it was read".to_owned());
                Err(self.refused(row, &why))
            }
        }
    }

    fn refused(&self, row: usize, why: &str) -> PyErr {
        failure::value(format!("{} {row}: {why}", self.what))
    }
}
