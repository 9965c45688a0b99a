//! The tools of a scene: cuts, measuring, views, pictures, links, light and dark, and what is left
//! without WebGL.

use serde_json::json;

use crate::browser::Browser;
use crate::hands::choose;
use crate::program::{Folder, closecall};

const ROWS: [&str; 3] = ["-3,0,0,1,0,0,0", "-0.5,0.25,0.125,1,0,0,0", "5,0,0,1,0,0,0"];

fn flown(folder: &Folder) -> Option<Browser> {
    let report = folder.path("flight.html");
    folder.check_path(&["--all", "--report", &report]);
    let mut browser = Browser::start()?;
    browser.open(&report);
    Some(browser)
}

fn painted(browser: &mut Browser, colour: &str) -> u64 {
    browser.eval(&format!("closecall.painted('{colour}')")).as_u64().unwrap_or_default()
}

#[test]
fn a_cut_takes_away_what_lies_beyond_it() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    let before = painted(&mut browser, "#ffffff");
    assert_eq!(browser.eval("document.getElementById('section-row').hidden"), true);
    choose(&mut browser, "section", "0");
    choose(&mut browser, "section-place", "0.2");
    let cut = painted(&mut browser, "#ffffff");
    assert!(cut > before, "{cut} {before}");
    let words = browser.eval("document.getElementById('section-words').textContent");
    assert!(words.as_str().unwrap().starts_with("x = "), "{words}");
    browser.eval("document.getElementById('section-flip').click()");
    assert_ne!(painted(&mut browser, "#ffffff"), cut);
    choose(&mut browser, "section", "-1");
    assert_eq!(painted(&mut browser, "#ffffff"), before);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn two_clicks_measure_between_corners() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    browser.eval("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'm' }))");
    // Two corners of the cube that stands, where the eye sees them.
    let told = browser.eval(
        "(() => {
            const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect();
            const m = closecall.matrices().clip;
            canvas.setPointerCapture = () => {};
            const press = (p) => {
                const at = (row) => m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row];
                const spot = { pointerId: 1, clientX: box.left + box.width * (1 + at(0) / at(3)) / 2,
                  clientY: box.top + box.height * (1 - at(1) / at(3)) / 2 };
                for (const type of ['pointerdown', 'pointerup']) canvas.dispatchEvent(new PointerEvent(type, spot));
                canvas.dispatchEvent(new MouseEvent('click', spot));
            };
            press([0.98, 0.02, 0.99]); press([0.98, 0.98, 0.99]);
            return document.getElementById('measure-words').textContent;
        })()",
    );
    assert!(told.as_str().unwrap().starts_with("1 (x 0, y 1, z 0)"), "{told}");
    assert!(painted(&mut browser, "#0a8f9c") > 20);
    browser.eval("document.getElementById('measure').click()");
    assert_eq!(painted(&mut browser, "#0a8f9c"), 0);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn views_and_axes_turn_the_eye() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    choose(&mut browser, "from", "top");
    assert!(browser.eval("closecall.camera.pitch").as_f64() > Some(1.5));
    choose(&mut browser, "from", "front");
    assert_eq!(browser.eval("closecall.camera.pitch"), 0);
    choose(&mut browser, "up", "y");
    assert_eq!(browser.eval("closecall.camera.up"), "y");
    // The canvas by keys.
    let moved = browser.eval(
        "(() => {
            const canvas = document.getElementById('canvas'), before = { ...closecall.camera };
            const press = (key, shiftKey) => canvas.dispatchEvent(
              new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }));
            press('ArrowLeft'); press('+'); press('ArrowUp', true);
            const { yaw, distance, target } = closecall.camera;
            return [yaw !== before.yaw, distance < before.distance, target !== before.target, closecall.shown()];
        })()",
    );
    assert_eq!(moved, json!([true, true, true, 0]));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_link_opens_the_page_at_the_same_view() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    browser.eval("closecall.choose(0, true)");
    choose(&mut browser, "from", "right");
    choose(&mut browser, "section", "1");
    browser.eval("document.querySelector('[data-layer=grid] .show').click()");
    let wait = "new Promise(done => setTimeout(done, 500))";
    browser.eval("document.getElementById('link').click()");
    browser.eval(wait);
    let link = browser.eval("closecall.copied").as_str().unwrap().to_owned();
    let words = browser.eval("closecall.viewWords()");
    let (_, hash) = link.split_once('#').expect("a link has a view");
    assert_eq!(words, hash);
    for part in ["frame=1", "finding=0", "cut=1,", "hidden=grid"] {
        assert!(hash.contains(part), "{part}: {hash}");
    }
    let again = folder.write("again.html", folder.read("flight.html"));
    browser.open(&format!("{again}#{hash}"));
    browser.eval(wait);
    assert_eq!(browser.eval("closecall.viewWords()"), words);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn pictures_are_saved_and_printed() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    browser
        .eval("HTMLAnchorElement.prototype.click = function () { window.saved = this.download; }");
    browser.eval("document.getElementById('picture').click()");
    let picture = browser.eval("closecall.picture.slice(0, 22)");
    assert_eq!(picture, "data:image/png;base64,");
    assert!(browser.eval("window.saved").as_str().unwrap().ends_with(".png"));
    browser.eval("window.dispatchEvent(new Event('beforeprint'))");
    let printed = browser.eval("document.getElementById('printed').src.length");
    assert!(printed.as_u64() > Some(2000), "{printed}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn dark_and_light_are_chosen() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    let (light, dark) = (painted(&mut browser, "#ffffff"), painted(&mut browser, "#161c24"));
    choose(&mut browser, "theme", "dark");
    assert!(painted(&mut browser, "#161c24") > dark && painted(&mut browser, "#ffffff") < light);
    let ground = browser.eval("getComputedStyle(document.body).backgroundColor");
    assert_eq!(ground, "rgb(14, 19, 26)");
    choose(&mut browser, "theme", "light");
    assert_eq!(painted(&mut browser, "#ffffff"), light);
    assert_eq!(browser.complaints(), [""; 0]);
}

