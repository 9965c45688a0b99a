//! Questions with a budget: whatever it is, what is called certain is what brute force says, and
//! the bounds hold for all that is left.

use crate::common::scenes::hostile;
use crate::wide_scenes::scenes;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Triangle};
use closecall::geom::Clearance;
use closecall::lab::Planted as _;
use closecall::lab::wide::{self, ContactAsked, Level};
use closecall::mesh::shapes::icosphere;
use closecall::query::brute;
use closecall::{Answer, Ask, Budget, Mesh, Model, Pair, Pose, Scratch};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const BUDGETS: [u64; 7] = [0, 1, 20, 100, 400, 3000, u64::MAX];

/// The length of the shortest translation that takes two touching triangles apart: the distance of
/// the origin from the border of their difference, whose faces are square to a face or to two
/// edges.
fn depth(a: &Triangle, b: &Triangle) -> f64 {
    let edges = |t: &Triangle| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let (e, f) = (edges(a), edges(b));
    let mut axes = vec![e[0].cross(e[1]), f[0].cross(f[1])];
    axes.extend(e.iter().flat_map(|e| f.iter().map(move |f| e.cross(*f))));
    let along = |n: DVec3| {
        let span = |t: &Triangle| {
            let heights = t.map(|corner| n.dot(corner - a[0]));
            [
                heights.into_iter().fold(f64::MAX, f64::min),
                heights.into_iter().fold(f64::MIN, f64::max),
            ]
        };
        let ([low, high], [other_low, other_high]) = (span(a), span(b));
        (high - other_low).min(other_high - low)
    };
    let unit = |n: &DVec3| n.try_normalize();
    axes.iter().filter_map(unit).map(along).fold(f64::INFINITY, f64::min).max(0.0)
}

/// The error bound of depths here.
fn blur(a: &Triangle, b: &Triangle) -> f64 {
    a.iter().chain(b).fold(0.0, |most, corner| corner.abs().max_element().max(most)) * 1e-9
}

struct Case<'s> {
    name: &'s str,
    models: [Model; 2],
    pose: Pose,
    contacts: Vec<(u32, u32)>,
    /// Of the contacts, less what they may be off by.
    depths: Vec<f64>,
}

/// Worked out once.
fn cases() -> &'static [Case<'static>] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(all_cases)
}

fn all_cases() -> Vec<Case<'static>> {
    let mut cases = Vec::new();
    let mut add = |name: &'static str, a: &Mesh, b: &Mesh, poses: &[Pose]| {
        let models = [Model::new(a.clone()), Model::new(b.clone())];
        for pose in poses {
            let contacts = brute::contacts(a, b, pose);
            let mut case =
                Case { name, models: models.clone(), pose: *pose, contacts, depths: Vec::new() };
            case.depths = case.contacts.iter().map(|&pair| case.depth(pair)).collect();
            cases.push(case);
        }
    };
    scenes().iter().for_each(|scene| add(scene.name, &scene.a, &scene.b, &scene.poses));
    hostile().iter().for_each(|scene| add(scene.name, &scene.a, &scene.b, &scene.poses));
    cases
}

impl Case<'_> {
    fn triangles(&self, (i, j): (u32, u32)) -> (Triangle, Triangle) {
        let [a, b] = &self.models;
        (
            a.mesh().triangle_at(i as usize),
            self.pose.carried_triangle(&b.mesh().triangle_at(j as usize)),
        )
    }

    fn depth(&self, pair: (u32, u32)) -> f64 {
        let (a, b) = self.triangles(pair);
        depth(&a, &b) - blur(&a, &b)
    }

    /// Checks that a bound holds for all touching pairs but the reported ones, which are sorted.
    fn check_depth(&self, bound: f64, told: &[(u32, u32)]) {
        for (pair, depth) in self.contacts.iter().zip(&self.depths) {
            if told.binary_search(pair).is_err() {
                assert!(
                    depth.is_infinite() || *depth <= bound,
                    "{}: {depth:e} > {bound:e}",
                    self.name
                );
            }
        }
    }
}

