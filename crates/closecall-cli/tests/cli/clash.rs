//! `closecall clash`: clearances, solids and tables, compared with boxes whose answers are known.

use std::collections::HashMap;

use closecall::engine::geom::DVec3;
use closecall::mesh::{self, WriteFormat, shapes::cuboid};
use serde_json::{Value, json};

use crate::program::{Folder, closecall};

/// A box with whole corners.
type IntegerBox = [[i32; 3]; 2];

/// How far two boxes are apart, squared; 0 if they share a point as solids.
fn gap_squared([p, q]: [&IntegerBox; 2]) -> i32 {
    (0..3).map(|k| (q[0][k] - p[1][k]).max(p[0][k] - q[1][k]).max(0).pow(2)).sum()
}

/// Are the insides of two boxes disjoint?
fn is_outside([p, q]: [&IntegerBox; 2]) -> bool {
    (0..3).any(|k| q[0][k] >= p[1][k] || p[0][k] >= q[1][k])
}

fn contains(p: &IntegerBox, q: &IntegerBox) -> bool {
    (0..3).all(|k| p[0][k] <= q[0][k] && q[1][k] <= p[1][k])
}

fn expected([p, q]: [&IntegerBox; 2], clearance: i32) -> &'static str {
    let gap = gap_squared([p, q]);
    if p == q {
        "identical"
    } else if gap > clearance * clearance {
        "apart"
    } else if gap > 0 {
        "near"
    } else if is_outside([p, q]) {
        "touching"
    } else if contains(p, q) || contains(q, p) {
        "contained"
    } else {
        "crossing"
    }
}

/// Boxes from a generator of named seed.
fn boxes(count: usize, mut seed: u64) -> Vec<IntegerBox> {
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % below) as i32
    };
    let mut all: Vec<IntegerBox> = (0..count)
        .map(|_| {
            let low = [(); 3].map(|()| next(9));
            let high = low.map(|at| at + 1 + next(5));
            [low, high]
        })
        .collect();
    let [low, high] = all[0];
    all.push([low, high]);
    all.push([low.map(|at| at - 1), high.map(|at| at + 1)]);
    all
}

fn written(folder: &Folder, name: &str, [low, high]: &IntegerBox) -> String {
    let corner = |at: &[i32; 3]| DVec3::from_array(at.map(f64::from));
    let file = folder.path(name);
    mesh::write(&file, &cuboid(corner(low), corner(high)), WriteFormat::Obj).unwrap();
    file
}

/// Every pair of boxes is what whole numbers say, in the JSON and in the table.
#[test]
fn boxes_clash_as_whole_numbers_say() {
    let folder = Folder::new();
    let all = boxes(12, 38);
    let name = |(number, of): (usize, &IntegerBox)| written(&folder, &format!("{number}.obj"), of);
    let files: Vec<String> = all.iter().enumerate().map(name).collect();
    let csv = folder.path("pairs.csv");
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for clearance in [0, 2] {
        let distance = clearance.to_string();
        let flags = ["--clearance", &distance, "--solid", "--csv", &csv, "--json"];
        let mut words = vec!["clash"];
        words.extend(files.iter().map(String::as_str).chain(flags));
        let run = closecall(&words);
        let found = run.json();
        assert_eq!(run.code, 1, "{}", run.stderr);
        let table = folder.read("pairs.csv");
        let mut lines = table.lines().skip(1);
        for pair in found["pairs"].as_array().unwrap() {
            let [a, b] = ["a", "b"].map(|key| pair[key].as_u64().unwrap() as usize);
            let truth = expected([&all[a], &all[b]], clearance);
            assert_eq!(pair["kind"], truth, "{:?} {:?}", all[a], all[b]);
            *seen.entry(truth).or_default() += 1;
            let cells: Vec<&str> = lines.next().unwrap().split(',').collect();
            let quoted = [a, b].map(|part| format!("\"{}\"", files[part]));
            assert_eq!((&cells[..2], cells[2]), (&quoted.each_ref().map(|s| &**s)[..], truth));
            assert_eq!(cells.len(), 14, "{cells:?}");
            let gap = f64::from(gap_squared([&all[a], &all[b]])).sqrt();
            let (apart, told) = (gap > 0.0, pair.get("clearance"));
            assert_eq!((apart, apart), (told.is_some(), !cells[6].is_empty()), "{pair}");
            if let Some(told) = told {
                let [lo, hi] = ["lo", "hi"].map(|key| told[key].as_f64().unwrap());
                assert!(lo <= gap.next_up() && gap.next_down() <= hi, "{gap} {told}");
                assert_eq!([lo, hi].map(|end| end.to_string()), [cells[6], cells[7]]);
            }
        }
        assert_eq!(lines.next(), None);
        let clashes = (0..all.len()).flat_map(|a| (0..a).map(move |b| [a, b]));
        let clashes = clashes.filter(|pair| expected(pair.map(|k| &all[k]), clearance) != "apart");
        assert_eq!(found["clashes"], clashes.count());
    }
    for kind in ["apart", "near", "touching", "crossing", "contained", "identical"] {
        assert!(seen.contains_key(kind), "no two boxes are {kind}: {seen:?}");
    }
}

