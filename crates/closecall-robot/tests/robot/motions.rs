//! Random motions of a robot beside walls, long and short: nothing that dense samples find is missed,
//! and one contact is found where the first one is.
//!
//! `CLOSECALL_LONG=N cargo test --release --test robot motions:: -- --nocapture` asks N times as
//! many: 100,000 with 250.

use closecall::engine::geom::{DVec3, Rng};
use closecall::mesh::shapes;
use closecall::world::Body;
use closecall::world::sweep::{Edge, EdgeDoubt, EdgeHit, Sweeps};
use closecall::{Answer, Ask, Model, World};
use closecall_robot::{Description, Packages, Robot, RobotEdge, RobotInWorld};

const MOTIONS: usize = 400;
const SAMPLES: usize = 60;

/// A chain that turns about all axes, with a slider, a ball in it and a finger that follows a joint.
const ARM: &str = r#"<robot name="arm">
  <link name="base"><collision><origin xyz="0 0 0.1"/><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.25 0 0"/><geometry><box size="0.4 0.08 0.08"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.2 0 0"/><geometry><cylinder radius="0.04" length="0.3"/></geometry></collision></link>
  <link name="wrist"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
  <link name="finger"><collision><origin xyz="0.08 0 0"/><geometry><box size="0.12 0.01 0.02"/></geometry></collision></link>
  <joint name="turn" type="continuous"><origin xyz="0 0 0.3"/><axis xyz="0 0 1"/><parent link="base"/><child link="upper"/></joint>
  <joint name="bend" type="revolute"><origin xyz="0.5 0 0"/><axis xyz="0 1 0"/><limit lower="-3" upper="3"/><parent link="upper"/><child link="lower"/></joint>
  <joint name="reach" type="prismatic"><origin xyz="0.4 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0.3"/><parent link="lower"/><child link="wrist"/></joint>
  <joint name="grip" type="revolute"><axis xyz="1 1 0"/><limit lower="-2" upper="2"/><mimic joint="bend" multiplier="-0.5" offset="0.1"/><parent link="wrist"/><child link="finger"/></joint>
</robot>"#;

fn cell() -> (World, RobotInWorld) {
    let mut world = World::new();
    let corners = [
        ("table", [-2.0, -2.0, -0.1], [2.0, 2.0, -0.01]),
        ("shelf", [0.6, -0.4, 0.25], [1.0, 0.4, 0.27]),
        ("post", [-0.6, 0.5, -0.01], [-0.55, 0.55, 1.0]),
    ];
    for (name, low, high) in corners {
        let model = Model::new(shapes::cuboid(DVec3::from_array(low), DVec3::from_array(high)));
        world.insert(Body::new(name, &model).fixed()).unwrap();
    }
    let ring = Body::new("ring", &Model::new(shapes::torus(0.2, 0.05, 24, 12)));
    let at = closecall::Pose::from_translation([0.0, -0.8, 0.5]).unwrap();
    world.insert(ring.at(at).fixed()).unwrap();
    let description = Description::parse("arm.urdf".as_ref(), ARM.as_bytes()).unwrap();
    let robot = Robot::new(description, None, &Packages::default()).unwrap();
    let placed = robot.insert(&mut world, "", None).unwrap();
    (world, placed)
}

/// Ends that are free, as far apart as one of several sizes says.
fn motion<'r>(world: &World, placed: &'r RobotInWorld, rng: &mut Rng) -> Option<RobotEdge<'r>> {
    let from = [rng.between(-3.1, 3.1), rng.between(-2.5, 2.5), rng.between(0.0, 0.3)];
    let size = [0.02, 0.2, 1.0, 3.0][rng.below(4)];
    let change = |x: f64, rng: &mut Rng| x + rng.between(-size, size);
    let to = [
        change(from[0], rng),
        change(from[1], rng).clamp(-2.5, 2.5),
        change(from[2], rng).clamp(0.0, 0.3),
    ];
    let edge = placed.edge(&from, &to).unwrap();
    (!touches(world, &edge, 0.0)).then_some(edge)
}

fn touches(world: &World, edge: &RobotEdge, time: f64) -> bool {
    let mut query = world.query();
    query.set_poses(&edge.poses(time)).unwrap();
    query.collides()
}

#[test]
fn nothing_that_dense_samples_find_is_missed() {
    let long = std::env::var("CLOSECALL_LONG")
        .map_or(1, |n| n.parse().expect("CLOSECALL_LONG is a number"));
    let ((world, placed), mut rng) = (cell(), Rng::new(4242));
    let sweeps = Sweeps::new(&world, &Ask::new());
    let (mut asked, mut clear, mut hits) = (0, 0, 0);
    while asked < MOTIONS * long {
        let Some(edge) = motion(&world, &placed, &mut rng) else { continue };
        asked += 1;
        let answer = sweeps.ask(&edge).unwrap();
        let any = sweeps.any(&edge).unwrap();
        let until = match answer {
            Answer::Clear => 1.0,
            Answer::Touching(EdgeHit { hit, .. }) => {
                assert!(touches(&world, &edge, hit.time.hi), "{asked}: {hit:?}");
                hit.time.lo
            }
            Answer::Undecided(EdgeDoubt { doubt, .. }) => doubt.time.lo,
        };
        match any {
            Answer::Clear => assert_eq!(answer, Answer::Clear, "{asked}"),
            Answer::Touching(EdgeHit { hit, .. }) => {
                assert!(touches(&world, &edge, hit.time.hi), "{asked}: {hit:?}");
                assert!(hit.time.lo == 0.0 && answer != Answer::Clear, "{asked}: {answer:?}");
            }
            Answer::Undecided(_) => {}
        }
        *(if answer == Answer::Clear { &mut clear } else { &mut hits }) += 1;
        for sample in 0..SAMPLES {
            let time = until * sample as f64 / SAMPLES as f64;
            let is_missed = time < until && touches(&world, &edge, time);
            assert!(!is_missed, "{asked} at {time}: {answer:?}");
        }
    }
    assert!(clear > asked / 8 && hits > asked / 8, "{clear} are clear and {hits} touch");
}

/// Poses of single links are those of all links, bit for bit: a contact is decided with them.
#[test]
fn a_link_is_posed_alone_as_with_all_others() {
    let ((world, placed), mut rng) = (cell(), Rng::new(4243));
    for _ in 0..100 {
        let Some(edge) = motion(&world, &placed, &mut rng) else { continue };
        for time in [0.0, 1.0, rng.between(0.0, 1.0)] {
            let all = edge.poses(time);
            assert_eq!(all.len(), edge.moves().len());
            for (place, (handle, _)) in edge.moves().iter().enumerate() {
                assert!(all.contains(&(*handle, edge.pose(place, time))), "{place} at {time}");
            }
        }
    }
}
