//! `--cut`: the stock as the program cuts it, and what is left of it at the end.

use std::path::Path;

use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::{Mesh, Model};
use closecall_mill::stock::{Excess, Stock};

use super::not_negative;
use crate::failure::Failure;
use crate::picture::PictureFile;

/// The flags.
#[derive(clap::Args, Debug)]
pub struct MaterialArgs {
    /// Cut the stock as the program runs. Rapids, shank and holder must not meet what is left of it
    /// at their line.
    #[arg(long, requires = "stock", conflicts_with_all = ["axis", "rotary"])]
    cut: bool,

    /// The side of a cell of the stock that is cut. Finer cells tell more, and take longer; without
    /// it there are 256 along the longest side.
    #[arg(long, value_name = "D", requires = "cut", allow_negative_numbers = true, value_parser = not_negative)]
    cell: Option<f64>,

    /// Report stock that is left at the end further outside of the part than this.
    #[arg(long, value_name = "D", requires = "cut", allow_negative_numbers = true, value_parser = not_negative)]
    excess: Option<f64>,

    /// Write the surface of all that may be left, at the end or after --left-at: .stl, .obj or .ply.
    #[arg(long, value_name = "FILE", requires = "cut", value_parser = PictureFile::with_endings(&["stl", "obj", "ply"]))]
    left: Option<PictureFile>,

    /// Write and show what is left after this line of the program, not at its end. Of a line that runs
    /// again it is the last time; of one that moves nothing the last one before it that does.
    #[arg(long, value_name = "LINE", requires = "cut")]
    left_at: Option<u64>,
}

/// The stock at the end of the program.
pub struct Material {
    /// The stock that is left.
    pub stock: Stock,
    /// The material left outside of the part, and the tolerance, if it was asked for.
    pub excess: Option<(f64, Excess)>,
}

/// Whether too much is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftover {
    /// No, or it was not asked.
    None,
    /// Yes.
    Certain,
    /// It may be.
    Open,
}

impl MaterialArgs {
    /// Whether the stock is cut.
    pub fn cuts(&self) -> bool {
        self.cut
    }

    /// The file for what is left.
    pub fn left(&self) -> Option<&Path> {
        self.left.as_ref().map(|file| &*file.0)
    }

    /// The stock before the program: a box, or the inside of a mesh.
    pub fn stock(&self, mesh: &Mesh, is_box: bool) -> Result<Stock, Failure> {
        let (low, high) = mesh
            .points()
            .iter()
            .fold((DVec3::MAX, DVec3::MIN), |(low, high), &p| (low.min(p), high.max(p)));
        let cell = self.cell.unwrap_or_else(|| Stock::usual_cell(low, high));
        let stock = match is_box {
            true => Stock::cuboid(low, high, cell),
            false => Stock::of_model(&Model::new(mesh.clone()), cell),
        };
        let flag = if self.cell.is_some() { "--cell" } else { "--stock" };
        let mut stock = stock.map_err(|error| Failure::of_usage(flag, error))?;
        if let Some(line) = self.left_at {
            stock.keep_after(line);
        }
        Ok(stock)
    }

    /// The stock that is left at the end.
    pub fn at_end(&self, stock: Stock, mesh: &Mesh, part: &Path) -> Result<Material, Failure> {
        let measured = self.excess.map(|tolerance| {
            let excess = stock.excess(&Model::new(mesh.clone()), tolerance);
            excess.map(|excess| (tolerance, excess))
        });
        let excess = measured.transpose().map_err(|error| Failure::of_file(part, &error))?;
        Ok(Material { stock, excess })
    }
}

impl Material {
    /// The stock that is left: at the end, or after the line that was asked for.
    pub fn shown(&self) -> &Stock {
        self.stock.kept().map_or(&self.stock, |(_, stock)| stock)
    }

    /// When that is.
    pub fn shown_when(&self) -> String {
        match self.stock.kept() {
            None => "at the end".to_string(),
            Some((0, _)) => "before the first line that moves the tool".to_string(),
            Some((line, _)) => format!("after line {line}"),
        }
    }

    /// Whether more is left outside of the part than is allowed.
    pub fn leftover(&self) -> Leftover {
        match &self.excess {
            Some((tolerance, excess)) if excess.furthest.lo > *tolerance => Leftover::Certain,
            Some((tolerance, excess)) if excess.furthest.hi > *tolerance => Leftover::Open,
            _ => Leftover::None,
        }
    }
}
