//! OctoMap's binary trees (`.bt`): every occupied leaf is a box of triangles.
//!
//! The text of the header has `id`, `size` (the number of nodes), `res` (the side of the smallest
//! leaf) and `data`. Then comes every inner node, parents first, as two bytes: two bits for each of
//! its eight children, 0 unknown, 1 free, 2 occupied, 3 a node with children of its own, the first
//! child in the lowest bits. The tree has 16 levels and its root is about the origin. A leaf is
//! larger where all that it stands for is occupied.
//!
//! Corners are multiples of `res`, each rounded once, so that neighbours share them. The sides that
//! two leaves of one size have in common are left out: the mesh stays closed, as every edge is still
//! used equally often in both directions.

use std::collections::{HashMap, HashSet};

use super::error::{LoadError, Place, Problem};
use super::part::Unit;
use super::soup::Soup;
use super::text::{AXES, Text, checked_coordinate, number};
use super::unfold::Allowance;
use crate::geom::DVec3;
use crate::mesh::MeshError;

/// The levels below the root.
const LEVELS: u32 = 16;

/// A file that can be read begins so.
const BINARY: &[u8] = b"# Octomap OcTree binary file";

/// The corners of the four-sided faces of a box, by bits x, y, z: counterclockwise from outside; the
/// lower before the upper one of every axis.
const FACES: [[u8; 4]; 6] =
    [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

/// The bytes that a leaf, a vertex and a triangle take at most while boxes are made: tables are half
/// empty.
const LEAF: usize = 80;
const VERTEX: usize = 96;
const TRIANGLE: usize = 24;

/// A tree may unfold this many times further than other files: two bytes can be eight boxes.
const FURTHER: usize = 4;

/// An occupied leaf: its lowest corner and its side, in units of the smallest leaf.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Leaf {
    low: [i32; 3],
    side: i32,
}

/// Does it begin as a tree does, of probabilities or not?
pub(super) fn begins_with_octree(bytes: &[u8]) -> bool {
    bytes.starts_with(b"# Octomap OcTree")
}

/// Reads a binary tree.
pub(super) fn read(bytes: &[u8]) -> Result<Soup, LoadError> {
    if !bytes.starts_with(BINARY) {
        let what =
            "this is an OctoMap with probabilities: write it as a binary one (.bt)".to_owned();
        return Err(LoadError::new(Place::File, Problem::Foreign { what }));
    }
    let mut text = Text::new(bytes);
    let resolution = header(&mut text)?;
    let allowance = Allowance::for_length(bytes.len().saturating_mul(FURTHER));
    let mut nodes = Nodes { bytes, at: text.offset(), leaves: Vec::new(), allowance };
    let root = Leaf { low: [-(1 << (LEVELS - 1)); 3], side: 1 << LEVELS };
    if nodes.at < bytes.len() {
        nodes.read(root)?;
    }
    if nodes.at < bytes.len() {
        let (expected, found) = ("the end of the file".to_owned(), "more bytes".to_owned());
        return Err(LoadError::new(Place::Byte(nodes.at), Problem::Expected { expected, found }));
    }
    boxes(&nodes.leaves, resolution, &nodes.allowance)
}

/// Reads the header, and returns the side of the smallest leaf.
fn header(text: &mut Text) -> Result<f64, LoadError> {
    let mut resolution = None;
    loop {
        match text.token() {
            None | Some([b'#', ..]) => {}
            Some(b"id") => match text.token() {
                Some(b"OcTree") => {}
                found => return Err(text.unexpected("'OcTree'", found)),
            },
            Some(b"size") => {}
            Some(b"res") => {
                let word = text.token();
                let side = word.and_then(|word| number(word).ok());
                let side = side.filter(|side| *side > 0.0 && side.is_finite());
                resolution = Some(side.ok_or_else(|| text.unexpected("a length above 0", word))?);
            }
            Some(b"data") => {
                text.rest_of_line();
                text.skip_line_end(1);
                let missing = || text.error(Problem::Missing { what: "'res'".to_owned() });
                return resolution.ok_or_else(missing);
            }
            found => return Err(text.unexpected("a line of the header", found)),
        }
        if !text.next_line() {
            return Err(text.unexpected("'data'", None));
        }
    }
}