/// `world` and `clash` have one engine: the same bodies touch.
#[test]
fn a_world_of_solids_says_the_same() {
    let folder = Folder::new();
    let all = boxes(7, 83);
    let name = |(number, of): (usize, &IntegerBox)| written(&folder, &format!("{number}.obj"), of);
    let files: Vec<String> = all.iter().enumerate().map(name).collect();
    let bodies: Vec<Value> = files
        .iter()
        .enumerate()
        .map(|(number, file)| json!({ "name": number.to_string(), "mesh": file }))
        .collect();
    let scene = json!({ "schema_version": 1, "bodies": bodies });
    let scene = folder.write("scene.json", scene.to_string());
    for clearance in ["0", "1.5"] {
        let flags = ["--clearance", clearance, "--solid", "--json"];
        let world = closecall(&[&["world", &scene], &flags[..]].concat()).json();
        let mut words = vec!["clash"];
        words.extend(files.iter().map(String::as_str).chain(flags));
        let clash = closecall(&words).json();
        let in_world = world["collisions"][0]["pairs"].as_array().unwrap().iter();
        let mut in_world: Vec<[String; 2]> = in_world
            .map(|pair| ["a", "b"].map(|key| pair[key].as_str().unwrap().to_owned()))
            .collect();
        let pairs = clash["pairs"].as_array().unwrap().iter();
        let mut met: Vec<[String; 2]> = pairs
            .filter(|pair| pair["kind"] != "apart")
            .map(|pair| ["a", "b"].map(|key| pair[key].to_string()))
            .collect();
        in_world.sort();
        met.sort();
        assert_eq!(in_world, met);
        assert!(!met.is_empty() && met.len() < 36, "{met:?}");
    }
}

#[test]
fn an_open_surface_in_a_solid_is_a_clash() {
    let folder = Folder::new();
    let large = written(&folder, "large.obj", &[[-3; 3], [3; 3]]);
    let far = written(&folder, "far.obj", &[[7; 3], [8; 3]]);
    let open = folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let run = closecall(&["clash", &large, &open, &far]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(run.stdout.contains(&format!("inside: {large} and {open}")), "{}", run.stdout);
    assert!(run.stdout.contains(", i inside"), "{}", run.stdout);
    let [file, place, message] = closecall(&["clash", &large, &open, "--solid", "--json"]).error();
    assert!(file == open && place == "--solid" && message.contains("not closed"), "{message}");
    let far_ones = closecall(&["clash", &far, &open, "--clearance", "0.5"]);
    assert_eq!(far_ones.code, 0);
    assert!(far_ones.stdout.contains("all further apart than 0.5"), "{}", far_ones.stdout);
}

/// A clearance is met or not met at the very distance, with a page beside.
#[test]
fn a_clearance_counts_to_its_last_digit() {
    let folder = Folder::new();
    let one = written(&folder, "one.obj", &[[0; 3], [1; 3]]);
    let two = written(&folder, "two.obj", &[[2, 0, 0], [3, 1, 1]]);
    let page = folder.path("clash.html");
    let run = closecall(&["clash", &one, &two, "--clearance", "1", "--report", &page]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("near, 1 apart"), "{}", run.stdout);
    let clear = closecall(&["clash", &one, &two, "--clearance", "0.99", "--report", &page]);
    assert_eq!(clear.code, 0, "{}", clear.stdout);
    assert!(clear.stdout.contains("report  ") && folder.read("clash.html").contains("<html"));
}

#[test]
fn depths_of_boxes_are_those_of_their_sides() {
    let folder = Folder::new();
    let boxes = [[0.0, 2.0], [1.5, 4.0], [9.0, 10.0]];
    let files: Vec<String> = (0..3).map(|k| folder.path(&format!("{k}.stl"))).collect();
    for ([from, to], file) in boxes.into_iter().zip(&files) {
        let (low, high) = (DVec3::new(from, 0.0, 0.0), DVec3::new(to, 3.0, 3.0));
        mesh::write(file, &cuboid(low, high), WriteFormat::StlBinary).unwrap();
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let ask = |flags: &[&str]| closecall(&[&["clash"], &files[..], flags].concat());
    let page = folder.path("page.html");
    let json = ask(&["--depth", "--json", "--report", &page]).json();
    let depth = |pair: &Value| pair.get("depth").map(|depth| depth["hi"].as_f64().unwrap());
    let pairs = json["pairs"].as_array().unwrap();
    let found: Vec<Option<f64>> = pairs.iter().map(depth).collect();
    assert!(found[0].is_some_and(|hi| (0.5..0.5005).contains(&hi)), "{json}");
    assert_eq!(found[1..], [None, None]);
    assert!(folder.read("page.html").contains("\"partings\":[{"));
    assert!(ask(&["--depth"]).stdout.contains("depth: 0.5"), "{}", ask(&["--depth"]).stdout);
    assert_eq!(ask(&["--json"]).json()["pairs"][0].get("depth"), None, "nobody asked");
}
