//! A racer flies a path frame after frame: an engine with a memory or without.

use std::ops::ControlFlow;

use closecall::{Cost, Mesh, Pose};
use closecall_classic::query::Options;

#[cfg(feature = "peers")]
use super::{contender::Ready, parry::Parry};
use crate::engine::{Asked, Remembers};
use crate::engine::{EngineBodies, Memory, RememberingBodies, Setup};
use crate::table::TableQuestion;

/// An engine that flies.
pub(super) trait Racer {
    /// Prepares what has to be known of a path before the clock runs.
    fn prepare(&mut self, _path: &[Pose]) {}

    /// Begins anew, with nothing remembered.
    fn forget(&mut self) {}

    /// Asks about pose number `k` of the path: how many contacts, or 0 and 1.
    fn ask(&mut self, k: usize, pose: &Pose, question: TableQuestion) -> u64;

    /// The volume and triangle tests of all queries of a path; `None` from those who do not count.
    fn tests(&mut self, _path: &[Pose], _question: TableQuestion) -> Option<u64> {
        None
    }

    /// The stride of the frames at which it is asked: a slow racer that remembers nothing need not
    /// be asked at all of them.
    fn stride(&self) -> usize {
        1
    }
}

/// Everybody there is, by name: the first remembers nothing, and the others are compared with it.
pub(super) fn racers<'b>(env: &'b Mesh, obj: &'b Mesh) -> Vec<(&'static str, Box<dyn Racer + 'b>)> {
    let (wide, classic) = (Setup::Wide, Setup::Classic(Options::default()));
    let bodies = |setup: &Setup| EngineBodies::new(setup, env.clone().into(), obj.clone().into());
    let cold = bodies(&wide);
    let remembering = |bodies: &EngineBodies, setup, memory| {
        Box::new(bodies.remembering(setup, memory).expect("the memory is one of this engine's"))
    };
    let tropp = remembering(&bodies(&classic), &classic, Memory::Tropp);
    let pair = remembering(&cold, &wide, Memory::Pair);
    vec![
        ("cold", Box::new(cold)),
        ("Tropp's front", tropp),
        ("pair", pair),
        #[cfg(feature = "peers")]
        ("parry3d f64", Box::new(Parry::build(env, obj))),
    ]
}

/// Asks a question: how many contacts, or 0 and 1.
pub(super) fn ask(
    asked: &mut impl Asked,
    pose: &Pose,
    question: TableQuestion,
    cost: Option<&mut Cost>,
) -> u64 {
    let mut count = 0;
    match question {
        TableQuestion::First => count = u64::from(asked.collides(pose, cost)),
        TableQuestion::All => asked.visit(pose, cost, |_, _| {
            count += 1;
            ControlFlow::Continue(())
        }),
    }
    count
}

fn tests(asked: &mut impl Asked, path: &[Pose], question: TableQuestion) -> u64 {
    let mut cost = Cost::default();
    for pose in path {
        ask(asked, pose, question, Some(&mut cost));
    }
    cost.volume_tests + cost.triangle_tests
}

impl Racer for EngineBodies {
    fn ask(&mut self, _k: usize, pose: &Pose, question: TableQuestion) -> u64 {
        ask(self, pose, question, None)
    }

    fn tests(&mut self, path: &[Pose], question: TableQuestion) -> Option<u64> {
        Some(tests(self, path, question))
    }
}

impl Racer for RememberingBodies {
    fn forget(&mut self) {
        self.reset();
    }

    fn ask(&mut self, _k: usize, pose: &Pose, question: TableQuestion) -> u64 {
        ask(self, pose, question, None)
    }

    fn tests(&mut self, path: &[Pose], question: TableQuestion) -> Option<u64> {
        self.reset();
        Some(tests(self, path, question))
    }
}

#[cfg(feature = "peers")]
impl Racer for Parry<'_> {
    fn prepare(&mut self, path: &[Pose]) {
        Ready::prepare(self, path);
    }

    fn ask(&mut self, k: usize, pose: &Pose, question: TableQuestion) -> u64 {
        match question {
            TableQuestion::First => u64::from(self.first(k, pose)),
            TableQuestion::All => self.all(k, pose),
        }
    }

    fn stride(&self) -> usize {
        5
    }
}
