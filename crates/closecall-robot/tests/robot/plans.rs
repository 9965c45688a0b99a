//! Plans: every edge is clear by sweeps and by dense samples; ends that touch and walls without a way
//! are told.

use closecall::engine::geom::{DVec3, Rng};
use closecall::geom::shape::Shape;
use closecall::mesh::shapes;
use closecall::world::sweep::Edge;
use closecall::world::{Body, Handle};
use closecall::{Answer, Budget, Model, World};
use closecall_robot::{
    Description, Packages, Plan, PlanEnd, PlanLimits, Planned, PositionError, Robot, RobotError,
    RobotFiles, RobotInWorld,
};
use std::time::Duration;

use super::samples::shared;

/// An arm of two bars that turns in a plane, with a slider at its end.
const ARM: &str = r#"<robot name="arm">
  <link name="post"><collision><geometry><box size="0.05 0.05 0.05"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.4 0 0"/><geometry><box size="0.7 0.06 0.06"/></geometry></collision></link>
  <link name="slider"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <joint name="shoulder" type="continuous"><axis xyz="0 0 1"/><parent link="post"/><child link="upper"/></joint>
  <joint name="elbow" type="revolute"><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/><parent link="upper"/><child link="lower"/></joint>
  <joint name="slide" type="prismatic"><origin xyz="0.8 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0.5"/><parent link="lower"/><child link="slider"/></joint>
</robot>"#;

fn robot(urdf: &str) -> Robot {
    let description = Description::parse("arm.urdf".as_ref(), urdf.as_bytes()).unwrap();
    Robot::new(description, None, &Packages::default()).unwrap()
}

fn with_boxes(robot: &Robot, boxes: &[(&str, [DVec3; 2])]) -> (World, RobotInWorld) {
    let mut world = World::new();
    for (name, [low, high]) in boxes {
        let model = Model::new(shapes::cuboid(*low, *high));
        world.insert(Body::new(*name, &model).fixed()).unwrap();
    }
    let placed = robot.insert(&mut world, "", None).unwrap();
    (world, placed)
}

/// A thin wall that the arm passes only when it is folded.
const WALL: (&str, [DVec3; 2]) =
    ("wall", [DVec3::new(1.1, -0.001, -0.5), DVec3::new(3.0, 0.001, 0.5)]);

fn edges_of(budget: u64, seed: u64) -> PlanLimits {
    PlanLimits::default().budget(Budget::tests(budget)).seed(seed)
}

fn plan(
    world: &World,
    placed: &RobotInWorld,
    [from, to]: [&[f64]; 2],
    limits: &PlanLimits,
) -> Planned {
    placed.plan(world, from, to, limits, &mut |_| true).unwrap()
}

fn found(planned: Planned) -> Plan {
    match planned {
        Planned::Found(plan) => plan,
        other => panic!("{other:?}"),
    }
}

/// The number of samples of a row's edges that touch, by brute force over the world's own answer.
fn touching_samples(
    world: &World,
    placed: &RobotInWorld,
    rows: &[Vec<f64>],
    count: usize,
) -> usize {
    let mut touching = 0;
    for ends in rows.windows(2) {
        let edge = placed.edge(&ends[0], &ends[1]).unwrap();
        for sample in 0..=count {
            let mut query = world.query();
            query.set_poses(&edge.poses(sample as f64 / count as f64)).unwrap();
            touching += usize::from(query.collides());
        }
    }
    touching
}

fn check(world: &World, placed: &RobotInWorld, ends: [&[f64]; 2], plan: &Plan) {
    assert_eq!([&plan.rows[0][..], &plan.rows[plan.rows.len() - 1][..]], ends);
    for ends in plan.rows.windows(2) {
        assert_eq!(placed.sweep(world, &ends[0], &ends[1]).unwrap(), Answer::Clear);
    }
    assert_eq!(touching_samples(world, placed, &plan.rows, 400), 0);
    assert!(plan.length <= plan.found_length);
}

#[test]
fn a_plan_goes_around_a_thin_wall() {
    let robot = robot(ARM);
    let (world, placed) = with_boxes(&robot, &[WALL]);
    let ends: [&[f64]; 2] = [&[-0.6, 0.0, 0.0], &[0.6, 0.0, 0.3]];
    // The straight way touches, and the oracle sees it: so it can fail.
    let straight = [ends[0].to_vec(), ends[1].to_vec()];
    assert!(touching_samples(&world, &placed, &straight, 400) > 0);
    for seed in 1..6 {
        let plan = found(plan(&world, &placed, ends, &edges_of(20_000, seed)));
        check(&world, &placed, ends, &plan);
        assert!(plan.rows.len() > 2, "{:?}", plan.rows);
        assert!(plan.work.clear <= plan.work.edges && plan.work.nodes >= plan.rows.len() - 2);
    }
}

