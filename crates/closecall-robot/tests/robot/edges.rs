//! Edges in joint space: what touches first, and that nothing is missed.

use closecall::Answer;
use closecall::Ask;
use closecall::engine::geom::{DVec3, GlamPose as _, Rng};
use closecall::mesh::shapes;
use closecall::path::Path as _;
use closecall::world::Body;
use closecall::world::sweep::{Edge, EdgeDoubt, EdgeHit, Sweeps};
use closecall::{Budget, Model, World};
use closecall_robot::{Description, Packages, RangeLimits, RangeProgress, RangeShares, Robot};

/// A post with an arm of two bars, a slider at its end, and a finger that follows the elbow.
const ARM: &str = r#"<robot name="arm">
  <link name="post"><collision><origin xyz="0 0 0.4"/><geometry><box size="0.2 0.2 0.8"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.4 0 0"/><geometry><box size="0.7 0.06 0.06"/></geometry></collision></link>
  <link name="slider"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
  <link name="finger"><collision><origin xyz="0.1 0 0"/><geometry><box size="0.2 0.02 0.02"/></geometry></collision></link>
  <joint name="shoulder" type="continuous"><origin xyz="0 0 0.9"/><axis xyz="0 0 1"/><parent link="post"/><child link="upper"/></joint>
  <joint name="elbow" type="revolute"><origin xyz="1.05 0 0"/><axis xyz="0 1 0"/><limit lower="-3" upper="3"/><parent link="upper"/><child link="lower"/></joint>
  <joint name="slide" type="prismatic"><origin xyz="0.8 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0.5"/><parent link="lower"/><child link="slider"/></joint>
  <joint name="grip" type="revolute"><origin xyz="0.1 0 0"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/><mimic joint="elbow" multiplier="-0.5" offset="0.1"/><parent link="slider"/><child link="finger"/></joint>
</robot>"#;

fn robot() -> Robot {
    let description = Description::parse("arm.urdf".as_ref(), ARM.as_bytes()).unwrap();
    Robot::new(description, None, &Packages::default()).unwrap()
}

fn cell() -> World {
    let mut world = World::new();
    let wall = Model::new(shapes::cuboid(DVec3::new(1.2, 0.8, 0.0), DVec3::new(1.4, 1.0, 2.0)));
    let table =
        Model::new(shapes::cuboid(DVec3::new(-3.0, -3.0, -0.1), DVec3::new(3.0, 3.0, -0.02)));
    world.insert(Body::new("wall", &wall).fixed()).unwrap();
    world.insert(Body::new("table", &table).fixed()).unwrap();
    world
}

fn random_positions(rng: &mut Rng) -> Vec<f64> {
    vec![rng.between(-3.0, 3.0), rng.between(-2.5, 2.5), rng.between(0.0, 0.5)]
}

#[test]
fn a_turn_into_a_wall_names_the_link_and_the_wall() {
    let mut world = cell();
    let placed = robot().insert(&mut world, "", None).unwrap();
    let sweeps = Sweeps::new(&world, &Ask::new());
    let edge = placed.edge(&[-0.5, 0.0, 0.0], &[1.5, 0.0, 0.0]).unwrap();
    let Answer::Touching(EdgeHit { hit, bodies: [a, b] }) = sweeps.ask(&edge).unwrap() else {
        panic!("it hits")
    };
    assert_eq!([world.name(a).unwrap(), world.name(b).unwrap()], ["wall", "lower"]);
    assert!(hit.time.lo <= hit.time.hi && hit.time.hi - hit.time.lo < 1e-5, "{hit:?}");
    let mut query = world.query();
    for (handle, pose) in edge.poses(hit.time.hi) {
        query.set_pose(handle, pose).unwrap();
    }
    assert!(query.collisions().contains(&(a, b)));
    let away = placed.edge(&[-0.5, 0.0, 0.0], &[-1.5, 0.3, 0.2]).unwrap();
    assert_eq!(sweeps.ask(&away).unwrap(), Answer::Clear);
}

