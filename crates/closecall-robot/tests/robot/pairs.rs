//! Pairs of links over the joint limits, against positions at random and by known answers.

use std::time::Duration;

use closecall::engine::geom::Rng;
use closecall::{Budget, World};
use closecall_robot::{Allowances, AtRest, LinkPairs, LinksDo, PairLimits, Robot};
use rayon::prelude::*;

use super::samples::{ZOO, robot, with_srdf};
use super::self_collision::some_positions;

/// A base, an arm on a turn, a hand on another, a cap that always cuts through the base, and a flag
/// that turns but is far.
const DESK: &str = r#"<robot name="desk &amp; &quot;lamp&quot;">
  <link name="base"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
  <link name="column"/>
  <link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.9 0.1 0.1"/></geometry></collision></link>
  <link name="elbow"/>
  <link name="hand"><collision><origin xyz="0.4 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
  <link name="pin"/>
  <link name="cap"><collision><geometry><box size="0.3 0.3 0.6"/></geometry></collision></link>
  <link name="pole"/>
  <link name="flag"><collision><origin xyz="0.2 0 0"/><geometry><box size="0.4 0.02 0.2"/></geometry></collision></link>
  <joint name="swing" type="revolute"><origin xyz="0 0 0.5"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/><parent link="base"/><child link="column"/></joint>
  <joint name="lean" type="revolute"><axis xyz="0 1 0"/><limit lower="-0.3" upper="0.3"/><parent link="column"/><child link="arm"/></joint>
  <joint name="bend" type="revolute"><origin xyz="1 0 0"/><axis xyz="0 1 0"/><limit lower="-3" upper="3"/><parent link="arm"/><child link="elbow"/></joint>
  <joint name="roll" type="continuous"><axis xyz="1 0 0"/><parent link="elbow"/><child link="hand"/></joint>
  <joint name="spin" type="continuous"><axis xyz="0 0 1"/><parent link="base"/><child link="pin"/></joint>
  <joint name="slip" type="prismatic"><axis xyz="0 0 1"/><limit lower="-0.05" upper="0.05"/><parent link="pin"/><child link="cap"/></joint>
  <joint name="far" type="fixed"><origin xyz="0 5 0"/><parent link="base"/><child link="pole"/></joint>
  <joint name="wave" type="continuous"><axis xyz="0 0 1"/><parent link="pole"/><child link="flag"/></joint>
</robot>"#;

fn found(robot: &Robot) -> LinkPairs {
    let limits = PairLimits::default().budget(Budget::tests(40_000)).rows(100).seed(5);
    robot.link_pairs(&limits, &mut |_, _| {}).unwrap()
}

/// The relation of two links, by their names.
fn of<'f>(robot: &Robot, found: &'f LinkPairs, names: [&str; 2]) -> &'f LinksDo {
    let number = |name| robot.links().iter().position(|link| link.name == name).unwrap();
    let mut links = names.map(number);
    links.sort_unstable();
    &found.pairs.iter().find(|pair| pair.links == links).unwrap().links_do
}

#[test]
fn what_is_known_of_a_desk_is_found() {
    let desk = robot(DESK).unwrap();
    let found = found(&desk);
    let name = |a: &str, b: &str| of(&desk, &found, [a, b]).name();
    assert_eq!(found.pairs.len(), 10);
    // The flag is welded to nothing but a frame: one joint joins it to the base.
    assert_eq!(name("base", "flag"), "adjacent");
    assert_eq!(name("base", "cap"), "always");
    for other in ["arm", "hand", "cap"] {
        assert_eq!(name("flag", other), "never", "{other}");
    }
    assert_eq!(name("base", "arm"), "never");
    assert_eq!(name("base", "hand"), "sometimes");
    // Three joints lie between the arm and the cap: such a pair may stay open within the budget.
    assert!(found.count("unknown") <= 1);
}

/// A clapper in a bell: wherever it swings, it is inside.
const BELL: &str = r#"<robot name="bell">
  <link name="bell"><collision><geometry><box size="2 2 2"/></geometry></collision></link>
  <link name="joint"/>
  <link name="clapper"><collision><origin xyz="0 0 -0.3"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="swing" type="continuous"><axis xyz="0 1 0"/><parent link="bell"/><child link="joint"/></joint>
  <joint name="twist" type="continuous"><axis xyz="1 0 0"/><parent link="joint"/><child link="clapper"/></joint>
</robot>"#;

#[test]
fn what_lies_inside_a_closed_link_touches_it() {
    let bell = robot(BELL).unwrap();
    let found = found(&bell);
    let LinksDo::Sometimes { apart, .. } = of(&bell, &found, ["bell", "clapper"]) else {
        panic!("{found:?}");
    };
    assert!(apart.is_none() && found.open.is_empty());
    assert!(found.pairs[0].at_rest);
}

