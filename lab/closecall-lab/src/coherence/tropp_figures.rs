//! When coherence pays: Tropp et al. 2006, Figures 4, 5, 6 (its three parameters), 8 and 9 (the
//! size of the motion).
//!
//! As there, a figure is the time with coherence over the time without: below 1 coherence is
//! faster.

use closecall_classic::coherence::{Bottom, Policy};
use closecall_classic::query::Strategy;
use closecall_classic::query::configure::{BoxTest, Options};

use super::course::{Course, poses};
use super::race::race;
use super::tropp_table::{PAPER, aabb};
use crate::experiment::{
    Axis, Experiment, Fault, Holds, Lab, Noise, Outcome, Plot, Scale, Series, Verdict,
};
use crate::klosowski::grid::{Grid, typical};
use crate::klosowski::setup::rapid;
use crate::table::TableQuestion;

const MOTIONS: [f64; 8] = [0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3];

/// A volume, how it is built, and the paper's parameters for it.
type Kind = (&'static str, fn() -> Options, Policy);

const OBB: Kind = ("OBB", rapid, Policy::OBB);
const AABB: Kind = ("AABB", || aabb(BoxTest::Sat6), Policy::AABB);

/// A parameter: its name, the values it is given, how a policy takes one, and what the paper found
/// best for each kind.
struct Parameter {
    name: &'static str,
    values: &'static [f64],
    set: fn(Policy, f64) -> Policy,
    paper_best: fn(&Policy) -> f64,
}

const COHERENCE: Parameter = Parameter {
    name: "P_coherence",
    values: &[0.003, 0.01, 0.03, 0.06, 0.1, 0.14, 0.2, 0.3, 0.5, 1.0],
    set: |policy, coherence| Policy { coherence, ..policy },
    paper_best: |policy| policy.coherence,
};
/// The last value stands for leaves only.
const SPROUT: Parameter = Parameter {
    name: "P_sprout",
    values: &[0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 1e9],
    set: |policy, sprout| Policy { sprout, ..policy },
    paper_best: |_| 1e9,
};
const PRUNE: Parameter = Parameter {
    name: "P_prune",
    values: &[0.01, 0.03, 0.06, 0.1, 0.15, 0.17, 0.2, 0.3, 0.5, 1.0],
    set: |policy, prune| Policy { prune, ..policy },
    paper_best: |policy| policy.prune,
};

/// The five figures.
pub fn experiments() -> Vec<Experiment> {
    let sweep = |name, title, place, parameter: Parameter, kinds: &'static [Kind], step| {
        Experiment::new(name, title, (PAPER, place), move |lab| sweep(lab, &parameter, kinds, step))
    };
    let motion = |name, title, place, kind: Kind| {
        Experiment::new(name, title, (PAPER, place), move |lab| by_motion(lab, kind))
    };
    vec![
        sweep("tropp-f4", "When to use coherence", "Figure 4, §5", COHERENCE, &[OBB, AABB], None),
        Experiment::new(
            "tropp-f5",
            "How far down the front should be",
            (PAPER, "Figure 5, §5"),
            bottoms,
        ),
        sweep("tropp-f6", "When to prune", "Figure 6, §5", PRUNE, &[OBB, AABB], Some(0.01)),
        motion("tropp-f8", "Coherence by the size of the motion, OBB", "Figure 8, §6", OBB),
        motion("tropp-f9", "Coherence by the size of the motion, AABB", "Figure 9, §6", AABB),
    ]
}

/// Times with coherence over times without, for every value of a parameter, on every course.
fn sweep(
    lab: &mut Lab,
    parameter: &Parameter,
    kinds: &[Kind],
    step: Option<f64>,
) -> Result<Outcome, Fault> {
    let mut grid = Grid::new(parameter.values.iter().map(|value| label(*value)));
    let mut noise = Noise::default();
    for (kind, options, policy) in kinds {
        let strategies: Vec<Strategy> = parameter
            .values
            .iter()
            .map(|value| Strategy::Tropp((parameter.set)(*policy, *value)))
            .collect();
        for (scenario, course) in Course::of_tropp(lab)? {
            let path = step.map_or_else(
                || scenario.path(&course, poses(lab), lab.settings.seed),
                |step| course.stepped(step, poses(lab)),
            );
            let bodies = (course.name, &course.env, &course.obj);
            let race = race(lab, bodies, &options(), &strategies, &path, TableQuestion::All)?;
            noise.add(race.noise());
            let ratios = (0..strategies.len()).map(|place| Some(1.0 / race.gain(place)));
            grid.push(format!("{kind} {}", course.name), ratios.collect());
        }
    }
    let how = step.map_or_else(|| "paths as given".to_owned(), |step| format!("steps of {step}"));
    let title = format!("Time with coherence over time without, {how}, by {}", parameter.name);
    let plot = plot(&grid, parameter.name, parameter.values, &title);
    let verdict = judge_parameter(&grid, parameter, kinds).with_noise(noise.typical());
    Ok(Outcome {
        tables: vec![grid.table(&title, "scene", "", &Grid::default())],
        plots: vec![plot],
        verdict,
    })
}