#[test]
fn a_clear_straight_way_is_the_plan() {
    let robot = robot(ARM);
    let (world, placed) = with_boxes(&robot, &[WALL]);
    let ends: [&[f64]; 2] = [&[0.6, 0.0, 0.0], &[1.6, 0.2, 0.3]];
    let straight = found(plan(&world, &placed, ends, &edges_of(10, 1)));
    assert_eq!(straight.rows, [ends[0].to_vec(), ends[1].to_vec()]);
    let nowhere = found(plan(&world, &placed, [ends[0]; 2], &edges_of(10, 1)));
    assert_eq!((nowhere.rows.len(), nowhere.length), (2, 0.0));
}

#[test]
fn an_end_that_touches_is_told_with_names() {
    let robot = robot(ARM);
    let (world, placed) = with_boxes(&robot, &[WALL]);
    let (free, blocked): (&[f64], &[f64]) = (&[0.6, 0.0, 0.0], &[0.0, 0.0, 0.0]);
    for (ends, end) in [([blocked, free], PlanEnd::Start), ([free, blocked], PlanEnd::Goal)] {
        let planned = plan(&world, &placed, ends, &edges_of(1000, 1));
        let Planned::Blocked { end: told, pairs } = planned else { panic!("{planned:?}") };
        let name = |body: Handle| world.name(body).unwrap();
        let names: Vec<[&str; 2]> = pairs.iter().map(|&(a, b)| [name(a), name(b)]).collect();
        assert_eq!((told, &names[..]), (end, &[["wall", "lower"], ["wall", "slider"]][..]));
    }
}

/// Where shapes are tangent, up to rounding, an end is undecided: that is neither free nor blocked.
#[test]
fn an_end_that_may_touch_is_undecided_and_told_with_names() {
    let (mut world, placed, free, open) = doubtful();
    for (ends, end) in [([&open[..], &free], PlanEnd::Start), ([&free, &open], PlanEnd::Goal)] {
        let planned = plan(&world, &placed, ends, &edges_of(100, 1));
        let Planned::Undecided { end: told, pairs } = planned else { panic!("{planned:?}") };
        let name = |body: Handle| world.name(body).unwrap();
        let names: Vec<[&str; 2]> = pairs.iter().map(|&(a, b)| [name(a), name(b)]).collect();
        assert_eq!((told, &names[..]), (end, &[["roll", "wheel"]][..]));
    }
    // A contact for certain goes before a doubt, at whichever end.
    let low = [0.0];
    for (ends, end) in [([&open[..], &low], PlanEnd::Goal), ([&low, &open], PlanEnd::Start)] {
        let planned = plan(&world, &placed, ends, &edges_of(100, 1));
        assert!(
            matches!(&planned, Planned::Blocked { end: told, .. } if *told == end),
            "{planned:?}"
        );
    }
    // A budget of the world leaves nothing of that open.
    world.set(Budget::tests(0));
    let planned = plan(&world, &placed, [&free, &free], &edges_of(100, 1));
    assert!(matches!(planned, Planned::Found(_)), "{planned:?}");
}

/// A wheel beside a roll, both exact cylinders; positions in the open and where they are tangent.
fn doubtful() -> (World, RobotInWorld, [f64; 1], [f64; 1]) {
    let urdf = r#"<robot name="press"><link name="rail"/>
      <link name="wheel"><collision><geometry><cylinder radius="0.7" length="2"/></geometry></collision></link>
      <joint name="slide" type="prismatic"><axis xyz="1 0 0"/><limit lower="0" upper="5"/><parent link="rail"/><child link="wheel"/></joint></robot>"#;
    let description = Description::parse("press.urdf".as_ref(), urdf.as_bytes()).unwrap();
    let exact = Packages::default().with_exact_shapes(true);
    let robot = Robot::new(description, None, &exact).unwrap();
    let mut world = World::new();
    let roll = Shape::cylinder(DVec3::NEG_Z, DVec3::Z, 0.7).unwrap();
    world.insert(Body::frame("roll").with_shapes([roll]).fixed()).unwrap();
    let placed = robot.insert(&mut world, "", None).unwrap();
    (world, placed, [4.0], [1.4])
}

