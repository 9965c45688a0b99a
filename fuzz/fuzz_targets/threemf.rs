//! Files named `.3mf`: archives as they are; and, because their checksums keep the fuzzer out,
//! models that are packed here.
#![no_main]

use std::io::{Cursor, Write};

use closecall_fuzz::{FOLDED, check};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const RELATIONSHIPS: &[u8] = b"<Relationships><Relationship Target=\"/a\" \
    Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>";

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| match bytes {
    [b'P', b'K', ..] => check("fuzz.3mf", bytes, FOLDED),
    model => check("fuzz.3mf", &packed(model), FOLDED),
});

fn packed(model: &[u8]) -> Vec<u8> {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [("_rels/.rels", RELATIONSHIPS), ("a", model)] {
        zip.start_file(name, stored).expect("an archive in memory takes any file");
        zip.write_all(content).expect("memory can be written to");
    }
    zip.finish().expect("an archive in memory can be closed").into_inner()
}
