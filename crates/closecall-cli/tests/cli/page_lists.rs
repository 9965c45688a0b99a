//! Pages by their kind: a job with two tools and a fixture, a map of three joints, a depth with its
//! arrow, and colours that everybody can read.

use serde_json::json;

use crate::browser::Browser;
use crate::hands::{choose, click};
use crate::program::{Folder, closecall, cube};

/// A box from one corner to the other.
fn cuboid([x0, y0, z0]: [f64; 3], [x1, y1, z1]: [f64; 3]) -> String {
    let corner = |k: usize| {
        let at = |bit: usize, low: f64, high: f64| if k >> bit & 1 == 1 { high } else { low };
        format!("v {} {} {}\n", at(0, x0, x1), at(1, y0, y1), at(2, z0, z1))
    };
    let faces = "f 1 3 2\nf 2 3 4\nf 5 6 7\nf 6 8 7\nf 1 2 5\nf 2 6 5\nf 3 7 4\nf 4 7 8\nf 1 5 3\nf 3 5 7\nf 2 4 6\nf 4 8 6\n";
    (0..8).map(corner).collect::<String>() + faces
}

/// Two tools that gouge a plate, and one of them a clamp.
const JOB: &str = "G21 G90 G17\nT1 M6\nG0 X-10 Y5 Z10\nG1 Z4 F600\nG1 X5 F300\nG0 Z30\nT2 M6\nG0 X32 Y5\nG1 Z15 F200\nG0 Z30\nG0 X10\nG1 Z3\nG0 Z30\nM2\n";

/// The page of that job, opened.
fn milled(folder: &Folder, job: &str) -> Option<Browser> {
    let part = folder.write("plate.obj", cuboid([0.0, 0.0, 0.0], [20.0, 20.0, 5.0]));
    let clamp = folder.write("clamp.obj", cuboid([30.0, 0.0, 0.0], [35.0, 20.0, 20.0]));
    let tools = r#"{"tools": {"1": {"shape": "flat:4", "length": 10, "shank": 4, "stick_out": 20, "holder": "20:20"}, "2": {"shape": "drill:3"}}}"#;
    let tools = folder.write("tools.json", tools);
    let (job, page) = (folder.write("job.nc", job), folder.path("mill.html"));
    let flags = ["--tools", &tools, "--fixture", &clamp, "--start", "-10,5,30", "--report", &page];
    let run = closecall(&[&["mill", &part, &job], &flags[..]].concat());
    assert_eq!(run.code, 1, "{}", run.stderr);
    let mut browser = Browser::start()?;
    browser.open(&page);
    Some(browser)
}

/// How many rows are shown.
fn rows(browser: &mut Browser) -> u64 {
    let shown = "[...document.querySelectorAll('#list li')].filter(row => !row.hidden).length";
    browser.eval(shown).as_u64().expect("a number")
}

#[test]
fn events_are_chosen_by_tool_and_kind_and_fixtures_have_names() {
    let folder = Folder::new();
    let Some(mut browser) = milled(&folder, JOB) else { return };
    let all = rows(&mut browser);
    let filters = browser.eval(
        "[...document.querySelectorAll('#sorting [data-filter]')].map(made => made.dataset.filter)",
    );
    for filter in ["kind:gouge", "kind:fixture", "group:tool 1", "group:tool 2"] {
        assert!(filters.as_array().unwrap().contains(&json!(filter)), "{filter}: {filters}");
        let button = format!("[data-filter=\"{filter}\"]");
        let own = browser.eval(&format!(
            "closecall.findings.filter(({{ kind, group }}) => ['kind:' + kind, 'group:' + group].includes('{filter}')).length"
        ));
        let own = own.as_u64().expect("a number");
        assert!(own > 0 && own < all, "{filter}: {own} of {all}");
        click(&mut browser, &button);
        assert_eq!(rows(&mut browser), all - own, "{filter}");
        click(&mut browser, &button);
        assert_eq!(rows(&mut browser), all, "{filter}");
    }
    let names = browser.eval("closecall.layers.map(({ name }) => name)");
    for name in ["part", "clamp.obj"] {
        let has = |known: &serde_json::Value| known.as_str().is_some_and(|own| own.contains(name));
        assert!(names.as_array().unwrap().iter().any(has), "{name}: {names}");
    }
    // Only the tool in the spindle is there.
    for tool in ["1", "2"] {
        let there = browser.eval(&format!(
            "(() => {{
                const row = closecall.findings.findIndex(({{ group }}) => group === 'tool {tool}');
                closecall.choose(row, true);
                const isThere = ({{ only }}) => only?.some(([p, q]) => p <= closecall.shown() && closecall.shown() <= q);
                return [...new Set(closecall.bodies.filter(isThere).map(({{ name }}) => name.split(':')[0]))];
            }})()"
        ));
        assert_eq!(there, json!([format!("tool {tool}")]));
    }
    // A row of the clamp goes to the clamp.
    let row = "closecall.findings.findIndex(({ kind }) => kind === 'fixture')";
    let about = browser.eval(&format!("(closecall.choose({row}, true), closecall.focused())"));
    assert!(about.to_string().contains("clamp"), "{about}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn charts_of_a_job_are_drawn_along_the_time_that_its_feeds_give() {
    let folder = Folder::new();
    let Some(mut browser) = milled(&folder, JOB) else { return };
    choose(&mut browser, "along", "2");
    let axis = browser.eval("document.querySelector('#charts .axis').textContent");
    assert_eq!(axis, "time at feed (min)");
    // 6 mm at 600, 15 mm at 300, 15 and 27 mm at 200; rapids count nothing.
    let expected = 6.0 / 600.0 + 15.0 / 300.0 + (15.0 + 27.0) / 200.0;
    let data = "JSON.parse(document.getElementById('data').textContent).rows.along";
    let minutes = format!(
        "(() => {{ const all = {data}[1].values, raw = atob(all);
         const bytes = Uint8Array.from(raw, (c) => c.charCodeAt(0));
         return new Float64Array(bytes.buffer).at(-1); }})()"
    );
    let told = browser.eval(&minutes).as_f64().expect("minutes");
    assert!((told - expected).abs() < 1e-9, "{told} {expected}");
    assert_eq!(browser.complaints(), [""; 0]);
    drop(browser);
    // In inverse time no feed is a length per minute.
    let Some(mut browser) = milled(&folder, &JOB.replace("G17", "G17 G93")) else { return };
    assert_eq!(browser.eval(&format!("{data}.length")), 1);
    let notes = browser.eval("document.querySelector('.notes').textContent");
    assert!(notes.as_str().unwrap().contains("charts have no time"), "{notes}");
}

