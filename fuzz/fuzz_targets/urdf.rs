//! Robots: a URDF file, and the same bytes as an SRDF file for it; each is read, or refused with a
//! line of the file. No other file is opened.
#![no_main]

use std::path::Path;

use closecall_fuzz::refused;
use closecall_robot::{Allowances, Description};

libfuzzer_sys::fuzz_target!(
    |bytes: &[u8]| match Description::parse(Path::new("fuzz.urdf"), bytes) {
        Ok(robot) => {
            assert!(!robot.links.is_empty());
            let links = robot.links.len();
            assert!(robot.joints.iter().all(|joint| joint.parent < links && joint.child < links));
            let length = |v: [f64; 3]| v.map(|x| x * x).iter().sum::<f64>().sqrt();
            assert!(robot.joints.iter().all(|joint| (length(joint.axis) - 1.0).abs() < 1e-9));
            match Allowances::parse(Path::new("fuzz.srdf"), bytes, &robot) {
                Ok(found) => assert!(found.pairs.iter().all(|&(a, b)| a < b && b < links)),
                Err(error) => refused(&error, bytes),
            }
        }
        Err(error) => refused(&error, bytes),
    }
);
