//! Robots from files: what is read, where links are, what touches, and what is refused.

mod broken;
mod clearances;
mod contradictions;
mod covers;
mod edges;
mod examples;
mod kinematics;
mod large;
mod motions;
mod mutated;
mod neighbours;
mod pairs;
mod plans;
mod said_twice;
mod samples;
mod scene;
mod self_collision;
mod shared;
mod signed;
mod trajectory;
mod two_readers;
