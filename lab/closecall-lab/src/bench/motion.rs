//! Time per frame against the size of the motion: the wide engine with and without memory, Tropp's
//! front in the classic engine, and parry. Memory pays where bodies move little, and must cost
//! nothing where they move far.

use std::time::{Duration, Instant};

use closecall::Pose;

use super::racer::{Racer, racers};
use super::{BenchPage, BenchSheet, stepped_path};
use crate::experiment::{Axis, Plot, Scale, Series};
use crate::table::TableQuestion;
use closecall_flight::numbers::{figures, flight_of, grouped};
use closecall_flight::timing::Stopwatch;
use closecall_flight::{Flight, StepError};

/// The steps, as shares of the object's longest side.
pub const STEPS: [f64; 7] = [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3];

/// The number of frames a stretch has.
const FRAMES: usize = 500;

/// After so long no new round is begun: the slow are slow enough for one to tell.
const ENOUGH: Duration = Duration::from_secs(2);

/// Measures every flight at every step, `rounds` times: a page, and two plots for each flight.
/// `hear` receives every flight.
pub fn page(
    flights: &[(String, Flight)],
    steps: &[f64],
    rounds: usize,
    mut hear: impl FnMut(&str),
) -> Result<(BenchPage, Vec<Plot>), StepError> {
    let (mut sheets, mut plots) = (Vec::new(), Vec::new());
    for (name, flight) in flights {
        hear(name);
        let course = Course::fly(flight, steps, rounds)?;
        sheets.push(course.sheet(name, flight));
        plots.extend(TableQuestion::BOTH.map(|question| course.plot(name, question)));
    }
    let pictures: Vec<String> =
        plots.iter().map(|plot| format!("![{}](motion-{}.svg)", plot.title, plot.name)).collect();
    let preface = format!(
        "One thread; 3 stretches of {FRAMES} frames from all over a flight, one after the other, filled in or thinned out so that no point of the object moves by more than the \
         step, a share of its longest side; motion is the median of what that comes to, and the plots are over it. In turns, {rounds} rounds, or as many as are begun within 2 s, each with nothing remembered; a time is the mean over the \
         frames of each frame's fastest round, in µs. Cold: the wide engine, each frame on its own. Pair: the same with its memory. Tropp's front: the classic engine with \
         oriented boxes. Whoever remembers nothing and is slow, parry, is asked at every 5th frame. Tests: volume and triangle tests per frame of cold, Tropp's front and \
         pair. Differences: answers that are not those of the first.\n\n{}",
        pictures.join("\n")
    );
    Ok((
        BenchPage {
            name: "motion",
            title: "Time per frame against the size of the motion",
            preface,
            sheets,
        },
        plots,
    ))
}

/// The work of all on a flight.
struct Course {
    names: Vec<&'static str>,
    legs: Vec<Leg>,
}

/// The work of all at one step, asked one question.
struct Leg {
    step: f64,
    motion: f64,
    question: TableQuestion,
    colliding: f64,
    /// One for each who took part.
    times_us: Vec<f64>,
    /// One for each who counts.
    tests: Vec<f64>,
    differences: usize,
}

impl Course {
    fn fly(flight: &Flight, steps: &[f64], rounds: usize) -> Result<Self, StepError> {
        let (names, mut racers): (Vec<_>, Vec<_>) =
            racers(&flight.env, &flight.obj).into_iter().unzip();
        let mut legs = Vec::new();
        for &step in steps {
            let path = stepped_path(flight, FRAMES, step)?;
            let motion = flight.median_motion(&path);
            for question in TableQuestion::BOTH {
                legs.push(Leg { step, motion, ..Leg::fly(&mut racers, &path, question, rounds) });
            }
        }
        Ok(Self { names, legs })
    }

    fn sheet(&self, name: &str, flight: &Flight) -> BenchSheet {
        let title = format!(
            "{name}: {}",
            flight_of(flight.obj.triangle_count(), flight.env.triangle_count())
        );
        let mut header = vec!["step, question", "motion", "colliding %"];
        header.extend(&self.names);
        header.extend(["cold over pair", "tests", "differences"]);
        BenchSheet { title, header, rows: self.legs.iter().map(Leg::row).collect() }
    }

