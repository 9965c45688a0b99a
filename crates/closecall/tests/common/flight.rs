//! Flights of a body about a place where it may just touch: creeping by steps of any size, turning
//! about its own centre or a far point, swinging out and back, staying, coming back, and jumping.

use super::Random;
use super::scenes::{scattered, soup};
use super::wander::ball_around;
use closecall::engine::geom::{DQuat, DVec3, GlamMesh as _, GlamPose as _};
use closecall::geom::Pose;
use closecall::geom::range::MIN_COORDINATE;
use closecall::mesh::Mesh;
use closecall::mesh::shapes::{icosphere, torus};

/// Two bodies; where B's centre is at home, in A's frame; and how far it may go from there and
/// still matter.
pub struct Encounter {
    pub name: String,
    pub a: Mesh,
    pub b: Mesh,
    pub home: DVec3,
    pub room: f64,
    /// The share of legs, beside others of their kind, on which B turns about its centre near home.
    pub turning: f64,
}

impl Encounter {
    pub fn new(name: &str, a: &Mesh, b: &Mesh, home: DVec3, room: f64) -> Self {
        Self { name: name.to_owned(), a: a.clone(), b: b.clone(), home, room, turning: 0.0 }
    }

    /// The same with all lengths multiplied, and each body moved away from the origin of its frame
    /// by this many units.
    pub fn elsewhere(&self, scale: f64, [of_a, of_b]: [DVec3; 2]) -> Self {
        let moved = |mesh: &Mesh, by: DVec3| {
            // Carried, because coordinates that are nearly 0 would leave the range.
            let vertices =
                mesh.points().iter().map(|v| Pose::IDENTITY.carried((*v + by) * scale)).collect();
            Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
        };
        Self {
            name: format!(
                "{}, times {scale:e}, off by {:e} and {:e}",
                self.name,
                of_a.length(),
                of_b.length()
            ),
            a: moved(&self.a, of_a),
            b: moved(&self.b, of_b),
            home: (self.home + of_a) * scale,
            room: self.room * scale,
            turning: self.turning,
        }
    }

    /// A flight of this many poses in legs of one kind each.
    pub fn flight(&self, random: &mut Random, frames: usize) -> Vec<Pose> {
        let ball = ball_around(&self.b);
        let size = ball.radius.max(self.room);
        let (mut center, mut turn) = (self.home, DQuat::IDENTITY);
        let mut poses: Vec<Pose> = Vec::new();
        while poses.len() < frames {
            let kind = if random.next() < self.turning { 2 } else { random.below(8) };
            if kind == 2 && self.turning > 0.0 {
                center = self.home + random.vector() * (self.room * random.next().powi(4));
            }
            let step = 10f64.powf(-12.0 * random.next());
            let (drift, axis) = (random.vector(), random.vector().normalize());
            let (start, from, pivot) =
                (center, turn, center + random.vector() * size * 10f64.powf(3.0 * random.next()));
            let length = 1 + random.below(40);
            for frame in 0..length {
                let angle = step.sqrt() * 0.1;
                match kind {
                    0 => center += (drift + random.vector() * 0.3) * self.room * step,
                    1 => {
                        center += (drift + random.vector() * 0.3) * self.room * step;
                        turn = DQuat::from_axis_angle(axis, step * random.next()) * turn;
                    }
                    2 => turn = DQuat::from_axis_angle(axis, angle) * turn,
                    3 => {
                        let by =
                            DQuat::from_axis_angle(axis, angle * self.room / pivot.distance(start));
                        (center, turn) = (pivot + by * (center - pivot), by * turn);
                    }
                    4 => {
                        let swing = (frame as f64 * 0.7).sin();
                        center = start + drift * (self.room * step * swing);
                        turn = DQuat::from_axis_angle(axis, angle * swing) * from;
                    }
                    5 => {}
                    6 => {
                        (center, turn) = if frame % 2 == 0 {
                            (start + drift * self.room * step, from)
                        } else {
                            (start, from)
                        }
                    }
                    _ => {
                        center = self.home + random.vector() * self.room;
                        let [w, x, y, z] = random.rotation();
                        turn = DQuat::from_xyzw(x, y, z, w);
                    }
                }
                turn = turn.normalize();
                poses.push(pose(center, turn, ball.center));
            }
            if center.distance(self.home) > self.room * 1.5 {
                center = self.home + random.vector() * self.room;
            }
        }
        poses.truncate(frames);
        poses
    }
}

/// B turned, with its centre at a place.
fn pose(center: DVec3, turn: DQuat, of_b: DVec3) -> Pose {
    let at_origin = Pose::from_quaternion([0.0; 3], [turn.w, turn.x, turn.y, turn.z]).unwrap();
    let translation = (center - at_origin.carried(of_b))
        .to_array()
        .map(|x| if x.abs() < MIN_COORDINATE { 0.0 } else { x });
    Pose::from_quaternion(translation, [turn.w, turn.x, turn.y, turn.z]).unwrap()
}

/// All kinds of bodies, near each other.
pub fn encounters() -> Vec<Encounter> {
    let triangle = soup([[DVec3::ZERO, DVec3::X, DVec3::Y]]);
    let needle = soup([[DVec3::ZERO, DVec3::X, DVec3::X * 0.5]]);
    let point = soup([[DVec3::ONE; 3]]);
    let (ball, speck) = (icosphere(1.0, 2), icosphere(1e-3, 1));
    let random = &mut Random(61);
    let mut mixed = scattered(random, 30, 0.4);
    mixed.extend([[DVec3::ONE; 3], [DVec3::ONE, DVec3::NEG_ONE, DVec3::ZERO]]);
    vec![
        Encounter::new("triangles", &triangle, &triangle, DVec3::new(0.4, 0.4, 0.3), 0.4),
        Encounter::new("triangle and needle", &triangle, &needle, DVec3::new(0.3, 0.3, 0.1), 0.3),
        Encounter::new("ball and point", &ball, &point, DVec3::Z, 1e-3),
        Encounter::new("point and ball", &point, &ball, DVec3::new(1.0, 1.0, 2.0), 1e-3),
        Encounter::new("balls", &ball, &ball, DVec3::Z * 1.97, 0.03),
        Encounter::new("ball and speck", &ball, &speck, DVec3::X, 2e-3),
        Encounter::new("speck and ball", &speck, &ball, DVec3::X, 2e-3),
        Encounter::new(
            "soups",
            &soup(mixed),
            &soup(scattered(random, 20, 0.2)),
            DVec3::X * 1.5,
            0.8,
        ),
        Encounter::new("rings", &torus(1.0, 0.2, 24, 12), &torus(1.0, 0.2, 24, 12), DVec3::X, 0.7),
    ]
}
