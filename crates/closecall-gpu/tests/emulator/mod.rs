//! The emulator of the driver, built when a test needs it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder with its `libcuda.so`, to be the first in `LD_LIBRARY_PATH`. None where there is no
/// C++ compiler, and then it says so.
pub fn build() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emulator");
    std::fs::create_dir_all(&folder).unwrap();
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../closecall-gpu/tests/emulator/driver.cpp");
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
    let mut build = Command::new(&compiler);
    build.args([
        "-std=c++17",
        "-O2",
        "-march=native",
        "-ffp-contract=off",
        "-shared",
        "-fPIC",
        "-o",
    ]);
    match build.arg(folder.join("libcuda.so")).arg(source).status() {
        Err(error) => {
            println!("skipped: there is no C++ compiler {compiler} ({error})");
            None
        }
        Ok(status) => {
            assert!(status.success(), "the emulator does not compile");
            Some(folder)
        }
    }
}
