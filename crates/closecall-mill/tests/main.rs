//! All tests of this crate that need no process of their own, in one program: it is built once.

mod arcs;
mod common;

mod codes;
mod compensation;
mod dialects;
mod facets;
mod feeds;
mod frames;
mod gcode;
mod job_oracle;
mod jobs;
mod kinematics;
mod language;
mod lift_oracle;
mod machine;
mod near;
mod pieces_oracle;
mod rotary;
mod rs274;
mod stock;
mod stock_events;
mod stock_plunge;
mod tables;
mod truth;
mod unchecked;
mod unknown;
