//! A flight's result, for people and for programs.

use serde_json::{Map, Value, json as value};

use super::plan::Flown;
use super::warm::WarmFlown;
use closecall::Cost;
use closecall_cli::escaped::escaped;
use closecall_cli::outcome::object;
use closecall_cli::question::Mode;
use closecall_flight::numbers::{colliding_of, counted, figures, flight_of, grouped};
use closecall_lab::engine::Price;
use closecall_lab::memory::peak_rss_kb;

/// For programs.
pub fn json(flight: &str, flown: &Flown) -> Map<String, Value> {
    let Flown { plan, env, obj, build_threads, poses, answers, timing, warm, .. } = flown;
    let what = value!({
        "command": "fly",
        "flight": flight,
        "mode": plan.question.mode.name(),
        "meaning": if plan.engine.solid { "solids" } else { "surfaces" },
        "warm": plan.engine.memory().map_or("none", |memory| memory.name),
        "reps": plan.reps,
        "threads": plan.threads,
        "env_tris": env.triangles,
        "obj_tris": obj.triangles,
        "poses": poses,
        "colliding": answers.colliding,
        "contacts": answers.contacts,
        "truncated": answers.truncated > 0,
        "truncated_poses": answers.truncated,
    });
    let speed = value!({
        "mean_us": timing.mean_us,
        "mean_best_us": timing.mean_best_us,
        "median_us": timing.median_us,
        "p99_us": timing.p99_us,
        "max_us": timing.max_us,
        "worst_us": timing.worst_us,
        "mean_hit_us": timing.mean_hit_us,
        "mean_miss_us": timing.mean_miss_us,
        "answers_ms": answers.ms,
    });
    let cost = value!({
        "volume_tests": answers.cost.volume_tests,
        "triangle_tests": answers.cost.triangle_tests,
        "exact_tests": answers.cost.exact_tests,
        "updates": answers.cost.updates,
        "plane_tests": answers.cost.plane_tests,
        "plane_rejections": answers.cost.plane_rejections,
        "build_threads": build_threads,
        "env_from_tree_file": !env.was_built,
        "obj_from_tree_file": !obj.was_built,
        "build_ms_env": env.ms,
        "build_ms_obj": obj.ms,
        "bytes_per_tri_env": env.bytes_per_triangle(),
        "bytes_per_tri_obj": obj.bytes_per_triangle(),
        "tree_bytes_per_tri_env": env.tree_bytes_per_triangle(),
        "tree_bytes_per_tri_obj": obj.tree_bytes_per_triangle(),
        "peak_rss_kb": peak_rss_kb(),
    });
    let engine = plan.engine.named().into_iter().map(|(flag, value)| (flag.to_owned(), value));
    let warm = warm.as_ref().map_or_else(|| value!({}), warm_json);
    [what, speed, cost, warm].into_iter().flat_map(object).chain(engine).collect()
}

/// The part that is reported apart: the same queries with memory.
fn warm_json(warm: &WarmFlown) -> Value {
    let WarmFlown { memory, timing, cost, footprint, .. } = warm;
    value!({
        "list": memory.way,
        "warm_mean_us": timing.mean_us,
        "warm_mean_best_us": timing.mean_best_us,
        "warm_median_us": timing.median_us,
        "warm_p99_us": timing.p99_us,
        "warm_max_us": timing.max_us,
        "warm_worst_us": timing.worst_us,
        "warm_mean_hit_us": timing.mean_hit_us,
        "warm_mean_miss_us": timing.mean_miss_us,
        "warm_volume_tests": cost.volume_tests,
        "warm_triangle_tests": cost.triangle_tests,
        "warm_exact_tests": cost.exact_tests,
        "warm_updates": cost.updates,
        "warm_margin_tests": cost.margin_tests,
        "warm_axis_tests": cost.axis_tests,
        "warm_entries": footprint.entries,
        "warm_bytes": footprint.bytes,
    })
}

/// For people.
pub fn text(flight: &str, flown: &Flown) -> String {
    let lines = [scene(flight, flown), found_line(flown), speed(flown), cost(flown)];
    let warm = flown.warm.iter().flat_map(|warm| warm_lines(flown, warm));
    let lines = lines.into_iter().chain(warm).chain([built(flown), engine(flown)]);
    lines.map(|line| line + "\n").collect()
}

