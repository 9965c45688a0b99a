//! The dissertation's tables, as they are printed.

use closecall_classic::query::configure::Normals;

use super::grid::Grid;

/// The columns of most tables.
pub const SETS: [&str; 5] = ["Pipes", "Torus", "747", "Swept", "Interior"];

/// The columns of Tables 23 and 24; that of RAPID is called OBB.
pub const VOLUMES: [&str; 5] = ["6-dop", "14-dop", "18-dop", "26-dop", "OBB"];

/// The columns of Table 43.
pub const TERRAINS: [&str; 6] =
    ["Buffalo-W", "Denver-E", "Denver-W", "Eagle-E", "Moab-W", "Seattle-E"];

/// The columns of Table 44.
pub const MOLDS: [&str; 5] = ["Part_0", "Part_1a", "Part_1b", "Part_2", "Part_3"];

/// Tables 20 and 21: the time of a query in ms, splitting at the mean and at the median.
#[must_use]
pub fn tables_20_and_21() -> Grid {
    let mut grid = table_20();
    grid.rows.extend(table_21().rows);
    grid
}

/// The table, in ms, in which thresholds are varied for a k-DOP.
///
/// # Panics
/// If there is none: k is 6, 14, 18 or 26.
#[must_use]
pub fn sweep(normals: Normals) -> Grid {
    match normals {
        Normals::N6 => table_29(),
        Normals::N14 => table_30(),
        Normals::N18 => table_31(),
        Normals::N26 => table_32(),
        other => panic!("the paper varies no threshold for {} directions", other.k()),
    }
}

