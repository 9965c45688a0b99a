//! Paths as they are compared: closecall's own, and the control's.

use closecall_mill::gcode::{Feed, GcodeOptions, Interpreter, Rotary, ToolPath};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

pub type Place = [f64; 3];

/// One move.
#[derive(Clone, Debug)]
pub struct Piece {
    pub from: Place,
    pub to: Place,
    /// The rotary axes at its beginning and its end.
    pub angles: [Place; 2],
    /// None where closecall says nothing of it: inside a hole.
    pub is_rapid: Option<bool>,
    pub bend: Bend,
    pub tool: u32,
    /// In millimetres. Of G93 the control says how fast the move is, not how long it takes.
    pub feed: Option<Feed>,
    /// The line, and the number of the block that was run; 0 for the control, which does not say.
    pub line: u64,
    pub number: usize,
    /// Whether the block has several moves: those of a cycle.
    pub is_hole: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Bend {
    Straight,
    /// The axes of the plane and the third, the centre in the plane, and the turns begun; less than
    /// 0 is clockwise.
    Arc {
        axes: [usize; 3],
        center: [f64; 2],
        turns: f64,
    },
    Spline,
}

/// The reading of a program by closecall.
pub struct Read {
    pub pieces: Vec<Piece>,
    pub refused: Option<String>,
    /// The number of the first block of which not all is known.
    pub unknown: Option<usize>,
    /// The variables that it never set, which were told to be 0.
    pub told: BTreeSet<String>,
}

/// Reads a program. All that an earlier program could have left is 0: variables are told when they
/// are asked for.
pub fn read(file: &Path, folders: &[PathBuf], block_delete: bool) -> Read {
    let mut options = GcodeOptions { block_delete, ..GcodeOptions::default() };
    options.folders = folders.to_vec();
    options.most_steps = Some(200_000);
    options.places.start = Some([0.0; 3]);
    options.places.systems = [Some([0.0; 3]); 9];
    options.places.homes = [Some([0.0; 3]); 2];
    options.places.shift = Some([0.0; 3]);
    let mut told = BTreeSet::new();
    loop {
        let read = read_once(file, &options);
        if read.refused.as_ref().is_some_and(|why| why.contains("a rotary axis: say")) {
            options.rotary = Some(Rotary::TipOnTable);
            continue;
        }
        let new: Vec<&String> = read.told.iter().filter(|name| !told.contains(*name)).collect();
        if new.is_empty() {
            return Read { told, ..read };
        }
        for name in new {
            let is_name = name.starts_with("#<");
            // LinuxCNC has no name that nobody set.
            options.variables.tell(name, (!is_name).then_some(0.0)).unwrap();
            told.insert(name.clone());
        }
    }
}

fn read_once(file: &Path, options: &GcodeOptions) -> Read {
    let reader = BufReader::new(File::open(file).unwrap());
    let mut program = Interpreter::new(reader, options.clone());
    let (mut pieces, mut refused, mut unknown) = (Vec::new(), None, None);
    let factor = match Interpreter::new(BufReader::new(File::open(file).unwrap()), options.clone())
        .first_unit()
    {
        closecall_mill::gcode::ProgramUnit::Inch => 25.4,
        closecall_mill::gcode::ProgramUnit::Millimetre => 1.0,
    };
    for number in 1.. {
        let step = match program.step() {
            Ok(Some(step)) => step,
            Ok(None) => break,
            Err(error) => {
                refused = Some(error.to_string().lines().next().unwrap_or("").to_string());
                break;
            }
        };
        if step.way.unchecked > 0 {
            unknown = unknown.or(Some(number));
        }
        let is_hole = step.way.moves.len() > 1;
        for one in &step.way.moves {
            let places = [one.path.start(), one.path.end()];
            let [from, to] = places.map(|place| place.map(|x| x * factor));
            let bend = match &one.path {
                ToolPath::Line(_) => Bend::Straight,
                ToolPath::Spline(_) => Bend::Spline,
                ToolPath::Arc(arc) => Bend::Arc {
                    axes: arc.axes,
                    center: arc.center.map(|x| x * factor),
                    turns: arc.sweep / std::f64::consts::TAU,
                },
            };
            let is_vertical = from[..2] == to[..2];
            let is_rapid = (!(is_hole && is_vertical)).then_some(one.rapid);
            let (angles, tool, line) = (one.angles, step.tool, step.line);
            let feed = step.feed.map(|feed| match feed {
                Feed::PerMinute(rate) => Feed::PerMinute(rate * factor),
                Feed::PerTurn(rate) => Feed::PerTurn(rate * factor),
                feed => feed,
            });
            pieces.push(Piece {
                from,
                to,
                angles,
                is_rapid,
                bend,
                tool,
                feed,
                line,
                number,
                is_hole,
            });
        }
    }
    let told = program.unknown_variables().map(str::to_string).collect();
    Read { pieces, refused, unknown, told }
}
