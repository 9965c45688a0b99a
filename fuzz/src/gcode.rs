//! Programs: whatever the bytes, they are read to the end or refused with a line that is there; and
//! what is read can be checked.

use closecall::Mesh;
use closecall::engine::geom::DVec3;
use closecall_mill::gcode::{Dialect, GcodeOptions, Interpreter, RapidPath, Rotary};
use closecall_mill::job::{JobBodies, JobError, JobSettings, Tools, run};
use closecall_mill::part::Target;
use closecall_mill::tool::{Tool, ToolShape};

/// A program of any bytes.
pub fn gcode(bytes: &[u8]) {
    for rapid in [RapidPath::Linear, RapidPath::Dogleg] {
        let rotary = Some(Rotary::TipOnTable);
        let dialect = Dialect::ALL[bytes.len() % Dialect::ALL.len()];
        let most_steps = Some(20_000);
        let options = GcodeOptions { rapid, rotary, dialect, most_steps, ..GcodeOptions::default() };
        let mut program = Interpreter::new(bytes, options);
        let mut moves = 0;
        loop {
            match program.step() {
                Ok(Some(step)) => {
                    moves += step.way.moves.len();
                    for one in step.way.checks() {
                        let ends = [one.path.start(), one.path.end()];
                        assert!(ends.as_flattened().iter().all(|x| x.is_finite()));
                    }
                    // Cycles may repeat often: enough is enough.
                    if moves > 1_000_000 {
                        return;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    assert!(error.line >= 1 && error.line <= program.lines());
                    break;
                }
            }
        }
        if moves > 200 {
            return;
        }
    }
    check(bytes);
}

/// A short program against a small part.
fn check(bytes: &[u8]) {
    let corners = [[0.0, 0.0, 0.0], [10.0, 0.0, 1.0], [0.0, 10.0, -1.0], [10.0, 10.0, 3.0]]
        .map(DVec3::from_array);
    let part = Mesh::new(corners.to_vec(), vec![[0, 1, 2], [1, 3, 2]]).expect("two triangles");
    let bodies = JobBodies { part: Target::new(&part), stock: None, fixtures: Vec::new() };
    let tools = Tools::single(&Tool::of(ToolShape::Bull { d: 4.0, corner: 1.0 }), 0.0)
        .expect("a bull-nose");
    let most_steps = Some(2_000);
    let program =
        GcodeOptions { rotary: Some(Rotary::TipOnHead), most_steps, ..GcodeOptions::default() };
    let settings = JobSettings { program, ..JobSettings::default() };
    let tell = |event: closecall_mill::job::Event| {
        assert!(event.depth.lo <= event.depth.hi && event.point.iter().all(|x| x.is_finite()));
    };
    match run(bytes, &tools, &bodies, &settings, tell, |_| {}) {
        Ok(summary) => assert!(summary.blocks <= summary.lines + 2_000),
        Err(JobError::Program(error)) => assert!(error.line >= 1),
        Err(_) => {}
    }
}

/// Words of which random bytes make programs that are not refused at once.
const WORDS: [&str; 96] = [
    "#1=",
    "#2=",
    "#<a>=",
    "#<_g>=",
    "#5420",
    "#1",
    "#2",
    "#<a>",
    "#<_g>",
    "[",
    "]",
    "+",
    "*",
    "/",
    "MOD",
    "LT",
    "EQ",
    "SIN[",
    "SQRT[",
    "ATAN[",
    "o1 sub\n",
    "o1 endsub\n",
    "o1 call [2]\n",
    "o1 return\n",
    "o2 if [#1 LT 2]\n",
    "o2 else\n",
    "o2 endif\n",
    "o3 while [#2 LT 5]\n",
    "o3 endwhile\n",
    "o4 do\n",
    "o4 while [#1 LT 3]\n",
    "o5 repeat [3]\n",
    "o5 endrepeat\n",
    "o3 break\n",
    "o5 continue\n",
    "M98 P9\n",
    "O9\n",
    "M99\n",
    "IF [#1 LT 2] GOTO 10\n",
    "N10 ",
    "WHILE [#1 LT 2] DO1\n",
    "END1\n",
    "G65 P9 A1\n",
    "G38.2",

    "M70",
    "M72",
    "G52",
    "G92.3",
    "G0",
    "G1",
    "G2",
    "G3",
    "G17",
    "G18",
    "G19",
    "G20",
    "G21",
    "G28",
    "G43",
    "G53",
    "G54",
    "G55",
    "G80",
    "G81",
    "G83",
    "G90",
    "G91",
    "G92",
    "G92.1",
    "G98",
    "G99",
    "G10 L2 P1",
    "X",
    "Y",
    "Z",
    "I",
    "J",
    "K",
    "R",
    "P",
    "L",
    "Q",
    "F",
    "S",
    "T",
    "M3",
    "M6",
    "A",
    "B",
    "C",
    "\n",
    "\n",
    "\n",
    "\n",
    "(x)",
    ";",
];

/// A program in which most blocks make sense.
pub fn gcode_words(bytes: &[u8]) {
    let mut text = String::from("G21\nG0 X0 Y0 Z5\n");
    for pair in bytes.chunks(2) {
        let word = WORDS[usize::from(pair[0]) % WORDS.len()];
        text.push_str(word);
        if word.len() == 1 && word.as_bytes()[0].is_ascii_uppercase() {
            let number = i32::from(*pair.get(1).unwrap_or(&0)) - 128;
            text.push_str(&match number % 3 {
                0 => format!("{number}"),
                1 => format!("{:.3}", f64::from(number) / 16.0),
                _ => format!("{}", number.abs()),
            });
        }
        text.push(' ');
    }
    gcode(text.as_bytes());
}