#[test]
fn the_range_of_the_elbow_ends_at_the_table() {
    let mut world = cell();
    let placed = robot().insert(&mut world, "", None).unwrap();
    let sweeps = Sweeps::new(&world, &Ask::new());
    let rest = vec![-2.0, 0.0, 0.0];
    let [down, up] = placed.range_of("elbow", &rest).unwrap();
    assert_eq!(sweeps.ask(&down).unwrap(), Answer::Clear);
    let Answer::Touching(EdgeHit { hit, bodies: pair }) = sweeps.ask(&up).unwrap() else {
        panic!("it hits the table")
    };
    assert_eq!(pair.map(|body| world.name(body).unwrap()), ["table", "finger"], "{hit:?}");
    let stopped = up.positions(hit.time.hi)[1];
    assert!(stopped > 0.9 && stopped < 1.1, "{stopped}");
    assert!(placed.range_of("shoulder", &rest).is_err(), "a continuous joint has no limits");
}

#[test]
fn no_contact_of_any_link_is_missed() {
    let mut world = cell();
    let placed = robot().insert(&mut world, "", None).unwrap();
    let sweeps = Sweeps::new(&world, &Ask::new());
    let mut rng = Rng::new(197);
    let (mut clear, mut touching) = (0, 0);
    let ends: Vec<_> =
        (0..60).map(|_| [random_positions(&mut rng), random_positions(&mut rng)]).collect();
    let edges: Vec<_> = ends.iter().map(|[a, b]| placed.edge(a, b).unwrap()).collect();
    for (number, answer) in sweeps.ask_all(&edges).unwrap().into_iter().enumerate() {
        let until = match answer {
            Answer::Clear => 1.0,
            Answer::Touching(EdgeHit { hit, .. }) => hit.time.lo,
            Answer::Undecided(EdgeDoubt { doubt, .. }) => panic!("{doubt:?}"),
        };
        let touches = |time: f64| {
            let mut query = world.query();
            for (handle, pose) in edges[number].poses(time) {
                query.set_pose(handle, pose).unwrap();
            }
            query.collides()
        };
        for _ in 0..100 {
            let time = rng.between(0.0, 1.0) * until;
            assert!(time >= until || !touches(time), "{number} at {time}: {answer:?}");
        }
        match answer {
            Answer::Touching(EdgeHit { hit, .. }) => {
                touching += 1;
                assert!(touches(hit.time.hi), "{number}: no contact at {hit:?}");
            }
            _ => clear += 1,
        }
    }
    assert!(clear > 5 && touching > 5, "{clear} clear, {touching} touching");
}

#[test]
fn the_chain_of_every_kind_of_joint_is_where_the_joint_is() {
    const ALL: &str = r#"<robot name="all">
      <link name="a"/><link name="b"/><link name="c"/><link name="d"/><link name="e"/><link name="f"/>
      <joint name="turn" type="continuous"><origin xyz="1 2 3" rpy="0.3 0.2 0.1"/><axis xyz="1 1 0"/><parent link="a"/><child link="b"/></joint>
      <joint name="plane" type="planar"><origin xyz="0 1 0" rpy="0 0.5 0"/><axis xyz="0 0.6 0.8"/><parent link="b"/><child link="c"/></joint>
      <joint name="free" type="floating"><origin xyz="0 0 1" rpy="1 0 0"/><parent link="c"/><child link="d"/></joint>
      <joint name="slide" type="prismatic"><axis xyz="0 1 0"/><limit lower="-1" upper="1"/><parent link="d"/><child link="e"/></joint>
      <joint name="follow" type="revolute"><axis xyz="0 0 1"/><limit lower="-9" upper="9"/><mimic joint="slide" multiplier="3" offset="0.25"/><parent link="e"/><child link="f"/></joint>
    </robot>"#;
    let description = Description::parse("all.urdf".as_ref(), ALL.as_bytes()).unwrap();
    let robot = Robot::new(description, None, &Packages::default()).unwrap();
    let mut world = World::new();
    let placed = robot.insert(&mut world, "", None).unwrap();
    let mut rng = Rng::new(199);
    let mut positions = || {
        let mut all: Vec<f64> =
            robot.coordinates().iter().map(|_| rng.between(-1.0, 1.0)).collect();
        let first = robot.coordinates().iter().position(|c| c.name == "free/qw").unwrap();
        all[first..first + 4].copy_from_slice(&rng.quaternion());
        all
    };
    for _ in 0..50 {
        let edge = placed.edge(&positions(), &positions()).unwrap();
        for time in [0.0, 0.25, 0.7, 1.0] {
            for ((body, chain), (posed, pose)) in edge.moves().iter().zip(edge.poses(time)) {
                assert_eq!(*body, posed);
                let off = chain.pose(time).carried(DVec3::ONE).distance(pose.carried(DVec3::ONE));
                assert!(off < 1e-13, "{off:e} at {time}");
            }
        }
    }
}

