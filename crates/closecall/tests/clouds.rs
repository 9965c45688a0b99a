//! Clouds of points with a radius, beside exact balls and brute force: contact, sweeps, distances.

use closecall::engine::geom::DVec3;
use closecall::engine::geom::Rng;
use closecall::geom::shape::Shape;
use closecall::mesh::shapes::{icosphere, torus};
use closecall::path::Rows;
use closecall::world::{Body, World};
use closecall::{Answer, Ask, Clearance, Mesh, Model, Pose};

fn random_pose(rng: &mut Rng, reach: f64) -> Pose {
    Pose::from_quaternion((rng.in_ball() * reach).to_array(), rng.quaternion()).unwrap()
}

fn cloud(rng: &mut Rng, count: usize) -> Vec<[f64; 3]> {
    (0..count).map(|_| (rng.in_ball() * 2.0).to_array()).collect()
}

/// A world with a cloud and a ring, and the same with a ball for every point.
fn worlds(points: &[[f64; 3]], radius: f64, ring: &Model) -> [World; 2] {
    let cloud = Model::new(Mesh::from_points(points).unwrap());
    let cloud = Body::new("cloud", &cloud).padded(Clearance::new(radius).unwrap());
    let balls = points.iter().map(|&point| Shape::ball(point, radius).unwrap());
    let balls = Body::frame("cloud").with_shapes(balls);
    [cloud, balls].map(|body| {
        let mut world = World::new();
        world.insert(body).unwrap();
        world.insert(Body::new("ring", ring)).unwrap();
        world
    })
}

#[test]
fn a_cloud_touches_where_its_balls_do() {
    let mut rng = Rng::new(77);
    let ring = Model::new(torus(1.0, 0.1, 24, 12));
    let (mut yes, mut no) = (0, 0);
    for round in 0..300 {
        let points = cloud(&mut rng, 1 + round % 40);
        let radius = rng.between(0.01, 0.2);
        let pose = random_pose(&mut rng, 2.0);
        let [as_cloud, as_balls] = worlds(&points, radius, &ring).map(|mut world| {
            let body = world.handle("ring").unwrap();
            world.set_pose(body, pose).unwrap();
            world.collides()
        });
        assert_eq!(as_cloud, as_balls, "{round}");
        yes += u32::from(as_cloud);
        no += u32::from(!as_cloud);
    }
    assert!(yes > 40 && no > 40, "{yes} and {no}");
}

#[test]
fn a_ball_that_touches_exactly_is_seen_to() {
    // Corners at 3, 4 and 12 from the origin: the ball of radius 13 touches in a point.
    let corner = Mesh::new(
        vec![DVec3::new(3.0, 4.0, 12.0), DVec3::new(3.0, 4.0, 40.0), DVec3::new(9.0, 40.0, 12.0)],
        vec![[0, 1, 2]],
    );
    let (corner, origin) =
        (Model::new(corner.unwrap()), Model::new(Mesh::from_points(&[[0.0; 3]]).unwrap()));
    let touches = |radius: f64| {
        origin.ask(&corner, Clearance::new(radius).unwrap()).unwrap().collides(&Pose::IDENTITY)
    };
    assert!(touches(13.0) && !touches(13.0f64.next_down()));
    // Two clouds: points at one place, and near each other.
    let far = Model::new(Mesh::from_points(&[[3.0, 4.0, 12.0], [50.0, 0.0, 0.0]]).unwrap());
    let apart = origin.distance(&far, &Pose::IDENTITY).unwrap().distance;
    assert!(apart.contains(13.0) && apart.width() < 1e-14);
    assert!(origin.collides(&origin, &Pose::IDENTITY).unwrap());
}

#[test]
fn sweeps_find_the_moment_at_which_a_ball_is_met() {
    let mut rng = Rng::new(78);
    let sphere = Model::new(icosphere(0.3, 2));
    let (mut hits, mut clear) = (0, 0);
    for round in 0..60 {
        let points = cloud(&mut rng, 30);
        let radius = 0.05;
        let moving = Model::new(Mesh::from_points(&points).unwrap());
        let ask = Ask::new().clearance(Clearance::new(radius).unwrap());
        let [from, to] = [0, 1].map(|_| rng.in_ball() * 4.0);
        let at =
            |time: f64| Pose::from_translation((from + (to - from) * time).to_array()).unwrap();
        let mut pair = moving.ask(&sphere, ask).unwrap();
        let swept = pair.sweep(&Rows::translation(from.to_array(), to.to_array()).unwrap());
        let times = (0..=400).map(|step| f64::from(step) / 400.0);
        let first = times.clone().find(|&time| pair.collides(&at(time)));
        match (swept, first) {
            (Answer::Clear, None) => clear += 1,
            (Answer::Touching(hit), Some(time)) => {
                assert!(hit.time.lo <= time, "{round}: {hit:?}, but it touches at {time}");
                hits += 1;
            }
            (Answer::Touching(_), None) => {}
            (found, first) => panic!("{round}: {found:?}, but {first:?}"),
        }
    }
    assert!(hits > 10 && clear > 10, "{hits} and {clear}");
}