/// What does not move touches, too: every sweep would say so, and no plan could be found.
#[test]
fn a_root_that_touches_is_told() {
    let robot = robot(ARM);
    let floor = ("floor", [DVec3::new(-0.1, -0.1, -0.1), DVec3::new(0.02, 0.1, 0.0)]);
    let (world, placed) = with_boxes(&robot, &[floor]);
    let planned = plan(&world, &placed, [&[0.1, 0.0, 0.0], &[0.2, 0.0, 0.0]], &edges_of(1000, 1));
    let Planned::Blocked { pairs, .. } = planned else { panic!("{planned:?}") };
    let names: Vec<[&str; 2]> =
        pairs.iter().map(|&(a, b)| [a, b].map(|body| world.name(body).unwrap())).collect();
    assert_eq!(names, [["floor", "post"]]);
}

/// Walls on both sides: the arm cannot be taken out of its sector, whatever the slider does.
#[test]
fn where_there_is_no_way_none_is_found() {
    let robot = robot(&ARM.replace("lower=\"-3\" upper=\"3\"", "lower=\"-0.2\" upper=\"0.2\""));
    let behind = ("behind", [DVec3::new(-3.0, -0.001, -0.5), DVec3::new(-0.3, 0.001, 0.5)]);
    let (world, placed) = with_boxes(&robot, &[WALL, behind]);
    let ends: [&[f64]; 2] = [&[-1.5, 0.0, 0.0], &[1.5, 0.0, 0.0]];
    let planned = plan(&world, &placed, ends, &edges_of(2000, 1));
    let Planned::NotFound(work) = planned else { panic!("{planned:?}") };
    assert!((2000..2100).contains(&work.edges), "{work:?}");
    let time = Duration::from_millis(30);
    let limits = PlanLimits::default().budget(Budget::time(time));
    assert!(matches!(plan(&world, &placed, ends, &limits), Planned::NotFound(_)));
    let stopped = placed.plan(&world, ends[0], ends[1], &PlanLimits::default(), &mut |_| false);
    assert!(matches!(stopped.unwrap(), Planned::NotFound(work) if work.edges == 0));
}

#[test]
fn the_same_seed_gives_the_same_plan_and_another_another() {
    let robot = robot(ARM);
    let (world, placed) = with_boxes(&robot, &[WALL]);
    let ends: [&[f64]; 2] = [&[-0.6, 0.0, 0.0], &[0.6, 0.0, 0.3]];
    let of = |seed| found(plan(&world, &placed, ends, &edges_of(20_000, seed)));
    assert_eq!(of(1), of(1));
    assert_ne!(of(1).rows, of(2).rows);
}

#[test]
fn a_clearance_is_kept_all_along() {
    let robot = robot(ARM);
    let (mut world, placed) = with_boxes(&robot, &[WALL]);
    let ends: [&[f64]; 2] = [&[-0.6, 0.0, 0.0], &[0.6, 0.0, 0.3]];
    world.set_clearance(closecall::geom::Clearance::new(0.05).unwrap());
    let plan = found(plan(&world, &placed, ends, &edges_of(20_000, 1)));
    check(&world, &placed, ends, &plan);
    let wall = world.handle("wall").unwrap();
    let mut query = world.query();
    let mut least = f64::INFINITY;
    for ends in plan.rows.windows(2) {
        let edge = placed.edge(&ends[0], &ends[1]).unwrap();
        for sample in 0..=100 {
            query.set_poses(&edge.poses(f64::from(sample) / 100.0)).unwrap();
            for &link in &placed.handles()[1..] {
                let gap = query.distance(wall, link).unwrap().unwrap();
                least = least.min(gap.distance.hi);
            }
        }
    }
    assert!(least > 0.05, "{least}");
}

#[test]
fn only_the_joints_that_are_named_move() {
    let robot = robot(ARM);
    let (world, placed) = with_boxes(&robot, &[WALL]);
    let ends: [&[f64]; 2] = [&[-0.6, 0.0, 0.25], &[0.6, 0.0, 0.25]];
    let moving = vec!["shoulder".to_owned(), "elbow".to_owned()];
    let limits = edges_of(20_000, 3).moving(moving);
    let plan = found(plan(&world, &placed, ends, &limits));
    check(&world, &placed, ends, &plan);
    assert!(plan.rows.iter().all(|row| row[2] == 0.25), "{:?}", plan.rows);
    let refused = placed.plan(&world, ends[0], &[0.6, 0.0, 0.3], &limits, &mut |_| true);
    let Err(RobotError::Position(PositionError::NotFree { joint, .. })) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(joint, "slide");
    for bad in [[0.6, 4.0, 0.0], [f64::NAN, 0.0, 0.0], [f64::INFINITY, 0.0, 0.0]] {
        assert!(placed.plan(&world, &bad, ends[1], &limits, &mut |_| true).is_err());
        assert!(placed.plan(&world, ends[0], &bad, &limits, &mut |_| true).is_err());
    }
    let limits = limits.moving(vec!["knee".to_owned()]);
    assert!(placed.plan(&world, ends[0], ends[1], &limits, &mut |_| true).is_err());
}

