//! Every control of a page, used in a real browser as hands use it.

use crate::browser::Browser;
use crate::hands::click;
use crate::program::Folder;

/// Apart, face to face, overlapping, apart, overlapping, apart.
const ROWS: [&str; 6] = [
    "-3,0,0,1,0,0,0",
    "-1,0,0,1,0,0,0",
    "-0.5,0.25,0.125,1,0,0,0",
    "-3,0,0,1,0,0,0",
    "0.5,0.5,0.5,0.8,0,0.6,0",
    "5,0,0,1,0,0,0",
];

/// The page of a flight, opened.
fn flown(folder: &Folder) -> Option<Browser> {
    let report = folder.path("flight.html");
    folder.check_path(&["--all", "--report", &report]);
    let mut browser = Browser::start()?;
    browser.open(&report);
    Some(browser)
}

/// Presses a key, and tells which frame is shown then.
fn press(browser: &mut Browser, key: &str) -> u64 {
    let shown = browser.eval(&format!(
        "(document.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }})), closecall.shown())"
    ));
    shown.as_u64().expect("a frame")
}

/// How much of the picture is white: the less is shown, the more.
fn white(browser: &mut Browser) -> u64 {
    browser.eval("closecall.painted('#ffffff')").as_u64().expect("a number")
}

