//! The place of the part: `--offset`, `--rotate`; and boxes of stock.

use closecall::engine::geom::{DMat3, DVec3, GlamMesh as _};
use std::path::Path;
use std::str::FromStr;

use closecall::Mesh;
use closecall_mill::part::box_between;

use crate::failure::Failure;

/// Three numbers with commas between.
#[derive(Clone, Copy, Debug)]
pub struct Point(pub [f64; 3]);

impl FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match *numbers(text)? {
            [x, y, z] => Ok(Self([x, y, z])),
            ref given => {
                Err(format!("it is three numbers with commas between, not {}", given.len()))
            }
        }
    }
}

fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let number = |word: &str| match word.trim().parse::<f64>() {
        Ok(value) if value.abs() <= 1e9 => Ok(value),
        Ok(_) => Err(format!("`{word}` is out of range: at most 1e9 in magnitude")),
        Err(_) => Err(format!("`{word}` is no number")),
    };
    text.split(',').map(number).collect()
}

/// The flags.
#[derive(clap::Args, Debug)]
pub struct Placing {
    /// Turn the part first, by this many degrees about X, then Y, then Z.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    rotate: Option<Point>,

    /// Then move the part by this, from its own frame to the program's.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    offset: Option<Point>,
}

impl Placing {
    /// The first of these flags that is given.
    pub fn first_given(&self) -> Option<&'static str> {
        self.rotate.map(|_| "--rotate").or(self.offset.map(|_| "--offset"))
    }

    /// The mesh in the program's frame. Its vertices are rounded once; from there on all is exact.
    pub fn place(&self, mesh: Mesh, file: &Path) -> Result<Mesh, Failure> {
        if self.rotate.is_none() && self.offset.is_none() {
            return Ok(mesh);
        }
        let turn = self.rotate.map_or(DMat3::IDENTITY, |Point(degrees)| turn(degrees));
        let offset = self.offset.map_or(DVec3::ZERO, |Point(offset)| offset.into());
        let near_zero = |x: f64| if x.abs() < 1e-50 { 0.0 } else { x };
        let vertices = mesh.points().iter().map(|&v| (turn * v + offset).map(near_zero)).collect();
        Mesh::new(vertices, mesh.triangles().to_vec())
            .map_err(|error| Failure::of_file(file, &error))
    }
}

/// Quarter turns are exact.
fn turn([x, y, z]: [f64; 3]) -> DMat3 {
    let about = |axis: usize, degrees: f64| {
        let (sin, cos) = match degrees.rem_euclid(360.0) {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            other => other.to_radians().sin_cos(),
        };
        let mut columns = [[0.0; 3]; 3];
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        columns[axis][axis] = 1.0;
        (columns[i][i], columns[i][j]) = (cos, sin);
        (columns[j][i], columns[j][j]) = (-sin, cos);
        DMat3::from_cols_array_2d(&columns)
    };
    about(2, z) * about(1, y) * about(0, x)
}

/// The mesh of a box: the text is six numbers.
pub fn stock_box(text: &str) -> Result<Mesh, String> {
    let corners = numbers(text)?;
    if corners.len() != 6 {
        return Err(format!("a box is six numbers with commas between, not {}", corners.len()));
    }
    let (a, b) = (DVec3::from_slice(&corners[..3]), DVec3::from_slice(&corners[3..]));
    box_between(a, b)
}
