//! The header of a tree file, in words and numbers.

use closecall::engine::files::{Contents, Listed};
use closecall_flight::numbers::{counted, grouped};

use crate::answer::{TreeFileAnswer, TreeSectionAnswer};

/// For programs. Checksums are hexadecimal, for a number may not hold 64 bits everywhere.
pub fn answer(contents: &Contents) -> TreeFileAnswer {
    let section = |listed: &Listed| TreeSectionAnswer {
        name: listed.section.to_string(),
        first_byte: listed.bytes.start,
        bytes: listed.bytes.end - listed.bytes.start,
        items: listed.items,
        checksum: hexadecimal(listed.checksum),
    };
    TreeFileAnswer {
        version: contents.version,
        bytes: contents.bytes,
        checksum: hexadecimal(contents.checksum),
        sections: contents.sections.iter().map(section).collect(),
        unit: contents.unit.map(|unit| unit.to_string()),
    }
}

/// For people: its version, length and checksum.
pub fn line(contents: &Contents) -> String {
    let bytes = counted(contents.bytes, "byte");
    let unit = contents.unit.map(|unit| format!("in {}, ", unit.plural())).unwrap_or_default();
    format!(
        "format  tree file, version {}, {unit}{bytes}, checksum {}",
        contents.version,
        hexadecimal(contents.checksum)
    )
}

/// The sections, a line each, under a line of headings.
pub fn sections(contents: &Contents) -> impl Iterator<Item = String> + '_ {
    let lines = contents.sections.iter().map(|listed| {
        let [items, first, bytes] =
            [listed.items, listed.bytes.start, listed.bytes.end - listed.bytes.start].map(grouped);
        let name = listed.section.to_string();
        format!(
            "{name:>11}  {items:>11}  {first:>13}  {bytes:>13}  {}",
            hexadecimal(listed.checksum)
        )
    });
    let headings = format!(
        "{:>11}  {:>11}  {:>13}  {:>13}  checksum",
        "section", "items", "first byte", "bytes"
    );
    std::iter::once(headings).chain(lines)
}

fn hexadecimal(checksum: u64) -> String {
    format!("{checksum:016x}")
}