#[test]
fn keys_go_from_row_to_row_and_from_contact_to_contact() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    for (key, shown) in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", 5),
        ("ArrowRight", 5),
        ("ArrowUp", 4),
        ("ArrowUp", 2),
        ("ArrowUp", 2),
        ("Home", 0),
        ("ArrowDown", 1),
        ("ArrowDown", 4),
        ("ArrowDown", 4),
    ] {
        assert_eq!(press(&mut browser, key), shown, "{key}");
    }
    let label = browser.eval("document.getElementById('label').textContent");
    assert_eq!(label, "row 4 · 5 of 6");
    let slider = browser.eval("document.getElementById('slider').value");
    assert_eq!(slider, "4");
    press(&mut browser, "Home");
    press(&mut browser, " ");
    assert_eq!(browser.eval("document.getElementById('play').textContent"), "❚❚ Pause");
    press(&mut browser, "ArrowLeft");
    assert_eq!(browser.eval("document.getElementById('play').textContent"), "▶ Play");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn contact_buttons_go_near_to_the_place_and_the_whole_scene_comes_back() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    // All corners of all boxes are in the picture.
    let outside = "(() => {
        const m = closecall.matrices().clip;
        const at = (p, row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row];
        return closecall.everything.filter(p => Math.max(Math.abs(at(p, 0)), Math.abs(at(p, 1))) > at(p, 3)).length;
    })()";
    assert_eq!(browser.eval(outside), 0);
    let wait = "(async () => {
        while (closecall.isFlying()) await new Promise(requestAnimationFrame);
        return closecall.camera;
    })()";
    let whole = browser.eval("closecall.camera");
    click(&mut browser, "#next-contact");
    let near = browser.eval(wait);
    assert!(near["distance"].as_f64() < whole["distance"].as_f64(), "{near}");
    // Where two unit cubes share a face, its middle.
    let target: Vec<f64> = serde_json::from_value(near["target"].clone()).unwrap();
    let ends = browser.eval("closecall.drawn(closecall.shown())[3]");
    let ends: Vec<[f64; 3]> = serde_json::from_value(ends).unwrap();
    assert!(!ends.is_empty());
    for axis in 0..3 {
        let along = || ends.iter().map(|end| end[axis]);
        let (low, high) =
            (along().fold(f64::INFINITY, f64::min), along().fold(f64::NEG_INFINITY, f64::max));
        assert!((target[axis] - (low + high) / 2.0).abs() < 1e-6, "{target:?} {low} {high}");
    }
    assert!(browser.eval("closecall.painted('#111418')").as_u64() > Some(20), "contact points");
    click(&mut browser, "#whole");
    browser.eval(wait);
    assert_eq!(browser.eval(outside), 0);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn legend_entries_show_and_hide_what_they_name() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    browser.eval("closecall.go(2)");
    let keys = browser.eval(
        "Array.from(document.querySelectorAll('#legend .entry')).map(entry => entry.dataset.layer)",
    );
    let keys: Vec<String> = serde_json::from_value(keys).unwrap();
    for key in ["body0", "body1", "contact", "touchingA", "touchingB", "path", "grid"] {
        assert!(keys.iter().any(|known| known == key), "{key}: {keys:?}");
    }
    let everything = white(&mut browser);
    for key in &keys {
        click(&mut browser, &format!("[data-layer={key}] .show"));
    }
    let nothing = white(&mut browser);
    assert!(everything < nothing, "{everything} {nothing}");
    let size = browser
        .eval("document.getElementById('canvas').width * document.getElementById('canvas').height");
    assert_eq!(Some(nothing), size.as_u64(), "nothing is left");
    for key in ["path", "body0", "contact"] {
        click(&mut browser, &format!("[data-layer={key}] .show"));
        let shown = white(&mut browser);
        assert!(shown < nothing, "{key}");
        click(&mut browser, &format!("[data-layer={key}] .show"));
        assert_eq!(white(&mut browser), nothing, "{key}");
    }
    // Solid and see-through.
    click(&mut browser, "[data-layer=body1] .show");
    let solid = browser.eval("closecall.painted('#f0a030')").as_u64();
    click(&mut browser, "[data-layer=body1] .clear");
    assert!(browser.eval("closecall.painted('#f0a030')").as_u64() <= solid);
    let colours = browser.eval(
        "closecall.layers.flatMap(layer => layer.colours).filter((c, k, all) => all.indexOf(c) !== k)",
    );
    assert_eq!(colours, serde_json::json!([]), "no colour means two things");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_pointer_tells_names_turns_and_zooms() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    let told = browser.eval(
        "(async () => {
            const canvas = document.getElementById('canvas'), frame = canvas.getBoundingClientRect();
            const body = closecall.bodies[0], m = closecall.matrices().clip;
            const at = (row) => [0.5, 0.5, 0.5, 1].reduce((sum, x, k) => sum + m[4 * k + row] * x, 0);
            const spot = {
              clientX: frame.left + frame.width * (1 + at(0) / at(3)) / 2,
              clientY: frame.top + frame.height * (1 - at(1) / at(3)) / 2,
            };
            canvas.dispatchEvent(new PointerEvent('pointermove', spot));
            await new Promise(done => setTimeout(done, 300));
            return document.getElementById('tip').textContent;
        })()",
    );
    assert!(told.as_str().unwrap().starts_with("env.objtriangle "), "{told}");
    let moved = browser.eval(
        "(() => {
            const canvas = document.getElementById('canvas'), before = { ...closecall.camera };
            const at = (type, x, more) => canvas.dispatchEvent(
              new PointerEvent(type, { pointerId: 1, clientX: x, clientY: 300, buttons: 1, ...more }));
            canvas.setPointerCapture = () => {};
            at('pointerdown', 300); at('pointermove', 360); at('pointerup', 360);
            const turned = closecall.camera.yaw !== before.yaw;
            at('pointerdown', 300); at('pointermove', 360, { shiftKey: true }); at('pointerup', 360);
            const shifted = closecall.camera.target.some((x, axis) => x !== before.target[axis]);
            canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, cancelable: true }));
            return [turned, shifted, closecall.camera.distance < before.distance];
        })()",
    );
    assert_eq!(moved, serde_json::json!([true, true, true]));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn charts_are_read_clicked_and_hidden() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    let told = browser.eval(
        "(() => {
            const chart = closecall.charts[0], canvas = chart.canvas, frame = canvas.getBoundingClientRect();
            const at = (type, share) => canvas.dispatchEvent(new PointerEvent(type, {
              clientX: frame.left + 64 + share * (frame.width - 78), clientY: frame.top + 50 }));
            at('pointermove', 0.4);
            const read = chart.reading.textContent;
            at('click', 0.8);
            canvas.parentElement.querySelector('.head button').click();
            return [chart.title, read, closecall.shown(), chart.lines[0].visible];
        })()",
    );
    assert_eq!(told[0], "Touching pairs of triangles");
    assert!(told[1].as_str().unwrap().starts_with("row 2: pairs "), "{told}");
    assert_eq!((&told[2], &told[3]), (&4.into(), &false.into()));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn narrow_windows_need_no_sideways_scrolling() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    for width in [360, 700, 1400] {
        browser.photograph((width, 800), &std::path::PathBuf::from(folder.path("narrow.png")));
        let [content, room] = ["scrollWidth", "clientWidth"]
            .map(|name| browser.eval(&format!("document.documentElement.{name}")).as_u64());
        assert!(content <= room, "{content:?} in a window of {width}, {room:?}");
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
