//! Which links are neighbours, by every rule, and what is told of pairs that are not looked at.

use closecall::World;
use closecall_robot::{Neighbours, Robot, RobotFiles, Why, unchecked};

use super::samples::{robot, with_srdf};

/// A robot from `name` for every link, `name-` for one without a shape, and `kind:parent>child` for
/// every joint. Links are boxes of 1, two apart along x from their parents.
pub fn built(words: &str) -> Robot {
    robot(&urdf(words)).unwrap()
}

fn urdf(words: &str) -> String {
    let mut text = "<robot name='r'>".to_owned();
    for word in words.split_whitespace() {
        text += &match word.split_once(':') {
            Some((kind, ends)) => {
                let (parent, child) = ends.split_once('>').unwrap();
                format!(
                    "<joint name='{child}' type='{kind}'><origin xyz='2 0 0'/><axis xyz='1 0 0'/>\
                     <limit lower='-9' upper='9'/><parent link='{parent}'/><child link='{child}'/></joint>"
                )
            }
            None if word.ends_with('-') => format!("<link name='{}'/>", word.trim_end_matches('-')),
            None => format!(
                "<link name='{word}'><collision><geometry><box size='1 1 1'/></geometry></collision></link>"
            ),
        };
    }
    text + "</robot>"
}

/// The pairs that are not looked at, sorted: `a+b welded`.
fn told(robot: &Robot) -> Vec<String> {
    let mut world = World::new();
    let placed = robot.insert(&mut world, "", None).unwrap();
    let found = unchecked(&world, [&placed]);
    let name = |body| world.name(body).unwrap();
    let pair = |pair: &closecall_robot::UncheckedPair| {
        let (a, b) = (name(pair.a), name(pair.b));
        format!("{}+{} {}", a.min(b), a.max(b), pair.why.name())
    };
    let mut told: Vec<String> = found.pairs.iter().map(pair).collect();
    told.sort();
    assert_eq!(found.count(), told.len() as u64);
    let bodies = robot.links().iter().filter(|link| link.is_body()).count() as u64;
    assert_eq!(found.count() + found.looked_at, bodies * (bodies - 1) / 2);
    // The world and the robot say the same.
    let handles = placed.handles();
    for (a, of_a) in robot.links().iter().enumerate().filter(|(_, link)| link.is_body()) {
        for (b, of_b) in robot.links().iter().enumerate().filter(|(_, link)| link.is_body()) {
            let is_looked_at = a != b && robot.allowed().why(a, b).is_none();
            let said = world.looks_at(handles[a], handles[b]).unwrap();
            assert_eq!(said, is_looked_at, "{} and {}", of_a.name, of_b.name);
        }
    }
    assert_eq!(robot.allowed().iter().count(), told.len());
    told
}

#[test]
fn neighbours_are_joined_by_one_joint_or_welded_to_such_a_pair() {
    let gantry = "table x- y- tool probe prismatic:table>x prismatic:x>y prismatic:y>tool revolute:tool>probe";
    let leg = "hip shoulder thigh fixed:hip>shoulder revolute:hip>thigh";
    let chain = "a b c d e fixed:a>b fixed:b>c continuous:c>d fixed:d>e";
    let wrist = "base hip- thigh revolute:base>hip revolute:hip>thigh";
    let rows: [(&str, &str, [&[&str]; 3]); 9] = [
        // What it is, the robot, and what is left out by none, joint and mesh.
        (
            "links without shapes between",
            gantry,
            [&[], &["probe+tool joint"], &["probe+tool joint", "table+tool mesh"]],
        ),
        (
            "what is welded to a link moves with it",
            leg,
            [
                &["hip+shoulder welded"],
                &["hip+shoulder welded", "hip+thigh joint", "shoulder+thigh joint"],
                &["hip+shoulder welded", "hip+thigh joint", "shoulder+thigh joint"],
            ],
        ),
        (
            "two clusters",
            chain,
            [&["a+b welded", "a+c welded", "b+c welded", "d+e welded"], &CHAIN, &CHAIN],
        ),
        ("two joints in one place", wrist, [&[], &[], &["base+thigh mesh"]]),
        (
            "a mount without a shape",
            "base mount- arm fixed:base>mount revolute:mount>arm",
            [&[], &["arm+base joint"], &["arm+base joint"]],
        ),
        (
            "brothers",
            "base left right revolute:base>left revolute:base>right",
            [
                &[],
                &["base+left joint", "base+right joint"],
                &["base+left joint", "base+right joint"],
            ],
        ),
        ("what floats may be anywhere", "floor drone floating:floor>drone", [&[], &[], &[]]),
        (
            "what slides on a plane touches it",
            "floor cart planar:floor>cart",
            [&[], &["cart+floor joint"], &["cart+floor joint"]],
        ),
        (
            "a root without a shape",
            "world- base arm fixed:world>base continuous:base>arm",
            [&[], &["arm+base joint"], &["arm+base joint"]],
        ),
    ];
    for (what, words, expected) in rows {
        for (rule, expected) in Neighbours::ALL.into_iter().zip(expected) {
            let robot = built(words).with_neighbours(rule);
            assert_eq!(told(&robot), expected, "{what}, by {}", rule.name());
        }
        assert_eq!(told(&built(words)), expected[1], "{what}: joint is the default");
    }
}