/// Every *never* is apart and every *always* touches in many positions at random, and every
/// *sometimes* at its own: asked of the robot as it is, with all pairs looked at.
fn check(robot: &Robot, found: &LinkPairs, rows: usize) -> [usize; 3] {
    let all = robot.clone().with_neighbours(closecall_robot::Neighbours::None);
    let mut world = World::new();
    let placed = all.insert(&mut world, "", None).unwrap();
    for &link in placed.handles() {
        // An open mesh has no inside, and a frame no mesh.
        _ = world.set_solid(link, true);
    }
    let touches = |links: [usize; 2], row: &[f64]| {
        let [a, b] = links.map(|link| placed.handles()[link]);
        placed
            .collisions(&world, row)
            .unwrap()
            .iter()
            .any(|&(x, y)| [x, y] == [a, b] || [y, x] == [a, b])
    };
    let mut rng = Rng::new(7);
    let mut rows: Vec<Vec<f64>> = (0..rows).map(|_| some_positions(robot, &mut rng)).collect();
    rows.retain(|row| placed.poses(row).is_ok());
    let mut seen = [0; 3];
    for pair in &found.pairs {
        match &pair.links_do {
            LinksDo::Never => {
                seen[0] += 1;
                assert!(!rows.iter().any(|row| touches(pair.links, row)), "{pair:?}");
            }
            LinksDo::Always => {
                seen[1] += 1;
                assert!(rows.iter().all(|row| touches(pair.links, row)), "{pair:?}");
            }
            LinksDo::Sometimes { touching, apart } => {
                seen[2] += 1;
                assert!(touches(pair.links, touching), "{pair:?}");
                assert!(apart.as_ref().is_none_or(|apart| !touches(pair.links, apart)), "{pair:?}");
            }
            _ => {}
        }
    }
    seen
}

#[test]
fn what_is_found_holds_at_positions_at_random() {
    let desk = robot(DESK).unwrap();
    let [never, always, sometimes] = check(&desk, &found(&desk), 100);
    assert!(never >= 3 && always == 1 && sometimes >= 1, "{never} {always} {sometimes}");
    let zoo = robot(ZOO).unwrap();
    let [_, _, sometimes] = check(&zoo, &found(&zoo), 30);
    assert!(sometimes > 0);
}

/// The file is read back without a warning, and disables what was proved and no more.
#[test]
fn the_table_is_an_srdf_file() {
    let desk = robot(DESK).unwrap();
    let found = found(&desk);
    for at_rest in [AtRest::LookedAt, AtRest::Allowed] {
        let text = found.srdf(&desk, at_rest);
        let read = with_srdf(DESK, Some(&text)).unwrap();
        assert_eq!(read.warnings(), [""; 0], "{text}");
        let expected: std::collections::BTreeSet<(usize, usize)> =
            found.disabled(at_rest).map(|([a, b], _)| (a, b)).collect();
        assert_eq!(read.allowed().disabled(), &expected, "{text}");
    }
    let described =
        closecall_robot::Description::parse("r.urdf".as_ref(), DESK.as_bytes()).unwrap();
    let text = found.srdf(&desk, AtRest::LookedAt);
    assert!(Allowances::parse("r.srdf".as_ref(), text.as_bytes(), &described).is_ok());
}

/// With hardly any work allowed, pairs stay unknown, and are looked at.
#[test]
fn a_short_budget_leaves_pairs_unknown() {
    let desk = robot(DESK).unwrap();
    let limits = PairLimits::default().budget(Budget::tests(1)).rows(1).seed(5);
    let found = desk.link_pairs(&limits, &mut |_, _| {}).unwrap();
    assert!(found.count("unknown") >= 3 && found.count("never") == 0, "{found:?}");
    assert_eq!(found.disabled(AtRest::LookedAt).count(), found.count("adjacent"));
}

/// Real robots: `CLOSECALL_ROBOTS` has their URDF files, separated by colons, and `CLOSECALL_ROWS` how
/// many positions at random every *never* is tried at.
#[test]
fn real_robots_never_do_what_they_are_proved_never_to_do() {
    let Some(files) = std::env::var_os("CLOSECALL_ROBOTS") else { return };
    let rows = std::env::var("CLOSECALL_ROWS").map_or(1000, |rows| rows.parse().unwrap());
    for file in std::env::split_paths(&files) {
        let robot = Robot::load(&file, &closecall_robot::RobotFiles::default()).unwrap();
        let limits = PairLimits::default().budget(Budget::time(Duration::from_secs(10)));
        let found = robot.link_pairs(&limits, &mut |_, _| {}).unwrap();
        let counts =
            ["adjacent", "never", "always", "sometimes", "unknown"].map(|name| found.count(name));
        check(
            &robot,
            &LinkPairs {
                pairs: found
                    .pairs
                    .iter()
                    .filter(|pair| pair.links_do != LinksDo::Never)
                    .cloned()
                    .collect(),
                ..found.clone()
            },
            20,
        );
        let tried = try_never(&robot, &found, rows);
        println!(
            "{}: {counts:?} of {}, {} boxes; {tried} positions",
            file.display(),
            found.pairs.len(),
            found.boxes
        );
    }
}

/// Looks at nothing but what never touches, at positions at random, on all cores.
fn try_never(robot: &Robot, found: &LinkPairs, rows: usize) -> usize {
    let mut world = World::new();
    let all = robot.clone().with_neighbours(closecall_robot::Neighbours::None);
    let placed = all.insert(&mut world, "", None).unwrap();
    for &link in placed.handles() {
        _ = world.set_solid(link, true);
    }
    for pair in found.pairs.iter().filter(|pair| pair.links_do != LinksDo::Never) {
        let [a, b] = pair.links.map(|link| placed.handles()[link]);
        world.allow(a, b).unwrap();
    }
    let world = &world;
    (0..rows.div_ceil(1000) as u64)
        .into_par_iter()
        .map(|seed| {
            let (mut rng, mut query, mut tried) = (Rng::new(1000 + seed), world.query(), 0);
            for _ in 0..1000 {
                let Ok(poses) = placed.poses(&some_positions(robot, &mut rng)) else { continue };
                query.set_poses(&poses).unwrap();
                let touching = query.collisions();
                assert!(touching.is_empty(), "{touching:?}");
                tried += 1;
            }
            tried
        })
        .sum()
}
