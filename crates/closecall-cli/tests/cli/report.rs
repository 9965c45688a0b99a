//! `--report`: the pages in a real browser.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use std::collections::BTreeSet;

use closecall::mesh::shapes::icosphere;
use closecall::mesh::{self, WriteFormat};
use closecall::query::brute;
use closecall::{Mesh, Pose};
use closecall_flight::stamp::Stamp;
use closecall_report::{
    DrawnBody, DrawnPath, DrawnScene, DrawnTouch, FrameNames, Look, Mood, Page,
};

use crate::browser::Browser;
use crate::page::{assert_close, frame, pose};
use crate::program::{Folder, closecall, closecall_in};

/// Apart, face to face, overlapping, turned, apart again.
const ROWS: [&str; 5] = [
    "-3,0,0,1,0,0,0",
    "-1,0,0,1,0,0,0",
    "-0.5,0.25,0.125,1,0,0,0",
    "0.5,0.5,0.5,0.8,0,0.6,0",
    "5,0,0,1,0,0,0",
];

/// Some triangles of a mesh, corner by corner.
fn corners(mesh: &Mesh, numbers: impl Iterator<Item = u32>) -> impl Iterator<Item = DVec3> {
    let numbers: BTreeSet<u32> = numbers.collect();
    numbers.into_iter().flat_map(|number| mesh.triangle_at(number as usize))
}