const CHAIN: [&str; 10] = [
    "a+b welded",
    "a+c welded",
    "a+d joint",
    "a+e joint",
    "b+c welded",
    "b+d joint",
    "b+e joint",
    "c+d joint",
    "c+e joint",
    "d+e welded",
];

/// It was driven through its table, and that was called clear.
#[test]
fn a_gantry_that_drives_its_tool_into_its_table_collides() {
    let gantry = urdf("table x- y- tool prismatic:table>x prismatic:x>y prismatic:y>tool");
    for (rule, collides) in
        [(Neighbours::None, true), (Neighbours::Joint, true), (Neighbours::Mesh, false)]
    {
        let robot = robot(&gantry).unwrap().with_neighbours(rule);
        let mut world = World::new();
        let placed = robot.insert(&mut world, "", None).unwrap();
        assert!(!world.collides());
        world.set_poses(&placed.poses(&[-2.0, -2.0, -2.0]).unwrap()).unwrap();
        assert_eq!(world.collides(), collides, "{rule:?}");
    }
}

#[test]
fn an_srdf_has_neighbours_and_welded_links_looked_at() {
    let leg =
        urdf("hip shoulder thigh shank fixed:hip>shoulder revolute:hip>thigh revolute:thigh>shank");
    let srdf = |lines: &str| format!("<robot name='r'>{lines}</robot>");
    let enable = |a: &str, b: &str| format!("<enable_collisions link1='{a}' link2='{b}'/>");
    let disable = |a: &str, b: &str| format!("<disable_collisions link1='{a}' link2='{b}'/>");
    let told_with = |lines: &str| told(&with_srdf(&leg, Some(&srdf(lines))).unwrap());
    let all =
        ["hip+shoulder welded", "hip+thigh joint", "shank+thigh joint", "shoulder+thigh joint"];
    assert_eq!(told_with(""), all);
    // Each of them can be enabled, by either order of names.
    for (row, (a, b)) in
        [("hip", "shoulder"), ("thigh", "hip"), ("shank", "thigh"), ("shoulder", "thigh")]
            .into_iter()
            .enumerate()
    {
        let expected: Vec<&str> =
            all.iter().enumerate().filter(|(k, _)| *k != row).map(|(_, told)| *told).collect();
        assert_eq!(told_with(&enable(a, b)), expected, "{a} {b}");
    }
    let more = told_with(&disable("hip", "shank"));
    assert!(more.contains(&"hip+shank srdf".to_owned()) && more.len() == 5, "{more:?}");
    let default = "<disable_default_collisions link='shank'/>".to_owned();
    let some = told_with(&(default + &enable("shank", "hip") + &enable("thigh", "shank")));
    assert_eq!(some.iter().filter(|told| told.contains("shank")).count(), 1, "{some:?}");
    let both = with_srdf(&leg, Some(&srdf(&(enable("hip", "shank") + &disable("shank", "hip")))));
    let refused = both.map(|robot| robot.name().to_owned()).unwrap_err().to_string();
    assert!(refused.contains("enable_collisions, too"), "{refused}");
}

#[test]
fn a_robot_is_loaded_by_the_rule_that_its_files_say() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.urdf");
    std::fs::write(&file, urdf("a between- b revolute:a>between revolute:between>b")).unwrap();
    for (neighbours, count) in [(Neighbours::Joint, 0), (Neighbours::Mesh, 1)] {
        let files = RobotFiles { neighbours, ..RobotFiles::default() };
        let robot = Robot::load(&file, &files).unwrap();
        assert_eq!(robot.allowed().iter().count(), count);
    }
    assert_eq!("mesh".parse(), Ok(Neighbours::Mesh));
    assert!("meshes".parse::<Neighbours>().is_err());
}

/// Reasons beside those of robots.
#[test]
fn fixed_bodies_groups_and_allowed_pairs_are_told() {
    use closecall::engine::geom::DVec3;
    use closecall::mesh::shapes::cuboid;
    use closecall::world::{Body, Groups};
    let cube = closecall::Model::new(cuboid(DVec3::ZERO, DVec3::ONE));
    let mut world = World::new();
    let mut insert = |body: Body| world.insert(body).unwrap();
    let [a, b] = ["a", "b"].map(|name| insert(Body::new(name, &cube).fixed()));
    let c = insert(Body::new("c", &cube));
    let d = insert(Body::new("d", &cube).in_groups(Groups { member: 2, meets: 2 }));
    insert(Body::frame("frame"));
    world.allow(a, c).unwrap();
    let found = unchecked(&world, []);
    let told: Vec<_> = found.pairs.iter().map(|pair| ([pair.a, pair.b], pair.why)).collect();
    let groups = |body| ([body, d], Why::Groups);
    assert_eq!(
        told,
        [([a, b], Why::Fixed), ([a, c], Why::Allowed), groups(a), groups(b), groups(c)]
    );
    assert_eq!((found.count(), found.looked_at), (5, 1));
}
