//! Pictures of meshes: some panels side by side, every triangle in them, shaded by where it looks.

use closecall::engine::geom::{DVec3, Triangle};

use super::draw::encoded;

/// A drawn picture. One that was read back from a store has no points: its file is there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The name of its file, after the experiment.
    pub name: String,
    /// The title: what it shows, panel by panel.
    pub title: String,
    size: (u32, u32),
    pixels: Vec<u8>,
}

/// A panel: triangles and their colours, from 0 to 1.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// The layers.
    pub layers: Vec<(Vec<Triangle>, [f64; 3])>,
    /// The part that fits into the panel; all of it if there is none.
    pub close_up: Option<(DVec3, f64)>,
}

/// Width and height of a panel, and how much of it stays empty around.
const WIDTH: usize = 480;
const HEIGHT: usize = 380;
const MARGIN: f64 = 16.0;

/// The position of the eye, seen from the middle.
pub const FROM: DVec3 = DVec3::new(0.55, -0.75, 0.45);

impl Picture {
    /// One that lies in a file.
    pub fn stored(name: &str, title: &str) -> Self {
        Self { name: name.to_owned(), title: title.to_owned(), ..Self::default() }
    }

    /// Draws panels in rows of this many.
    #[must_use]
    pub fn drawn(name: &str, title: String, panels: &[Panel], columns: usize) -> Self {
        let rows = panels.len().div_ceil(columns);
        let size = (columns * WIDTH, rows * HEIGHT);
        let mut pixels = vec![255; 3 * size.0 * size.1];
        for (number, panel) in panels.iter().enumerate() {
            let corner = (number % columns * WIDTH, number / columns * HEIGHT);
            for (at, color) in panel.colors().into_iter().enumerate() {
                let (x, y) = (corner.0 + at % WIDTH, corner.1 + at / WIDTH);
                pixels[3 * (y * size.0 + x)..][..3].copy_from_slice(&color);
            }
        }
        Self { name: name.to_owned(), title, size: (size.0 as u32, size.1 as u32), pixels }
    }

    /// As PNG; nothing if it lies in a file.
    #[must_use]
    pub fn png(&self) -> Option<Vec<u8>> {
        (!self.pixels.is_empty())
            .then(|| encoded(&self.pixels, self.size).expect("memory takes any file"))
    }
}

/// From a point to its place in a panel, and how near it is.
struct Camera {
    right: DVec3,
    up: DVec3,
    out: DVec3,
    middle: DVec3,
    scale: f64,
}

impl Camera {
    fn at(&self, p: DVec3) -> [f64; 3] {
        let p = p - self.middle;
        [
            0.5 * WIDTH as f64 + self.scale * self.right.dot(p),
            0.5 * HEIGHT as f64 - self.scale * self.up.dot(p),
            self.out.dot(p),
        ]
    }
}

impl Panel {
    /// One colour for each point.
    fn colors(&self) -> Vec<[u8; 3]> {
        let camera = self.camera();
        let mut nearest = vec![f64::NEG_INFINITY; WIDTH * HEIGHT];
        let mut colors = vec![[255; 3]; WIDTH * HEIGHT];
        let light = DVec3::new(0.3, -0.5, 0.8).normalize();
        for (triangles, color) in &self.layers {
            for triangle in triangles {
                let [a, b, c] = *triangle;
                let normal = (b - a).cross(c - a).normalize_or_zero();
                let shade = 0.35 + 0.65 * normal.dot(light).abs();
                let shaded = color.map(|part| (255.0 * part * shade) as u8);
                fill(&triangle.map(|p| camera.at(p)), |at, depth| {
                    if depth > nearest[at] {
                        (nearest[at], colors[at]) = (depth, shaded);
                    }
                });
            }
        }
        colors
    }

    fn camera(&self) -> Camera {
        let out = FROM.normalize();
        let right = DVec3::Z.cross(out).normalize();
        let up = out.cross(right);
        let corners = || self.layers.iter().flat_map(|(triangles, _)| triangles).flatten();
        let (low, high) = corners().fold(
            ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]),
            |(low, high): ([f64; 2], [f64; 2]), p| {
                let at = [right.dot(*p), up.dot(*p)];
                ([0, 1].map(|k| low[k].min(at[k])), [0, 1].map(|k| high[k].max(at[k])))
            },
        );
        let (mut middle, mut half) = (
            right * (0.5 * (low[0] + high[0])) + up * (0.5 * (low[1] + high[1])),
            [0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1])],
        );
        if let Some((center, radius)) = self.close_up {
            (middle, half) = (center, [radius; 2]);
        }
        let room = [0.5 * WIDTH as f64 - MARGIN, 0.5 * HEIGHT as f64 - MARGIN];
        let scale = (0..2).map(|k| room[k] / half[k].max(1e-12)).fold(f64::INFINITY, f64::min);
        Camera { right, up, out, middle, scale }
    }
}

/// Every point of a triangle within the panel, with how near it is.
fn fill(triangle: &[[f64; 3]; 3], mut visit: impl FnMut(usize, f64)) {
    let [a, b, c] = *triangle;
    let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    if area == 0.0 || !area.is_finite() {
        return;
    }
    let range = |k: usize, size: usize| {
        let places = triangle.map(|p| p[k]);
        let low = places.into_iter().fold(f64::INFINITY, f64::min).floor().max(0.0);
        let high = places.into_iter().fold(f64::NEG_INFINITY, f64::max).ceil().min(size as f64);
        low as usize..high.max(low) as usize
    };
    for y in range(1, HEIGHT) {
        for x in range(0, WIDTH) {
            let p = [x as f64 + 0.5, y as f64 + 0.5];
            let part = |a: [f64; 3], b: [f64; 3]| {
                ((b[0] - a[0]) * (p[1] - a[1]) - (p[0] - a[0]) * (b[1] - a[1])) / area
            };
            let [u, v, w] = [part(b, c), part(c, a), part(a, b)];
            if u >= 0.0 && v >= 0.0 && w >= 0.0 {
                visit(y * WIDTH + x, u * a[2] + v * b[2] + w * c[2]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::GlamMesh as _;
    use closecall::mesh::shapes::icosphere;

    #[test]
    fn a_ball_covers_the_middle_and_not_the_corners() {
        let ball: Vec<Triangle> = icosphere(1.0, 3).iter().collect();
        let panel = Panel { layers: vec![(ball, [1.0, 0.0, 0.0])], close_up: None };
        let colors = panel.colors();
        assert_eq!(colors[0], [255; 3]);
        let [red, green, _] = colors[HEIGHT / 2 * WIDTH + WIDTH / 2];
        assert!(red > 80 && green == 0);
        let picture = Picture::drawn("ball", "A ball".to_owned(), &[panel.clone(), panel], 2);
        assert!(picture.png().unwrap().len() > 1000);
    }
}
