//! Work that may take long: it ends with its budget, and says what is known by then.

use closecall::engine::geom::DVec3;
use closecall::mesh::WriteFormat;
use closecall::mesh::shapes::{cuboid, icosphere};
use closecall::{Mesh, mesh};

use crate::program::{Folder, closecall};

fn written(folder: &Folder, name: &str, mesh: &Mesh) -> String {
    let file = folder.path(name);
    mesh::write(&file, mesh, WriteFormat::Obj).unwrap();
    file
}

fn copies(count: usize) -> Mesh {
    Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]; count]).unwrap()
}

#[test]
fn a_kind_within_a_budget_says_at_least_that_they_meet() {
    let folder = Folder::new();
    let ball = written(&folder, "ball.obj", &icosphere(1.0, 3));
    let check = |flags: &[&str]| {
        let asked = ["check", &ball, &ball, "--kind", "--pose", "0.5,0,0,1,0,0,0"];
        closecall(&[&asked[..], flags].concat())
    };
    let json = check(&["--budget", "2tests", "--json"]).json();
    assert_eq!((&json["kind_undecided"], &json["colliding"]), (&true.into(), &true.into()));
    assert_eq!((json.get("kind"), &json["budget"]["tests"]), (None, &2.into()));
    let text = check(&["--budget", "2tests"]).stdout;
    assert!(text.contains("kind: undecided after 2 tests, they meet (taken as solids)"), "{text}");
    let json = check(&["--budget", "60s", "--depth", "--json"]).json();
    assert_eq!(json["kind"].as_str(), Some("crossing"));
    assert!(json["depth"]["lo"].as_f64().is_some_and(|lo| lo > 0.3), "{json}");
    assert!(json["depth"]["translation"].as_array().is_some_and(|t| t.len() == 3), "{json}");
    let apart = ["check", &ball, &ball, "--kind", "--pose", "9,0,0,1,0,0,0", "--budget", "0tests"];
    assert_eq!(closecall(&apart).code, 0, "that they are apart takes no steps");
    assert_eq!(closecall(&["check", &ball, &ball, "--depth"]).code, 2);
}

#[test]
fn a_search_for_runs_through_itself_ends_with_its_budget() {
    let folder = Folder::new();
    let [many, sound] = [
        written(&folder, "many.obj", &copies(2000)),
        written(&folder, "sound.obj", &icosphere(1.0, 3)),
    ];
    let info = |file: &str, flags: &[&str]| {
        closecall(&[&["info", file, "--self", "--json"], flags].concat())
    };
    let run = info(&many, &[]);
    let json = run.json();
    assert_eq!((run.code, &json["self_intersections"]), (0, &1_000_000.into()));
    assert_eq!(
        (&json["self_more"], json["self_pairs"].as_array().map(Vec::len)),
        (&true.into(), Some(10_000))
    );
    let text = closecall(&["info", &many, "--self"]).stdout;
    assert!(text.contains("at least 1,000,000 pairs of triangles meet, some of them: "), "{text}");
    let run = info(&many, &["--budget", "5000tests"]);
    assert_eq!((run.code, &run.json()["self_more"]), (0, &true.into()));
    let run = info(&sound, &["--budget", "10tests"]);
    assert_eq!((run.code, &run.json()["self_more"]), (3, &true.into()), "undecided");
    let run = info(&sound, &["--budget", "60s"]);
    assert_eq!((run.code, &run.json()["self_more"]), (0, &false.into()));
    assert_eq!(closecall(&["info", &sound, "--budget", "1s"]).code, 2, "a budget for what?");
}

#[test]
fn clashes_within_a_budget_list_what_was_not_decided() {
    let folder = Folder::new();
    let [one, two, far] = [
        written(&folder, "one.obj", &icosphere(1.0, 3)),
        written(&folder, "two.obj", &cuboid(DVec3::ZERO, DVec3::ONE)),
        written(&folder, "far.obj", &cuboid(DVec3::splat(7.0), DVec3::splat(8.0))),
    ];
    let clash = |flags: &[&str]| closecall(&[&["clash", &one, &two, &far], flags].concat());
    let run = clash(&["--budget", "0s", "--json"]);
    let json = run.json();
    assert_eq!((run.code, &json["undecided"], &json["clashes"]), (3, &true.into(), &0.into()));
    let open = json["open_pairs"].as_array().unwrap();
    // Boxes prove that two pairs are apart.
    assert!(open.len() == 1 && open.iter().all(|pair| pair["meets"] == false), "{json}");
    assert_eq!(json["matrix"][0][1], "undecided");
    let text = clash(&["--budget", "0s"]).stdout;
    assert!(text.contains("2 of 3 pairs decided, 1 left open"), "{text}");
    assert!(text.contains(&format!("  not known whether they meet: {one} and {two}\n")), "{text}");
    assert_eq!(clash(&["--budget", "0"]).stdout, text, "a number of seconds");
    // With a few steps those that are apart are decided; those that meet are known to.
    let run = clash(&["--budget", "1tests", "--json"]);
    let json = run.json();
    assert_eq!((run.code, &json["clashes"]), (1, &1.into()), "{json}");
    assert_eq!(
        (json["pairs"].as_array().map(Vec::len), &json["open_pairs"][0]["meets"]),
        (Some(2), &true.into())
    );
    let text = clash(&["--budget", "1tests"]).stdout;
    assert!(text.contains("2 of 3 pairs decided, 1 left open"), "{text}");
    assert!(text.contains(&format!("  meet, undecided in what way: {one} and {two}\n")), "{text}");
    let run = clash(&["--budget", "60s", "--json"]);
    assert_eq!((run.code, &run.json()["open_pairs"]), (1, &serde_json::json!([])));
}

/// A tree that takes too long is given up, and nothing is written.
#[test]
fn a_tree_is_built_within_its_time_or_not_at_all() {
    let folder = Folder::new();
    let mesh = written(&folder, "ball.obj", &icosphere(1.0, 6));
    let tree = folder.path("ball.tree");
    let run = closecall(&["tree", "build", &mesh, "-o", &tree, "--budget", "1us"]);
    assert_eq!(run.code, 3, "{} {}", run.stdout, run.stderr);
    assert!(run.stdout.contains("nothing is written") && !std::path::Path::new(&tree).exists());
    let run = closecall(&["tree", "build", &mesh, "-o", &tree, "--budget", "5tests"]);
    assert!(run.code == 2 && run.stderr.contains("within a time"), "{}", run.stderr);
    assert_eq!(closecall(&["tree", "build", &mesh, "-o", &tree, "--budget", "1h"]).code, 2);
    assert_eq!(closecall(&["tree", "build", &mesh, "-o", &tree, "--budget", "600s"]).code, 0);
    assert!(std::path::Path::new(&tree).exists());
}
