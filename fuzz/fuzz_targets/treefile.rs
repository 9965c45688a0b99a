//! Tree files: any bytes; and, because checksums keep the fuzzer out, a sound file with some bytes
//! changed and its checksums made right.
//!
//! The first byte chooses. A change is five bytes: where, in two, times four, and what, in a word
//! of one byte, four times or shifted.
#![no_main]

use closecall::engine::geom::DVec3;
use closecall::mesh::shapes::{cuboid, icosphere};
use closecall::query::brute;
use closecall::{Model, Pose};
use std::path::PathBuf;
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_64;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| match bytes {
    [0, changes @ ..] => check(&changed(changes)),
    _ => check(bytes),
});

static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    std::env::temp_dir().join(format!("closecall-fuzz-{}.tree", std::process::id()))
});

static SOUND: LazyLock<Vec<u8>> = LazyLock::new(|| {
    Model::new(icosphere(1.0, 1))
        .save(&*PATH)
        .expect("the folder for temporary files can be written to");
    std::fs::read(&*PATH).expect("and read")
});

static OTHER: LazyLock<Model> =
    LazyLock::new(|| Model::new(cuboid(DVec3::splat(-0.2), DVec3::splat(0.3))));

/// Opened either way, it is refused or can be asked; verified, it is right.
fn check(bytes: &[u8]) {
    std::fs::write(&*PATH, bytes).expect("the folder for temporary files can be written to");
    let pose = Pose::from_translation([0.9, 0.1, -0.05]).expect("these are coordinates");
    if let Ok(model) = Model::open_trusted(&*PATH) {
        let _ = model.contacts(&OTHER, &pose).unwrap();
        let _ = OTHER.collides(&model, &pose).unwrap();
    }
    if let Ok(model) = Model::open(&*PATH) {
        assert_eq!(
            model.contacts(&OTHER, &pose).unwrap(),
            brute::contacts(model.mesh(), OTHER.mesh(), &pose)
        );
    }
}

/// The sound file with these changes and right checksums.
fn changed(changes: &[u8]) -> Vec<u8> {
    let mut file = SOUND.clone();
    let words = file.len() / 4;
    for change in changes.chunks_exact(5) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % words * 4;
        let word = u32::from(change[2]).rotate_left(u32::from(change[3]))
            ^ if change[4] & 1 == 0 { 0 } else { u32::MAX };
        file[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }
    seal(&mut file);
    file
}

/// The table of sections is left as it was, with the checksums that the bytes now have.
fn seal(file: &mut [u8]) {
    let begin = |section: usize| {
        let at = 96 + 24 * section;
        u64::from_le_bytes(SOUND[at..at + 8].try_into().expect("eight bytes")) as usize
    };
    let begins = [begin(0), begin(1), begin(2), begin(3), SOUND.len()];
    for section in 0..4 {
        let checksum = xxh3_64(&file[begins[section]..begins[section + 1]]).to_le_bytes();
        file[96 + 24 * section + 16..][..8].copy_from_slice(&checksum);
    }
    file[24..32].fill(0);
    let checksum = xxh3_64(&file[..192]).to_le_bytes();
    file[24..32].copy_from_slice(&checksum);
}