struct Nodes<'b> {
    bytes: &'b [u8],
    at: usize,
    leaves: Vec<Leaf>,
    allowance: Allowance,
}

impl Nodes<'_> {
    /// Reads an inner node and all below it; it is no deeper than there are levels.
    fn read(&mut self, node: Leaf) -> Result<(), LoadError> {
        let inside = Problem::EndsInside { what: "a node".to_owned() };
        let found = self.bytes[self.at..].first_chunk();
        let &pair = found.ok_or_else(|| LoadError::new(Place::Byte(self.at), inside))?;
        let (children, at) = (u16::from_le_bytes(pair), self.at);
        self.at += 2;
        let side = node.side / 2;
        let kind = |child: u32| (children >> (2 * child)) & 3;
        let child = |child: u32| {
            let mut low = node.low;
            (0..3).for_each(|axis| low[axis] += side * (child >> axis & 1) as i32);
            Leaf { low, side }
        };
        for number in 0..8 {
            match kind(number) {
                2 => {
                    let paid = self.allowance.pay(1, LEAF);
                    paid.map_err(|problem| LoadError::new(Place::Byte(at), problem))?;
                    self.leaves.push(child(number));
                }
                3 if side == 1 => {
                    let reason = format!("a node lies below the {LEVELS} levels of a tree");
                    return Err(LoadError::new(Place::Byte(at), Problem::Malformed { reason }));
                }
                _ => {}
            }
        }
        (0..8).filter(|&number| kind(number) == 3).try_for_each(|number| self.read(child(number)))
    }
}

/// The boxes of leaves, without the sides that two of one size share.
fn boxes(leaves: &[Leaf], resolution: f64, allowance: &Allowance) -> Result<Soup, LoadError> {
    let refuse = |problem| LoadError::new(Place::File, problem);
    if leaves.is_empty() {
        return Err(refuse(MeshError::NoTriangle.into()));
    }
    let known: HashSet<Leaf> = leaves.iter().copied().collect();
    let mut boxes = Boxes { soup: Soup::default(), numbers: HashMap::new(), resolution, allowance };
    for leaf in leaves {
        for (number, corners) in FACES.iter().enumerate() {
            let mut beside = *leaf;
            beside.low[number / 2] += if number % 2 == 0 { -leaf.side } else { leaf.side };
            if !known.contains(&beside) {
                boxes.side(leaf, corners).map_err(refuse)?;
            }
        }
    }
    boxes.soup.unit = Some(Unit::Meter);
    Ok(boxes.soup)
}

/// Boxes in the making.
struct Boxes<'a> {
    soup: Soup,
    /// The vertices at corners, which are counted in smallest leaves.
    numbers: HashMap<[i32; 3], u32>,
    resolution: f64,
    allowance: &'a Allowance,
}

impl Boxes<'_> {
    /// Adds a side as two triangles.
    fn side(&mut self, leaf: &Leaf, corners: &[u8; 4]) -> Result<(), Problem> {
        let mut side = [0; 4];
        for (vertex, bits) in side.iter_mut().zip(corners) {
            let at = |axis: usize| leaf.low[axis] + leaf.side * i32::from(bits >> axis & 1);
            *vertex = self.vertex([at(0), at(1), at(2)])?;
        }
        self.allowance.pay(2, TRIANGLE)?;
        let [a, b, c, d] = side;
        self.soup.face(&[a, b, c])?;
        self.soup.face(&[a, c, d])
    }

    /// The vertex at a corner.
    fn vertex(&mut self, corner: [i32; 3]) -> Result<u32, Problem> {
        if let Some(&known) = self.numbers.get(&corner) {
            return Ok(known);
        }
        self.allowance.pay(1, VERTEX)?;
        let at = corner.map(|x| f64::from(x) * self.resolution);
        for (axis, x) in AXES.into_iter().zip(at) {
            checked_coordinate(axis, x)?;
        }
        let number = self.soup.vertex(DVec3::from_array(at))?;
        self.numbers.insert(corner, number);
        Ok(number)
    }
}
