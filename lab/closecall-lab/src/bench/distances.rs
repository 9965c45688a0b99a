//! Distances of bodies that are far apart, and limits that end a query: what both cost beside the
//! distance of bodies that are two sizes apart, and beside the contact query.

use closecall::engine::geom::{Ball, DVec3, GlamMesh as _, GlamPose as _};
use closecall::{Ask, Model, Pose};
use closecall_flight::numbers::{figures, flight_of};
use closecall_flight::timing::Stopwatch;
use closecall_flight::{Flight, Waypoint};

use super::{BenchPage, BenchSheet};

/// How many sizes bodies are apart.
const SIZES: [f64; 6] = [2.0, 5.0, 10.0, 20.0, 100.0, 1000.0];

/// Limits, as shares of the distance.
const LIMITS: [f64; 4] = [0.01, 0.1, 0.5, 0.9];

/// The approximate number of poses of a flight that are looked at.
const POSES: usize = 100;

/// Measures every flight, `rounds` times. `hear` receives every flight.
#[must_use]
pub fn page(flights: &[(String, Flight)], rounds: usize, mut hear: impl FnMut(&str)) -> BenchPage {
    let mut sheets = Vec::new();
    for (name, flight) in flights {
        hear(name);
        sheets.extend(both_sheets(name, flight, rounds));
    }
    let preface = format!(
        "One thread; about {POSES} poses of each flight; {rounds} rounds in turn, the mean over the poses of each pose's fastest \
         time, in µs. Far apart: the object is moved away from the environment, along the line between the centres of the two balls \
         around them, until the balls are so many sizes apart, a size being the diameter of the larger. Limits: at the poses at \
         which the two are apart, distances up to a share of the distance, so that the answer is \"further\"."
    );
    BenchPage {
        name: "distances",
        title: "Distances far apart, and up to a limit",
        preface,
        sheets,
    }
}

fn both_sheets(name: &str, flight: &Flight, rounds: usize) -> [BenchSheet; 2] {
    let models = [Model::new(flight.env.clone()), Model::new(flight.obj.clone())];
    let stride = (flight.waypoints.len() / POSES).max(1);
    let poses: Vec<Pose> = flight.waypoints.iter().step_by(stride).map(Waypoint::pose).collect();
    let title =
        format!("{name}: {}", flight_of(flight.obj.triangle_count(), flight.env.triangle_count()));
    [
        BenchSheet {
            title: format!("{title}, far apart"),
            header: vec!["sizes apart", "distance µs", "over that at 2", "worst pose µs"],
            rows: far_rows(&models, &poses, rounds),
        },
        BenchSheet {
            title: format!("{title}, up to a limit"),
            header: vec!["share of the distance", "poses", "limited µs", "contact µs", "ratio"],
            rows: limit_rows(&models, &poses, rounds),
        },
    ]
}

fn far_rows([a, b]: &[Model; 2], poses: &[Pose], rounds: usize) -> Vec<Vec<String>> {
    let balls = [a, b].map(|model| Ball::around(model.mesh().points().iter().copied()));
    let mut pair = a.ask(b, Ask::new()).unwrap();
    let mut watches = SIZES.map(|_| Stopwatch::new(poses.len()));
    for _ in 0..rounds {
        for (watch, sizes) in watches.iter_mut().zip(SIZES) {
            watch.repetition(|k| {
                let pose = moved_away(&balls, &poses[k], sizes);
                u64::from(pair.distance(&pose).is_some())
            });
        }
    }
    let timings = watches.map(|watch| watch.finish().timing);
    let base = timings[0].mean_best_us;
    let row = |(sizes, timing): (f64, &closecall_flight::timing::Timing)| {
        let cells = [timing.mean_best_us, timing.mean_best_us / base, timing.max_us].map(figures);
        [vec![sizes.to_string()], cells.to_vec()].concat()
    };
    SIZES.into_iter().zip(&timings).map(row).collect()
}

/// A pose with the object so far away that the balls are this many sizes apart.
fn moved_away([a, b]: &[Ball; 2], pose: &Pose, sizes: f64) -> Pose {
    let center = pose.carried(b.center);
    let line = (center - a.center).try_normalize().unwrap_or(DVec3::X);
    let apart = a.radius + b.radius + 2.0 * sizes * a.radius.max(b.radius);
    let shift = a.center + line * apart - center;
    let mut rows = pose.to_matrix();
    (0..3).for_each(|row| rows[row][3] += shift[row]);
    Pose::from_matrix(rows).expect("it was a pose before")
}

fn limit_rows([a, b]: &[Model; 2], poses: &[Pose], rounds: usize) -> Vec<Vec<String>> {
    let mut pair = a.ask(b, Ask::new()).unwrap();
    let apart: Vec<(Pose, f64)> = poses
        .iter()
        .filter_map(|pose| {
            let found = pair.distance(pose)?;
            (found.distance.lo > 0.0).then_some((*pose, found.distance.lo))
        })
        .collect();
    if apart.is_empty() {
        return Vec::new();
    }
    let mut contact = Stopwatch::new(apart.len());
    let mut limited = pair.fork();
    let mut watches = LIMITS.map(|_| Stopwatch::new(apart.len()));
    for _ in 0..rounds {
        contact.repetition(|k| u64::from(pair.collides(&apart[k].0)));
        for (watch, share) in watches.iter_mut().zip(LIMITS) {
            watch.repetition(|k| {
                let (pose, distance) = &apart[k];
                limited.set(Ask::new().cold().limit(share * distance));
                u64::from(limited.distance(pose).is_some())
            });
        }
    }
    let contact = contact.finish().timing.mean_best_us;
    let row = |(share, watch): (f64, Stopwatch)| {
        let limited = watch.finish().timing.mean_best_us;
        let cells = [limited, contact, limited / contact].map(figures);
        [vec![share.to_string(), apart.len().to_string()], cells.to_vec()].concat()
    };
    LIMITS.into_iter().zip(watches).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::made;
    use crate::scenes::DataSet;

    #[test]
    fn a_made_flight_has_its_rows() {
        let page = page(&[made(DataSet::Pipes).unwrap()], 1, |_| {});
        let [far, limits] = &page.sheets[..] else { panic!("{page:?}") };
        assert_eq!((far.rows.len(), limits.rows.len()), (SIZES.len(), LIMITS.len()));
        for sheet in [far, limits] {
            assert!(sheet.rows.iter().all(|row| row.len() == sheet.header.len()), "{sheet:?}");
        }
    }
}
