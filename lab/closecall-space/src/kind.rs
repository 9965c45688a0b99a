//! The indexes by name, and how each is built.

use std::sync::Arc;

use closecall::Mesh;

use crate::bsp::BspTree;
use crate::grid::{CELLS, Grid};
use crate::kd_tree::{AxisChoice, KdTree};
use crate::octree::Octree;
use crate::r_tree::RTree;
use crate::search::Search;
use crate::{Limits, SpaceError, SpaceIndex};

/// An index, configured. The default of each is the paper's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceKind {
    /// A grid of this many cells along each axis.
    Grid {
        /// N.
        cells: usize,
    },
    /// A 3-d tree.
    KdTree {
        /// Across which axis a cell is cut.
        choice: AxisChoice,
        /// When it is not.
        limits: Limits,
    },
    /// A binary tree of boxes.
    RTree {
        /// The number of triangles a leaf may have.
        tau: usize,
    },
    /// An octree.
    Octree {
        /// When a cube is not divided.
        limits: Limits,
    },
    /// Cells parted by planes of any direction.
    Bsp {
        /// When a cell is not parted.
        limits: Limits,
    },
}

impl SpaceKind {
    /// N = 40.
    pub const GRID: Self = Self::Grid { cells: CELLS };
    /// The least n₁·n₂, τ = 10, five times without gain.
    pub const KD_TREE: Self =
        Self::KdTree { choice: AxisChoice::LeastProduct, limits: Limits::PAPER };
    /// τ = 1.
    pub const R_TREE: Self = Self::RTree { tau: 1 };
    /// With the limits of the 3-d tree.
    pub const OCTREE: Self = Self::Octree { limits: Limits::PAPER };
    /// With the limits of the 3-d tree.
    pub const BSP: Self = Self::Bsp { limits: Limits::PAPER };

    /// One of each.
    pub const ALL: [Self; 5] = [Self::GRID, Self::KD_TREE, Self::R_TREE, Self::OCTREE, Self::BSP];

    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Grid { .. } => "grid",
            Self::KdTree { .. } => "kd-tree",
            Self::RTree { .. } => "r-tree",
            Self::Octree { .. } => "octree",
            Self::Bsp { .. } => "bsp",
        }
    }

    /// Builds it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use closecall::engine::geom::DVec3;
    /// use closecall::{Pose, mesh::shapes};
    /// use closecall_space::{Flying, SpaceKind, SpaceWork};
    /// let mut grid = SpaceKind::GRID.build(Arc::new(shapes::icosphere(1.0, 3)))?;
    /// let mut cube = Flying::new(Arc::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE)));
    /// let pose = Pose::from_translation([0.9, 0.0, 0.0])?;
    /// assert!(grid.first_contact(&mut cube, &pose, &mut SpaceWork::default()).is_some());
    /// let pose = Pose::from_translation([1.1, 0.0, 0.0])?;
    /// assert!(grid.first_contact(&mut cube, &pose, &mut SpaceWork::default()).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a parameter is out of range, or a grid would become too large.
    pub fn build(&self, obstacles: Arc<Mesh>) -> Result<Box<dyn SpaceIndex>, SpaceError> {
        Ok(match *self {
            Self::Grid { cells } => {
                let grid = Grid::new(&obstacles, cells)?;
                Box::new(Search::new(obstacles, grid))
            }
            Self::KdTree { choice, limits } => {
                let tree = KdTree::new(&obstacles, choice, limits)?;
                Box::new(Search::new(obstacles, tree))
            }
            Self::RTree { tau } => {
                let tree = RTree::new(&obstacles, tau)?;
                Box::new(Search::new(obstacles, tree))
            }
            Self::Octree { limits } => {
                let tree = Octree::new(&obstacles, limits)?;
                Box::new(Search::new(obstacles, tree))
            }
            Self::Bsp { limits } => {
                let tree = BspTree::new(&obstacles, limits)?;
                Box::new(Search::new(obstacles, tree))
            }
        })
    }
}