#[test]
fn the_range_of_two_joints_is_proved_cell_by_cell() {
    let mut world = cell();
    let placed = robot().insert(&mut world, "", None).unwrap();
    let sweeps = Sweeps::new(&world, &Ask::new());
    let at = vec![-2.0, 0.0, 0.0];
    let range = placed.range_of_box(&sweeps, &["shoulder", "elbow"], &at, 1.0 / 32.0).unwrap();
    let RangeShares { clear, reached, touching, undecided, .. } = range.shares();
    assert!((clear + touching + undecided - 1.0).abs() < 1e-12 && !range.is_cut_short());
    assert!(
        clear > 0.3 && reached > 0.2 && reached <= clear && touching > 0.05,
        "{clear} {reached} {touching}"
    );
    let stops: Vec<_> =
        range.stops().into_iter().map(|pair| pair.map(|body| world.name(body).unwrap())).collect();
    assert!(
        stops.iter().any(|pair| pair[0] == "table") && stops.iter().any(|pair| pair[0] == "wall"),
        "{stops:?}"
    );
    // Nothing touches anywhere in a cell that is called clear, and something does in the middle of
    // others.
    let mut rng = Rng::new(200);
    let touches = |positions: &[f64]| {
        let mut query = world.query();
        query.set_poses(&placed.poses(positions).unwrap()).unwrap();
        query.collides()
    };
    for cell in &range.cells {
        let middle = [0, 1].map(|k| (cell.low[k] + cell.high[k]) * 0.5);
        match cell.found {
            Answer::Clear => {
                for _ in 0..5 {
                    let inside = [0, 1].map(|k| rng.between(cell.low[k], cell.high[k]));
                    assert!(!touches(&[inside[0], inside[1], 0.0]), "{cell:?} {inside:?}");
                }
            }
            Answer::Touching(_) => assert!(touches(&[middle[0], middle[1], 0.0]), "{cell:?}"),
            Answer::Undecided(_) => {}
        }
    }
    assert!(range.cell(&at[..2]).unwrap().is_reached);
    assert!(placed.range_of_box(&sweeps, &["no such"], &at, 0.1).is_err());
}

/// It was called clear everywhere, a proof.
#[test]
fn a_cart_inside_a_solid_is_free_nowhere() {
    const CART: &str = r#"<robot name="s">
      <link name="base"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
      <link name="cart"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
      <joint name="x" type="prismatic"><origin xyz="0 0 5"/><axis xyz="1 0 0"/><limit lower="-1" upper="1"/><parent link="base"/><child link="cart"/></joint>
    </robot>"#;
    let description = Description::parse("cart.urdf".as_ref(), CART.as_bytes()).unwrap();
    let robot = Robot::new(description, None, &Packages::default()).unwrap();
    for is_solid in [false, true] {
        let mut world = World::new();
        let block = Model::new(shapes::cuboid(DVec3::splat(-10.0), DVec3::splat(10.0)));
        let block = world.insert(Body::new("block", &block).fixed()).unwrap();
        world.set_solid(block, is_solid).unwrap();
        let placed = robot.insert(&mut world, "", None).unwrap();
        let sweeps = Sweeps::new(&world, &Ask::new());
        let range = placed.range_of_box(&sweeps, &["x"], &[0.0], 0.25).unwrap();
        let RangeShares { clear, reached, touching, undecided, .. } = range.shares();
        let expected = if is_solid { [0.0, 0.0, 1.0, 0.0] } else { [1.0, 1.0, 0.0, 0.0] };
        assert_eq!([clear, reached, touching, undecided], expected, "solid: {is_solid}");
        assert_eq!(range.stops().is_empty(), !is_solid);
    }
}

