//! Any bytes at all: the loader answers with a mesh that checks or with an error that names a
//! place, it does not panic, and it does not allocate more than a small multiple of what it was
//! given.
//!
//! ```sh
//! cargo install cargo-fuzz
//! cd fuzz
//! cargo +nightly fuzz run ply corpus/ply seeds/ply -- -dict=dictionaries/ply.dict -max_len=4096 -max_total_time=180
//! ```
//!
//! and the same with `stl`, `obj`, `gltf`, `threemf`, `collada`, `poses`, `urdf` or `scene` for
//! `ply`. A file that fails is kept in `artifacts/`; make it a named test in
//! `crates/closecall/tests/load/`, in `closecall_flight::poses` for a `poses.csv`, or in
//! `crates/closecall-robot/tests/robot/`. `treefile` has no dictionary; it asks what it opens.
//!
//! `engine`, `world`, `dynamic`, `ray`, `point`, `shape` and `sweep` make small meshes, poses and
//! histories of the bytes, and compare every answer with brute force; `gcode` reads programs, and
//! `gcode_words` makes them of words that go together. They also run without cargo-fuzz, on
//! random bytes, this many seconds each, all or those that are named:
//!
//! ```sh
//! cargo run --manifest-path fuzz/Cargo.toml --example random -- 60 gcode
//! ```

mod dynamic;
mod engine;
mod gcode;
mod single;
mod small;
mod sweep;
mod tools;
mod world;

pub use dynamic::dynamic;
pub use engine::engine;
pub use gcode::{gcode, gcode_words};
pub use single::{point, ray, shape};
pub use sweep::sweep;
pub use tools::tools;
pub use world::world;

use closecall::engine::geom::GlamMesh as _;
use closecall::mesh::{Loaded, Mesh, Place, Problem, inspect, load_bytes};
use closecall_robot::FileError;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The most bytes that may be allocated at once: for any input, and for each byte of it.
pub struct Allowed {
    /// For any input.
    pub always: usize,
    /// For each byte.
    pub per_byte: usize,
}

/// Files that hold their triangles one by one.
pub const FLAT: Allowed = Allowed { always: 1 << 16, per_byte: 64 };

/// Files that may unfold: the loader's own limits are 64 MiB and 256 bytes for a byte. A vector
/// that grows has twice its length, and while it moves, three times.
pub const FOLDED: Allowed = Allowed { always: 3 * (64 << 20), per_byte: 3 * 256 };

/// Trees of OctoMap, which may unfold four times as far.
pub const OCTREE: Allowed = Allowed { always: 3 * (64 << 20), per_byte: 3 * 1024 };

/// Loads these bytes as a file of this name and checks what comes out.
pub fn check(name: &str, bytes: &[u8], allowed: Allowed) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let answer = load_bytes(name, bytes);
    let allocated = ALLOCATOR.peak_usage().saturating_sub(before);
    let most = allowed.per_byte * bytes.len() + allowed.always;
    assert!(allocated <= most, "{allocated} bytes allocated for {} of input", bytes.len());
    match answer {
        Ok(Loaded { mesh, warnings, parts, .. }) => {
            let again = Mesh::new(mesh.points().to_vec(), mesh.triangles().to_vec());
            assert_eq!(again.as_ref(), Ok(&mesh));
            assert_eq!(inspect(&mesh).triangles, mesh.triangle_count());
            assert!(warnings.iter().all(|warning| !warning.to_string().is_empty()));
            let starts = parts.iter().map(|part| part.triangles.start);
            let ends = std::iter::once(0).chain(parts.iter().map(|part| part.triangles.end));
            assert!(starts.zip(ends).all(|(start, end)| start == end), "parts follow one another");
            assert!(parts.last().is_none_or(|part| part.triangles.end == mesh.triangle_count()));
        }
        Err(error) => {
            let is_whole = matches!(error.problem(), Problem::Empty | Problem::Foreign { .. });
            assert!(is_whole || error.place() != Place::File, "{error}");
            assert!(error.to_string().starts_with(name));
        }
    }
}

/// Checks what a robot or scene was refused with: a message that is not endless, and a line that
/// the file has.
pub fn refused(error: &FileError, bytes: &[u8]) {
    assert!(!error.message().is_empty() && error.to_string().len() < 2000, "{error}");
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let has = |words: &str| {
        let digits: String = words.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().is_ok_and(|line| line <= lines + 1)
    };
    // A place may quote a name of the file's, and that may say "line", too.
    let place = error.place().to_string();
    let mut said = place.split("line ").skip(1).peekable();
    assert!(said.peek().is_none() || said.any(has), "{error} in {lines} lines");
}
