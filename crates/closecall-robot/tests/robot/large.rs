//! Robots of thousands of links: read, put in a world and moved in about linear time.

use closecall::engine::geom::GlamPose as _;
use std::fmt::Write;
use std::time::{Duration, Instant};

use closecall::world::Body;
use closecall::{Pose, World};
use closecall_robot::{FileError, Robot};

use super::samples::{robot, with_srdf};

/// A chain of small boxes, each half on the one before. Every third joint follows the one before
/// it, but the first.
fn chain(links: usize, kind: &str) -> String {
    let mut urdf = "<robot name='chain'>\n".to_owned();
    for link in 0..links {
        writeln!(
            urdf,
            "<link name='l{link}'><collision><geometry><box size='0.1 0.1 1'/></geometry></collision></link>"
        )
        .unwrap();
    }
    for joint in 1..links {
        let above = joint - 1;
        let mimic = if kind != "fixed" && joint > 1 {
            format!("<mimic joint='j{above}'/>")
        } else {
            String::new()
        };
        let mimic = if joint % 3 == 0 { mimic } else { String::new() };
        writeln!(
            urdf,
            "<joint name='j{joint}' type='{kind}'><origin xyz='0 0 1.5'/><axis xyz='0 1 0'/>\
             <parent link='l{above}'/><child link='l{joint}'/>{mimic}</joint>"
        )
        .unwrap();
    }
    urdf + "</robot>"
}

/// Reads a chain, puts it in a world, and moves every joint of it ten times; how long that takes.
fn moved(links: usize) -> Duration {
    let start = Instant::now();
    let robot = robot(&chain(links, "continuous")).unwrap();
    let mut world = World::new();
    let placed = robot.insert(&mut world, "", None).unwrap();
    let names: Vec<String> =
        robot.coordinates().iter().map(|coordinate| coordinate.name.clone()).collect();
    for step in 0..10 {
        let positions = robot
            .positions(names.iter().map(|name| (name.as_str(), 1e-6 * f64::from(step))))
            .unwrap();
        let poses = placed.poses(&positions).unwrap();
        world.set_poses(&poses).unwrap();
        assert!(!world.collides());
        let mut query = world.query();
        query.set_poses(&poses).unwrap();
        assert!(!query.collides());
    }
    start.elapsed()
}

#[test]
fn a_chain_of_six_thousand_links_is_read_and_moved_in_about_linear_time() {
    let short = moved(1_500).max(Duration::from_millis(20));
    let long = moved(6_000);
    // Four times the links: sixteen times the time if it were quadratic. Others may be at work on
    // the machine.
    assert!(long < 12 * short, "1,500 links: {short:?}, 6,000 links: {long:?}");
    assert!(long < Duration::from_secs(60), "6,000 links: {long:?}");
}

#[test]
fn thousands_of_welded_links_are_one_cluster() {
    let robot = robot(&chain(3_000, "fixed")).unwrap();
    assert_eq!((robot.allowed().welded().count(), robot.allowed().neighbours().count()), (1, 0));
    assert!(robot.allowed().contains(&(0, 2_999)) && !robot.allowed().contains(&(7, 7)));
    assert_eq!(robot.allowed().iter().count(), 3_000 * 2_999 / 2);
    let mut world = World::new();
    let placed = robot.insert(&mut world, "", None).unwrap();
    // All in one place: every two links touch.
    let heap: Vec<_> = placed.handles().iter().map(|&link| (link, Pose::IDENTITY)).collect();
    world.set_poses(&heap[..100]).unwrap();
    assert!(world.collisions().is_empty());
    world.disallow(placed.handles()[3], placed.handles()[50]).unwrap();
    assert_eq!(world.collisions(), [(placed.handles()[3], placed.handles()[50])]);
}

#[test]
fn a_long_chain_of_followers_is_followed_to_its_end() {
    let mut urdf = chain(2_000, "prismatic").replace("<axis", "<limit lower='-5' upper='5'/><axis");
    for joint in 2..2_000 {
        let (without, with) =
            (format!("<child link='l{joint}'/></joint>"), format!("<child link='l{joint}'/>"));
        urdf =
            urdf.replacen(&without, &format!("{with}<mimic joint='j{}'/></joint>", joint - 1), 1);
    }
    let robot = robot(&urdf).unwrap();
    assert_eq!(robot.coordinates().len(), 1);
    let poses = robot.parents_from_links(&[0.25]).unwrap();
    assert!(poses[1..].iter().all(|pose| pose.shift().y == 0.25));
}

#[test]
fn a_robot_that_does_not_fit_in_leaves_nothing_behind() {
    let robot = robot(&chain(5, "continuous")).unwrap();
    let mut world = World::new();
    world.insert(Body::frame("r/l3")).unwrap();
    assert_eq!(
        robot.insert(&mut world, "r/", None).unwrap_err().to_string(),
        "there is a body `r/l3` already"
    );
    assert_eq!((world.len(), world.handle("r/l0")), (1, None));
    robot.insert(&mut world, "other/", None).unwrap();
}

/// Two links on a third, by joints of these names and kinds.
fn two_joints(names: [&str; 2], kinds: [&str; 2]) -> Result<Robot, FileError> {
    let joint = |k: usize| {
        let (name, kind) = (names[k], kinds[k]);
        format!(
            "<joint name='{name}' type='{kind}'><parent link='base'/><child link='l{k}'/></joint>\n"
        )
    };
    let links = "<link name='base'/><link name='l0'/><link name='l1'/>";
    with_srdf(&format!("<robot name='r'>\n{links}\n{}{}</robot>", joint(0), joint(1)), None)
}

#[test]
fn joints_whose_coordinates_would_share_a_name_are_refused() {
    for (names, kinds, clash, other) in [
        (["j", "j/x"], ["planar", "continuous"], "j/x", "j"),
        (["j/theta", "j"], ["continuous", "planar"], "j/theta", "j/theta"),
        (["j", "j/qw"], ["floating", "continuous"], "j/qw", "j"),
    ] {
        let error = two_joints(names, kinds).unwrap_err().to_string();
        let expected = format!(
            "r.urdf, line 4, joint '{}': its coordinate '{clash}' is called like one of the joint '{other}': rename one",
            names[1]
        );
        assert_eq!(error, expected);
    }
    assert_eq!(two_joints(["j", "j/x"], ["planar", "fixed"]).unwrap().coordinates().len(), 3);
    assert_eq!(
        two_joints(["j", "j/x"], ["continuous", "continuous"]).unwrap().coordinates().len(),
        2
    );
}
