//! The first 192 bytes of a tree file.

use super::contents::{Contents, FORMAT_VERSION, Listed};
use super::error::{Section, TreeFileProblem as Problem};
use crate::geom::{DVec3, range::MAX_COORDINATE};
use crate::mesh::Unit;
use crate::wide::build::Quality;
use crate::wide::frame::{Frame, LEAST_SCALE, MOST_SCALE};
use crate::wide::tree::{Block, Node, Tree};
use bytemuck::{Pod, Zeroable};
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of a tree file. The first byte is in no text, the last ones do not survive a
/// transfer that takes them for one.
pub(super) const MAGIC: [u8; 8] = *b"\x93CCWT\r\n\x1a";

/// Reads as this number where bytes are in the same order as in the file.
const BYTE_ORDER: u32 = 0x0102_0304;

/// The alignment of sections: at cache lines, which is also how nodes and blocks are aligned.
const LINE: u64 = 64;

/// The most that a coordinate, a half side or a length in the frame of a tree can be: √3, and some
/// room for boxes.
pub(super) const LONGEST: f32 = 4.0;

/// As it lies in the file; no gaps.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct Header {
    magic: [u8; 8],
    byte_order: u32,
    pub version: u32,
    file_len: u64,
    /// Of the header, with 0 here.
    checksum: u64,
    center: [f64; 3],
    scale: f64,
    radius: f64,
    built_surface: f64,
    reach: f32,
    longest_edge: f32,
    quality: u32,
    /// 0 if it is not known, else the place in [`Unit::ALL`], from 1.
    unit: u32,
    sections: [SectionEntry; 4],
}

/// The place of a section: its first byte, the number of its items, and the checksum of its bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct SectionEntry {
    offset: u64,
    count: u64,
    pub checksum: u64,
}

pub(super) const HEADER: usize = size_of::<Header>();

impl Header {
    /// The header over these sections, given by their counts and checksums.
    pub(super) fn new(tree: &Tree, unit: Option<Unit>, sections: [(usize, u64); 4]) -> Self {
        let (sections, file_len) =
            lay_out(sections.map(|(count, checksum)| (count as u64, checksum)))
                .expect("what is in memory can be numbered");
        let Frame { center, scale, radius } = tree.frame;
        let mut header = Self {
            magic: MAGIC,
            byte_order: BYTE_ORDER,
            version: FORMAT_VERSION,
            file_len,
            checksum: 0,
            center: center.to_array(),
            scale,
            radius,
            built_surface: tree.built_surface,
            reach: tree.reach,
            longest_edge: tree.longest_edge,
            quality: match tree.quality {
                Quality::Fast => 0,
                Quality::Tight => 1,
            },
            unit: unit_number(unit),
            sections,
        };
        header.checksum = header.own_checksum();
        header
    }

    /// The header of a file, if there is nothing wrong with it, nor with the length of the file.
    pub(super) fn read(file: &[u8]) -> Result<Self, Problem> {
        let found = file.len() as u64;
        if !file.starts_with(&MAGIC) {
            return Err(Problem::NotATreeFile);
        }
        let Some(bytes) = file.get(..HEADER) else {
            return Err(Problem::Truncated { expected: HEADER as u64, found });
        };
        let header: Self = bytemuck::pod_read_unaligned(bytes);
        match header.byte_order {
            BYTE_ORDER => {}
            order if order.swap_bytes() != BYTE_ORDER => {
                return Err(Problem::DamagedHeader("it has no byte order"));
            }
            _ if cfg!(target_endian = "big") => {
                return Err(Problem::ForeignByteOrder("this machine"));
            }
            _ => return Err(Problem::ForeignByteOrder("this file")),
        }
        if !(1..=FORMAT_VERSION).contains(&header.version) {
            return Err(Problem::OtherVersion { found: header.version, known: FORMAT_VERSION });
        }
        if header.checksum != header.own_checksum() {
            return Err(Problem::DamagedHeader("its checksum is wrong"));
        }
        let expected = header.file_len;
        match found {
            _ if found < expected => Err(Problem::Truncated { expected, found }),
            _ if found > expected => Err(Problem::TooLong { expected, found }),
            _ => header.check().map_or(Ok(header), |reason| Err(Problem::DamagedHeader(reason))),
        }
    }

    fn own_checksum(&self) -> u64 {
        xxh3_64(bytemuck::bytes_of(&Self { checksum: 0, ..*self }))
    }

