//! The laboratory: scenes, experiments, tables and benchmarks.
//!
//! * [`scenes`]: meshes and flights made by rule, the look-alikes of the papers' data sets among
//!   them.
//! * [`engine`]: any engine in any configuration, ready to be asked, and what it took to build.
//! * [`table`]: engines beside each other on the same flights, for people and for programs.
//! * [`experiment`]: what a paper found, measured again; [`klosowski`]: the experiments of a
//!   dissertation; [`coherence`]: those of three papers on what a query can learn from the last;
//!   [`vogiannou`]: those of a paper on support planes;
//!   [`pedersen`]: what slides tell without figures.
//! * [`mod@bench`]: benchmarks, each a page of results.
//! * [`lines`] and [`mod@csv`]: how figures are written; [`memory`]: how much the program uses.

pub mod bench;
pub mod coherence;
pub mod csv;
pub mod engine;
pub mod experiment;
pub mod klosowski;
pub mod lines;
pub mod memory;
pub mod pedersen;
pub mod scenes;
pub mod table;
pub mod vogiannou;