/// A function for each table: its name, its columns, and the text that is printed.
macro_rules! tables {
    ($($(#[$doc:meta])+ $name:ident: $columns:expr => $text:literal;)+) => {
        $($(#[$doc])+
        #[must_use]
        pub fn $name() -> Grid {
            Grid::printed(&$columns, $text)
        })+
    };
}

tables! {
    /// Table 9: the total volume of the environments' trees of 18-DOPs, in the units of each model.
    table_9: SETS =>
       "longest mean:    5.888139  0.651512  13.252572  30.241402  73,821,800
        min sum mean:    5.007636  0.591982  12.560419  26.312114  38,152,800
        min max mean:    5.272285  0.611783  13.587699  27.089401  38,599,044
        splatter mean:   5.652836  0.617350  13.262544  27.722404  43,193,251
        longest median:  7.974877  0.686250  14.748006  31.866640  89,149,376
        min sum median:  6.444470  0.607904  13.627911  27.895800  38,314,718
        min max median:  7.002653  0.635005  16.574298  29.058312  43,419,997
        splatter median: 7.797155  0.630568  14.819896  29.710274  45,476,371";

    /// Table 10: the heights of the environments' trees.
    table_10: SETS =>
       "median:        18 17 17 16 18
        longest mean:  21 20 21 19 26
        min sum mean:  21 19 20 18 24
        min max mean:  22 19 21 18 24
        splatter mean: 21 19 20 18 24";

    /// Table 11: megabytes of the environment and its tree. The row of RAPID is called OBB, here
    /// and below.
    table_11: SETS =>
       "6-dop:  28.0 19.1 19.5 7.8 33.1
        14-dop: 45.5 31.1 31.7 12.7 53.8
        18-dop: 54.3 37.1 37.8 15.1 64.2
        26-dop: 71.8 49.0 50.0 20.0 84.9
        OBB:    56.5 38.6 39.3 15.7 66.8";

    /// Table 12: megabytes of the flying body and its tree; kilobytes are this many 1024ths.
    table_12: SETS =>
       "6-dop:  16.4 2.3 1.5 0.0071289 0.0463867
        14-dop: 20.8 2.9 1.9 0.0071289 0.0592773
        18-dop: 22.1 3.1 2.1 0.0072266 0.0705078
        26-dop: 25.9 3.6 2.4 0.0072266 0.0776367
        OBB:    56.5 7.9 5.8 0.0141602 0.1586914";

    /// Table 13: megabytes of the flying body and its tree without vertices and hull.
    table_13: SETS =>
       "6-dop:  12.9 1.8 1.3 0.0031250 0.0361328
        14-dop: 13.5 1.9 1.3 0.0031250 0.0379883
        18-dop: 13.8 1.9 1.4 0.0032227 0.0440430
        26-dop: 14.5 2.0 1.4 0.0032227 0.0408203";

    /// Table 14: megabytes of the vertices of the flying k-DOPs. Swept has one leaf, and no
    /// vertices.
    table_14: SETS =>
       "6-dop:  1.9 0.2559570 0.1985352 - 0.0054688
        14-dop: 5.7 0.7605469 0.5772461 - 0.0165039
        18-dop: 6.7 0.9736328 0.6899414 - 0.0215820
        26-dop: 9.8 1.4       1.0       - 0.0319336";

    /// Table 15: megabytes of the hull of the flying body.
    table_15: SETS =>
       "6-dop:  1.6 0.2458984 0.0461914 0.0040039 0.0047852
        14-dop: 1.6 0.2459961 0.0461914 0.0040039 0.0047852
        18-dop: 1.6 0.2459961 0.0461914 0.0040039 0.0048828
        26-dop: 1.6 0.2459961 0.0461914 0.0040039 0.0048828";

    /// Table 16: megabytes of both.
    table_16: SETS =>
       "6-dop:  44.4  21.4 21.0 7.8 33.1
        14-dop: 66.3  34.0 33.6 12.7 53.9
        18-dop: 76.4  40.2 39.9 15.1 64.3
        26-dop: 97.7  52.6 52.4 20.0 85.0
        OBB:    113.0 46.5 45.1 15.7 67.0";

    /// Table 25: the time to build both trees in seconds, after the code was tidied.
    table_25: SETS =>
       "longest mean:  9.10 5.76 6.88 2.34 11.02
        splatter mean: 10.05 6.39 7.85 2.56 12.18
        OBB:           62.97 41.28 42.86 15.62 78.48";

    /// Table 28: the triangles of the flying bodies.
    table_28: SETS => "triangles: 143,690 20,000 14,646 36 404";

    /// Table 37: the time to build both trees in seconds, on a Sun. The row of SOLID is called
    /// AABB.
    table_37: SETS =>
       "6-dop:  10.80 7.07 8.18 2.86 13.27
        8-dop:  13.35 8.69 10.10 3.53 16.23
        12-dop: 15.77 10.32 12.19 4.21 19.34
        14-dop: 14.33 9.26 10.64 3.74 17.59
        18-dop: 15.62 10.03 11.53 4.08 19.17
        20-dop: 23.11 15.14 18.32 6.27 28.38
        26-dop: 19.11 12.25 14.10 4.94 23.57
        OBB:    14.00 9.28 9.86 3.66 17.89
        AABB:   11.75 7.72 8.55 3.03 13.94";

    /// Table 38: the same on an SGI, where SOLID did not run.
    table_38: SETS =>
       "6-dop:  7.98 5.15 6.38 2.06 9.75
        8-dop:  11.21 7.25 8.77 2.92 13.63
        12-dop: 13.05 8.44 10.51 3.41 15.76
        14-dop: 12.25 7.80 9.30 3.10 14.86
        18-dop: 12.97 8.27 9.84 3.30 15.86
        20-dop: 20.26 13.25 16.77 5.38 24.53
        26-dop: 17.11 10.91 12.73 4.34 20.88
        OBB:    15.62 10.06 10.51 3.91 19.65";

    /// Table 39: the time of a query in ms, on a Sun.
    table_39: SETS =>
       "6-dop:  0.652 0.495 2.563 0.520 5.761
        8-dop:  23.687 1.422 1.835 0.823 26.413
        12-dop: 1.047 0.369 0.652 0.331 6.886
        14-dop: 0.526 0.306 1.094 0.362 3.667
        18-dop: 0.495 0.315 0.536 0.169 3.682
        20-dop: 1.485 0.515 0.680 0.192 6.249
        26-dop: 0.647 0.363 0.559 0.293 3.767";

    /// Table 40: the same on an SGI.
    table_40: SETS =>
       "6-dop:  0.668 0.495 2.394 0.491 5.524
        8-dop:  27.045 1.520 1.936 0.872 28.284
        12-dop: 1.226 0.408 0.713 0.369 7.067
        14-dop: 0.559 0.326 1.097 0.383 3.568
        18-dop: 0.599 0.364 0.598 0.196 3.596
        20-dop: 1.906 0.637 0.835 0.225 6.693
        26-dop: 0.761 0.425 0.639 0.327 3.660";

    /// Table 41: the time of a query in ms across packages, on a Sun.
    table_41: SETS =>
       "QuickCD: 0.495 0.315 0.536 0.169 3.682
        OBB:     4.887 0.317 0.578 0.728 4.102
        AABB:    1.697 2.117 7.587 1.665 1845.763";

    /// Table 42: the same, with the newest QuickCD.
    table_42: SETS =>
       "QuickCD: 0.497 0.305 0.477 0.111 3.240
        OBB:     4.887 0.317 0.578 0.728 4.102
        AABB:    1.697 2.117 7.587 1.665 1845.763";

    /// Table 17: the cost of a test and of an update, in ms; C_p is in the text above it.
    table_17: ["6-dop", "14-dop", "18-dop", "26-dop"] =>
       "C_v: 0.0008 0.0016 0.0020 0.0028
        C_u: 0.0045 0.0174 0.0235 0.0509
        C_p: 0.0035 0.0035 0.0035 0.0035";

    /// Table 18: the time of a query in ms. The row of RAPID is called OBB.
    table_18: SETS =>
       "6-dop:  0.487 0.294 1.639 0.582 4.375
        14-dop: 0.392 0.191 0.760 0.153 2.701
        18-dop: 0.366 0.184 0.356 0.109 2.754
        26-dop: 0.525 0.210 0.415 0.076 2.639
        OBB:    0.934 0.242 0.494 0.556 4.375";

    /// Table 19: the time to build the environment's tree in minutes. The row of RAPID is called
    /// OBB.
    table_19: SETS =>
       "longest mean:  3.61  1.61  1.69  0.31 5.78
        min sum mean:  26.75 19.12 20.98 7.17 31.03
        min max mean:  28.03 19.16 20.87 7.19 31.13
        splatter mean: 3.63  1.62  1.71  0.32 5.71
        OBB:           1.05  0.69  0.71  0.26 1.31";

    /// Table 20: the time of a query in ms, splitting at the mean.
    table_20: SETS =>
       "longest mean:  0.384 0.192 0.366 0.111 3.036
        min sum mean:  0.356 0.185 0.330 0.108 2.667
        min max mean:  0.391 0.191 0.439 0.111 2.783
        splatter mean: 0.366 0.184 0.356 0.109 2.754";

    /// Table 21: the time of a query in ms, splitting at the median.
    table_21: SETS =>
       "longest median:  0.476 0.193 0.412 0.116 3.164
        min sum median:  0.450 0.192 0.359 0.111 2.822
        min max median:  0.530 0.196 0.450 0.114 3.080
        splatter median: 0.481 0.194 0.396 0.113 2.774";

    /// Table 22: the time of a query in ms, by traversal.
    table_22: SETS =>
       "current:  0.366 0.184 0.356 0.109 2.754
        modified: 0.434 0.220 0.430 0.109 2.934";

    /// Table 23: volume tests on nested spheres of 2,000 triangles, by α.
    table_23: VOLUMES =>
       "0.55:    388     32     46     22     121
        0.1:     49,494  16,888 11,236 4,652  3,333
        0.055:   76,506  41,782 34,744 23,774 7,479
        0.01:    109,086 85,656 79,968 74,052 41,645
        0.0055:  113,200 90,896 86,036 81,160 60,327
        0.001:   116,340 95,150 91,482 87,622 91,983
        0.00055: 116,710 95,564 92,124 88,322 95,717
        0.0001:  116,948 96,056 92,684 88,968 100,047";

    /// Table 24: the same for spheres of 20,000 triangles.
    table_24: VOLUMES =>
       "0.55:    278       14        46        14        117
        0.1:     289,126   85,012    55,390    12,218    2,441
        0.055:   494,278   239,884   194,414   119,556   5,495
        0.01:    1,129,398 831,528   762,668   675,152   43,589
        0.0055:  1,223,900 960,952   903,056   831,104   87,071
        0.001:   1,320,158 1,102,260 1,063,346 1,019,272 428,027
        0.00055: 1,329,154 1,115,030 1,079,676 1,038,126 609,843
        0.0001:  1,337,116 1,127,908 1,095,868 1,058,072 932,561";

    /// Table 26: the time of a query in ms for ten kinds of k-DOPs; in brackets along how many
    /// directions nodes are split.
    table_26: SETS =>
       "6-dop (3):   0.357  0.263 1.415 0.798 3.627
        8-dop (4):   13.938 0.711 1.002 0.644 13.311
        12-dop (6):  0.556  0.190 0.348 0.234 3.639
        14-dop (3):  0.283  0.174 0.633 0.143 2.289
        14-dop (7):  0.334  0.173 0.621 0.144 2.416
        18-dop (3):  0.282  0.178 0.308 0.105 2.245
        18-dop (9):  0.353  0.172 0.291 0.107 2.295
        20-dop (10): 0.754  0.259 0.370 0.142 3.271
        26-dop (3):  0.365  0.198 0.342 0.082 2.128
        26-dop (13): 0.426  0.215 0.318 0.087 2.214";

    /// Table 27: the total volume of the environments' trees of 18-DOPs, split along 3 and along
    /// all 9 directions.
    table_27: SETS =>
       "18-dop (3): 5.652836 0.617350 13.262544 27.722404 43,193,251
        18-dop (9): 6.771913 0.625194 14.022255 29.392082 45,441,778";

    /// Table 29: the time of a query in ms for leaf thresholds τ of the flying body, 6-DOPs.
    table_29: SETS =>
       "150: 0.512 0.349 1.196 - -
        145: 0.504 0.345 1.190 - -
        140: 0.505 0.334 1.191 - -
        135: 0.497 0.335 1.193 - -
        130: 0.477 0.320 1.191 - -
        125: 0.470 0.317 1.153 - -
        120: 0.474 0.311 1.142 - -
        115: 0.465 0.307 1.119 - -
        110: 0.451 0.311 1.121 - -
        105: 0.444 0.309 1.107 - -
        100: 0.435 0.309 1.083 - 3.710
        95: 0.420 0.302 1.083 - 3.547
        90: 0.416 0.300 1.073 - 3.590
        85: 0.403 0.308 1.070 - 3.555
        80: 0.406 0.297 1.068 - 3.577
        75: 0.403 0.274 1.069 - 3.541
        70: 0.398 0.266 1.069 - 3.553
        65: 0.384 0.254 1.070 - 3.535
        60: 0.390 0.264 1.073 - 3.536
        55: 0.376 0.255 1.092 - 3.496
        50: 0.367 0.255 1.082 - 3.119
        45: 0.355 0.244 1.088 - 3.003
        40: 0.354 0.242 1.101 0.572 2.957
        35: 0.360 0.234 1.109 0.298 2.942
        30: 0.356 0.236 1.115 0.298 2.915
        25: 0.346 0.234 1.127 0.225 2.669
        20: 0.355 0.223 1.173 0.225 2.495
        15: 0.370 0.235 1.248 0.219 2.436
        10: 0.383 0.244 1.393 0.219 2.446
        5: 0.428 0.251 1.798 0.261 2.599
        1: 0.681 0.351 3.861 0.396 3.135";

    /// Table 30: the time of a query in ms for leaf thresholds τ of the flying body, 14-DOPs.
    table_30: SETS =>
       "150: 0.344 0.205 0.524 - -
        145: 0.340 0.206 0.534 - -
        140: 0.336 0.192 0.527 - -
        135: 0.340 0.193 0.525 - -
        130: 0.330 0.194 0.531 - -
        125: 0.326 0.188 0.517 - -
        120: 0.326 0.188 0.514 - -
        115: 0.323 0.184 0.504 - -
        110: 0.330 0.192 0.501 - -
        105: 0.330 0.189 0.501 - -
        100: 0.309 0.196 0.493 - 2.360
        95: 0.297 0.179 0.497 - 2.297
        90: 0.307 0.185 0.502 - 2.307
        85: 0.304 0.183 0.500 - 2.292
        80: 0.312 0.180 0.495 - 2.317
        75: 0.306 0.177 0.498 - 2.303
        70: 0.308 0.178 0.500 - 2.303
        65: 0.296 0.172 0.508 - 2.337
        60: 0.306 0.178 0.506 - 2.315
        55: 0.303 0.175 0.504 - 2.309
        50: 0.314 0.170 0.513 - 2.059
        45: 0.310 0.176 0.522 - 2.001
        40: 0.292 0.169 0.524 0.112 1.986
        35: 0.300 0.170 0.541 0.079 1.990
        30: 0.308 0.171 0.561 0.079 1.962
        25: 0.322 0.176 0.583 0.068 1.851
        20: 0.323 0.175 0.622 0.069 1.759
        15: 0.336 0.176 0.691 0.068 1.744
        10: 0.354 0.191 0.802 0.069 1.776
        5: 0.431 0.226 1.144 0.083 1.933
        1: - 0.364 2.795 0.135 2.359";

    /// Table 31: the time of a query in ms for leaf thresholds τ of the flying body, 18-DOPs.
    table_31: SETS =>
       "150: 0.333 0.191 0.292 - -
        145: 0.335 0.192 0.292 - -
        140: 0.331 0.193 0.293 - -
        135: 0.319 0.188 0.291 - -
        130: 0.317 0.192 0.299 - -
        125: 0.329 0.203 0.283 - -
        120: 0.322 0.186 0.284 - -
        115: 0.307 0.190 0.278 - -
        110: 0.321 0.188 0.274 - -
        105: 0.315 0.190 0.272 - -
        100: 0.314 0.182 0.272 - 2.288
        95: 0.318 0.178 0.278 - 2.229
        90: 0.309 0.185 0.277 - 2.225
        85: 0.320 0.196 0.266 - 2.238
        80: 0.304 0.185 0.269 - 2.212
        75: 0.314 0.186 0.268 - 2.245
        70: 0.309 0.181 0.270 - 2.231
        65: 0.298 0.179 0.268 - 2.236
        60: 0.300 0.175 0.268 - 2.216
        55: 0.296 0.180 0.274 - 2.210
        50: 0.309 0.176 0.271 - 2.027
        45: 0.314 0.178 0.275 - 1.973
        40: 0.320 0.178 0.278 0.083 1.945
        35: 0.310 0.180 0.282 0.061 1.961
        30: 0.308 0.180 0.291 0.061 1.933
        25: 0.322 0.185 0.305 0.056 1.814
        20: 0.331 0.195 0.318 0.054 1.736
        15: 0.342 0.205 0.346 0.056 1.731
        10: 0.370 0.206 0.391 0.056 1.773
        5: 0.439 0.253 0.532 0.068 1.961
        1: - 0.428 1.252 0.103 2.542";

    /// Table 32: the time of a query in ms for leaf thresholds τ of the flying body, 26-DOPs.
    table_32: SETS =>
       "150: 0.443 0.225 0.344 - -
        145: 0.457 0.229 0.343 - -
        140: 0.450 0.235 0.343 - -
        135: 0.446 0.228 0.339 - -
        130: 0.446 0.233 0.346 - -
        125: 0.448 0.225 0.340 - -
        120: 0.435 0.220 0.337 - -
        115: 0.446 0.232 0.340 - -
        110: 0.437 0.214 0.343 - -
        105: 0.453 0.234 0.344 - -
        100: 0.461 0.219 0.335 - 2.158
        95: 0.435 0.224 0.335 - 2.121
        90: 0.434 0.221 0.339 - 2.123
        85: 0.441 0.227 0.338 - 2.123
        80: 0.455 0.232 0.341 - 2.126
        75: 0.465 0.223 0.343 - 2.149
        70: 0.456 0.235 0.341 - 2.117
        65: 0.460 0.236 0.339 - 2.121
        60: 0.464 0.238 0.353 - 2.120
        55: 0.453 0.232 0.355 - 2.128
        50: 0.479 0.241 0.354 - 1.994
        45: 0.469 0.243 0.367 - 1.955
        40: 0.468 0.239 0.372 0.072 1.971
        35: 0.479 0.250 0.386 0.066 1.954
        30: 0.481 0.248 0.397 0.066 1.958
        25: 0.509 0.256 0.415 0.065 1.895
        20: 0.506 0.257 0.442 0.064 1.860
        15: 0.537 0.285 0.485 0.066 1.919
        10: 0.584 0.316 0.567 0.066 2.005
        5: - 0.381 0.796 0.074 2.347
        1: - 0.638 1.804 0.100 3.443";

    /// Table 33: by how many percent the newer thresholds are faster than 40.
    table_33: SETS =>
       "6-dop:  0.0 0.0 0.0 60.7 15.6
        14-dop: 0.0 0.0 0.0 38.4 11.4
        18-dop: 6.3 1.7 3.6 34.9 10.7
        26-dop: 1.5 8.4 9.9 11.1 5.6";

    /// Table 34: the threshold with the least time; where two tie, the smaller. (For Pipes and
    /// 18-DOPs the paper has 65, though its Table 31 has the least time at 55.)
    table_34: SETS =>
       "6-dop:  25 20 80 10 15
        14-dop: 40 40 100 15 15
        18-dop: 65 60 85 20 15
        26-dop: 90 110 95 20 20";

    /// Table 35: from where to where τ gives a time within five percent of the best.
    table_35: SETS =>
       "6-dop from:  20 15 30 10 10
        6-dop to:    45 35 115 25 20
        14-dop from: 30 15 50 10 10
        14-dop to:   95 75 125 25 20
        18-dop from: 30 25 40 10 10
        18-dop to:   115 100 115 25 25
        26-dop from: 55 75 65 10 15
        26-dop to:   150 150 150 35 35";

    /// Table 36: comparisons in tests of 26-DOPs over a whole flight. (The total of Interior,
    /// ordered, is its comparisons on misses and 26 on each overlap.)
    table_36: SETS =>
       "tests:               170,439   78,259    308,386   47,389  993,427
        overlaps:            57,402    27,090    98,122    6,654   445,428
        comparisons:         2,123,816 1,027,002 3,723,089 439,804 14,060,828
        on misses:           631,364   322,662   1,171,917 266,800 2,479,700
        ordered comparisons: 2,052,217 931,279   3,369,363 350,605 13,535,330
        ordered on misses:   559,765   226,939   818,191   177,601 1,954,202";

    /// Table 43: the time of a query in ms, on terrains.
    table_43: TERRAINS =>
       "ball 6-dop: 0.007  0.022  0.144  0.004  0.097  0.043
        ball 14-dop: 0.006  0.023  0.146  0.004  0.102  0.047
        ball 18-dop: 0.006  0.024  0.153  0.004  0.108  0.051
        ball 26-dop: 0.006  0.024  0.153  0.004  0.108  0.051
        swept ball 6-dop: 0.030  0.069  0.409  0.020  0.274  0.134
        swept ball 14-dop: 0.038  0.076  0.324  0.034  0.241  0.143
        swept ball 18-dop: 0.045  0.083  0.344  0.041  0.246  0.148
        swept ball 26-dop: 0.055  0.096  0.339  0.051  0.261  0.166
        polyhedral ball 6-dop: 0.051  0.332  2.498  0.009  1.713  0.760
        polyhedral ball 14-dop: 0.020  0.266  1.782  0.005  1.297  0.639
        polyhedral ball 18-dop: 0.022  0.256  1.769  0.005  1.266  0.619
        polyhedral ball 26-dop: 0.020  0.253  1.696  0.007  1.236  0.620
        polyhedral ball OBB: 0.220  1.300  8.240  0.080  5.940  3.040
        polyhedral rounded 6-dop: 0.108  0.439  3.642  0.017  2.369  0.912
        polyhedral rounded 14-dop: 0.056  0.353  2.868  0.008  1.916  0.800
        polyhedral rounded 18-dop: 0.057  0.328  2.753  0.008  1.834  0.742
        polyhedral rounded 26-dop: 0.054  0.327  2.689  0.008  1.797  0.753
        polyhedral rounded OBB: 0.380  1.650  12.130  0.100  8.000  3.590
        polyhedral cone 6-dop: 0.029  0.278  1.633  0.006  1.209  0.673
        polyhedral cone 14-dop: 0.010  0.211  0.901  0.005  0.742  0.533
        polyhedral cone 18-dop: 0.011  0.203  0.934  0.005  0.749  0.514
        polyhedral cone 26-dop: 0.009  0.200  0.846  0.006  0.704  0.507
        polyhedral cone OBB: 0.160  0.950  4.450  0.070  3.510  2.350";

    /// Table 44: the time of a query in ms, in molds.
    table_44: MOLDS =>
       "ball 6-dop: 0.156  0.074  0.074  2.193  1.422
        ball 14-dop: 0.154  0.079  0.080  2.807  1.596
        ball 18-dop: 0.154  0.079  0.080  2.807  1.626
        ball 26-dop: 0.143  0.084  0.084  3.069  1.636
        swept ball 6-dop: 0.325  0.188  0.188  4.443  3.947
        swept ball 14-dop: 0.274  0.185  0.184  3.980  2.762
        swept ball 18-dop: 0.257  0.193  0.193  3.980  2.713
        swept ball 26-dop: 0.260  0.227  0.226  4.270  2.642
        polyhedral ball 6-dop: 8.013  1.025  1.024  36.306  26.527
        polyhedral ball 14-dop: 7.244  0.700  0.699  29.618  17.113
        polyhedral ball 18-dop: 5.928  0.442  0.442  28.431  15.591
        polyhedral ball 26-dop: 5.957  0.436  0.437  28.302  14.571
        polyhedral ball OBB: 2.900  1.520  1.520  48.780  21.500
        polyhedral rounded 6-dop: 11.083  2.431  2.432  37.478  39.475
        polyhedral rounded 14-dop: 10.313  1.623  1.624  31.795  31.689
        polyhedral rounded 18-dop: 9.010  1.186  1.188  30.283  28.834
        polyhedral rounded 26-dop: 9.043  1.165  1.163  30.729  28.658
        polyhedral rounded OBB: 8.600  1.820  1.820  62.970  58.840
        polyhedral cone 6-dop: 6.814  0.501  0.498  26.046  16.680
        polyhedral cone 14-dop: 6.317  0.305  0.305  14.527  6.171
        polyhedral cone 18-dop: 4.684  0.162  0.160  13.242  5.357
        polyhedral cone 26-dop: 4.729  0.156  0.156  11.840  4.991
        polyhedral cone OBB: 1.680  1.160  1.160  27.340  11.080";

    /// Table 43: steps and contacts.
    contacts_43: TERRAINS =>
       "steps: 5,232  6,672  6,134  6,785  6,237  6,129
        ball: 316  9,604  65,266  0  49,345  21,757
        swept ball: 520  14,947  90,612  167  69,959  37,765
        polyhedral ball: 608  17,183  103,123  0  77,385  40,248
        polyhedral rounded: 2,472  21,908  166,024  102  112,254  46,265
        polyhedral cone: 185  11,765  49,189  0  41,819  29,440";

    /// Table 44: steps and contacts.
    contacts_44: MOLDS =>
       "steps: 9,230  9,230  9,230  2,896  24,144
        ball: 2,262  0  0  739,393  1,458,162
        swept ball: 2,292  0  0  793,882  1,710,061
        polyhedral ball: 19,437  0  0  346,250  742,197
        polyhedral rounded: 155,508  46,040  46,040  517,788  3,596,799
        polyhedral cone: 15,465  0  0  210,991  413,156";
}
