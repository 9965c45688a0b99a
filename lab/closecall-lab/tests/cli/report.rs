//! `--report`: the pages of the laboratory, in a real browser.

use closecall::Pose;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::mesh;
use closecall::query::brute;

use crate::browser::Browser;
use crate::page::{assert_close, frame, pose};
use crate::program::{Folder, closecall};

/// Apart, face to face, overlapping.
const ROWS: [&str; 3] = ["-3,0,0,1,0,0,0", "-1,0,0,1,0,0,0", "-0.5,0.25,0.125,1,0,0,0"];

/// The least box around some points, in the frame of a body at a pose.
fn bounds(points: &[DVec3], pose: &Pose) -> [DVec3; 2] {
    let own = points.iter().map(|point| pose.matrix().inverse() * (*point - pose.shift()));
    own.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], point| {
        [low.min(point), high.max(point)]
    })
}

/// A front's volumes hold all of both bodies, so that the boxes around them are the bodies' own,
/// where these are.
#[test]
fn the_front_is_drawn_where_the_bodies_are_and_in_its_frames_only() {
    let row = |k: i32| format!("{},0.25,0.125,0.8,0,0.6,0", f64::from(k) * 0.125 - 2.0);
    let rows: Vec<String> = (0..18).map(row).collect();
    let folder = Folder::flight(&rows.iter().map(|row| &**row).collect::<Vec<_>>());
    let report = folder.path("front.html");
    let cube = mesh::load(folder.path("obj.obj")).unwrap().mesh;
    let mut browser = Browser::start();
    for memory in ["tropp", "list"] {
        closecall(&[
            "fly",
            &folder.dir(),
            "--all",
            "--warm",
            memory,
            "--volume",
            "aabb",
            "--report",
            &report,
        ]);
        let Some(browser) = &mut browser else { return };
        browser.open(&report);
        let contacts = |k: usize| brute::contacts(&cube, &cube, &pose(&rows[k])).len();
        let most = (0..rows.len()).map(contacts).max().unwrap();
        let (mut drawn, mut busiest) = (0, false);
        for (k, row) in rows.iter().enumerate() {
            let traces = frame(browser, k);
            let [of_a, of_b] = [4, 5].map(|trace| &traces[trace]);
            let words = browser.eval("document.getElementById('now').textContent");
            assert_eq!(words.as_str().unwrap().contains(" of obj"), !of_b.is_empty(), "{words}");
            if of_b.is_empty() {
                assert_eq!(of_a.len(), 0);
                continue;
            }
            let own = bounds(cube.points(), &Pose::IDENTITY);
            assert_close(&bounds(of_a, &Pose::IDENTITY), own);
            assert_close(&bounds(of_b, &pose(row)), own);
            (drawn, busiest) = (drawn + 1, busiest || contacts(k) == most);
        }
        assert!(busiest && drawn > 5 && drawn <= 12, "{memory}: {drawn} fronts are drawn");
        let hidden = "['stillFront', 'movingFront'].map(key => {
            document.querySelector(`[data-layer=${key}] .show`).click();
            return closecall.layers.find(layer => layer.key === key).visible;
        })";
        assert_eq!(browser.eval(hidden), serde_json::json!([false, false]));
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

#[test]
fn a_mesh_is_shown_with_the_volumes_of_a_level() {
    let folder = Folder::flight(&ROWS);
    let [cube, report] = ["env.obj", "info.html"].map(|name| folder.path(name));
    let mut browser = Browser::start();
    for volume in ["sphere", "obb", "kdop14"] {
        let flags =
            ["info", &cube, "--volumes", "--level", "2", "--volume", volume, "--report", &report];
        assert_eq!(closecall(&flags).code, 0);
        let Some(browser) = &mut browser else { return };
        browser.open(&report);
        let headline = browser.eval("document.querySelector('h1').textContent");
        assert!(
            headline.as_str().unwrap().starts_with("Mesh env.obj, level 2 of its tree: 4 volumes"),
            "{headline}"
        );
        let faces = browser.eval(
            "closecall.bodies.filter(body => body.look === 'volumes')
                .reduce((sum, body) => sum + body.triangles.length / 3, 0)",
        );
        assert!(faces.as_u64() >= Some(4 * 6), "{faces}");
        // The mesh is seen through its volumes, and can be made solid; the volumes can be hidden.
        let mesh = "closecall.layers.find(layer => layer.key === 'body0')";
        assert_eq!(browser.eval(&format!("{mesh}.clear")), true);
        browser.eval("document.querySelector('[data-layer=body0] .clear').click()");
        assert_eq!(browser.eval(&format!("{mesh}.clear")), false);
        let white = "closecall.painted('#ffffff')";
        let [with, without] = [
            browser.eval(white),
            browser.eval(&format!(
                "(document.querySelector('[data-layer=volumes] .show').click(), {white})"
            )),
        ];
        assert!(without.as_u64() > with.as_u64(), "{with} {without}");
        assert_eq!(browser.complaints(), [""; 0]);
    }
    let [_, place, message] = closecall(&["info", &cube, "--volume", "obb", "--json"]).error();
    assert_eq!((&*place, &*message), ("--volumes", "a tree is shown only with --volumes"));
    let [_, place, _] =
        closecall(&["info", &cube, "--volumes", "--level", "99", "--report", &report, "--json"])
            .error();
    assert_eq!(place, "--level");
}

#[test]
fn the_laboratory_is_a_page_with_both_figures() {
    let folder = Folder::new();
    let site = folder.path("site");
    let run =
        closecall(&["klosowski-t27", "klosowski-t23", "--tiny", "--reps", "1", "--report", &site]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for file in [
        "klosowski-t27.csv",
        "klosowski-t23-tests.csv",
        "klosowski-t23-tests.svg",
        "klosowski-t23-tests.png",
    ] {
        assert!(
            std::fs::metadata(folder.path(&format!("site/{file}"))).unwrap().len() > 100,
            "{file}"
        );
    }
    let page = folder.read("site/index.html");
    assert!(
        page.contains("<section id=\"klosowski-t27\">") && page.contains("<td class=\"paper\">"),
        "{page}"
    );
    assert!(page.contains("(paper: +1.3 to +19.8 %)"), "the verdict");
    assert!(!page.contains("src=\"http") && !page.contains("<link"), "it asks for nothing");
}