#[test]
fn a_map_of_three_joints_has_a_slider_for_the_third() {
    let folder = Folder::new();
    let page = folder.path("range.html");
    let joints = "shoulder,elbow,wrist";
    closecall(&["sweep", "--range", joints, "--finest", "0.4", "--report", &page]);
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page);
    let map = "closecall.charts[0].map";
    let shape = browser.eval(&format!(
        "[{map}.columns, {map}.others[0].name, {map}.others[0].values.length, {map}.tiles.length]"
    ));
    assert_eq!(shape, json!([20, "wrist", 7, 2800]));
    // It begins where the robot starts: among the values there is that of the first step, 0.
    let values = browser.eval(&format!("{map}.others[0].values"));
    let is_start = |value: &serde_json::Value| value.as_f64() == Some(0.0);
    assert!(values.as_array().unwrap().iter().any(is_start), "{values}");
    let told = browser.eval("document.querySelector('.other').textContent");
    assert_eq!(told, "wrist0");
    browser.eval("closecall.go(45)");
    let before = browser.eval("closecall.charts[0].canvas.toDataURL()");
    // A map with other tiles than the first.
    let other = browser.eval(&format!(
        "[1, 2, 3, 4, 5, 6].find((k) => {map}.tiles.slice(400 * k, 400 * k + 400).join() !== {map}.tiles.slice(0, 400).join())"
    ));
    let other = other.as_u64().expect("the maps differ");
    choose(&mut browser, "other-0", &other.to_string());
    assert_eq!(browser.eval("closecall.shown()"), 45 + other * 400, "the same tile of that map");
    assert_ne!(browser.eval("closecall.charts[0].canvas.toDataURL()"), before);
    let tile = browser.eval("document.getElementById('tile').textContent");
    assert!(tile.as_str().unwrap().contains("wrist"), "{tile}");
    // A click on a tile of this map stays in this map.
    let clicked = browser.eval(
        "(() => {
            const { canvas } = closecall.charts[0], box = canvas.getBoundingClientRect();
            canvas.dispatchEvent(new MouseEvent('click', { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }));
            return closecall.shown();
        })()",
    );
    assert_eq!(clicked.as_u64().map(|tile| tile / 400), Some(other), "{clicked}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_depth_leads_its_page_and_has_an_arrow() {
    let folder = Folder::new();
    let [a, b] = ["a.obj", "b.obj"].map(|name| folder.write(name, cube()));
    let page = folder.path("depth.html");
    let pose = "0.75,0.25,0.5,1,0,0,0";
    closecall(&["check", &a, &b, "--pose", pose, "--kind", "--depth", "--report", &page]);
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page);
    let first = browser.eval("document.querySelector('#list li').textContent");
    let first = first.as_str().unwrap();
    assert!(first.starts_with("crossing a.obj × b.obj") && first.contains("deep"), "{first}");
    let arrow = browser.eval("closecall.partings.get(0)[0]");
    let [from, to]: [[f64; 3]; 2] = serde_json::from_value(arrow).expect("two points");
    assert!((to[0] - from[0] - 0.25).abs() < 1e-6, "{from:?} {to:?}");
    // It is seen, and hidden by its entry of the legend.
    let drawn = |browser: &mut Browser| browser.eval("closecall.painted('#b3005e')").as_u64();
    assert!(drawn(&mut browser) > Some(20));
    click(&mut browser, "[data-layer=parting] .show");
    assert_eq!(drawn(&mut browser), Some(0));
    assert_eq!(browser.complaints(), [""; 0]);
}

/// The least contrast that WCAG asks for at level AA is 4.5, or 3 of large letters.
const CONTRAST: &str = include_str!("contrast.js");

#[test]
fn all_text_can_be_read_in_light_and_dark() {
    let folder = Folder::new();
    let pages = ["world.html", "mill.html", "range.html"].map(|name| folder.path(name));
    closecall(&["world", "--nearest", "--report", &pages[0]]);
    closecall(&["mill", "--report", &pages[1]]);
    let joints = "shoulder,elbow";
    closecall(&["sweep", "--range", joints, "--finest", "0.4", "--report", &pages[2]]);
    let Some(mut browser) = Browser::start() else { return };
    for page in &pages {
        browser.open(page);
        browser.eval("closecall.choose(0, true)");
        for theme in ["light", "dark"] {
            choose(&mut browser, "theme", theme);
            assert_eq!(browser.eval(CONTRAST), json!([]), "{page}, {theme}");
        }
    }
}
