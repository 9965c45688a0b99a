//! Statements of Tropp et al. 2006 beside their measurements: how many tests four fronts take (Figures
//! 1 and 2), what six of fifteen axes find (§4.3), and whether a front should follow frames or
//! motions (§2).

use std::cell::Cell as Counter;
use std::ops::ControlFlow;
use std::sync::Arc;

use closecall::Mesh;
use closecall::geom::Clearance;
use closecall_classic::coherence::{Policy, Updating};
use closecall_classic::query::Strategy;
use closecall_classic::query::building::build;
use closecall_classic::query::classic::{ClassicBody, ClassicScratch, query};
use closecall_classic::query::configure::BoxTest;
use closecall_classic::volume::aabb::Tight;
use closecall_classic::volume::{Aabb, Obb, Rigid, Sat6, Sat15, Separation, Test};
use closecall_classic::walk::{All, LargerFirst, Uncounted};

use super::course::{Course, poses};
use super::race::race;
use super::tropp_table::{PAPER, aabb};
use crate::experiment::{Experiment, Fault, Holds, Lab, Noise, Outcome, Verdict};
use crate::klosowski::grid::{Grid, typical};
use crate::klosowski::setup::rapid;
use crate::table::TableQuestion;

/// The three.
pub fn experiments() -> Vec<Experiment> {
    let new = |name, title, place, run: fn(&mut Lab) -> Result<Outcome, Fault>| {
        Experiment::new(name, title, (PAPER, place), run)
    };
    vec![
        new("tropp-f1-2", "How many tests four fronts take", "Figures 1 and 2, §2", fronts),
        new("tropp-satlite", "What six of fifteen axes find", "§4.3 (van den Bergen 1997)", lite),
        new(
            "tropp-policies",
            "Fronts that follow frames, and fronts that follow motions",
            "§2",
            policies,
        ),
    ]
}

/// A node of a tree of tests: its children in the next frame, if it overlaps there.
struct TestNode(Option<[Box<TestNode>; 2]>);

impl TestNode {
    fn leaf() -> Box<Self> {
        Box::new(Self(None))
    }

    fn inner(left: Box<Self>, right: Box<Self>) -> Box<Self> {
        Box::new(Self(Some([left, right])))
    }

    /// Tests from here on down.
    fn tests(&self) -> usize {
        1 + self.0.as_ref().map_or(0, |[left, right]| left.tests() + right.tests())
    }

    /// The node at the end of a way: 0 is left, 1 is right. None below the tree.
    fn at(&self, way: &[usize]) -> Option<&Self> {
        match way.split_first() {
            None => Some(self),
            Some((side, rest)) => self.0.as_ref()?[*side].at(rest),
        }
    }
}

/// Tests of a query that starts at a front: what lies below the next frame's tree takes one each.
fn tests_from(tree: &TestNode, front: &[&[usize]]) -> usize {
    front.iter().map(|way| tree.at(way).map_or(1, TestNode::tests)).sum()
}

/// The text tells the counts alone; the tree and the fronts are ours that have them.
fn fronts(_: &mut Lab) -> Result<Outcome, Fault> {
    let four = |leaves: bool| {
        let end = || TestNode::inner(TestNode::leaf(), TestNode::leaf());
        if leaves { TestNode::inner(end(), TestNode::leaf()) } else { end() }
    };
    // 13 nodes: a subtree of 7 on the left and one of 5 on the right.
    let tree = TestNode::inner(TestNode::inner(four(false), four(false)), four(true));
    let fronts: [(&str, f64, Vec<&[usize]>); 4] = [
        ("a: the root", 13.0, vec![&[]]),
        ("b: its children", 12.0, vec![&[0], &[1]]),
        // Four of the inner nodes lie above it.
        ("c: low, but not too low", 9.0, vec![&[0, 0, 0], &[0, 0, 1], &[0, 1], &[1, 0], &[1, 1]]),
        // Five do, but two leaves have sprouted and are to be pruned.
        (
            "d: leaves, some of them below the next tree",
            10.0,
            vec![
                &[0, 0, 0, 0],
                &[0, 0, 0, 1],
                &[0, 0, 1, 0],
                &[0, 0, 1, 1],
                &[0, 1, 0],
                &[0, 1, 1],
                &[1, 0],
                &[1, 1],
            ],
        ),
    ];
    let [mut ours, mut paper] = [(); 2].map(|()| Grid::new(["tests"]));
    let mut same = 0;
    for (name, printed, front) in &fronts {
        let tests = tests_from(&tree, front) as f64;
        same += usize::from(tests == *printed);
        ours.push(*name, vec![Some(tests)]);
        paper.push(*name, vec![Some(*printed)]);
    }
    let verdict = Verdict::new(
        Holds::by_count(same, 4, 4),
        format!(
            "{same} of 4 fronts take as many tests as the paper counts (13, 12, 9 and 10), on a tree of ours with 13 nodes"
        ),
    );
    let table = ours.table("Tests of a query that starts at a front", "front", "", &paper);
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}

#[derive(Clone, Copy, Default)]
struct Tally {
    disjoint: u64,
    found: u64,
    /// Axes tried one after the other until one parted the two.
    tried: u64,
}

/// The test of all axes, which counts what six of them would have found.
#[derive(Clone, Copy)]
struct Both<'a>(&'a Counter<Tally>);

