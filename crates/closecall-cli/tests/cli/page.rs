//! The drawing of a page, frame by frame, asked of the browser that shows it.

use closecall::Pose;
use closecall::engine::geom::DVec3;
use serde_json::Value;

use crate::browser::Browser;

/// A pose from a row of `poses.csv`.
pub fn pose(row: &str) -> Pose {
    let n: Vec<f64> = row.split(',').map(|field| field.parse().unwrap()).collect();
    Pose::from_quaternion([n[0], n[1], n[2]], [n[3], n[4], n[5], n[6]]).unwrap()
}

/// Moves the slider as a hand does, waits for the picture, and tells what is drawn: the body, what
/// touches, the ends of contacts, and the front.
pub fn frame(browser: &mut Browser, frame: usize) -> [Vec<DVec3>; 6] {
    let drawn = browser.eval(&format!(
        "(async () => {{
            const slider = document.getElementById('slider');
            slider.value = {frame};
            slider.dispatchEvent(new Event('input'));
            return closecall.drawn(closecall.shown());
        }})()"
    ));
    std::array::from_fn(|trace| points(&drawn[trace]))
}

fn points(drawn: &Value) -> Vec<DVec3> {
    let point = |point: &Value| DVec3::from_array([0, 1, 2].map(|k| point[k].as_f64().unwrap()));
    drawn.as_array().unwrap().iter().map(point).collect()
}

/// Points are drawn where they are.
pub fn assert_close(drawn: &[DVec3], expected: impl IntoIterator<Item = DVec3>) {
    let expected: Vec<DVec3> = expected.into_iter().collect();
    assert_eq!(drawn.len(), expected.len());
    for (drawn, expected) in drawn.iter().zip(expected) {
        assert!((*drawn - expected).length() < 1e-6, "{drawn} is drawn, not {expected}");
    }
}