/// The lines of what memory changed.
fn warm_lines(flown: &Flown, warm: &WarmFlown) -> [String; 2] {
    let [mean, median, p99, max] =
        [warm.timing.mean_best_us, warm.timing.median_us, warm.timing.p99_us, warm.timing.max_us]
            .map(figures);
    let faster = figures(flown.timing.mean_best_us / warm.timing.mean_best_us);
    let per_pose = |total: u64| figures(total as f64 / flown.poses as f64);
    let Cost { volume_tests, triangle_tests, margin_tests, axis_tests, .. } = warm.cost;
    let [volume, triangle, margin, axis] =
        [volume_tests, triangle_tests, margin_tests, axis_tests].map(per_pose);
    [
        format!(
            "warm    {}: {mean} µs per pose, {faster}× (median {median}, p99 {p99}, max {max})",
            warm.memory
        ),
        format!(
            "        {volume} volume tests, {triangle} triangle tests, {margin} margins, {axis} axes per pose; up to {} entries in {} bytes",
            grouped(warm.footprint.entries as u64),
            grouped(warm.footprint.bytes as u64),
        ),
    ]
}

/// The line of what flies where.
fn scene(flight: &str, flown: &Flown) -> String {
    format!("flight  {}: {}", escaped(flight), flight_of(flown.obj.triangles, flown.env.triangles))
}

/// The line of what was found.
fn found_line(flown: &Flown) -> String {
    let meaning = if flown.plan.engine.solid { ", taken as solids" } else { "" };
    format!("found   {}{meaning}", found(flown))
}

/// The findings, in words.
pub fn found(flown: &Flown) -> String {
    let answers = &flown.answers;
    let mut line = colliding_of(answers.colliding, flown.poses);
    if flown.plan.question.mode == Mode::All {
        line += &format!("; {} of triangles", counted(answers.contacts, "touching pair"));
    }
    if answers.truncated > 0 {
        line += &format!(" (truncated at {})", counted(answers.truncated, "pose"));
    }
    line
}

/// The line of how fast it was.
fn speed(flown: &Flown) -> String {
    let timing = &flown.timing;
    let [mean, median, p99, max] =
        [timing.mean_best_us, timing.median_us, timing.p99_us, timing.max_us].map(figures);
    format!(
        "speed   {}: {mean} µs per pose (median {median}, p99 {p99}, max {max})",
        question(flown)
    )
}

/// The question.
pub fn question(flown: &Flown) -> &'static str {
    match flown.plan.question.mode {
        Mode::First => "first contact",
        Mode::All => "all pairs",
    }
}

/// The line of what a query costs.
fn cost(flown: &Flown) -> String {
    let cost = &flown.answers.cost;
    let per_pose = |total: u64| figures(total as f64 / flown.poses as f64);
    format!(
        "cost    {}: {} volume tests, {} triangle tests ({} in exact arithmetic), {} updates per pose",
        question(flown),
        per_pose(cost.volume_tests),
        per_pose(cost.triangle_tests),
        per_pose(cost.exact_tests),
        per_pose(cost.updates),
    )
}

/// The line of what the models took.
fn built(flown: &Flown) -> String {
    let price = |price: &Price, whose: &str| match price.was_built {
        true => {
            format!(
                "{} ms and {:.0} bytes per triangle for {whose}",
                figures(price.ms),
                price.bytes_per_triangle()
            )
        }
        false => {
            format!(
                "0 ms and {:.0} bytes per triangle of a tree file for {whose}",
                price.tree_bytes_per_triangle()
            )
        }
    };
    let threads = counted(flown.build_threads as u64, "thread");
    let [env, obj] = [price(&flown.env, "the environment"), price(&flown.obj, "the object")];
    format!("build   {env}, {obj}, on {threads}")
}

/// The line of what answered.
fn engine(flown: &Flown) -> String {
    let value_text =
        |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut named =
        flown.plan.engine.named().into_iter().map(|(flag, value)| (flag, value_text(&value)));
    let engine = named.next().map(|(flag, name)| format!("{flag}  {name}"));
    engine
        .into_iter()
        .chain(named.map(|(flag, name)| format!("{flag} {name}")))
        .collect::<Vec<_>>()
        .join(", ")
}
