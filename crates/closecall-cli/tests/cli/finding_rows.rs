//! The list that leads a page: rows, filters, tables and marks that go there and back.

use serde_json::json;

use crate::browser::Browser;
use crate::hands::{choose, click};
use crate::program::{Folder, closecall};

/// Cubes of side 1 at places along x: crossing, apart, and one inside a larger one.
fn clashing(folder: &Folder, far: f64) -> [String; 4] {
    let cube = |name: &str, x: f64, side: f64| {
        let corner = |k: usize| {
            let at = |bit: usize| if k >> bit & 1 == 1 { side } else { 0.0 };
            format!("v {} {} {}\n", x + at(0), at(1), at(2))
        };
        let corners: String = (0..8).map(corner).collect();
        let faces = "f 1 3 2\nf 2 3 4\nf 5 6 7\nf 6 8 7\nf 1 2 5\nf 2 6 5\nf 3 7 4\nf 4 7 8\nf 1 5 3\nf 3 5 7\nf 2 4 6\nf 4 8 6\n";
        folder.write(name, format!("{corners}{faces}"))
    };
    [
        cube("first.obj", 0.0, 1.0),
        cube("second.obj", 0.5, 1.0),
        cube("far.obj", far, 1.0),
        cube("wide.obj", 9.0, 4.0),
    ]
}

