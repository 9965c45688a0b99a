//! Scenes, flights and benchmarks.
