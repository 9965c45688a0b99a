//! How long a certified depth takes at the poses of a flight at which the two bodies are in each
//! other: with nothing remembered, with the last way out, and only downhill from a direction.

use closecall::{Ask, Model, Pair, Pose, Solid};
use closecall_flight::numbers::{counted, figures, flight_of};
use closecall_flight::timing::Stopwatch;
use closecall_flight::{Flight, Waypoint};

use super::{BenchPage, BenchSheet};

/// How wide an interval may be at the end, as a share of the depth.
const ACCURACIES: [f64; 3] = [0.1, 0.01, 0.001];

/// The poses of each flight that are asked about, at most.
const POSES: usize = 24;

/// Measures every flight, `rounds` times. `hear` receives every flight.
#[must_use]
pub fn page(flights: &[(String, Flight)], rounds: usize, mut hear: impl FnMut(&str)) -> BenchPage {
    let sheets = flights
        .iter()
        .map(|(name, flight)| {
            hear(name);
            sheet(name, flight, rounds)
        })
        .collect();
    let preface = format!(
        "One thread; up to {POSES} poses of each flight at which the two solids overlap, spread over the flight; {rounds} rounds in turn, the mean over the \
         poses of each pose's fastest time, in µs. Cold: each pose on its own. Warm: a `Pair`, which tries the last way out first. Local: downhill from \
         the direction of the answer before, an upper bound only. Width: of the interval, as a share of the depth, the mean over the poses."
    );
    BenchPage { name: "depth", title: "Certified depths", preface, sheets }
}

fn sheet(name: &str, flight: &Flight, rounds: usize) -> BenchSheet {
    let title =
        format!("{name}: {}", flight_of(flight.obj.triangle_count(), flight.env.triangle_count()));
    let header = vec!["accuracy", "poses", "width", "cold µs", "worst µs", "warm µs", "local µs"];
    let solids = [&flight.env, &flight.obj].map(|mesh| Model::new(mesh.clone()).solid());
    let [Ok(a), Ok(b)] = solids else {
        return BenchSheet { title: format!("{title}; a mesh is open"), header, rows: vec![] };
    };
    let poses = overlapping(&a, &b, flight);
    let rows = ACCURACIES.map(|accuracy| row(&a, &b, &poses, accuracy, rounds)).to_vec();
    BenchSheet { title: format!("{title}, {}", counted(poses.len() as u64, "pose")), header, rows }
}

/// Poses of the flight at which the insides overlap, evenly chosen.
fn overlapping(a: &Solid, b: &Solid, flight: &Flight) -> Vec<Pose> {
    let poses: Vec<Pose> = flight
        .waypoints
        .iter()
        .map(Waypoint::pose)
        .filter(|pose| a.collides(b, pose).unwrap_or(false))
        .collect();
    let stride = poses.len().div_ceil(POSES).max(1);
    poses.into_iter().step_by(stride).collect()
}

fn row(a: &Solid, b: &Solid, poses: &[Pose], accuracy: f64, rounds: usize) -> Vec<String> {
    let ask = Ask::new().accuracy(accuracy);
    let mut pair = Pair::new(a, b).expect("flights state no units").with(ask);
    let found: Vec<_> =
        poses.iter().map(|pose| a.penetration(b, pose, ask).ok().flatten()).collect();
    let mut watches = [(); 3].map(|()| Stopwatch::new(poses.len()));
    for _ in 0..rounds {
        watches[0].repetition(|k| answered(a.penetration(b, &poses[k], ask).ok().flatten()));
        pair.reset();
        watches[1].repetition(|k| answered(pair.penetration(&poses[k]).ok().flatten()));
        watches[2].repetition(|k| {
            let way = found[k.saturating_sub(1)].as_ref().map_or([0.0; 3], |f| f.parting.normal);
            answered(a.parting_near(b, &poses[k], way, ask).ok().flatten())
        });
    }
    let widths = found.iter().flatten().map(|f| f.depth.width() / f.depth.hi.max(1e-300));
    let width = widths.sum::<f64>() / poses.len() as f64;
    let [cold, warm, local] = watches.map(|watch| watch.finish().timing);
    let cells = [width, cold.mean_best_us, cold.max_us, warm.mean_best_us, local.mean_best_us];
    [vec![accuracy.to_string(), poses.len().to_string()], cells.map(figures).to_vec()].concat()
}

fn answered<T>(answer: Option<T>) -> u64 {
    u64::from(answer.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::DVec3;
    use closecall::mesh::shapes::cuboid;

    #[test]
    fn a_flight_of_cubes_has_a_row_for_each_accuracy() {
        let cube = cuboid(DVec3::ZERO, DVec3::ONE);
        let waypoint = |x| Waypoint::new([x, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]).unwrap();
        let waypoints = [0.25, 0.5, 2.0].map(waypoint).to_vec();
        let flight = Flight { env: cube.clone(), obj: cube, waypoints };
        let page = page(&[("cubes".to_owned(), flight)], 1, |_| {});
        let [sheet] = &page.sheets[..] else { panic!("{page:?}") };
        assert_eq!(sheet.rows.len(), ACCURACIES.len());
        assert!(sheet.rows.iter().all(|row| row.len() == sheet.header.len() && row[1] == "2"));
    }
}