    /// The error in a header whose checksum is right, if there is one.
    fn check(&self) -> Option<&'static str> {
        let claimed = self.sections.map(|entry| (entry.count, entry.checksum));
        let laid_out =
            lay_out(claimed).is_some_and(|laid_out| laid_out == (self.sections, self.file_len));
        let centered = self.center.iter().all(|x| x.abs() <= MAX_COORDINATE);
        let longest = f64::from(LONGEST);
        let lengths = [self.radius, self.reach.into(), self.longest_edge.into()];
        [
            (!laid_out, "the sections do not follow one another"),
            (!centered, "the frame is nowhere near a mesh"),
            (!is_scale(self.scale), "the scale of the frame is no power of two in range"),
            (
                !lengths.iter().all(|length| (0.0..=longest).contains(length)),
                "the bounds of the tree are out of range",
            ),
            (
                !(self.built_surface >= 0.0 && self.built_surface.is_finite()),
                "the surface of the tree is out of range",
            ),
            (self.quality > 1, "the tree has no known quality"),
            (self.unit as usize > Unit::ALL.len(), "the mesh has no known unit"),
            (self.unit > 0 && self.version == 1, "a file of version 1 has no unit"),
        ]
        .into_iter()
        .find_map(|(wrong, reason)| wrong.then_some(reason))
    }

    pub(super) fn frame(&self) -> Frame {
        Frame { center: DVec3::from_array(self.center), scale: self.scale, radius: self.radius }
    }

    pub(super) fn quality(&self) -> Quality {
        if self.quality == 0 { Quality::Fast } else { Quality::Tight }
    }

    pub(super) fn unit(&self) -> Option<Unit> {
        let place = (self.unit as usize).checked_sub(1)?;
        Unit::ALL.get(place).copied()
    }

    pub(super) fn bounds(&self) -> (f32, f32, f64) {
        (self.reach, self.longest_edge, self.built_surface)
    }

    /// The contents that the header states.
    pub(super) fn contents(&self) -> Contents {
        let ends = [
            self.sections[1].offset,
            self.sections[2].offset,
            self.sections[3].offset,
            self.file_len,
        ];
        let listed = |section: Section| {
            let SectionEntry { offset, count, checksum } = self.sections[section as usize];
            Listed { section, bytes: offset..ends[section as usize], items: count, checksum }
        };
        let sections = Section::ALL.map(listed);
        Contents {
            version: self.version,
            unit: self.unit(),
            bytes: self.file_len,
            checksum: self.checksum,
            sections,
        }
    }

    /// The bytes of a section's items.
    pub(super) fn items(&self, section: Section) -> Range<usize> {
        let SectionEntry { offset, count, .. } = self.sections[section as usize];
        offset as usize..(offset + count * ITEM[section as usize]) as usize
    }
}

fn unit_number(unit: Option<Unit>) -> u32 {
    let place = unit.and_then(|unit| Unit::ALL.iter().position(|&known| known == unit));
    place.map_or(0, |place| place as u32 + 1)
}

/// The bytes an item of each section takes.
const ITEM: [u64; 4] = [
    size_of::<DVec3>() as u64,
    size_of::<[u32; 3]>() as u64,
    size_of::<Node>() as u64,
    size_of::<Block>() as u64,
];

/// The number of bytes a section of this many takes, with the zeros that follow.
pub(super) fn padded(len: usize) -> usize {
    len.next_multiple_of(LINE as usize)
}

/// The table of sections of given counts and checksums, and the length of the file; none if that is
/// beyond all numbers.
fn lay_out(sections: [(u64, u64); 4]) -> Option<([SectionEntry; 4], u64)> {
    let mut entries = [SectionEntry::zeroed(); 4];
    let mut offset = HEADER as u64;
    for ((entry, (count, checksum)), item) in entries.iter_mut().zip(sections).zip(ITEM) {
        *entry = SectionEntry { offset, count, checksum };
        offset = offset.checked_add(count.checked_mul(item)?.checked_next_multiple_of(LINE)?)?;
    }
    usize::try_from(offset).is_ok().then_some((entries, offset))
}

/// Is this a power of two that [`Frame`] may use?
fn is_scale(scale: f64) -> bool {
    let power = scale.to_bits() & ((1 << 52) - 1) == 0;
    power && (LEAST_SCALE..=MOST_SCALE).contains(&scale)
}
