//! The places of links, against poses worked out by hand.

use closecall::engine::geom::{DVec3, GlamPose as _};
use std::f64::consts::FRAC_PI_2;

use closecall::{Pose, World};
use closecall_robot::{PositionError, Robot};

use super::samples::{ZOO, robot};

fn at(robot: &Robot, positions: &[f64], link: &str) -> Pose {
    let number = robot.links().iter().position(|known| known.name == link).unwrap();
    robot.root_from_links(positions).unwrap()[number]
}

fn near(found: DVec3, expected: [f64; 3]) {
    assert!(found.distance(DVec3::from_array(expected)) < 1e-14, "{found} is not {expected:?}");
}

#[test]
fn coordinates_are_those_of_free_joints_in_the_order_of_the_file() {
    let zoo = robot(ZOO).unwrap();
    let names: Vec<&str> =
        zoo.coordinates().iter().map(|coordinate| coordinate.name.as_str()).collect();
    let fly = ["fly/tx", "fly/ty", "fly/tz", "fly/qw", "fly/qx", "fly/qy", "fly/qz"];
    let expected =
        [&["drive/x", "drive/y", "drive/theta", "turn", "lift", "grip"][..], &fly[..]].concat();
    assert_eq!(names, expected);
    assert_eq!(zoo.rest(), [0.0, 0.0, 0.0, 0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn links_are_where_a_hand_puts_them() {
    let zoo = robot(ZOO).unwrap();
    near(at(&zoo, &zoo.rest(), "flange").shift(), [1.0, 0.0, 1.2]);
    // The cart drives to (3, 4) and looks along y; the mast turns a quarter further, so that the
    // boom looks along −x; the boom goes up.
    let quarter = FRAC_PI_2;
    let named = [
        ("drive/x", 3.0),
        ("drive/y", 4.0),
        ("drive/theta", quarter),
        ("turn", quarter),
        ("grip", 0.05),
    ];
    let level = zoo.positions(named).unwrap();
    near(at(&zoo, &level, "cart").shift(), [3.0, 4.0, 0.1]);
    near(at(&zoo, &level, "cart").carried(DVec3::X), [3.0, 5.0, 0.1]);
    near(at(&zoo, &level, "flange").shift(), [2.0, 4.0, 1.2]);
    // Half a turn: the left finger, along +y of the flange, is at −y of the world, and the right
    // one follows it to the other side.
    near(at(&zoo, &level, "left").shift(), [2.0, 3.95, 1.2]);
    near(at(&zoo, &level, "right").shift(), [2.0, 4.05, 1.2]);
    let up = zoo.positions(named.into_iter().chain([("lift", 1.5)])).unwrap();
    let (sin, cos) = 1.5f64.sin_cos();
    near(at(&zoo, &up, "flange").shift(), [3.0 - cos, 4.0, 1.2 + sin]);
    let half = 0.5f64.sqrt();
    let flown = zoo.positions([("fly/tz", 9.0), ("fly/qw", half), ("fly/qx", half)]).unwrap();
    near(at(&zoo, &flown, "drone").carried(DVec3::Y), [0.0, 0.0, 10.0]);
}

#[test]
fn a_world_puts_links_where_forward_kinematics_does() {
    let zoo = robot(ZOO).unwrap();
    let mut world = World::new();
    let placed = zoo.insert(&mut world, "one/", None).unwrap();
    let positions = zoo
        .positions([("drive/theta", 1.0), ("turn", -2.0), ("lift", 0.7), ("grip", 0.03)])
        .unwrap();
    world.set_poses(&placed.poses(&positions).unwrap()).unwrap();
    let expected = zoo.root_from_links(&positions).unwrap();
    for ((link, &handle), pose) in zoo.links().iter().zip(placed.handles()).zip(expected) {
        assert_eq!(world.name(handle).unwrap(), format!("one/{}", link.name));
        assert_eq!(world.world_from_body(handle).unwrap(), pose, "{}", link.name);
    }
    // A second one, and moved as a whole.
    let other = zoo.insert(&mut world, "two/", None).unwrap();
    world.set_pose(other.handles()[0], Pose::from_translation([10.0, 0.0, 0.0]).unwrap()).unwrap();
    let flange = world.handle("two/flange").unwrap();
    near(world.world_from_body(flange).unwrap().shift(), [11.0, 0.0, 1.2]);
}

#[test]
fn positions_that_are_none_are_refused_by_name() {
    let zoo = robot(ZOO).unwrap();
    let refused = |name: &'static str, value: f64| {
        let posed =
            zoo.positions([(name, value)]).and_then(|positions| zoo.root_from_links(&positions));
        posed.unwrap_err().to_string()
    };
    assert_eq!(refused("lift", 1.6), "the joint 'lift' is at 1.6, outside its limits -0.5 to 1.5");
    assert_eq!(refused("grip", 0.0), "the joint 'grip' is at 0, outside its limits 0.01 to 0.1");
    assert_eq!(refused("lift", f64::NAN), "the joint 'lift' is at NaN, not a finite number");
    assert_eq!(refused("weld", 0.0), "the joint 'weld' is fixed");
    assert_eq!(refused("follow", 0.0), "the joint 'follow' follows 'grip' and cannot be set");
    assert_eq!(
        refused("drive", 0.0),
        "the joint 'drive' is set by 'drive/x', 'drive/y', 'drive/theta'"
    );
    assert!(
        refused("lft", 0.0)
            .starts_with("there is no joint 'lft' to be set; there are drive/x, drive/y,")
    );
    assert!(refused("fly/qw", 0.5).starts_with("the joint 'fly': the quaternion's norm is 0.5"));
    assert!(refused("drive/x", 1e200).starts_with("the joint 'drive': tx is 1e200"));
    assert_eq!(
        zoo.root_from_links(&[0.0]).unwrap_err(),
        PositionError::Count { expected: 13, found: 1 }
    );
    assert_eq!(
        zoo.positions([("lift", 0.0), ("lift", 0.0)]).unwrap_err().to_string(),
        "the joint 'lift' is given twice"
    );
    // One that follows has limits, too.
    let tight = ZOO.replace("lower=\"-0.1\" upper=\"-0.01\"", "lower=\"-0.05\" upper=\"0\"");
    let tight = robot(&tight).unwrap();
    let error =
        tight.root_from_links(&tight.positions([("grip", 0.08)]).unwrap()).unwrap_err().to_string();
    assert_eq!(error, "the joint 'follow' is at -0.08, outside its limits -0.05 to 0");
}