/// Whenever the budget ends, nothing is called clear that is not, and more work tells more.
#[test]
fn a_range_within_a_budget_tells_what_is_known_so_far() {
    let mut world = cell();
    let placed = robot().insert(&mut world, "", None).unwrap();
    let sweeps = Sweeps::new(&world, &Ask::new());
    let at = vec![-2.0, 0.0, 0.0];
    let ask = |tests: u64| {
        let limits = RangeLimits::new(1.0 / 32.0, Budget::tests(tests));
        let mut seen = Vec::new();
        let mut note = |progress: RangeProgress| seen.push(progress);
        let names = ["shoulder", "elbow"];
        (placed.range_within(&sweeps, &names, &at, &limits, &mut note).unwrap(), seen)
    };
    let (whole, seen) = ask(u64::MAX);
    assert!(!whole.is_cut_short() && seen.len() > 3);
    assert!(seen.is_sorted_by_key(|progress| progress.cells));
    assert!(seen.iter().all(|progress| progress.cells <= progress.expected), "{seen:?}");
    assert_eq!(seen.last().unwrap().cells, seen.last().unwrap().expected);
    assert_eq!(
        whole,
        placed.range_of_box(&sweeps, &["shoulder", "elbow"], &at, 1.0 / 32.0).unwrap()
    );
    let mut before = 0.0;
    for tests in [0, 100, 1_000, 4_000] {
        let (range, _) = ask(tests);
        let RangeShares { clear, touching, undecided, left_touching, .. } = range.shares();
        assert!(left_touching <= undecided);
        assert!(range.is_cut_short() && (clear + touching + undecided - 1.0).abs() < 1e-12);
        assert!(clear >= before && clear <= whole.shares().clear + 1e-12, "{tests}: {clear}");
        before = clear;
        // Nothing is clear that is not clear when all is known.
        for cell in range.cells.iter().filter(|cell| cell.found == Answer::Clear) {
            let middle = [0, 1].map(|k| (cell.low[k] + cell.high[k]) * 0.5);
            assert_eq!(whole.cell(&middle).unwrap().found, Answer::Clear);
        }
    }
    assert!(before > 0.1, "{before}");
}

/// A share that is none is as fine as it gets: the budget ends, and nothing is called clear for it.
#[test]
fn a_range_of_hostile_shares_ends_with_its_budget() {
    let mut world = cell();
    let placed = robot().insert(&mut world, "", None).unwrap();
    let sweeps = Sweeps::new(&world, &Ask::new());
    for finest in [0.0, -1.0, f64::NAN, 5e-324, f64::NEG_INFINITY] {
        let limits = RangeLimits::new(finest, Budget::tests(2_000));
        let names = ["shoulder", "elbow"];
        let at = [-2.0, 0.0, 0.0];
        let range = placed.range_within(&sweeps, &names, &at, &limits, &mut |_| {}).unwrap();
        assert!(range.is_cut_short() && range.shares().undecided > 0.1, "{finest}");
    }
    let whole = RangeLimits::new(f64::INFINITY, Budget::ENDLESS);
    let range = placed.range_within(&sweeps, &["elbow"], &[-2.0, 0.0, 0.0], &whole, &mut |_| {});
    assert_eq!(range.unwrap().cells.len(), 1);
}
