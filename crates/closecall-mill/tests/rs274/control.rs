//! LinuxCNC's own interpreter, `rs274`, as a command: what it makes of a program.

use super::path::{Bend, Piece, Place};
use closecall_mill::gcode::Feed;
use glam::DVec2;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The interpreter of an unpacked package, with numbers of all bits.
pub struct Control {
    root: PathBuf,
    /// A folder of its own, which is emptied at the end.
    folder: PathBuf,
    runs: AtomicU64,
}

/// The number of controls that were made: each has a folder of its own.
static MADE: AtomicU64 = AtomicU64::new(0);

/// What the control makes of a program: its moves, and why it refused to go on.
pub struct Heard {
    pub pieces: Vec<Piece>,
    /// The zero of the work system at the first motion.
    pub base: Place,
    pub refused: Option<String>,
}

impl Control {
    /// The one of the folder that `CLOSECALL_RS274` names: a package that was unpacked there.
    pub fn find() -> Option<Self> {
        let Some(root) = std::env::var_os("CLOSECALL_RS274").map(PathBuf::from) else {
            eprintln!(
                "skipped: CLOSECALL_RS274 names no folder with LinuxCNC's package linuxcnc-uspace (dpkg-deb -x)"
            );
            return None;
        };
        let program = std::fs::read(root.join("usr/bin/rs274")).expect("usr/bin/rs274 is there");
        let made = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("closecall-rs274-{}-{made}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let control = Self { root, folder, runs: AtomicU64::new(0) };
        std::fs::write(control.program(), with_all_bits(program)).unwrap();
        let tools: String = (1..=99).map(|n| format!("T{n} P{n} D6 Z0\n")).collect();
        std::fs::write(control.folder.join("tool.tbl"), tools).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(control.program(), mode).unwrap();
        }
        Some(control)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    fn program(&self) -> PathBuf {
        self.folder.join("rs274")
    }

    /// Runs a program. Its subprograms are looked for in these folders.
    pub fn run(&self, file: &Path, folders: &[PathBuf], block_delete: bool) -> Heard {
        let run = self.runs.fetch_add(1, Ordering::Relaxed);
        let name = |what: &str| self.folder.join(format!("{run}.{what}"));
        let paths: Vec<String> = folders.iter().map(|f| f.display().to_string()).collect();
        let prefix = paths.first().cloned().unwrap_or_default();
        let ini = format!(
            "[RS274NGC]\nSUBROUTINE_PATH = {}\n[DISPLAY]\nPROGRAM_PREFIX = {prefix}\n",
            paths.join(":")
        );
        std::fs::write(name("ini"), ini).unwrap();
        std::fs::write(name("var"), "").unwrap();
        let libraries = ["usr/lib", "usr/lib/x86_64-linux-gnu"].map(|lib| self.root.join(lib));
        let libraries = std::env::join_paths(libraries).unwrap();
        let mut command = Command::new(self.program());
        command.arg("-g").arg("-t").arg(self.folder.join("tool.tbl")).arg("-v").arg(name("var"));
        command.arg("-i").arg(name("ini"));
        if block_delete {
            command.arg("-b");
        }
        let [out, err] = ["out", "err"].map(|what| File::create(name(what)).unwrap());
        // Two that run at once share the file of tools in it, and end each other.
        let home = name("home");
        std::fs::create_dir_all(&home).unwrap();
        command.arg(file).current_dir(&self.folder).env("LD_LIBRARY_PATH", libraries);
        command.env("HOME", &home);
        let child = command.stdin(Stdio::null()).stdout(out).stderr(err).spawn().unwrap();
        let status = waited(child);
        let [output, errors] = ["out", "err"]
            .map(|what| String::from_utf8_lossy(&std::fs::read(name(what)).unwrap()).into_owned());
        for what in ["ini", "var", "var.bak", "out", "err"] {
            let _ = std::fs::remove_file(name(what));
        }
        let _ = std::fs::remove_dir_all(home);
        let refused = (!status.is_some_and(|status| status.success())).then(|| {
            let line = errors.lines().find(|line| !line.trim().is_empty() && *line != "executing");
            let line = line.map(|line| line.trim_start_matches("executing").to_string());
            line.unwrap_or_else(|| format!("no reason, {status:?}"))
        });
        // It is at the end of the file, and asks for M2 only.
        let refused = refused.filter(|why| !why.starts_with("File ended with no percent sign"));
        let (pieces, base) = canonical(&output);
        Heard { pieces, base, refused }
    }
}

/// The end of a program; None if it takes more than a minute.
fn waited(mut child: Child) -> Option<ExitStatus> {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

impl Drop for Control {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The program prints four decimals; a format that prints all bits takes as many bytes of it.
fn with_all_bits(mut program: Vec<u8>) -> Vec<u8> {
    let (four, all) = (b"%.4f", b"%-4a");
    let mut at = 0;
    while let Some(found) = program[at..].windows(four.len()).position(|bytes| bytes == four) {
        at += found;
        program[at..at + all.len()].copy_from_slice(all);
    }
    program
}

/// A number as C prints it: `12`, or `-0x1.8p+1`.
fn number(word: &str) -> Option<f64> {
    let plain = word.trim_start_matches('-');
    let Some(bits) = plain.strip_prefix("0x") else { return word.parse().ok() };
    let (mantissa, power) = bits.split_once('p')?;
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = u64::from_str_radix(&format!("{whole}{part}"), 16).ok()?;
    let power = power.parse::<i32>().ok()? - 4 * part.len() as i32;
    let size = digits as f64 * 2f64.powi(power);
    Some(if word.starts_with('-') { -size } else { size })
}

#[test]
fn numbers_of_all_bits_are_read() {
    for (word, value) in [
        ("0x1.8p+1", 3.0),
        ("-0x1p-1", -0.5),
        ("0x0p+0", 0.0),
        ("12", 12.0),
        ("0x1.999999999999ap-4", 0.1),
    ] {
        assert_eq!(number(word), Some(value), "{word}");
    }
    assert_eq!(number("CANON_PLANE_XY"), None);
}

/// The state of the machine that canonical commands move.
struct Machine {
    factor: f64,
    /// The zeros of the work system and of G92, in millimetres.
    zeros: [Place; 2],
    turn: f64,
    /// The axes of the plane, in its sense of rotation, and the third.
    plane: [usize; 3],
    selected: u32,
    tool: u32,
    here: [f64; 6],
    feed: Option<f64>,
    is_per_turn: bool,
    is_inverse: bool,
    /// The way of a thread in a turn of the spindle.
    pitch: Option<f64>,
}

impl Machine {
    /// How fast it goes.
    fn feed(&self) -> Option<Feed> {
        match (self.pitch, self.feed) {
            (Some(pitch), _) => Some(Feed::PerTurn(pitch)),
            (None, Some(feed)) if self.is_per_turn => Some(Feed::PerTurn(feed)),
            (None, feed) if self.is_inverse => feed.map(Feed::Inverse),
            (None, feed) => feed.map(Feed::PerMinute),
        }
    }

    /// A place of the program in machine coordinates.
    fn place(&self, place: Place) -> Place {
        let shifted: Place = std::array::from_fn(|i| place[i] * self.factor + self.zeros[1][i]);
        let flat =
            DVec2::from_angle(self.turn.to_radians()).rotate(DVec2::new(shifted[0], shifted[1]));
        let turned = [flat.x, flat.y, shifted[2]];
        std::array::from_fn(|i| turned[i] + self.zeros[0][i])
    }
}

/// The moves of canonical commands, and the zero of the work system at the first of them.
fn canonical(text: &str) -> (Vec<Piece>, Place) {
    let mut machine = Machine {
        factor: 1.0,
        zeros: [[0.0; 3]; 2],
        turn: 0.0,
        plane: [0, 1, 2],
        selected: 0,
        tool: 0,
        here: [0.0; 6],
        feed: None,
        is_per_turn: false,
        is_inverse: false,
        pitch: None,
    };
    let (mut pieces, mut base) = (Vec::new(), None);
    for line in text.lines() {
        // `   12 N..... STRAIGHT_FEED(…`, or with the number of a line that has one.
        let numbered = line.trim_start().split_once(' ').and_then(|(_, rest)| rest.split_once(' '));
        let Some((_, call)) = numbered.filter(|(number, _)| number.starts_with('N')) else {
            continue;
        };
        let Some((name, rest)) = call.trim_start().split_once('(') else { continue };
        let words = rest.trim_end().trim_end_matches(')');
        let numbers: Vec<f64> = words.split([',', ' ']).filter_map(number).collect();
        let three =
            |from: usize| -> Place { [numbers[from], numbers[from + 1], numbers[from + 2]] };
        let is_move =
            matches!(name, "STRAIGHT_TRAVERSE" | "STRAIGHT_FEED" | "ARC_FEED" | "NURBS_FEED");
        let is_first_shift = name == "SET_G92_OFFSET" && numbers.iter().any(|n| *n != 0.0);
        if is_move || is_first_shift || name == "STRAIGHT_PROBE" {
            base.get_or_insert(machine.zeros[0]);
        }
        match name {
            "USE_LENGTH_UNITS" => {
                machine.factor = if words.ends_with("INCHES") { 25.4 } else { 1.0 }
            }
            "SET_G5X_OFFSET" => machine.zeros[0] = three(1).map(|x| x * machine.factor),
            "SET_G92_OFFSET" => machine.zeros[1] = three(0).map(|x| x * machine.factor),
            "SET_XY_ROTATION" => machine.turn = numbers[0],
            "SELECT_PLANE" => {
                machine.plane = match words {
                    "CANON_PLANE_XZ" => [2, 0, 1],
                    "CANON_PLANE_YZ" => [1, 2, 0],
                    _ => [0, 1, 2],
                }
            }
            "COMMENT" if words.contains("interpreter: feed mode set") => {
                machine.is_inverse = words.contains("inverse time");
            }
            "SET_FEED_MODE" => machine.is_per_turn = numbers[1] != 0.0,
            "SET_FEED_RATE" => {
                machine.feed = Some(numbers[0] * machine.factor).filter(|feed| *feed > 0.0);
            }
            "START_SPEED_FEED_SYNC" => machine.pitch = Some(numbers[0] * machine.factor),
            "STOP_SPEED_FEED_SYNCH" => machine.pitch = None,
            "SELECT_TOOL" => machine.selected = numbers[0] as u32,
            "CHANGE_TOOL" => machine.tool = machine.selected,
            "CHANGE_TOOL_NUMBER" => machine.tool = numbers[0] as u32,
            "STRAIGHT_TRAVERSE" | "STRAIGHT_FEED" | "STRAIGHT_PROBE" | "RIGID_TAP" => {
                let to = machine.place(three(0));
                let angles = if numbers.len() >= 6 { three(3) } else { three(0) };
                let is_rapid = name == "STRAIGHT_TRAVERSE";
                push(&mut pieces, &mut machine, to, angles, Some(is_rapid), Bend::Straight);
            }
            "ARC_FEED" => {
                let [i, j, k] = machine.plane;
                let mut to = [0.0; 3];
                (to[i], to[j], to[k]) = (numbers[0], numbers[1], numbers[5]);
                let mut center = [0.0; 3];
                (center[i], center[j]) = (numbers[2], numbers[3]);
                let center = machine.place(center);
                let bend = Bend::Arc {
                    axes: machine.plane,
                    center: [center[i], center[j]],
                    turns: numbers[4],
                };
                let to = machine.place(to);
                let angles = three(6);
                push(&mut pieces, &mut machine, to, angles, Some(false), bend);
            }
            "NURBS_FEED" => {
                let here = machine.here;
                let [to, angles] = [0, 3].map(|from| [here[from], here[from + 1], here[from + 2]]);
                push(&mut pieces, &mut machine, to, angles, Some(false), Bend::Spline);
            }
            _ => {}
        }
    }
    (pieces, base.unwrap_or_default())
}

fn push(
    pieces: &mut Vec<Piece>,
    machine: &mut Machine,
    to: Place,
    angles: Place,
    is_rapid: Option<bool>,
    bend: Bend,
) {
    let from = machine.here;
    let [from, before] = [0, 3].map(|i| [from[i], from[i + 1], from[i + 2]]);
    machine.here = [to[0], to[1], to[2], angles[0], angles[1], angles[2]];
    let (tool, feed) = (machine.tool, machine.feed());
    let angles = [before, angles];
    pieces.push(Piece {
        from,
        to,
        angles,
        is_rapid,
        bend,
        tool,
        feed,
        line: 0,
        number: 0,
        is_hole: false,
    });
}
