//! Any bytes at all: the loader answers with a mesh that checks or with an error that names a place, it does not panic, and it
//! does not allocate more than a small multiple of what it was given.
//!
//! ```sh
//! cargo install cargo-fuzz
//! cd fuzz
//! cargo +nightly fuzz run ply corpus/ply seeds/ply -- -dict=dictionaries/ply.dict -max_len=4096 -max_total_time=180
//! ```
//!
//! and the same with `stl`, `obj` or `poses` for `ply`. A file that fails is kept in `artifacts/`; make it a named test in
//! `crates/closecall/tests/load/`, or in `closecall_lab::flight::poses` for a `poses.csv`.

use closecall::mesh::{Loaded, Mesh, Place, inspect, load_bytes};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The most bytes that may be allocated at once for each byte of input, and for an empty one.
const BYTES_PER_BYTE: usize = 64;
const BYTES_ALWAYS: usize = 1 << 16;

/// Loads these bytes as a file of this name and checks what comes out.
pub fn check(name: &str, bytes: &[u8]) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let answer = load_bytes(name, bytes);
    let allocated = ALLOCATOR.peak_usage().saturating_sub(before);
    let allowed = BYTES_PER_BYTE * bytes.len() + BYTES_ALWAYS;
    assert!(allocated <= allowed, "{allocated} bytes allocated for {} of input", bytes.len());
    match answer {
        Ok(Loaded { mesh, warnings, .. }) => {
            let again = Mesh::new(mesh.vertices().to_vec(), mesh.triangles().to_vec());
            assert_eq!(again.as_ref(), Ok(&mesh));
            assert_eq!(inspect(&mesh).triangles, mesh.triangle_count());
            assert!(warnings.iter().all(|warning| !warning.to_string().is_empty()));
        }
        Err(error) => {
            assert_ne!(error.place(), Place::File, "{error}");
            assert!(error.to_string().starts_with(name));
        }
    }
}
