//! Small meshes and poses made of bytes. Few values of every number, so that corners, edges and
//! planes coincide often: that is where an engine goes wrong.

use closecall::engine::geom::{DVec3, Triangle};
use closecall::{Clearance, Mesh, Pose};

/// Bytes that are read one by one; after the last come zeros.
pub struct Bytes<'b>(pub &'b [u8]);

impl Bytes<'_> {
    /// Is nothing left?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let [first, rest @ ..] = self.0 else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u8) -> u8 {
        self.byte() % n
    }

    /// A coordinate: mostly small and whole, now and then a hair beside, a fraction, or far away.
    pub fn coordinate(&mut self) -> f64 {
        let byte = self.byte();
        let whole = f64::from(byte % 9) - 4.0;
        match byte / 9 {
            0..20 => whole,
            // The neighbours of 0 are too small for coordinates.
            20..24 if whole == 0.0 => 1e-40,
            20..22 => whole.next_up(),
            22..24 => whole.next_down(),
            24..26 => whole / 3.0,
            26 => whole * 1e-30,
            _ => whole * 1e9,
        }
    }

    /// A point.
    pub fn point(&mut self) -> DVec3 {
        DVec3::new(self.coordinate(), self.coordinate(), self.coordinate())
    }

    /// A triangle, which may have no area.
    pub fn triangle(&mut self) -> Triangle {
        [self.point(), self.point(), self.point()]
    }

    /// A mesh of up to 24 triangles over up to 16 shared vertices; now and then all of another
    /// size.
    pub fn mesh(&mut self) -> Mesh {
        let scale = [1.0, 1.0, 1.0, 1e-20, 1e20, 0.1][usize::from(self.below(6))];
        let vertices = 3 + self.below(14);
        let triangles = 1 + self.below(24);
        let in_range = |v: DVec3| v.map(|x| if x.abs() < 1e-59 { 0.0 } else { x });
        let vertices: Vec<DVec3> = (0..vertices).map(|_| in_range(self.point() * scale)).collect();
        let mut corner = |_| u32::from(self.below(vertices.len() as u8));
        let triangles = (0..triangles).map(|_| [0, 1, 2].map(&mut corner)).collect();
        Mesh::new(vertices, triangles).expect("small numbers are coordinates")
    }

    /// A pose.
    pub fn pose(&mut self) -> Pose {
        let turn = self.turn();
        Pose::from_quaternion(self.point().to_array(), turn).expect("these are unit quaternions")
    }

    /// A unit quaternion: turned by nothing, a quarter, a third, or by any bytes.
    pub fn turn(&mut self) -> [f64; 4] {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        match self.below(8) {
            0..3 => [1.0, 0.0, 0.0, 0.0],
            3 => [half, half, 0.0, 0.0],
            4 => [half, 0.0, 0.0, -half],
            5 => [0.5, 0.5, 0.5, 0.5],
            _ => {
                let q = [0; 4].map(|_| f64::from(self.byte()) - 127.5);
                let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
                q.map(|x| x / norm)
            }
        }
    }

    /// A clearance; mostly none.
    pub fn clearance(&mut self) -> Clearance {
        let distance =
            [0.0, 0.0, 0.0, 1.0, 2.0f64.sqrt(), 0.5, 1e-9, 3.0][usize::from(self.below(8))];
        Clearance::new(distance).expect("these are in range")
    }
}