/// After a click on a button of contacts, space plays; speeds can be chosen.
#[test]
fn space_plays_after_a_click() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    choose(&mut browser, "pace", "0.25");
    browser.eval(
        "(() => { const made = document.getElementById('next-contact'); made.focus();
         made.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true })); })()",
    );
    let at = browser.eval("document.activeElement.tagName");
    assert_eq!(at, "BODY");
    browser.eval("document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }))");
    assert_eq!(browser.eval("document.getElementById('play').textContent"), "❚❚ Pause");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn without_webgl_a_picture_and_the_findings_remain() {
    let folder = Folder::flight(&ROWS);
    let Some(mut browser) = flown(&folder) else { return };
    let again = folder.write("again.html", folder.read("flight.html"));
    browser.open(&format!("{again}#flat"));
    browser.eval("closecall.choose(0, true)");
    let colours = browser.eval(
        "(() => {
            const canvas = document.getElementById('canvas');
            const seen = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            const kinds = new Set();
            for (let k = 0; k < seen.length; k += 4) kinds.add(seen[k] << 16 | seen[k + 1] << 8 | seen[k + 2]);
            return kinds.size;
        })()",
    );
    assert!(colours.as_u64() > Some(5), "{colours}");
    assert_eq!(browser.eval("document.querySelectorAll('.finding').length"), 1);
    assert_eq!(browser.eval("closecall.shown()"), 1);
    assert_eq!(browser.complaints(), [""; 0]);
}

/// Readers of screens find a name for everything.
#[test]
fn everything_has_a_name() {
    let folder = Folder::new();
    let page = folder.path("world.html");
    closecall(&["world", "--nearest", "--report", &page]);
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page);
    let nameless = browser.eval(
        "[...document.querySelectorAll('button, select, input, canvas[role], [tabindex]')]
          .filter(one => !(one.textContent.trim() || one.title || one.getAttribute('aria-label')))
          .map(one => one.outerHTML)",
    );
    assert_eq!(nameless, json!([]));
    let scene = browser.eval("document.getElementById('canvas').getAttribute('aria-label')");
    assert!(scene.as_str().unwrap().contains("Collision: 13 of 101 steps collide"), "{scene}");
    let chart = browser.eval("closecall.charts[0].canvas.getAttribute('aria-label')");
    assert!(chart.as_str().unwrap().contains("clearance from 0 at step"), "{chart}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_program_stands_beside_its_scene() {
    let folder = Folder::new();
    let page = folder.path("mill.html");
    closecall(&["mill", "--report", &page]);
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&page);
    let lit = "document.querySelector('.code[aria-current]')?.dataset.line";
    let line = |frame: &str| format!("closecall.line({frame})");
    // It begins at the deepest gouge; a line goes to its frame, and a frame to its line.
    assert_eq!(browser.eval(lit), "527");
    let clicked = browser.eval(
        "(() => { const box = [...document.querySelectorAll('.code')].find(one => one.dataset.line === '520');
         box.click(); return closecall.shown(); })()",
    );
    assert_eq!(browser.eval(&line(&clicked.to_string())), 520);
    browser.eval("closecall.go(0)");
    let first = browser.eval(&line("0")).to_string();
    assert_eq!(browser.eval(lit), first.as_str());
    browser.eval("document.getElementById('sheet').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }))");
    assert_ne!(browser.eval(lit), first.as_str());
    // Rapids, cuts and what is wrong are drawn apart, and charts along the path.
    let looks = browser.eval("closecall.bodies.map(({ look }) => look)");
    for look in ["line", "rapid", "wrong", "glass"] {
        assert!(looks.as_array().unwrap().contains(&json!(look)), "{look}: {looks}");
    }
    choose(&mut browser, "along", "1");
    let axis = browser.eval("document.querySelector('#charts .axis').textContent");
    assert_eq!(axis, "length of the path (mm)");
    assert_eq!(browser.complaints(), [""; 0]);
}