#[test]
fn touch_is_certain_or_bounded() {
    let (mut undecided, mut decided) = (0, 0);
    for case in cases() {
        let [a, b] = &case.models;
        let mut last = f64::INFINITY;
        for tests in BUDGETS {
            match a.ask(b, Budget::tests(tests)).unwrap().touch(&case.pose) {
                Answer::Clear => assert!(case.contacts.is_empty(), "{}: {tests} tests", case.name),
                Answer::Touching(found) => {
                    let found = found.expect("they are no solids");
                    assert!(case.contacts.binary_search(&found).is_ok(), "{}: {found:?}", case.name)
                }
                Answer::Undecided(depth) => {
                    assert!(tests < u64::MAX, "{}: an endless budget decides", case.name);
                    assert!(
                        depth >= 0.0 && depth <= last,
                        "{}: {depth:e} after {last:e}",
                        case.name
                    );
                    case.check_depth(depth, &[]);
                    last = depth;
                    undecided += 1;
                    continue;
                }
            }
            decided += 1;
        }
    }
    assert!(undecided > 500 && decided > 500, "{undecided} undecided, {decided} decided");
}

#[test]
fn contacts_are_some_of_all_and_the_rest_is_bounded() {
    for case in cases() {
        let [a, b] = &case.models;
        for tests in BUDGETS {
            let mut pair = a.ask(b, Budget::tests(tests)).unwrap();
            let found = pair.contacts(&case.pose);
            assert_eq!(found, pair.contacts(&case.pose), "{}: the same every time", case.name);
            let mut pairs = found.pairs.clone();
            pairs.sort_unstable();
            pairs.dedup();
            assert_eq!(pairs.len(), found.pairs.len(), "{}: each pair once", case.name);
            match found.rest {
                None => assert_eq!(pairs, case.contacts, "{}: {tests} tests", case.name),
                Some(bound) => {
                    assert!(
                        tests < u64::MAX
                            && pairs.iter().all(|pair| case.contacts.binary_search(pair).is_ok()),
                        "{}",
                        case.name
                    );
                    case.check_depth(bound, &pairs);
                }
            }
        }
    }
}

#[test]
fn every_level_of_hardware_keeps_the_bounds() {
    let scratch = &mut Scratch::default();
    for case in cases() {
        let bodies = case.models.each_ref().map(|model| (model.tree(), model.mesh()));
        for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
            for tests in [60, u64::MAX] {
                let mut pairs = Vec::new();
                let asked = ContactAsked { level, ..ContactAsked::default() };
                let meter = &mut closecall::lab::start(&Budget::tests(tests));
                let rest = wide::contacts_timed(
                    bodies,
                    &case.pose,
                    &asked,
                    meter,
                    scratch,
                    &mut |i, j| {
                        pairs.push((i, j));
                        ControlFlow::Continue(())
                    },
                );
                pairs.sort_unstable();
                match rest {
                    None => assert_eq!(pairs, case.contacts, "{}: {level:?}", case.name),
                    Some(bound) => case.check_depth(bound, &pairs),
                }
            }
        }
    }
}

#[test]
fn distances_are_in_the_interval_reached() {
    let (mut open, mut closed) = (0, 0);
    for case in cases() {
        let [a, b] = &case.models;
        let exact = a.distance(b, &case.pose).unwrap();
        for tests in BUDGETS {
            let reached = a.ask(b, Budget::tests(tests)).unwrap().distance(&case.pose).unwrap();
            assert!(
                reached.distance.lo <= exact.distance.hi
                    && exact.distance.lo <= reached.distance.hi,
                "{}: {reached:?}, {exact:?}",
                case.name
            );
            assert!(
                reached.distance.lo >= 0.0 && reached.distance.lo <= reached.distance.hi,
                "{}: {reached:?}",
                case.name
            );
            let (x, y) = case.triangles((reached.a, reached.b));
            assert!(
                closecall::engine::geom::exact::distance(&x, &y).distance.lo <= reached.distance.hi,
                "{}: its pair",
                case.name
            );
            if reached.is_final {
                assert_eq!(
                    (reached.distance.lo == 0.0, reached.distance.hi),
                    (exact.distance.lo == 0.0, exact.distance.hi),
                    "{}",
                    case.name
                );
                closed += 1;
            } else {
                assert!(tests < u64::MAX, "{}: an endless budget decides", case.name);
                open += 1;
            }
        }
    }
    assert!(open > 300 && closed > 300, "{open} open, {closed} closed");
}

