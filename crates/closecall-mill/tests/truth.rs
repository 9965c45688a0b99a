//! Real parts and programs with what is known of them: clean ones are clean, seeded gouges are
//! found on their lines with their depth, and sampled figures, which are lower bounds, are reached.
//! Skipped, with a line, where the data are absent.

use closecall::mesh;
use closecall_mill::job::{Event, EventKind, JobBodies, JobSettings, Summary, Tools, run};
use closecall_mill::part::Target;
use closecall_mill::tool::{Tool, ToolShape};
use std::io::BufReader;
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/nc");
    if !folder.is_dir() {
        eprintln!("skipped: {} is not there", folder.display());
        return None;
    }
    Some(folder)
}

fn truth(name: &str) -> Option<serde_json::Value> {
    let text = std::fs::read_to_string(folder()?.join(name).join("truth.json")).unwrap();
    Some(serde_json::from_str(&text).unwrap())
}

fn check(job: &str, program: &str, tool: &str, allow: f64) -> (Vec<Event>, Summary) {
    check_with(job, program, tool, JobSettings { allow, ..JobSettings::default() })
}

fn check_with(
    job: &str,
    program: &str,
    tool: &str,
    settings: JobSettings,
) -> (Vec<Event>, Summary) {
    let folder = folder().unwrap().join(job);
    let part = Target::new(&mesh::load(folder.join("part.stl")).unwrap().mesh);
    let bodies = JobBodies { part, stock: None, fixtures: Vec::new() };
    let tool = Tool::of(tool.parse::<ToolShape>().unwrap());
    let tools = Tools::single(&tool, 0.0).unwrap();
    let file = BufReader::new(std::fs::File::open(folder.join(program)).unwrap());
    let mut events = Vec::new();
    let begin = std::time::Instant::now();
    let summary = run(file, &tools, &bodies, &settings, |e| events.push(e), |_| {}).unwrap();
    let counts = summary.counts;
    let took = begin.elapsed();
    eprintln!(
        "{job}/{program} {tool:?}: {counts:?}, {} undecided, {} moves, {took:?}",
        summary.undecided, summary.checked
    );
    for event in events.iter().filter(|e| !e.certain).take(3) {
        eprintln!("    undecided: {event:?}");
    }
    (events, summary)
}

fn seeded(job: &str, tool: &str, millimetre: f64, clean: bool) {
    let Some(truth) = truth(job) else { return };
    let allow = 0.005 * millimetre;
    if clean {
        let (events, summary) = check(job, "clean.ngc", tool, allow);
        assert!(
            events.is_empty() && summary.undecided == 0,
            "{job}: {:?}",
            &events[..events.len().min(3)]
        );
    }
    let (events, _) = check(job, "seeded.ngc", tool, allow);
    let seeds = truth["seeded"].as_array().unwrap();
    assert_eq!(seeds.len(), 6);
    for seed in seeds {
        let line = seed["line"].as_u64().unwrap();
        let depth = seed["measured_max_vertical_gouge_mm"].as_f64().unwrap() * millimetre;
        // The block before leads down to the lowered point, too: the depth of the deeper of the
        // two.
        let here: Vec<_> = events.iter().filter(|e| e.line == line || e.line == line + 1).collect();
        let deepest = here.iter().map(|e| e.depth.hi).fold(0.0, f64::max);
        eprintln!(
            "    line {line}: sampled {depth}, found {:?}",
            here.iter().map(|e| (e.line, e.depth)).collect::<Vec<_>>()
        );
        assert!(
            here.iter().any(|e| e.line == line && e.certain && e.kind == EventKind::Gouge),
            "{job} line {line}"
        );
        assert!(
            deepest >= depth - 1e-9 * millimetre,
            "{job} line {line}: {deepest} under the sampled {depth}"
        );
    }
    if clean {
        let lines: Vec<u64> = seeds.iter().map(|s| s["line"].as_u64().unwrap()).collect();
        let others =
            events.iter().filter(|e| !lines.contains(&e.line) && !lines.contains(&(e.line - 1)));
        assert_eq!(others.count(), 0, "{job}");
    }
    naive(job, tool, millimetre, &truth);
}

/// Sampled figures are lower bounds. They count a wall that is exactly touched (line 111 of the
/// textbox: the tool's axis is at X124, its radius 1, the wall at X125), which is no gouge: so
/// touching counts here.
fn naive(job: &str, tool: &str, millimetre: f64, truth: &serde_json::Value) {
    let (events, summary) =
        check_with(job, "naive.ngc", tool, JobSettings { touch: true, ..JobSettings::default() });
    let most = truth["naive"]["max_vertical_gouge_mm"].as_f64().unwrap() * millimetre;
    let deepest = summary.deepest.unwrap().depth.hi;
    assert!(deepest >= most - 1e-9, "{job}: {deepest} under the sampled {most}");
    for worst in truth["naive"]["worst"].as_array().into_iter().flatten() {
        let (line, depth) =
            (worst["line"].as_u64().unwrap(), worst["gouge_mm"].as_f64().unwrap() * millimetre);
        let found =
            events.iter().filter(|e| e.line == line).map(|e| e.depth.hi).fold(0.0, f64::max);
        assert!(
            found >= depth - 1e-4 * millimetre,
            "{job} line {line}: {found} under the sampled {depth}"
        );
    }
}

#[test]
fn mount_rush_ball() {
    seeded("ocl_mount_rush_ball", "ball:3", 1.0, true);
}

#[test]
fn ktoolcor_ball_inch() {
    seeded("ocl_ktoolcor_ball_inch", "ball:0.25", 1.0 / 25.4, true);
}

#[test]
fn scene3_bull() {
    seeded("ocl_scene3_bull", "bull:10:2", 1.0, true);
}

#[test]
fn textbox_flat() {
    seeded("ocl_textbox_flat", "flat:2", 1.0, true);
}

#[test]
fn spider_cone() {
    seeded("ocl_spider_cone", "cone:6:30", 1.0, false);
}

/// Figures of a drop-cutter at dense samples: ours must not be below them, and clean at smaller
/// diameters.
#[test]
fn sampled_figures_are_lower_bounds() {
    for (job, program, key, shape) in [
        ("dinos", "path.gcode", "ball_D", "ball"),
        ("fabex_parallel", "path.gcode", "flat_D", "flat"),
        ("ghettotator_door", "mill.gcode", "flat_D", "flat"),
        ("ghettotator_door", "drill.gcode", "drill_flat_D", "flat"),
        ("swiftbox", "outlines.gcode", "outlines_flat_D", "flat"),
        ("swiftbox", "holes.gcode", "holes_flat_D", "flat"),
    ] {
        let Some(truth) = truth(job) else { return };
        for (name, figures) in truth["ocl_dropcutter"].as_object().unwrap() {
            let Some(diameter) = name.strip_prefix(key) else { continue };
            let touch = JobSettings { touch: true, ..JobSettings::default() };
            let (events, summary) = check_with(job, program, &format!("{shape}:{diameter}"), touch);
            let sampled = figures["max_vertical_gouge"].as_f64().unwrap();
            let certain = summary.deepest.as_ref().map_or(0.0, |e| e.depth.hi);
            let deepest = events.iter().map(|e| e.depth.hi).fold(certain, f64::max);
            eprintln!(
                "    {name}: sampled {sampled}, found {:?}",
                summary.deepest.map(|e| (e.line, e.depth))
            );
            assert!(
                deepest >= sampled - 1e-6,
                "{job} {name}: {deepest} under the sampled {sampled}"
            );
        }
    }
}
