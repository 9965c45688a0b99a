//! Scene files, planning problems and tables of numbers: each is read, or refused with a line of
//! the file. No other file is opened.
#![no_main]

use std::path::Path;

use closecall_fuzz::refused;
use closecall_robot::scene::{SceneFile, SceneTable};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let file = Path::new("fuzz");
    match SceneFile::parse(file, bytes) {
        Ok(scene) => assert!(scene.bodies.len() + scene.robots.len() > 0),
        Err(error) => refused(&error, bytes),
    }
    match SceneTable::parse(file, bytes) {
        Ok(SceneTable { header, rows, .. }) => {
            assert!(!rows.is_empty() && rows.iter().all(|row| row.len() == header.len()))
        }
        Err(error) => refused(&error, bytes),
    }
});