#[test]
fn a_clearance_counts() {
    let ball = Model::new(crate::wide_scenes::bumpy_sphere(24, 20));
    let pose = Pose::from_translation([2.3, 0.1, 0.2]).unwrap();
    for clearance in [0.0, 0.1, 0.3, 0.5] {
        let clearance = Clearance::new(clearance).unwrap();
        let expected = ball.ask(&ball, clearance).unwrap().contacts(&pose).pairs;
        for tests in BUDGETS {
            let mut pair =
                ball.ask(&ball, Ask::from(clearance).budget(Budget::tests(tests))).unwrap();
            let found = pair.contacts(&pose);
            assert!(found.pairs.iter().all(|pair| expected.contains(pair)));
            assert!(found.rest.is_some() || found.pairs.len() == expected.len());
            match pair.touch(&pose) {
                Answer::Clear => assert!(expected.is_empty()),
                Answer::Touching(found) => assert!(expected.contains(&found.unwrap())),
                Answer::Undecided(_) => assert!(tests < u64::MAX),
            }
        }
    }
}

#[test]
fn a_pair_asks_its_witness_first_and_is_as_right() {
    let ball = Model::new(crate::wide_scenes::bumpy_sphere(30, 30));
    let mut pair = Pair::new(&ball, &ball).unwrap();
    let mut random = crate::common::Random(3);
    let mut soon = 0;
    let mut pose = random.pose(1.9);
    for step in 0..400 {
        if step % 8 == 0 {
            pose = random.pose(2.1);
        }
        let budget = Budget::tests([1, 150, 2000, u64::MAX][step % 4]);
        let touches = ball.collides(&ball, &pose).unwrap();
        pair.set(budget);
        match pair.touch(&pose) {
            Answer::Clear => assert!(!touches),
            Answer::Touching(found) => {
                assert!(touches && ball.contacts(&ball, &pose).unwrap().contains(&found.unwrap()));
                soon += usize::from(step % 4 == 0);
            }
            Answer::Undecided(_) => assert_ne!(step % 4, 3),
        }
        let reached = pair.distance(&pose).unwrap();
        assert!(reached.distance.lo <= ball.distance(&ball, &pose).unwrap().distance.hi);
        assert!(pair.contacts(&pose).pairs.is_empty() || touches);
    }
    assert!(soon > 20, "{soon} answers by the witness alone");
}

#[test]
fn a_budget_of_time_ends() {
    let ball = Model::new(crate::wide_scenes::bumpy_sphere(200, 200));
    let within = |time| ball.ask(&ball, Budget::time(time)).unwrap().contacts(&Pose::IDENTITY);
    let (short, long) = (within(Duration::from_micros(100)), within(Duration::from_millis(5)));
    let rests = [short.rest.unwrap(), long.rest.unwrap()];
    assert!(rests[1] <= rests[0] && short.pairs.len() <= long.pairs.len(), "{rests:?}");
}

/// A flag ends every question that has room for "undecided", without any other budget.
#[test]
fn a_flag_ends_every_question() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let ball = Model::new(icosphere(1.0, 3));
    let pose = Pose::from_translation([0.0, 1.5, 0.0]).unwrap();
    let ask = Ask::new().budget(Budget::ENDLESS.until(&STOP));
    let mut pair = ball.ask(&ball, ask).unwrap();
    let exact = ball.contacts(&ball, &pose).unwrap();
    let mut found = pair.contacts(&pose);
    found.pairs.sort_unstable();
    assert!(found == exact && !exact.is_empty());
    let apart = Pose::from_translation([2.5, 0.3, 0.2]).unwrap();
    assert!(pair.touch(&pose).is_touching() && pair.distance(&apart).unwrap().is_final);
    STOP.store(true, Ordering::Relaxed);
    assert!(pair.touch(&pose).is_undecided());
    let cut = pair.contacts(&pose);
    assert!(cut.rest.is_some() && cut.pairs.len() < exact.len());
    assert!(!pair.distance(&apart).unwrap().is_final);
}