/// Figure 5 for OBBs, and for AABBs what is kept of leaves: their boxes, or their triangles.
fn bottoms(lab: &mut Lab) -> Result<Outcome, Fault> {
    const STEP: f64 = 0.01;
    let mut outcome = sweep(lab, &SPROUT, &[OBB], Some(STEP))?;
    let mut grid = Grid::new(["boxes", "triangles"]);
    let bottoms = [Bottom::Volumes, Bottom::Triangles]
        .map(|bottom| Strategy::Tropp(Policy { bottom, ..Policy::AABB }));
    for (_, course) in Course::of_tropp(lab)? {
        let path = course.stepped(STEP, poses(lab));
        let bodies = (course.name, &course.env, &course.obj);
        let race = race(lab, bodies, &AABB.1(), &bottoms, &path, TableQuestion::All)?;
        grid.push(course.name, vec![Some(1.0 / race.gain(0)), Some(1.0 / race.gain(1))]);
    }
    let no_slower = grid
        .rows
        .iter()
        .filter(|(_, row)| row[0].zip(row[1]).is_some_and(|(boxes, others)| boxes <= 1.02 * others))
        .count();
    let of = grid.rows.len();
    let title =
        "Time with coherence over time without, AABBs, by what is kept of two leaves that overlap";
    outcome.tables.push(grid.table(title, "scene", "", &Grid::default()));
    outcome.verdict = Verdict::new(
        outcome.verdict.holds.and(Holds::by_count(no_slower, of, of)),
        format!(
            "{}; of AABBs it is no slower to keep boxes than triangles on {no_slower} of {of} (paper: boxes, because they have coherence data)",
            outcome.verdict.finding
        ),
    );
    Ok(outcome)
}

fn label(value: f64) -> String {
    if value >= 1e9 { "leaves only".to_owned() } else { value.to_string() }
}

/// The paper's value must be the best, or as good as the best within five percent, over the courses
/// of a kind together.
fn judge_parameter(grid: &Grid, parameter: &Parameter, kinds: &[Kind]) -> Verdict {
    const AS_GOOD: f64 = 1.05;
    let mut parts = Vec::new();
    let mut as_good = 0;
    for (kind, _, policy) in kinds {
        let means: Vec<f64> =
            (0..parameter.values.len()).map(|place| mean_of(grid, kind, place)).collect();
        let best = (0..means.len())
            .min_by(|a, b| means[*a].total_cmp(&means[*b]))
            .expect("a parameter has values");
        let paper_best = (parameter.paper_best)(policy);
        let at_paper = parameter
            .values
            .iter()
            .position(|value| *value == paper_best)
            .expect("the paper's is tried");
        as_good += usize::from(means[at_paper] <= AS_GOOD * means[best]);
        parts.push(format!(
            "{kind} is fastest at {} with {:.2} of the time without coherence, and takes {:.2} at the paper's {}",
            label(parameter.values[best]),
            means[best],
            means[at_paper],
            label(paper_best)
        ));
    }
    Verdict::new(
        Holds::by_count(as_good, kinds.len(), kinds.len()),
        format!("{}: {}", parameter.name, parts.join("; ")),
    )
}

/// The geometric mean over the courses of a kind.
fn mean_of(grid: &Grid, kind: &str, place: usize) -> f64 {
    let rows = grid.rows.iter().filter(|(name, _)| name.starts_with(kind));
    typical(&rows.filter_map(|(_, figures)| figures[place]).collect::<Vec<_>>())
}

