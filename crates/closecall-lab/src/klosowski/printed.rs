//! The dissertation's tables, as they are printed.

use super::grid::Grid;

/// The columns of most tables.
pub const SETS: [&str; 5] = ["Pipes", "Torus", "747", "Swept", "Interior"];

/// Table 9: the total volume of the environments' trees of 18-DOPs, in the units of each model.
#[must_use]
pub fn table_9() -> Grid {
    Grid::printed(
        &SETS,
        "longest mean:    5.888139  0.651512  13.252572  30.241402  73,821,800
         min sum mean:    5.007636  0.591982  12.560419  26.312114  38,152,800
         min max mean:    5.272285  0.611783  13.587699  27.089401  38,599,044
         splatter mean:   5.652836  0.617350  13.262544  27.722404  43,193,251
         longest median:  7.974877  0.686250  14.748006  31.866640  89,149,376
         min sum median:  6.444470  0.607904  13.627911  27.895800  38,314,718
         min max median:  7.002653  0.635005  16.574298  29.058312  43,419,997
         splatter median: 7.797155  0.630568  14.819896  29.710274  45,476,371",
    )
}

/// Table 10: the heights of the environments' trees.
#[must_use]
pub fn table_10() -> Grid {
    Grid::printed(
        &SETS,
        "median:        18 17 17 16 18
         longest mean:  21 20 21 19 26
         min sum mean:  21 19 20 18 24
         min max mean:  22 19 21 18 24
         splatter mean: 21 19 20 18 24",
    )
}

/// Table 27: the total volume of the environments' trees of 18-DOPs, split along 3 and along all 9 directions.
#[must_use]
pub fn table_27() -> Grid {
    Grid::printed(
        &SETS,
        "18-dop (3): 5.652836 0.617350 13.262544 27.722404 43,193,251
         18-dop (9): 6.771913 0.625194 14.022255 29.392082 45,441,778",
    )
}