/// A joint that follows another has limits of its own, which positions at random may miss.
#[test]
fn joints_that_follow_others_stay_within_their_limits() {
    let follows = r#"<link name="finger"><collision><geometry><box size="0.02 0.02 0.02"/></geometry></collision></link>
  <joint name="grip" type="revolute"><origin xyz="0.2 0 0"/><axis xyz="0 0 1"/><limit lower="-1.3" upper="1.3"/><mimic joint="elbow" multiplier="0.5"/><parent link="slider"/><child link="finger"/></joint>
</robot>"#;
    let robot = robot(&ARM.replace("</robot>", follows));
    let (world, placed) = with_boxes(&robot, &[WALL]);
    let ends: [&[f64]; 2] = [&[-0.7, 0.0, 0.0], &[0.7, 0.0, 0.3]];
    let plan = found(plan(&world, &placed, ends, &edges_of(20_000, 1)));
    check(&world, &placed, ends, &plan);
    assert!(plan.rows.iter().all(|row| row[1].abs() <= 2.6), "{:?}", plan.rows);
}

/// A floating robot is not planned for, and says so.
#[test]
fn planar_and_floating_joints_are_refused() {
    let urdf = r#"<robot name="r"><link name="a"/>
      <link name="b"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
      <joint name="free" type="floating"><parent link="a"/><child link="b"/></joint></robot>"#;
    let robot = robot(urdf);
    let (world, placed) = with_boxes(&robot, &[WALL]);
    let (mut to, from) = (robot.rest(), robot.rest());
    to[0] = 1.0;
    let refused = placed.plan(&world, &from, &to, &PlanLimits::default(), &mut |_| true);
    assert!(refused.unwrap_err().to_string().contains("free/tx"));
    let moving = vec!["free/tx".to_owned()];
    let limits = PlanLimits::default().moving(moving);
    let refused = placed.plan(&world, &from, &to, &limits, &mut |_| true);
    assert!(refused.unwrap_err().to_string().contains("planar or floating"));
}

/// A Panda among random boxes, from anywhere to anywhere.
#[test]
fn a_real_arm_among_boxes_gets_plans_that_hold() {
    let Some(folder) = shared().map(|folder| folder.join("data/robots/panda")) else { return };
    let files = RobotFiles::with_srdf(folder.join("panda.srdf"));
    let robot = Robot::load(folder.join("panda.urdf"), &files).unwrap();
    let mut rng = Rng::new(4242);
    let (mut planned, mut turned) = (0, 0);
    for scene in 0..4u64 {
        let mut boxes = Vec::new();
        while boxes.len() < 8 {
            let (at, half) = (rng.in_ball() + DVec3::Z * 0.4, rng.between(0.03, 0.12));
            if at.x.hypot(at.y) > 0.35 {
                boxes.push(("box", [at - DVec3::splat(half), at + DVec3::splat(half)]));
            }
        }
        let names: Vec<String> = (0..boxes.len()).map(|number| format!("box {number}")).collect();
        let boxes: Vec<_> =
            names.iter().zip(&boxes).map(|(name, (_, ends))| (name.as_str(), *ends)).collect();
        let (world, placed) = with_boxes(&robot, &boxes);
        let mut free = || loop {
            let row: Vec<f64> = robot
                .coordinates()
                .iter()
                .map(|coordinate| {
                    let [low, high] = robot.joints()[coordinate.joint].limits.unwrap();
                    rng.between(low, high)
                })
                .collect();
            if placed.collisions(&world, &row).unwrap().is_empty() {
                break row;
            }
        };
        let (from, to) = (free(), free());
        match plan(&world, &placed, [&from, &to], &edges_of(3000, scene)) {
            Planned::Found(plan) => {
                check(&world, &placed, [&from, &to], &plan);
                planned += 1;
                turned += usize::from(plan.rows.len() > 2);
            }
            Planned::NotFound(_) => {}
            blocked => panic!("{blocked:?}"),
        }
    }
    assert!(planned >= 3 && turned >= 1, "{planned} planned, {turned} of them not straight");
}
