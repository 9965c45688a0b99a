//! `poses.csv`: poses that are written and read back the same, or an error that names a line of the
//! file.
#![no_main]

use std::path::Path;

use closecall_flight::parse_poses;
use closecall_flight::poses::format_poses;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| match parse_poses(Path::new("poses.csv"), bytes) {
    Ok(waypoints) => {
        assert!(!waypoints.is_empty());
        let again = parse_poses(Path::new("poses.csv"), format_poses(&waypoints).as_bytes());
        assert_eq!(again.as_ref(), Ok(&waypoints));
    }
    Err(error) => {
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
        assert!(error.place().line().is_none_or(|line| line <= lines + 1), "{error} in {lines} lines");
        assert!(error.to_string().len() < 500);
    }
});