impl Test<Aabb> for Both<'_> {
    type Axis = u8;

    fn apart(&self, a: &Aabb, b: &Obb, rigid: &Rigid, _: Option<u8>) -> Option<Separation<u8>> {
        let found = Sat15.apart(a, b, rigid, None)?;
        let mut tally = self.0.get();
        tally.disjoint += 1;
        let parts = |axis: &u8| {
            Sat15.apart(a, b, rigid, Some(*axis)).is_some_and(|found| found.axis == *axis)
        };
        let first = (0..15).find(parts).map_or(15, |axis| u64::from(axis) + 1);
        if Sat6.apart(a, b, rigid, None).is_some() {
            tally.found += 1;
            tally.tried += first.min(6);
        }
        self.0.set(tally);
        Some(found)
    }
}

fn lite(lab: &mut Lab) -> Result<Outcome, Fault> {
    let mut grid = Grid::new(["disjoint pairs", "found by six, %", "axes tried when found"]);
    let (mut shares, mut tried) = (Vec::new(), Vec::new());
    for (scenario, course) in Course::of_tropp(lab)? {
        let path = scenario.path(&course, poses(lab), lab.settings.seed);
        let options = aabb(BoxTest::Sat15);
        let body = |mesh: &Arc<Mesh>| {
            ClassicBody::new(mesh.clone(), build::<Aabb>(mesh, &Tight, 1, &options))
        };
        let (a, b) = (body(&course.env), body(&course.obj));
        let (tally, scratch) = (Counter::new(Tally::default()), &mut ClassicScratch::default());
        for pose in &path {
            let sink = &mut All(|_, _| ControlFlow::Continue(()));
            let how = (Both(&tally), &mut LargerFirst);
            query((&a, &b), pose, how, Clearance::NONE, scratch, sink, Uncounted);
        }
        let Tally { disjoint, found, tried: axes } = tally.get();
        let figures = [
            disjoint as f64,
            100.0 * found as f64 / disjoint.max(1) as f64,
            axes as f64 / found.max(1) as f64,
        ];
        shares.push(figures[1]);
        tried.push(figures[2]);
        grid.push(course.name, figures.map(Some).to_vec());
    }
    let high = shares.iter().filter(|share| **share >= 93.0).count();
    let mean = |figures: &[f64]| figures.iter().sum::<f64>() / figures.len() as f64;
    let verdict = Verdict::new(
        Holds::by_count(high, shares.len(), shares.len()),
        format!(
            "six axes find {:.1} % of the disjoint pairs (paper: 95), at least 93 on {high} of {}, after {:.1} axes (paper: 4.2 of all)",
            mean(&shares),
            shares.len(),
            mean(&tried)
        ),
    );
    let table = grid.table(
        "Pairs of AABBs that a walk with all fifteen axes meets",
        "scene",
        "",
        &Grid::default(),
    );
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}

/// The policies that are compared: the paper's, pruning at every frame, and the two of the lists.
fn rivals() -> [(&'static str, Strategy); 4] {
    [
        ("by motion", Strategy::Tropp(Policy::OBB)),
        ("prune every frame", Strategy::Tropp(Policy { prune: 0.0, ..Policy::OBB })),
        ("list, raised every frame", Strategy::List(Updating::Plain)),
        ("list, rebuilt by frames", Strategy::List(Updating::DEFERRED)),
    ]
}

fn policies(lab: &mut Lab) -> Result<Outcome, Fault> {
    let rivals = rivals();
    let mut grid = Grid::new(rivals.map(|(name, _)| name));
    let (mut noise, mut ahead, mut of) = (Noise::default(), 0, 0);
    let mut ratios = Vec::new();
    for step in [None, Some(0.01), Some(0.03)] {
        for (scenario, course) in Course::of_tropp(lab)? {
            let path = step.map_or_else(
                || scenario.path(&course, poses(lab), lab.settings.seed),
                |step| course.stepped(step, poses(lab)),
            );
            let name = step
                .map_or_else(|| course.name.to_owned(), |step| format!("{} {step}", course.name));
            let bodies = (course.name, &course.env, &course.obj);
            let strategies = rivals.map(|(_, strategy)| strategy);
            let race = race(lab, bodies, &rapid(), &strategies, &path, TableQuestion::All)?;
            noise.add(race.noise());
            let gains: Vec<f64> = (0..4).map(|place| race.gain(place)).collect();
            let best = gains[1..].iter().copied().fold(0.0, f64::max);
            ahead += usize::from(gains[0] >= 0.98 * best);
            of += 1;
            ratios.push(gains[0] / best);
            grid.push(name, gains.into_iter().map(Some).collect());
        }
    }
    let verdict = Verdict::new(
        Holds::by_count(ahead, of, of),
        format!(
            "fronts that are pruned after some motion are as fast as the best of three that follow frames on {ahead} of {of} paths (paper: the best strategy), \
             {:.2} times on the mean",
            typical(&ratios)
        ),
    )
    .with_noise(noise.typical());
    let title = "How many times as fast as without memory, OBBs, all pairs, on paths with the paper's motions and in even steps";
    Ok(Outcome {
        tables: vec![grid.table(title, "path", "", &Grid::default())],
        plots: vec![],
        verdict,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_that_is_the_tree_takes_its_leaves() {
        let tree = TestNode::inner(TestNode::leaf(), TestNode::leaf());
        assert_eq!((tests_from(&tree, &[&[]]), tests_from(&tree, &[&[0], &[1]])), (3, 2));
    }
}