#[test]
fn the_slider_moves_the_body_and_what_touches_is_what_was_reported() {
    let folder = Folder::flight(&ROWS);
    let report = folder.path("flight.html");
    let mut browser = Browser::start();
    for question in ["--all", "--first"] {
        let json = folder.check_path(&[question, "--report", &report, "--json"]).json();
        assert_eq!((json["report"].as_str(), &json["colliding"]), (Some(&*report), &3.into()));
        let Some(browser) = &mut browser else { return };
        browser.open(&report);
        let cube = mesh::load(folder.path("obj.obj")).unwrap().mesh;
        let mut touching = 0;
        for (k, pose) in ROWS.map(pose).iter().enumerate().rev() {
            let [body, of_a, of_b, ..] = frame(browser, k);
            assert_close(&body, cube.points().iter().map(|&v| pose.carried(v)));
            let pairs = brute::contacts(&cube, &cube, pose);
            assert_close(&of_a, corners(&cube, pairs.iter().map(|pair| pair.0)));
            assert_close(
                &of_b,
                corners(&cube, pairs.iter().map(|pair| pair.1)).map(|v| pose.carried(v)),
            );
            let listed = browser.eval("document.getElementById('touching').textContent");
            let named = pairs
                .iter()
                .filter(|(i, j)| listed.as_str().unwrap().contains(&format!("{i}:{j}")))
                .count();
            assert_eq!(named, pairs.len(), "{listed}");
            touching += usize::from(!pairs.is_empty());
        }
        assert_eq!(touching, 3);
        let headline = browser.eval("document.querySelector('h1').textContent");
        assert!(
            headline.as_str().unwrap().starts_with("Collision: 3 of 5 poses collide"),
            "{headline}"
        );
        assert_eq!(browser.eval("closecall.charts.flatMap(chart => chart.lines).length"), 4);
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

#[test]
fn play_moves_on_and_stops_at_the_end() {
    let folder = Folder::flight(&ROWS);
    let report = folder.path("flight.html");
    folder.check_path(&["--report", &report]);
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&report);
    let label = browser.eval(
        "(async () => {
            document.getElementById('play').click();
            const label = document.getElementById('label');
            while (!label.textContent.startsWith('row 4')) await new Promise(requestAnimationFrame);
            while (!document.getElementById('play').textContent.includes('Play')) await new Promise(requestAnimationFrame);
            return label.textContent;
        })()",
    );
    assert_eq!(label, "row 4 · 5 of 5");
    let titles = browser.eval("closecall.charts.map(chart => chart.title).join()");
    assert!(titles.as_str().unwrap().contains("Touching pairs of triangles"), "{titles}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_check_is_a_page_without_a_slider() {
    let folder = Folder::flight(&ROWS);
    let [a, b, report] = ["env.obj", "obj.obj", "check.html"].map(|name| folder.path(name));
    let mut browser = Browser::start();
    for (pose, word) in [(ROWS[2], "Collision: "), (ROWS[0], "Clear: ")] {
        closecall(&["check", &a, &b, "--pose", pose, "--report", &report]);
        let Some(browser) = &mut browser else { return };
        browser.open(&report);
        let seen = browser
            .eval("document.querySelector('h1').textContent + !!document.getElementById('slider')");
        let seen = seen.as_str().unwrap();
        assert!(seen.starts_with(word) && seen.ends_with("false"), "{seen}");
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

#[test]
fn a_large_flight_is_a_page_of_bearable_size_that_opens_soon() {
    const POSES: u32 = 4000;
    let folder = Folder::new();
    for (name, ball) in [("env.obj", icosphere(10.0, 6)), ("obj.obj", icosphere(2.0, 5))] {
        mesh::write(folder.path(name), &ball, WriteFormat::Obj).unwrap();
    }
    let row = |k: u32| {
        let angle = f64::from(k) / f64::from(POSES) * std::f64::consts::TAU;
        let height = 11.9 + 0.3 * (angle * 7.0).sin();
        format!(
            "{},{},0,{},0,0,{}\n",
            height * angle.cos(),
            height * angle.sin(),
            angle.cos(),
            angle.sin()
        )
    };
    folder.write(
        "poses.csv",
        format!("tx,ty,tz,qw,qx,qy,qz\n{}", (0..POSES).map(row).collect::<String>()),
    );
    let report = folder.path("large.html");
    let json = folder.check_path(&["--all", "--report", &report, "--json"]).json();
    let [triangles, poses, colliding] = [
        json["a_tris"].as_u64().unwrap() + json["b_tris"].as_u64().unwrap(),
        4000,
        json["colliding"].as_u64().unwrap(),
    ];
    assert!(
        triangles > 100_000 && colliding > 100 && colliding < poses,
        "{triangles} triangles, {colliding} collide"
    );
    let bytes = std::fs::metadata(&report).unwrap().len();
    assert!(bytes < 20_000_000, "{bytes} bytes");
    let Some(mut browser) = Browser::start() else { return };
    // Whoever else uses the machine may take its time once or twice.
    let soon = (0..3).map(|_| browser.open(&report)).find(|time| time.as_secs_f64() < 3.0);
    println!("{bytes} bytes, open after {soon:?}");
    assert!(soon.is_some());
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_report_that_cannot_be_written_is_known_before_the_work() {
    let folder = Folder::flight(&ROWS);
    let nowhere = folder.path("no/such/page.html");
    assert_eq!(folder.check_path(&["--report", &nowhere, "--json"]).error()[0], nowhere);
    let [_, place, message] =
        closecall(&["--report", &nowhere, "info", &folder.path("env.obj"), "--json"]).error();
    assert_eq!((&*place, &*message), ("--report", "it belongs behind the command"));
}

#[test]
fn a_world_is_a_page_with_every_pair_that_touches() {
    let folder = Folder::new();
    let report = folder.path("world.html");
    let json = closecall(&["world", "--all", "--report", &report, "--json"]).json();
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&report);
    let seen = browser.eval("closecall.touches.map(groups => groups.map(({ count }) => count))");
    let mut expected = vec![vec![]; json["steps"].as_u64().unwrap() as usize];
    for collision in json["collisions"].as_array().unwrap() {
        let contacts = collision["pairs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pair| pair["contacts"].as_u64().unwrap());
        expected[collision["step"].as_u64().unwrap() as usize] = contacts.collect();
    }
    assert!(expected.iter().any(Vec::is_empty) && !expected.iter().all(Vec::is_empty));
    assert_eq!(seen, serde_json::json!(expected));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
#[ignore = "makes the pictures of the documentation: docs/report.png, docs/pictures"]
fn pictures() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let [docs, examples] = ["docs", "examples"].map(|name| root.join(name));
    std::fs::create_dir_all(docs.join("pictures")).unwrap();
    let (folder, moving) =
        (Folder::new(), ["cell.stl", "gripper.obj", "--path", "flight/poses.csv"]);
    let report = folder.path("report.html");
    let Some(mut browser) = Browser::start() else { return };
    for (picture, command) in [
        ("report.png", vec![]),
        ("pictures/world.png", vec!["world"]),
        ("pictures/mill.png", vec!["mill"]),
        ("pictures/distance.png", [&["distance"], &moving[..]].concat()),
        ("pictures/sweep.png", [&["sweep"], &moving[..]].concat()),
    ] {
        let flags = [&command[..], &["--report", &report]].concat();
        closecall_in(&examples.display().to_string(), &flags);
        browser.open(&report);
        // Where most touches, and near to it but in the overview.
        browser.eval(
            "(async () => {
                const counts = closecall.touches.map(groups => groups.reduce((sum, { count }) => sum + count, 0));
                closecall.go(counts.indexOf(Math.max(...counts)));
                if (closecall.nearest.size) closecall.go([...closecall.nearest.keys()].at(-1));
            })()",
        );
        browser.photograph((1200, 900), &docs.join(picture));
        assert_eq!(browser.complaints(), [""; 0], "{picture}");
    }
}

#[test]
fn many_bodies_move_each_on_its_path() {
    const BODIES: usize = 30;
    let ball = icosphere(0.6, 1);
    let place = |body: usize, frame: usize| {
        let turned = (frame as f64 * 0.3).sin_cos();
        Pose::from_quaternion(
            [body as f64 - frame as f64 * 0.1 * (body % 3) as f64, 0.0, 0.0],
            [turned.1, 0.0, turned.0, 0.0],
        )
    };
    let poses: Vec<Vec<Pose>> =
        (0..BODIES).map(|body| (0..4).map(|frame| place(body, frame).unwrap()).collect()).collect();
    let bodies = poses.iter().enumerate().map(|(k, poses)| DrawnBody {
        name: format!("ball {k}"),
        mesh: &ball,
        path: DrawnPath::Moving(poses.iter().collect()),
        look: Look::Surface,
    });
    let touches = vec![
        DrawnTouch { frame: 0, bodies: [3, 7], pairs: vec![(1, 2), (1, 5), (70, 0)] },
        DrawnTouch { frame: 2, bodies: [0, 1], pairs: vec![(4, 4)] },
        DrawnTouch { frame: 2, bodies: [28, 29], pairs: vec![(8, 79)] },
    ];
    let page = Page {
        title: "balls".to_owned(),
        answer: "Two pairs </script> touch".to_owned(),
        mood: Mood::Collision,
        facts: vec![],
        scene: DrawnScene { bodies: bodies.collect(), frames: 4, touches, ..DrawnScene::default() },
        rows: FrameNames::default(),
        charts: vec![],
        notes: vec![],
        stamp: Stamp::now(0),
    };
    let folder = Folder::new();
    let report = folder.write("world.html", page.html());
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&report);
    for k in [2, 0, 3] {
        let [drawn, of_a, of_b, ..] = frame(&mut browser, k);
        let carried = |body: usize| ball.points().iter().map(move |&v| (body, v));
        assert_close(
            &drawn,
            (0..BODIES).flat_map(carried).map(|(body, v)| poses[body][k].carried(v)),
        );
        let corner = |body: usize, triangle: usize| {
            ball.triangle_at(triangle).map(|v| poses[body][k].carried(v))
        };
        let (a, b) = match k {
            2 => (vec![corner(0, 4), corner(28, 8)], vec![corner(1, 4), corner(29, 79)]),
            0 => {
                (vec![corner(3, 1), corner(3, 70)], vec![corner(7, 0), corner(7, 2), corner(7, 5)])
            }
            _ => (vec![], vec![]),
        };
        assert_close(&of_a, a.into_iter().flatten());
        assert_close(&of_b, b.into_iter().flatten());
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