/// Times with coherence over times without, by the size of the motion.
fn by_motion(lab: &mut Lab, (kind, options, policy): Kind) -> Result<Outcome, Fault> {
    let [mut grid, mut stopped] =
        [(); 2].map(|()| Grid::new(MOTIONS.iter().map(|value| label(*value))));
    let mut noise = Noise::default();
    let mut success = Grid::new(MOTIONS.iter().map(|value| label(*value)));
    for (_, course) in Course::of_tropp(lab)? {
        let (mut ratios, mut by_margin, mut by_axis) = (Vec::new(), Vec::new(), Vec::new());
        let mut stops = Vec::new();
        for motion in MOTIONS {
            let path = course.stepped(motion, poses(lab));
            let bodies = (course.name, &course.env, &course.obj);
            let strategies = [policy, policy.that_stops()].map(Strategy::Tropp);
            let race = race(lab, bodies, &options(), &strategies, &path, TableQuestion::All)?;
            noise.add(race.noise());
            ratios.push(Some(1.0 / race.gain(0)));
            stops.push(Some(1.0 / race.gain(1)));
            let cost = &race.warm[0].cost;
            let share =
                |failed: u64, of: u64| (of > 0).then(|| 100.0 * (1.0 - failed as f64 / of as f64));
            by_margin.push(share(cost.axis_tests, cost.margin_tests));
            by_axis.push(share(cost.volume_tests.min(cost.axis_tests), cost.axis_tests));
        }
        grid.push(course.name, ratios);
        stopped.push(course.name, stops);
        success.push(format!("{} margins", course.name), by_margin);
        success.push(format!("{} axes, at least", course.name), by_axis);
    }
    let title = format!(
        "Time with coherence over time without, all pairs, {kind}, by the motion per frame"
    );
    let plot = plot(&grid, "motion in sizes of the body", &MOTIONS, &title);
    let verdict = judge_motion(&grid, kind, policy.coherence).with_noise(noise.typical());
    let rates = "Of the pairs that were apart, how many the margin tells apart again, and of the others how many the axis does, by the motion per frame";
    Ok(Outcome {
        tables: vec![
            grid.table(&title, "scene", "", &Grid::default()),
            stopped.table(
                "The same, of fronts that are not followed where they lose",
                "scene",
                "",
                &Grid::default(),
            ),
            success.table(rates, "scene", "%", &Grid::default()),
        ],
        plots: vec![plot],
        verdict,
    })
}

/// Coherence must be faster for all motions below P_coherence, and cost next to nothing above.
fn judge_motion(grid: &Grid, kind: &str, threshold: f64) -> Verdict {
    const NEXT_TO_NOTHING: f64 = 1.1;
    let cases = || grid.rows.iter().flat_map(|(_, figures)| figures.iter().flatten().zip(MOTIONS));
    let below: Vec<f64> =
        cases().filter(|(_, motion)| *motion < threshold).map(|(ratio, _)| *ratio).collect();
    let above: Vec<f64> =
        cases().filter(|(_, motion)| *motion >= threshold).map(|(ratio, _)| *ratio).collect();
    let faster = below.iter().filter(|ratio| **ratio < 1.0).count();
    let pays_below =
        MOTIONS.iter().enumerate().take_while(|(place, _)| mean_of(grid, "", *place) < 1.0).last();
    let up_to = pays_below
        .map_or_else(|| "no motion".to_owned(), |(_, motion)| format!("motions up to {motion}"));
    let most = above.iter().copied().fold(0.0, f64::max);
    let holds = Holds::by_count(faster, below.len(), below.len());
    let mut holds = holds.and(if most <= NEXT_TO_NOTHING { Holds::Yes } else { Holds::No });
    let mut twice = String::new();
    if kind == OBB.0 {
        let gain = grid.at("Hand", "0.05").map_or(0.0, |ratio| 1.0 / ratio);
        holds = holds.and(if gain >= 1.8 { Holds::Yes } else { Holds::No });
        twice = format!("; Hand is {gain:.2} times as fast at 0.05 (paper: twice)");
    }
    Verdict::new(
        holds,
        format!(
            "with {kind}s coherence is faster at {faster} of {} motions below {threshold} (paper: all), over all scenes for {up_to}, and above it takes \
             at most {most:.2} of the time without{twice}",
            below.len()
        ),
    )
}

fn plot(grid: &Grid, x: &str, values: &[f64], title: &str) -> Plot {
    let series = grid.rows.iter().map(|(name, figures)| Series {
        name: name.clone(),
        points: values
            .iter()
            .zip(figures)
            .filter_map(|(x, y)| Some((*x, (*y)?)))
            .filter(|(x, _)| *x < 1e9)
            .collect(),
    });
    Plot {
        name: "ratio".to_owned(),
        title: title.to_owned(),
        x: Axis::new(x, "", Scale::Log),
        y: Axis::new("time with coherence over time without", "", Scale::Linear),
        series: series.collect(),
    }
}
