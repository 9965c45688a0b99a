//! Scenes, flights and benchmarks.
//!
//! * [`flight`]: two meshes and a path of poses, read from and written to a folder, or generated.
//! * [`scenes`]: meshes and flights made by rule, the look-alikes of the papers' data sets among them.
//! * [`engine`]: any engine in any configuration, ready to be asked, and what it took to build.
//! * [`timing`]: what a query costs in time, measured as the peers are measured.
//! * [`table`]: engines beside each other on the same flights, for people and for programs.
//! * [`experiment`]: what a paper found, measured again; [`klosowski`]: the experiments of a dissertation; [`coherence`]: those of three papers on
//!   what a query can learn from the last; [`vogiannou`]: those of a paper on support planes.
//! * [`mod@bench`]: benchmarks, each a page of results.
//! * [`stamp`]: where and when a figure was measured; [`numbers`], [`lines`] and [`mod@csv`]: how it is written.

pub mod bench;
pub mod coherence;
pub mod csv;
pub mod engine;
pub mod experiment;
pub mod flight;
pub mod klosowski;
pub mod lines;
pub mod numbers;
pub mod scenes;
pub mod stamp;
pub mod table;
pub mod timing;
pub mod vogiannou;