    fn plot(&self, name: &str, question: TableQuestion) -> Plot {
        let legs = || self.legs.iter().filter(|leg| leg.question == question);
        let series = self.names.iter().enumerate().map(|(place, name)| Series {
            name: (*name).to_owned(),
            points: legs().map(|leg| (leg.motion, leg.times_us[place])).collect(),
        });
        Plot {
            name: format!("{}-{}", name.to_lowercase(), question.name()),
            title: format!("{name}, {}", question.name()),
            x: Axis::new("motion per frame in sizes of the object", "", Scale::Log),
            y: Axis::new("time per frame", "µs", Scale::Log),
            series: series.collect(),
        }
    }
}

impl Leg {
    fn fly(
        racers: &mut [Box<dyn Racer + '_>],
        path: &[Pose],
        question: TableQuestion,
        rounds: usize,
    ) -> Self {
        let mut turns: Vec<Turn> =
            racers.iter_mut().map(|racer| Turn::new(&mut **racer, path)).collect();
        let start = Instant::now();
        for round in 0..rounds {
            if round > 0 && start.elapsed() > ENOUGH {
                break;
            }
            turns.iter_mut().for_each(|turn| turn.round(question));
        }
        let tests = turns.iter_mut().filter_map(|turn| turn.racer.tests(path, question));
        let tests = tests.map(|tests| tests as f64 / path.len() as f64).collect();
        let strides: Vec<usize> = turns.iter().map(|turn| turn.racer.stride()).collect();
        let timed: Vec<_> = turns.into_iter().map(|turn| turn.watch.finish()).collect();
        let expected = &timed[0].answers;
        let differ = |(answers, stride): (&Vec<u64>, &usize)| {
            expected
                .iter()
                .step_by(*stride)
                .zip(answers)
                .filter(|(expected, found)| expected != found)
                .count()
        };
        Self {
            step: 0.0,
            motion: 0.0,
            question,
            colliding: 100.0 * expected.iter().filter(|count| **count > 0).count() as f64
                / path.len() as f64,
            tests,
            differences: timed.iter().map(|timed| &timed.answers).zip(&strides).map(differ).sum(),
            times_us: timed.iter().map(|timed| timed.timing.mean_best_us).collect(),
        }
    }

    fn row(&self) -> Vec<String> {
        let mut row = vec![format!("{} {}", self.step, self.question.name()), figures(self.motion)];
        row.push(format!("{:.0}", self.colliding));
        row.extend(self.times_us.iter().copied().map(figures));
        let tests: Vec<String> = self.tests.iter().copied().map(figures).collect();
        row.extend([
            figures(self.times_us[0] / self.times_us[2]),
            tests.join(" / "),
            grouped(self.differences as u64),
        ]);
        row
    }
}

/// A racer, with the frames it is asked about.
struct Turn<'r, 'b> {
    racer: &'r mut (dyn Racer + 'b),
    path: Vec<Pose>,
    watch: Stopwatch,
}

impl<'r, 'b> Turn<'r, 'b> {
    fn new(racer: &'r mut (dyn Racer + 'b), path: &[Pose]) -> Self {
        let path: Vec<Pose> = path.iter().copied().step_by(racer.stride()).collect();
        racer.prepare(&path);
        let watch = Stopwatch::new(path.len());
        Self { racer, path, watch }
    }

    fn round(&mut self, question: TableQuestion) {
        let Self { racer, path, watch } = self;
        racer.forget();
        watch.repetition(|k| racer.ask(k, &path[k], question));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MOVING, made};
    use super::*;

    #[test]
    fn everybody_agrees_at_small_steps_and_large_ones() {
        let (page, plots) = page(&[made(MOVING[1]).unwrap()], &[0.003, 0.1], 1, |_| ()).unwrap();
        let [BenchSheet { header, rows, .. }] = &page.sheets[..] else { panic!("{page:?}") };
        assert_eq!(rows.len(), 4);
        assert!(
            rows.iter()
                .all(|row| row.len() == header.len() && row.last().is_some_and(|last| last == "0")),
            "{rows:?}"
        );
        assert!(
            rows.iter().all(|row| row[2] != "0" && row[2] != "100"),
            "both answers occur: {rows:?}"
        );
        let names: Vec<&str> = plots.iter().map(|plot| plot.name.as_str()).collect();
        assert_eq!(names, ["torus-first", "torus-all"]);
        assert!(plots.iter().all(|plot| plot.series.len() >= 3
            && page.preface.contains(&format!("motion-{}.svg", plot.name))));
    }
}