/// The page of a clash, opened.
fn clash(folder: &Folder, name: &str, far: f64) -> Option<Browser> {
    let parts = clashing(folder, far);
    let page = folder.path(name);
    let run = closecall(&["clash", &parts[0], &parts[1], &parts[2], &parts[3], "--report", &page]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let mut browser = Browser::start()?;
    browser.open(&page);
    Some(browser)
}

fn text(browser: &mut Browser, selector: &str) -> String {
    let told = browser.eval(&format!("document.querySelector('{selector}').textContent"));
    told.as_str().unwrap_or_default().to_owned()
}

const WAIT: &str = "new Promise(done => setTimeout(done, 600))";

#[test]
fn a_row_goes_to_its_bodies_and_a_click_there_comes_back() {
    let folder = Folder::new();
    let Some(mut browser) = clash(&folder, "clash.html", 20.0) else { return };
    let first = text(&mut browser, "#list li");
    assert!(first.starts_with("crossing first.obj × second.obj"), "{first}");
    let whole = browser.eval("closecall.camera.distance").as_f64();
    click(&mut browser, "[data-finding=\"0\"]");
    browser.eval(
        "(async () => { while (closecall.isFlying()) await new Promise(requestAnimationFrame); })()",
    );
    assert_eq!(browser.eval("closecall.chosen()"), 0);
    assert_eq!(browser.eval("closecall.focused()"), json!(["first.obj", "second.obj"]));
    assert!(browser.eval("closecall.camera.distance").as_f64() < whole);
    let lit = "document.querySelectorAll('.matrix button.chosen').length";
    assert_eq!(browser.eval(lit), 2, "both cells of the pair");
    // Escape shows all again, and a click on the body finds the row.
    browser.eval("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))");
    assert_eq!(browser.eval("[closecall.chosen(), closecall.focused().length]"), json!([-1, 0]));
    browser.eval(
        "(() => {
            const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect();
            const at = { pointerId: 1, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
            canvas.setPointerCapture = () => {};
            for (const type of ['pointerdown', 'pointerup']) canvas.dispatchEvent(new PointerEvent(type, at));
            canvas.dispatchEvent(new MouseEvent('click', at));
        })()",
    );
    assert_eq!(browser.eval("closecall.chosen()"), 0);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_cell_of_the_table_shows_its_two_bodies() {
    let folder = Folder::new();
    let Some(mut browser) = clash(&folder, "clash.html", 20.0) else { return };
    let head = text(&mut browser, ".matrix thead");
    assert!(head.contains("first.obj") && head.contains("wide.obj"), "{head}");
    click(&mut browser, "[data-pair=\"1,0\"]");
    assert_eq!(browser.eval("closecall.chosen()"), 0);
    click(&mut browser, "[data-pair=\"3,2\"]");
    assert_eq!(browser.eval("closecall.focused()"), json!(["far.obj", "wide.obj"]));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn rows_are_filtered_and_sorted() {
    let folder = Folder::new();
    let Some(mut browser) = clash(&folder, "clash.html", 20.0) else { return };
    let shown = "[...document.querySelectorAll('#list li')].filter(row => !row.hidden).length";
    let all = browser.eval(shown).as_u64();
    click(&mut browser, "[data-filter=\"kind:apart\"]");
    assert_eq!(browser.eval(shown), 1, "the crossing is left of {all:?}");
    click(&mut browser, "[data-filter=\"kind:apart\"]");
    assert_eq!(browser.eval(shown).as_u64(), all);
    choose(&mut browser, "order", "2");
    let names = browser.eval("[...document.querySelectorAll('#list b')].map(b => b.textContent)");
    let names: Vec<String> = serde_json::from_value(names).unwrap();
    assert!(names.is_sorted(), "{names:?}");
    assert_eq!(browser.complaints(), [""; 0]);
}

/// Two clicks: the button, and the file of the last run.
#[test]
fn what_is_new_since_an_earlier_page_comes_first() {
    let folder = Folder::new();
    drop(clash(&folder, "before.html", 20.0));
    // The far cube now crosses the second.
    let Some(mut browser) = clash(&folder, "now.html", 1.25) else { return };
    assert_eq!(browser.eval("document.getElementById('compare').textContent"), "compare with…");
    let before = serde_json::to_string(&folder.read("before.html")).unwrap();
    let ends = "closecall.drawn(0)[3].length";
    let all = browser.eval(ends).as_u64();
    browser.eval(&format!("closecall.compareWith({before})"));
    let own = browser.eval(ends).as_u64();
    assert!(own > Some(0) && own < all, "of {all:?} ends those of the chosen pair are shown");
    let first = text(&mut browser, "#list li");
    assert!(first.starts_with("was apart") && first.contains("far.obj"), "{first}");
    let told = text(&mut browser, "#compared");
    assert!(told.starts_with("1 new or changed"), "{told}");
    assert_eq!(browser.eval("closecall.findings[closecall.chosen()].kind"), "crossing");
    browser.eval("closecall.compareWith('no page')");
    assert!(text(&mut browser, "#compared").contains("not a page"));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn numbers_of_triangles_are_behind_a_fold_with_copy_and_a_command() {
    let folder = Folder::new();
    let Some(mut browser) = clash(&folder, "clash.html", 20.0) else { return };
    assert_eq!(text(&mut browser, "#numbers"), "", "the fold is closed");
    click(&mut browser, "#triangles summary");
    browser.eval("new Promise(requestAnimationFrame)");
    let listed = text(&mut browser, "#numbers");
    assert!(listed.contains("first.obj × second.obj: ") && listed.contains(':'), "{listed}");
    click(&mut browser, "#numbers .copy");
    browser.eval(WAIT);
    let copied = browser.eval("closecall.copied");
    let lines: Vec<&str> = copied.as_str().unwrap().lines().collect();
    assert!(lines[0] == "a,b" && lines.len() > 4, "{copied}");
    let command = text(&mut browser, "#triangles code");
    assert!(
        command.starts_with("closecall clash ") && command.ends_with("--csv pairs.csv"),
        "{command}"
    );
    click(&mut browser, "#copy-command");
    browser.eval(WAIT);
    assert_eq!(browser.eval("closecall.copied"), command.as_str());
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_world_has_its_pairs_with_why_some_are_not_checked_and_marks_in_its_charts() {
    let folder = Folder::new();
    let page = folder.path("world.html");
    closecall(&["world", "--nearest", "--report", &page]);
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page);
    let key = text(&mut browser, "#pairs .key");
    assert!(
        key.contains("not checked: joined by one joint") && key.contains("touching: "),
        "{key}"
    );
    let first = text(&mut browser, "#list li");
    assert!(
        first.starts_with("first contact table × right_finger") && first.contains("steps 33 to 42"),
        "{first}"
    );
    // A mark in the chart chooses its row, and the row goes to its step.
    browser.eval(
        "(() => {
            const chart = closecall.charts[0], canvas = chart.canvas, box = canvas.getBoundingClientRect();
            const x = 64 + closecall.findings[0].frames[0] / 100 * (box.width - 78);
            canvas.dispatchEvent(new PointerEvent('click', { clientX: box.left + x, clientY: box.top + 5 }));
        })()",
    );
    let seen = browser.eval("[closecall.chosen(), closecall.shown()]");
    assert_eq!(seen, json!([0, 33]));
    let here = browser.eval("[...document.querySelectorAll('.finding.here')].length");
    assert_eq!(here, 2, "both fingers touch the table at step 33");
    // Of all links that move, the path of one is drawn; the others can be chosen.
    let paths = browser.eval("closecall.layers.filter(({ key }) => key.startsWith('path')).map(({ visible }) => visible)");
    let paths: Vec<bool> = serde_json::from_value(paths).unwrap();
    assert!(paths.len() > 3 && paths.iter().filter(|shown| **shown).count() == 1, "{paths:?}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_range_shows_its_map_and_no_paths() {
    let folder = Folder::new();
    let page = folder.path("range.html");
    closecall(&["sweep", "--range", "shoulder,elbow", "--finest", "0.1", "--report", &page]);
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page);
    let places = browser.eval(
        "[document.querySelector('#beside canvas').getBoundingClientRect().top,
          document.getElementById('view').getBoundingClientRect().top]",
    );
    assert!(places[0].as_f64() < Some(300.0), "{places}");
    let shown =
        "closecall.layers.filter(({ key, visible }) => key.startsWith('path') && visible).length";
    assert_eq!(browser.eval(shown), 0);
    let rows = text(&mut browser, "#list");
    assert!(rows.contains("stops") && rows.contains(" %") && rows.contains("shoulder "), "{rows}");
    click(&mut browser, "[data-finding=\"1\"]");
    let tile = text(&mut browser, "#tile");
    assert!(tile.starts_with("shoulder ") && tile.contains("elbow "), "{tile}");
    assert_eq!(browser.complaints(), [""; 0]);
}
